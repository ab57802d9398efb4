"""Replays of games that bots play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tefuda.errors import GameError, ReplayError
from tefuda.plugins.lab.driver import Side, options_of
from tefuda.plugins.lab.results import GameFailure
from tefuda.replay import Recorder, Replay, write_replay


def record(side: Side, seed: int, number: int) -> Replay:
    """Play one game of a seed again and give its replay, up to an error if it ends in one."""
    return _replay(side, seed, number, *options_of(side, seed, number))


def record_failure(side: Side, failure: GameFailure) -> Replay:
    """Give the replay of a game that ended in an error, up to there.

    What Python ended is not played again: it might not fail the same way twice.

    :param side: as it was played: turned round if the failure says ``swapped``.
    """
    if failure.problem is None or failure.problem.handler:
        return record(side, failure.seed, failure.game)
    options = failure.problem.options
    return _replay(side, failure.seed, failure.game, options, failure.message)


def _replay(
    side: Side, seed: int, number: int, options: Sequence[int], stopped: str | None
) -> Replay:
    ruleset, decks = side.ruleset, side.seated(side.decks)
    game = ruleset.new_game(seed=seed, number=number, decks=decks)
    first, second = (bot.name for bot in side.bots)
    bots = (second, first) if side.swapped else (first, second)
    recorder = Recorder(game, ruleset, decks, seed, number, bots)
    for option in options:
        recorder.take(option)
    return recorder.replay(stopped=stopped)


def make_folder(folder: Path) -> None:
    """Make a folder for replays, if it is not there.

    :raises ReplayError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ReplayError(f"{folder}: cannot be made: {problem.strerror}") from problem


def write_replays(
    side: Side,
    seed: int,
    numbers: Iterable[int],
    folder: Path,
    failures: Sequence[GameFailure] = (),
) -> list[Path]:
    """Write replays of some games of a seed into a folder.

    A game whose rules fail before the first choice has nothing to be replayed, and no file.

    :param failures: the games of these that ended in an error.
    :raises ReplayError: a file cannot be written.
    """
    written = []
    failed = {failure.game: failure for failure in failures}
    for number in numbers:
        try:
            if number in failed:
                replay = record_failure(side, failed[number])
            else:
                replay = record(side, seed, number)
        except GameError:
            continue
        file = folder / f"{side.ruleset.rules.name}-{seed}-{number:06}.json"
        write_replay(replay, file)
        written.append(file)
    return written
