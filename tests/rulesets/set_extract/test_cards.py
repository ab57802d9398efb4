"""What each card does."""

from __future__ import annotations

import pytest

import tefuda
from tefuda.rulesets.set_extract.kinds import Phase

from .table import Table


def play(s: Table, card: str, verb: str = "play_command") -> Table:
    return s.act(verb, card).play_on()


def attacked(s: Table, attacker: str, defender: str | None = None) -> Table:
    s.act("attack", attacker)
    return s.act("defend", defender, player=1) if defender else s


# ---------------------------------------------------------------- characters


def test_N1_draws_at_the_end_of_its_turn():
    s = Table().put("N1", "hand")
    play(s, "N1", "play_character")
    s.pass_().play_on(to="main", player=1)
    assert ("drew", "player 0") in s.timings("drew")


def test_N3_raises_a_fairy():
    s = Table().put("N3", "field").act("raise_fairy", "N3").choose("second").play_on()
    assert s.value("N3", "toughness") == 3
    assert s.flag("N3", "asleep")


def test_N8_becomes_a_node():
    s = Table().put("N8", "enemy field").put("A", "field", attack=3)
    attacked(s, "A", "N8").choose("yes").play_on()
    assert s.zone("N8") == "enemy nodes"


def test_N10_grows_by_a_discarded_fairy():
    s = Table().put("N10", "field").put("N3", "hand").act("discard_fairy_to_grow", "N10")
    s.play_on(to="discards").choose("N3")
    assert (s.value("N10", "attack"), s.value("N10", "toughness")) == (4, 3)


def test_N13_searches_after_its_win():
    s = Table().put("N13", "field")
    s.put("B", "enemy field", races=["fairy"]).deck("N10")
    attacked(s, "N13", "B").play_on(to="found").choose("N10")
    assert s.zone("N10") == "hand"


def test_N17_haunts_a_princess():
    s = Table().put("N17", "field").put("N39", "field").act("haunt", "N17").play_on()
    assert s.zone("N17") == "on N39"
    assert (s.value("N39", "attack"), s.value("N39", "toughness")) == (4, 10)


def test_N17_ambushes_in_answer():
    s = Table().put("N17", "enemy hand").put("A", "field").act("attack", "A")
    s.act("play_ambush", "N17", player=1).play_on()
    assert s.zone("N17") == "enemy field"


def test_N23_borrows_until_the_turn_ends():
    s = Table().put("N23", "field").put("B", "enemy field").act("borrow", "N23").play_on()
    assert s.zone("B") == "field"
    assert s.next_turn().zone("B") == "enemy field"


def test_N31_stops_a_command():
    s = Table().put("N31", "enemy field").command("C", {"text": "p_draw", "n": 1})
    s.act("play_command", "C").act("stop_command", "N31", player=1).play_on()
    assert s.zone("C") == "underworld"
    assert s.timings("drew") == []


def test_N33_discards_or_changes_sides():
    s = Table().put("N33", "enemy field").put("N1", "enemy hand")
    s.next_turn()
    assert s.zone("N33") == "field"
    s = Table().put("N33", "enemy field").hand("N1", "N3", "N8", player=1)
    s.next_turn()
    assert s.zone("N33") == "enemy field"
    assert s.count("enemy underworld") == 2


def test_N34_reflects_battle_damage():
    s = Table().put("A", "field", attack=2, toughness=6).put("N34", "enemy field")
    attacked(s, "A", "N34").play_on()
    assert s.zone("N34") == "enemy field"
    assert s.zone("A") == "underworld"  # 4 in battle and 2 reflected


def test_N34_charges_a_node():
    s = Table(nodes=0).put("N34", "field").deck("Top").act("mana_charge", "N34").play_on()
    assert s.zone("Top") == "nodes"
    assert s.flag("Top", "asleep")
    assert not s.knows(0, "Top")


def test_N39_returns_to_the_deck():
    s = Table().put("N39", "field").command("C", {"text": "p_remove", "stage": "discard"})
    s.do("C", "N39").choose("yes")
    assert s.zone("N39") in ("deck", "hand")  # the text of C draws


def test_N39_kills_at_once():
    s = Table().put("N39", "field").put("B", "enemy field", toughness=9, attack=0)
    attacked(s, "N39", "B").play_on()
    assert s.zone("B") == "enemy underworld"


