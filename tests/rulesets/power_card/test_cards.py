"""What the real cards do, a test for each text; named after the cards' numbers."""

from typing import Any

import pytest

from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}
KILL = {**PROJECT, "abilities": ["discard_character"]}


def lone(number: str, power: int = 0, at: str = "dominion", **options: Any) -> Table:
    """A break card stands alone as a character."""
    return Table(**options).char(number, at, power=power, lone=True)


def holding(number: str, faction: str, factor: int, power: int = 0, **options: Any) -> Table:
    """A card in hand, its factor, and so much power on the first of those characters."""
    s = Table(**options).put(number, "hand")
    for i in range(factor):
        s.char(f"F{i}", power=power if i == 0 else 0, mind=9, factions=[faction], endurance=9)
    return s


def wearing(number: str, power: int = 0, **words: Any) -> Table:
    """A permanent is set on D."""
    return Table().char("D", power=power, **words).put(number, on="D", link="permanents")


# ---------------------------------------------------------------- skills on cards


def test_0002_synchro_joins_a_guarded_attack() -> None:
    s = Table().char("AQ3-0002", power=1).char("A", power=1, attack=3)
    s.char("G", "enemy dominion", power=1, endurance=4, attack=1)
    s.act("attack", "A").act("guard", "G").act("join with", "AQ3-0002")
    assert s.zone("G") == "enemy discard"
    assert s.zone("AQ3-0002") == "discard"
    assert s.zone("A") == "dominion"


def test_0008_draw_and_0009_capacity() -> None:
    s = Table(player=1).char("AQ3-0008")
    deck = s.count("deck")
    s.end_turn()
    assert deck - s.count("deck") == 2
    s = Table().char("AQ3-0009")
    for i in range(7):
        s.put(f"h{i}", "hand", type="project")
    s.play_on(to="discarded").choose("h0")
    assert s.count("hand") == 6


@pytest.mark.parametrize("number", ["AQ3-0070", "AQ3-0014", "AQ3-0053"])
def test_0070_0014_0053_defensive_takes_the_power_back(number: str) -> None:
    s = Table().char("A", power=1, attack=0)
    s.char(number, "enemy dominion", power=1, lone=number != "AQ3-0070")
    s.act("attack", "A").act("guard", number)
    assert s.zone(f"p2 of {number}") == "enemy hand"


@pytest.mark.parametrize(("number", "n"), [("AQ3-0009", 1), ("AQ3-0197", 9)])
def test_0009_0197_shield(number: str, n: int) -> None:
    s = Table().char(number, lone=number == "AQ3-0197").char("D", endurance=1)
    s.put("Rain", "hand", **PROJECT, abilities=[{"text": "damage_everyone", "n": n}])
    s.act("declare", "Rain")
    assert s.zone(number) == "dominion"
    assert s.zone("D") == "discard"


def test_0185_draw_less_1() -> None:
    s = Table(player=1).char("AQ3-0185")
    deck = s.count("deck")
    s.end_turn()
    assert s.count("deck") == deck


def test_0185_initiative() -> None:
    s = Table().char("AQ3-0185").char("Pays", power=1, abilities=["pays_for_machines"])
    s.char("G", "enemy dominion", power=1, attack=9, endurance=4)
    s.act("attack", "AQ3-0185").act("guard", "G")
    assert s.zone("G") == "enemy discard"
    assert s.zone("AQ3-0185") == "dominion"


@pytest.mark.parametrize("number", ["AQ3-0014", "AQ3-0053"])
def test_0014_0053_offensive_takes_the_power_back(number: str) -> None:
    s = lone(number, 1).act("attack", number)
    assert s.zone(f"p1 of {number}") == "hand"


def test_0048_boost() -> None:
    for works in (True, False):
        s = lone("AQ3-0048", 2, boost=works).act("attack", "AQ3-0048")
        if works:
            s.choose(1)
        assert s.count("enemy damage") == (4 if works else 3)
        assert s.value("AQ3-0048", "attack") == 3


def test_0082_breakthrough() -> None:
    for kind, damage in (("character", 3), ("break", 0)):
        s = lone("AQ3-0082", 1).char("G", "enemy dominion", power=1, type=kind, endurance=9)
        s.act("attack", "AQ3-0082").act("guard", "G")
        assert s.count("enemy damage") == damage


