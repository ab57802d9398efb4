"""What simulations and comparisons give: numbers, JSON and tables to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tefuda.failures import DECISION_LIMIT, DECISION_LIMIT_REASON, failure_text
from tefuda.plugins.lab.driver import DRAW, ERROR, Games, Problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tefuda.plugins.statistics import Difference
    from tefuda.ruleset import Ruleset

#: The metrics of a comparison: key, what a table calls it, how it writes a value.
METRICS: tuple[tuple[str, str, str], ...] = (
    ("first_player_win_rate", "first player wins", "{:.1%}"),
    ("turns", "turns", "{:.2f}"),
    ("decisions", "decisions", "{:.1f}"),
    ("options_per_decision", "options per decision", "{:.2f}"),
    ("ns_per_decision", "ns per decision", "{:.0f}"),
)


@dataclass(frozen=True)
class GameFailure:
    """A game that ended in an error of its rules: which one, and why."""

    game: int
    seed: int
    message: str
    #: Whether the players sat the other way round.
    swapped: bool = False
    #: Of one that Python ended: whose Python, about which card, and the options up to there.
    problem: Problem | None = None

    def to_json(self) -> dict[str, Any]:
        """Give it as JSON has it: beside the first three keys those that apply."""
        found: dict[str, Any] = {"game": self.game, "seed": self.seed, "message": self.message}
        if self.swapped:
            found["swapped"] = True
        for key in ("plugin", "bot", "handler", "card", "decision"):
            value = getattr(self.problem, key, None)
            if value:
                found[key] = value
        return found


@dataclass
class SimulationResult:
    """The totals over many games of one ruleset, in the order of game numbers."""

    ruleset: str
    fingerprint: str
    decks: list[str]
    bots: list[str]
    seed: int
    threads: int
    games: int = 0
    #: By player, in the order of ``decks``.
    wins: list[int] = field(default_factory=lambda: [0, 0])
    #: By who began.
    first_player_wins: int = 0
    draws: int = 0
    failures: list[GameFailure] = field(default_factory=list)
    #: How often each reason ended a game.
    outcomes: dict[str, int] = field(default_factory=dict)
    decisions: int = 0
    options: int = 0
    turns: int = 0
    #: Wall clock of playing alone.
    seconds: float = 0.0
    #: Over every option taken and the end of every game, in order of game number.
    trace_hash: str = ""
    #: Whether machine code played the games; they are the same without.
    native: bool = False
    #: Whether it was stopped before all games were played.
    interrupted: bool = False

    @property
    def errors(self) -> int:
        """How many games ended in an error."""
        return len(self.failures)

    @property
    def ns_per_decision(self) -> float:
        """Nanoseconds of wall clock for each decision, all threads together."""
        return self.seconds * 1e9 / self.decisions if self.decisions else 0.0

    def add(self, games: Games, ruleset: Ruleset) -> None:
        """Count games in."""
        import numpy as np

        decided = games.winner >= 0
        self.games += len(games)
        self.decisions += int(games.decisions.sum())
        self.options += int(games.options.sum())
        self.turns += int(games.turns.sum())
        for player in (0, 1):
            self.wins[player] += int((games.winner == player).sum())
        self.first_player_wins += int((decided & (games.winner == games.starter)).sum())
        self.draws += int((games.winner == DRAW).sum())
        outcomes = Counter(self.outcomes)
        for number, count in enumerate(np.bincount(games.outcome[games.failure == 0])):
            if count:
                outcomes[ruleset.compiled.outcomes[number]] += int(count)
        outcomes[DECISION_LIMIT_REASON] += int((games.failure == DECISION_LIMIT).sum())
        for i in np.flatnonzero(games.winner == ERROR).tolist():
            outcomes["error"] += 1
            number = games.first_number + i
            problem = games.problems.get(number)
            message = (
                failure_message(ruleset, int(games.failure[i]), int(games.failure_pc[i]))
                if problem is None
                else problem.message
            )
            self.failures.append(GameFailure(number, self.seed, message, games.swapped, problem))
        self.outcomes = {name: outcomes[name] for name in sorted(outcomes) if outcomes[name]}

    def to_json(self) -> dict[str, Any]:
        """Give the result as the command line's JSON has it."""
        return {
            "ruleset": self.ruleset,
            "fingerprint": self.fingerprint,
            "decks": self.decks,
            "bots": self.bots,
            "seed": self.seed,
            "threads": self.threads,
            "games": self.games,
            "wins": self.wins,
            "first_player_wins": self.first_player_wins,
            "draws": self.draws,
            "errors": self.errors,
            "failures": [failure.to_json() for failure in self.failures],
            "outcomes": self.outcomes,
            "decisions": self.decisions,
            "options": self.options,
            "turns": self.turns,
            "seconds": round(self.seconds, 6),
            "ns_per_decision": round(self.ns_per_decision, 3),
            "trace_hash": self.trace_hash,
            "native": self.native,
            "interrupted": self.interrupted,
        }

    def __str__(self) -> str:
        games = max(self.games, 1)
        lines = [
            f"{self.ruleset}  {self.fingerprint[:12]}",
            f"  {self.games} games, seed {self.seed}, threads {self.threads}"
            + (", stopped early" if self.interrupted else ""),
        ]
        for player in (0, 1):
            lines.append(
                f"  player {player}: {self.decks[player]}, {self.bots[player]}: "
                f"{self.wins[player]} wins ({self.wins[player] / games:.1%})"
            )
        lines += [
            f"  who began wins {self.first_player_wins / games:.1%}, draws {self.draws}, "
            f"errors {self.errors}",
            "  ends: " + ", ".join(f"{name} {count}" for name, count in self.outcomes.items()),
            f"  per game: {self.turns / games:.1f} turns, {self.decisions / games:.1f} decisions, "
            f"{self.options / max(self.decisions, 1):.2f} options each",
            f"  {self.seconds:.2f} s, {games / self.seconds if self.seconds else 0:.0f} games/s, "
            f"{self.ns_per_decision:.0f} ns per decision",
            f"  trace {self.trace_hash}",
        ]
        lines += [
            f"  error in game {failure.game} of seed {failure.seed}: {failure.message}"
            for failure in self.failures[:10]
        ]
        if self.errors > 10:
            lines.append(f"  and {self.errors - 10} more errors")
        return "\n".join(lines)