def test_N41_brings_familiars():
    s = Table().put("N41", "hand").deck("N1", "N3", "N8").act("play_character", "N41")
    s.play_on(to="uses_text").choose("yes", "yes", "yes")
    assert [s.zone(c) for c in ("N1", "N3", "N8")] == ["field"] * 3
    assert (s.value("N1", "attack"), s.value("N1", "toughness")) == (2, 1)
    assert s.flag("N1", "asleep")


def test_N43_keeps_paid_nodes_as_amulets():
    s = Table(nodes=0).put("N43", "field").put("n", "nodes", asleep=True)
    s.command("C", {"text": "p_draw", "n": 1}, cost=1).act("play_command", "C")
    assert s.zone("n") == "on N43"
    assert s.value("N43", "attack") == 5


def test_N45_excludes_what_it_beats():
    s = Table().put("N45", "field").put("N8", "enemy field")
    attacked(s, "N45", "N8").play_on()
    assert s.zone("N8") == "enemy excluded"


def test_N46_grows_by_active_nodes_and_takes_a_hand_card():
    s = Table(nodes=2).put("N46", "field").put("B", "enemy field").put("H", "enemy hand")
    assert s.value("N46", "attack") == 14
    attacked(s, "N46", "B").play_on()
    assert s.zone("H") == "enemy nodes"


def test_N160_raises_a_phantom():
    s = Table().put("N160", "field").put("N10", "underworld").act("raise_phantom", "N160").play_on()
    assert s.zone("N10") == "field"
    assert s.value("N10", "attack") == 2
    assert not s.can("discard_fairy_to_grow", "N10")


def test_N162_draws_the_aim():
    s = Table().put("N162", "enemy field").put("B", "enemy field")
    s.command("C", {"text": "p_damage", "n": 1}).act("play_command", "C").choose("B").play_on()
    assert s.value("B", "effect_damage") == 0
    assert s.value("N162", "effect_damage") == 1


def test_N174_finds_a_doll():
    s = Table().put("N174", "hand").deck("N3", "N1").act("play_character", "N174")
    s.play_on(to="found").choose("N1")
    assert s.zone("N1") == "hand"


def test_N182_needs_a_suit_one_and_swaps():
    s = Table().put("N182", "hand").put("B", "field").act("put_suit_two", "N182")
    assert s.zone("N182") == "excluded"
    s = Table().put("N182", "field").act("turn_stats", "N182").play_on()
    assert (s.value("N182", "attack"), s.value("N182", "toughness")) == (7, 4)
    assert s.refused("turn_stats", "N182")


def test_N301_and_nodes_exclude_each_other():
    s = Table().put("N301", "hand").put("N1", "hand").put("N3", "hand").deck("Top")
    s.act("play_character", "N301").play_on(to="uses_text").choose("yes")
    assert s.zone("Top") == "nodes"
    assert s.refused("set_node", "N3")
    s = Table().put("N301", "hand").put("N3", "hand").act("set_node", "N3")
    assert s.refused("play_character", "N301")


def test_N303_turns_carried_cards_into_nodes():
    s = Table(nodes=2).put("N303", "hand").deck("A", "B", "C")
    play(s, "N303", "play_character")
    assert [s.zone(c) for c in "ABC"] == ["on N303"] * 3
    assert not s.knows(0, "A")
    s.next_turn().next_turn().act("carried_becomes_node", "N303").play_on()
    assert s.zone("A") == "nodes"


def test_N334_finds_an_equip():
    s = Table().put("N334", "hand").deck("N69")
    s.act("play_character", "N334").play_on(to="found").choose("N69")
    assert s.zone("N69") == "on N334"


def test_N334_enters_when_a_play_is_negated():
    s = Table().put("N334", "hand").put("N83", "enemy hand")
    s.command("C", {"text": "p_draw", "n": 1})
    s.act("play_command", "C").act("play_command", "N83", player=1)
    s.play_on(to="order_triggers").choose("yes")
    assert s.zone("N334") == "field"


def test_N414_falls_apart():
    s = Table().put("N414", "field").put("N3", "excluded").put("N10", "excluded")
    s.command("C", {"text": "p_damage", "n": 1}).act("play_command", "C")
    s.play_on(to="order_triggers")
    s.choose("yes").choose("N3").choose("N10")
    assert s.zone("N414") == "excluded"
    assert (s.zone("N3"), s.zone("N10")) == ("field", "field")