def test_0150_penetrate() -> None:
    s = lone("AQ3-0150", 1).char("G", "enemy dominion", power=1, attack=0, endurance=1)
    s.act("attack", "AQ3-0150").act("guard", "G")
    assert s.count("enemy damage") == 3


def test_0005_resist() -> None:
    for works in (True, False):
        s = Table(resist=works).char("AQ3-0005", power=1)
        s.char("G", "enemy dominion", power=1, factions=["kyo"], attack=1, endurance=2)
        s.act("attack", "AQ3-0005").act("guard", "G")
        assert s.zone("G") == ("enemy discard" if works else "enemy dominion")
        assert s.zone("AQ3-0005") == ("dominion" if works else "discard")


@pytest.mark.parametrize(
    ("number", "party", "damage"),
    [
        ("AQ3-0003", "EGO party", 0),
        ("AQ3-0004", "EGO party", 2),
        ("AQ3-0005", "EGO party", 1),
        ("AQ3-0006", "EGO party", 2),
        ("AQ3-0007", "EGO party", 0),
        ("AQ3-0008", "EGO party", 2),
        ("AQ3-0072", "WIZ party", 2),
        ("AQ3-0174", "ERA party", 3),
        ("AQ3-0180", "ERA party", 0),
        ("AQ3-0185", "ERA party", 4),
    ],
)
def test_aggressive_attacks_its_player(number: str, party: str, damage: int) -> None:
    s = Table(player=1).char(number, party).end_turn()
    assert s.timings("attack_declared") == ([("attack_declared", number)] if damage else [])
    assert s.count("damage") == damage


@pytest.mark.parametrize(
    "number",
    [
        "AQ3-0003",
        "AQ3-0004",
        "AQ3-0005",
        "AQ3-0006",
        "AQ3-0007",
        "AQ3-0009",
        "AQ3-0010",
        "AQ3-0072",
        "AQ3-0174",
        "AQ3-0180",
        "AQ3-0181",
    ],
)
def test_charge_1(number: str) -> None:
    s = Table().char(number, lone=number == "AQ3-0010").char("Holder", mind=9).phase()
    deck = s.count("deck")
    s.act("charge").choose("Holder")
    assert s.power("Holder") == 1
    assert deck - s.count("deck") == 1
    s.refused("charge_power")


def test_0006_bind_1() -> None:
    for power, stays in ((2, True), (0, False)):
        s = Table(player=1).char("AQ3-0006", power=power).put("Kill", "enemy hand", **KILL)
        s.act("declare", "Kill")
        assert s.zone("AQ3-0006") == ("dominion" if stays else "discard")
        assert s.power("AQ3-0006") == (1 if stays else 0)


def test_0007_intercept_guards_without_power() -> None:
    s = Table().char("A", power=1, attack=2).char("AQ3-0007", "enemy dominion")
    s.act("attack", "A").act("guard", "AQ3-0007")
    assert s.count("enemy damage") == 0
    assert s.zone("AQ3-0007") == "enemy dominion"


def test_0180_capacity_less_1() -> None:
    s = Table().char("AQ3-0180")
    for i in range(7):
        s.put(f"h{i}", "hand", type="project")
    s.play_on(to="discarded").choose("h0")
    assert s.zone("h0") == "discard"
    assert s.count("hand") == 6


def test_0084_offensive_and_breakthrough() -> None:
    for kind, damage in (("character", 2), ("break", 0)):
        s = lone("AQ3-0084", 1).char("G", "enemy dominion", power=1, type=kind, endurance=9)
        s.act("attack", "AQ3-0084").act("guard", "G")
        assert s.zone("p1 of AQ3-0084") == "hand"
        assert s.count("enemy damage") == damage


# ---------------------------------------------------------------- break cards


def test_0017_stays_by_giving_up_a_permanent_and_regains_one() -> None:
    for stays in (True, False):
        s = lone("AQ3-0017", player=1).put("P", on="AQ3-0017", link="permanents", type="permanent")
        s.put("Kill", "enemy hand", **KILL).act("declare", "Kill")
        s.choose("yes" if stays else "no")
        assert s.zone("AQ3-0017") == ("dominion" if stays else "discard")
        assert s.zone("P") == "discard"
    s = lone("AQ3-0017", 2).put("Old", "discard", type="permanent", factor={"ego": 2})
    s.put("Dear", "discard", type="permanent", factor={"ego": 3})
    s.act("use effect", "AQ3-0017")
    assert s.zone("Old") == "hand"
    assert s.power("AQ3-0017") == 0