def failure_message(ruleset: Ruleset, failure: int, pc: int) -> str:
    """Say why a game ended in an error: what failed, in which rule and line."""
    where = ruleset.program.where(pc)
    rule, line, file = (where[0].name, where[1], where[0].file) if where else (None,) * 3
    return failure_text(failure, rule, line, file)


def trace_bytes(trace: NDArray[np.uint64]) -> bytes:
    """Give the hashes of games as bytes that are the same on every platform."""
    return trace.astype("<u8").tobytes()


@dataclass
class VariantResult:
    """One variant beside the baseline."""

    simulation: SimulationResult
    #: By the keys of :data:`METRICS`.
    differences: dict[str, Difference]
    #: What differs in the rules.
    rules: RuleChanges

    def to_json(self) -> dict[str, Any]:
        """Give it as the command line's JSON has it."""
        differences = {
            key: {
                "baseline": found.baseline,
                "variant": found.variant,
                "difference": found.difference,
                "low": found.low,
                "high": found.high,
                "p": found.p,
                "significant": bool(found.significant),
            }
            for key, found in self.differences.items()
        }
        return {
            **self.simulation.to_json(),
            "differences": differences,
            "rule_changes": self.rules.to_json(),
        }


#: Where more procedures differ, or more parameters are of one side, they are counted, not named.
MOST_NAMED = 24