def test_N477_comes_back_from_exclusion():
    s = Table().put("N477", "enemy excluded").next_turn()
    assert s.zone("N477") == "enemy field"


def test_N483_lowers_the_hand_limit():
    s = Table().put("N483", "enemy field").hand("N1", "N3", "N8", "N10", "N13", "N17")
    s.pass_().play_on(to="main", player=1)
    assert s.count("hand") == 4


def test_N676_gives_upkeep_to_a_race():
    s = Table(nodes=0).put("N676", "hand").put("n", "nodes").put("n2", "nodes").put("n3", "nodes")
    s.put("N10", "enemy underworld").put("F", "enemy field", races=["fairy"])
    play(s, "N676", "play_character")
    assert s.zone("N10") == "on N676"
    s.next_turn()
    assert s.zone("F") == "enemy underworld"


def test_N678_grows_by_magicians():
    s = Table().put("N678", "field").put("M", "field", races=["magician"])
    assert (s.value("N678", "attack"), s.value("N678", "toughness")) == (4, 3)


def test_N695_is_cheaper_and_takes_no_battle_damage():
    s = Table(nodes=6).put("N695", "hand").deck("N66")
    s.act("play_character", "N695").play_on(to="found").choose("N66")
    assert s.timings("node_paid") == []
    assert s.zone("N66") == "hand"
    s = Table().put("N695", "field").put("B", "enemy field", attack=9, toughness=9)
    attacked(s, "N695", "B").play_on()
    assert s.zone("N695") == "field"


def test_N799_strikes_first_when_left_alone():
    s = Table().put("N799", "field").put("B", "enemy field", attack=5, toughness=4)
    attacked(s, "N799", "B").play_on()
    assert s.zone("N799") == "field"
    assert s.zone("B") == "enemy underworld"


def test_N817_does_not_wake_by_itself_but_when_you_are_hit():
    s = Table(player=0).put("N817", "field", asleep=True).put("A", "enemy field")
    s.next_turn().act("attack", "A").play_on()
    assert not s.flag("N817", "asleep")
    s = Table().put("N817", "field", asleep=True)
    s.next_turn().next_turn()
    assert s.flag("N817", "asleep")
    s = Table().put("N817", "field").act("grow_by_life", "N817").choose(5).play_on()
    assert (s.life(), s.value("N817", "attack")) == (20, 14)


def test_N904_transforms_until_the_next_own_turn():
    s = Table().put("N904", "field").act("transform", "N904").play_on()
    assert (s.value("N904", "attack"), s.value("N904", "toughness")) == (2, 1)
    s.next_turn().next_turn()
    assert (s.value("N904", "attack"), s.value("N904", "toughness")) == (0, 3)


def test_N904_transforms_to_fight():
    s = Table().put("N904", "field").put("B", "enemy field", toughness=2)
    s.act("attack", "N904").choose("yes").act("defend", "B", player=1).play_on()
    assert s.zone("B") == "enemy underworld"
    assert s.zone("N904") == "field"


def test_N930_discards_a_field_card_for_its_cost():
    s = Table().put("N930", "enemy field").put("N23", "field").to_phase(Phase.DISCARD, 1)
    s.act("discard_for_its_cost", "N930", player=1).choose("N23").play_on(to="main", player=1)
    assert s.zone("N23") == "underworld"


def test_N930_turned_is_no_object_of_spells():
    s = Table().put("N930", "enemy field", transformed=True).put("N70", "hand")
    assert s.refused("play_spell", "N70")


def test_N1033_becomes_a_beast():
    s = Table(at="priority", turn=2).put("N1033", "field")
    s.play_on(to="priority", player=0)
    s.to_phase(Phase.MAINTENANCE)
    s.act("skip_draw_and_transform", "N1033").play_on(to="main")
    assert (s.value("N1033", "attack"), s.value("N1033", "graze")) == (6, 3)
    assert s.timings("drew") == []