def test_0018_raises_itself_by_its_power() -> None:
    s = lone("AQ3-0018", 3)
    s.act("use effect", "AQ3-0018", "raise_attack_by_power").play_on()
    assert (s.value("AQ3-0018", "attack"), s.value("AQ3-0018", "endurance")) == (6, 4)
    s.act("use effect", "AQ3-0018", "raise_endurance_by_power").play_on()
    assert (s.value("AQ3-0018", "attack"), s.value("AQ3-0018", "endurance")) == (6, 5)
    s.end_turn()
    assert (s.value("AQ3-0018", "attack"), s.value("AQ3-0018", "endurance")) == (4, 4)


def test_0019_bind_2() -> None:
    s = lone("AQ3-0019", 3, player=1).put("Kill", "enemy hand", **KILL).act("declare", "Kill")
    assert s.zone("AQ3-0019") == "dominion"
    assert (s.power("AQ3-0019"), s.count("damage")) == (1, 2)


def test_0020_guards_take_its_power_and_it_gains_intercept() -> None:
    s = lone("AQ3-0020", 4).char("A", power=1)
    s.char("G", "enemy dominion", power=1, endurance=2)
    s.act("use effect", "AQ3-0020", "let_guards_take_power").play_on()
    s.act("attack", "A").act("guard", "G")
    assert s.zone("G") == "enemy discard"
    s = lone("AQ3-0020", 3)
    s.act("use effect", "AQ3-0020", "gain_intercept").play_on()
    assert (s.value("AQ3-0020", "attack"), s.value("AQ3-0020", "endurance")) == (7, 7)


def test_0021_equips_itself() -> None:
    s = lone("AQ3-0021", 2).put("P", "hand", type="permanent", factor={"ego": 2})
    s.act("use effect", "AQ3-0021")
    assert s.zone("P") == "on AQ3-0021"


def test_0021_stays_by_giving_up_a_permanent() -> None:
    s = lone("AQ3-0021", player=1).put("P", on="AQ3-0021", link="permanents", type="permanent")
    s.put("Kill", "enemy hand", **KILL).act("declare", "Kill").choose("yes")
    assert (s.zone("AQ3-0021"), s.zone("P")) == ("dominion", "discard")


def test_0021_only_on_its_person() -> None:
    s = holding("AQ3-0021", "ego", 3, 1).char("Other", icons=["cyborg"])
    s.refused("set_break", "AQ3-0021")
    s = holding("AQ3-0021", "ego", 3, 1).char("AQ3-0017", lone=True)
    s.act("break with", "AQ3-0021")
    assert s.zone("AQ3-0021") == "on AQ3-0017"
    assert s.value("AQ3-0017", "mind") == 5


@pytest.mark.parametrize(("number", "most"), [("AQ3-0051", 1), ("AQ3-0055", 2)])
def test_0051_0055_rework_a_hand(number: str, most: int) -> None:
    s = lone(number, 3)
    for i in range(4):
        s.put(f"h{i}", "enemy hand", type="project")
    s.act("use effect", number).choose("enemy").play_on(to="choose_card")
    assert s.knows(0, "h0")
    s.choose("h0")
    if most > 1:
        s.choose("h1")
    assert s.count("enemy hand") == 4
    assert not s.knows(0, "h0")


def test_0052_discards_a_project_that_runs() -> None:
    s = lone("AQ3-0052", 2).put("Dim", "enemy lasting", **PROJECT, cost=3)
    s.act("use effect", "AQ3-0052")
    assert s.zone("Dim") == "enemy discard"
    assert s.count("hand") == 3


def test_0053_takes_no_mental_damage() -> None:
    s = lone("AQ3-0053").char("P", power=1)
    s.put("Curse", "hand", **PROJECT, variable=True, abilities=["deal_mental_damage"])
    s.act("declare", "Curse").choose("AQ3-0053", 1)
    assert s.zone("AQ3-0053") == "dominion"


def test_0054_initiative_and_penetrate() -> None:
    s = lone("AQ3-0054", 1).char("G", "enemy dominion", power=1, attack=9, endurance=3)
    s.act("attack", "AQ3-0054").act("guard", "G")
    assert s.zone("AQ3-0054") == "dominion"
    assert s.count("enemy damage") == 1


