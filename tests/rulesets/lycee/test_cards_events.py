"""The effects of the events."""

from __future__ import annotations

from .cards_table import duel, spend, table


def use(s, card, coins=1):
    """Use an event and pay for it."""
    return spend(s.act("use_event", card), coins)


def test_EV_0002_pays_four_points_of_one_attribute():
    s = table(1).put("EV-0002", "hand").put("Girl", "hand", cost={"sun": 4})
    s.act("enter", "Girl").act("declare_as_cost", "EV-0002").play_on()
    assert s.zone("Girl") != "hand"
    s = table(1).put("EV-0002", "hand").put("Girl", "hand", cost={"sun": 3, "moon": 1})
    assert not s.can("enter", "Girl")


def test_EV_0007_each_player_taps_one():
    s = use(
        table(1).put("EV-0007", "hand").put("A", "AF left").put("B", "enemy AF left"), "EV-0007"
    )
    s.choose("A", player=0).choose("B", player=1)
    assert s.flag("A", "tapped")
    assert s.flag("B", "tapped")


def test_EV_0027_discards_all_characters():
    s = table(1).put("EV-0027", "hand").put("A", "AF left").put("B", "enemy AF left")
    use(s, "EV-0027").play_on()
    assert (s.zone("A"), s.zone("B")) == ("dust box", "enemy dust box")


def test_EV_0028_pays_for_a_friend_tapped():
    s = table(1).put("EV-0028", "hand").put("A", "AF left").put("Girl", "hand", cost={"sun": 4})
    s.act("enter", "Girl").act("declare_as_cost", "EV-0028").play_on()
    assert s.flag("A", "tapped")
    assert s.zone("EV-0028") == "dust box"
    s = table(1).put("EV-0028", "hand").put("A", "AF left", tapped=True)
    assert not s.put("Girl", "hand", cost={"sun": 4}).can("enter", "Girl")


def test_EV_0030_who_does_not_move_is_discarded():
    s = (
        table(1, player=1)
        .put("EV-0030", "hand")
        .put("B", "enemy AF left")
        .put("C", "enemy DF right")
    )
    s.pass_(1)
    spend(s.act("use_event", "EV-0030"), 1).choose("B")
    s.end_turn()
    assert s.zone("B") == "enemy dust box"


def test_EV_0037_discards_a_declared_event():
    s = (
        table(1, 1, player=1)
        .put("EV-0037", "hand")
        .put("EV-0027", "enemy hand")
        .put("A", "AF left")
    )
    spend(s.act("use_event", "EV-0027"), 1).respond("use_event", "EV-0037")
    assert s.play_on().zone("A") == "AF left"
    assert s.zone("EV-0027") == "enemy dust box"


def test_EV_0058_captures():
    s = table(4).put("EV-0058", "hand").put("B", "enemy AF right").put("C", "enemy AF left")
    s.put("D", "DF right")
    use(s, "EV-0058", 4).play_on()
    assert s.zone("B") == "DF left"


def test_EV_0071_swaps_across():
    s = table(3).put("EV-0071", "hand").put("A", "AF left").put("B", "enemy DF right")
    use(s, "EV-0071", 3).play_on()
    assert (s.zone("A"), s.zone("B")) == ("enemy DF right", "AF left")


def test_EV_0076_every_payment_card_counts_two():
    s = table().put("EV-0076", "hand").put("Penny", "hand", ex=1, attributes=["moon"])
    s.put("Dime", "hand", ex=0, attributes=["sun"]).put("Girl", "hand", cost={"snow": 2}, ex=0)
    s.act("enter", "Girl").act("declare_as_cost", "EV-0076").pay("Penny").pay("Dime").play_on()
    assert s.zone("Girl") == "AF left"


def test_EV_0108_another_receives_the_support():
    s = (
        table(2, player=1, stop_at=["battle"])
        .put("EV-0108", "hand")
        .put("A", "DF left", dp=1)
        .put("C", "AF right", ap=1)
    )
    s.put("B", "enemy AF right", ap=1).put("Cheer", "enemy AF centre", sp=2)
    duel(s, "B", "A").act("support", "Cheer")
    spend(s.respond("use_event", "EV-0108"), 2).choose("C")
    assert s.value("C", "ap") == 3
    assert s.value("B", "ap") == 1


