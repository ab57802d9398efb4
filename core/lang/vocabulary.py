"""The words of a ruleset as the compiler knows them: every declared name with its number."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from typing import Any

from msgspec import Struct, field

from tefuda import kernel
from tefuda.errors import RulesetError
from tefuda.lang import program as rows
from tefuda.lang import types as t
from tefuda.lang.annotations import Annotated, UnknownAnnotation, read_annotation
from tefuda.lang.types import Type, W
from tefuda.rules import (
    Ask,
    Duration,
    Keyword,
    Link,
    Outcome,
    Parameter,
    PaymentScheme,
    Question,
    RecordType,
    Rules,
    StatWord,
    TimingPoint,
    Window,
    ZoneKind,
)

#: Words every card has, with their types; ``was`` and ``name`` are handled apart.
CARD_WORDS: dict[str, Type] = {
    "owner": t.PLAYER,
    "user": t.PLAYER,
    "zone": t.ZONE.maybe(),
    "position": t.INT,
    "cell": t.INT,
    "row": t.INT,
    "column": t.INT,
    "host": t.CARD.maybe(),
    "root": t.CARD,
    "in_play": t.BOOL,
    "face_down": t.BOOL,
    "extracted": t.BOOL,
}
PLAYER_WORDS = ("enemy", "next", "others", "number")
GAME_WORDS: dict[str, Type] = {
    "first": t.PLAYER,
    "turn": t.INT,
    "turn_player": t.PLAYER,
    "cause": t.ABILITY.maybe(),
}
ABILITY_WORDS: dict[str, Type] = {
    "bearer": t.CARD,
    "kind": t.KIND,
    "targets": t.INT,
    "uses": t.INT,
    "user": t.PLAYER,
}


class Variable(Struct, frozen=True):
    """A game, player or card variable, or a field of a record."""

    name: str
    type: Type
    offset: int
    #: What a variable starts as, and a card variable again on a new object; the class says so.
    initial: int = 0
    #: Of a card variable: 8, 16 or 32, signed.
    bits: int = 32


class RecordInfo(Struct, frozen=True):
    """A record type: number, fields with the offset of their first word, defaults."""

    number: int
    cls: type
    words: int
    capacity: int
    fields: dict[str, Variable]
    defaults: dict[str, Any]


class PrintedWord(Struct, frozen=True):
    """A printed word or stat of cards."""

    name: str
    number: int
    type: Type
    stat: bool


class Vocabulary(Struct):
    """Every word of the ruleset by name, with numbers in the order of declaration."""

    rules: Rules
    parameters: dict[str, Any] = field(default_factory=dict)
    words: dict[str, PrintedWord] = field(default_factory=dict)
    flags: dict[str, int] = field(default_factory=dict)
    links: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=dict)
    card_variables: dict[str, Variable] = field(default_factory=dict)
    player_variables: dict[str, Variable] = field(default_factory=dict)
    game_variables: dict[str, Variable] = field(default_factory=dict)
    stacks: dict[str, tuple[int, type]] = field(default_factory=dict)
    records: dict[type, RecordInfo] = field(default_factory=dict)
    ability_words: dict[str, tuple[int, Type]] = field(default_factory=dict)
    properties: dict[str, dict[str, Callable[..., Any]]] = field(default_factory=dict)
    #: Those of the derived words that take arguments and are called.
    methods: set[Callable[..., Any]] = field(default_factory=set)
    channels: dict[str, int] = field(default_factory=dict)
    verbs: dict[str, int] = field(default_factory=dict)
    durations: dict[str, int] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    payments: dict[str, int] = field(default_factory=dict)
    ability_kinds: dict[str, int] = field(default_factory=dict)
    game_words: int = 0
    player_words: int = 0

    # ------------------------------------------------------------ looking up

    def stat(self, word: StatWord) -> int:
        """The number of a stat."""
        return self.words[word.name].number

    @property
    def stats(self) -> list[PrintedWord]:
        """The stats in order."""
        return [w for w in self.words.values() if w.stat]

    def zone(self, number: int) -> ZoneKind:
        """The kind of zone of a number."""
        return self.rules.named(ZoneKind)[number]

    def kind_of(self, kind: ZoneKind) -> int:
        """The number of a kind of zone."""
        return self.kinds[kind.name]


#: Channels of continuous expressions follow those of timings and questions.
NEGATE, GIVES = "negate", "gives"
#: Reserved verbs: which trigger first, and whether an optional trigger runs.
ORDER_TRIGGERS, MAY = "order_triggers", "may"


def build_vocabulary(rules: Rules, parameters: Mapping[str, Any]) -> Vocabulary:
    """Number every declared word.

    :param parameters: values that differ from the defaults.
    :raises RulesetError: a word is annotated without being declared, or the other way round, or
        there are too many of a kind.
    """
    v = Vocabulary(rules)
    for name, parameter in rules.parameters.items():
        v.parameters[name] = parameters.get(name, rules.settings.get(name, parameter.default))
    v.kinds = _number(rules.named(ZoneKind))
    v.links = _number(rules.named(Link))
    v.durations = {d.name: i + 1 for i, d in enumerate(rules.named(Duration))}
    v.outcomes = _number(rules.named(Outcome))
    v.payments = _number(rules.named(PaymentScheme))
    _records(v)
    _card(v)
    _player(v)
    _game(v)
    _ability(v)
    names = [p.name for p in rules.named(TimingPoint)] + [q.name for q in rules.named(Question)]
    names += [f"stat:{s.name}" for s in v.stats] + [NEGATE, GIVES]
    v.channels = {n: i for i, n in enumerate(names)}
    verbs = [ORDER_TRIGGERS, MAY, *rules.actions]
    verbs += [a.name for a in rules.named(Ask)] + [w.name for w in rules.named(Window)]
    for name in verbs:
        if verbs.count(name) > 1:
            raise RulesetError(
                f"{rules.name}: {name!r} is declared as more than one of action, ask, window"
                + (" (it is a word of the kernel's)" if name in verbs[:2] else "")
            )
    v.verbs = {n: i for i, n in enumerate(verbs)}
    kinds = [k.name for k in rules.named(Keyword)] + [*rules.abilities, *rules.handlers]
    for name in kinds:
        if kinds.count(name) > 1:
            raise RulesetError(
                f"{rules.name}: {name!r} is declared as more than one of keyword, ability, handler"
            )
    v.ability_kinds = {n: i for i, n in enumerate(kinds)}
    _limits(v)
    return v


def _number(words: list[Any]) -> dict[str, int]:
    return {word.name: number for number, word in enumerate(words)}


def annotated_words(cls: type | None, base: type) -> list[tuple[str, Any, Mapping[str, Any]]]:
    """The annotated words of a vocabulary class and its bases, first declared first."""
    found: dict[str, tuple[Any, Mapping[str, Any]]] = {}
    for c in reversed(cls.__mro__ if cls is not None else ()):
        if c is object or c is base or not issubclass(c, base):
            continue
        names = {**vars(sys.modules.get(c.__module__, kernel)), c.__name__: c}
        for name, annotation in inspect.get_annotations(c).items():
            found[name] = (annotation, names)
    return [(name, a, g) for name, (a, g) in found.items()]


def _properties(v: Vocabulary, key: str, cls: type | None, base: type) -> None:
    table: dict[str, Callable[..., Any]] = {}
    for c in reversed(cls.__mro__ if cls is not None else ()):
        if c is object or c is base or not issubclass(c, base):
            continue
        for name, thing in vars(c).items():
            if isinstance(thing, property) and thing.fget is not None:
                table[name] = thing.fget
            elif inspect.isfunction(thing) and not name.startswith("__"):
                table[name] = thing
                v.methods.add(thing)
    v.properties[key] = table


def _read(v: Vocabulary, cls: str, name: str, annotation: Any, names: Mapping[str, Any]) -> Any:
    try:
        read = read_annotation(annotation, names)
    except UnknownAnnotation as error:
        raise RulesetError(
            f"{v.rules.name}: {cls}.{name}: {error} is no type of the rule language"
        ) from error
    if read.mark == "small" and cls != "Card":
        raise RulesetError(
            f"{v.rules.name}: {cls}.{name}: only a variable of cards is Small: expected int"
        )
    return read


def _holdable(v: Vocabulary, where: str, type_: Type) -> None:
    """Refuse variables and fields of what no state can hold."""
    if type_.kind in ("grid", "stack", "game", "list", "none"):
        raise RulesetError(f"{v.rules.name}: {where}: {type_} cannot be kept there")


def _initial(v: Vocabulary, cls: type | None, name: str, type_: Type) -> int:
    """What the class says a variable starts as: a number, or ``None`` for a reference."""
    default = getattr(cls, name, None)
    if default is None:
        return -1 if type_.reference or type_.optional else 0
    try:
        number = member_value(default)
    except RulesetError:
        number = 0 if default == frozenset() else 1 << 31
    if type_.reference or not -(1 << 31) <= number < 1 << 31:
        raise RulesetError(
            f"{v.rules.name}: {cls.__name__ if cls else ''}.{name}: a variable starts as a number "
            f"of 32 bits, an enumeration's member or None, not {default!r}"
        )
    return number


def _starts_empty(v: Vocabulary, cls: type | None, name: str, type_: Type) -> None:
    """Refuse a first value for what belongs to a player or the game: the set-up gives it."""
    if _initial(v, cls, name, type_) not in (0, -1):
        raise RulesetError(
            f"{v.rules.name}: {cls.__name__ if cls else ''}.{name}: variables of players and of "
            "the game start as 0, False or None: give it another value in the set-up rule"
        )


def _card(v: Vocabulary) -> None:
    stats = {s.name for s in v.rules.named(StatWord)}
    found = annotated_words(v.rules.card_class, kernel.Card)
    order: list[tuple[str, Type, bool]] = []
    declared_name = False
    for name, annotation, names in found:
        read = _read(v, "Card", name, annotation, names)
        if name in CARD_WORDS or name == "was":
            continue
        if read.mark == "stat":
            if name not in stats:
                raise RulesetError(
                    f"{v.rules.name}: Card.{name} is annotated Stat, but no rules.stat({name!r})"
                )
            order.append((name, read.type, True))
        elif read.mark == "printed" or name == "name":
            declared_name |= name == "name"
            stat = name in stats
            order.append((name, t.NAME if name == "name" else read.type, stat))
        elif read.mark == "flag":
            v.flags[name] = len(v.flags)
        elif name in v.links:
            continue
        elif read.type.width != 1 or read.type.kind in ("grid", "stack", "game", "none"):
            raise RulesetError(
                f"{v.rules.name}: Card.{name}: a card variable holds one number or reference, "
                f"not {read.type}"
            )
        else:
            initial = _initial(v, v.rules.card_class, name, read.type)
            number, bits = len(v.card_variables), _bits(read)
            if initial >= 1 << bits - 1:
                raise RulesetError(
                    f"{v.rules.name}: Card.{name}: starts as {initial}, which {bits} bits do not "
                    "hold"
                )
            v.card_variables[name] = Variable(name, read.type, number, initial, bits)
    if not declared_name:
        order.append(("name", t.NAME, False))
    order.sort(key=lambda w: not w[2])
    for number, (name, type_, stat) in enumerate(order):
        v.words[name] = PrintedWord(name, number, type_, stat)
    missing = stats - set(v.words)
    if missing:
        raise RulesetError(
            f"{v.rules.name}: stat {sorted(missing)[0]!r} has no word on Card: annotate it Stat"
        )
    _properties(v, "card", v.rules.card_class, kernel.Card)


def _player(v: Vocabulary) -> None:
    offset = 0
    for name, annotation, names in annotated_words(v.rules.player_class, kernel.Player):
        if name in PLAYER_WORDS:
            continue
        read = _read(v, "Player", name, annotation, names)
        if name in v.kinds:
            continue
        if read.type.kind in ("zone", "grid") and not read.type.optional:
            raise RulesetError(
                f"{v.rules.name}: Player.{name} is a zone, but no rules.zone({name!r}) is declared"
            )
        _holdable(v, f"Player.{name}", read.type)
        _starts_empty(v, v.rules.player_class, name, read.type)
        v.player_variables[name] = Variable(name, read.type, offset)
        offset += read.type.width
    v.player_words = offset
    _properties(v, "player", v.rules.player_class, kernel.Player)


def _game(v: Vocabulary) -> None:
    offset = 0
    for name, annotation, names in annotated_words(v.rules.game_class, kernel.Game):
        if name in GAME_WORDS or name == "players":
            continue
        read = _read(v, "Game", name, annotation, names)
        if read.type.kind == "stack":
            if read.type.over not in v.records:
                raise RulesetError(
                    f"{v.rules.name}: Game.{name}: {read.type.over.__name__} is no record of it"
                )
            v.stacks[name] = (len(v.stacks), read.type.over)
            continue
        _holdable(v, f"Game.{name}", read.type)
        _starts_empty(v, v.rules.game_class, name, read.type)
        v.game_variables[name] = Variable(name, read.type, offset)
        offset += read.type.width
    v.game_words = offset
    _properties(v, "game", v.rules.game_class, kernel.Game)


def _ability(v: Vocabulary) -> None:
    for name, annotation, names in annotated_words(v.rules.ability_class, kernel.Ability):
        if name in ABILITY_WORDS:
            continue
        read = _read(v, "Ability", name, annotation, names)
        if read.mark != "printed" or read.type.width != 1:
            raise RulesetError(
                f"{v.rules.name}: Ability.{name}: ability words are Printed[...] of one number"
            )
        v.ability_words[name] = (len(v.ability_words), read.type)
    _properties(v, "ability", v.rules.ability_class, kernel.Ability)


def _records(v: Vocabulary) -> None:
    for number, record in enumerate(v.rules.named(RecordType)):
        offset = 1
        fields: dict[str, Variable] = {}
        defaults: dict[str, Any] = {}
        for name, annotation, names in annotated_words(record.cls, kernel.Record):
            read = _read(v, record.cls.__name__, name, annotation, names)
            _holdable(v, f"{record.cls.__name__}.{name}", read.type)
            fields[name] = Variable(name, read.type, offset)
            offset += read.type.width
            if hasattr(record.cls, name):
                defaults[name] = getattr(record.cls, name)
        v.records[record.cls] = RecordInfo(
            number, record.cls, offset, record.capacity, fields, defaults
        )
        table = {
            name: thing.fget
            for name, thing in vars(record.cls).items()
            if isinstance(thing, property) and thing.fget is not None
        }
        v.properties[f"record:{record.cls.__name__}"] = table


def _limits(v: Vocabulary) -> None:
    zones = 2 * sum(k.cells for k in v.rules.named(ZoneKind))
    for what, count, most in (
        ("stats", len(v.stats), 8),
        ("printed words", len(v.words), 32),
        ("flags", len(v.flags), 16),
        ("links", len(v.links), 4),
        ("kinds of zone", len(v.kinds), 20),
        ("zones", zones, 64),
        ("channels (timings, questions, stats)", len(v.channels), 128),
        ("verbs (actions, asks, windows)", len(v.verbs), 256),
        ("durations", len(v.durations), 63),
        ("record types", len(v.records), 8),
    ):
        if count > most:
            raise RulesetError(f"{v.rules.name}: {count} {what}: at most {most}")
    for word in v.rules.words.values():
        if isinstance(word, (TimingPoint, Question, Window)) and len(word.arguments) > 4:
            raise RulesetError(f"{v.rules.name}: {word.name}: at most 4 arguments")


def member_value(value: Any) -> int:
    """A parameter's or constant's value as a number."""
    if value is kernel.NO_COUNTS or value is kernel.NO_CARDS:
        return 0
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, Enum):
        return int(value.value)
    raise RulesetError(f"{value!r} is no number of the rule language")


def _bits(read: Annotated) -> int:
    """How wide a variable of a card is: 8, 16 or 32 bits, signed, so that it holds its type."""
    kind, over = read.type.kind, read.type.over
    if kind in ("card", "player", "zone", "bool"):
        return 8
    if kind == "name" or read.mark == "small":
        return 16
    most, least = (1 << 31) - 1, 0
    if kind == "small" and over.kind == "player":
        most = 0b11
    elif kind == "small" and over.kind == "member":
        most = sum(1 << member for member in set(over.over) if 0 <= member < 64)
    elif kind == "member":
        most, least = max(over, default=0), min(over, default=0)
    return next((n for n in (8, 16) if -1 << n - 1 <= least and most < 1 << n - 1), 32)


def variable_rows(
    variables: Mapping[str, Variable], *, names: int = 0
) -> tuple[rows.VariableRow, ...]:
    """The rows that describe variables to the machine.

    :param names: how many there are: with very many of them, card variables that hold one are wide.
    """
    return tuple(
        rows.VariableRow(
            x.name,
            x.offset,
            x.type.width,
            x.type.slot_type,
            str(x.type) + (" | None" if x.type.reference and not x.type.optional else ""),
            x.initial,
            32 if x.type.kind == "name" and names > 1 << 15 else x.bits,
        )
        for x in variables.values()
    )


def members(type_: Type) -> tuple[tuple[str, int], ...]:
    """The members of the enumeration that a word's type is over, by name."""
    over = type_.over
    if isinstance(over, Type):
        over = over.over
    if isinstance(over, type) and issubclass(over, IntEnum):
        return tuple((m.name.lower(), int(m)) for m in over)
    return ()


__all__ = [
    "Parameter",
    "PrintedWord",
    "RecordInfo",
    "Variable",
    "Vocabulary",
    "W",
    "build_vocabulary",
]
