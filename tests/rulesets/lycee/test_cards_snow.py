"""The effects of the snow characters and of the colourless ones."""

from __future__ import annotations

from .cards_table import duel, spend, table


def test_CH_0001_whoever_is_downed_is_removed():
    s = table().put("CH-0001", "DF centre").put("A", "AF left", ap=3, dp=3)
    duel(s.put("Guard", "enemy DF right", dp=1)).play_on()
    assert s.zone("Guard") == "enemy removed"


def test_CH_0002_all_enemies_lose_dp():
    s = table(1).put("CH-0002", "DF left").put("B", "enemy AF left", dp=3)
    spend(s.act("change_enemies", "CH-0002"), 1)
    assert s.value("B", "dp") == 2
    assert s.flag("CH-0002", "tapped")
    assert s.end_turn().value("B", "dp") == 3


def test_CH_0004_draws_a_card():
    s = table().put("CH-0004", "DF left").deck("Top")
    assert s.act("draw_cards", "CH-0004").zone("Top") == "hand"


def test_CH_0009_an_event_of_the_hand_pays_points_of_any_attributes():
    s = table().put("CH-0009", "DF left").put("Plan", "hand", type="event", ex=2)
    s.put("Girl", "hand", cost={"sun": 1, "moon": 1})
    s.act("enter", "Girl").choose("AF left")
    assert (s.zone("Girl"), s.zone("Plan")) == ("AF left", "dust box")


def test_CH_0009_pays_no_more_points_than_the_event_has():
    s = table().put("CH-0009", "DF left").put("Plan", "hand", type="event", ex=1)
    assert not s.put("Girl", "hand", cost={"sun": 1, "moon": 1}).can("enter", "Girl")


def test_CH_0076_enters_a_character_that_must_be_paid_for_and_never_comes_back():
    s = table().put("CH-0076", "DF centre").put("Lost", "dust box", cost={"snow": 4})
    s.act("recall", "CH-0076").choose("AF left")
    assert s.zone("Lost") == "AF left"
    assert not s.can("attack", "Lost")
    s.play_on("pay_tax", player=0).choose("no")
    assert s.zone("Lost") == "removed"


def test_CH_0127_enters_a_character_at_its_cost():
    s = table(1).put("CH-0127", "AF left").put("Lost", "dust box", cost={"snow": 2}, restriction=8)
    s.act("buy_back", "CH-0127").choose("Lost")
    assert s.zone("Lost") == "DF left"
    assert (s.zone("CH-0127"), s.count("hand")) == ("dust box", 0)


def test_CH_0151_eats_a_neighbour_or_goes():
    s = table(player=1).put("CH-0151", "AF left").put("Prey", "AF centre", sp=2)
    s.play_on("discard", player=0).choose("Prey")
    assert (s.value("CH-0151", "ap"), s.value("CH-0151", "dp")) == (5, 5)
    s = table(player=1).put("CH-0151", "AF left").put("Prey", "AF right")
    assert s.end_turn().zone("CH-0151") == "dust box"


def test_CH_0152_who_was_challenged_must_defend_against_it():
    s = table(2).put("CH-0152", "AF left").put("B", "enemy DF right", dp=20)
    spend(s.act("challenge", "CH-0152"), 2)
    s.play_on()
    assert s.value("CH-0152", "ap") == 13
    s.act("attack", "CH-0152")
    assert ("defender_named", "B") in s.timings()


def test_CH_0152_another_attack_ends_the_challenge():
    s = table(2).put("CH-0152", "AF left").put("B", "enemy DF right").put("A", "AF right", ap=1)
    spend(s.act("challenge", "CH-0152"), 2)
    s.play_on().act("attack", "A").play_on().act("attack", "CH-0152")
    assert s.waiting_for == "name_defender"
    assert s.can("pass")


def test_CH_0202_friends_in_its_row_are_no_target_of_special_abilities():
    s = table().put("CH-0202", "enemy AF left").put("B", "enemy AF centre")
    s.put("C", "enemy DF left").put("CH-0259", "AF left").act("lend_penalty", "CH-0259")
    assert sorted(s.legal("target")) == ["C", "CH-0259"] or "B" not in s.legal("target")


def test_CH_0212_removes_cards_named_like_the_one_on_it():
    s = table().put("CH-0212", "DF left").put("Twin", "enemy dust box", alias="First")
    s.put("Twin", "enemy AF left", alias="Second", dp=0) if False else None
    s.act("collect_card", "CH-0212")
    assert s.hanging_on("CH-0212") == ["First"]


def test_CH_0259_gives_penalty():
    s = table().put("CH-0259", "AF left").put("B", "enemy DF right", dp=0).put("A", "AF centre")
    s.act("lend_penalty", "CH-0259").choose("B").play_on()
    before = s.count("enemy deck")
    duel(s, "CH-0259", "B").play_on()
    assert s.count("enemy deck") == before - 1


def test_CH_0260_battles_with_its_item_only():
    s = table().put("CH-0260", "AF left").put("A", "AF right", ap=1)
    assert s.refused("attack", "CH-0260")
    s = table().put("CH-0260", "AF left").put("IT-0001", on="CH-0260")
    assert s.can("attack", "CH-0260")


def test_CH_0379_nobody_supports():
    s = table(1).put("CH-0379", "AF right").put("A", "AF left", ap=1).put("B", "AF centre", sp=2)
    s.act("forbid_support", "CH-0379").play_on()
    s.act("attack", "A")
    assert s.refused("support", "B")


def test_CH_1383_takes_the_attacker_and_a_friend_along_and_is_removed():
    s = table(player=1).put("CH-1383", "DF left").put("Friend", "AF left")
    s.put("A", "enemy AF right", ap=5)
    s.act("attack", "A", player=1).choose("CH-1383")
    assert s.zone("A") == "enemy dust box"
    s = table(1).put("CH-1383", "DF left").put("EV-0027", "hand").put("Friend", "AF left")
    s.act("use_event", "EV-0027").play_on()
    assert s.zone("CH-1383") == "removed"


def test_CH_1384_returns_to_hand_and_mills():
    s = table(1).put("CH-1384", "DF left").put("EV-0027", "hand").put("B", "AF left")
    before = s.count("deck")
    s.act("use_event", "EV-0027").play_on()
    assert s.zone("CH-1384") == "hand"
    assert s.count("deck") == before - 1