@pytest.mark.parametrize(
    ("number", "other", "safe"),
    [
        ("AQ3-0085", {"type": "character"}, True),
        ("AQ3-0085", {"type": "break"}, False),
        ("AQ3-0089", {"type": "break", "person": 0}, True),
        ("AQ3-0089", {"type": "break", "person": 9}, False),
        ("AQ3-0197", {"type": "character"}, True),
        ("AQ3-0197", {"type": "break"}, False),
    ],
)
def test_0085_0089_0197_no_battle_damage(number: str, other: dict[str, Any], safe: bool) -> None:
    s = lone(number, 1).char("G", "enemy dominion", power=1, attack=9, endurance=9, **other)
    s.act("attack", number).act("guard", "G")
    assert s.zone(number) == ("dominion" if safe else "discard")


def test_0086_changes_attacks() -> None:
    s = lone("AQ3-0086", 3).char("D", "enemy dominion")
    s.act("use effect", "AQ3-0086", "change_mental").choose("D").play_on()
    assert (s.value("D", "attack"), s.value("D", "mental")) == (2, 1)
    s.act("use effect", "AQ3-0086", "change_attack").choose("D").play_on()
    assert (s.value("D", "attack"), s.value("D", "mental")) == (1, 1)
    assert s.power("AQ3-0086") == 0


@pytest.mark.parametrize(("number", "kind"), [("AQ3-0119", "fast"), ("AQ3-0123", "fast")])
def test_0119_0123_opponent_is_unaffected(number: str, kind: str) -> None:
    s = Table().char("A", power=1).char(number, "enemy dominion", power=2, lone=True)
    s.put(
        "Boost",
        "hand",
        **FAST,
        lasts="main_phase",
        abilities=["aim_at_own", {"text": "aimed_attack", "n": 9}],
    )
    s.act("attack", "A").act("guard", number).act("declare fast", "Boost").play_on()
    assert s.zone(number) == "enemy dominion"


def test_0119_guards_by_effect_as_a_response() -> None:
    s = Table().char("A", power=1, attack=3).put("F", "hand", **FAST)
    s.char("AQ3-0119", "enemy dominion", power=1, lone=True)
    s.act("attack", "A").pass_().act("declare fast", "F").act("use effect", "AQ3-0119").play_on()
    assert s.count("enemy damage") == 0
    assert s.zone("A") == "discard"


def test_0123_guards_a_chosen_attacker_by_effect() -> None:
    s = Table().char("A", power=1, attack=3).put("F", "hand", **FAST)
    s.char("AQ3-0123", "enemy dominion", power=1, lone=True)
    s.act("attack", "A").pass_().act("declare fast", "F").act("use effect", "AQ3-0123").play_on()
    assert s.count("enemy damage") == 0
    assert s.zone("A") == "discard"


@pytest.mark.parametrize(("power", "safe"), [(3, True), (5, False)])
def test_0120_no_battle_damage_from_weaker(power: int, safe: bool) -> None:
    s = lone("AQ3-0120", 4).char("G", "enemy dominion", power=power, attack=9, endurance=9)
    s.act("attack", "AQ3-0120").act("guard", "G")
    assert s.zone("AQ3-0120") == ("dominion" if safe else "discard")


def test_0121_lets_a_player_charge() -> None:
    s = lone("AQ3-0121", 2)
    s.act("use effect", "AQ3-0121").choose("me").play_on()
    assert s.power("AQ3-0121") == 2
    assert s.count("deck") == 19


@pytest.mark.parametrize("guards", [True, False])
def test_0122_drains_its_battle_opponents(guards: bool) -> None:
    drainer, other = ("enemy dominion", "dominion") if guards else ("dominion", "enemy dominion")
    s = Table().char("AQ3-0122", drainer, power=1, lone=True)
    s.char("D", other, power=3, endurance=9, attack=0)
    s.act("attack", "D" if guards else "AQ3-0122").act("guard", "AQ3-0122" if guards else "D")
    assert s.power("D") == 0


@pytest.mark.parametrize("number", ["AQ3-0153", "AQ3-0157"])
def test_0153_0157_unharmed_by_powerless(number: str) -> None:
    s = lone(number, 1).char("G", "enemy dominion", attack=9, endurance=9, abilities=["intercept"])
    s.act("attack", number).act("guard", "G")
    assert s.zone(number) == "dominion"
    assert s.count("enemy damage") == (0 if number == "AQ3-0153" else 5)


