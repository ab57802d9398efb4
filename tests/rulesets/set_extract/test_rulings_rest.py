"""Rulings of extract, states, removal, battle, play and ends (sections C to G, S11.4 to S11.9)."""

from __future__ import annotations

from collections import Counter

import pytest

from tefuda.testing import ScenarioError

from .table import DISCARD, EXCLUDE, RESOLUTE, Table

# ---------------------------------------------------------------- C. extract


def deck(s: Table) -> list[str]:
    """The cards of the own deck that a test put there, the top one first."""
    return [card for card in s.cards("deck") if card != "Filler"]


def test_V046_an_unused_extracted_card_is_back_at_its_place():
    s = Table().deck("N1", "N3", "N8").command("C", "p_search").do("C", "N3").pass_()
    assert deck(s) == ["N1", "N3", "N8"]


def test_V047_what_cannot_be_carried_out_excludes_the_card():
    s = Table().deck("N1", "N3").command("C", "p_extract_to_field")
    s.put("Ban", "enemy field", abilities=["p_nothing_enters"]).do("C", "N3")
    assert s.zone("N3") == "excluded"


def test_V049_genealogy_puts_the_rest_under_the_deck():
    s = Table().deck("N1", "N3", "N8").put("N348", "hand")
    s.act("play_spell", "N348").play_on(to="found").choose("N1", "N3", "N8")
    assert (s.waiting_for, s.player) == ("taken", 1)
    s.choose("N3").choose("N8")
    assert s.zone("N3") == "hand"
    assert s.cards("deck")[-2:] == ["N8", "N1"]


def test_V050_the_rest_of_a_bazaar_lies_on_top():
    s = Table(nodes=5).put("N635", "hand").put("A", "hand").put("B", "hand")
    names = ["N1", "N3", "N8", "N10", "N13"]
    for name in [*names, "N17"]:
        s.put(name, "underworld")
    s.act("play_command", "N635").play_on(to="discards").choose("A", "B")
    s.choose(*names)
    assert (s.waiting_for, s.player) == ("taken", 1)
    s.choose("N1", "N3", player=1).choose("N13", "N8")
    assert s.zone("N1") == s.zone("N3") == "hand"
    assert s.cards("underworld")[:4] == ["N635", "N10", "N8", "N13"]


def test_V052_an_enemy_spell_resolves_as_played_by_you():
    s = Table().put("N364", "hand").put("N70", "enemy underworld").put("V", "enemy field")
    s.act("play_spell", "N364").play_on()
    assert s.zone("V") == "enemy underworld"
    assert s.zone("N70") == "enemy underworld"


def test_V053_playing_extracts_from_the_hand():
    s = Table().command("C", "p_none").put("H", "field").act("play_command", "C")
    s.happened("C: hand to play area", "played_card C", "C: play area to underworld")


def test_V211_an_extracted_card_is_out_of_its_deck():
    s = Table().deck("N1", "N3", size=10).command("C", "p_extract_top").do("C")
    assert s.zone("N1") == "deck"
    assert s.zone("N3") == "hand"
    assert deck(s)[0] == "N1"


def test_V212_the_unused_one_of_two_is_back_in_the_order_of_the_others():
    names = ["N1", "N3", "N8", "N10", "N13", "N17", "N23"]
    s = Table().deck(*names).command("C", "p_search_two").do("C", "N8", "N23")
    assert s.zone("N8") == "hand"
    assert deck(s) == ["N1", "N3", "N10", "N13", "N17", "N23"]


# ---------------------------------------------------------------- D. states, look, chance


def test_V055_waking_an_active_card_does_nothing():
    s = Table().put("H", "field").command("C", "p_wake").do("C")
    assert s.timings("woke", "drew") == []


def test_V056_a_sleeping_card_cannot_pay_by_sleeping():
    s = Table().put("N23", "field", asleep=True).put("H", "enemy field")
    assert s.refused("borrow", "N23")


def test_V214_waking_and_sleeping_are_heard_once():
    s = Table().put("H", "field", asleep=True).put("W", "field", abilities=["p_draws_on_waking"])
    s.put("Z", "field", abilities=["p_draws_on_sleep"])
    s.command("C", "p_wake").command("C2", "p_sleep")
    s.do("C", "H")
    assert len(s.timings("drew")) == 2  # the text of C and the watcher
    s.do("C2", "H")
    assert len(s.timings("drew")) == 4
    assert s.timings("woke", "fell_asleep") == [("woke", "H"), ("fell_asleep", "H")]


def test_V215_no_sleep_no_draw():
    s = Table().put("H", "field", asleep=True).command("C", "p_sleep").do("C")
    assert s.timings("fell_asleep", "drew") == []


