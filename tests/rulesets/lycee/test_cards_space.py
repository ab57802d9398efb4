"""The effects of the space characters."""

from __future__ import annotations

from .cards_table import duel, spend, table


def test_CH_0041_grows_in_front():
    s = table(1).put("CH-0041", "AF left")
    s.act("strengthen_itself_in_front", "CH-0041")
    assert s.value("CH-0041", "ap") == 5
    assert not table(1).put("CH-0041", "DF left").can("strengthen_itself_in_front", "CH-0041")


def test_CH_0117_removes_what_neighbours_down():
    s = table().put("CH-0117", "AF centre").put("A", "AF left", ap=3)
    assert duel(s.put("Guard", "enemy DF right", dp=1)).play_on().zone("Guard") == "enemy removed"


def test_CH_0189_taps_a_male_and_untaps_itself():
    s = table().put("CH-0189", "AF left", tapped=True).put("B", "AF right", gender="male")
    s.act("tap_male_to_untap", "CH-0189").choose("B")
    assert s.flag("B", "tapped")
    assert not s.flag("CH-0189", "tapped")


def test_CH_0239_the_column_loses_basic_abilities():
    s = table(1).put("CH-0239", "AF left").put("B", "enemy DF right", abilities=["dash"])
    s.act("column_loses_basic_abilities", "CH-0239").play_on()
    before = s.count("enemy deck")
    duel(s, "CH-0239", "B").play_on()
    assert s.count("enemy deck") == before


def test_CH_0239_mills_when_it_downs():
    s = table().put("CH-0239", "AF left").put("Guard", "enemy DF right", dp=1)
    before = s.count("enemy deck")
    assert duel(s, "CH-0239").play_on().count("enemy deck") == before - 1


def test_CH_0241_the_opponent_loses_its_special_abilities():
    s = table(1).put("CH-0241", "AF left").put("CH-0124", "enemy DF right")
    duel(s, "CH-0241", "CH-0124").act("opponent_loses_special_abilities", "CH-0241").play_on()
    assert s.zone("CH-0124") == "enemy dust box"


def test_CH_0299_cannot_be_defended_against_once():
    s = table(1).put("CH-0299", "AF left").put("Guard", "enemy DF right")
    for name, cell in zip(
        "BCDEF", ("AF centre", "AF right", "DF left", "DF centre", "DF right"), strict=True
    ):
        s.put(name, cell)
    s.act("attack_undefended", "CH-0299").play_on()
    before = s.count("enemy deck")
    assert s.act("attack", "CH-0299").play_on().count("enemy deck") == before - 5
    s.mark("CH-0299", tapped=False).act("attack", "CH-0299")
    assert s.waiting_for == "name_defender"


def test_CH_0312_keeps_a_trophy():
    s = table().put("CH-0312", "AF left").put("Guard", "enemy DF right", dp=1)
    assert duel(s, "CH-0312").play_on().count("set aside") == 1


def test_CH_0409_copies_basic_abilities():
    s = table().put("CH-0409", "AF left").put("B", "enemy DF right", abilities=["step", "dash"])
    s.act("copy_basic_abilities", "CH-0409").play_on()
    assert s.can("step", "CH-0409")


def test_CH_0411_matches_the_strongest():
    s = table().put("CH-0411", "AF left").put("B", "enemy AF left", ap=7).put("C", "DF left", dp=8)
    s.act("match_the_strongest", "CH-0411")
    assert (s.value("CH-0411", "ap"), s.value("CH-0411", "dp")) == (7, 8)


def test_CH_0414_gambles():
    s = table().put("CH-0414", "AF left").deck("Top")
    s.act("gamble_top_card", "CH-0414")
    assert (s.zone("Top"), s.value("CH-0414", "ap")) == ("dust box", 6)


def test_CH_0414_discards_a_character_when_it_downs():
    s = table().put("CH-0414", "AF left").put("Guard", "enemy DF right", dp=1)
    s.put("C", "enemy AF left")
    duel(s, "CH-0414").play_on("chosen").choose("C")
    assert s.zone("C") == "enemy dust box"


def test_CH_0416_is_no_target_of_what_is_cheaper():
    s = table(3).put("CH-0416", "enemy AF centre").put("EV-0139", "hand").put("B", "AF left")
    spend(s.act("use_event", "EV-0139"), 1)
    assert ("declared", "EV-0139") in s.timings()
    assert s.value("B", "ap") == 0


def test_CH_0604_weakens_those_it_fought():
    s = table().put("CH-0604", "AF left").put("Guard", "enemy DF right", ap=0, dp=1)
    s.put("C", "enemy DF left", dp=1)
    duel(s, "CH-0604").play_on().act("weaken_those_fought", "CH-0604").play_on()
    assert s.zone("Guard") == "enemy dust box"
    assert s.zone("C") == "enemy DF left"


def test_CH_0612_captures_in_its_column():
    s = table(3).put("CH-0612", "AF left").put("B", "enemy DF right")
    before = s.count("deck")
    spend(s.act("capture_in_column", "CH-0612"), 3).play_on()
    assert s.zone("B") == "DF left"
    assert s.count("deck") == before - 3


def test_CH_2305_steps_once_a_bonus_is_lost():
    s = table(1).put("CH-2305", "AF left").put("CH-0239", "DF left")
    s.act("column_loses_basic_abilities", "CH-0239").play_on()
    assert s.can("step", "CH-2305")


def test_CH_2305_removes_itself_after_damage_and_draws():
    s = table().put("CH-2305", "AF left").deck("Top")
    s.act("attack", "CH-2305").play_on()
    assert (s.zone("CH-2305"), s.zone("Top")) == ("removed", "hand")


def test_an_attacker_is_not_tapped_to_pay_for_its_own_side_attack():
    s = table().put("CH-0117", "AF centre", ap=1).put("EV-0028", "hand")
    s.put("Flake", "hand", type="event", ex=1, attributes=["snow"])
    s.act("attack", "CH-0117")
    assert s.waiting_for != "attacked_cell"
    s = table().put("CH-0117", "AF centre", ap=1).put("EV-0028", "hand").put("Friend", "DF left")
    s.put("Flake", "hand", type="event", ex=1, attributes=["snow"])
    s.act("attack", "CH-0117").choose("enemy DF left")
    s.choose("EV-0028").pay("Flake").play_on()
    assert s.flag("Friend", "tapped")
