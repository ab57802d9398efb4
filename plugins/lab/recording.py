"""Replays of games that the machine's own bots play."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tefuda.errors import GameError, ReplayError
from tefuda.plugins.lab.driver import Side, options_of
from tefuda.replay import Recorder, Replay, write_replay


def record(side: Side, seed: int, number: int) -> Replay:
    """Play one game of a seed again and give its replay, up to an error if it ends in one."""
    ruleset, decks = side.ruleset, side.seated(side.decks)
    game = ruleset.new_game(seed=seed, number=number, decks=decks)
    first, second = (bot.name for bot in side.bots)
    bots = (second, first) if side.swapped else (first, second)
    recorder = Recorder(game, ruleset, decks, seed, number, bots)
    for option in options_of(side, seed, number):
        recorder.take(option)
    return recorder.replay()


def make_folder(folder: Path) -> None:
    """Make a folder for replays, if it is not there.

    :raises ReplayError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ReplayError(f"{folder}: cannot be made: {problem.strerror}") from problem


def write_replays(side: Side, seed: int, numbers: Iterable[int], folder: Path) -> list[Path]:
    """Write replays of some games of a seed into a folder.

    A game whose rules fail before the first choice has nothing to be replayed, and no file.

    :raises ReplayError: a file cannot be written.
    """
    written = []
    for number in numbers:
        try:
            replay = record(side, seed, number)
        except GameError:
            continue
        file = folder / f"{side.ruleset.rules.name}-{seed}-{number:06}.json"
        write_replay(replay, file)
        written.append(file)
    return written
