"""Playing many games of one ruleset."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from hashlib import sha256
from time import perf_counter
from typing import Any, TypeAlias

from tefuda.errors import TefudaError
from tefuda.plugins.bots import RANDOM, BotLike, make_bot
from tefuda.plugins.lab.driver import Side, check
from tefuda.plugins.lab.recording import ReplayWriter
from tefuda.plugins.lab.results import SimulationResult, trace_bytes
from tefuda.plugins.lab.stretches import PROGRESS_SECONDS, Progress, stoppable, stretches
from tefuda.plugins.loading import load
from tefuda.plugins.manager import Manager, PluginLike, make_manager
from tefuda.ruleset import DeckLike, Ruleset
from tefuda.seeds import check_seed
from tefuda.variants import Variant
from tefuda.words import shown

#: A ruleset as callers give it: a variant's string, or one that is loaded.
RulesetLike: TypeAlias = str | Variant | Ruleset

#: Games where none are asked for.
GAMES = 1000
#: No run has more games.
MOST_GAMES = 10**12
#: No run has more threads.
MOST_THREADS = 256


def simulate(
    variant: RulesetLike,
    *,
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
    replays: ReplayWriter | None = None,
) -> SimulationResult:
    """Play many games and count what happened.

    Game *k* depends on the seed and *k* alone: equal arguments give an equal result, ``seconds``
    apart, whatever the number of threads. A game that ends in an error, of its rules or of Python
    that takes part, is counted and reported with its number; the others go on. Ctrl-C ends the run
    within 200 ms; the result then holds the games finished, and says ``interrupted``.

    :param games: how many.
    :param seed: 0 to 2**64 - 1.
    :param threads: how many games are played at once; 0: as many as there are cores.
    :param decks: of both players; the ruleset's first two when left out.
    :param bots: of both players: names, :class:`tefuda.Bot` objects, or functions that play;
        ``random`` when left out.
    :param plugins: as for :func:`tefuda.load`, as are ``disable``, ``native`` and ``manager``.
    :param progress: called now and then with how many games were played, and of how many.
    :param replays: writes replays of games as these are finished; after Ctrl-C the result holds
        the games that it has seen, and no others. The time that it takes is not counted.
    :raises TefudaError: an argument does not fit; no game was played.
    """
    check_seed(seed)
    games = check_number("games", games, 1, MOST_GAMES)
    threads = check_threads(threads)
    manager = manager or make_manager(disable, plugins)
    side = make_side(load_like(variant, manager, native), decks, bots, manager)
    result = empty_result(side, seed, threads)
    fold = sha256()
    with stoppable() as stop:
        begun = told = perf_counter()
        writing = 0.0
        for stretch in stretches(side, seed, 0, games, threads, stop):
            if replays is not None:
                asked = perf_counter()
                stretch = stretch.cut(replays.write(stretch, stop))
                writing += perf_counter() - asked
            result.add(stretch, side.ruleset)
            fold.update(trace_bytes(stretch.trace))
            if progress is not None and perf_counter() - told > PROGRESS_SECONDS:
                told = perf_counter()
                progress(result.games, games)
            if replays is not None and stop.asked:
                break
        result.seconds = perf_counter() - begun - writing
        result.interrupted = result.games < games
    if progress is not None:
        progress(result.games, games)
    result.trace_hash = fold.hexdigest()
    return result


def load_like(variant: RulesetLike, manager: Manager, native: bool | None = None) -> Ruleset:
    """Give a ruleset back, or load the variant of that name."""
    if isinstance(variant, Ruleset):
        return variant
    return load(variant, manager=manager, native=native)


def make_side(
    ruleset: Ruleset,
    decks: Sequence[DeckLike] | None,
    bots: Sequence[BotLike] | None,
    manager: Manager,
) -> Side:
    """Give two players of a ruleset, with the defaults filled in.

    :raises TefudaError: a deck or bot is unknown, or does not play here.
    """
    if bots is None:
        bots = (RANDOM, RANDOM)
    if isinstance(bots, str) or len(bots) != 2:
        raise TefudaError(f"bots {shown(bots)}: expected two, one for each player")
    first, second = (manager.bot(b) if isinstance(b, str) else make_bot(b) for b in bots)
    side = Side(ruleset, ruleset.pair(decks), (first, second))
    check(side)
    return side


def empty_result(side: Side, seed: int, threads: int) -> SimulationResult:
    """Give the result of no games."""
    return SimulationResult(
        ruleset=side.ruleset.name,
        fingerprint=side.ruleset.fingerprint,
        decks=[deck.name for deck in side.decks],
        bots=[bot.name for bot in side.bots],
        seed=seed,
        threads=threads,
        native=side.ruleset.program.native,
    )


def check_number(name: str, value: Any, low: int, high: int) -> int:
    """Give a number back.

    :raises TefudaError: it is not a whole number in range.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise TefudaError(f"{name} {shown(value)}: expected a whole number from {low} to {high}")
    return value


def check_threads(threads: Any) -> int:
    """Give a number of threads back, that of the cores for 0.

    :raises TefudaError: it is not a whole number in range.
    """
    return check_number("threads", threads, 0, MOST_THREADS) or len(os.sched_getaffinity(0))
