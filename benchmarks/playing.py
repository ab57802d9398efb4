"""Playing many games of a program, timed: a contestant for the limit program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from time import thread_time_ns
from typing import Any

import tefuda
from benchmarks.limit import game as limit_game
from tefuda import native
from tefuda.coverage import Coverage
from tefuda.lang import compile_rules
from tefuda.lang.program import CompiledProgram
from tefuda.playing import Results, play_games
from tefuda.program import MatchTables, Program
from tefuda.ruleset import Ruleset
from tefuda.usage import Usage


@dataclass(frozen=True)
class Played:
    """Totals over a range of games."""

    games: int
    #: Time of the processor, which does not count what else it did.
    ns: int
    decisions: int
    #: Turns begun: the last one counts.
    turns: int
    first_player_wins: int
    decisions_squared: int
    turns_squared: int
    #: Over every option taken and the end of every game.
    trace: tuple[int, ...]

    @property
    def ns_per_decision(self) -> float:
        """Nanoseconds for each decision."""
        return self.ns / self.decisions

    @property
    def ns_per_turn(self) -> float:
        """Nanoseconds for each turn."""
        return self.ns / self.turns

    @property
    def games_per_second(self) -> float:
        """Games in a second."""
        return self.games * 1e9 / self.ns

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
class Contest:
    """A program with the cards of two decks, played by two bots."""

    name: str
    program: Program
    match: MatchTables
    bots: Sequence[Any] = ("random", "random")

    def play(self, seed: int, games: int) -> Played:
        """Play games 0 and on of a seed, without Python while the clock runs.

        :raises AssertionError: not all games were played to an end of the rules.
        """
        results = Results(games)
        begun = thread_time_ns()
        played = play_games(self.program, self.match, seed, 0, games, results, bots=self.bots)
        ns = thread_time_ns() - begun
        assert played == games
        errors = sum(winner == -2 for winner in results.winner)
        assert not errors, f"{self.name}: {errors} games of seed {seed} ended in an error"
        firsts = zip(results.winner, results.first, strict=True)
        turns = [turn + 1 for turn in results.turns]
        return Played(
            games,
            ns,
            sum(results.decisions),
            sum(turns),
            sum(winner == first for winner, first in firsts),
            sum(count * count for count in results.decisions),
            sum(count * count for count in turns),
            tuple(results.trace),
        )

    def block_in_use(self, seed: int, games: int) -> Usage:
        """Measure how much of their blocks some games use."""
        usage = Usage()
        results = Results(games)
        played = play_games(self.program, self.match, seed, 0, games, results, usage=usage)
        assert played == games
        return usage

    def timings_raised(self, seed: int, games: int) -> int:
        """Count the timings that some games raise."""
        coverage = Coverage(self.program)
        coverage.play(self.match, seed, 0, games, bots=self.bots)
        return sum(coverage.timings().values())


def program_of(compiled: CompiledProgram, code: bool) -> Program:
    """Make a program, played by machine code or interpreted."""
    program = Program(compiled)
    if code:
        native.use(program, make=True)
    return program


@cache
def limit_contest(timings: bool = True, code: bool = True) -> Contest:
    """Give the limit program's game, written in the rule language."""
    pool = limit_game.pool()
    program = program_of(compile_rules(limit_game.rules, pool, timings=timings), code)
    match = MatchTables(program, range(60), range(60, 120))
    return Contest("limit game" if code else "limit game, interpreted", program, match)


@cache
def load(name: str, code: bool = True) -> Ruleset:
    """Load a ruleset once."""
    return tefuda.load(name, native=code)


@cache
def contest(
    name: str, deck: str, timings: bool = True, bot: str = "random", code: bool = True
) -> Contest:
    """Give a deck of a ruleset against itself.

    :param timings: whether the rules are compiled with their timing points.
    :param code: whether machine code plays them.
    """
    ruleset = load(name, code)
    title = f"{name}, {deck}" if bot == "random" else f"{name}, {deck}, {bot}"
    title += "" if code else ", interpreted"
    if timings:
        return Contest(title, ruleset.program, ruleset.match(deck, deck), (bot, bot))
    compiled = compile_rules(ruleset.rules, ruleset.pool, ruleset.parameters, timings=False)
    program = program_of(compiled, code)
    forms = {number: i for i, number in enumerate(ruleset.pool.numbers)}
    cards = [forms[number] for number in ruleset.deck(deck).cards]
    return Contest(title, program, MatchTables(program, cards, cards), (bot, bot))


@cache
def meeting(name: str, first: str, second: str) -> Contest:
    """Give two decks of a ruleset against each other, under random play."""
    ruleset = load(name)
    return Contest(f"{name}, {first} and {second}", ruleset.program, ruleset.match(first, second))


def shipped() -> Iterator[tuple[str, str]]:
    """List every deck that comes with an installed ruleset of tefuda's own."""
    from tefuda.plugins.manager import make_manager

    for name in make_manager().rulesets:
        for deck in load(name).decks:
            yield name, deck


def in_turns(first: Contest, second: Contest, games: int, rounds: int) -> list[tuple[int, int]]:
    """Play the same seeds with both, changing who goes first; gives ns of each round.

    :raises AssertionError: they did not play the same decisions.
    """
    times = []
    for number in range(-1, rounds):
        seed = 1_000_000 * (number + 2)
        pair = (first, second) if number % 2 else (second, first)
        played = [side.play(seed, games) for side in pair]
        a, b = played if number % 2 else reversed(played)
        assert a.decisions == b.decisions, "compiled without timings, the game is another one"
        if number >= 0:
            times.append((a.ns, b.ns))
    return times
