"""Rulings of costs and payment (section B, and the rulebook's example of costs).

Not here, since their cards' texts are not written yet: L025 (a text that aims at payment cards,
CH-0022) and L026 (a cost paid by an event of the hand, CH-0009). L022 uses EV-0002 in the place of
EV-0028: both pay four points, only their own costs differ.
"""

from __future__ import annotations

from .table import event, lycee, probed

DRAW = {"text": "draw_cards", "n": 1}


def coin(s, name="Coin", *attributes, ex=2, player=0):
    """Put a card into a hand that is good for paying only."""
    return s.put(
        name, "hand", player=player, type="event", ex=ex, attributes=list(attributes or ["flower"])
    )


def test_L016_a_surplus_point_is_lost():
    s = coin(lycee().put("Girl", "hand", cost={"flower": 1}))
    s.act("enter", "Girl").pay("Coin").choose("AF left")
    assert (s.zone("Girl"), s.zone("Coin")) == ("AF left", "dust box")


def test_L017_two_cards_pay_three_points_and_nothing_is_kept():
    s = lycee().put("Girl", "hand", cost={"flower": 3}).put("Next", "hand", cost={"flower": 1})
    coin(coin(s), "Other")
    s.act("enter", "Girl").pay("Coin", "Other").choose("AF left")
    assert s.zone("Girl") == "AF left"
    assert s.refused("enter", "Next")


def test_L019_any_card_pays_an_any_point():
    s = coin(lycee().put("Girl", "hand", cost={"any": 1}), "Coin", "sun", ex=1)
    s.act("enter", "Girl").pay("Coin").choose("AF left")
    assert s.zone("Coin") == "dust box"


def test_L020_each_point_of_a_card_is_of_any_of_its_attributes():
    s = coin(lycee().put("Girl", "hand", cost={"flower": 1, "sun": 1}), "Coin", "flower", "sun")
    s.act("enter", "Girl").pay("Coin").choose("AF left")
    assert s.zone("Girl") == "AF left"


def test_L022_the_surplus_of_an_inner_payment_does_not_flow_outward():
    s = lycee().put("Big", "hand", cost={"snow": 5}).put("EV-0002", "hand")
    coin(s, "Coin", "snow", ex=3)
    assert s.refused("enter", "Big")


def test_L023_four_and_four_points_pay_eight():
    s = lycee().put("Big", "hand", cost={"snow": 8})
    s.put("EV-0002", "hand", alias="First").put("EV-0002", "hand", alias="Second")
    coin(coin(s, "Coin", "snow"), "Other", "snow")
    s.act("enter", "Big")
    s.act("declare as a cost", "First").pay("Coin").choose("snow")
    s.act("declare as a cost", "Second").pay("Other").choose("snow")
    s.choose("AF left")
    assert s.zone("Big") == "AF left"
    assert s.count("dust box") == 4


def test_L028_points_credited_by_a_character_count_after_it_is_gone():
    s = probed().put("CH-0050", "DF left", alias="Payer").put("Girl", "hand", cost={"sun": 1})
    event(s, "Shot", "probe_discard", player=1)
    s.act("enter", "Girl").act("declare as a cost", "Payer").choose("AF left")
    s.respond("use_event", "Shot").choose("Payer")
    assert (s.zone("Payer"), s.zone("Girl")) == ("dust box", "AF left")


def test_L029_abilities_cost_one_point_more_beside_the_preacher():
    s = lycee().put("CH-0246", "DF left", alias="Preacher")
    s.put("A", "AF left", abilities=[DRAW, {**DRAW, "tap": True}])
    assert s.refused("draw_cards", "A")
    s = coin(lycee().put("CH-0246", "DF left").put("A", "AF left", abilities=[DRAW]), ex=1)
    s.act("draw_cards", "A").pay("Coin")
    assert s.zone("Coin") == "dust box"


def test_L031_attack_defence_and_support_cost_nothing_more():
    s = lycee().put("CH-0246", "DF left").put("A", "AF left", ap=1).put("B", "AF centre", sp=1)
    s.put("Guard", "enemy DF right", dp=1)
    s.act("attack", "A").choose("Guard").act("support", "B", player=0)
    assert s.flag("B", "tapped")