def test_EV_0119_chooses_new_targets():
    s = (
        table(1, player=1)
        .put("EV-0119", "hand")
        .put("CH-0259", "enemy AF left")
        .put("A", "AF left")
    )
    s.act("lend_penalty", "CH-0259").choose("A")
    s.respond("use_event", "EV-0119").pass_(1).choose("CH-0259").play_on()
    assert s.zone("EV-0119") == "dust box"
    assert s.zone("CH-0259") == "enemy AF left"


def test_EV_0139_the_original_ap_is_zero():
    s = table(1).put("EV-0139", "hand").put("A", "AF left", ap=4)
    use(s, "EV-0139").play_on()
    before = s.count("enemy deck")
    assert s.act("attack", "A").play_on().count("enemy deck") == before


def test_EV_0154_is_cheaper_by_the_card_it_cancels():
    s = table(2, 1, player=1).put("EV-0154", "hand").put("Girl", "enemy hand", cost={"sun": 2})
    s.act("enter", "Girl").choose("enemy AF left")
    spend(s.act("use_event", "EV-0154"), 2).play_on()
    assert s.zone("Girl") == "enemy dust box"
    assert not table(2).put("EV-0154", "hand").can("use_event", "EV-0154")


def test_EV_0195_taps_for_long_and_can_be_paid_with_a_friend():
    s = table().put("EV-0195", "hand").put("A", "DF left", attributes=["flower"])
    s.put("B", "enemy AF left")
    s.act("use_event", "EV-0195").play_on()
    assert s.zone("A") == "dust box"
    assert s.flag("B", "tapped")
    assert s.play_on("main", player=1).flag("B", "tapped")


def test_EV_0198_draws_are_punished():
    s = table(1, player=1).put("EV-0198", "hand").put("CH-0004", "enemy DF left")
    s.put("Card", "enemy hand", copies=2).pass_(1)
    spend(s.act("use_event", "EV-0198"), 1)
    before = s.count("hand")
    s.play_on("main", player=1).act("draw_cards", "CH-0004").play_on()
    assert s.count("enemy hand") == 2
    assert s.count("hand") == before + 2


def test_L160_two_players_punishing_draws_stop_after_a_lap():
    s = table(1, 1).put("EV-0198", "hand", alias="Own")
    s.put("EV-0198", "enemy hand", alias="Other").put("CH-0004", "DF left")
    s.put("Card", "hand", copies=4).put("Thing", "enemy hand", copies=4)
    spend(s.act("use_event", "Own"), 1).play_on().pass_(0)
    spend(s.act("use_event", "Other", player=1), 1).play_on("main", player=0)
    own, other = s.count("hand"), s.count("enemy hand")
    decks = s.count("deck"), s.count("enemy deck")
    s.act("draw_cards", "CH-0004").play_on()
    # One drawn, one discarded, two for the enemy; for these two discarded, two drawn; an end.
    assert (s.count("hand"), s.count("enemy hand")) == (own + 1 - 1 + 2, other + 2 - 2)
    assert (s.count("deck"), s.count("enemy deck")) == (decks[0] - 3, decks[1] - 2)


def test_EV_0199_loses_at_the_end_of_the_next_enemy_turn():
    s = table(1).put("EV-0199", "hand").put("Old", "dust box", copies=3)
    before = s.count("deck")
    use(s, "EV-0199").play_on()
    assert s.count("deck") == before + 3 + 1
    assert s.count("dust box") in (0, 1)
    s.end_turn().end_turn()
    assert (s.outcome, s.winner) == ("lost_by_effect", 1)


def test_EV_0209_takes_an_enemy_for_two_friends():
    s = table(1).put("EV-0209", "hand").put("A", "AF left").put("C", "DF left")
    s.put("B", "enemy DF right")
    use(s, "EV-0209").choose("DF left")
    assert s.zone("B") == "DF left"
    assert (s.zone("A"), s.zone("C")) == ("dust box", "dust box")