def test_N1130_shelters_with_few_nodes():
    s = Table(nodes=2).put("N1130", "field").put("N61", "enemy hand")
    s.act("shelter", "N1130").next_turn().play_on(to="main", player=1)
    assert s.can("play_spell", "N61")
    s = Table(nodes=2, player=1).put("N1130", "field").put("N61", "enemy hand")
    s.pass_(1).act("shelter", "N1130", player=0)
    assert s.refused("play_spell", "N61")
    s = Table(nodes=3).put("N1130", "field")
    assert s.refused("shelter", "N1130")
    s = Table().put("A", "field", races=["youkai"], attack=9).put("N1130", "enemy field")
    attacked(s, "A", "N1130").play_on()
    assert s.zone("N1130") == "enemy field"


@pytest.mark.parametrize("fans", range(5))
def test_P200_by_popularity(fans):
    s = Table().put("P200", "enemy field").put("A", "field", attack=5)
    for number in range(fans):
        s.put(f"fan {number}", on="P200", face_down=True)
    s.command("C", {"text": "p_draw", "n": 1})
    assert s.can("play_command", "C") == (fans < 4)
    s.act("attack", "A")
    if s.waiting_for == "answer" and s.can("leader_takes_it", "P200") and fans == 1:
        s.act("leader_takes_it", "P200", player=1)
    s.play_on()
    assert s.life(1) == (25 if fans == 1 else 20 if fans == 0 else 22)


def test_P200_resists_and_carries_popularity():
    s = Table().put("P200", "hand").deck("A", "B").act("play_character", "P200").play_on()
    assert len(s.hanging_on("P200")) == 2
    s = Table(leader_popularity=4).put("P200", "hand").act("play_character", "P200").play_on()
    assert len(s.hanging_on("P200")) == 4


# ---------------------------------------------------------------- spells


def test_N49_is_a_sleeping_character():
    s = play(Table().put("N49", "hand"), "N49", "play_spell")
    assert s.zone("N49") == "field"
    assert s.flag("N49", "asleep")


def test_N66_wakes_and_weakens_once():
    s = Table().put("N66", "field", asleep=True).act("wake_and_weaken", "N66").play_on()
    assert (s.value("N66", "attack"), s.flag("N66", "asleep")) == (2, False)
    assert s.refused("wake_and_weaken", "N66")


def test_N66_wants_upkeep():
    s = Table(nodes=0).put("N66", "enemy field")
    assert s.next_turn().zone("N66") == "enemy underworld"
    s = Table(nodes=0).put("N66", "enemy field").put("N34", "enemy field")  # its caster
    assert s.next_turn().zone("N66") == "enemy field"


def test_N61_takes_attack():
    s = Table().put("N61", "hand").put("B", "enemy field", attack=4)
    play(s, "N61", "play_spell")
    assert s.value("B", "attack") == 1


def test_N67_cancels_an_attack():
    s = Table().put("A", "field").put("N67", "enemy field").put("Z", "enemy underworld")
    s.act("attack", "A").act("stop_attack", "N67", player=1).play_on()
    assert s.life(1) == 25
    assert s.zone("Z") == "on N67"


def test_N68_raises_a_vampire_for_a_turn():
    s = Table().put("N68", "field").put("N10", "underworld").act("raise_vampire", "N68").play_on()
    assert s.zone("N10") == "field"
    assert s.next_turn().zone("N10") == "excluded"


def test_N69_strengthens_and_returns():
    s = Table().put("L", "field", abilities=["legend"], toughness=4).put("N69", "hand")
    s.put("B", "enemy field")
    play(s, "N69", "play_spell")
    assert s.value("L", "attack") == 8
    assert s.flag("L", "asleep")
    s.next_turn().next_turn()
    s.act("throw_spear", "N69").play_on()
    assert (s.value("L", "attack"), s.value("L", "toughness")) == (11, 1)
    attacked(s, "L").play_on()
    assert s.zone("N69") == "hand"
    assert s.life(1) == 14


def test_N69_is_for_legends_only():
    assert Table().put("B", "field").put("N69", "hand").refused("play_spell", "N69")


def test_N70_makes_resolute():
    s = Table().put("N70", "hand").put("B", "enemy field")
    assert play(s, "N70", "play_spell").zone("B") == "enemy underworld"


def test_N112_hits_a_race():
    s = Table().put("N112", "hand").put("B", "enemy field", races=["god"]).put("D", "enemy field")
    s.act("play_spell", "N112").choose("god").play_on()
    assert (s.zone("B"), s.zone("D")) == ("enemy underworld", "enemy field")


