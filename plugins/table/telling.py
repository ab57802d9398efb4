"""A recorded game told again, decision by decision, whole or as one player saw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tefuda.errors import ReplayMismatch
from tefuda.game import Game
from tefuda.plugins.table.dialogue import told
from tefuda.replay import Replay, steps
from tefuda.views import Event


@dataclass(frozen=True)
class Step:
    """A decision, and what happened until the next."""

    #: Counted from 1 over the decisions told; 0 is what happened before the first.
    decision: int
    turn: int
    #: Who decided, and what; ``None`` before the first decision.
    player: int | None
    text: str | None
    events: tuple[Event, ...]

    def lines(self) -> Iterator[str]:
        """Say it in lines: the decision, and what happened set in below it."""
        if self.text is not None:
            yield f"{self.decision:4}  turn {self.turn}, player {self.player}: {self.text}"
        for line in told(self.events):
            yield f"        {line.partition(': ')[2]}"


def tell(replay: Replay, game: Game, player: int | None = None) -> Iterator[Step]:
    """Play a recorded game again and tell each decision with what it led to.

    :param game: the game at its beginning, which keeps its log.
    :param player: tell only what this player may know: the decisions of the other are left out,
        and what they led to stands below the last own one.
    :raises ReplayMismatch: the game goes another way than it was recorded; what came before was
        told.
    """
    decision, turn, since = 0, game.turn, 0
    who: int | None = None
    text: str | None = None
    try:
        for option in steps(replay, game):
            if player is not None and game.player != player:
                continue
            yield Step(decision, turn, who, text, _events(game, player, since))
            decision, since = decision + 1, game.logged
            turn, who, text = game.turn, game.player, game.action_text(option)
    except ReplayMismatch:
        yield Step(decision, turn, who, text, _events(game, player, since))
        raise
    yield Step(decision, turn, who, text, _events(game, player, since))


def _events(game: Game, player: int | None, since: int) -> tuple[Event, ...]:
    return tuple(event for event in game.log(player, since) if event.kind != "choice")
