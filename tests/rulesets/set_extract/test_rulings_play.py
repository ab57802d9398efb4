"""Rulings of playing, priority and ends (section G)."""

from __future__ import annotations

from .table import Table


def test_V083_nodes_may_fall_below_the_requirement_by_paying():
    s = Table(nodes=0).put("n", "nodes", asleep=True).put("n2", "nodes", asleep=True)
    s.command("C", {"text": "p_draw", "n": 1}, nodes=2, cost=1)
    s.act("play_command", "C").choose("n")
    s.happened("play_resolved C")
    assert s.count("nodes") == 1
    s = Table().put("X", "hand", unplayable=True)
    assert s.refused("play_character", "X")


def test_V085_nothing_triggers_while_declaring_and_paying():
    s = Table().put("P", "enemy field", abilities=[{"text": "blessing", "x": 1}])
    s.command("C", "p_none", cost=2).act("play_command", "C").play_on(to="pays_blessing")
    assert len(s.timings("node_paid")) == 2
    s.choose("no")
    assert s.zone("C") == "underworld"


def test_V086_a_node_keeps_priority_a_play_passes_it():
    s = Table(stop_at=["answer"]).put("N1", "hand").command("C", {"text": "p_draw", "n": 1})
    s.command("E", {"text": "p_draw", "n": 1}, player=1)
    s.act("set_node", "N1")
    assert (s.waiting_for, s.player) == ("main", 0)
    s.act("play_command", "C")
    assert (s.waiting_for, s.player) == ("answer", 1)


def test_V088_life_raised_in_the_same_interference_saves():
    s = Table().command("R", {"text": "p_gain", "n": 9}).put("H", "enemy field")
    s.command("C", {"text": "p_hurt_self", "n": 26}, player=0)
    s.command("E", "p_none", player=1)
    # R waits below on the chain: it resolves after C in the same interference.
    s.act("play_command", "R").act("play_command", "E", player=1).act("play_command", "C", player=0)
    s.play_on()
    assert not s.over
    assert s.life(0) == 8
    s = Table().command("C", {"text": "p_hurt_self", "n": 26}).act("play_command", "C")
    assert s.over
    assert s.winner == 1


def test_V089_an_empty_deck_is_harmless_until_a_draw():
    s = Table().deck(size=0).command("C", {"text": "p_draw", "n": 1})
    assert not s.over
    s.act("play_command", "C")
    assert (s.outcome, s.winner) == ("decked_out", 1)


def test_V091_optional_automatic_effects_wait_for_the_end_of_the_interference():
    s = Table().put("O", "field", abilities=["p_may_draw"]).put("H", "enemy field")
    s.command("C", "p_none").command("E", "p_none", player=1).command("C2", "p_none")
    s.act("play_command", "C").choose("H").act("play_command", "E", player=1).choose("H")
    assert (s.waiting_for, s.player) == ("answer", 0)
    assert s.refused("p_may_draw", "O")
    s.play_on(to="main").act("p_may_draw", "O")
    assert (s.waiting_for, s.player) == ("main", 0)


def test_V092_an_illegal_target_stops_all_an_illegal_object_the_rest():
    s = Table().put("V", "enemy field").put("G", "field", abilities=["p_blow_up"])
    s.command("C", "p_draw_and_aim").command("E", {"text": "p_damage", "n": 3}, player=1)
    s.act("play_command", "C").choose("V").act("play_command", "E", player=1).choose("V").play_on()
    assert s.zone("V") == "enemy underworld"
    assert s.timings("drew") == []


def test_V092_the_first_sentence_stays_where_the_second_finds_no_object():
    """Bazaar: two cards are discarded, then there are no five cards in the underworld."""
    s = Table(nodes=5).put("N635", "hand").put("A", "hand").put("B", "hand")
    s.put("N1", "underworld").put("N3", "underworld")
    s.act("play_command", "N635").play_on(to="discards").choose("A", "B").play_on()
    assert s.zone("A") == s.zone("B") == "underworld"
    assert s.zone("N1") == s.zone("N3") == "underworld"
    assert s.count("hand") == 0


def test_V092_an_object_is_all_that_is_described_or_none():
    """Two hand cards are one object: where there is one card nothing is discarded."""
    s = Table(nodes=5).put("N635", "hand").put("A", "hand")
    for name in ("N1", "N3", "N8", "N10", "N13"):
        s.put(name, "underworld")
    s.act("play_command", "N635").play_on()
    assert s.zone("A") == "hand"
    assert s.zone("N1") == "underworld"


def test_V092_a_target_that_is_there_but_illegal_stops_all():
    s = Table(nodes=0, stop_at=["answer"]).put("V", "enemy field").put("N1130", "enemy field")
    s.put("n", "enemy nodes").command("C", "p_draw_and_aim")
    s.act("play_command", "C").choose("V").act("shelter", "N1130", player=1).choose("V").play_on()
    assert s.zone("V") == "enemy field"
    assert s.timings("drew") == []


def test_V094_a_union_without_all_its_parts_is_excluded():
    s = Table().put("N414", "hand").put("N3", "field").put("N10", "hand")
    s.act("play_character", "N414").play_on(to="excludes").choose("N3", "N10")
    assert s.zone("N414") == "excluded"
    assert s.zone("N3") == "field"
    s = Table().put("N414", "hand").put("N3", "field").put("N10", "hand").put("N13", "underworld")
    s.act("play_character", "N414").play_on(to="excludes").choose("N3", "N10", "N13")
    assert s.zone("N414") == "field"
    assert s.zone("N3") == s.zone("N10") == s.zone("N13") == "excluded"


def test_V095_the_turn_player_resolves_first():
    s = Table().put("H", "field").put("W", "field", abilities=["p_draws_on_entry"])
    s.put("W2", "enemy field", abilities=["p_draws_on_entry"])
    s.command("C", "p_enter").put("X", "underworld").do("C")
    assert s.timings("drew") == [("drew", "player 0"), ("drew", "player 1")]


def test_V097_a_played_phantasm_is_no_character_before_it_is_there():
    s = Table().put("N387", "field").put("N49", "hand").act("play_spell", "N49").play_on()
    s.happened("played_card N49", "would_enter N49", "entered N49")
    assert s.zone("N49") == "field"


def test_V098_haste_wakes_only_what_was_played():
    s = Table().put("X", "underworld", abilities=["haste"]).put("Y", "hand", abilities=["haste"])
    s.command("C", "p_enter_asleep").do("C", "X").act("play_character", "Y")
    assert s.flag("X", "asleep")
    assert not s.flag("Y", "asleep")


def test_V100_cards_of_one_stage_move_together():
    s = Table().put("A", "field", abilities=["p_draws_when_discarded"])
    s.put("B", "field", abilities=["p_draws_when_discarded"])
    s.command("C", {"text": "p_remove", "stage": "discard", "n": 2}).do("C", "A", "B").play_on()
    s.happened("was_discarded A", "was_discarded B", "drew player 0", "drew player 0")
    assert s.zone("A") == s.zone("B") == "underworld"


def test_what_follows_the_default_effect_of_a_phase_comes_before_the_effects_at_its_start():
    s = Table(turn=1).put("H", "enemy field", asleep=True)
    s.put("W", "enemy field", abilities=["p_draws_on_waking"]).end_turn()
    s.happened("woke H", "drew player 1", "phase_start player 1")