@pytest.mark.parametrize(("text", "comes"), [("p_look_deck", True), ("p_reveal_deck", False)])
def test_V058_revealing_is_not_looking(text, comes):
    s = Table().deck("N1", "N678").command("C", text).act("play_command", "C")
    if comes:
        s.choose("yes")
    assert s.zone("N678") == ("field" if comes else "deck")


def test_V059_only_who_looks_knows():
    s = Table().deck("N1", "N3", "N8", "N10").command("C", "p_look_three").do("C")
    assert [s.knows(0, name) for name in ("N1", "N3", "N8", "N10")] == [True] * 3 + [False]
    assert not any(s.knows(1, name) for name in ("N1", "N3", "N8"))


def test_V217_a_revealed_card_is_hidden_again_at_its_place():
    s = Table().deck("N1", "N3").command("C", "p_reveal_top").do("C")
    assert s.knows(0, "N1")
    assert s.knows(1, "N1")
    assert deck(s) == ["N1", "N3"]
    s.end_turn()
    assert not s.knows(1, "N1")
    assert deck(s) == ["N1", "N3"]


def test_V218_looking_leaves_the_deck_as_it_is():
    s = Table().deck("N1", "N3", "N8", size=12).command("C", "p_look_three").do("C")
    assert s.count("deck") == 12
    s.choose("no")
    assert deck(s) == ["N1", "N3", "N8"]
    assert not s.knows(1, "N1")


def test_V061_a_deck_of_one_card_can_be_shuffled():
    s = Table().deck("N1", size=1).command("C", "p_shuffle").do("C")
    assert deck(s) == ["N1"]


def test_V220_all_orders_of_three_come_up():
    found: Counter[str] = Counter()
    s = Table().deck("N1", "N3", "N8", size=3).command("C", "p_shuffle").put("H", "enemy hand")
    start = s.game.copy()
    for seed in range(600):
        s._game = start.copy()
        s.edit.reseed(seed)
        s.do("C")
        found[" ".join(deck(s))] += 1
    assert len(found) == 6
    assert all(60 < count < 145 for count in found.values())


def test_V221_a_random_card_of_a_hand():
    found: Counter[str] = Counter()
    names = ("N1", "N3", "N8", "N10")
    s = Table().hand(*names, player=1).command("C", "p_random_hand")
    start = s.game.copy()
    for seed in range(400):
        s._game = start.copy()
        s.edit.reseed(seed)
        s.do("C")
        found[next(name for name in names if s.zone(name) == "enemy underworld")] += 1
    assert all(65 < found[name] < 140 for name in names)


def test_a_random_choice_of_public_cards_is_uniform():
    found: Counter[str] = Counter()
    names = ("N1", "N3", "N8", "N10")
    s = Table().command("C", "p_random_dead")
    for name in names:
        s.put(name, "underworld")
    start = s.game.copy()
    for seed in range(400):
        s._game = start.copy()
        s.edit.reseed(seed)
        s.do("C")
        found[next(name for name in names if s.zone(name) == "hand")] += 1
    assert all(65 < found[name] < 140 for name in names)


# ---------------------------------------------------------------- E. removal


def each(names: list[str], card: str) -> list[tuple[str, str]]:
    return [(name, card) for name in names]


def test_V062_damage_makes_resolute_then_discards():
    s = Table().put("H", "enemy field", effect_damage=2)
    s.command("C", {"text": "p_damage", "n": 1}).do("C")
    assert s.windows() == each(RESOLUTE + DISCARD, "H")
    assert s.zone("H") == "enemy underworld"


def test_V064_negating_it_resets_the_damage():
    s = Table().put("H", "enemy field", effect_damage=2, abilities=["p_stubborn"])
    s.command("C", {"text": "p_damage", "n": 1}).do("C").choose("yes")
    assert s.zone("H") == "enemy field"
    assert s.value("H", "effect_damage") == 0
    assert s.windows() == each(RESOLUTE[:2], "H")


def test_V065_resolute_before_discard_before_exclude():
    s = Table().put("A", "field").put("B", "field").put("D", "field").command("C", "p_judge")
    s.do("C", "A", "B", "D").play_on()
    assert s.windows() == [
        *each(RESOLUTE, "D"),
        *[(name, card) for name in DISCARD for card in ("B", "D")],
        *each(EXCLUDE, "A"),
    ]


def test_V067_the_suspended_effect_goes_on_without_its_source():
    s = Table().put("Bomb", "field", abilities=["p_blow_up"]).put("V", "enemy field")
    s.act("p_blow_up", "Bomb").play_on()
    assert s.zone("Bomb") == "underworld"
    assert s.zone("V") == "enemy underworld"


def test_V068_a_saved_defender_still_strikes():
    s = Table().put("A", "field", abilities=["first_strike"], attack=4)
    s.put("B", "enemy field", abilities=["p_stubborn"], attack=2)
    s.act("attack", "A").act("defend", "B", player=1).play_on(to="chosen").choose("yes")
    assert s.zone("B") == "enemy field"
    s.happened("damaged B", "damaged A")


