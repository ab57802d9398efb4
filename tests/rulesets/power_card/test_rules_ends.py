"""Breaks, skills, the end of the game and its random streams: what no ruling is about."""

import ast
from importlib.resources import files

import pytest

from ...loaded import loaded
from .table import Table

FAST = {"type": "fast"}
PROJECT = {"type": "project"}


# ---------------------------------------------------------------- breaks and skills (R12, R13)


def test_bind_does_not_save_from_a_steal() -> None:
    s = Table().char("V", "enemy dominion", abilities=["bind"]).put("B", "hand", type="break")
    s.act("break with", "B").choose("V").play_on()
    assert s.zone("V") == "enemy discard"
    assert s.zone("B") == "dominion"
    s = Table().char("V", "enemy dominion", power=1, abilities=["bind"])
    s.put("B", "hand", type="break")
    s.refused("set_break", "B")


def test_a_skill_without_a_number_counts_once() -> None:
    s = Table(player=1).char("Q", "EGO party", attack=1, abilities=["aggressive", "aggressive"])
    s.end_turn()
    assert s.timings("attack_declared") == [("attack_declared", "Q")]
    assert s.count("damage") == 1


def numbered(text: str, *numbers: int) -> list[dict[str, object]]:
    """The same skill with several numbers."""
    return [{"text": text, "x": x} for x in numbers]


def test_draw_charge_capacity_and_permanent_are_summed() -> None:
    s = Table(player=1).char("D", abilities=numbered("draw", 1, 2))
    deck = s.count("deck")
    s.end_turn()
    assert deck - s.count("deck") == 4
    s = Table().char("D", mind=9, abilities=numbered("charge", 1, 2)).phase()
    for _ in range(3):
        s.act("charge")
    s.refused("charge_power")
    s = Table().char("D", abilities=numbered("capacity", 1, 1)).hand(*(f"h{i}" for i in range(9)))
    s.end_turn()
    assert s.count("hand") == 9
    s = Table().char("D", abilities=numbered("permanent", 1, 1))
    for card in ("P", "Q", "R", "S"):
        s.put(card, "hand", type="permanent")
    for card in ("P", "Q", "R"):
        s.act("set permanent", card).play_on()
    s.refused("set_permanent", "S")


@pytest.mark.parametrize("text", ["discard_some_power", "rework_hand"])
def test_up_to_less_than_none_is_none(text: str) -> None:
    s = Table().char("D", power=2, mind=9, abilities=[{"text": "rework_hand", "n": -3}])
    s.put("F", "hand", **FAST, abilities=[{"text": "discard_some_power", "n": -3}])
    s.put("H", "enemy hand", type="project")
    if text == "rework_hand":
        s.act("use effect", "D").choose("enemy")
    else:
        s.act("declare fast", "F")
    s.play_on()
    assert s.power("D") == (1 if text == "rework_hand" else 2)
    assert s.zone("H") == "enemy hand"


@pytest.mark.parametrize("others", [0, 1])
def test_endurance_zero_takes_bind_once_in_a_check(others: int) -> None:
    """Whoever else falls beside it."""
    s = Table().char("D", power=3, endurance=0, abilities=["bind"]).put("Q", "hand")
    for i in range(others):
        s.char(f"E{i}", endurance=0)
    s.act("set", "Q")
    assert s.power("D") == 2
    assert [s.zone(f"E{i}") for i in range(others)] == ["discard"] * others


@pytest.mark.parametrize("x", [-1, -2, -9])
def test_less_than_no_room_for_permanents_is_none(x: int) -> None:
    s = Table().char("D", abilities=numbered("permanent", x))
    s.put("P", on="D", link="permanents", type="permanent").put("Q", "hand")
    s.act("set", "Q").play_on()
    assert s.zone("P") == "discard"


@pytest.mark.parametrize(
    ("against", "helps"),
    [
        ({"against": ["wiz"]}, True),
        ({"against": ["dar"]}, False),
        ({"against_icons": ["devil"]}, True),
        ({"against_icons": ["devil_male"]}, False),
    ],
)
def test_resist_is_against_factions_and_icons(against: dict[str, list[str]], helps: bool) -> None:
    s = Table().char("A", power=1, abilities=[{"text": "resist", **against}])
    s.char("G", "enemy dominion", power=1, factions=["wiz"], icons=["devil", "student"])
    s.act("attack", "A").act("guard", "G").play_on()
    assert s.zone("G") == ("enemy discard" if helps else "enemy dominion")