@pytest.mark.parametrize("number", ["AQ3-0153", "AQ3-0157"])
def test_0153_0157_no_battle_damage_from_an_attacker_without_power(number: str) -> None:
    for power, where in ((1, "enemy dominion"), (2, "enemy discard")):
        s = Table().char("A", power=power, attack=9, endurance=9)
        s.char(number, "enemy dominion", power=1, lone=True)
        s.act("attack", "A").act("guard", number)
        assert s.zone(number) == where


@pytest.mark.parametrize("number", ["AQ3-0153", "AQ3-0157"])
def test_0153_0157_unaffected_by_effects_of_powerless(number: str) -> None:
    for power, safe in ((2, True), (3, False)):
        s = lone(number).char(
            "W", power=power, abilities=[{"text": "deal_damage", "n": 9, "price": 2}]
        )
        s.act("use effect", "W").choose(number).play_on()
        assert s.zone(number) == ("dominion" if safe else "discard")


@pytest.mark.parametrize("punished", [True, False])
def test_0154_weakens_whose_power_pays(punished: bool) -> None:
    s = lone("AQ3-0154", 3).char("D", power=2, attack=4, endurance=9).char("E", power=2, attack=4)
    s.act("use effect", "AQ3-0154").choose("D" if punished else "E").play_on()
    assert s.value("D", "attack") == 4
    assert s.power("AQ3-0154") == 2
    s.act("attack", "D").play_on()
    assert (s.value("D", "attack"), s.value("D", "endurance")) == ((2, 7) if punished else (4, 9))
    assert s.count("enemy damage") == (2 if punished else 4)


def test_0155_breaks_any_broken_character_and_gains_an_icon() -> None:
    s = holding("AQ3-0155", "kyo", 2, 2).char("Named", type="break", person=9, icons=[])
    assert s.act("break with", "AQ3-0155").zone("AQ3-0155") == "on Named"
    s = lone("AQ3-0155", 1).put("B", "hand", type="break", icons=["scanner_male"])
    assert not s.can("break with", "B")
    s.act("use effect", "AQ3-0155").choose("scanner_male")
    assert s.can("break with", "B")
    s.end_turn().end_turn()
    assert not s.can("break with", "B")


def test_0156_negates_one_skill() -> None:
    s = lone("AQ3-0156", 2).char("D", "enemy dominion", abilities=["intercept", "shield"], power=1)
    s.act("use effect", "AQ3-0156").choose("D").play_on(to="choose_skill").choose("shield")
    assert s.value("D", "silenced") == 1 << 7


def test_0156_negates_the_skills_of_powerless_characters() -> None:
    s = lone("AQ3-0156", 2, stop_at=("guarding",))
    s.char("D", "enemy dominion", abilities=["intercept"])
    s.act("attack", "AQ3-0156")
    s.refused("guard", "D")


@pytest.mark.parametrize(("number", "x"), [("AQ3-0196", 1), ("AQ3-0200", 2)])
def test_0196_0200_deal_damage(number: str, x: int) -> None:
    for endurance, where in ((x, "enemy discard"), (x + 1, "enemy dominion")):
        s = lone(number, 2).char("D", "enemy dominion", endurance=endurance)
        s.act("use effect", number).choose("D")
        if number == "AQ3-0200":
            s.choose(2)
        s.play_on()
        assert s.zone("D") == where


def test_0198_strikes_who_guards_and_gains_intercept() -> None:
    s = lone("AQ3-0198", 3).char("G", "enemy dominion", power=1, endurance=2, attack=9)
    s.act("attack", "AQ3-0198").act("guard", "G")
    assert s.zone("G") == "enemy discard"
    assert s.zone("AQ3-0198") == "dominion"
    assert s.count("enemy damage") == 0


def test_0198_guards_without_power_after_its_effect() -> None:
    s = Table(player=1, stop_at=("guarding",)).char("AQ3-0198", power=1, lone=True)
    s.char("A", "enemy dominion", power=2)
    s.act("attack", "A").pass_().act("use effect", "AQ3-0198", "gain_intercept").play_on()
    assert s.power("AQ3-0198") == 0
    s.act("attack", "A")
    assert s.can("guard", "AQ3-0198")


