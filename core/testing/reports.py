"""What a scenario says of itself: board, options, what happened, why something is barred."""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tefuda.rules import Action
from tefuda.testing import inside
from tefuda.testing.options import Asked, Option, asked_of
from tefuda.testing.places import Place, plain

if TYPE_CHECKING:
    from tefuda.testing.table import Table

#: The scenarios made last, for the report of a test that failed.
RECENT: deque[Table] = deque(maxlen=4)

_MOVED, _ATTACHED, _SHUFFLED, _REVEALED, _LOOKED, _TIMING = 1, 2, 3, 4, 5, 6
_FLAG, _MODIFIED, _EACH = 8, 9, 2
_NOWHERE = 255


# ---------------------------------------------------------------- cards and places


def place_of(s: Table, card: int) -> str:
    """Name the place of a card."""
    where = s.edit.where(card)
    if where is not None:
        player, kind, cell, _ = where
        return s._places.show(Place(player, kind, cell))
    host = s.edit.host(card)
    return f"on {s.name_of(host[0])}" if host is not None else "nowhere"


def facts(s: Table, card: int) -> str:
    """Say where a card is and what it is marked with."""
    flags = [name for name in s.game.program.compiled.flags if s.edit.flag(card, name)]
    return ", ".join([f"{s.name_of(card)} is in {place_of(s, card)}", *flags])


def _stats(s: Table, card: int) -> str:
    names = [row.name for row in s.game.program.compiled.words if row.stat]
    return " ".join(f"{name} {s.edit.stat(card, name)}" for name in names)


def _card_line(s: Table, card: int, playing: bool) -> str:
    parts = [s.name_of(card)]
    if playing:
        parts.append(_stats(s, card))
        parts += [name for name in s.game.program.compiled.flags if s.edit.flag(card, name)]
    if inside.face_down(s.game, card):
        parts.append("face down")
    text = " ".join(parts)
    under = [_card_line(s, at, playing) for at, _ in inside.hanging(s.game, card)]
    return f"{text} [{'; '.join(under)}]" if under else text


def board(s: Table) -> str:
    """Draw all zones in which cards lie."""
    lines = []
    for player in (1, 0):
        for kind in s._places.kinds:
            for cell in range(kind.cells):
                cards = s.edit.zone(player, kind.name, cell)
                if not cards:
                    continue
                names = [_card_line(s, card, kind.in_play) for card in cards[::-1]]
                lines.append(f"  {s._places.show(Place(player, kind.name, cell))}: {_short(names)}")
    return "\n".join(lines)


def _short(names: list[str]) -> str:
    """Names in order, equal neighbours counted."""
    found: list[tuple[str, int]] = []
    for name in names:
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + 1)
        else:
            found.append((name, 1))
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in found)


# ---------------------------------------------------------------- options


def option_name(s: Table, option: Option, *, with_verb: bool) -> str:
    """Name an option as a test would: the card or place, with the verb before it."""
    subject: Any = option.value
    if option.kind == "pass":
        return "pass"
    if option.card is not None:
        subject = s.name_of(option.card)
    elif option.place is not None:
        subject = s._places.show(option.place)
    elif option.kind == "yes_no":
        subject = "yes" if option.value else "no"
    if option.ability is not None and with_verb:
        subject = f"{subject} ({option.ability})"
    return f"{option.verb} {subject}" if with_verb else str(subject)


def picture(s: Table) -> str:
    """Give board, turn and options, for the message of a failure."""
    if s._game is None:
        return "the scenario has not begun"
    game = s._game
    asked = asked_of(game, s.rules)
    lines = [f"turn {game.turn} of player {game.turn_player}", board(s)]
    if asked is None:
        lines.append(f"over: {game.outcome}")
    else:
        lines.append(f"player {asked.player} is asked {asked.name!r}; legal:")
        lines += [f"  {option_name(s, option, with_verb=True)}" for option in asked.options]
    happened = events(s)[-12:]
    if happened:
        lines += ["what happened last:", *[f"  {line}" for line in happened]]
    return "\n".join(lines)


def _action(s: Table, verb: str) -> Action | None:
    for action in s.rules.actions.values():
        if plain(verb) in (plain(action.name), plain(action.text)):
            return action
    for action in s.rules.actions.values():
        if any(plain(n).startswith(plain(verb) + " ") for n in (action.name, action.text)):
            return action
    return None


