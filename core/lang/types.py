"""Types of the rule language, as the compiler knows them."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from tefuda.lang.operations import OPERATIONS

#: Words of a set of cards.
W: Final = 2
#: Words of a list of cards.
LIST_WORDS: Final = 4

assert OPERATIONS  # the table the types are emitted with

_WIDTHS: Final = {"set": W, "list": LIST_WORDS}
_SLOT_TYPES: Final = {"card": 1, "set": 2, "record": 3, "ability": 4, "list": 5}
_REFERENCES: Final = frozenset("card player zone place ability record kind name".split())


class Type(Struct, frozen=True):
    """A type: its kind, what it is over, and whether ``None`` is among its values.

    Kinds: ``int bool card player zone place ability kind name member record counts subject until``
    (one slot), ``set`` (of cards), ``small`` (a set in one word: zones, players, members),
    ``list`` (of cards), and those that live at compile time only: ``none zoneof grid stack game
    enum``.
    """

    kind: str
    over: Any = None
    optional: bool = False

    def __str__(self) -> str:
        name = {
            "card": "Card",
            "player": "Player",
            "zone": "Zone",
            "place": "Place",
            "ability": "Ability",
            "kind": "AbilityKind",
            "name": "Name",
            "set": "set[Card]",
            "list": "list[Card]",
            "none": "None",
            "grid": "Grid",
            "stack": "Stack",
            "game": "Game",
            "zoneof": "Zone",
            "void": "nothing",
            "never": "NoReturn",
            "was": "what a card was",
            "builtin": "a function",
            "original": "a function",
            "thing": "a name of the module",
            "word": "a declared name",
        }.get(self.kind, self.kind)
        if self.kind == "none":
            return "None"
        if self.kind == "counts" and self.over is None:
            return "Counts"
        if self.kind in ("member", "record", "counts", "enum"):
            over = getattr(self.over, "__name__", str(self.over))
            name = f"Counts[{over}]" if self.kind == "counts" else over
        elif self.kind == "small":
            name = f"set[{self.over}]"
        return f"{name} | None" if self.optional else name

    @property
    def width(self) -> int:
        """How many slots a value takes."""
        return _WIDTHS.get(self.kind, 1)

    @property
    def reference(self) -> bool:
        """Whether ``None`` could be one of its values: -1 in the machine."""
        return self.kind in _REFERENCES

    @property
    def number(self) -> bool:
        """Whether arithmetic may use it."""
        return self.kind in ("int", "bool", "member")

    @property
    def nullable(self) -> bool:
        """Whether ``X | None`` can be told from every ``X``: -1 is none of its values."""
        return self.reference or self.kind == "member"

    @property
    def slot_type(self) -> int:
        """``SlotType`` of the state: how determinization and snapshots read a live slot."""
        return _SLOT_TYPES.get(self.kind, 0)

    def maybe(self) -> Type:
        """The type with ``None``."""
        return replace(self, optional=True)

    def sure(self) -> Type:
        """The type without ``None``."""
        return replace(self, optional=False)


INT: Final = Type("int")
BOOL: Final = Type("bool")
CARD: Final = Type("card")
PLAYER: Final = Type("player")
ZONE: Final = Type("zone")
PLACE: Final = Type("place")
ABILITY: Final = Type("ability")
KIND: Final = Type("kind")
NAME: Final = Type("name")
CARDS: Final = Type("set")
ZONES: Final = Type("small", ZONE)
PLAYERS: Final = Type("small", PLAYER)
LIST: Final = Type("list")
NONE: Final = Type("none", optional=True)
GAME: Final = Type("game")
UNTIL: Final = Type("until")
VOID: Final = Type("void")
#: What a function gives that ends the game.
NEVER: Final = Type("never")


def assignable(target: Type, value: Type) -> bool:
    """Whether a value may stand where ``target`` is wanted."""
    if value.kind == "none":
        return target.optional
    if value.optional and not target.optional:
        return False
    if target.kind == value.kind:
        if value.over is None and target.kind == "counts":
            return True
        return target.over is None or target.over == value.over
    if target.kind == "int":
        return value.kind in ("bool", "member")
    if target.kind == "place":
        return value.kind in ("zone", "zoneof", "place")
    if target.kind in ("set", "zone") and value.kind == "zoneof":
        return True
    return target.kind == "set" and value.kind in ("zone", "list")
