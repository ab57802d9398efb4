# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""The first back end: bytecode of the machine from the middle form."""

from __future__ import annotations

from tefuda.errors import RulesetError, RuleSyntaxError
from tefuda.lang.allocate import FIXED, Frame, FrameTooLarge, allocate, has_area
from tefuda.lang.middle import COPIES, MOVES, Begin, Function, Label, Register, Step
from tefuda.lang.operations import NUMBER, OPERANDS
from tefuda.lang.program import FunctionRow, Instruction, StopRow

#: Where a frame stands when something it started makes the machine wait: at the step itself.
WAITS_AT = frozenset(("CHOOSE", "SETTLE", "SETTLEA", "WOULDN"))
#: ... or behind the call.
WAITS_BEHIND = frozenset(("CALL", "PERFORM", "LEGAL", "PYTHON"))
WAITS = WAITS_AT | WAITS_BEHIND


class Code:
    """The code of a whole program while it is put together."""

    def __init__(self) -> None:
        self.instructions: list[Instruction] = []
        self.rows: list[FunctionRow] = []
        #: What lives where a game may wait: slots with their types, by instruction.
        self.stops: dict[int, set[tuple[int, int]]] = {}

    @property
    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)

    def raw(self, op: str, a: int = 0, b: int = 0, c: int = 0, imm: int = 0) -> int:
        """Append an instruction as it is; gives its number."""
        self.instructions.append((NUMBER[op], a & 255, b & 255, c & 255, imm))
        return self.here - 1


def emit_function(
    code: Code, function: Function, number: int, pure: set[int], *, asked: bool = False
) -> None:
    """Append a function's code and its row.

    :param pure: functions, by number, that change nothing: no game waits in one.
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
    writer = _Writer(code, function, frame, pure, number in pure)
    entry = code.here
    if asked:
        code.stops[entry] = _parameter_slots(function)
    writer.write()
    code.rows.append(
        FunctionRow(
            function.name,
            entry,
            frame.size,
            sum(p.width for p in function.parameters),
            0 if function.result.kind in ("void", "none") else function.result.width,
            number in pure,
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
        at += parameter.width
    return found


class _Writer:
    def __init__(
        self, code: Code, function: Function, frame: Frame, pure: set[int], is_pure: bool
    ) -> None:
        self.code = code
        self.pure = pure
        self.is_pure = is_pure
        self.function = function
        self.frame = frame
        #: Instructions that jump to a label, whose place is known in the end.
        self.jumps: list[tuple[int, Label]] = []
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
            step = item
            if step.line != line:
                line = step.line
                self.lines.append((self.code.here, line))
            self.step(position, step)
        for at, label in self.jumps:
            op, a, b, c, _ = self.code.instructions[at]
            self.code.instructions[at] = (op, a, b, c, self.placed[label])

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
            end, wanted = base, []
            for register in step.args:
                slot = self.frame.slots[register]
                if slot != end:
                    wanted.append((end - base, slot, register.width))
                end += register.width
            if op == "CALL":
                op, given, wanted = self.fused_call(base, end, wanted)
            for offset, slot, words in wanted:
                self.copy(base + offset, slot, words)
        classes = OPERANDS[step.op]
        a = base if area and classes[0] == "k" else self.slot(step.a)
        b = base if area and classes[1] == "k" else self.slot(step.b)
        c = base if area and classes[2] == "k" else self.slot(step.c)
        if a == b and step.op in COPIES:
            return
        imm = step.imm
        if classes[3] == "P":
            if not 0 <= imm < 1 << 24:
                raise RulesetError(f"{self.function.name}: {step.op} {imm} does not fit")
            imm |= self.frame.size << 24
            if imm >= 1 << 31:
                imm -= 1 << 32
        if op != step.op:
            b, c = given
        at = self.code.raw(op, a, b, c, imm)
        if step.label is not None:
            self.jumps.append((at, step.label))
        if step.op in WAITS and not self.never_waits(step):
            self.note_stop(position, step, at)
        result = step.result
        if result is not None and self.slot(result) != base:
            if step.op in FIXED:
                raise RulesetError(f"{self.function.name}: {step.op} lost its mark")
            self.copy(self.slot(result), base, result.width)

    def fused_call(
        self, base: int, end: int, wanted: list[tuple[int, int, int]]
    ) -> tuple[str, list[int], list[tuple[int, int, int]]]:
        """The call that copies its first arguments itself, and the copies that are left."""
        first = {offset: slot for offset, slot, words in wanted if offset < 2 and words == 1}
        if not first or not set(range(base, end)).isdisjoint(first.values()):
            return "CALL", [0, 0], wanted
        rest = [copy for copy in wanted if copy[0] not in first]
        if 1 in first:
            return "CALL2", [first.get(0, base), first[1]], rest
        return "CALL1", [first[0], 0], rest

    def copy(self, into: int, source: int, words: int) -> None:
        if into != source:
            self.code.raw(MOVES[words], into, source)

    def never_waits(self, step: Step) -> bool:
        """Whether the game cannot wait here: what is called changes nothing, so it asks nobody."""
        # The targets of abilities are pure functions.
        return self.is_pure or step.op == "LEGAL" or (step.op == "CALL" and step.imm in self.pure)

    def note_stop(self, position: int, step: Step, at: int) -> None:
        """Note what lives while the machine waits here."""
        live = self.frame.live
        if step.op in WAITS_BEHIND or step.op == "CHOOSE":
            alive = live[position + 1] & ~step.defined
        else:
            alive = live[position]
        if step.op == "SETTLEA":
            # it begins by writing its mark, and is asked again with the mark in place
            alive |= step.defined
        found = self.code.stops.setdefault(at + 1 if step.op in WAITS_BEHIND else at, set())
        while alive:
            low = alive & -alive
            alive ^= low
            register = self.function.made[low.bit_length() - 1]
            slot = self.frame.slots[register]
            found.add((slot, register.type.slot_type))
            if register.type.kind == "pair":
                found.add((slot + 1, register.type.slot_type))


def stop_rows(code: Code) -> tuple[StopRow, ...]:
    """The table of stops, by instruction."""
    return tuple(StopRow(pc, tuple(sorted(slots))) for pc, slots in sorted(code.stops.items()))
