"""Replays of games that bots play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tefuda.errors import GameError, ReplayError
from tefuda.plugins.lab.driver import Games, Problem, Side, options_of
from tefuda.plugins.lab.keeping import Kept
from tefuda.plugins.lab.results import GameFailure
from tefuda.plugins.lab.stretches import Stop
from tefuda.replay import Recorder, Replay, write_replay


def record(side: Side, seed: int, number: int, problem: Problem | None = None) -> Replay:
    """Play one game of a seed again and give its replay, up to an error if it ends in one.

    :param problem: what Python ended it with. What a bot ended is not played again: it might not
        fail the same way twice.
    """
    if problem is None or problem.handler:
        return _replay(side, seed, number, *options_of(side, seed, number))
    return _replay(side, seed, number, problem.options, problem.message)


def record_failure(side: Side, failure: GameFailure) -> Replay:
    """Give the replay of a game that ended in an error, up to there.

    :param side: as it was played: turned round if the failure says ``swapped``.
    """
    return record(side, failure.seed, failure.game, failure.problem)


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


class ReplayWriter:
    """Writes replays of games when they are finished, and is told of these in their order."""

    def __init__(self, side: Side, seed: int, folder: Path, kept: Kept | None = None) -> None:
        """Make the folder, if it is not there.

        :param kept: of which games to write one; of all when left out.
        :raises ReplayError: the folder cannot be made.
        """
        make_folder(folder)
        self._side, self._seed, self._folder, self._kept = side, seed, folder, kept

    def write(self, games: Games, stop: Stop) -> int:
        """Write replays, and give of how many of the games, fewer when asked to stop meanwhile.

        A game whose rules fail before the first choice has nothing to be replayed, and no file.

        :raises ReplayError: a file cannot be written.
        """
        first = games.first_number
        numbers = range(first, first + len(games)) if self._kept is None else self._kept.of(games)
        for number in numbers:
            if stop.asked:
                return number - first
            with suppress(GameError):
                replay = record(self._side, self._seed, number, games.problems.get(number))
                name = f"{self._side.ruleset.rules.name}-{self._seed}-{number:06}.json"
                write_replay(replay, self._folder / name)
        return len(games)
