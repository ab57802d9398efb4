"""The compiled program as the compiler gives it: plain rows, before the machine's arrays.

Everything is in a fixed order that depends on the declarations alone, so that equal sources give
equal programs and equal fingerprints on every platform.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

#: One instruction: operation number, a, b, c, imm.
Instruction = tuple[int, int, int, int, int]


class FunctionRow(Struct, frozen=True):
    """A compiled function: where it starts, its frame, and where it was written."""

    name: str
    entry: int
    frame: int
    params: int
    results: int
    pure: bool
    clause: str
    file: str
    line: int
    #: (instruction, source line) where the line changes.
    lines: tuple[tuple[int, int], ...]
    #: (instruction, name) where a function put in place of its call begins.
    inlined: tuple[tuple[int, str], ...] = ()


class AbilityRow(Struct, frozen=True):
    """An ability text with its arguments; fields as ``AbilityInfo`` of the state, -1 for none."""

    name: str
    arguments: tuple[tuple[str, int], ...]
    kind: int
    sort: int
    channel: int
    of: int
    survives: bool
    rechecks: bool
    may: int
    stat: int
    op: int
    negates: bool
    runs: int
    orderer: int
    rule: bool
    body: int
    when: int
    who: int
    targets: tuple[int, ...]
    gives: int
    works_in: int
    #: Kinds of change on which the range (`who`) of a static ability depends.
    reads: int
    choice_free: bool
    words: tuple[int, ...]
    clause: str


class WordRow(Struct, frozen=True):
    """A printed word of cards; the stats come first. ``type`` is written as in the vocabulary."""

    name: str
    stat: bool
    type: str
    #: Member names of the enumeration, by value, if it is one or counts or a mask of one.
    members: tuple[tuple[str, int], ...] = ()


class VariableRow(Struct, frozen=True):
    """A variable or record field: its words' offset and what it holds (``SlotType`` and name)."""

    name: str
    offset: int
    words: int
    slot_type: int
    type: str
    #: What a card variable starts as, and again on a new object.
    initial: int = 0
    #: Of a card variable: how wide it is for each card; its numbers are signed.
    bits: int = 32


class RecordRow(Struct, frozen=True):
    """A record type; word 0 of a record is kept by the machine."""

    name: str
    words: int
    capacity: int
    fields: tuple[VariableRow, ...]


class ZoneRow(Struct, frozen=True):
    """A kind of zone."""

    name: str
    rows: int
    columns: int
    capacity: int
    visibility: int
    in_play: bool
    fresh: bool
    ordered: bool
    meaning: str


class VerbRow(Struct, frozen=True):
    """A verb of options: an action or an ask; ``window`` verbs also stand for passing in it."""

    name: str
    text: str
    #: "action", "ask" or "window"
    kind: str
    rest: bool = False


class ChannelRow(Struct, frozen=True):
    """A timing point, a question, or a channel of continuous expressions."""

    name: str
    #: "timing", "question" or "continuous"
    kind: str
    log: bool
    clause: str
    arguments: tuple[str, ...]


class PaymentRow(Struct, frozen=True):
    """A payment scheme."""

    name: str
    points: int
    colours: int
    cost: int
    any_shift: int
    channel: int
    ncolours: int


class FormRow(Struct, frozen=True):
    """A card of the pool: its printed words by word number, and its abilities."""

    number: str
    name: str
    words: tuple[int, ...]
    abilities: tuple[int, ...]


class StopRow(Struct, frozen=True):
    """Where a frame may stand when the game waits, and the slots that live there (slot, type)."""

    pc: int
    slots: tuple[tuple[int, int], ...]


@dataclasses.dataclass(frozen=True)  # functions do not tell rows apart
class PythonRow:
    """A handler in Python: what the machine stops for."""

    name: str
    plugin: str
    point: str
    #: Types of the arguments of its timing point.
    arguments: tuple[Any, ...]
    #: Lines that one call may run.
    lines: int
    #: A hash of its source, empty where it has none to be found.
    source: str
    function: Callable[..., Any] = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True)
class AskedRow:
    """A function that Python handlers may ask for."""

    name: str
    function: int
    parameters: tuple[tuple[str, Any], ...]
    #: The types of its parameters are such that Python can give them.
    possible: bool
    #: What the rules name it by.
    rule: Callable[..., Any] = dataclasses.field(compare=False, repr=False)


class CompiledProgram(Struct, frozen=True):
    """A ruleset ready to run."""

    name: str
    code: tuple[Instruction, ...]
    constants: tuple[int, ...]
    functions: tuple[FunctionRow, ...]
    abilities: tuple[AbilityRow, ...]
    ability_kinds: tuple[str, ...]
    ability_words: tuple[str, ...]
    masks: tuple[tuple[int, int, int], ...]
    payments: tuple[PaymentRow, ...]
    words: tuple[WordRow, ...]
    flags: tuple[str, ...]
    links: tuple[tuple[str, int], ...]
    zones: tuple[ZoneRow, ...]
    channels: tuple[ChannelRow, ...]
    game_variables: tuple[VariableRow, ...]
    player_variables: tuple[VariableRow, ...]
    card_variables: tuple[VariableRow, ...]
    records: tuple[RecordRow, ...]
    #: Stacks of records: name, record type, capacity.
    stacks: tuple[tuple[str, int, int], ...]
    verbs: tuple[VerbRow, ...]
    outcomes: tuple[str, ...]
    durations: tuple[str, ...]
    names: tuple[str, ...]
    forms: tuple[FormRow, ...]
    stops: tuple[StopRow, ...]
    handlers: tuple[int, ...]
    #: Kinds of change that the static abilities on each stat read in all, ranges and amounts.
    stat_reads: tuple[int, ...]
    setup: int
    main: int
    value: int
    halt: int
    end: int
    capacities: dict[str, int]
    parameters: dict[str, int | bool | str] = field(default_factory=dict)
    #: Handlers in Python, and the functions that they may ask for; nothing without any.
    python: tuple[PythonRow, ...] = ()
    asked: tuple[AskedRow, ...] = ()
