"""The effects of the moon characters."""

from __future__ import annotations

import pytest

from .cards_table import duel, spend, table


def test_CH_0015_bans_the_name_of_a_card_seen():
    s = table().put("CH-0015", "DF left").put("Plan", "enemy hand", type="event")
    s.act("ban_random_name", "CH-0015")
    assert s.knows(0, "Plan")
    assert not s.can("use_event", "Plan")


def test_CH_0019_rearranges_a_row():
    s = table(2).put("CH-0019", "DF left").put("B", "enemy AF left").put("C", "enemy AF right")
    spend(s.act("rearrange_row", "CH-0019"), 2).choose("enemy AF centre")
    s.choose("enemy AF right", "enemy AF centre")
    assert (s.zone("B"), s.zone("C")) == ("enemy AF right", "enemy AF centre")


def test_CH_0022_voids_a_payment_card():
    s = table(2, 1, player=1).put("CH-0022", "DF left").put("Girl", "enemy hand", cost={"sun": 2})
    s.act("enter", "Girl").choose("enemy AF left")
    spend(s.act("void_payment", "CH-0022"), 2).play_on()
    assert s.zone("Girl") == "enemy dust box"


def test_CH_0023_pushes_who_stands_beside_it_aside():
    s = table(1).put("CH-0023", "AF left").put("B", "AF centre")
    s.act("push_aside", "CH-0023").choose("AF centre")
    assert (s.zone("CH-0023"), s.zone("B")) == ("AF centre", "dust box")


def test_CH_0024_raises_both():
    s = table(stop_at=["battle"]).put("CH-0024", "AF centre").put("A", "AF left", ap=1, dp=1)
    s.put("Guard", "enemy DF right", dp=9, ap=0)
    duel(s).act("support", "CH-0024")
    assert (s.value("A", "ap"), s.value("A", "dp")) == (3, 3)


def test_CH_0084_both_mill_at_the_own_turn_start():
    s = table(player=1).put("CH-0084", "DF left").put("Coin", "hand")
    before = s.count("enemy deck")
    s.play_on("pay_tax", player=0).choose("yes")
    s.play_on("main", player=0)
    assert s.zone("CH-0084") == "DF left"
    assert s.count("enemy deck") == before - 1


def test_CH_0090_collects_cards_and_gives_them_at_seven():
    s = table(player=1).put("CH-0090", "DF left")
    s.put("Pile", on="CH-0090", link="stacked", copies=6, face_down=True)
    s.play_on("optional", player=0).choose("yes").play_on("main", player=0)
    assert s.hanging_on("CH-0090") == []
    assert s.zone("CH-0090") == "DF left"


def test_CH_0090_its_pile_goes_with_it():
    s = table(1).put("CH-0090", "DF left").put("EV-0027", "hand")
    s.put("Pile", on="CH-0090", link="stacked", face_down=True)
    s.act("use_event", "EV-0027").play_on()
    assert s.zone("Pile") == "dust box"


def test_CH_0094_discards_a_declared_event():
    s = table(1, 2, player=1).put("CH-0094", "DF left").put("EV-0007", "enemy hand")
    s.put("A", "AF left")
    spend(s.act("use_event", "EV-0007"), 1)
    s.act("discard_declared", "CH-0094").choose("EV-0007").play_on()
    assert s.zone("EV-0007") == "enemy dust box"
    assert not s.flag("A", "tapped")


def test_CH_0268_nobody_steps():
    s = table(1).put("CH-0268", "DF left").put("A", "AF left", abilities=["step", "jump", "escape"])
    assert s.can("step", "A")
    s.act("nobody_steps", "CH-0268").play_on()
    assert not s.can("step", "A")
    assert not s.can("jump", "A")
    assert s.can("escape", "A")


def test_CH_0271_its_pile_pays():
    s = table().put("CH-0271", "DF left").put("Girl", "hand", cost={"sun": 1, "snow": 1})
    s.act("start_request_pile", "CH-0271").play_on()
    s.act("enter", "Girl").choose("AF left")
    assert s.zone("Girl") == "AF left"
    assert s.hanging_on("CH-0271") == []


def test_CH_0330_the_enemy_discards_down_to_five():
    s = table().put("CH-0330", "DF left").put("Card", "enemy hand", copies=8)
    assert s.act("enemy_discards_down_to", "CH-0330").count("enemy hand") == 5


def test_CH_0384_forces_a_defence_in_its_column():
    s = table().put("CH-0384", "DF left").put("A", "AF left", ap=5).put("B", "enemy DF right")
    s.act("attack", "A")
    assert ("defender_named", "B") in s.timings()


def test_CH_0392_untaps_both_and_halts():
    s = table(1).put("CH-0392", "AF left").put("Guard", "enemy DF right", dp=0)
    duel(s, "CH-0392").act("halt_and_untap", "CH-0392").play_on()
    assert s.zone("Guard") == "enemy DF right"
    assert not s.flag("CH-0392", "tapped")
    assert not s.flag("Guard", "tapped")


def test_CH_0394_uses_an_event_of_the_dust_box_and_removes_it():
    s = table(2).put("CH-0394", "AF centre").put("EV-0139", "dust box")
    s.put("A", "AF left", ap=3).put("Spare", "hand")
    spend(s.act("use_found_event", "CH-0394"), 1).choose("Spare")
    s.play_on("target").choose("A")
    assert s.value("A", "ap") == 0
    assert s.zone("EV-0139") == "removed"


def test_CH_0395_refills_the_deck_when_the_opponent_is_downed():
    s = table().put("CH-0395", "AF left").put("Old", "dust box", copies=2)
    s.put("Guard", "enemy DF right", dp=1)
    before = s.count("deck")
    duel(s, "CH-0395").act("refill_if_downed", "CH-0395").play_on()
    assert s.count("deck") == before + 2
    assert s.count("dust box") == 0


def test_CH_0587_the_column_stays_tapped():
    s = table(2).put("CH-0587", "DF left").put("B", "enemy AF right", tapped=True)
    spend(s.act("column_stays_tapped", "CH-0587"), 2)
    s.play_on().play_on("main", player=1)
    assert s.flag("B", "tapped")
    assert s.can("side_step", "CH-0587") is False


def test_CH_0594_a_special_ability_fails():
    s = table(player=1).put("CH-0594", "DF left").put("CH-0004", "enemy DF left")
    hand = s.count("enemy hand")
    s.act("draw_cards", "CH-0004").respond("foil_special", "CH-0594").play_on()
    assert s.count("enemy hand") == hand
    assert s.flag("CH-0004", "tapped")


@pytest.mark.parametrize("base", [True, False])
def test_conversions_replace_their_base(base):
    s = table().put("CH-0594", "hand").put("Ida", "AF left", person=4, own_name=base)
    assert s.can("convert", "CH-0594") is base
    if base:
        s.act("convert", "CH-0594")
        assert (s.zone("CH-0594"), s.zone("Ida")) == ("AF left", "hand")
        assert s.flag("CH-0594", "locked")
        assert [name for name, _ in s.timings("entering", "left_play", "entered")] == [
            "entering",
            "left_play",
            "entered",
        ]
