"""Rulings on breaks, the stack, costs, negation, Bind and nasty texts, named by number."""

from typing import Any

from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}


def broken_by(s: Table, target: str | None = None, **words: Any) -> Table:
    """Player 0 holds the break B that shares an icon with all characters, and declares it."""
    words = {"type": "break", "mind": 4, "attack": 4, "endurance": 4, **words}
    s.put("B", "hand", **words)
    if target is not None:
        s.act("break with", "B").choose(target)
    return s


# ---------------------------------------------------------------- break


def test_A086_own_influence_target() -> None:
    for covered in (False, True):
        s = Table().char("D").char("Q", "EGO party", power=1)
        if covered:
            s.char("Over", "EGO party")
        broken_by(s, "Q", factor={"ego": 1})
        assert s.zone("Q") == "dominion"
        assert s.zone("B") == "on Q"
        assert (s.value("Q", "attack"), s.power("Q")) == (4, 1)


def test_A088_named_target() -> None:
    s = broken_by(Table().char("D", person=7), person=8)
    s.refused("set_break", "B")


def test_A088_same_name_and_open_name() -> None:
    assert broken_by(Table().char("D", person=7), person=7).can("break with", "B")
    assert broken_by(Table().char("D", person=7, open_name=True)).can("break with", "B")


def test_A089_steal() -> None:
    s = broken_by(Table().char("D", icons=[]).char("V", "enemy dominion"), "V", factor={"ego": 1})
    assert s.zone("V") == "enemy discard"
    assert s.zone("B") == "dominion"
    assert s.flag("B", "lone")


def test_A090_one_power_card_prevents_the_steal() -> None:
    s = broken_by(Table().char("V", "enemy dominion", power=1))
    s.refused("set_break", "B")


def test_A091_steal_from_influence() -> None:
    s = broken_by(Table().char("V", "enemy EGO party"), "V")
    assert s.zone("V") == "enemy discard"
    assert s.zone("B") == "dominion"


def test_A092_lone_break() -> None:
    s = broken_by(Table().char("V", "enemy dominion"), "V")
    s.play_on()
    assert s.zone("B") == "dominion"
    s = Table().char("L", type="break", lone=True)
    s.put("Undo", "hand", **FAST, abilities=["discard_break"]).act("declare fast", "Undo")
    assert s.zone("L") == "discard"


def test_A094_factor_lost() -> None:
    s = Table().char("D").char("E", icons=[])
    s.put("Kill", "enemy hand", **FAST, abilities=["discard_character"])
    broken_by(s, "D", factor={"ego": 2})
    s.act("declare fast", "Kill").choose("E").play_on()
    assert s.zone("B") == "discard"
    assert s.value("D", "attack") == 2


def test_A095_reveal_is_not_enter() -> None:
    s = Table().char("D", abilities=[{"text": "enters_drawing", "n": 1}])
    s.put("Undo", "enemy hand", **FAST, abilities=["discard_break"])
    broken_by(s, "D").pass_().act("declare fast", "Undo")
    assert s.zone("B") == "discard"
    assert s.value("D", "attack") == 2
    assert s.count("hand") == 0


def test_A097_fast_timed_break_at_full_power() -> None:
    s = Table(player=1).char("D", power=3, person=7).char("A", "enemy dominion", power=1)
    s.put("B", "hand", type="break", person=7, fast_break=True)
    s.act("attack", "A").play_on(to="response", player=0)
    s.act("break at once with", "B").play_on()
    assert s.zone("B") == "on D"


def test_A098_set_from_discard_by_text() -> None:
    for icons, legal in (([], False), (["student"], True)):
        s = Table().char("D", icons=["student"], factions=["wiz"]).char("E", factions=["wiz"])
        s.put("Old", "discard", type="break", factions=["wiz"], icons=icons, factor={"wiz": 1})
        s.put("AQ3-0093", "hand")
        assert s.can("declare", "AQ3-0093") == legal


# ---------------------------------------------------------------- stack, cost, scope


def test_A100_declared_is_not_in_play() -> None:
    s = Table().char("D").put("P", "hand", type="permanent").put("F", "enemy hand", **FAST)
    s.act("set permanent", "P")
    assert s.waiting_for == "response"
    assert s.zone("P") == "pending"
    assert s.hanging_on("D") == []
    s.play_on()
    assert s.zone("P") == "on D"


