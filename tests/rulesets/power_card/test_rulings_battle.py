"""Rulings on attack, guard, battle and mental attack, named by number."""

from .table import Table

X_MENTAL = {"type": "project", "variable": True, "abilities": ["deal_mental_damage"]}


def duel(attacker: dict[str, object], guard: dict[str, object], **options: object) -> Table:
    """A attacks; G of the other player can guard."""
    s = Table(**options).char("A", power=2, **attacker)
    s.char("G", "enemy dominion", power=2, **guard)
    return s


def test_A056_attack_price() -> None:
    s = Table().char("D", power=2, attack=3).act("attack", "D")
    assert s.power("D") == 1
    assert s.count("enemy damage") == 3


def test_A058_no_power() -> None:
    s = Table().char("D")
    s.refused("attack", "D")


def test_A059_opponent_characters_are_no_ordinary_targets() -> None:
    s = Table().char("D", power=1).char("Q", "EGO party").char("R", "ERA party", factions=["era"])
    s.char("Theirs", "enemy dominion").char("Active", "enemy EGO party")
    assert set(s.legal()) == {"attack D", "attack_own D", "pass"}
    s.act("attack_own", "D")
    assert set(s.legal("attacked")) == {"Q", "R"}


def test_A061_guard_price() -> None:
    s = duel({"attack": 1}, {"attack": 1}).act("attack", "A").act("guard", "G")
    assert s.power("G") == 1
    assert s.count("enemy damage") == 0


def test_A062_guard_window() -> None:
    s = duel({}, {}).put("Fast", "enemy hand", type="fast").act("attack", "A")
    assert s.waiting_for == "guarding"
    s.pass_().act("declare fast", "Fast")
    s.refused("guard", "G")
    assert s.count("enemy damage") == 2


def test_A064_intercept() -> None:
    s = Table().char("A", power=1, attack=2)
    s.char("G", "enemy dominion", mind=0, abilities=["intercept"])
    s.act("attack", "A").act("guard", "G")
    assert s.count("enemy damage") == 0
    assert s.zone("G") == "enemy dominion"


def test_A065_cannot_be_guarded() -> None:
    s = duel({"abilities": ["stealth"]}, {"abilities": ["strikes_battle_opponents"]})
    s.char("Witness", "enemy dominion").act("attack", "A").act("guard", "G")
    assert s.power("G") == 1
    assert s.count("enemy damage") == 2
    assert s.timings("guard_declared") == [("guard_declared", "G")]


def test_A067_free_attack_by_effect() -> None:
    s = Table().char("D", abilities=[{"text": "attack_at_once", "price": 0}])
    s.act("use effect", "D").play_on()
    assert s.count("enemy damage") == 2


def test_A068_attack_effect_at_the_wrong_time() -> None:
    s = Table().char("A", power=1)
    s.char("D", "enemy dominion", abilities=[{"text": "attack_at_once", "price": 0}])
    s.act("attack", "A").act("use effect", "D").play_on()
    assert s.count("damage") == 0
    assert [card for _, card in s.timings("attack_declared")] == ["A"]


def test_A070_initiative_kills_first() -> None:
    s = duel({"attack": 3, "abilities": ["initiative"]}, {"attack": 9, "endurance": 3})
    s.act("attack", "A").act("guard", "G")
    assert s.zone("G") == "enemy discard"
    assert s.zone("A") == "dominion"


def test_A071_initiative_not_lethal() -> None:
    s = duel({"attack": 2, "endurance": 2, "abilities": ["initiative"]}, {"attack": 2})
    s.act("attack", "A").act("guard", "G")
    assert s.zone("G") == "enemy dominion"
    assert s.zone("A") == "discard"


def test_A073_shield_in_battle() -> None:
    s = duel({"attack": 3}, {"abilities": ["shield"]}).act("attack", "A").act("guard", "G")
    assert s.zone("G") == "enemy discard"


def test_A074_shield_outside_battle() -> None:
    s = Table().char("S", endurance=1, abilities=["shield"]).char("T", endurance=1)
    s.put("Rain", "hand", type="project", abilities=[{"text": "damage_everyone", "n": 1}])
    s.act("declare", "Rain")
    assert s.zone("S") == "dominion"
    assert s.zone("T") == "discard"


def test_A076_synchro_guard() -> None:
    s = Table().char("A", power=1, attack=5, endurance=5)
    s.char("D1", "enemy dominion", power=1, attack=2, abilities=["synchro"])
    s.char("D2", "enemy dominion", power=1, attack=3, endurance=6)
    s.act("attack", "A").act("guard", "D1").choose("D2")
    assert (s.power("D2"), s.count("enemy damage")) == (0, 0)
    assert s.zone("A") == "discard"
    assert s.zone("D1") == "enemy discard"
    assert s.zone("D2") == "enemy dominion"


def test_A077_penetrate() -> None:
    s = duel({"attack": 5, "abilities": ["penetrate"]}, {}).act("attack", "A").act("guard", "G")
    assert s.zone("G") == "enemy discard"
    assert s.count("enemy damage") == 2


def test_A079_mental_attack_on_a_player() -> None:
    s = Table()
    for n in (3, 2, 1, 0):
        s.char(f"M{n}", power=1, attack=0, mental=n)
    for n in (3, 2, 1, 0):
        s.act("attack", f"M{n}")
    assert s.count("enemy damage") == 6


def cursed(n: int, power: int, at: str = "enemy dominion") -> Table:
    """A project deals (n) to D."""
    s = Table().char("Payer", power=3).char("D", at, power=power)
    s.put("Curse", "hand", **X_MENTAL)
    s.act("declare", "Curse").choose("D", n)
    return s


def test_A080_0_against_power_0() -> None:
    assert cursed(0, 0).zone("D") == "enemy dominion"


def test_A081_mental_below_power() -> None:
    s = cursed(1, 2)
    assert s.zone("D") == "enemy dominion"
    assert s.power("D") == 1


def test_A082_mental_at_least_power() -> None:
    assert cursed(2, 2).zone("D") == "enemy discard"


def test_A083_mental_on_an_active_character() -> None:
    s = cursed(2, 1, "enemy EGO party")
    assert s.zone("D") == "enemy EGO party"
    assert s.power("D") == 1


def test_A085_base_attack_replaced() -> None:
    s = Table().char("D", power=5, attack=4)
    s.modify("D", "attack", 4).modify("D", "attack", 5, operation="original")
    assert s.value("D", "attack") == 9