def test_N117_makes_vampires_and_may_cost_life():
    s = Table(nodes=0).put("N117", "enemy field").put("B", "enemy field", races=["god"])
    assert s.value("B", "attack") == 2
    s.pass_().play_on(to="pays_life").choose("yes")
    assert s.life(1) == 23
    assert s.zone("N117") == "enemy field"


def test_N120_saves_its_host():
    s = Table().put("B", "field").put("N120", on="B").command("C", {"text": "p_damage", "n": 3})
    s.do("C").choose("yes")
    assert (s.zone("B"), s.zone("N120")) == ("field", "underworld")


def test_N122_excludes_a_name():
    s = Table().put("N122", "hand").put("N1", "hand", alias="mine")
    s.put("N1", "enemy hand", alias="theirs").put("N3", "enemy hand")
    s.act("play_spell", "N122").choose("mine").play_on()
    assert (s.zone("mine"), s.zone("theirs")) == ("excluded", "enemy excluded")
    assert s.zone("N3") == "enemy hand"


def test_N218_see_the_rulings():
    s = Table().put("H", "field").put("N218", "hand")
    assert play(s, "N218", "play_spell").zone("H") == "enemy field"


def test_N348_lets_the_enemy_pick():
    s = Table().deck("N1", "N3", "N8").put("N348", "hand").act("play_spell", "N348")
    s.play_on(to="taken")
    assert s.player == 1


def test_N364_uses_a_dead_spell():
    s = Table().put("N364", "hand").put("N49", "enemy underworld")
    s.act("play_spell", "N364").play_on()
    assert s.zone("N49") == "field"


def test_N424_keeps_you_alive_and_kills_you():
    s = Table().put("N424", "field").command("C", {"text": "p_hurt_self", "n": 30})
    s.command("K", {"text": "p_remove", "stage": "discard"}).do("C")
    assert not s.over
    s.do("K", "N424")
    assert (s.outcome, s.winner) == ("lost_by_card", 1)


def test_N587_negates_what_it_guesses_and_wins_when_empty():
    s = Table().put("N587", "enemy field").put("N83", on="N587", face_down=True, known_to=1)
    s.put("N83", "hand", alias="copy").put("N31", "enemy field")
    s.command("E", {"text": "p_draw", "n": 1}, player=1)
    s.command("C", {"text": "p_draw", "n": 1}).act("play_command", "C")
    s.act("calculate", "N587", player=1).choose("C").play_on()
    assert (s.outcome, s.winner) == ("won_by_card", 1)


def test_N587_hides_three_cards():
    s = Table().put("N587", "hand").put("N676", "hand").put("N678", "field")
    s.deck("A", "B", "C", player=1)
    s.act("play_spell", "N587").play_on(to="excludes").choose("N676", "N678")
    s.choose("A", "B", "C")
    assert sorted(s.hanging_on("N587")) == ["A", "B", "C"]
    assert s.knows(0, "A")
    assert not s.knows(1, "A")


def test_N602_freezes_and_hastens():
    s = Table().put("N602", "field").put("B", "enemy field", asleep=True).put("X", "hand")
    s.act("hasten_next", "N602").play_on().act("play_character", "X")
    assert not s.flag("X", "asleep")
    assert s.next_turn().flag("B", "asleep")


def test_N1341_is_no_card_to_play_but_resolves_by_another():
    assert Table().put("N1341", "hand").refused("play_spell", "N1341")
    s = Table().put("N1341", "underworld").put("N364", "hand").put("N83", "enemy underworld")
    s.act("play_spell", "N364").play_on(to="chosen_mode").choose("first").play_on()
    assert s.zone("N83") == "field"
    assert s.value("N83", "attack") == 0


def test_N1471_feeds_on_excluded_cards():
    s = Table().put("N1471", "hand").put("N1", "hand").put("B", "enemy field")
    s.act("play_spell", "N1471").play_on(to="excludes").choose("N1").play_on(to="chosen")
    s.choose("B").play_on()
    assert (s.zone("N1"), s.zone("B")) == ("excluded", "enemy underworld")


# ---------------------------------------------------------------- commands


def test_N75_becomes_a_node_once_a_turn():
    s = Table(nodes=0).put("N75", "hand").put("N75", "hand", alias="second")
    s.act("play_command", "N75")
    assert s.count("nodes") == 1
    assert s.refused("play_command", "N75")


