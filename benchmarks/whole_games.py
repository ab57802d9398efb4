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
from collections.abc import Iterator
from itertools import product
from math import ceil, sqrt

import tefuda
from benchmarks import measures
from tefuda.capacities import capacities_of
from tefuda.playing import Results, play_games
from tefuda.ruleset import Ruleset
from tefuda.usage import Usage

SEED = 20
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


def capacities(ruleset: Ruleset, each: int) -> Iterator[Line]:
    """Give the most that games held of everything, and what the ruleset declares."""
    held: Counter[str] = Counter()
    for decks in pairs_of(ruleset):
        match = ruleset.match(*decks)
        usage = Usage()
        play_games(match.program, match, SEED, 0, each, Results(each), usage=usage)
        held |= Counter(usage.held)
    compiled = ruleset.program.compiled
    declared = capacities_of(compiled) | {f"records {r.name}": r.capacity for r in compiled.records}
    found = [f"{name} {held[name]} of {declared[name]}" for name in usage.held]
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
    given = parser.parse_args()
    ruleset = tefuda.load(given.ruleset)
    each = ceil(given.games / len(pairs_of(ruleset)))
    print("| what | found |\n|---|---|")
    for lines in (
        random_games(ruleset, each),
        greedy(ruleset, given.pairs),
        beside_lycee(ruleset),
        capacities(ruleset, each),
    ):
        for what, found in lines:
            print(f"| {what} | {found} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
