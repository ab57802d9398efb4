"""The middle form: functions as lists of typed steps over registers, with labels.

Registers are unlimited and typed; a step names an operation of the table with its operands as
registers, so that a back end is free to place them in slots, or to spill them when the machine
stops. Nothing here knows how steps are encoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tefuda.lang.operations import OPERANDS
from tefuda.lang.types import Type


@dataclass(eq=False)
class Register:
    """A value's home; parameters come first."""

    number: int
    type: Type
    name: str = ""

    def __repr__(self) -> str:
        return f"%{self.number}{':' + self.name if self.name else ''}"


@dataclass(eq=False)
class Label:
    """A place in a function."""

    number: int
    position: int = -1

    def __repr__(self) -> str:
        return f"L{self.number}"


@dataclass(eq=False)
class Begin(Label):
    """Where a function put in place of its call begins: nothing goes there, but it is counted."""

    name: str = ""


@dataclass(eq=False)
class Step:
    """One operation.

    ``a``, ``b`` and ``c`` are registers or plain numbers as the operand classes say; ``args`` are
    the registers laid out in consecutive slots where a class is ``k``; ``results`` come back in
    the first of these slots.
    """

    op: str
    a: Register | int = 0
    b: Register | int = 0
    c: Register | int = 0
    imm: int = 0
    label: Label | None = None
    args: list[Register] = field(default_factory=list)
    result: Register | None = None
    #: Called function, by index in the program's list.
    callee: int = -1
    line: int = 0
    #: Slots kept free after the arguments: what the operation itself needs there.
    extra: int = 0


#: A label marks its place in the list of steps.
Item = Step | Label

#: A ``k`` operand that is a register is what a step and the one after it share.
READ: Final = frozenset("rRLxXYk")
WRITTEN: Final = frozenset("wWMxXYk")
#: Steps that only write what they share with the next.
BEGINS: Final = frozenset(("WOULD", "AFTERB"))


@dataclass(eq=False)
class Function:
    """A function in the middle form."""

    name: str
    parameters: list[Register]
    result: Type
    clause: str = ""
    file: str = ""
    line: int = 0
    items: list[Item] = field(default_factory=list)
    registers: int = 0
    labels: int = 0

    def register(self, type_: Type, name: str = "") -> Register:
        """A new register."""
        self.registers += 1
        return Register(self.registers - 1, type_, name)

    def label(self) -> Label:
        """A new label, not yet placed."""
        self.labels += 1
        return Label(self.labels - 1)

    def steps(self) -> list[Step]:
        """The steps without labels."""
        return [i for i in self.items if isinstance(i, Step)]


def reads(step: Step) -> list[Register]:
    """The registers a step reads."""
    found = list(step.args)
    for role, operand in zip(OPERANDS[step.op], (step.a, step.b, step.c), strict=False):
        if role == "k" and step.op in BEGINS:
            continue
        if role in READ and isinstance(operand, Register):
            found.append(operand)
    return found


def writes(step: Step) -> list[Register]:
    """The registers a step writes."""
    found = [step.result] if step.result is not None else []
    for role, operand in zip(OPERANDS[step.op], (step.a, step.b, step.c), strict=False):
        if role in WRITTEN and isinstance(operand, Register):
            found.append(operand)
    return found


#: Steps after which the next one is not reached.
ENDS: Final = frozenset(
    ("JMP", "LOOP", "RET", "RETV", "RETS", "RETL", "FAILI", "ENDED", "ENDGAME", "LOSERS", "HALT")
)


def successors(items: Sequence[Item], position: int) -> list[int]:
    """The positions that may follow."""
    item = items[position]
    if isinstance(item, Label):
        return [position + 1]
    found = []
    if item.op not in ENDS:
        found.append(position + 1)
    if item.label is not None:
        found.append(item.label.position)
    if item.op in SKIPS:
        found.append(position + 2)
    return found


#: Steps that may skip the next one.
SKIPS: Final = frozenset(("COLLECT", "WOULD"))


def place_labels(items: Sequence[Item]) -> None:
    """Note the position of every label."""
    for position, item in enumerate(items):
        if isinstance(item, Label):
            item.position = position


def liveness(items: Sequence[Item]) -> list[int]:
    """For each position the registers (bits by number) that are live before it."""
    place_labels(items)
    count = len(items)
    live = [0] * (count + 2)
    used, defined = [0] * count, [0] * count
    for position, item in enumerate(items):
        if isinstance(item, Step):
            for register in reads(item):
                used[position] |= 1 << register.number
            for register in writes(item):
                defined[position] |= 1 << register.number
    follow = [successors(items, p) for p in range(count)]
    changed = True
    while changed:
        changed = False
        for position in range(count - 1, -1, -1):
            out = 0
            for target in follow[position]:
                out |= live[target]
            new = (out & ~defined[position]) | used[position]
            if new != live[position]:
                live[position] = new
                changed = True
    return live
