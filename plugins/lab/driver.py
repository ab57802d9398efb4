"""What the lab needs of the machine: stretches of games, and what became of each.

Game *k* depends on the seed and *k* alone, so games can be played in any stretches, in any order
and on any number of threads; a stretch is played without Python and without its lock.
"""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tefuda.errors import BotFailure, PythonFailure
from tefuda.plugins.players import Maker, policy
from tefuda.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tefuda.decks import Deck
    from tefuda.playing import Progress
    from tefuda.plugins.bots import Bot
    from tefuda.program import MatchTables

    Column = NDArray[np.int64]

#: Winners that are no players.
DRAW, ERROR = -1, -2


@dataclass(frozen=True)
class Problem:
    """What Python that takes part in a game ended it with."""

    message: str
    #: The options taken up to there.
    options: Sequence[int]
    plugin: str = ""
    #: The bot, or the handler, that failed.
    bot: str = ""
    handler: str = ""
    #: The number of the card it was about.
    card: str | None = None
    decision: int | None = None


@dataclass(frozen=True)
class Games:
    """What became of some games, a column for each kind of number and a row for each game.

    Players are numbered in the order of the decks given, wherever they sat.
    """

    #: Number of the first; the others follow without a gap.
    first_number: int
    swapped: bool
    #: 0, 1, :data:`DRAW` or :data:`ERROR`.
    winner: Column
    #: The player who began.
    starter: Column
    #: Number of the declared outcome; it means nothing where ``failure`` is not 0.
    outcome: Column
    failure: Column
    failure_pc: Column
    turns: Column
    decisions: Column
    #: Offered at those decisions.
    options: Column
    #: A hash over every option taken and the end, as the machine's 64 bits.
    trace: NDArray[np.uint64]
    #: By number of the game, of those that Python ended.
    problems: dict[int, Problem] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.winner)

    def cut(self, count: int) -> Games:
        """Give the first so many of these games."""
        columns = {name: getattr(self, name)[:count] for name in _columns()}
        end = self.first_number + count
        problems = {number: found for number, found in self.problems.items() if number < end}
        return dataclasses.replace(self, **columns, problems=problems)


def _columns() -> list[str]:
    """Give the names of all columns."""
    others = ("first_number", "swapped", "problems")
    return [column.name for column in dataclasses.fields(Games) if column.name not in others]


@dataclass(frozen=True)
class Side:
    """Two players of one ruleset: who plays what, and who sits where."""

    ruleset: Ruleset
    decks: tuple[Deck, Deck]
    bots: tuple[Bot, Bot]
    #: Whether the players sit the other way round: results are still in the order of ``decks``.
    swapped: bool = False

    def turned(self) -> Side:
        """Give the same players, each in the other's place."""
        return Side(self.ruleset, self.decks, self.bots, not self.swapped)

    @property
    def equal(self) -> bool:
        """Whether the players differ in nothing, so that turning them changes nothing."""
        return self.decks[0].cards == self.decks[1].cards and self.bots[0] == self.bots[1]

    @cached_property
    def tables(self) -> MatchTables:
        """The tables of the pair of decks as they sit."""
        return self.ruleset.match(*self.seated(self.decks))

    def seated(self, pair: Sequence[Any]) -> tuple[Any, Any]:
        """Give a pair in the order of the players."""
        return (pair[1], pair[0]) if self.swapped else (pair[0], pair[1])

    def policies(self) -> tuple[str | Maker, str | Maker]:
        """Give what plays, in the order of the players.

        :raises PluginError: the function of a bot cannot be called with a view and actions.
        """
        return self.seated([policy(bot) for bot in self.bots])


def check(side: Side) -> None:
    """Play no game, but refuse players that cannot.

    :raises TefudaError: a bot is unknown to the machine, or needs what the ruleset has not.
    """
    play(side, 0, 0, 0)


def play(side: Side, seed: int, first: int, count: int, progress: Progress | None = None) -> Games:
    """Play games ``first`` to ``first + count - 1`` of a seed, or fewer when asked to stop.

    :param progress: through which another thread can ask to stop.
    """
    import numpy as np

    from tefuda.playing import Results, play_games

    rows = Results(count)
    played = play_games(
        side.ruleset.program,
        side.tables,
        seed,
        first,
        count,
        rows,
        bots=side.policies(),
        progress=progress,
    )

    def column(name: str) -> Column:
        return np.asarray(getattr(rows, name))[:played].astype(np.int64)

    winner, starter = column("winner"), column("first")
    if side.swapped:
        winner, starter = np.where(winner >= 0, 1 - winner, winner), 1 - starter
    return Games(
        first_number=first,
        swapped=side.swapped,
        winner=winner,
        starter=starter,
        outcome=column("outcome"),
        failure=column("failure"),
        failure_pc=column("failure_pc"),
        turns=column("turns"),
        decisions=column("decisions"),
        options=column("options"),
        trace=np.asarray(rows.trace)[:played].astype(np.uint64),
        problems={
            first + row: _problem(error, options)
            for row, (error, options) in sorted(rows.problems.items())
        },
    )


def _problem(error: BaseException, options: Sequence[int]) -> Problem:
    """Say in plain words what ended a game; the error itself would keep the game alive."""
    taken = array("Q", options)
    if not isinstance(error, PythonFailure):
        return Problem(str(error), taken)
    kind = "bot" if isinstance(error, BotFailure) else "handler"
    return Problem(
        str(error),
        taken,
        plugin=error.plugin,
        card=error.card,
        decision=error.decision,
        **{kind: error.name},
    )


def joined(pieces: Sequence[Games]) -> Games:
    """Give games that follow one another as one."""
    import numpy as np

    columns = {
        name: np.concatenate([getattr(piece, name) for piece in pieces]) for name in _columns()
    }
    problems = {number: found for piece in pieces for number, found in piece.problems.items()}
    return Games(pieces[0].first_number, pieces[0].swapped, **columns, problems=problems)


def options_of(side: Side, seed: int, number: int) -> tuple[list[int], str | None]:
    """Give the options taken in one game of a seed, in order, and what Python ended it with."""
    from tefuda.playing import record_game

    problems: list[BaseException] = []
    options = record_game(
        side.ruleset.program, side.tables, seed, number, bots=side.policies(), problems=problems
    )
    return options, str(problems[0]) if problems else None