def test_0199_break_cards_of_machines_return() -> None:
    s = lone("AQ3-0199", player=1).char("Droid", icons=["android"])
    s.put("B", on="Droid", link="breaks", face_down=True, type="break", icons=["android"])
    s.put("Kill", "enemy hand", **KILL).act("declare", "Kill").choose("Droid")
    assert (s.zone("Droid"), s.zone("B")) == ("discard", "hand")


def test_0199_pays_for_machines() -> None:
    s = lone("AQ3-0199", 1).char("AQ3-0181", "dominion")
    assert s.can("attack", "AQ3-0181")


# ---------------------------------------------------------------- permanents


def test_0022_protects_and_draws() -> None:
    s = wearing("AQ3-0022", endurance=9).char("P", power=1, factions=["kyo"])
    s.put(
        "Curse",
        "hand",
        **PROJECT,
        factions=["kyo"],
        variable=True,
        abilities=["deal_mental_damage"],
    )
    s.act("declare", "Curse").choose("D", 1)
    assert s.zone("D") == "dominion"
    deck = s.count("deck")
    s.end_turn().end_turn()
    assert deck - s.count("deck") == 2


def test_0023_0057_0091_numbers() -> None:
    s = wearing("AQ3-0023", 1)
    assert (s.value("D", "attack"), s.value("D", "endurance")) == (3, 4)
    s.act("use effect", "D").play_on()
    assert s.value("D", "mental") == 1
    s = wearing("AQ3-0057", 1)
    assert (s.value("D", "mind"), s.value("D", "endurance")) == (4, 4)
    s.act("use effect", "D").play_on()
    assert s.value("D", "endurance") == 5
    assert wearing("AQ3-0091").value("D", "mental") == 1


def test_0024_grows_with_power_and_gives_skills() -> None:
    s = wearing("AQ3-0024", 2)
    assert s.value("D", "attack") == 4
    s.act("use effect", "D", "gain_initiative").play_on()
    assert s.value("D", "attack") == 3


def test_0024_gains_penetrate() -> None:
    s = wearing("AQ3-0024", 4, mind=4).char("G", "enemy dominion", power=1, attack=0, endurance=1)
    s.act("use effect", "D", "gain_penetrate").play_on()
    s.act("attack", "D").act("guard", "G").play_on()
    assert s.count("enemy damage") == s.value("D", "attack") - 1 == 3


def test_0058_defensive_by_a_permanent() -> None:
    s = Table().char("A", power=1, attack=0).char("D", "enemy dominion", power=1)
    s.put("AQ3-0058", on="D", link="permanents").act("attack", "A").act("guard", "D")
    assert s.zone("p2 of D") == "enemy hand"


def test_0058_offensive_and_endurance_by_a_permanent() -> None:
    s = wearing("AQ3-0058", 2)
    assert s.value("D", "endurance") == 5
    s.act("attack", "D")
    assert s.zone("p1 of D") == "hand"


def test_0091_a_guard_costs_its_player() -> None:
    s = wearing("AQ3-0091", 2, mental=3, attack=0)
    s.char("G", "enemy dominion", power=2, endurance=9)
    s.act("use effect", "D").play_on()
    s.act("attack", "D").act("guard", "G")
    assert s.count("enemy damage") == 3


def test_0092_mental_by_power_and_bind() -> None:
    s = wearing("AQ3-0092", 2)
    assert s.value("D", "mental") == 2
    assert s.value("D", "attack") == 2


def test_0092_bind_by_a_permanent() -> None:
    s = Table(player=1).char("D", power=2).put("AQ3-0092", on="D", link="permanents")
    s.put("Kill", "enemy hand", **KILL).act("declare", "Kill")
    assert s.zone("D") == "dominion"
    assert s.count("damage") == 1


def test_0160_intercept_by_a_permanent() -> None:
    s = Table().char("A", power=1).char("D", "enemy dominion")
    s.put("AQ3-0160", on="D", link="permanents").act("attack", "A").act("guard", "D")
    assert s.count("enemy damage") == 0


def test_0160_synchro_and_attack_by_a_permanent() -> None:
    s = wearing("AQ3-0160", 2).char("A", power=1, attack=1, endurance=9)
    s.char("G", "enemy dominion", power=1, attack=0, endurance=4)
    assert s.value("D", "attack") == 4
    s.act("attack", "A").act("guard", "G").act("join with", "D")
    assert s.zone("G") == "enemy discard"


