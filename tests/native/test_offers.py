"""Abilities offered as they are found usable: what ends a game in the middle ends it alike."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import pytest

from tefuda import kernel
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.errors import GameError
from tefuda.game import Game as Played
from tefuda.kernel import offer
from tefuda.lang import compile_rules
from tefuda.native.emit import emit
from tefuda.native.library import attach, build
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules, Visibility

pytestmark = pytest.mark.packaging

Zone: TypeAlias = "kernel.Zone[Card]"


class Card(kernel.Card):
    """A card with abilities."""

    owner: Player
    user: Player


class Player(kernel.Player):
    """A player, with how long to wait, and at which ability to fail or to call too deep."""

    table: Zone
    waits: int
    fails_at: int
    deep_at: int


class Game(kernel.Game):
    """The game."""

    turn_player: Player


class Ability(kernel.Ability):
    """A text."""


rules = Rules("offers", summary="offers abilities after a wait, of which some are not usable")
game = rules.vocabulary(card=Card, player=Player, game=Game, ability=Ability)
TABLE = rules.zone("table", capacity=40, in_play=True, visible=Visibility.ALL)
MAIN = rules.window("main", rest=True)
#: More steps than it takes to offer all abilities or to fill the stack with calls, of which there
#: would be more.
STEPS, DEEP = 600, 10_000
rules.capacities.steps = STEPS


@rules.activated()
def zap(me: Card) -> None:
    """Used in play."""


@rules.activated()
def roam(me: Card) -> None:
    """Likewise."""


@rules.procedure()
def on_table(me: Player) -> set[Card]:
    """The cards of a table."""
    return me.table.cards


@rules.procedure()
def depth(n: int) -> int:
    """A number, by as many calls."""
    return depth(n - 1) + 1 if n else 0


@rules.procedure()
def usable(me: Player, a: Ability) -> bool:
    """Every other number, after as many rounds; the chosen one fails."""
    left = a.bearer.position
    assert left != me.fails_at
    if left == me.deep_at:
        return depth(DEEP) == 0
    while left > 1:
        left -= 2
    return left == 0


@rules.action(MAIN, candidates=on_table, usable=usable)
def use(me: Player, a: Ability) -> None:
    """Use an ability."""


@rules.action(MAIN)
def wait(me: Player) -> None:
    """Let steps go by before what comes next."""
    left = me.waits
    while left > 0:
        left -= 1


@rules.setup
def set_up() -> None:
    """Leave the cards where they are, and fail at none."""
    game.turn_player.fails_at = -1
    game.turn_player.deep_at = -1


@rules.main
def play() -> None:
    """Offer all abilities, again and again."""
    while True:
        offer(game.turn_player, MAIN)


TEXTS = (("zap",), (), ("zap", "roam"), ("roam",), ("roam", "zap", "zap"), ("zap",))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> list[Program]:
    """The program under either back end."""
    cards = [
        CardData(f"S{n}", f"card {n}", {}, tuple(map(AbilityUse, texts)))
        for n, texts in enumerate(TEXTS)
    ]
    compiled = compile_rules(rules, CardPool(cards))
    interpreted, fast = Program(compiled), Program(compiled)
    assert "int offer" in emit(fast)
    folder: Path = tmp_path_factory.mktemp("native")
    attach(fast, build(fast, folder, optimise="-O1"))
    assert fast.native
    return [interpreted, fast]


def offered(program: Program, **variables: int) -> tuple[Played, str]:
    """Wait, and be offered abilities: the game then, and what failed."""
    game = Played(program, MatchTables(program, range(len(TEXTS)), []), seed=0)
    for name, value in variables.items():
        GameEditor(game).set_player_variable(0, name, value)
    waiting = next(a for a in game.legal_actions if "wait" in game.action_text(a))
    try:
        game.apply(waiting)
    except GameError as problem:
        return game, str(problem)
    return game, ""


def alike(programs: list[Program], **variables: int) -> str:
    """What failed under both back ends, which leave equal games."""
    (one, failed), (other, failed_too) = (offered(p, **variables) for p in programs)
    assert failed == failed_too
    assert one.legal_actions == other.legal_actions
    assert one.snapshot() == other.snapshot()
    return failed


def test_steps_that_run_out_while_abilities_are_offered_run_out_at_the_same_one(programs):
    failed = [alike(programs, waits=waits) for waits in range(STEPS)]
    enough = failed.index(next(filter(None, failed)))
    assert failed[:enough] == [""] * enough
    assert all("too many steps" in text for text in failed[enough:])
    # In what is asked about abilities, and between it.
    assert {"in usable" in text for text in failed[enough:]} == {True, False}


@pytest.mark.parametrize("at", range(-1, len(TEXTS)))
def test_what_is_asked_about_an_ability_fails_alike(programs, at):
    asked = at >= 0 and TEXTS[at] != ()
    assert ("assertion" in alike(programs, fails_at=at)) == asked
    assert ("stack is full" in alike(programs, deep_at=at)) == asked