def reason(s: Table, verb: str, passed: Sequence[Asked]) -> str:
    """Say why an action is not among the options, as far as the declarations tell."""
    asked = asked_of(s.game, s.rules)
    moments = [*passed, *([asked] if asked is not None else [])]
    shown = [f"player {m.player} was asked {m.name!r}" for m in passed]
    if asked is not None:
        shown.append(f"player {asked.player} is asked {asked.name!r}")
    action = _action(s, verb)
    if action is None:
        text = next((a for n, a in s.rules.abilities.items() if plain(n) == plain(verb)), None)
        if text is not None:
            return f"{text.name}: {_first_line(text.function)}; {', '.join(shown) or 'it is over'}"
        known = verb in {o.verb for m in moments for o in m.options} or any(
            plain(verb) in (plain(w.name), plain(getattr(w, "text", "")))
            for w in s.rules.words.values()
        )
        if not known:
            s.fail(f"the rules have no action, ability or choice {verb!r}")
        return f"not among the options; {', '.join(shown)}"
    windows = [window.name for window in action.windows]
    if not any(m.name in windows for m in moments):
        return f"{action.name} belongs to {', '.join(windows)}; {', '.join(shown) or 'it is over'}"
    lines = [
        f"{_first_line(f)} ({_clause(s, f)})"
        for f in (action.candidates, action.usable)
        if f is not None
    ]
    return f"{action.name}: {' '.join(lines)}"


def _clause(s: Table, function: Any) -> str:
    row = s.rules.procedures.get(function.__name__)
    return row.clause if row is not None and row.clause else function.__name__


def _first_line(function: Any) -> str:
    return (inspect.getdoc(function) or function.__name__).partition("\n")[0]


# ---------------------------------------------------------------- what happened


def _zone(s: Table, number: int) -> str:
    if number == _NOWHERE:
        return "a card"
    cells = [kind.cells for kind in s._places.kinds]
    player, rest = divmod(number, sum(cells))
    for kind, size in zip(s._places.kinds, cells, strict=True):
        if rest < size:
            return s._places.show(Place(player, kind.name, rest))
        rest -= size
    return "nowhere"


def _subjects(s: Table, raw: inside.Raw) -> list[str]:
    """The first argument of a timing; of a timing for several cards each of them."""
    _, channel, mode, *_, extra, value = raw
    arguments = s.game.program.compiled.channels[channel].arguments
    if not extra or not arguments:
        return [""]
    if mode == _EACH:
        return [s.name_of(at) for at in range(len(s.game.tables.cards)) if value >> at & 1]
    if arguments[0].startswith("Player"):
        return [f"player {value}"]
    if arguments[0].startswith("Card"):
        known = 0 <= value < len(s.game.tables.cards)
        return [s.name_of(value) if known else ""]
    return [str(value)]


def timings(s: Table) -> list[tuple[str, str]]:
    """Give the timing points raised, one entry for each card they are raised for."""
    channels = s.game.program.compiled.channels
    return [
        (channels[raw[1]].name, subject)
        for raw in inside.raw_events(s.game)
        if raw[0] == _TIMING
        for subject in _subjects(s, raw)
    ]


def events(s: Table) -> list[str]:
    """Give what happened, a line for each event."""
    lines = []
    for raw in inside.raw_events(s.game):
        lines += _event(s, raw)
    return lines


def _event(s: Table, raw: inside.Raw) -> list[str]:
    type_, a, b, _, start, _, end, _, _, _, value = raw
    compiled = s.game.program.compiled
    if type_ == _TIMING:
        return [f"{compiled.channels[a].name} {who}".strip() for who in _subjects(s, raw)]
    if type_ == _MOVED:
        return [f"{s.name_of(a)}: {_zone(s, start)} to {_zone(s, end)}"]
    if type_ == _ATTACHED:
        return [f"{s.name_of(a)}: on {s.name_of(b)}"]
    if type_ == _FLAG:
        return [f"{s.name_of(a)}: {'' if value else 'not '}{compiled.flags[b]}"]
    if type_ == _MODIFIED:
        stats = [row.name for row in compiled.words if row.stat]
        return [f"{s.name_of(a)}: {stats[b]} {value:+d}"]
    if type_ == _REVEALED:
        return [f"{s.name_of(a)}: revealed"]
    if type_ == _SHUFFLED:
        return [f"{_zone(s, a)} shuffled"]
    return []
