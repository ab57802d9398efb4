"""What is given again and again: it takes no more room than once, and does what it did before."""

from __future__ import annotations

from functools import cache

import pytest

from tefuda import CapacityExceeded
from tefuda.cards import AbilityUse, CardData, CardPool
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.kernel import (
    Stat,
    allowed,
    bar,
    expire,
    gain,
    has,
    lose,
    modify,
    negate,
    set_original,
    set_to,
    swap,
    value,
)
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program
from tefuda.rules import Fold, Of, Rules
from tefuda.testing import check_game

from . import small
from .small import PLAYED, POWER, Fault, game

rules = Rules("again", extends="small")


class Card(small.Card):
    """A card with a second stat."""

    guard: Stat


rules.vocabulary(card=Card)
MAY = rules.question("may", Card)
WORTH = rules.question("worth", Card, fold=Fold.VALUE)
SOON = rules.duration("soon")
LATE = rules.duration("late")
GUARD = rules.stat("guard")
SWIFT = rules.keyword("swift")
SIZE = 42
#: More often than any pool has room.
TIMES = 300


@rules.answers(MAY)
def never(me: Card | None, card: Card) -> bool:
    """Nothing may be."""
    return False


@rules.answers(WORTH)
def dearer(me: Card | None, base: int, card: Card) -> int:
    """One more."""
    return base + 1


@rules.trigger(PLAYED, of=Of.SELF)
def takes(me: Card, card: Card) -> None:
    """Take and give an ability many times, the same in each way."""
    for _ in range(TIMES):
        lose(me, SWIFT, until=SOON)
        bar(me, SWIFT, until=LATE)
        negate(me, until=LATE)
        gain(game, never, until=SOON)
    me.user.score = 0 if allowed(MAY, me) else 1
    expire(SOON)
    me.user.score = me.user.score + (10 if allowed(MAY, me) else 0)


@rules.trigger(PLAYED, of=Of.SELF)
def loses(me: Card, card: Card) -> None:
    """Lose an ability many times, and gain it before the last of them and behind it."""
    gain(me, SWIFT, until=LATE)
    for _ in range(TIMES):
        lose(me, SWIFT, until=SOON)
    me.user.score = 1 if has(me, SWIFT) else 0
    gain(me, SWIFT, until=LATE)
    me.user.score = me.user.score + (10 if has(me, SWIFT) else 0)
    lose(me, SWIFT, until=SOON)
    me.user.score = me.user.score + (100 if has(me, SWIFT) else 0)
    expire(SOON)
    me.user.score = me.user.score + (1000 if has(me, SWIFT) else 0)


@rules.trigger(PLAYED, of=Of.SELF)
def adds(me: Card, card: Card) -> None:
    """Add to stats many times."""
    for _ in range(TIMES):
        modify(me, POWER, 2, until=SOON)
        modify(me, POWER, 1, until=LATE)
        set_to(me, GUARD, 7, until=LATE)
        set_original(me, GUARD, 5, until=SOON)
    me.user.score = me.power
    expire(SOON)
    me.user.score = me.user.score * 10000 + me.power * 10 + me.guard


@rules.trigger(PLAYED, of=Of.SELF)
def mixes(me: Card, card: Card) -> None:
    """Add before and behind what sets or swaps; none of that may change places."""
    modify(me, POWER, 3, until=LATE)
    set_to(me, POWER, 10, until=SOON)
    modify(me, POWER, 3, until=LATE)
    first = me.power
    expire(SOON)
    second = me.power
    set_to(me, GUARD, 4, until=LATE)
    swap(me, POWER, GUARD, until=SOON)
    set_to(me, GUARD, 4, until=LATE)
    me.user.score = first * 10000 + second * 100 + me.power * 10 + me.guard


@rules.trigger(PLAYED, of=Of.SELF)
def many(me: Card, card: Card) -> None:
    """Gain answers to the same value: each of them counts."""
    for _ in range(5):
        gain(game, dearer, until=SOON)
    me.user.score = value(WORTH, 0, me)


@rules.trigger(PLAYED, of=Of.SELF)
def unending(me: Card, card: Card) -> None:
    """Gain more of them than there is room for."""
    for _ in range(TIMES):
        gain(game, dearer, until=SOON)


TEXTS = ("takes", "loses", "adds", "mixes", "many", "unending")


@cache
def match() -> MatchTables:
    cards = [
        CardData(
            f"S{n:02}",
            f"card {n:02}",
            {"power": 1, "size": n, "guard": 2},
            (AbilityUse(TEXTS[n]),) if n < len(TEXTS) else (),
        )
        for n in range(SIZE)
    ]
    parameters = {"fault": Fault.NONE, "limit": 100, "cards": 2}
    compiled = compile_rules(small.rules.extended([rules]), CardPool(cards), parameters)
    return MatchTables(Program(compiled), range(SIZE), range(SIZE))


def played(text: str) -> Game:
    """A game in which the card with a text was just played."""
    found = Game(match().program, match(), seed=1)
    player = found.turn_player
    editor = GameEditor(found)
    editor.place(SIZE * player + TEXTS.index(text), player, "hand")
    editor.offer_again()
    wanted = f"play card: S{TEXTS.index(text):02}"
    found.apply(next(a for a in found.legal_actions if found.action_text(a).startswith(wanted)))
    check_game(found)
    return found


@pytest.mark.parametrize(
    ("text", "score"),
    [
        # Forbidden while it lasts, and allowed again when all of them have ended at once.
        ("takes", 11),
        # Gone with what was gained before, there when gained behind, and gone by one more loss.
        ("loses", 1010),
        ("adds", 901 * 10000 + 301 * 10 + 7),
        # 10 + 3; 1 + 3 + 3; the guard that was set before the swap is the power behind it.
        ("mixes", 13 * 10000 + 7 * 100 + 4 * 10 + 4),
        ("many", 5),
    ],
)
def test_what_is_given_again_does_what_it_would_do_beside_the_first(text, score):
    editor = GameEditor(played(text))
    assert {editor.player_variable(player, "score") for player in (0, 1)} == {0, score}


def test_what_counts_each_time_ends_where_there_is_no_more_room():
    with pytest.raises(CapacityExceeded, match="capacity"):
        played("unending")