def test_of_several_boosts_the_largest_counts() -> None:
    s = Table().char("A", power=4, mind=9, abilities=numbered("boost", 1, 2)).act("attack", "A")
    assert s.legal("boosted") == ["0", "1", "2"]
    s.choose(2).play_on()
    assert s.count("enemy damage") == 4
    assert s.power("A") == 1


def test_of_several_binds_the_smallest_counts() -> None:
    s = Table(player=1).char("D", power=3, abilities=numbered("bind", 3, 2))
    s.put("J", "enemy hand", **PROJECT, abilities=["discard_character"]).act("declare", "J")
    assert s.zone("D") == "dominion"
    assert (s.power("D"), s.count("damage")) == (1, 2)


# ---------------------------------------------------------------- the end of the game (R15)


def hurt(s: Table, own: int, theirs: int) -> Table:
    """Both players have so many damage cards."""
    for place, count in (("damage", own), ("enemy damage", theirs)):
        for i in range(count):
            s.put(f"{place} {i}", place, type="project")
    return s


@pytest.mark.parametrize(("own", "theirs", "winner"), [(9, 10, 0), (10, 9, 1), (10, 10, None)])
def test_who_is_left_wins_and_a_loss_of_both_is_a_draw(
    own: int, theirs: int, winner: int | None
) -> None:
    s = hurt(Table().put("Q", "hand"), own, theirs).act("set", "Q")
    assert s.over
    assert (s.winner, s.outcome) == (winner, "damaged_out")


def test_losses_are_checked_between_the_items_of_the_stack() -> None:
    """The fast resolves first; the project below it does no more."""
    s = hurt(Table().char("D", endurance=1), 0, 10)
    s.put("Rain", "hand", **PROJECT, abilities=[{"text": "damage_everyone", "n": 1}])
    s.put("F", "hand", **FAST)
    s.act("declare", "Rain").act("declare fast", "F").play_on()
    assert (s.winner, s.outcome) == (0, "damaged_out")
    assert s.zone("D") == "dominion"
    assert s.zone("Rain") == "pending"


def test_the_players_take_turns() -> None:
    s = Table()
    found = []
    for _ in range(4):
        found.append(s.game.turn_player)
        s.end_turn()
    assert found == [0, 1, 0, 1]


# ---------------------------------------------------------------- what a position is (R17)


@pytest.mark.parametrize(
    "variable",
    ["phase", "charged", "chargers", "left_parties", "silenced", "power", "order", "modified"],
)
def test_positions_that_go_on_differently_have_different_hashes(variable: str) -> None:
    def position() -> Table:
        s = Table().char("D", power=1, abilities=["charge"]).char("Q", "EGO party")
        return s.char("P", "EGO party")

    one, two = position(), position()
    assert one.game.hash() == two.game.hash()
    editor, card = two.edit, two.index("D")
    if variable == "phase":
        editor.set_game_variable("phase", 4)
    elif variable == "charged":
        editor.set_player_variable(0, "charged", 1)
    elif variable == "chargers":
        editor.set_player_variable(0, "chargers", [card])
    elif variable == "left_parties":
        editor.set_player_variable(0, "left_parties", 1)
    elif variable == "silenced":
        editor.set_card_variable(card, "silenced", 8)
    elif variable == "power":
        editor.attach(two.index("p1 of D"), two.index("P"), "power", face_down=True)
    elif variable == "order":
        editor.order(0, "parties", editor.zone(0, "parties"))  # the lowest on top
    else:
        two.modify("D", "mind", -1)
    assert one.game.hash() != two.game.hash()


def test_nothing_is_random_but_shuffles_and_who_begins() -> None:
    """By the source: the random stream is asked where decks are shuffled, and by nothing else."""
    found = set()
    for module in files("tefuda.rulesets.power_card").iterdir():
        if not module.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                calls = {
                    call.func.id
                    for call in ast.walk(node)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                }
                if calls & {"shuffle", "random_below", "random_card", "random_cards"}:
                    found.add(node.name)
    assert found == {"set_up", "redraw", "rework_hand"}


def test_games_that_begin_alike_go_on_alike_whatever_the_random_stream() -> None:
    from tefuda.editor import GameEditor

    rules = loaded("power_card")
    for number in range(5):
        game = rules.new_game(decks=("white", "black"), seed=4, number=number)
        while game.turn == 0:
            game.apply(game.legal_actions[-1])
        twin = game.copy()
        GameEditor(twin).reseed(number + 1)
        while not game.over:
            assert twin.legal_actions == game.legal_actions
            action = game.legal_actions[5 * game.decisions % len(game.legal_actions)]
            game.apply(action)
            twin.apply(action)
        assert str(twin.view(0)) == str(game.view(0))
