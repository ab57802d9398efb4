"""Rulings about cards whose texts stand alone (those that the other modules leave out)."""

from __future__ import annotations

from .cards_table import duel, spend, table
from .table import event, probed


def test_L025_a_card_declared_as_a_cost_is_no_payment_card():
    s = table(2, 1, player=1).put("CH-0022", "DF left").put("EV-0002", "enemy hand")
    s.put("Girl", "enemy hand", cost={"sun": 4})
    s.act("enter", "Girl").act("declare_as_cost", "EV-0002").play_on()
    assert not s.can("void_payment", "CH-0022")
    assert s.zone("Girl") != "enemy hand"


def test_L026_two_points_of_different_attributes_from_one_event():
    s = table().put("CH-0009", "DF left").put("Plan", "hand", type="event", ex=2)
    s.put("Girl", "hand", cost={"sun": 1, "moon": 1})
    assert s.act("enter", "Girl").choose("AF left").zone("Girl") == "AF left"


def test_L047_who_entered_by_the_recaller_is_locked():
    s = (
        table()
        .put("CH-0076", "DF centre")
        .put("CH-0004", "dust box", restriction=1, like="CH-0004")
    )
    s.act("recall", "CH-0076").play_on()
    assert s.zone("CH-0004") == "AF left"
    assert not s.can("draw_cards", "CH-0004")
    assert not s.can("attack", "CH-0004")


def elopement():
    """Give a table on which an elopement is about to be declared on B, before two friends."""
    s = probed().put("EV-0209", "hand").put("Coin", "hand", type="event", ex=2, attributes=["moon"])
    return s.put("A", "AF left").put("C", "DF left").put("B", "enemy DF right")


def test_L064_an_enemy_moved_to_another_column_is_safe_and_so_are_the_friends():
    s = event(elopement(), "Shift", "probe_move", player=1)
    s.act("use_event", "EV-0209").respond("use_event", "Shift").choose("B")
    s.choose("enemy DF left").play_on()
    assert [s.zone(card) for card in "ABC"] == ["AF left", "enemy DF left", "DF left"]
    assert s.zone("EV-0209") == "dust box"


def test_L065_with_one_friend_left_it_goes_and_the_enemy_stays():
    s = event(elopement(), "Shot", "probe_discard", player=1)
    s.act("use_event", "EV-0209").respond("use_event", "Shot").choose("A").play_on()
    assert [s.zone(card) for card in "ABC"] == ["dust box", "enemy DF right", "dust box"]


def test_L077_a_target_that_changed_its_column_is_not_captured():
    s = event(probed().put("EV-0058", "hand"), "Shift", "probe_move", player=1)
    s.put("Coin", "hand", type="event", ex=2, attributes=["moon"], copies=4)
    spend(s.put("B", "enemy AF right").act("use_event", "EV-0058"), 4)
    s.respond("use_event", "Shift").choose("B").choose("enemy AF left").play_on()
    assert s.zone("B") == "enemy AF left"


def test_L109_the_bonus_goes_to_the_new_target():
    s = table(2, player=1, stop_at=["battle"]).put("EV-0108", "hand").put("C", "AF right", ap=1)
    s.put("B", "enemy AF right", ap=1).put("Cheer", "enemy AF centre", sp=2)
    s.act("attack", "B").act("support", "Cheer")
    spend(s.respond("use_event", "EV-0108"), 2)
    assert (s.value("C", "ap"), s.value("B", "ap")) == (3, 1)


def test_L112_the_charger_stays_when_armour_alone_would_down_it():
    s = table().put("CH-0124", "AF left").put("Guard", "enemy DF right", dp=5)
    s.put("IT-0001", on="Guard")
    assert duel(s, "CH-0124", "Guard").play_on().zone("CH-0124") == "AF left"


def test_armour_downs_who_is_not_saved():
    s = table().put("A", "AF left").put("Guard", "enemy DF right", dp=5).put("IT-0001", on="Guard")
    assert duel(s).play_on().zone("A") == "dust box"


def test_L127_a_queen_returned_to_hand_stays_there():
    s = event(probed(), "Hook", "probe_bounce").put("CH-1383", "DF left")
    s.act("use_event", "Hook").play_on()
    assert s.zone("CH-1383") == "hand"


def test_L154_with_the_own_cell_taken_the_item_stays_and_nobody_moves():
    s = table(3).put("IT-0075", "hand").put("A", "AF left").put("C", "DF left")
    s.put("B", "enemy AF right")
    s.act("equip", "IT-0075")
    spend(s, 3).choose("A").play_on()
    assert (s.zone("IT-0075"), s.zone("B")) == ("on A", "enemy AF right")


def test_L155_when_the_item_leaves_both_go_and_the_penalty_is_lost():
    s = table(3, 4).put("IT-0075", "hand").put("A", "AF left").put("B", "enemy AF right")
    s.put("EV-0058", "enemy hand")
    spend(s.act("equip", "IT-0075"), 3).choose("A").play_on()
    assert s.zone("B") == "DF left"
    before = s.count("deck")
    spend(s.pass_(0).act("use_event", "EV-0058"), 4).choose("A").play_on()
    assert [s.zone(card) for card in ("IT-0075", "A", "B")] == [
        "dust box",
        "dust box",
        "enemy dust box",
    ]
    assert s.count("deck") == before


def test_L158_three_drawn_three_discarded_and_two_for_the_user():
    s = table(1, player=1).put("EV-0198", "hand").put("Card", "enemy hand", copies=2)
    s.put("Girl", "enemy DF left", abilities=[{"text": "draw_cards", "n": 3}]).pass_(1)
    spend(s.act("use_event", "EV-0198"), 1)
    before = s.count("hand")
    s.play_on("main", player=1).act("draw_cards", "Girl").play_on()
    assert (s.count("enemy hand"), s.count("hand")) == (2, before + 2)


def test_L161_all_out_loses_at_the_end_of_the_next_enemy_turn():
    s = table(1).put("EV-0199", "hand")
    spend(s.act("use_event", "EV-0199"), 1).play_on()
    s.end_turn()
    assert not s.over
    s.end_turn()
    assert (s.outcome, s.winner) == ("lost_by_effect", 1)


def test_dash_on_both_sides_is_judged_at_once():
    s = table().put("A", "AF left", ap=3, dp=1, abilities=["dash"])
    s.put("Guard", "enemy DF right", ap=3, dp=1, abilities=["dash"])
    duel(s).play_on()
    assert (s.zone("A"), s.zone("Guard")) == ("dust box", "enemy dust box")


def test_a_character_that_falls_itself_has_its_bonus():
    s = table().put("A", "AF left", ap=3, dp=1, abilities=[{"text": "bonus_mill", "n": 1}])
    s.put("Guard", "enemy DF right", ap=3, dp=1)
    before = s.count("enemy deck")
    duel(s).play_on()
    assert s.zone("A") == "dust box"
    assert s.count("enemy deck") == before - 1