def test_0203_attack_by_a_permanent() -> None:
    s = wearing("AQ3-0203", 2)
    assert s.value("D", "attack") == 4


def test_0202_shield_and_attack() -> None:
    s = wearing("AQ3-0202", endurance=1)
    s.put("Rain", "hand", **PROJECT, abilities=[{"text": "damage_everyone", "n": 5}])
    assert s.value("D", "attack") == 4
    s.act("declare", "Rain")
    assert s.zone("D") == "dominion"


def test_0203_gains_stealth() -> None:
    for works in (True, False):
        s = Table(stealth=works).char("D", power=2).put("AQ3-0203", on="D", link="permanents")
        s.char("G", "enemy dominion", power=1, endurance=9, attack=0)
        s.act("use effect", "D").play_on()
        s.act("attack", "D").act("guard", "G")
        assert s.count("enemy damage") == (2 if works else 0)


# ---------------------------------------------------------------- projects


def test_0025_discards_a_permanent_and_draws_its_cost() -> None:
    s = holding("AQ3-0025", "ego", 2, 2).char("T", "enemy dominion").char("U", "enemy dominion")
    s.put("P", on="T", link="permanents", type="permanent", cost=2)
    s.put("Dear", on="U", link="permanents", type="permanent", cost=3)
    s.act("declare", "AQ3-0025")
    assert s.zone("P") == "enemy discard"
    assert s.count("hand") == 2


def test_0026_payments_cost_more() -> None:
    for pays in (True, False):
        s = holding("AQ3-0026", "ego", 4, 2).char("A", power=3)
        s.act("declare", "AQ3-0026").choose(1).pay("p1 of F0").play_on()
        s.act("attack", "A").choose("yes" if pays else "no").play_on()
        assert s.zone("A") == ("dominion" if pays else "discard")
        assert s.count("enemy damage") == (2 if pays else 0)


def test_0027_dims_minds_till_the_turn_ends() -> None:
    s = holding("AQ3-0027", "ego", 3, 2).char("Q", "EGO party", mind=2, power=1)
    s.act("declare", "AQ3-0027").choose(1).play_on()
    assert s.value("F0", "mind") == 8
    s.end_turn()
    assert s.zone("Q") == "dominion"
    assert s.value("F0", "mind") == 9
    assert s.zone("AQ3-0027") == "discard"


def test_0059_a_player_draws_2() -> None:
    s = holding("AQ3-0059", "ara", 3).act("declare", "AQ3-0059").choose("enemy").play_on()
    assert s.count("enemy hand") == 2


def test_0093_sets_a_break_again_with_power() -> None:
    s = holding("AQ3-0093", "wiz", 2, 2)
    s.put("Old", "discard", type="break", factions=["wiz"], factor={"wiz": 1}, cost=2, mind=3)
    s.char("Q", "EGO party").act("declare", "AQ3-0093").choose("Old", "Q").play_on()
    assert s.zone("Q") == "dominion"
    assert s.power("Q") == 2
    assert s.count("deck") == 18


def test_0094_mental_damage() -> None:
    s = holding("AQ3-0094", "wiz", 3, 2).char("D", "enemy dominion", power=2)
    s.act("declare", "AQ3-0094").choose("D", 2).play_on()
    assert s.zone("D") == "enemy discard"


def test_0095_reaps_feeble_minds() -> None:
    s = holding("AQ3-0095", "wiz", 5, 2).char("D", "enemy dominion", mind=2)
    s.char("E", "enemy dominion", mind=3).act("declare", "AQ3-0095").choose(2).play_on()
    assert s.zone("D") == "enemy discard"
    assert s.zone("E") == "enemy dominion"


def test_0128_discards_power() -> None:
    s = holding("AQ3-0128", "dar", 3, 1).char("D", "enemy dominion", power=3)
    s.act("declare", "AQ3-0128").choose("D").play_on(to="amount").choose(2).play_on()
    assert s.power("D") == 1


def test_0162_attackers_and_guards_take_mental_damage() -> None:
    s = holding("AQ3-0162", "kyo", 3, 1).char("A", power=2).char("G", "enemy dominion", power=2)
    s.act("declare", "AQ3-0162").choose(1).play_on()
    s.act("attack", "A").act("guard", "G").play_on()
    assert s.zone("A") == "discard"
    assert s.zone("G") == "enemy discard"