def test_L032_an_increase_by_a_response_makes_an_exact_payment_fail():
    s = coin(probed(), ex=1)
    event(s, "Plan", "probe_draw", cost={"flower": 1})
    event(s, "Call", "probe_bring", player=1)
    s.put("CH-0246", "enemy hand", alias="Preacher")
    s.act("use_event", "Plan").pay("Coin")
    s.respond("use_event", "Call").choose("Preacher", "enemy DF left")
    assert s.count("hand") == 0
    assert s.zone("Plan") == s.zone("Coin") == "dust box"


def itself():
    """Give a table on which A draws a card by discarding itself, and the enemy can answer."""
    s = probed().put("A", "AF left", abilities=[{**DRAW, "discards_itself": True}])
    return event(s, "Wind", "probe_bounce", player=1)


def test_L034_who_will_discard_itself_is_still_in_play_while_answers_are_open():
    s = itself().act("draw_cards", "A")
    assert (s.waiting_for, s.player, s.zone("A")) == ("response", 1, "AF left")
    s.respond("use_event", "Wind").choose("A").pass_(0)
    assert s.zone("A") == "hand"


def test_L035_a_bearer_that_is_gone_cannot_pay_with_itself():
    s = itself().act("draw_cards", "A").respond("use_event", "Wind").choose("A").pass_(0)
    assert s.cards("hand") == ["A"]


# ---------------------------------------------------------------- the rulebook's example


def example():
    """Give the hand of the example, with the numbers that matter."""
    s = lycee()
    for number in ("CH-0598", "CH-0597"):
        s.put(number, "hand", ex=2, attributes=["flower"], cost={"flower": 2})
    s.put("CH-0404", "hand")
    s.put("AR-0023", "hand", type="area", attributes=["flower"], cost={"flower": 2})
    return s.put("EV-0194", "hand", type="event", attributes=["flower"], ex=2, cost={"flower": 3})


def test_L202_an_area_of_two_points_is_laid_under_an_empty_cell():
    s = example()
    s.act("lay_area", "AR-0023").pay("CH-0598").choose("AF centre")
    assert (s.zone("AR-0023"), s.zone("CH-0598")) == ("areas AF centre", "dust box")
    assert s.count("hand") == 3


def test_L203_a_character_enters_above_the_area_and_one_point_is_lost():
    s = example()
    s.act("lay_area", "AR-0023").pay("CH-0598").choose("AF centre")
    s.act("enter", "CH-0404").pay("CH-0597", "EV-0194").choose("AF centre")
    assert (s.zone("CH-0404"), s.zone("AR-0023")) == ("AF centre", "areas AF centre")
    assert not s.flag("CH-0404", "tapped")
    assert (s.count("hand"), s.count("dust box")) == (0, 3)


def test_L205_the_spare_point_is_not_kept_for_an_ability():
    s = lycee().put("A", "DF left", abilities=[{**DRAW, "cost": {"any": 1}}])
    coin(coin(s.put("Girl", "hand", cost={"flower": 3})), "Other")
    s.act("enter", "Girl").pay("Coin", "Other").choose("AF left")
    assert s.refused("draw_cards", "A")


def test_L206_a_card_of_two_attributes_pays_either_and_no_third():
    for attribute, pays in (("moon", True), ("space", True), ("sun", False)):
        s = coin(lycee().put("Girl", "hand", cost={attribute: 1}), "Twins", "moon", "space", ex=1)
        assert s.can("enter", "Girl") is pays


def test_L208_of_a_payment_card_only_its_points_count():
    s = probed().put("Girl", "hand", cost={"flower": 1})
    event(s, "Plan", "probe_draw", ex=1, attributes=["flower"], cost={"flower": 3})
    s.act("enter", "Girl").pay("Plan").choose("AF left")
    assert (s.zone("Plan"), s.timings("drew_by_effect")) == ("dust box", [])
