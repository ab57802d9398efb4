"""What may be done now, in the words of a scenario: verb, subject and text of each option."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from tefuda.rules import Rules
from tefuda.testing import inside
from tefuda.testing.places import Place, Places, plain

if TYPE_CHECKING:
    from tefuda.game import Game


@dataclass(frozen=True)
class Option:
    """One legal action."""

    action: int
    verb: str
    #: The verb's text for players.
    text: str
    #: ``pass``, ``card``, ``zone``, ``ability``, ``number``, ``yes_no``, ``player``, ``member``
    #: or ``name``.
    kind: str
    #: The card, or the bearer of the ability.
    card: int | None = None
    ability: str | None = None
    place: Place | None = None
    #: The number, yes/no, player or member; of a name the name itself.
    value: Any = None


@dataclass(frozen=True)
class Asked:
    """A moment at which a player is asked."""

    player: int
    #: Name of the window, or of what the choice is about.
    name: str
    #: Whether it is a window, and one in which nothing is half done.
    window: bool
    rest: bool
    options: tuple[Option, ...]

    @property
    def forced(self) -> bool:
        """Whether there is but one option."""
        return len(self.options) == 1


def asked_of(game: Game, rules: Rules) -> Asked | None:
    """Give what a game asks now, ``None`` when it is over."""
    if game.over:
        return None
    compiled = game.program.compiled
    number = inside.asked(game)
    options = tuple(
        _option(game, action, *parts)
        for action, parts in zip(game.legal_actions, inside.option_parts(game), strict=True)
    )
    row = compiled.verbs[number or 0]
    assert game.player is not None
    return Asked(game.player, row.name, row.kind == "window", row.rest, options)


def _option(game: Game, action: int, verb: int, kind: str, subject: Any) -> Option:
    compiled = game.program.compiled
    row = compiled.verbs[verb]
    text = "pass" if kind == "pass" else row.text
    card: int | None = None
    ability = place = value = None
    if kind == "card":
        card = subject
    elif kind == "ability":
        card, at = subject
        ability = compiled.abilities[at].name if 0 <= at < len(compiled.abilities) else None
    elif kind == "zone":
        player, at, cell = subject
        place = Place(player, compiled.zones[at].name, cell)
    elif kind == "name":
        value = compiled.names[subject]
    else:
        value = subject
    name = "pass" if kind == "pass" else row.name
    return Option(action, name, text, kind, card, ability, place, value)


def says_verb(option: Option, verb: str) -> bool:
    """Tell whether an option is what a verb names: its name, text, beginning, or an ability."""
    wanted = plain(verb)
    names = [plain(option.verb), plain(option.text)]
    if option.ability is not None:
        names.append(plain(option.ability))
    return any(wanted == name or name.startswith(wanted + " ") for name in names)


class Members:
    """The members of the enumerations that a ruleset's vocabulary uses, by name."""

    def __init__(self, rules: Rules) -> None:
        """Find them in the modules of the vocabulary."""
        self.kinds: list[type[IntEnum]] = []
        for cls in (rules.card_class, rules.player_class, rules.game_class):
            module = sys.modules.get(cls.__module__) if cls is not None else None
            for thing in vars(module).values() if module is not None else ():
                found = isinstance(thing, type) and issubclass(thing, IntEnum)
                if found and thing is not IntEnum and thing not in self.kinds:
                    self.kinds.append(thing)

    def values(self, name: str) -> set[int]:
        """The numbers that a name may stand for."""
        found = set()
        for kind in self.kinds:
            for member in kind:
                if plain(member.name) == plain(name):
                    found.add(int(member))
        return found


def says_value(option: Option, what: Any, places: Places, members: Members) -> bool:
    """Tell whether an option that is about no card is what a test names."""
    if option.kind == "pass":
        return plain(what) in ("pass", "none", "nothing", "nobody")
    if option.kind == "zone":
        assert option.place is not None
        if isinstance(what, str):
            return places.same_cell(option.place, what)
        return places.read(what) == option.place
    if option.kind == "yes_no":
        return plain(what) == ("yes" if option.value else "no")
    if option.kind == "name":
        return plain(what) == plain(option.value)
    if option.kind == "player":
        sides = (("me", "own"), ("enemy",))[option.value]
        return plain(what) in (str(option.value), f"player {option.value}", *sides)
    if isinstance(what, int):
        return bool(int(what) == option.value)
    return option.value in members.values(str(what))