def test_0206_purges_a_faction() -> None:
    s = holding("AQ3-0206", "era", 5, 5).char("D", "enemy dominion").char("E", factions=["wiz"])
    s.act("declare", "AQ3-0206").choose("ego").play_on()
    assert s.zone("D") == "enemy discard"
    assert s.zone("E") == "dominion"


# ---------------------------------------------------------------- fasts


def test_0028_barrier() -> None:
    s = holding("AQ3-0028", "ego", 2)
    s.put(
        "Rain", "hand", **PROJECT, factions=["kyo"], abilities=[{"text": "damage_everyone", "n": 9}]
    ).char("W", factions=["wiz"])
    s.act("declare fast", "AQ3-0028").choose("ego").play_on()
    s.act("declare", "Rain")
    assert s.zone("F0") == "dominion"
    assert s.zone("W") == "discard"


@pytest.mark.parametrize(
    ("number", "faction", "factor", "stats"),
    [
        ("AQ3-0029", "ego", 2, {"mind": 7, "mental": 1, "endurance": 10}),
        ("AQ3-0063", "ara", 1, {"mind": 9, "attack": 1, "endurance": 11}),
        ("AQ3-0131", "dar", 2, {"mind": 8, "attack": 3, "endurance": 10}),
    ],
)
def test_0029_0063_0131_change_stats(
    number: str, faction: str, factor: int, stats: dict[str, int]
) -> None:
    s = holding(number, faction, factor).act("declare fast", number).choose("F0").play_on()
    assert {word: s.value("F0", word) for word in stats} == stats
    s.end_turn()
    assert s.value("F0", "endurance") == 9


def test_0030_carapace() -> None:
    s = holding("AQ3-0030", "ego", 1, 3)
    s.put("Cheap", "hand", **PROJECT, cost=1, abilities=["discard_character"])
    s.act("declare fast", "AQ3-0030").play_on()
    s.act("declare", "Cheap")
    assert s.power("F0") == 1
    assert s.zone("F0") == "dominion"


@pytest.mark.parametrize(("n", "where"), [(2, "dominion"), (3, "discard")])
def test_0030_no_damage_up_to_its_power(n: int, where: str) -> None:
    s = holding("AQ3-0030", "ego", 0).char("D", power=3, endurance=1)
    s.put("Rain", "hand", **FAST, abilities=[{"text": "damage_everyone", "n": n}])
    s.act("declare fast", "AQ3-0030").play_on()
    s.act("declare fast", "Rain")
    assert s.zone("D") == where


def test_0064_discards_a_running_fast() -> None:
    s = holding("AQ3-0064", "ara", 2, 2).put("AQ3-0166", "enemy lasting")
    s.act("declare fast", "AQ3-0064")
    assert s.zone("AQ3-0166") == "enemy discard"


def test_0064_lasting_cards_out_of_reach_in_a_variant() -> None:
    s = holding("AQ3-0064", "ara", 2, 2, lasting_cards=False).put("AQ3-0166", "enemy lasting")
    s.refused("declare_fast", "AQ3-0064")


def test_0098_enfeebles_by_power() -> None:
    s = holding("AQ3-0098", "wiz", 2, 1).char("D", "enemy dominion", power=2)
    s.act("declare fast", "AQ3-0098").choose("D").play_on()
    assert s.value("D", "attack") == 0


def test_0132_frenzy() -> None:
    s = holding("AQ3-0132", "dar", 2, 3)
    s.act("declare fast", "AQ3-0132").choose("F1", 2).play_on()
    assert (s.value("F1", "mind"), s.value("F1", "attack"), s.value("F1", "endurance")) == (
        7,
        4,
        11,
    )


def test_0166_negates_skills_and_effects() -> None:
    s = holding("AQ3-0166", "kyo", 2, 3).char("D", power=1, abilities=["raise_own", "shield"])
    assert s.can("use effect", "D")
    s.act("declare fast", "AQ3-0166").play_on()
    assert not s.can("use effect", "D")


def test_0209_recalls_a_permanent() -> None:
    s = holding("AQ3-0209", "era", 2, 1).char("T", "enemy dominion")
    s.put("P", on="T", link="permanents", type="permanent")
    s.act("declare fast", "AQ3-0209")
    assert s.zone("P") == "enemy hand"
