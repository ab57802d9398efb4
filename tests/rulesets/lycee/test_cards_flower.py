"""The effects of the flower and sun characters."""

from __future__ import annotations

from .cards_table import duel, spend, table


def test_CH_0003_discards_who_battles_a_friend():
    s = table(3).put("CH-0003", "DF left").put("A", "AF left", ap=1)
    s.put("Guard", "enemy DF right", dp=5)
    spend(duel(s).act("discard_opponent_of_friend", "CH-0003"), 3)
    assert s.play_on().zone("Guard") == "enemy dust box"


def test_CH_0026_moves_before_an_attack():
    s = table(player=1).put("CH-0026", "DF right").put("A", "enemy AF right", ap=1)
    s.act("attack", "A").respond("move_to_attacked_cell", "CH-0026")
    assert s.zone("CH-0026") == "DF left"


def test_CH_0030_supports_from_afar():
    s = (
        table(stop_at=["battle"])
        .put("CH-0030", "DF right")
        .put("A", "AF left", ap=1)
        .put("B", "enemy DF right", dp=5)
    )
    duel(s, "A", "B").act("support", "CH-0030")
    assert s.value("A", "ap") == 3


def test_CH_0050_pays_a_sun_point():
    s = table().put("CH-0050", "DF left").put("Girl", "hand", cost={"sun": 1})
    s.act("enter", "Girl").choose("AF left")
    assert s.flag("CH-0050", "tapped")
    assert s.zone("Girl") == "AF left"


def test_CH_0054_chases_its_opponent():
    s = table(1).put("CH-0054", "AF left").put("Guard", "enemy DF right", dp=5)
    duel(s, "CH-0054").act("chase_after_battle", "CH-0054").play_on("cell").choose("enemy AF right")
    assert s.zone("Guard") == "enemy AF right"


def test_CH_0124_is_not_downed_alone():
    s = table().put("CH-0124", "AF left").put("Guard", "enemy DF right", ap=5, dp=5)
    assert duel(s, "CH-0124").play_on().zone("CH-0124") == "AF left"


def test_CH_0172_raises_the_other_stat():
    s = table(stop_at=["battle"]).put("CH-0172", "AF centre").put("A", "AF left", ap=1, dp=1)
    duel(s.put("Guard", "enemy DF right", dp=9)).act("support", "CH-0172")
    assert (s.value("A", "ap"), s.value("A", "dp")) == (1, 3)


def test_CH_0197_has_dash_in_a_full_row():
    s = table().put("CH-0197", "AF left").put("B", "AF centre").put("C", "AF right")
    s.put("Guard", "enemy DF right", ap=9, dp=2)
    duel(s, "CH-0197").play_on()
    assert (s.zone("CH-0197"), s.zone("Guard")) == ("AF left", "enemy dust box")


def test_CH_0246_makes_everything_dearer():
    s = table().put("CH-0246", "DF left").put("CH-0004", "DF right").put("Girl", "hand")
    assert not s.can("draw_cards", "CH-0004")
    assert not s.can("enter", "Girl")


def test_CH_0252_wakes_when_a_neighbour_falls():
    s = table(player=1).put("CH-0252", "DF centre", tapped=True).put("Guard", "DF left", dp=1)
    duel(s.put("A", "enemy AF right", ap=3)).play_on()
    assert s.zone("Guard") == "dust box"
    assert not s.flag("CH-0252", "tapped")


def test_CH_0304_a_renamed_character_keeps_its_new_name_out():
    s = table(1).put("CH-0304", "DF left").put("A", "AF left").put("Nina", "hand", alias="Nina")
    assert s.can("enter", "Nina")
    spend(s.act("rename", "CH-0304"), 1).choose("A").choose("Nina")
    assert not s.can("enter", "Nina")


def test_CH_0361_refuses_an_entry():
    s = table(2, player=1).put("CH-0361", "DF left").put("Girl", "enemy hand")
    s.act("enter", "Girl").choose("enemy AF left")
    spend(s.act("refuse_entry", "CH-0361"), 2)
    assert s.play_on().zone("Girl") == "enemy hand"


