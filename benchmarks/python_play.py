"""What Python costs that takes part in games: bots, beside the native ones of the same games."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from benchmarks.playing import Contest, contest
from benchmarks.table import Row
from tefuda.plugins.bots import Bot
from tefuda.plugins.players import policy

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
        slow, fast = other.play(seed, games), base.play(seed, 10 * games)
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
