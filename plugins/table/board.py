"""A board in text, from what one player sees: any ruleset's zones, grids, numbers and marks.

Nothing here knows a game. Grids of single cards are drawn as grids where they fit the width, all
else is a line for each zone.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from itertools import groupby

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from tefuda.rules import Visibility, ZoneKind
from tefuda.ruleset import Ruleset
from tefuda.views import CardView, View, ZoneView
from tefuda.words import enumerations

#: A grid is drawn as one where each of its columns gets so many signs.
NARROWEST = 16
#: So many cards of a pile are named, those on top; the command ``zone`` names all.
PILE = 6


class Board:
    """Draws views of one ruleset."""

    def __init__(self, ruleset: Ruleset, names: tuple[str, str]) -> None:
        """Learn the zones and words.

        :param names: what to call the players beside their numbers.
        """
        rules = ruleset.rules
        self.title = ruleset.name
        self.names = names
        self.kinds = {zone.name: zone for zone in rules.named(ZoneKind)}
        self._cells = {at: name for name, at in rules.cell_names.items()}
        self._members = enumerations(rules.game_class) | enumerations(rules.player_class)
        self._shown = rules.shown_variables

    # ------------------------------------------------------------ all of it

    def draw(self, view: View, width: int) -> Group:
        """Draw the table as its player sees it: the other player above, oneself below."""
        me = view.player
        turn = f"{self.title} · turn {view.turn} of player {view.turn_player}"
        own = self.variables(view.game_variables)
        parts: list[RenderableType] = [Rule(turn, style="bold", align="left")]
        if own:
            parts.append(Text(own))
        parts += self._side(view, 1 - me, width)
        parts += self._side(view, me, width)
        return Group(*parts)

    def _side(self, view: View, player: int, width: int) -> list[RenderableType]:
        own = player == view.player
        parts: list[RenderableType] = [self._heading(view, player)]
        kinds = [kind for kind in self.kinds.values() if kind.in_play]
        for kind in kinds if own else reversed(kinds):
            zones = [z for z in view.zones if (z.player, z.kind) == (player, kind.name)]
            if not any(zone.count for zone in zones):
                continue
            if drawable(kind, width):
                parts.append(self._grid(kind, zones, own))
            else:
                parts += [self._line(zone, all_of_it=True) for zone in zones if zone.count]
        for zone in view.zones:
            kind = self.kinds[zone.kind]
            if zone.player == player and not kind.in_play and any(zone.cards):
                everything = own and kind.visibility == Visibility.OWNER
                parts.append(self._line(zone, all_of_it=everything))
        return parts

    def _heading(self, view: View, player: int) -> Text:
        counts = []
        for kind in self.kinds.values():
            zones = [z for z in view.zones if (z.player, z.kind) == (player, kind.name)]
            count = sum(zone.count for zone in zones)
            if not kind.in_play and (count or kind.visibility != Visibility.ALL):
                counts.append(f"{plain(kind.name)} {count}")
        name = self.names[player]
        text = Text(f"player {player}" + (f" ({name})" if name else ""), style="bold")
        if player == view.turn_player:
            text.append(" to move" if view.outcome is None else "")
        said = [", ".join(counts), self.variables(view.player_variables[player])]
        text.append("  " + "; ".join(part for part in said if part), style="not bold")
        return text

    def _grid(self, kind: ZoneKind, zones: list[ZoneView], own: bool) -> Grid:
        grid = Grid(
            box=box.SQUARE,
            show_header=False,
            show_lines=True,
            title=plain(kind.name),
            title_justify="left",
            title_style="",
            expand=True,
            pad_edge=False,
        )
        for _ in range(kind.columns):
            grid.add_column(ratio=1, overflow="fold")
        rows = range(kind.rows) if own else reversed(range(kind.rows))
        at = {(zone.row, zone.column): zone for zone in zones}
        for row in rows:
            grid.add_row(*(self._cell(at[row, column]) for column in range(kind.columns)))
        return grid

    def _cell(self, zone: ZoneView) -> Text:
        text = Text(self.cell_name(zone), style="dim")
        for card in zone.cards:
            text.append("\n")
            text.append(card_name(card), style="not dim bold")
            for line in card_state(card):
                text.append(f"\n{line}", style="not dim")
        return text

    def _line(self, zone: ZoneView, *, all_of_it: bool) -> Padding:
        text = Text(f"{self.zone_name(zone)} ({zone.count}): ")
        known = [card for card in zone.cards if card is not None]
        shown = known if all_of_it else known[-PILE:]
        hidden = len(known) - len(shown)
        text.append(f"{hidden} more, " if hidden else "")
        text.append(", ".join(counted(card_text(card) for card in shown)))
        unknown = zone.count - len(known)
        text.append(f", {unknown} unknown" if unknown else "")
        return Padding(text, (0, 0, 0, 2))

    # ------------------------------------------------------------ parts

    def zone_lines(self, said: str, view: View) -> Iterator[str]:
        """Tell all cards of the zones of a kind that the viewer knows, bottom card first."""
        for zone in view.zones:
            if zone.kind != said or not zone.count:
                continue
            yield f"player {zone.player}'s {self.zone_name(zone)}: {zone.count}"
            for card in zone.cards:
                if card is not None:
                    yield f"  {card_text(card)}"
            unknown = sum(card is None for card in zone.cards)
            if unknown:
                yield f"  {unknown} unknown"

    def cell_name(self, zone: ZoneView) -> str:
        """Name the cell of a grid as texts do, and as players do."""
        place = f"{zone.row}/{zone.column}"
        name = self._cells.get((zone.row, zone.column))
        kind = self.kinds[zone.kind]
        fits = kind.rows > 1 or kind.columns > 1
        return f"{place} {name}" if name and fits else place

    def zone_name(self, zone: ZoneView) -> str:
        """Name a zone, with its cell where it is one of a grid."""
        name = plain(zone.kind)
        return f"{name} {self.cell_name(zone)}" if self.kinds[zone.kind].cells > 1 else name

    def variables(self, values: Mapping[str, object]) -> str:
        """Say the variables that the ruleset shows, else all that are not nought."""
        if self._shown is None:
            names = [name for name, value in values.items() if value]
        else:
            names = [name for name in self._shown if name in values]
        return ", ".join(f"{plain(name)} {self._value(name, values[name])}" for name in names)

    def _value(self, name: str, value: object) -> str:
        members = self._members.get(name)
        if members is not None and isinstance(value, int):
            return member_name(members, value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return " ".join("?" if one is None else str(one) for one in value) or "none"
        return "none" if value is None else str(value)


def drawable(kind: ZoneKind, width: int) -> bool:
    """Tell whether a kind of zone is drawn as a grid."""
    return kind.cells > 1 and kind.capacity == 1 and width // kind.columns >= NARROWEST


def member_name(members: type[IntEnum], value: int) -> str:
    """Give the name of a member of an enumeration, or the number that is none."""
    try:
        return plain(members(value).name.lower())
    except ValueError:
        return str(value)


def card_name(card: CardView | None) -> str:
    """Name a card."""
    if card is None or not card.known:
        return "an unknown card"
    return printable(f"{card.number} {card.name}")


def printable(text: str) -> str:
    """Give a text without what would steer a terminal: names come from anybody's files."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def card_state(card: CardView | None) -> list[str]:
    """Say how a card stands: stats, marks, and what hangs on it, a line for each."""
    if card is None:
        return []
    lines = []
    if card.stats:
        lines.append(" ".join(f"{plain(name)} {value}" for name, value in card.stats.items()))
    marks = [plain(flag) for flag in card.flags]
    if card.face_down:
        marks.append("face down")
    if marks:
        lines.append(", ".join(marks))
    for link, cards in card.attached.items():
        known = [card_text(one) for one in cards if one is not None and one.known]
        unknown = len(cards) - len(known)
        if unknown:
            known.append(f"{unknown} face down")
        lines.append(f"{plain(link)}: {', '.join(known)}")
    return lines


def card_text(card: CardView | None) -> str:
    """Name a card and say how it stands, in one line."""
    state = "; ".join(card_state(card))
    return f"{card_name(card)} [{state}]" if state else card_name(card)


def counted(texts: Iterable[str]) -> Iterator[str]:
    """Give texts, of equal ones that follow one another one with their number."""
    for text, alike in groupby(texts):
        times = len(list(alike))
        yield f"{times} x {text}" if times > 1 else text


def plain(name: str) -> str:
    """Give the name of a word as people write it."""
    return name.replace("_", " ")


def rendered(thing: RenderableType, width: int, *, colour: bool, encoding: str = "utf-8") -> str:
    """Give what rich draws as text, in colours or without, in signs that an encoding has."""
    # What rich reads of a stream and of the environment is decided here instead.
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="replace", newline="")
    console = Console(
        file=stream,
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        _environ={},
    )
    console.print(thing)
    stream.seek(0)
    return "\n".join(line.rstrip() for line in stream.read().splitlines())
