"""The measure that benchmarks compare with: the limit program, compiled and run here and now."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).parent / "limit" / "vanilla_lycee.c"

REFERENCE_NS = 50.0
"""The limit program's ns per decision on the machine for which targets in ns are stated."""


@dataclass(frozen=True)
class LimitRun:
    """What the limit program reports of the games with seeds first_seed to first_seed + games - 1.

    The squared fields are sums over games of the squared count of one game.
    """

    games: int
    first_seed: int
    seconds: float
    decisions: int
    turns: int
    first_player_wins: int
    decisions_squared: float
    turns_squared: float
    state: int

    @property
    def ns_per_decision(self) -> float:
        """Nanoseconds for each decision."""
        return self.seconds * 1e9 / self.decisions

    @property
    def ns_per_turn(self) -> float:
        """Nanoseconds for each turn."""
        return self.seconds * 1e9 / self.turns

    def mean(self, name: str) -> tuple[float, float]:
        """Give the mean by game, and its standard error.

        :param name: ``decisions``, ``turns`` or ``first_player_wins``.
        """
        total = getattr(self, name)
        squared = getattr(self, f"{name}_squared", total)
        mean = total / self.games
        variance = (squared / self.games - mean**2) * self.games / (self.games - 1)
        return mean, (variance / self.games) ** 0.5


@dataclass(frozen=True)
class Comparison:
    """Times of the limit program and of something else, in ns, from rounds run alternately."""

    limit: tuple[float, ...]
    other: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """The ratio of each round."""
        return tuple(other / limit for limit, other in zip(self.limit, self.other, strict=True))

    @property
    def ratio(self) -> float:
        """The median over the rounds, which a busy moment of the machine does not move."""
        return statistics.median(self.ratios)

    @property
    def ns(self) -> float:
        """The median of the other's times."""
        return statistics.median(self.other)

    @property
    def scaled_ns(self) -> float:
        """The time that the other would take where the limit program takes REFERENCE_NS."""
        return self.ratio * REFERENCE_NS

    def __str__(self) -> str:
        return (
            f"{self.ns:.1f} ns, "
            f"{self.ratio:.2f} times the limit program's {statistics.median(self.limit):.1f} ns "
            f"({min(self.ratios):.2f} to {max(self.ratios):.2f} over {len(self.ratios)} rounds)"
        )


@dataclass
class Limit:
    """The limit program, which knows what it took so far."""

    program: Path
    runs: list[LimitRun] = field(default_factory=list)

    def run(self, games: int = 20_000, first_seed: int = 0) -> LimitRun:
        """Play a range of seeds."""
        command = [str(self.program), str(games), str(first_seed), "--json"]
        done = subprocess.run(command, capture_output=True, check=True, text=True)
        run = LimitRun(**json.loads(done.stdout))
        self.runs.append(run)
        return run

    @property
    def ns_per_decision(self) -> float:
        """The median of its runs so far, of which there are at least three."""
        while len(self.runs) < 3:
            self.run(first_seed=1_000_000 * len(self.runs))
        return statistics.median(run.ns_per_decision for run in self.runs)

    def scaled(self, ns: float) -> float:
        """Translate a target stated for the machine of REFERENCE_NS to the one at hand."""
        return ns * self.ns_per_decision / REFERENCE_NS

    def compare(
        self,
        play: Callable[[int], float],
        *,
        games: int = 20_000,
        rounds: int = 7,
        by: str = "ns_per_decision",
    ) -> Comparison:
        """Run the limit program and ``play`` in turns, changing who goes first in each round.

        :param play: plays a range of seeds from the one given, and gives ns by the same unit.
        :param by: ``ns_per_decision`` or ``ns_per_turn``.
        """
        play(0)
        limit, other = [], []
        for number in range(rounds):
            first_seed = 1_000_000 * (number + 1)
            if number % 2:
                other.append(play(first_seed))
                limit.append(getattr(self.run(games, first_seed), by))
            else:
                limit.append(getattr(self.run(games, first_seed), by))
                other.append(play(first_seed))
        return Comparison(tuple(limit), tuple(other))


def build_limit(folder: Path) -> Limit | None:
    """Compile the limit program for this machine with everything the compiler has.

    Gives ``None`` where there is no C compiler.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "vanilla_lycee"
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return Limit(program)
