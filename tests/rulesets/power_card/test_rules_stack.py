"""The stack, attacks and damage: the clauses R10 and R11 that no ruling is about."""

import pytest

from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}
KILL = {"abilities": ["discard_character"]}


# ---------------------------------------------------------------- stack and cost (R10)


def test_the_turn_player_is_asked_first_for_responses() -> None:
    s = Table().put("J", "hand", **PROJECT).put("F", "hand", **FAST)
    s.put("G", "enemy hand", **FAST).act("declare", "J")
    assert (s.waiting_for, s.player) == ("response", 0)
    s.pass_()
    assert (s.waiting_for, s.player) == ("response", 1)
    s.act("declare fast", "G")
    assert (s.waiting_for, s.player) == ("response", 0)


def test_a_permanent_whose_bearer_is_gone_is_discarded() -> None:
    s = Table().char("D").put("P", "hand", type="permanent")
    s.put("Kill", "enemy hand", **FAST, **KILL)
    s.act("set permanent", "P").act("declare fast", "Kill").play_on()
    assert (s.zone("D"), s.zone("P")) == ("discard", "discard")


def test_a_text_whose_target_is_gone_does_nothing() -> None:
    s = Table().char("D").char("E", "enemy dominion").put("J", "hand", **PROJECT, **KILL)
    s.put("Back", "enemy hand", **FAST, abilities=["return_character"])
    s.act("declare", "J").choose("E").act("declare fast", "Back").choose("E").play_on()
    assert s.zone("E") == "enemy hand"
    assert s.zone("D") == "dominion"
    assert s.zone("J") == "discard"


def test_a_character_of_two_factions_counts_for_each() -> None:
    for factions, legal in ((["ego", "wiz"], True), (["ego"], False)):
        s = Table().char("D", factions=factions)
        s.put("J", "hand", **PROJECT, factor={"ego": 1, "wiz": 1})
        assert s.can("declare", "J") == legal


def test_power_in_the_influence_area_pays_nothing() -> None:
    for place, legal in (("EGO party", False), ("dominion", True)):
        s = Table().char("Q", place, power=2, abilities=["raise_own"])
        s.put("J", "hand", **PROJECT, cost=1)
        assert s.can("declare", "J") == legal
        assert s.can("attack", "Q") == legal
        assert s.can("use effect", "Q") == legal


def test_what_happens_at_once_waits_for_no_window() -> None:
    """The guard is struck when it is declared, before anybody can respond."""
    s = Table().char("A", power=3, abilities=["strikes_battle_opponents"])
    s.char("G", "enemy dominion", power=1, endurance=2).put("F", "enemy hand", **FAST)
    s.act("attack", "A").act("guard", "G")
    assert s.waiting_for == "response"
    assert s.zone("G") == "enemy discard"


def test_an_immune_character_shields_its_break_cards() -> None:
    for kind, where in (("project", "on D"), ("fast", "discard")):
        s = Table().char("D", abilities=["unaffected_by_projects"])
        s.put("B", "hand", type="break", abilities=["unaffected_by_projects"])
        s.put("Undo", "hand", type=kind, abilities=["discard_break"])
        s.act("break with", "B").choose("D").play_on()
        s.act("declare" if kind == "project" else "declare fast", "Undo").play_on()
        assert s.zone("B") == where


@pytest.mark.parametrize(("first", "where"), [("strikes", "dominion"), ("drains", "discard")])
def test_each_player_orders_the_own_triggers(first: str, where: str) -> None:
    """A carapace that is as strong as its bearer's power holds if that is drained afterwards."""
    texts = [f"{word}_battle_opponents" for word in ("strikes", "drains")]
    s = Table().char("A", power=4, attack=0, mind=4, abilities=texts)
    s.char("G", "enemy dominion", power=4, endurance=1, attack=0, mind=4)
    s.put("AQ3-0030", "enemy lasting")
    s.edit.set_card_variable(s.index("AQ3-0030"), "aim", s.index("G"))
    s.act("attack", "A").act("guard", "G")
    assert (s.waiting_for, s.player) == ("order_triggers", 0)
    (action,) = (a for a in s.game.legal_actions if first in s.game.action_text(a))
    s.game.apply(action)
    s.play_on()
    assert s.zone("G") == f"enemy {where}"


