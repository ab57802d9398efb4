"""Parameters in both settings, where no other test shows them."""

import pytest

from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}


@pytest.mark.parametrize(("test", "where"), [("reached", "dominion"), ("equal", "EGO party")])
def test_domination_test(test: str, where: str) -> None:
    s = Table(domination_test=test).char("Q", "EGO party", mind=2, power=2)
    s.put("Dim", "lasting", **PROJECT, lasts="turn", x=1, abilities=["all_minds_less_x"])
    s.end_turn()
    assert s.zone("Q") == where
    assert s.power("Q") == 2


@pytest.mark.parametrize("limit", [8, 10])
def test_damage_limit(limit: int) -> None:
    s = Table(damage_limit=limit).char("D", power=1, attack=8).act("attack", "D")
    assert s.over == (limit == 8)


@pytest.mark.parametrize("redraw", [True, False])
def test_redraw(redraw: bool) -> None:
    s = Table("start", redraw_allowed=redraw, stop_at=("redraw",), filling=40)
    assert (s.waiting_for == "redraw") == redraw


@pytest.mark.parametrize("draws", [True, False])
def test_first_draw(draws: bool) -> None:
    s = Table("start", first_draw=draws, redraw_allowed=False, filling=40)
    s.play_on(to="main")
    assert s.count("hand" if s.player == 0 else "enemy hand") == (8 if draws else 7)


@pytest.mark.parametrize("pays", [True, False])
def test_aggressive_pays(pays: bool) -> None:
    s = Table(player=1, aggressive_pays=pays)
    s.char("Q", "EGO party", abilities=["aggressive"]).end_turn()
    assert s.count("damage") == (0 if pays else 2)


@pytest.mark.parametrize("there", [True, False])
def test_influence_window(there: bool) -> None:
    s = Table(player=1, influence_window=there).char("Q", "EGO party").put("F", "hand", **FAST)
    s.play_on(to="response" if there else "main", player=0)
    assert s.edit.game_variable("phase") == (2 if there else 3)


@pytest.mark.parametrize("there", [True, False])
def test_end_window(there: bool) -> None:
    s = Table(end_window=there).put("F", "enemy hand", **FAST).pass_()
    assert (s.waiting_for == "chance") == there


@pytest.mark.parametrize("knows", [True, False])
def test_setter_knows(knows: bool) -> None:
    s = Table("power_cards", setter_knows=knows).char("D").hand("H").put("I", "hand")
    s.act("set as power", "H")
    assert s.knows(0, "H") == knows
    assert not s.knows(1, "H")


@pytest.mark.parametrize("first", [True, False])
def test_expire_first(first: bool) -> None:
    s = Table(expire_first=first).char("Q", "EGO party", mind=2, power=1)
    s.put(
        "Dim", "lasting", **PROJECT, lasts="power_card_phase", x=1, abilities=["all_minds_less_x"]
    )
    s.end_turn()
    assert s.zone("Q") == ("EGO party" if first else "dominion")


@pytest.mark.parametrize("depth", ["any", "active"])
def test_break_depth(depth: str) -> None:
    s = Table(break_depth=depth).char("P", "EGO party").char("Q", "EGO party", icons=[])
    s.put("B", "hand", type="break")
    assert s.can("break with", "B") == (depth == "any")


@pytest.mark.parametrize("between", [True, False])
def test_respond_between(between: bool) -> None:
    s = Table(respond_between=between, stop_at=()).put("J", "hand", **PROJECT)
    s.put("F", "enemy hand", **FAST).put("G", "enemy hand", **FAST)
    s.act("declare", "J").act("declare fast", "F").pass_()
    assert s.zone("F") == "enemy discard"
    assert (s.waiting_for == "response") == between


@pytest.mark.parametrize("zero", [True, False])
def test_zero_x(zero: bool) -> None:
    s = Table(zero_x=zero).char("D", power=2)
    s.put("Dim", "hand", **PROJECT, variable=True, lasts="turn", abilities=["all_minds_less_x"])
    s.act("declare", "Dim")
    assert s.legal("amount") == (["0", "1", "2"] if zero else ["1", "2"])


@pytest.mark.parametrize("saves", [True, False])
def test_guard_gone_saves(saves: bool) -> None:
    s = Table(guard_gone_saves=saves).char("A", power=1)
    s.char("G", "enemy dominion", power=1)
    s.put("Kill", "hand", **FAST, abilities=["discard_character"])
    s.act("attack", "A").act("guard", "G").act("declare fast", "Kill").choose("G").play_on()
    assert s.count("enemy damage") == (0 if saves else 2)


@pytest.mark.parametrize("adds", [True, False])
def test_mental_adds(adds: bool) -> None:
    s = Table(mental_adds=adds).char("A", power=1, attack=2, mental=1).act("attack", "A")
    assert s.count("enemy damage") == (3 if adds else 2)


@pytest.mark.parametrize("damages", [True, False])
def test_named_to_damage(damages: bool) -> None:
    s = Table(player=1, named_to_damage=damages).char("D", person=4)
    s.put("J", "enemy hand", **PROJECT, abilities=["discard_character"]).act("declare", "J")
    assert s.zone("D") == ("damage" if damages else "discard")


@pytest.mark.parametrize(("way", "damage"), [("each", 3), ("first", 0)])
def test_synchro_penetrate(way: str, damage: int) -> None:
    s = Table(synchro_penetrate=way).char("A", power=1, attack=3, endurance=9)
    s.char("B", power=1, attack=6, endurance=9, abilities=["synchro", "penetrate"])
    s.char("G", "enemy dominion", power=1)
    s.act("attack", "A").act("guard", "G").act("join with", "B")
    assert s.count("enemy damage") == damage


@pytest.mark.parametrize("optional", [True, False])
def test_bind_optional(optional: bool) -> None:
    s = Table(player=1, bind_optional=optional).char("D", power=1, abilities=["bind"])
    s.put("J", "enemy hand", **PROJECT, abilities=["discard_character"]).act("declare", "J")
    if optional:
        s.choose("no")
    assert s.zone("D") == ("discard" if optional else "dominion")


@pytest.mark.parametrize("works", [True, False])
def test_infinity(works: bool) -> None:
    s = Table(infinity=works).char("D", abilities=["infinity", "raise_own"]).char("P", power=1)
    assert s.can("use effect", "D") == works


@pytest.mark.parametrize("works", [True, False])
def test_remove(works: bool) -> None:
    s = Table(player=1, remove=works).char("D", abilities=[{"text": "remove", "x": 1}])
    s.put("Hurt", "damage", **PROJECT)
    s.play_on(to="removes" if works else "main", player=0)
    if works:
        s.choose("Hurt")
    assert s.zone("Hurt") == ("discard" if works else "damage")


def test_turn_limit() -> None:
    s = Table(turn_limit=3).end_turn()
    assert s.over
    assert (s.winner, s.outcome) == (None, "too_many_turns")


def test_opening_hand_and_hand_limit() -> None:
    s = Table("start", opening_hand=5, redraw_allowed=False, hand_limit=3, filling=40)
    s.play_on(to="discarded")
    assert s.game.turn == 0