def test_N78_discards_from_the_deck():
    s = Table().put("N78", "hand").deck("N1", "N3").act("play_command", "N78")
    s.play_on(to="discards").choose("N1", "N3").pass_()
    assert s.zone("N1") == s.zone("N3") == "underworld"


def test_N83_halts_a_command():
    s = Table().put("N83", "enemy hand").command("C", {"text": "p_draw", "n": 1})
    s.act("play_command", "C").act("play_command", "N83", player=1).play_on()
    assert s.timings("drew") == []
    assert s.timings("play_negated") == [("play_negated", "C")]


def test_N88_returns_for_life():
    s = Table().put("B", "field").put("N88", on="B").command("C", {"text": "p_damage", "n": 3})
    s.do("C").choose("yes")
    assert (s.zone("N88"), s.life()) == ("hand", 24)
    s = Table().put("B", "field").put("N88", on="B").act("host_pierces_now", "N88").play_on()
    assert s.value("B", "attack") == 3


def test_N98_silences_the_turn():
    s = Table(at="priority").put("N98", "hand").put("N23", "field").put("B", "enemy field")
    s.command("C", {"text": "p_draw", "n": 1}).to_phase(Phase.MAINTENANCE)
    s.act("play_command", "N98").play_on(to="main")
    assert s.refused("play_command", "C")
    assert s.refused("borrow", "N23")
    s.next_turn()
    assert s.life(1) == 24


def test_N99_takes_a_character():
    s = Table().put("N99", "hand").put("B", "enemy field")
    s.command("K", {"text": "p_remove", "stage": "discard"})
    assert play(s, "N99").zone("B") == "field"
    s.do("K", "N99")
    assert s.zone("B") == "enemy field"


def test_N133_dissolves_a_spell():
    s = Table().put("N70", "hand").put("B", "enemy field").put("N133", "enemy hand")
    s.act("play_spell", "N70").play_on(to="answer").act("play_command", "N133", player=1).play_on()
    assert s.zone("B") == "enemy field"
    assert s.timings("drew") == [("drew", "player 0")]


def test_N133_cannot_be_negated():
    s = Table().put("N70", "hand").put("B", "enemy field").put("N133", "enemy hand")
    s.put("N83", "hand")
    s.act("play_spell", "N70").play_on(to="answer").act("play_command", "N133", player=1)
    s.play_on(to="answer", player=0).act("play_command", "N83").play_on()
    assert s.zone("B") == "enemy field"


def test_N134_puts_a_spell_on_top():
    s = Table().put("N134", "hand").deck("N1", "N70").act("play_command", "N134")
    s.play_on(to="found").choose("N70")
    assert s.cards("deck")[0] == "N70"
    assert s.knows(1, "N70")


def test_N135_makes_nodes_of_beasts():
    s = Table(nodes=3).put("N135", "hand").put("N23", "underworld").put("N1", "underworld")
    s.act("play_command", "N135").play_on(to="moves").choose("N23")
    assert s.zone("N23") == "nodes"
    assert s.flag("N23", "asleep")


def test_N138_hits_a_player_or_a_character():
    s = Table().put("N138", "hand").put("B", "enemy field", toughness=2)
    s.act("play_command", "N138").choose("second", 1).play_on()
    assert s.life(1) == 24
    s = Table().put("N138", "hand").put("B", "enemy field", toughness=2)
    s.act("play_command", "N138").choose("first").play_on()
    assert s.zone("B") == "enemy underworld"


def test_N138_returns_a_copy():
    s = Table(at="priority").put("N138", "underworld").put("N138", "underworld", alias="copy")
    s.to_phase(Phase.MAINTENANCE)
    s.act("mansion_again", "copy")
    assert sorted([s.zone(c) for c in ("copy",)]) == ["excluded"]
    assert s.count("hand") == 1


def test_N140_forbids_attacks_until_someone_is_hurt():
    s = Table().put("A", "field").put("N140", on="A").put("B", "field")
    assert s.refused("attack", "A")
    s.act("attack", "B").play_on()
    assert s.zone("N140") == "underworld"


def test_N140_cancels_an_attack():
    s = Table().put("A", "field").put("N140", "enemy hand").act("attack", "A")
    s.act("play_command", "N140", player=1).play_on()
    assert s.life(1) == 25