def test_A101_pending_card_can_be_named() -> None:
    s = Table().char("D", power=2)
    s.put("Curse", "hand", **PROJECT, cost=2, abilities=[{"text": "damage_everyone", "n": 9}])
    s.char("M", "enemy dominion", power=2, abilities=["discard_project"])
    s.act("declare", "Curse").act("use effect", "M").play_on()
    assert s.zone("Curse") == "discard"
    assert s.zone("D") == "dominion"
    assert s.count("enemy hand") == 2
    s = Table().char("D", power=2)
    s.put("Curse", "hand", **PROJECT, abilities=[{"text": "damage_everyone", "n": 9}])
    s.put("Chant", "enemy hand", **FAST, abilities=["discard_event"])
    s.act("declare", "Curse").act("declare fast", "Chant").play_on()
    assert s.zone("D") == "dominion"
    assert s.zone("Chant") == "enemy discard"


def test_A103_effect_is_not_lost_by_power_loss() -> None:
    s = Table().char("D", power=3, abilities=["raise_attack_by_power"])
    s.put("Drain", "enemy hand", **FAST, abilities=[{"text": "discard_some_power", "n": 2}])
    s.act("use effect", "D").play_on(to="response", player=1)
    s.act("declare fast", "Drain").play_on(to="amount", player=1).choose(1).play_on()
    assert s.power("D") == 1
    assert s.value("D", "attack") == 3


def test_A104_cards_are_paid_from_anywhere() -> None:
    s = Table().char("D1", power=1).char("D2", power=1)
    s.put("J", "hand", **PROJECT, cost=2).act("declare", "J").pay("p2 of D2", "p1 of D1")
    assert (s.power("D1"), s.power("D2")) == (0, 0)


def test_A106_no_overpayment() -> None:
    s = Table().char("D1", power=2).char("D2", power=1).put("J", "hand", **PROJECT, cost=1)
    s.act("declare", "J").pay("p1 of D1")
    assert s.waiting_for == "main"
    assert (s.power("D1"), s.power("D2")) == (1, 1)


def test_A107_factor_needs_dominion() -> None:
    s = Table().char("Q", "EGO party").char("R", "NONE party").char("D")
    s.put("J", "hand", **PROJECT, factor={"ego": 2})
    s.refused("declare_project", "J")


def test_A109_cost_return_needs_the_effect_at_payment() -> None:
    s = Table().char("D", power=2)
    s.put("F", "hand", **FAST, lasts="turn", abilities=["aim_at_own", "aimed_offensive"])
    s.act("attack", "D").act("declare fast", "F").play_on()
    assert s.zone("p1 of D") == "discard"
    s.act("attack", "D")
    assert s.zone("p2 of D") == "hand"


def test_A110_later_members_of_an_area_effect() -> None:
    s = Table().char("D", power=2)
    s.put("Dim", "hand", **PROJECT, variable=True, lasts="turn", abilities=["all_minds_less_x"])
    s.put("B", "hand", type="break", mind=5)
    s.act("declare", "Dim").choose(1)
    s.act("break with", "B").choose("D")
    assert s.value("D", "mind") == 4


def test_A112_redirect_and_mass_discard() -> None:
    for purge, dies in ((["discard_character"], True), (["discard_faction"], False)):
        s = (
            Table()
            .char("D")
            .char("S", factions=["wiz"])
            .put("Kill", "hand", **PROJECT, abilities=purge)
        )
        s.put(
            "F",
            "hand",
            **FAST,
            lasts="turn",
            abilities=["aim_with_substitute", "redirects_discard"],
        )
        s.act("declare fast", "F").choose("D", "S").act("declare", "Kill")
        s.choose("D" if dies else "ego").play_on()
        assert s.zone("D") == "dominion"
        assert s.zone("S") == ("discard" if dies else "dominion")


def test_A113_player_as_affected_object() -> None:
    for text, target in (("player_discards_character", "enemy"), ("discard_character", "D")):
        s = Table().char("D", "enemy dominion", abilities=["unaffected_by_projects"])
        s.put("J", "hand", **PROJECT, abilities=[text])
        s.act("declare", "J").choose(target).play_on()
        kept = text == "discard_character"
        assert s.zone("D") == ("enemy dominion" if kept else "enemy discard")