@dataclass(frozen=True)
class RuleChanges:
    """What a variant changes in the rules themselves."""

    #: Name, value in the baseline, value in the variant; ``None`` where there is none.
    parameters: list[tuple[str, Any, Any]]
    #: Name, clause, and ``added``, ``removed`` or ``changed``.
    procedures: list[tuple[str, str, str]]
    #: Numbers of cards that are not the same.
    cards: list[str]
    #: Whether baseline and variant are one and the same.
    same: bool

    def to_json(self) -> dict[str, Any]:
        """Give it as the command line's JSON has it."""
        return {
            "parameters": [
                {"name": name, "baseline": old, "variant": new}
                for name, old, new in self.parameters
            ],
            "procedures": [
                {"name": name, "clause": clause, "change": how}
                for name, clause, how in self.procedures
            ],
            "cards": self.cards,
            "same": self.same,
        }

    def lines(self, every: bool = False) -> list[str]:
        """Give it as lines to read.

        :param every: whether to name all that differs, however much it is.
        """
        if self.same:
            return ["the same rules"]
        one_sided = [name for name, old, new in self.parameters if old is None or new is None]
        counted = one_sided if len(one_sided) > MOST_NAMED and not every else []
        found = [
            f"{name}: {old} -> {new}" for name, old, new in self.parameters if name not in counted
        ]
        if counted:
            found.append(f"{len(counted)} parameters are of one side alone (--rules names them)")
        if every or len(self.procedures) <= MOST_NAMED:
            found += [
                f"{how} {name}" + (f" ({clause})" if clause else "")
                for name, clause, how in self.procedures
            ]
        else:
            counts = Counter(how for _, _, how in self.procedures)
            kinds = ", ".join(f"{count} {how}" for how, count in sorted(counts.items()))
            found.append(f"{len(self.procedures)} procedures differ: {kinds} (--rules names them)")
        if self.cards:
            found.append(f"{len(self.cards)} cards differ: {', '.join(self.cards[:8])}")
        return found


@dataclass
class ComparisonResult:
    """A baseline and variants that played the same seeds."""

    baseline: SimulationResult
    variants: list[VariantResult]
    #: Games of one seed: 2 where players change places, 1 where they are equal.
    games_per_seed: int
    #: Seeds that every side finished.
    seeds: int
    confidence: float = 0.95
    interrupted: bool = False

    @property
    def errors(self) -> int:
        """How many games ended in an error, on all sides."""
        return self.baseline.errors + sum(v.simulation.errors for v in self.variants)

    def to_json(self) -> dict[str, Any]:
        """Give the result as the command line's JSON has it."""
        return {
            "baseline": self.baseline.to_json(),
            "variants": [variant.to_json() for variant in self.variants],
            "seeds": self.seeds,
            "games_per_seed": self.games_per_seed,
            "confidence": self.confidence,
            "interrupted": self.interrupted,
        }

    def __str__(self) -> str:
        return self.text()

    def text(self, *, rules: bool = False) -> str:
        """Give it as text to read.

        :param rules: whether to name all rules that differ, however many there are.
        """
        old = self.baseline
        players = " against ".join(
            f"{deck} ({bot})" for deck, bot in zip(old.decks, old.bots, strict=True)
        )
        times = "twice, players swapped" if self.games_per_seed == 2 else "once"
        lines = [
            f"{old.ruleset}: {old.games} games of {players}, seed {old.seed}",
            f"{self.seeds} seeds, each played {times}; "
            f"intervals {self.confidence:.0%}, * significant beside all others (Holm, 5 %)",
        ]
        if self.interrupted:
            lines.append("stopped early: what was played on every side is compared")
        for variant in self.variants:
            lines += ["", *_variant_table(variant, old.decks, rules)]
        for side in (old, *(variant.simulation for variant in self.variants)):
            lines += [
                f"error: {side.ruleset}: game {failure.game} of seed {failure.seed}: "
                f"{failure.message}"
                for failure in side.failures[:5]
            ]
            if side.errors > 5:
                lines.append(f"error: {side.ruleset}: and {side.errors - 5} more")
        return "\n".join(lines)


def _variant_table(variant: VariantResult, decks: list[str], every: bool) -> list[str]:
    rows: list[tuple[str, ...]] = [("", "baseline", "variant", "difference", "interval", "p", "")]
    for key, title, form in METRICS:
        found = variant.differences[key]
        signed = form.replace("{:", "{:+")
        interval = (
            found.note or "none"
            if found.low is None or found.high is None
            else f"{signed.format(found.low)} to {signed.format(found.high)}"
        )
        rows.append(
            (
                title,
                *(
                    "-" if value is None else form.format(value)
                    for value in (found.baseline, found.variant)
                ),
                "-" if found.difference is None else signed.format(found.difference),
                interval,
                "-" if found.p is None else f"{found.p:.3f}" if found.p >= 0.001 else "<0.001",
                "*" if found.significant else "",
            )
        )
    head = [variant.simulation.ruleset]
    if variant.simulation.decks != decks:
        head.append(f"  with other decks: {' against '.join(variant.simulation.decks)}")
    head += [f"  {line}" for line in variant.rules.lines(every)]
    return [*head, *_aligned(rows)]


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