def test_triggers_of_the_turn_player_come_first() -> None:
    """The guard's power is gone before it can strike with it."""
    s = Table().char("A", power=2, endurance=1, attack=0, abilities=["drains_battle_opponents"])
    s.char("G", "enemy dominion", power=3, attack=0, abilities=["strikes_battle_opponents"])
    s.act("attack", "A").act("guard", "G").play_on()
    assert s.power("G") == 0
    assert s.zone("A") == "dominion"


# ---------------------------------------------------------------- attack and battle (R11)


def test_a_character_broken_out_of_its_party_may_attack_at_once() -> None:
    s = Table().char("Q", "EGO party", power=1).put("B", "hand", type="break", attack=4)
    assert not s.can("attack", "Q")
    s.act("break with", "B").choose("Q").play_on()
    s.act("attack", "Q").play_on()
    assert s.count("enemy damage") == 4


def test_an_attack_on_an_own_active_character_is_guarded_by_it_for_nothing() -> None:
    s = Table().char("A", power=1, attack=3, endurance=9).char("Q", "EGO party", attack=1)
    s.char("G", "enemy dominion", power=1).char("H", power=1)
    s.act("attack own", "A").choose("Q").play_on()
    assert s.zone("Q") == "discard"
    assert (s.power("G"), s.power("H"), s.power("A")) == (1, 1, 0)
    assert (s.count("damage"), s.count("enemy damage")) == (0, 0)
    assert s.timings("guard_declared") == []


def test_damage_below_endurance_leaves_no_mark() -> None:
    s = Table().char("D", endurance=3).char("A", power=2, attack=2, endurance=9)
    s.char("G", "enemy dominion", power=2, endurance=3, attack=0)
    for card in ("R1", "R2"):
        s.put(card, "hand", **PROJECT, abilities=[{"text": "damage_everyone", "n": 2}])
    for card in ("R1", "R2"):
        s.act("declare", card).play_on()
        s.act("attack", "A").act("guard", "G").play_on()
    assert (s.zone("D"), s.zone("G")) == ("dominion", "enemy dominion")


def test_values_of_a_battle_end_with_it() -> None:
    s = Table().char("A", power=2, attack=1, abilities=[{"text": "resist", "against": ["wiz"]}])
    s.char("W", "enemy dominion", power=1, factions=["wiz"], endurance=2, attack=0)
    s.act("attack", "A").act("guard", "W").play_on()
    assert s.zone("W") == "enemy discard"
    assert (s.value("A", "attack"), s.value("A", "endurance")) == (1, 3)


def test_flipping_stops_when_the_deck_is_empty_and_loses_nothing() -> None:
    s = Table().char("A", power=1, attack=5).deck(player=1, size=2)
    s.act("attack", "A").play_on()
    assert not s.over
    assert (s.count("enemy damage"), s.count("enemy deck")) == (2, 0)


@pytest.mark.parametrize("attack", [0, 1])
def test_no_damage_flips_nothing(attack: int) -> None:
    s = Table().char("A", power=1, attack=attack).act("attack", "A").play_on()
    assert s.count("enemy damage") == attack
    assert len(s.timings("damaged")) == attack


@pytest.mark.parametrize(("mental", "left"), [(1, 1), (2, None)])
def test_a_mental_attack_of_the_own_active_character_meets_the_power(
    mental: int, left: int | None
) -> None:
    s = Table().char("A", power=3, attack=0).char("Q", "EGO party", attack=0, mental=mental)
    s.act("attack own", "A").choose("Q").play_on()
    assert s.zone("A") == ("discard" if left is None else "dominion")
    if left is not None:
        assert s.power("A") == left


