# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""The middle form: functions as lists of typed steps over registers, with labels.

Registers are unlimited and typed; a step names an operation of the table with its operands as
registers, so that a back end is free to place them in slots, or to spill them when the machine
stops. Nothing here knows how steps are encoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tefuda.lang.operations import ENDS, OPERANDS, SKIPS
from tefuda.lang.types import Type


class Register:
    """A value's home; parameters come first."""

    __slots__ = ("bit", "name", "number", "type", "width")

    def __init__(self, number: int, type_: Type, name: str = "") -> None:
        self.number = number
        self.type = type_
        self.name = name
        #: Its bit in sets of registers.
        self.bit = 1 << number
        #: How many slots it takes.
        self.width = 2 if type_.kind == "pair" else type_.width

    def __repr__(self) -> str:
        return f"%{self.number}{':' + self.name if self.name else ''}"


class Label:
    """A place in a function."""

    __slots__ = ("live", "loops", "number", "position")

    def __init__(self, number: int) -> None:
        self.number = number
        self.position = -1
        #: What is live here, and whether a step behind it leads here; while that is worked out.
        self.live = 0
        self.loops = False

    def __repr__(self) -> str:
        return f"L{self.number}"


class Begin(Label):
    """Where a function put in place of its call begins: nothing goes there, but it is counted."""

    __slots__ = ("name",)

    def __init__(self, number: int, name: str = "") -> None:
        super().__init__(number)
        self.name = name


class Step:
    """One operation.

    ``a``, ``b`` and ``c`` are registers or plain numbers as the operand classes say; ``args`` are
    the registers laid out in consecutive slots where a class is ``k``; ``results`` come back in
    the first of these slots.
    """

    __slots__ = (
        "a",
        "args",
        "b",
        "c",
        "callee",
        "defined",
        "imm",
        "label",
        "line",
        "op",
        "result",
        "used",
    )

    def __init__(
        self,
        op: str,
        a: Register | int = 0,
        b: Register | int = 0,
        c: Register | int = 0,
        imm: int = 0,
        label: Label | None = None,
        args: list[Register] | None = None,
        result: Register | None = None,
        callee: int = -1,
        line: int = 0,
    ) -> None:
        self.op = op
        self.a = a
        self.b = b
        self.c = c
        self.imm = imm
        self.label = label
        self.args: list[Register] = [] if args is None else args
        self.result = result
        #: Called function, by index in the program's list.
        self.callee = callee
        self.line = line
        #: The registers read and written, as bits: see :func:`note`; -1 when not known.
        self.used = -1
        self.defined = -1

    def __repr__(self) -> str:
        operands = ", ".join(map(repr, (self.a, self.b, self.c, self.imm)))
        return f"{self.op} {operands}" + (f" -> {self.label}" if self.label is not None else "")

    def changed(self) -> None:
        """Operands were changed: what is read and written is to be noted again."""
        self.used = -1


#: A label marks its place in the list of steps.
Item = Step | Label

#: A ``k`` operand that is a register is what a step and the one after it share.
READ: Final = frozenset("rRLxXYk")
WRITTEN: Final = frozenset("wWMxXYk")
#: Steps that only write what they share with the next.
BEGINS: Final = frozenset(("WOULD", "AFTERB"))
#: What copies a value of so many slots.
MOVES: Final = {1: "MOV", 2: "SMOV", 4: "LMOV"}
COPIES: Final = frozenset(MOVES.values())


class Function:
    """A function in the middle form."""

    def __init__(
        self,
        name: str,
        parameters: list[Register],
        result: Type,
        clause: str = "",
        file: str = "",
        line: int = 0,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.result = result
        self.clause = clause
        self.file = file
        self.line = line
        self.items: list[Item] = []
        #: Every register there ever was, by number.
        self.made: list[Register] = []
        self.labels = 0
        #: What :func:`liveness` gives for the items as they are, where a pass left it.
        self.live: list[int] | None = None

    def register(self, type_: Type, name: str = "") -> Register:
        """A new register."""
        found = Register(len(self.made), type_, name)
        self.made.append(found)
        return found

    def label(self) -> Label:
        """A new label, not yet placed."""
        self.labels += 1
        return Label(self.labels - 1)

    def steps(self) -> list[Step]:
        """The steps without labels."""
        return [i for i in self.items if isinstance(i, Step)]


def _shape(op: str, roles: str) -> tuple[bool, ...]:
    """For each of ``a``, ``b``, ``c``: whether it is read, whether it is written."""
    found = []
    for role in roles[:3]:
        found += [role in READ and not (role == "k" and op in BEGINS), role in WRITTEN]
    return tuple(found)


SHAPES: Final = {op: _shape(op, roles) for op, roles in OPERANDS.items()}


def note(step: Step) -> int:
    """Note what a step reads and writes, as bits; gives what it reads."""
    used = defined = 0
    shape = SHAPES[step.op]
    for at, operand in enumerate((step.a, step.b, step.c)):
        if isinstance(operand, Register):
            register = operand
            if shape[2 * at]:
                used |= register.bit
            if shape[2 * at + 1]:
                defined |= register.bit
    for register in step.args:
        used |= register.bit
    if step.result is not None:
        defined |= step.result.bit
    step.used, step.defined = used, defined
    return used


def reads(step: Step) -> list[Register]:
    """The registers a step reads."""
    found = list(step.args)
    shape = SHAPES[step.op]
    for operand, read in zip((step.a, step.b, step.c), shape[::2], strict=True):
        if read and isinstance(operand, Register):
            found.append(operand)
    return found


def liveness(items: Sequence[Item]) -> list[int]:
    """For each position the registers (bits by number) that are live before it.

    One walk from the end to the start is enough unless there are loops; these are walked again
    until what is live where they begin stays the same.
    """
    count = len(items)
    live = [0] * (count + 2)
    for position, item in enumerate(items):
        if isinstance(item, Label):
            label = item
            label.position, label.live, label.loops = position, 0, False
    again = True
    while again:
        again = False
        after = 0
        for position in range(count - 1, -1, -1):
            item = items[position]
            if isinstance(item, Label):
                label = item
                if label.live != after:
                    again |= label.loops
                    label.live = after
                live[position] = after
                continue
            step = item
            if step.op in ENDS:
                after = 0
            if step.label is not None:
                target = step.label
                after |= target.live
                if target.position < position:
                    target.loops = True
            elif step.op in SKIPS:
                after |= live[position + 2]
            if step.used < 0:
                note(step)
            live[position] = after = after & ~step.defined | step.used
    return live


def live_behind(items: Sequence[Item], live: Sequence[int], position: int) -> int:
    """The registers that are live behind a step, wherever it leads."""
    item = items[position]
    if isinstance(item, Label):
        return live[position + 1]
    step = item
    found = 0 if step.op in ENDS else live[position + 1]
    if step.label is not None:
        found |= live[step.label.position]
    if step.op in SKIPS:
        found |= live[position + 2]
    return found
