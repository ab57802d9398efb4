"""The effects of the items and areas."""

from __future__ import annotations

from .cards_table import duel, spend, table


def test_IT_0001_the_opponent_is_downed():
    s = table().put("A", "AF left").put("IT-0001", on="A").put("Guard", "enemy DF right", dp=9)
    assert duel(s).play_on().zone("Guard") == "enemy dust box"


def test_IT_0002_makes_a_special_ability_cheaper():
    s = table().put("CH-0002", "DF left").put("IT-0002", on="CH-0002")
    assert s.can("change_enemies", "CH-0002")


def test_IT_0007_raises_the_hand_limit():
    s = table().put("A", "AF left").put("IT-0007", on="A").put("Card", "hand", copies=10)
    assert s.end_turn().count("hand") == 10


def test_IT_0034_clings_to_the_victor_and_discards_it():
    s = table(2, player=1).put("A", "DF left", dp=1).put("IT-0034", on="A")
    s.put("B", "enemy AF right", ap=3)
    duel(s, "B", "A").choose("yes")
    spend(s, 2).play_on("main", player=1)
    assert s.zone("IT-0034") == "on B"
    s.pass_(1).act("discard_by_item", "B").play_on()
    assert s.zone("B") == "enemy dust box"
    assert s.zone("IT-0034") == "dust box"


def test_IT_0039_raises_all_and_several_may_hang():
    s = table(2).put("A", "AF left", ap=1, dp=1, sp=1).put("IT-0039", on="A", alias="First")
    s.put("IT-0039", "hand", alias="Second")
    s.act("equip", "Second")
    spend(s, 2).play_on()
    assert [s.value("A", word) for word in ("ap", "dp", "sp")] == [3, 3, 3]


def test_IT_0043_nobody_supports_its_bearer():
    s = table().put("A", "AF left", ap=1).put("IT-0043", on="A").put("B", "AF centre", sp=1)
    s.act("attack", "A")
    assert s.refused("support", "B")


def test_IT_0075_brings_an_enemy_and_takes_it_along():
    s = table(3).put("IT-0075", "hand").put("A", "AF left").put("B", "enemy AF right")
    s.act("equip", "IT-0075")
    spend(s, 3).choose("A") if s.can("target", "A") else spend(s, 3)
    s.play_on()
    assert s.zone("B") == "DF left"
    s = table(1).put("A", "AF left").put("IT-0075", on="A").put("EV-0027", "hand")
    before = s.count("deck")
    s.act("use_event", "EV-0027").play_on()
    assert s.count("deck") == before - 3


def test_IT_0194_removes_after_damage():
    s = table().put("A", "AF left", ap=1).put("IT-0194", on="A").put("B", "enemy AF left")
    s.act("attack", "A").play_on()
    assert (s.zone("A"), s.zone("B")) == ("removed", "enemy removed")


def test_AR_0001_enemy_effects_change_no_stats_around_it():
    s = table(1, player=1).put("AR-0001", "areas AF centre").put("A", "AF left", dp=3)
    s.put("Hero", "DF right", person=1).put("CH-0002", "enemy DF left").put("Coin", "enemy hand")
    s.put("C", "DF left", dp=3)
    s.act("change_enemies", "CH-0002").play_on()
    assert (s.value("A", "dp"), s.value("C", "dp")) == (3, 2)


def test_AR_0002_changes_snow_characters_at_each_turn_start():
    s = (
        table(player=1)
        .put("AR-0002", "areas AF left")
        .put("A", "AF left", ap=3, attributes=["snow"])
    )
    s.play_on("main", player=0)
    assert s.value("A", "ap") == 2


def test_AR_0005_links_the_cells_around_it():
    s = (
        table()
        .put("AR-0005", "areas AF centre")
        .put("A", "AF left", ap=1)
        .put("B", "DF centre", sp=2)
    )
    s.act("attack", "A")
    assert s.can("support", "B")


def test_AR_0008_taxes_and_removes_the_other_sex():
    s = table(player=1).put("AR-0008", "areas DF left").put("Guard", "DF left", gender="female")
    s.put("A", "enemy AF right", ap=1, gender="male")
    duel(s)
    assert s.zone("A") == "enemy removed"
    before = s.count("deck")
    s.play_on("pay_tax", player=0).choose("yes")
    assert s.count("deck") == before - 2


def test_AR_0016_whom_an_enemy_effect_took_enters_again():
    s = table(1, player=1).put("AR-0016", "areas AF centre").put("A", "AF left")
    s.put("EV-0027", "enemy hand").put("Coin", "enemy hand")
    s.act("use_event", "EV-0027").play_on("main", player=1)
    assert s.zone("A") == "AF left"


def test_AR_0019_nothing_comes_to_a_dust_box():
    s = table(2).put("AR-0019", "hand").put("Old", "dust box")
    s.act("lay_area", "AR-0019")
    spend(s, 2).choose("AF left").play_on()
    assert s.zone("Old") == "removed"
    s = table(1).put("AR-0019", "areas AF left").put("EV-0027", "hand").put("B", "enemy AF left")
    s.act("use_event", "EV-0027").play_on()
    assert s.zone("B") == "enemy deck"


def test_AR_0019_must_be_fed():
    s = table(player=1).put("AR-0019", "areas AF left")
    before = s.count("deck")
    s.play_on("optional", player=0).choose("yes")
    assert s.count("removed") == 4
    s = table(player=1).put("AR-0019", "areas AF left")
    s.play_on("optional", player=0).choose("no")
    assert s.zone("AR-0019") == "deck"
    assert before > 4


def test_AR_0026_makes_an_entry_cheaper_once_a_turn():
    s = table().put("AR-0026", "areas AF left").put("Girl", "hand", cost={"snow": 2})
    s.put("Penny", "hand", attributes=["snow"], ex=1, type="event").put(
        "Next", "hand", cost={"snow": 2}
    )
    s.put("Dime", "hand", attributes=["snow"], ex=1, type="event", alias="Dime")
    s.act("enter", "Girl").choose("yes").pay("Penny")
    assert s.zone("Girl") == "AF left"
    assert not s.can("enter", "Next")


def test_AR_0047_another_is_sacrificed():
    s = (
        table(player=1)
        .put("AR-0047", "areas AF left")
        .put("Lamb", "AF left")
        .put("Guard", "DF left")
    )
    s.put("A", "enemy AF right", ap=5)
    duel(s).play_on("optional").choose("yes")
    assert (s.zone("Guard"), s.zone("Lamb")) == ("DF left", "dust box")
