"""What each character does."""

from __future__ import annotations

import pytest

from tefuda.rulesets.set_extract.kinds import Phase

from .table import Table, attacked, play


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
    s.happened("N39: field to deck", "N39: deck to hand")  # the text of C draws


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
