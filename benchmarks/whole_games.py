"""Play whole games of a ruleset and say what they came to: ``python -m benchmarks.whole_games``.

Random games of all ordered pairs of its decks: errors, ends, length, the same on one thread and on
two. Then ``greedy`` against ``random`` with each deck, mirrored; the time of a decision beside
Lycee's starter decks; and the most that each capacity held in the random games. What is printed is
a table in Markdown.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil, sqrt

from msgspec.structs import replace

import tefuda
from benchmarks import measures
from tefuda.capacities import CAPACITIES
from tefuda.lang.program import CompiledProgram
from tefuda.playing import Results, play_games
from tefuda.program import MatchTables, Program
from tefuda.ruleset import Ruleset

SEED = 20
#: Capacities that games fill; the others bound what never ends.
HELD = ("effects", "modifications", "pending", "listeners", "was", "stack", "options")
Line = tuple[str, str]
Decks = tuple[str, str]


def pairs_of(ruleset: Ruleset) -> list[Decks]:
    """List all ordered pairs of decks."""
    return list(product(ruleset.decks, repeat=2))


# ---------------------------------------------------------------- random games


def random_games(ruleset: Ruleset, each: int) -> Iterator[Line]:
    """Play so many games of each pair of decks, on one thread and on two."""
    ends: Counter[str] = Counter()
    errors = games = turns = decisions = longest = 0
    equal = True
    for decks in pairs_of(ruleset):
        one, two = (
            tefuda.simulate(ruleset, games=each, seed=SEED, decks=decks, threads=threads)
            for threads in (1, 2)
        )
        equal = equal and one.trace_hash == two.trace_hash
        ends.update(one.outcomes)
        errors, games = errors + one.errors, games + one.games
        turns, decisions = turns + one.turns, decisions + one.decisions
        results = Results(each)
        match = ruleset.match(*decks)
        play_games(match.program, match, SEED, 0, each, results)
        longest = max(longest, *results.decisions)
    shares = ", ".join(f"{name} {count / games:.1%}" for name, count in ends.most_common())
    pairs = len(pairs_of(ruleset))
    yield (
        f"random play, {each} games of each of the {pairs} ordered pairs of decks: {games:,}",
        f"{errors} errors; {shares}",
    )
    yield (
        "how long they are",
        f"{turns / games:.1f} turns and {decisions / games:.0f} decisions a game, "
        f"{longest:,} decisions at most",
    )
    yield "the same games on one thread and on two", "equal traces" if equal else "OTHER TRACES"


# ---------------------------------------------------------------- capacities


@dataclass(frozen=True)
class Capacity:
    """Something that a game holds a limited number of."""

    name: str
    declared: int
    least: int
    #: Gives a program whose capacity is another one.
    lowered: Callable[[CompiledProgram, int], CompiledProgram]


def capacities_of(ruleset: Ruleset) -> Iterator[Capacity]:
    """List the capacities of a ruleset that games fill, and those of its records."""
    compiled = ruleset.program.compiled
    for name, default, least, _ in CAPACITIES:
        if name in HELD:

            def lowered(program: CompiledProgram, to: int, name: str = name) -> CompiledProgram:
                return replace(program, capacities=program.capacities | {name: to})

            yield Capacity(name, compiled.capacities.get(name, default), least, lowered)
    for at, row in enumerate(compiled.records):

        def of_record(program: CompiledProgram, to: int, at: int = at) -> CompiledProgram:
            rows = list(program.records)
            rows[at] = replace(rows[at], capacity=to)
            return replace(program, records=type(program.records)(rows))

        yield Capacity(f"records {row.name}", row.capacity, 1, of_record)


def failed(ruleset: Ruleset, capacity: Capacity, to: int, each: int) -> bool:
    """Tell whether some game of some pair does not get by with less."""
    program = Program(capacity.lowered(ruleset.program.compiled, to))
    forms = {number: i for i, number in enumerate(ruleset.pool.numbers)}
    cards = {name: [forms[number] for number in deck.cards] for name, deck in ruleset.decks.items()}
    for first, second in pairs_of(ruleset):
        match = MatchTables(program, cards[first], cards[second])
        results = Results(each)
        play_games(program, match, SEED, 0, each, results)
        if -2 in results.winner:
            return True
    return False


def most_held(ruleset: Ruleset, capacity: Capacity, each: int) -> int:
    """Find the least capacity with which all games end as they should.

    A tenth of the games shows about where it is, all of them where exactly.
    """
    low, high = capacity.least, capacity.declared
    while low < high:
        middle = (low + high) // 2
        if failed(ruleset, capacity, middle, ceil(each / 10)):
            low = middle + 1
        else:
            high = middle
    while low < capacity.declared and failed(ruleset, capacity, low, each):
        low += max(1, low // 50)
    return min(low, capacity.declared)


def capacities(ruleset: Ruleset, each: int) -> Iterator[Line]:
    """Give the most that games held of everything, and what the ruleset declares."""
    found = [
        f"{one.name} {most_held(ruleset, one, each)} of {one.declared}"
        for one in capacities_of(ruleset)
    ]
    yield "the most that these games held at once", ", ".join(found)


# ---------------------------------------------------------------- greedy, and time


def greedy(ruleset: Ruleset, pairs: int) -> Iterator[Line]:
    """Play so many mirrored pairs of games with each deck; the interval is that of 95 %."""
    shown = []
    for deck in ruleset.decks:
        match = ruleset.match(deck, deck)
        seats = []
        for seat, bots in enumerate((("greedy", "random"), ("random", "greedy"))):
            results = Results(pairs)
            play_games(match.program, match, SEED, 0, pairs, results, bots=bots)
            assert -2 not in results.winner
            seats.append([0.5 if w == -1 else float(w == seat) for w in results.winner])
        shares = [(first + second) / 2 for first, second in zip(*seats, strict=True)]
        mean = sum(shares) / pairs
        spread = sqrt(sum((share - mean) ** 2 for share in shares) / (pairs - 1))
        apart = 1.96 * spread / sqrt(pairs)
        shown.append(f"`{deck}` {mean:.1%} ({mean - apart:.1%} to {mean + apart:.1%})")
    yield (
        f"`greedy` against `random`, {2 * pairs:,} games with each deck, players exchanged",
        "wins " + ", ".join(shown),
    )


def beside_lycee(ruleset: Ruleset) -> Iterator[Line]:
    """Give the time of a decision as a ratio to Lycee's starter decks, in one run."""
    for row in measures.beside_lycee():
        name, _, decks = row.what.partition(", ")
        if name == ruleset.name:
            yield (
                f"ns per decision, {decks}, beside Lycee's starter decks",
                f"{row.measured:.2f} times ({row.note})",
            )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.whole_games", description=__doc__)
    parser.add_argument("ruleset", help="a ruleset or variant")
    parser.add_argument("--games", type=int, default=20_000, help="random games in all, at least")
    parser.add_argument("--pairs", type=int, default=1000, help="mirrored pairs with each deck")
    parser.add_argument("--skip-capacities", action="store_true", help="do not search for them")
    given = parser.parse_args()
    ruleset = tefuda.load(given.ruleset)
    each = ceil(given.games / len(pairs_of(ruleset)))
    print("| what | found |\n|---|---|")
    for lines in (
        random_games(ruleset, each),
        greedy(ruleset, given.pairs),
        beside_lycee(ruleset),
        iter(()) if given.skip_capacities else capacities(ruleset, each),
    ):
        for what, found in lines:
            print(f"| {what} | {found} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