def test_N148_redirects():
    s = Table().put("B", "enemy field").put("D", "enemy field").put("N148", "enemy hand")
    s.command("C", {"text": "p_damage", "n": 1}).act("play_command", "C").choose("B")
    s.act("play_command", "N148", player=1).play_on(to="redirects").choose("D").play_on()
    assert (s.value("B", "effect_damage"), s.value("D", "effect_damage")) == (0, 1)


def test_N149_brings_a_defender():
    s = Table().put("A", "field", attack=4).put("N149", "enemy hand").deck("N39", player=1)
    s.act("attack", "A").act("play_command", "N149", player=1).play_on(to="found").choose("N39")
    s.play_on()
    assert s.life(1) == 25
    assert s.zone("A") == "underworld"
    s.next_turn()
    assert s.zone("N39") != "enemy field"


def test_N149_is_a_direct_answer_only():
    s = Table().put("N149", "enemy hand").put("A", "field").command("C", "p_none")
    s.command("E", "p_none", player=1).act("play_command", "C")
    assert s.refused("play_command", "N149")


def test_N229_returns_with_ambush():
    s = Table().put("N31", "field").put("N229", "hand")
    play(s, "N229")
    assert s.zone("N31") == "hand"
    assert s.can("play_ambush", "N31")
    assert not s.next_turn().can("play_ambush", "N31")


def test_N247_hides_until_the_next_turn():
    s = Table().put("B", "enemy field").put("N247", "hand")
    assert play(s, "N247").zone("B") == "enemy excluded"
    s.next_turn()
    assert s.zone("B") == "enemy excluded"
    s.next_turn()
    assert s.zone("B") == "enemy field"


def test_N282_turns_nodes_into_wraiths():
    s = Table(nodes=3).put("N282", "hand").put("N1", "hand")
    play(s, "N282")
    assert s.count("field") == 3
    assert s.value("node 0", "attack") == 1
    s.next_turn()
    assert s.count("nodes") == 3
    assert s.flag("node 0", "asleep")


def test_N285_lends_printed_stats():
    s = Table().put("N1", "field").put("N39", "enemy underworld").put("N285", "hand")
    play(s, "N285")
    assert (s.value("N1", "attack"), s.value("N1", "toughness")) == (3, 7)


def test_N376_reads_minds():
    s = Table().put("N376", "enemy field").put("N83", on="N376", face_down=True, known_to=1)
    s.put("N83", "hand", alias="copy").command("C", {"text": "p_draw", "n": 1}, player=1)
    s.command("M", {"text": "p_draw", "n": 1})
    s.act("play_command", "M").act("read_mind", "N376", player=1).play_on()
    assert s.zone("N376") == "enemy underworld"
    assert len(s.timings("drew")) == 2
    assert s.knows(0, "N83") or s.zone("N83") == "enemy underworld"


def test_N376_hides_a_card():
    s = Table().put("N376", "hand").deck("N1", "N3").act("play_command", "N376")
    s.play_on(to="found").choose("N3")
    assert s.zone("N3") == "on N376"
    assert s.knows(0, "N3")
    assert not s.knows(1, "N3")


def test_N387_lets_two_come():
    s = Table().put("N387", "field").put("Old", "field")
    for name in ("X", "Y", "Z"):
        s.put(name, "underworld")
        s.command(f"C{name}", "p_enter_asleep")
    s.do("CX", "X").do("CY", "Y").do("CZ")
    assert [s.zone(c) for c in ("Old", "X", "Y")] == ["field"] * 3
    assert s.zone("Z") == "underworld"


def test_N388_lets_no_sleeping_node_pay():
    s = Table(nodes=0).put("N388", "enemy field").put("n", "nodes", asleep=True)
    s.command("C", {"text": "p_draw", "n": 1}, cost=1)
    assert s.refused("play_command", "C")
    assert Table().put("N388", "hand").refused("play_command", "N388")


def test_N453_buys_a_turn_and_loses_at_its_end():
    s = Table().put("A", "field", attack=30).put("N453", "enemy field")
    s.act("attack", "A").play_on()
    assert (s.life(1), s.zone("N453")) == (1, "enemy underworld")
    assert s.game.turn_player == 1
    s.play_on(to="main", player=1)
    assert not s.over
    while not s.over and s.game.turn_player == 1:
        s.pass_()
    assert (s.outcome, s.winner) == ("lost_by_card", 0)