def test_who_controls_a_character_chooses_the_power_it_loses() -> None:
    s = Table().char("G", "enemy dominion")
    for card, kind in (("X", "fast"), ("Y", "permanent"), ("Z", "project")):
        s.put(card, on="G", link="power", face_down=True, known_to=1, type=kind)
    s.char("P", power=1)
    s.put("Curse", "hand", **PROJECT, variable=True, abilities=["deal_mental_damage"])
    s.act("declare", "Curse").choose("G", 1).play_on(to="power_lost")
    assert s.player == 1
    assert set(s.legal("power_lost")) == {"X", "Y", "Z"}
    s.choose("Y")
    assert s.zone("Y") == "enemy discard"


def test_only_the_attacked_player_may_guard() -> None:
    s = Table().char("A", power=1).char("Own", power=1).char("G", "enemy dominion", power=1)
    s.act("attack", "A")
    assert (s.waiting_for, s.player) == ("guarding", 1)
    assert s.legal("guard") == ["G"]


@pytest.mark.parametrize("given", ["break", "permanent"])
def test_who_falls_at_once_deals_the_mental_damage_it_had(given: str) -> None:
    """What gives the attacker its mental attack goes with it, after both have dealt damage."""
    s = Table().char("A", power=1, attack=0, endurance=2)
    s.char("G", "enemy dominion", power=4, attack=5, endurance=9)
    if given == "break":
        s.put("B", "hand", type="break", attack=0, mental=2, endurance=2)
        s.act("break with", "B").choose("A").play_on()
    else:
        two = [{"text": "bearer_mental", "n": 2}]
        s.put("P", on="A", link="permanents", type="permanent", abilities=two)
    s.act("attack", "A").act("guard", "G").play_on()
    assert s.zone("A") == "discard"
    assert s.power("G") == 4 - 1 - 2


def test_power_lost_to_mental_damage_weakens_none_that_is_dealt_at_once() -> None:
    by_power = {"type": "permanent", "abilities": ["bearer_mental_by_power"]}
    s = Table().char("A", power=5, attack=0, mental=1)
    s.char("G", "enemy dominion", power=3, attack=0).put("P", on="G", link="permanents", **by_power)
    s.act("attack", "A").act("guard", "G").play_on()
    assert s.power("G") == 3 - 1 - 1
    assert s.power("A") == 5 - 1 - 2


def test_who_leads_several_attackers_pays_first_and_is_one_of_them() -> None:
    """One power card is there for two: that of the commander, who may pay for machines."""
    s = Table().put("AQ3-0129", "lasting")
    for i in range(2):
        s.put(f"hurt {i}", "damage", type="project")
    s.char("Commander", power=1, attack=1, abilities=["pays_for_machines"])
    s.char("Droid", icons=["android"], attack=2)
    s.act("attack_together").choose("Commander", "Droid")
    s.choose("Droid").play_on()
    assert [card for _, card in s.timings("attack_declared")] == ["Droid"]
    assert s.count("enemy damage") == 2


def test_breaks_at_fast_timing_keep_to_the_limit_of_the_stack() -> None:
    s = Table(stack_limit=4, player=1, stop_at=("response",)).char("D", power=3, person=7)
    s.char("A", "enemy dominion", power=1)
    for i in range(4):
        s.put(f"B{i}", "hand", type="break", person=7, fast_break=True)
    s.act("attack", "A")
    for i in range(4):
        s.play_on(to="response", player=0)
        assert s.can("break at once with", f"B{i}") == (i < 3)
        if i < 3:
            s.act("break at once with", f"B{i}")


@pytest.mark.parametrize("attack", [40_000_000, 2**31 - 1])
def test_more_damage_than_there_are_cards_flips_the_deck(attack: int) -> None:
    s = Table(damage_limit=60).char("A", power=1, attack=attack).act("attack", "A").play_on()
    assert s.count("enemy deck") == 0
    assert s.outcome != "error"
