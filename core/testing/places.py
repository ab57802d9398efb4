"""Places as players name them: ``AF left``, ``enemy hand``, ``dust box``.

A place is a kind of zone, a cell of a grid by the name the ruleset gives it, or both; ``enemy``
before it means player 1, ``own`` or nothing player 0, whoever is to decide. The zones of a cell
named alone are those of the first kind of zone with several cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from tefuda.errors import TefudaError
from tefuda.rules import Rules, ZoneKind
from tefuda.words import listed, nearest

#: A place as callers give it: a text, or row and column of the first grid.
PlaceLike: TypeAlias = "str | tuple[int, int] | Place"

_SIDES = {"own": 0, "my": 0, "enemy": 1, "player 0": 0, "player 1": 1}


def plain(name: object) -> str:
    """Give a name as it is compared: case, spaces, hyphens and underscores do not count."""
    return " ".join(str(name).lower().replace("_", " ").replace("-", " ").split())


@dataclass(frozen=True)
class Place:
    """One zone of one player."""

    player: int
    kind: str
    cell: int = 0


class Places:
    """The places of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        """Take the kinds of zone and the names of cells that the rules declare."""
        self.kinds: list[ZoneKind] = rules.named(ZoneKind)
        self.grid = next((kind for kind in self.kinds if kind.cells > 1), None)
        self.cell_names = {plain(name): at for name, at in rules.cell_names.items()}
        self._shown = {at: name for name, at in rules.cell_names.items()}

    @property
    def deck(self) -> str:
        """The kind of zone where all cards begin."""
        return self.kinds[0].name

    @property
    def spare(self) -> str:
        """A place out of the way: the last one that holds many cards and is not in play."""
        return next(
            kind.name
            for kind in reversed(self.kinds)
            if kind.cells == 1 and not kind.in_play and kind.capacity > 30
        )

    def read(self, place: PlaceLike) -> Place:
        """Give the zone that a place names.

        :raises TefudaError: the ruleset has no such place, or it is not one zone.
        """
        if isinstance(place, Place):
            return place
        if isinstance(place, tuple):
            return Place(0, self._grid(place).name, self._cell(self._grid(place), place))
        player, rest = self._side(plain(place))
        kind = next(
            (
                k
                for k in self.kinds
                if rest == plain(k.name) or rest.startswith(plain(k.name) + " ")
            ),
            None,
        )
        if kind is not None:
            rest = rest[len(plain(kind.name)) :].strip()
        if not rest and kind is not None and kind.cells == 1:
            return Place(player, kind.name)
        at = self._position(rest)
        if at is None:
            known = [kind.name.replace("_", " ") for kind in self.kinds] + list(
                self._shown.values()
            )
            raise TefudaError(
                f"place {place!r}: expected {listed(known, 30)}, perhaps after 'enemy'"
                f"{nearest(plain(place), known)}"
            )
        on = kind or self._grid(place)
        return Place(player, on.name, self._cell(on, at))

    def _side(self, text: str) -> tuple[int, str]:
        for side, player in _SIDES.items():
            if text.startswith(side + " "):
                return player, text[len(side) :].strip()
        return 0, text

    def _position(self, text: str) -> tuple[int, int] | None:
        if text in self.cell_names:
            return self.cell_names[text]
        row, slash, column = text.partition("/")
        if slash and row.strip().isdigit() and column.strip().isdigit():
            return int(row), int(column)
        return None

    def _grid(self, place: Any) -> ZoneKind:
        if self.grid is None:
            raise TefudaError(f"place {place!r}: the ruleset has no cells")
        return self.grid

    def _cell(self, kind: ZoneKind, at: tuple[int, int]) -> int:
        row, column = at
        if not (0 <= row < kind.rows and 0 <= column < kind.columns):
            raise TefudaError(
                f"row {row}, column {column}: {kind.name} has {kind.rows} rows and "
                f"{kind.columns} columns"
            )
        return row * kind.columns + column

    def show(self, place: Place) -> str:
        """Name a zone as :meth:`read` reads it."""
        kind = next(k for k in self.kinds if k.name == place.kind)
        side = "enemy " if place.player == 1 else ""
        name = kind.name.replace("_", " ")
        if kind.cells == 1:
            return f"{side}{name}"
        at = divmod(place.cell, kind.columns)
        cell = self._shown.get(at, f"{at[0]}/{at[1]}")
        return f"{side}{cell}" if kind is self.grid else f"{side}{name} {cell}"

    def same_cell(self, place: Place, text: str) -> bool:
        """Tell whether a text names a zone, its kind given or left out."""
        if plain(text) == plain(self.show(place)):
            return True
        kind = next(k for k in self.kinds if k.name == place.kind)
        player, rest = self._side(plain(text))
        at = self._position(rest)
        return player == place.player and at is not None and at == divmod(place.cell, kind.columns)