def test_A115_negated_still_possessed() -> None:
    s = Table().char("D", abilities=["charge"]).char("E", abilities=["attack_by_chargers"])
    s.put("Silence", "hand", **FAST, lasts="turn", abilities=["all_skills_negated"])
    assert s.value("E", "attack") == 3
    s.act("declare fast", "Silence")
    assert s.value("E", "attack") == 3


def test_A118_mandatory_wording() -> None:
    s = Table().char("D").deck(size=0)
    s.put("B", "hand", type="break", abilities=[{"text": "enters_drawing", "n": 1}])
    s.act("break with", "B").choose("D")
    assert s.winner == 1


def test_A119_endurance_zero() -> None:
    s = Table().char("D")
    s.put(
        "F",
        "hand",
        **FAST,
        lasts="turn",
        abilities=["aim_at_any", {"text": "aimed_endurance", "n": -3}],
    )
    s.act("declare fast", "F")
    assert s.zone("D") == "discard"


def test_A121_negate_until_power_card_phase_end() -> None:
    s = Table(stop_at=("power_cards",)).char("D", abilities=[{"text": "charge", "x": 2}])
    s.put("F", "hand", **FAST, lasts="power_card_phase", abilities=["all_skills_negated"])
    s.act("declare fast", "F").phase()
    s.refused("charge_power")
    s.pass_()
    assert s.zone("F") == "discard"


# ---------------------------------------------------------------- Bind and replacement

BIND = {"text": "bind", "x": 1}


def test_A122_bind_on_battle_loss() -> None:
    s = Table().char("A", power=1, attack=9)
    s.char("G", "enemy dominion", power=3, abilities=[BIND]).put(
        "P", on="G", link="permanents", type="permanent"
    )
    s.act("attack", "A").act("guard", "G")
    assert s.zone("G") == "enemy dominion"
    assert s.power("G") == 1
    assert s.count("enemy damage") == 1
    assert s.zone("P") == "on G"


def killed(*, text: str = "discard_character", **words: Any) -> Table:
    """A project of player 1 hits D of player 0."""
    s = Table(player=1).char("D", **words)
    s.put("J", "enemy hand", **PROJECT, abilities=[text])
    s.act("declare", "J")
    return s


def test_A124_bind_without_power() -> None:
    assert killed(abilities=[BIND]).zone("D") == "discard"


def test_A125_bind_on_bounce() -> None:
    s = killed(text="return_character", power=1, abilities=[BIND])
    assert s.zone("D") == "dominion"
    assert s.zone("p1 of D") == "damage"


def test_A125_bounce_without_bind() -> None:
    s = killed(text="return_character", power=1)
    assert s.zone("D") == "hand"
    assert s.zone("p1 of D") == "discard"


def test_A127_bind_does_not_keep_a_break() -> None:
    s = Table().char("D", power=1)
    s.put("Undo", "enemy hand", **FAST, abilities=["discard_break"])
    broken_by(s, "D", abilities=[BIND]).pass_().act("declare fast", "Undo")
    assert s.zone("B") == "discard"
    assert s.power("D") == 1


def test_A128_bind_on_a_lone_break() -> None:
    s = killed(text="discard_break", type="break", lone=True, power=1, abilities=[BIND])
    assert s.zone("D") == "dominion"
    assert s.zone("p1 of D") == "damage"


def test_A130_second_permanent() -> None:
    s = Table().char("D").put("P", on="D", link="permanents", type="permanent")
    s.put("Q", "hand", type="permanent")
    s.refused("set_permanent", "Q")


def test_A131_permanent_plus_1() -> None:
    s = (
        Table()
        .char("D")
        .put("AQ3-0202", on="D", link="permanents")
        .put("Q", "hand", type="permanent")
    )
    s.act("set permanent", "Q")
    assert s.zone("Q") == "on D"


# ---------------------------------------------------------------- nasty card texts


def test_A133_cost_lock() -> None:
    for power, legal in ((3, False), (2, True)):
        s = Table().char("D", power=power).put("AQ3-0061", "lasting")
        assert s.can("attack", "D") == legal


