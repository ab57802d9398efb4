"""Rulings of processes and modifiers, items, areas and stacked cards (sections I and J).

What effects do is let happen by texts of ``probe.py``; rulings of single cards stand beside those.
"""

from __future__ import annotations

import pytest

from .table import event, lycee, probed

DRAW = {"text": "draw_cards", "n": 1}


def happening(text, *choices, **table):
    """Give a table where an event of this text was used and these choices were made."""
    s = event(probed(), "Plan", text)
    for card, (place, words) in table.items():
        s.put(card, place, **words)
    return s.act("use_event", "Plan").choose(*choices)


def test_L136_tapping_the_tapped_runs_both_timings_and_is_no_success():
    s = happening("probe_tap", "A", A=("AF left", {"tapped": True}))
    assert s.timings("making_acted", "made_acted") == [("making_acted", "A"), ("made_acted", "A")]
    assert s.timings("drew_by_effect") == []


def test_L271_tapping_happens_between_its_two_timings():
    s = happening("probe_tap", "A", A=("AF left", {}))
    s.happened("making_acted A", "A: tapped", "made_acted A", "drew_by_effect player 0")


def test_L272_untapping_happens_between_its_two_timings():
    s = happening("probe_untap", "A", A=("AF left", {"tapped": True}))
    s.happened("making_not_acted A", "A: not tapped", "made_not_acted A")


def test_L137_a_move_to_an_occupied_cell_stops_before_its_timings():
    s = happening("probe_move", "A", "AF centre", A=("AF left", {}), B=("AF centre", {}))
    assert s.timings("moving", "moved", "drew_by_effect") == []
    assert s.zone("A") == "AF left"


def test_L139_a_move_to_the_same_cell_is_none():
    s = happening("probe_move", "A", "AF left", A=("AF left", {}))
    assert s.timings("moving", "moved") == []


def test_L274_a_move_happens_between_its_two_timings():
    s = happening("probe_move", "A", "AF centre", A=("AF left", {}))
    s.happened("moving A", "A: AF left to AF centre", "moved A")


def test_L275_of_two_moved_the_first_is_done_before_the_second_begins():
    s = event(probed(), "Plan", "probe_move_two").put("A", "AF left").put("B", "DF left")
    s.act("use_event", "Plan").choose("A", "AF centre", "B", "DF centre")
    s.happened("moving A", "moved A", "moving B", "moved B")


def rearranged(*places):
    """Give a table where A, B and C are placed anew, in this order."""
    s = event(probed(), "Plan", "probe_rearrange")
    s.put("A", "AF left").put("B", "AF centre").put("C", "AF right")
    return s.act("use_event", "Plan").choose(*places)


def test_L140_who_keeps_its_cell_in_a_rearrangement_has_not_moved():
    s = rearranged("AF centre", "AF left", "AF right")
    assert s.timings("moved") == [("moved", "A"), ("moved", "B")]
    assert s.timings("swapped") == [("swapped", "A"), ("swapped", "B"), ("swapped", "C")]
    s.happened("moved B", "swapped A")


def test_L277_two_that_change_places_are_swapped_and_moved_never_moving():
    s = rearranged("AF centre", "AF left", "AF right")
    s.happened("swapping A", "A: AF left to AF centre", "moved A", "moved B", "swapped A")
    assert s.timings("moving") == []


def test_L278_no_place_is_named_twice():
    s = rearranged("AF centre")
    assert s.legal("next_place") == ["AF left", "AF right"]


def test_L143_what_is_given_after_a_swap_adds_up_on_it():
    s = event(probed().put("A", "AF left", ap=1, dp=4), "Swap", "probe_swap_stats")
    event(s, "More", {"text": "probe_change", "dp": 1})
    s.act("use_event", "Swap").choose("A").act("use_event", "More").choose("A")
    assert (s.value("A", "ap"), s.value("A", "dp")) == (4, 2)


def test_L286_what_is_given_after_a_setting_adds_up_on_it():
    s = probed().put("A", "AF left", ap=3)
    event(s, "Two", {"text": "probe_change", "ap": 2})
    event(s, "Set", {"text": "probe_set_ap", "n": 1})
    event(s, "One", {"text": "probe_change", "ap": 1})
    for card in ("Two", "Set", "One"):
        s.act("use_event", card).choose("A")
    assert s.value("A", "ap") == 2


def test_L145_a_static_ability_works_though_it_cannot_be_used():
    s = event(probed(), "Plan", "probe_bar").put("CH-0246", "DF left", alias="Preacher")
    s.put("A", "AF left", abilities=[DRAW]).put("Coin", "hand", type="event", ex=1)
    s.act("use_event", "Plan").pay("Coin").choose("Preacher")
    assert s.refused("draw_cards", "A")