def test_CH_0400_halts_a_battle_against_a_male():
    s = table().put("CH-0400", "AF left").put("Guard", "enemy DF right", ap=9, gender="male")
    duel(s, "CH-0400").act("halt_battle_against_male", "CH-0400").play_on()
    assert s.zone("CH-0400") == "AF left"


def test_CH_0404_who_it_supports_gains_besides():
    s = table(stop_at=["battle"]).put("CH-0404", "AF centre").put("A", "AF left", ap=1, dp=1)
    duel(s.put("Guard", "enemy DF right", dp=9)).act("support", "CH-0404")
    assert (s.value("A", "ap"), s.value("A", "dp")) == (3, 2)


def test_CH_0475_every_card_pays_two():
    s = table().put("CH-0475", "DF left").put("Poor", "hand", attributes=["sun"], ex=0)
    s.put("Girl", "hand", cost={"sun": 2}, ex=0, attributes=["moon"])
    s.act("enter", "Girl").pay("Poor").choose("AF left")
    assert s.zone("Girl") == "AF left"


def test_CH_0486_steals_an_item_and_draws():
    s = table(1).put("CH-0486", "DF left").put("B", "enemy AF left").put("IT-0039", on="B")
    s.put("A", "AF left")
    hand = s.count("hand")
    s.act("steal_item", "CH-0486").pay("Coin").choose("IT-0039").choose("A").play_on()
    assert s.zone("IT-0039") == "on A"
    assert s.count("hand") == hand + 1


def test_CH_0597_raises_both_of_a_male():
    for gender, values in (("male", (3, 3)), ("female", (3, 1))):
        s = (
            table(stop_at=["battle"])
            .put("CH-0597", "AF centre")
            .put("A", "AF left", ap=1, dp=1, gender=gender)
        )
        duel(s.put("Guard", "enemy DF right", dp=9)).act("support", "CH-0597")
        assert (s.value("A", "ap"), s.value("A", "dp")) == values


def test_CH_0598_mills_for_a_male():
    s = (
        table(stop_at=["battle"])
        .put("CH-0598", "AF centre")
        .put("A", "AF left", ap=1, gender="male")
    )
    s.put("Guard", "enemy DF right", dp=9)
    before = s.count("deck")
    duel(s).act("support", "CH-0598")
    assert s.count("deck") == before - 1


def test_CH_0601_needs_two_bases():
    s = table().put("CH-0601", "hand").put("Ann", "AF left", person=5)
    assert not s.can("convert", "CH-0601")
    s = (
        table()
        .put("CH-0601", "hand")
        .put("Ann", "AF left", person=5)
        .put("Bea", "DF left", person=6)
    )
    s.act("convert", "CH-0601").choose("Bea")
    assert s.zone("CH-0601") == "DF left"
    assert sorted(s.cards("hand")) == ["Ann", "Bea"]


def test_CH_0601_supports_itself():
    s = table(stop_at=["battle"]).put("CH-0601", "AF left").put("Guard", "enemy DF right", dp=9)
    duel(s, "CH-0601").act("support_itself", "CH-0601")
    assert s.value("CH-0601", "ap") == 2


def test_CH_0789_discards_enemies_that_texts_move():
    s = table(4).put("CH-0789", "DF right").put("EV-0058", "hand").put("B", "enemy AF right")
    s.put("CH-0304", "enemy DF left")
    spend(s.act("use_event", "EV-0058"), 4).choose("B")
    assert s.zone("B") == "DF left"


def test_CH_0791_stats_return_to_the_original():
    s = table(stop_at=["battle"]).put("CH-0791", "AF centre").put("A", "AF left", ap=1)
    s.put("Guard", "enemy DF right", dp=9)
    duel(s).modify("A", "ap", 4)
    s.act("support", "CH-0791")
    assert s.value("A", "ap") == 2
