"""The first back end: bytecode of the machine from the middle form."""

from __future__ import annotations

from msgspec import Struct, field

from tefuda.errors import RulesetError, RuleSyntaxError
from tefuda.lang.allocate import FIXED, Frame, FrameTooLarge, allocate, has_area, width
from tefuda.lang.middle import Begin, Function, Label, Register, Step, writes
from tefuda.lang.operations import NUMBER, OPERANDS
from tefuda.lang.program import FunctionRow, Instruction, StopRow

#: Where a frame stands when something it started makes the machine wait: at the step itself.
WAITS_AT = frozenset(("CHOOSE", "SETTLE", "SETTLEA", "WOULDN"))
#: ... or behind the call.
WAITS_BEHIND = frozenset(("CALL", "PERFORM", "LEGAL", "PYTHON"))
WAITS = WAITS_AT | WAITS_BEHIND
MOVES = {1: "MOV", 2: "SMOV", 4: "LMOV"}


class Code(Struct):
    """The code of a whole program while it is put together."""

    instructions: list[Instruction] = field(default_factory=list)
    rows: list[FunctionRow] = field(default_factory=list)
    stops: dict[int, set[tuple[int, int]]] = field(default_factory=dict)

    @property
    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)

    def raw(self, op: str, a: int = 0, b: int = 0, c: int = 0, imm: int = 0) -> int:
        """Append an instruction as it is; gives its number."""
        self.instructions.append((NUMBER[op], a & 255, b & 255, c & 255, imm))
        return self.here - 1


class _Jump(Struct):
    """An instruction whose target is not known yet."""

    at: int
    label: Label


def emit_function(code: Code, function: Function, pure: bool, *, asked: bool = False) -> None:
    """Append a function's code and its row.

    :param asked: Python may ask for it: its frame may wait where it begins, arguments laid.

    :raises RuleSyntaxError: the function needs more than a frame can hold.
    """
    try:
        frame = allocate(function)
    except FrameTooLarge:
        raise RuleSyntaxError(
            f"rule {function.name!r} keeps too many values at once",
            file=function.file,
            line=function.line,
            hint="split it into several procedures",
        ) from None
    writer = _Writer(code, function, frame)
    entry = code.here
    if asked:
        code.stops[entry] = _parameter_slots(function)
    writer.write()
    code.rows.append(
        FunctionRow(
            function.name,
            entry,
            frame.size,
            sum(width(p) for p in function.parameters),
            0 if function.result.kind in ("void", "none") else function.result.width,
            pure,
            function.clause,
            function.file,
            function.line,
            tuple(writer.lines),
            tuple(writer.begins),
        )
    )


def _parameter_slots(function: Function) -> set[tuple[int, int]]:
    """Give the slots of a function's arguments, with their types."""
    found, at = set(), 0
    for parameter in function.parameters:
        found.add((at, parameter.type.slot_type))
        at += width(parameter)
    return found


class _Writer:
    def __init__(self, code: Code, function: Function, frame: Frame) -> None:
        self.code = code
        self.function = function
        self.frame = frame
        self.jumps: list[_Jump] = []
        self.lines: list[tuple[int, int]] = []
        self.begins: list[tuple[int, str]] = []
        self.placed: dict[Label, int] = {}

    def write(self) -> None:
        line = -1
        for position, item in enumerate(self.function.items):
            if isinstance(item, Label):
                self.placed[item] = self.code.here
                if isinstance(item, Begin):
                    self.begins.append((self.code.here, item.name))
                continue
            if item.line != line:
                line = item.line
                self.lines.append((self.code.here, line))
            self.step(position, item)
        for jump in self.jumps:
            op, a, b, c, _ = self.code.instructions[jump.at]
            self.code.instructions[jump.at] = (op, a, b, c, self.placed[jump.label])

    def slot(self, operand: Register | int) -> int:
        return self.frame.slots[operand] if isinstance(operand, Register) else operand

    def step(self, position: int, step: Step) -> None:
        base = self.frame.bases.get(position, 0)
        area = has_area(step)
        if step.op in WAITS_AT and self.code.here in self.code.stops:
            # a call returns here, and its result is not there yet while it waits
            self.code.raw("JMP", imm=self.code.here + 1)
        op, given = step.op, [0, 0]
        if area:
            at, wanted = base, []
            for register in step.args:
                if self.slot(register) != at:
                    wanted.append((at - base, self.slot(register), width(register)))
                at += width(register)
            if op == "CALL":
                op, given, wanted = self.fused_call(base, at, wanted)
            for offset, slot, words in wanted:
                self.copy(base + offset, slot, words)
        classes = OPERANDS[step.op]
        operands = []
        for role, operand in zip(classes, (step.a, step.b, step.c), strict=False):
            if role == "k" and area:
                operands.append(base)
            else:
                operands.append(self.slot(operand))
        if step.op in MOVES.values() and operands[0] == operands[1]:
            return
        imm = step.imm
        if classes[3] == "P":
            if not 0 <= imm < 1 << 24:
                raise RulesetError(f"{self.function.name}: {step.op} {imm} does not fit")
            imm |= self.frame.size << 24
            if imm >= 1 << 31:
                imm -= 1 << 32
        a, b, c = operands
        if op != step.op:
            b, c = given
        at = self.code.raw(op, a, b, c, imm)
        if step.label is not None:
            self.jumps.append(_Jump(at, step.label))
        if step.op in WAITS:
            self.note_stop(position, step, at)
        result = step.result
        if result is not None and self.slot(result) != base:
            if step.op in FIXED:
                raise RulesetError(f"{self.function.name}: {step.op} lost its mark")
            self.copy(self.slot(result), base, width(result))

    def fused_call(
        self, base: int, end: int, wanted: list[tuple[int, int, int]]
    ) -> tuple[str, list[int], list[tuple[int, int, int]]]:
        """The call that copies its first arguments itself, and the copies that are left."""
        first = {offset: slot for offset, slot, words in wanted if offset < 2 and words == 1}
        if not first or any(base <= slot < end for slot in first.values()):
            return "CALL", [0, 0], wanted
        rest = [w for w in wanted if w[0] not in first]
        if 1 in first:
            return "CALL2", [first.get(0, base), first[1]], rest
        return "CALL1", [first[0], 0], rest

    def copy(self, into: int, source: int, words: int) -> None:
        if into != source:
            self.code.raw(MOVES[words], into, source)

    def note_stop(self, position: int, step: Step, at: int) -> None:
        """Note what lives while the machine waits here."""
        live = self.frame.live
        if step.op in WAITS_AT:
            alive = live[position + 1] if step.op == "CHOOSE" else live[position]
            gone = writes(step) if step.op == "CHOOSE" else []
            key = at
            if step.op == "SETTLEA":
                # it begins by writing its mark, and is asked again with the mark in place
                alive |= sum(r.bit for r in writes(step))
        elif step.op in WAITS_BEHIND:
            alive, gone, key = live[position + 1], writes(step), at + 1
        else:
            return
        numbers = {r.number for r in gone}
        found = self.code.stops.setdefault(key, set())
        for register, slot in self.frame.slots.items():
            if alive >> register.number & 1 and register.number not in numbers:
                found.add((slot, register.type.slot_type))
                if register.type.kind == "pair":
                    found.add((slot + 1, register.type.slot_type))


def stop_rows(code: Code) -> tuple[StopRow, ...]:
    """The table of stops, by instruction."""
    return tuple(StopRow(pc, tuple(sorted(slots))) for pc, slots in sorted(code.stops.items()))