def test_L146_an_original_ap_of_zero_does_no_damage():
    s = lycee().put("A", "AF left", ap=4).put("EV-0139", "hand", alias="Suppression")
    s.put("Coin", "hand", type="event", ex=2, attributes=["snow"])
    s.act("use_event", "Suppression").pay("Coin").choose("A").act("attack", "A").play_on()
    assert s.count("enemy dust box") == 0


def test_L148_what_an_item_gives_stays_at_the_end_of_the_turn():
    s = lycee().put("A", "AF left", ap=1)
    s.put("Sword", on="A", type="item", abilities=[{"text": "bearer_ap", "n": 1}])
    assert s.value("A", "ap") == 2
    assert s.end_turn().value("A", "ap") == 2


def test_L229_at_the_end_of_the_turn_only_what_events_gave_is_gone():
    s = probed().put("A", "AF left", dp=1, sp=1).put("B", "enemy AF left", ap=3)
    s.put("Sword", on="A", type="item", abilities=[{"text": "bearer_sp", "n": 1}])
    event(s, "Down", {"text": "probe_change", "ap": -2})
    event(s, "Up", {"text": "probe_change", "dp": 1})
    s.act("use_event", "Down").choose("B").act("use_event", "Up").choose("A")
    assert (s.value("B", "ap"), s.value("A", "dp"), s.value("A", "sp")) == (1, 2, 2)
    s.end_turn()
    assert (s.value("B", "ap"), s.value("A", "dp"), s.value("A", "sp")) == (3, 1, 2)


def test_L149_a_change_of_cell_by_a_rearrangement_counts_as_moved():
    for places, zone in (
        (["enemy AF centre", "enemy AF left"], "enemy AF centre"),
        ([], "enemy dust box"),
    ):
        s = probed(player=1).put("X", "enemy AF left").put("Y", "enemy AF centre")
        s.put("EV-0030", "hand", alias="Rocket")
        s.put("Coin", "hand", type="event", ex=2, attributes=["snow"])
        event(s, "Plan", "probe_rearrange", player=1)
        s.pass_(1).act("use_event", "Rocket").pay("Coin").choose("X")
        if places:
            s.play_on("main").act("use_event", "Plan").choose(*places)
        s.end_turn()
        assert s.zone("X") == zone


def taught(text):
    s = event(probed(), "Plan", text).put("A", "AF left", abilities=[DRAW])
    return s.act("use_event", "Plan").choose("A")


def test_L280_a_gained_ability_lasts_to_the_end_of_the_turn():
    s = taught("probe_teach")
    assert s.can("probe_strengthen_itself", "A")
    s.end_turn().end_turn()
    assert s.refused("probe_strengthen_itself", "A")


def test_L281_a_lost_ability_is_back_in_the_next_turn():
    s = taught("probe_lose_special")
    assert s.refused("draw_cards", "A")
    s.end_turn().end_turn()
    assert s.can("draw_cards", "A")


def test_L283_what_was_declared_before_the_bar_is_processed():
    s = event(probed().put("A", "AF left", abilities=[DRAW]), "Plan", "probe_bar", player=1)
    s.act("draw_cards", "A").respond("use_event", "Plan").choose("A").pass_(0)
    assert s.timings("drew_by_effect") == [("drew_by_effect", "player 0")]
    assert s.refused("draw_cards", "A")


# ---------------------------------------------------------------- items, areas, stacked cards (J)


@pytest.mark.parametrize("free", [True, False])
def test_L151_an_item_may_be_put_on_an_enemy_unless_it_is_for_friends(free):
    s = lycee().put("B", "enemy AF left").put("Sword", "hand", type="item", friend_only=not free)
    if not free:
        assert s.refused("equip", "Sword")
        return
    s.act("equip", "Sword").choose("B")
    assert s.zone("Sword") == "on B"


def test_L152_an_area_may_be_laid_under_an_enemy_cell_without_one():
    s = lycee().put("Garden", "hand", type="area").put("Old", "enemy areas AF left", type="area")
    s.act("lay_area", "Garden")
    assert "enemy areas AF left" not in s.legal("cell")
    s.choose("enemy areas AF centre")
    assert s.zone("Garden") == "enemy areas AF centre"


def test_L157_a_stacked_card_goes_to_its_owners_dust_box():
    s = event(probed().put("A", "AF left"), "Shot", "probe_discard")
    s.put("Card", on="A", link="stacked", owner=1)
    s.act("use_event", "Shot").choose("A")
    assert (s.zone("A"), s.zone("Card")) == ("dust box", "enemy dust box")