def test_N545_wants_three_or_the_host():
    s = Table(nodes=0).put("B", "enemy field").put("N545", on="B")
    assert s.next_turn().zone("B") == "enemy underworld"


def test_N545_moves_on():
    s = Table().put("B", "field").put("D", "field").put("N545", on="B")
    s.act("change_host", "N545").play_on()
    assert s.zone("N545") == "on D"
    assert s.flag("B", "asleep")


def test_N630_gathers_and_hands_out():
    s = Table().put("N630", "hand").put("N69", "underworld").deck("N88")
    s.put("N41", "field").act("play_command", "N630")
    s.play_on(to="found").choose("N69", "N88")
    assert sorted(s.hanging_on("N630")) == ["N69", "N88"]
    s.act("hand_out_equip", "N630").play_on(to="moves").choose("N69")
    assert s.zone("N69") == "on N41"
    assert s.value("N41", "attack") == 15


def test_N630_goes_without_equips():
    s = Table().put("N630", "hand").act("play_command", "N630").play_on()
    assert s.zone("N630") == "underworld"


def test_N635_see_the_rulings():
    s = Table(nodes=5).put("N635", "hand").put("A", "hand").put("N1", "underworld")
    play(s, "N635")
    assert s.zone("N1") == "underworld"  # two cards cannot be discarded


def test_N879_excludes_the_decks_the_second_time():
    s = Table(nodes=9).put("N879", "hand", alias="one").put("N879", "hand", alias="two")
    s.put("N1", "underworld").act("play_command", "one").play_on()
    assert s.count("excluded") == 1
    s.next_turn().next_turn()
    s.act("play_command", "two").play_on()
    assert s.zone("N1") == "deck"


def test_N1020_locks_the_excluded_area():
    s = Table().put("N1020", "field").put("N477", "enemy excluded")
    assert s.next_turn().zone("N477") == "enemy excluded"


def test_N1020_leaves_for_a_last_spell():
    s = Table().put("N1020", "field").put("N120", "hand").put("B", "field")
    play(s, "N120", "play_spell")
    assert s.zone("N1020") == "underworld"
    assert s.timings("drew") == [("drew", "player 0")]


# ---------------------------------------------------------------- cards that are made up


def test_M01_defends_from_the_hand():
    s = Table().put("M-01", "enemy hand").put("A", "field", attack=1)
    attacked(s, "A").act("defend_by_ambush", "M-01", player=1).play_on()
    assert s.timings("defended") == [("defended", "M-01")]
    assert s.life(1) == 25
    assert s.zone("M-01") == "enemy field"
    assert s.flag("M-01", "asleep")


@pytest.mark.parametrize(("answer", "hurt"), [("yes", 2), ("no", 0)])
def test_M02_wants_to_be_paid(answer, hurt):
    s = Table().put("M-02", "enemy field").put("N138", "hand")
    s.act("play_command", "N138").choose("first", "M-02").play_on(to="pays_blessing")
    s.choose(answer).play_on()
    assert s.value("M-02", "effect_damage") == hurt
    assert s.zone("N138") == "underworld"


@pytest.mark.parametrize(("answer", "hits"), [("yes", False), ("no", True)])
def test_M03_wants_to_be_paid_while_it_is_played(answer, hits):
    s = Table().put("M-03", "hand").put("N83", "enemy hand").put("B", "enemy field", toughness=9)
    s.act("play_command", "M-03").choose("first", "B").play_on(to="answer")
    s.act("play_command", "N83", player=1).play_on(to="pays_blessing").choose(answer).play_on()
    assert s.value("B", "effect_damage") == (2 if hits else 0)


def test_M04_is_a_caster_and_a_legend():
    s = Table(nodes=0).put("M-04", "field").put("N69", "hand")
    s.act("play_spell", "N69").choose("M-04").play_on()
    assert s.zone("N69") == "on M-04"
    assert s.value("M-04", "attack") == 9


def test_every_card_has_a_test():
    numbers = {card.number.replace("-", "") for card in tefuda.load("set_extract").pool}
    tested = {name.split("_")[1] for name in globals() if name.startswith("test_")}
    assert numbers <= tested