def test_A134_forced_power() -> None:
    for limited in (True, False):
        s = Table(mind_limits_texts=limited).char("L", power=1, abilities=["let_charge"])
        s.char("Full", "enemy dominion", mind=1, power=1).char("Covered", "enemy EGO party")
        s.char("Over", "enemy EGO party").put("Top", "enemy deck")
        s.act("use effect", "L").choose("enemy")
        wanted = {"Covered", "Over"} | (set() if limited else {"Full"})
        assert s.player == 1
        assert set(s.legal("receiver")) == wanted
        s.choose("Covered")
        assert s.zone("Top") == "on Covered"
        assert not s.knows(0, "Top")
        assert not s.knows(1, "Top")


def test_A136_mass_attack() -> None:
    s = Table().put("AQ3-0129", "lasting")
    for i in range(3):
        s.put(f"hurt {i}", "damage", type="project")
        s.char(f"A{i}", power=1, attack=1)
        s.char(f"G{i}", "enemy dominion", power=1, endurance=5)
    s.act("attack_together").choose("A0", "A1", "A2", "A0")
    s.act("guard", "G0").act("guard", "G1").act("guard", "G2")
    assert s.count("enemy damage") == 0
    assert [s.power(f"G{i}") for i in range(3)] == [0, 0, 0]
    assert [s.power(f"A{i}") for i in range(3)] == [0, 0, 0]


def test_A137_negation_by_power() -> None:
    s = Table(stop_at=("guarding",)).char("N", power=1, abilities=["powerless_negated"])
    s.char("D", "enemy dominion", abilities=["intercept"])
    s.act("attack", "N")
    s.refused("guard", "D")


def test_A139_cost_substitution() -> None:
    s = Table().char("Commander", power=2, abilities=["pays_for_machines"])
    s.char("Droid", icons=["android"]).char("Other")
    assert s.can("attack", "Droid")
    assert not s.can("attack", "Other")
    s.act("attack", "Droid")
    assert s.power("Commander") == 1


def test_A140_break_cards_come_home() -> None:
    s = Table(player=1).char("Commander", abilities=["breaks_of_machines_return"])
    s.char("Droid", icons=["android"], power=1)
    s.put("B1", on="Droid", link="breaks", face_down=True, type="break", icons=["android"])
    s.put("B2", on="Droid", link="breaks", face_down=True, type="break", icons=["android"])
    s.put("J", "enemy hand", **PROJECT, abilities=["discard_character"])
    s.act("declare", "J").choose("Droid")
    assert (s.zone("B1"), s.zone("B2")) == ("hand", "hand")
    assert (s.zone("Droid"), s.zone("p1 of Droid")) == ("discard", "discard")


def test_A142_no_damage_up_to_x() -> None:
    for n, where in ((3, "dominion"), (4, "discard")):
        s = Table().char("D", power=3, endurance=1)
        s.put(
            "F",
            "hand",
            **FAST,
            lasts="turn",
            abilities=["aim_at_own", "aimed_takes_no_small_damage"],
        )
        s.put("Rain", "hand", **PROJECT, abilities=[{"text": "damage_everyone", "n": n}])
        s.act("declare fast", "F").act("declare", "Rain")
        assert s.zone("D") == where


def test_A143_punish_payment() -> None:
    s = Table(player=1).char(
        "P", "enemy dominion", mind=5, power=5, abilities=["punish_payments", "punishes_payments"]
    )
    s.char("D", attack=6, endurance=4, power=2).char("A", "enemy dominion", power=1)
    s.act("use effect", "P").choose("D").play_on()
    assert s.power("P") == 4
    s.act("attack", "A").play_on(to="guarding", player=0).act("guard", "D")
    assert s.zone("D") == "discard"


def test_A145_area_damage_hits_own_side() -> None:
    s = Table().char("Own", endurance=1).char("D", factions=["era"], power=2)
    s.char("E", factions=["era"]).put("AQ3-0204", "hand")
    s.act("declare", "AQ3-0204")
    assert s.zone("Own") == "discard"
    assert s.zone("D") == "dominion"


def test_A217_instructed_discard() -> None:
    s = Table().char("D", "enemy dominion").char("E", "enemy dominion")
    s.put("J", "hand", **PROJECT, abilities=["player_discards_character"])
    s.act("declare", "J").choose("enemy")
    assert s.player == 1
    s.choose("E")
    assert s.zone("E") == "enemy discard"
