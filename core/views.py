"""What users are shown of a game: plain values, without indices, seeds or random numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn


class ReadOnly(dict[str, Any]):
    """A dictionary that cannot be changed: what one reader does to it would reach another."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a view is read-only")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return ReadOnly, (dict(self),)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    #: 0 or 1; ``None`` for a draw, an error or the decision limit.
    winner: int | None
    #: The name of the outcome the rules declare, ``"decision limit"``, or ``"error"``.
    reason: str
    #: The turn in which it ended; the first is 0.
    turns: int
    #: Choices made among two or more options.
    decisions: int
    #: What went wrong, with the rule's name, when the rules failed.
    error: str | None = None

    def __str__(self) -> str:
        if self.error is not None:
            return f"error in turn {self.turns}: {self.error}"
        who = "draw" if self.winner is None else f"player {self.winner} wins"
        return f"{who}: {self.reason}, turn {self.turns}"


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as one player sees it; ``number`` and ``name`` are ``None`` for an unknown face."""

    number: str | None
    name: str | None
    owner: int
    face_down: bool
    #: Current stats of a known card in play, by name.
    stats: Mapping[str, int]
    #: Names of the flags it has, in play.
    flags: tuple[str, ...]
    #: What hangs on it, by the name of the link; unknown cards without a mark of their own are
    #: ``None``.
    attached: Mapping[str, tuple[CardView | None, ...]]

    @property
    def known(self) -> bool:
        """Whether the viewer knows its face."""
        return self.number is not None


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One zone: bottom card first where its order can be told, else known cards by number."""

    kind: str
    player: int
    cell: int
    row: int
    column: int
    count: int
    #: ``None`` for a card of unknown face out of play.
    cards: tuple[CardView | None, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What one player may know of a game."""

    player: int
    turn: int
    turn_player: int
    first: int
    #: Whose decision it is; ``None`` when the game is over.
    to_decide: int | None
    outcome: Outcome | None
    zones: tuple[ZoneView, ...]
    #: Numbers the rules keep, by name: of the game, then of each player. What refers to cards is
    #: given as card numbers, ``None`` for unknown ones.
    game_variables: Mapping[str, object]
    player_variables: tuple[Mapping[str, object], ...]

    def zone(self, player: int, kind: str, cell: int = 0) -> ZoneView:
        """Give one zone.

        :raises KeyError: there is no such zone.
        """
        for zone in self.zones:
            if (zone.player, zone.kind, zone.cell) == (player, kind, cell):
                return zone
        raise KeyError(f"player {player}, kind {kind!r}, cell {cell}")


@dataclass(frozen=True, slots=True)
class Event:
    """A public event: a timing point the ruleset logs, or a choice, as one player sees it."""

    #: ``"timing"`` or ``"choice"``.
    kind: str
    #: Name of the timing point, or of the verb.
    name: str
    #: Who chose; ``None`` for timings.
    player: int | None
    turn: int
    text: str

    def __str__(self) -> str:
        return self.text