def test_V070_what_it_beats_is_excluded_without_discard():
    s = Table().put("N45", "field")
    s.put("B", "enemy field", abilities=["p_draws_when_discarded"])
    s.act("attack", "N45").act("defend", "B", player=1).play_on()
    assert s.zone("B") == "enemy excluded"
    assert s.timings("was_discarded", "drew") == []


def test_V071_a_fallen_remnant_becomes_a_node():
    s = Table().put("N8", "enemy field").put("A", "field", attack=3)
    s.act("attack", "A").act("defend", "N8", player=1).choose("yes")
    s.play_on()
    assert s.zone("N8") == "enemy nodes"
    assert not s.flag("N8", "asleep")
    assert s.timings("battle_end") == [("battle_end", "A")]


# ---------------------------------------------------------------- F. battle


def battle(s: Table, defender: str | None = None) -> Table:
    s.act("attack", "A")
    if defender:
        s.act("defend", defender, player=1)
    return s


def test_V073_pierce_lets_the_rest_through():
    s = Table().put("A", "field", attack=4, toughness=1, abilities=["pierce"])
    s.put("B", "enemy field", attack=1, toughness=4, effect_damage=2)
    battle(s, "B").play_on()
    assert s.life(1) == 23


def test_V074_pierce_gives_no_graze():
    s = Table().put("A", "field", attack=4, graze=2, abilities=["pierce"])
    s.put("B", "enemy field")
    battle(s, "B")
    with pytest.raises(ScenarioError):
        s.play_on(to="grazes")


def test_graze_takes_sleeping_nodes_after_direct_damage():
    s = Table(nodes=0).put("A", "field", attack=4, graze=2)
    battle(s).play_on(to="grazes").choose("yes")
    assert s.count("enemy nodes") == 2
    assert s.life(1) == 21


def test_graze_needs_more_cards_than_it_takes():
    s = Table(nodes=0).put("A", "field", attack=4, graze=2).deck(player=1, size=2)
    battle(s)
    with pytest.raises(ScenarioError):
        s.play_on(to="grazes")


@pytest.mark.parametrize(("race", "stands"), [("fairy", True), ("beast", False)])
def test_V076_stealth_wants_a_shared_race(race, stands):
    s = Table().put("A", "field", attack=2, races=["fairy"], abilities=["stealth"])
    s.put("B", "enemy field", races=[race])
    battle(s, "B").play_on()
    assert s.life(1) == (25 if stands else 23)
    assert s.flag("B", "asleep")


def test_V077_who_answers_otherwise_cannot_defend_any_more():
    s = Table(stop_at=["answer"]).put("A", "field").put("B", "enemy field")
    s.command("C", "p_none", player=1)
    battle(s).act("play_command", "C", player=1).choose("A")
    s.pass_(0)
    assert s.refused("defend", "B")


def test_V079_a_played_defender_does_not_defend_yet():
    s = Table().put("A", "field", attack=3).command("C", "p_none_at_defended")
    s.put("D", "enemy hand", abilities=["ambush", "haste"], attack=1, toughness=9)
    battle(s).act("defend_by_ambush", "D", player=1)
    assert s.refused("play_command", "C")
    s.play_on()
    assert s.timings("defended") == [("defended", "D")]
    assert s.flag("D", "asleep")
    assert s.life(1) == 25


def test_V080_answers_resolve_backwards_and_the_battle_last():
    s = Table().put("A", "field").command("C", {"text": "p_damage", "n": 1})
    s.command("E", {"text": "p_draw", "n": 1}, player=1)
    battle(s).act("play_command", "E", player=1).act("play_command", "C", player=0).play_on()
    s.happened("play_resolved C", "play_resolved E", "battle_start A")


def test_V082_battle_damage_goes_with_the_battle_effect_damage_with_the_turn():
    s = Table().put("A", "field", attack=1).put("B", "enemy field", effect_damage=1)
    battle(s, "B").play_on()
    assert s.value("B", "battle_damage") == 0
    assert s.value("B", "effect_damage") == 1
    s.end_turn()
    assert s.value("B", "effect_damage") == 0


def test_a_battle_without_attacker_ends_without_damage():
    s = Table().put("A", "field", attack=2)
    s.command("C", {"text": "p_damage", "n": 3}, player=1)
    battle(s).act("play_command", "C", player=1).play_on()
    assert s.zone("A") == "underworld"
    assert s.life(1) == 25


def test_an_attack_whose_defender_is_gone_does_not_hit():
    s = Table().put("A", "field", attack=2).put("B", "enemy field")
    s.command("C", {"text": "p_damage", "n": 3})
    battle(s, "B").act("play_command", "C", player=0).choose("B").play_on()
    assert s.zone("B") == "enemy underworld"
    assert s.life(1) == 25


# ---------------------------------------------------------------- G. play, priority, ends


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
