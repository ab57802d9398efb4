"""Comparing variants of a ruleset over the same seeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import TYPE_CHECKING

from tefuda.errors import TefudaError
from tefuda.functions import changed_functions
from tefuda.native import interpreted
from tefuda.plugins import statistics
from tefuda.plugins.bots import BotLike
from tefuda.plugins.lab.driver import ERROR, Games, Side, joined
from tefuda.plugins.lab.results import (
    METRICS,
    ComparisonResult,
    RuleChanges,
    VariantResult,
    trace_bytes,
)
from tefuda.plugins.lab.simulation import (
    MOST_GAMES,
    RulesetLike,
    check_number,
    check_threads,
    empty_result,
    load_like,
    make_side,
)
from tefuda.plugins.lab.stretches import Progress, Stop, stoppable, stretches
from tefuda.plugins.manager import Manager, PluginLike, make_manager
from tefuda.ruleset import DeckLike, Ruleset
from tefuda.seeds import check_seed
from tefuda.variants import plain

if TYPE_CHECKING:
    from tefuda.plugins.lab.driver import Column

#: Games of each side where none are asked for.
GAMES = 2000
#: Sides take turns at least so often, so that a slow minute of the machine hits all of them.
ROUNDS = 40
#: Seconds that one side plays before it is another's turn, at most.
ROUND_SECONDS = 0.25
#: Seeds played before the clock counts, so that no side pays for cold caches.
WARM_UP = 4


def compare(
    baseline: RulesetLike,
    *variants: RulesetLike,
    games: int = GAMES,
    seed: int,
    threads: int = 1,
    decks: Sequence[DeckLike] | None = None,
    bots: Sequence[BotLike] | None = None,
    plugins: Sequence[PluginLike] = (),
    disable: Iterable[str] = (),
    native: bool | None = None,
    manager: Manager | None = None,
    progress: Progress | None = None,
) -> ComparisonResult:
    """Play the same seeds under a baseline and variants, and say what differs.

    Each seed is played twice, the players changing places the second time; where both have equal
    decks and bots that would be the same game again, so another seed is played instead. What one
    seed gives is the unit of all statistics. The sides take turns in short rounds, whose speeds are
    compared in pairs.

    :param games: of each side, rounded up to an even number.
    :param seed: 0 to 2**64 - 1.
    :param threads: how many games are played at once; 0: as many as there are cores.
    :param decks: of both players; the ruleset's first two when left out.
    :param bots: as for :func:`tefuda.simulate`.
    :param plugins: as for :func:`tefuda.load`, as are ``disable``, ``native`` and ``manager``.
        Machine code plays all sides or none, so that their speeds compare.
    :param progress: called now and then with how many games were played, and of how many.
    :raises TefudaError: an argument does not fit; no game was played.
    """
    check_seed(seed)
    if not variants:
        raise TefudaError("compare: no variant, expected at least one beside the baseline")
    games = check_number("games", games, 1, MOST_GAMES)
    games += games % 2
    threads = check_threads(threads)
    manager = manager or make_manager(disable, plugins)
    sides = [
        make_side(load_like(variant, manager, native), decks, bots, manager)
        for variant in (baseline, *variants)
    ]
    mirrored = not all(side.equal for side in sides)
    programs = [side.ruleset.program for side in sides]
    with nullcontext() if all(program.native for program in programs) else interpreted(programs):
        contest = _Contest(sides, seed, threads, mirrored)
        contest.play(games // 2 if mirrored else games, progress)
        return contest.result()


@dataclass
class _Round:
    """What one side gave in one round: its games, first as seated, then turned round."""

    places: list[Games]
    seconds: float

    @property
    def decisions(self) -> int:
        """All decisions of the round."""
        return sum(int(games.decisions.sum()) for games in self.places)

    @property
    def trace(self) -> bytes:
        """The hashes of its games, seed by seed."""
        import numpy as np

        return trace_bytes(np.column_stack([games.trace for games in self.places]).ravel())

    def seeds(self, key: str) -> tuple[Column, Column]:
        """Give numerators and denominators of a metric, a row for each seed."""
        import numpy as np

        over, under = np.zeros(1, np.int64), np.zeros(1, np.int64)
        for games in self.places:
            finished = (games.winner != ERROR).astype(np.int64)
            decisions = games.decisions * finished
            values = {
                "first_player_win_rate": (games.winner == games.starter).astype(np.int64),
                "turns": games.turns * finished,
                "decisions": decisions,
                "options_per_decision": games.options * finished,
            }
            over = over + values[key]
            under = under + (decisions if key == "options_per_decision" else finished)
        return over, under


class _Contest:
    """One comparison while it is played."""

    def __init__(self, sides: list[Side], seed: int, threads: int, mirrored: bool) -> None:
        self.sides, self.seed, self.threads, self.mirrored = sides, seed, threads, mirrored
        self.results = [empty_result(side, seed, threads) for side in sides]
        self.folds = [sha256() for _ in sides]
        #: By side: numerators and denominators of each metric, in pieces.
        self.pieces: list[dict[str, list[tuple[Column, Column]]]] = [
            {key: [] for key, _, _ in METRICS} for _ in sides
        ]
        self.seeds = 0
        self.interrupted = False
        old = sides[0].ruleset
        self.changes = [rule_changes(old, side.ruleset) for side in sides[1:]]
        # What the statistics need is loaded now, so that Ctrl-C is answered at once.
        statistics.proportion(0, 1)

    def play(self, seeds: int, progress: Progress | None) -> None:
        """Play rounds in which every side plays the same seeds, in alternating order."""
        games = (2 if self.mirrored else 1) * len(self.sides)
        with stoppable() as stop:
            size = self._warm_up(seeds, stop)
            number = 0
            while self.seeds < seeds:
                count = min(size, seeds - self.seeds)
                order = range(len(self.sides)) if number % 2 == 0 else range(len(self.sides))[::-1]
                played = {i: self._round(self.sides[i], count, stop) for i in order}
                if stop.asked:
                    self.interrupted = True
                    return
                for i in range(len(self.sides)):
                    self._count(i, played[i])
                self.seeds += count
                number += 1
                if progress is not None:
                    progress(self.seeds * games, seeds * games)

    def _warm_up(self, seeds: int, stop: Stop) -> int:
        """Play a few seeds untimed, and give how many seeds a round should have."""
        slowest = 1e-9
        count = min(WARM_UP, seeds)
        for side in self.sides:
            slowest = max(slowest, self._round(side, count, stop).seconds / count)
        return max(1, min(seeds // ROUNDS, int(ROUND_SECONDS / slowest)))

    def _round(self, side: Side, count: int, stop: Stop) -> _Round:
        """Play some seeds with one side."""
        places = [side, side.turned()] if self.mirrored else [side]
        begun = perf_counter()
        played = [
            list(stretches(place, self.seed, self.seeds, count, self.threads, stop))
            for place in places
        ]
        seconds = perf_counter() - begun
        if stop.asked:
            return _Round([], seconds)
        return _Round([joined(pieces) for pieces in played], seconds)

    def _count(self, i: int, played: _Round) -> None:
        import numpy as np

        for games in played.places:
            self.results[i].add(games, self.sides[i].ruleset)
        self.results[i].seconds += played.seconds
        self.folds[i].update(played.trace)
        for key, pieces in self.pieces[i].items():
            if key == "ns_per_decision":
                nanoseconds = np.array([round(played.seconds * 1e9)])
                pieces.append((nanoseconds, np.array([played.decisions])))
            else:
                pieces.append(played.seeds(key))

    def result(self) -> ComparisonResult:
        """Give the comparison of what was played."""
        results = self.results
        for result, fold in zip(results, self.folds, strict=True):
            result.failures.sort(key=lambda failure: (failure.game, failure.swapped))
            result.trace_hash = fold.hexdigest()
            result.interrupted = self.interrupted
        measured = [
            (i, key, self._difference(i, key))
            for i in range(1, len(self.sides))
            for key, _, _ in METRICS
        ]
        verdicts = statistics.judged([difference for _, _, difference in measured])
        found: dict[int, dict[str, statistics.Difference]] = {}
        for (i, key, _), verdict in zip(measured, verdicts, strict=True):
            found.setdefault(i, {})[key] = verdict
        return ComparisonResult(
            baseline=results[0],
            variants=[
                VariantResult(results[i], found[i], self.changes[i - 1])
                for i in range(1, len(self.sides))
            ],
            games_per_seed=2 if self.mirrored else 1,
            seeds=self.seeds,
            interrupted=self.interrupted,
        )

    def _difference(self, i: int, key: str) -> statistics.Difference:
        import numpy as np

        if not self.seeds:
            return statistics.Difference(
                None, None, None, None, None, None, (0, 0), note="no blocks"
            )
        columns = [
            np.concatenate([piece[part] for piece in self.pieces[side][key]])
            for side in (0, i)
            for part in (0, 1)
        ]
        return statistics.paired_ratio_difference(*columns)


def rule_changes(old: Ruleset, new: Ruleset) -> RuleChanges:
    """Say what differs between two rulesets: parameters, functions with their clauses, cards."""
    before = {name: plain(value) for name, value in old.parameters.items()}
    after = {name: plain(value) for name, value in new.parameters.items()}
    parameters = [
        (name, before.get(name), after.get(name))
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    ]
    procedures = _procedures(old, new)
    theirs = {card.number: (card.name, card.words, card.abilities) for card in old.pool}
    ours = {card.number: (card.name, card.words, card.abilities) for card in new.pool}
    cards = sorted(number for number in {*theirs, *ours} if theirs.get(number) != ours.get(number))
    return RuleChanges(parameters, procedures, cards, old.fingerprint == new.fingerprint)


def _procedures(old: Ruleset, new: Ruleset) -> list[tuple[str, str, str]]:
    """Say which functions differ; one that overrides or wraps counts as what it changes."""
    targets = {
        change.function.__name__: key
        for rules in (old.rules, new.rules)
        for table in (rules.overrides, rules.wrappers)
        for key, changes in table.items()
        for change in changes
    }
    found: dict[str, tuple[str, str, str]] = {}
    for function in changed_functions(old.compiled, new.compiled):
        name = targets.get(function.name, function.name)
        how = "changed" if name in targets.values() else function.how
        found.setdefault(name, (name, function.clause, how))
    return [found[name] for name in sorted(found)]
