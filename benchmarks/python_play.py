"""What Python costs that takes part in games: bots and handlers, beside native ones."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.playing import Contest, contest
from benchmarks.table import Row
from tefuda.plugins.bots import Bot
from tefuda.plugins.players import policy
from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.rulesets import lycee
from tefuda.rulesets.lycee.processes import draw
from tefuda.rulesets.lycee.vocabulary import TURN_START, Player

BOTS = "python bots, ns per decision as a ratio to random against random"


def first(view: Any, actions: Sequence[int]) -> int:
    """Take the first action."""
    return actions[0]


def dice(view: Any, actions: Sequence[int], decision: Any) -> int:
    """Take any action, each as likely."""
    return int(decision.random.choice(actions))


def rounds_of(base: Contest, other: Contest, games: int, rounds: int) -> tuple[float, float, float]:
    """Play two contests in turns; gives the median ratio of times per decision, and its range."""
    found = []
    for number in range(-1, rounds):
        seed = 1_000_000 * (number + 2)
        slow, fast = other.play(seed, games), base.play(seed, games)
        assert min(slow.decisions, fast.decisions) > games
        if number >= 0:
            found.append(slow.ns_per_decision / fast.ns_per_decision)
    return statistics.median(found), min(found), max(found)


def bots(games: int = 20, rounds: int = 5) -> Iterator[Row]:
    """Measure Python bots against native ones in the same game."""
    base = contest("lycee", "vanilla")
    for title, pair in (
        ("takes the first action, against random", (Bot("first", function=first), None)),
        ("two that take any action", (Bot("dice", function=dice), Bot("dice", function=dice))),
    ):
        playing = tuple("random" if bot is None else policy(bot) for bot in pair)
        ratio, low, high = rounds_of(base, replace(base, bots=playing), games, rounds)
        note = f"{low:.0f} to {high:.0f} over {rounds} rounds"
        yield Row(BOTS, f"lycee, vanilla: {title}", ratio, "", note=note)


# ---------------------------------------------------------------- handlers

HANDLERS = "one handler of Lycee's turn_start, ns per decision as a ratio to none"

as_rule = Rules("one_rule", extends="lycee")


@as_rule.on(TURN_START)
def one_more(me: Player) -> None:
    """Draw one more with an empty hand."""
    if len(me.hand) == 0:
        draw(me, 1)


as_python = Rules("one_python", extends="lycee")


@as_python.python_handler(TURN_START)
def one_more_in_python(game: Any, me: Any) -> None:
    """Draw one more with an empty hand."""
    if len(me.hand) == 0:
        game.call(draw, me, 1)


def changed(change: Rules) -> Contest:
    """Give Lycee's vanilla deck against itself with a change."""
    ruleset = Ruleset(lycee.rules, f"lycee+{change.name}", extensions=[change])
    match = ruleset.match("vanilla", "vanilla")
    return Contest(f"lycee, vanilla, {change.name}", ruleset.program, match)


def handlers(games: int = 100, rounds: int = 7) -> Iterator[Row]:
    """Measure a handler as a rule, and the same in Python, which plays the same games."""
    base, rule, python = contest("lycee", "vanilla"), changed(as_rule), changed(as_python)
    assert rule.play(1, games).trace == python.play(1, games).trace
    for title, other in (("as a rule", rule), ("in Python", python)):
        ratio, low, high = rounds_of(base, other, games, rounds)
        note = f"{low:.2f} to {high:.2f} over {rounds} rounds"
        yield Row(HANDLERS, title, ratio, "", note=note)
