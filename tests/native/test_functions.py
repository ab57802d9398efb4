"""Pure functions of the language as functions of the C compiler: lists, and calls too deep."""

from __future__ import annotations

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from tefuda import kernel
from tefuda.cards import CardData, CardPool
from tefuda.errors import CapacityExceeded
from tefuda.game import Game as Played
from tefuda.kernel import Stat, confirm, order
from tefuda.lang import compile_rules
from tefuda.lang.program import CompiledProgram
from tefuda.native.functions import Direct
from tefuda.native.library import attach, build
from tefuda.program import MatchTables, Program
from tefuda.rules import Rules, Visibility

pytestmark = pytest.mark.packaging

Zone: TypeAlias = "kernel.Zone[Card]"


class Card(kernel.Card):
    """A card with a digit."""

    owner: Player
    user: Player
    digit: Stat


class Player(kernel.Player):
    """A player, with the digits of cards in the orders that were found."""

    table: Zone
    digits: int


class Game(kernel.Game):
    """The game."""

    turn_player: Player


rules = Rules("functions", summary="hands lists of cards to functions that look at them")
game = rules.vocabulary(card=Card, player=Player, game=Game)
TABLE = rules.zone("table", capacity=40, in_play=True, visible=Visibility.ALL)
DIGIT = rules.stat("digit")
ORDERED, DEEPER = map(rules.ask, ("ordered", "deeper"))
#: More calls in one another than the stack has room for.
DEEP = 100_000


@rules.procedure()
def picked(n: int, first: list[Card], m: int, second: list[Card]) -> list[Card]:
    """One of two lists, by a way round on which they change places."""
    if n > 3:
        return picked(n - 2, second, m + 1, first)
    if m == 2:
        return first
    return picked(n + 5, first, 2, second) if n == 1 else second


@rules.procedure()
def digits(cards: list[Card], times: int) -> int:
    """The digits of cards in their order, so many times one after the other."""
    total = 0
    for card in cards:
        total = total * 10 + card.digit
    return digits(cards, times - 1) * 1000 + total if times > 1 else total


@rules.procedure()
def depth(n: int) -> int:
    """A number, by as many calls."""
    return depth(n - 1) + 1 if n else 0


@rules.setup
def set_up() -> None:
    """Leave the cards where they are."""


@rules.main
def play() -> None:
    """Order the cards twice, and find out the digits, again and again."""
    me = game.turn_player
    while True:
        one = order(me, me.table.cards, ORDERED)
        other = order(me, me.table.cards, ORDERED)
        me.digits = digits(picked(9, one, 0, other), 2) * 1_000_000
        me.digits += digits(picked(1, picked(2, one, 7, other), 2, one), 2)
        if confirm(me, DEEPER):
            me.digits = depth(DEEP)


def made(stack: int = 768) -> CompiledProgram:
    """The program, with so many slots of stack."""
    cards = [CardData(f"S{n}", f"card {n}", {"digit": n + 1}) for n in range(3)]
    compiled = compile_rules(rules, CardPool(cards))
    return replace(compiled, capacities={**compiled.capacities, "stack": stack})


def direct(compiled: CompiledProgram) -> set[str]:
    """The names of functions of the C compiler."""
    return {compiled.functions[k].name for k in Direct(compiled).numbers}


def both(folder: Path, compiled: CompiledProgram) -> list[Played]:
    """A game of three cards under either back end."""
    interpreted, fast = Program(compiled), Program(compiled)
    attach(fast, build(fast, folder, optimise="-O1"))
    assert fast.native
    return [Played(p, MatchTables(p, range(3), []), seed=0) for p in (interpreted, fast)]


def answer(game: Played, text: str) -> None:
    """Take the option that is written so."""
    game.apply(next(a for a in game.legal_actions if text in game.action_text(a)))


def test_lists_are_handed_to_pure_functions_and_given_back(tmp_path):
    compiled = made()
    assert {"picked", "digits", "depth"} <= direct(compiled)
    games = both(tmp_path, compiled)
    dice = random.Random(1)
    found = set()
    for _ in range(40):
        orders: list[list[int]] = []
        for _ in range(2):
            left = [0, 1, 2]
            taken: list[int] = []
            while len(left) > 1:
                taken.append(left.pop(dice.randrange(len(left))))
                for game in games:
                    answer(game, f"card {taken[-1]}")
            orders.append(taken + left)
        one, other = orders
        # The decorators give the functions back as they are: in Python they pick the same.
        first, second = picked(9, one, 0, other), picked(1, picked(2, one, 7, other), 2, one)
        expected = int("".join(str(card + 1) for card in (*first, *first, *second, *second)))
        for game in games:
            assert game.view(0).player_variables[0]["digits"] == expected
            answer(game, "no")
        assert games[0].snapshot() == games[1].snapshot()
        found.add(expected)
    assert len(found) > 20


def too_deep(games: list[Played]) -> None:
    for game in games:
        while "yes" not in "".join(map(game.action_text, game.legal_actions)):
            game.apply(game.legal_actions[0])
        with pytest.raises(CapacityExceeded, match="the stack is full"):
            answer(game, "yes")
        assert game.over
    assert games[0].snapshot() == games[1].snapshot()


@pytest.mark.parametrize("stack", [768, 4096, 16384])
def test_pure_functions_that_call_one_another_too_deep_end_the_game_alike(tmp_path, stack):
    games = both(tmp_path, made(stack))
    # A thread's own stack may be far smaller than that of a process.
    before = threading.stack_size(256 * 1024)
    try:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(too_deep, games).result()
    finally:
        threading.stack_size(before)


def test_functions_that_would_fill_a_threads_stack_are_none_of_the_c_compiler():
    assert "depth" in direct(made(1024))
    assert "depth" not in direct(made(16384))
