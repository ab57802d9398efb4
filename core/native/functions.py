"""Which functions of a program become functions of the C compiler, and what they read and write.

A function that never waits needs no place from which a restored game could go on: it may keep its
registers where the C compiler likes, take its arguments and give its results as C functions do,
and come back by the processor's own return. Pure functions are such, as long as they keep to
themselves and take little of the thread's stack. Only operations that the machine carries out for
them find registers in the game's stack: what such an operation reads is laid there before it, what
it writes is taken from there.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tefuda.lang.operations import ENDS, IMPURE, OPERANDS, OPERATIONS
from tefuda.native.checks import WRITTEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tefuda.lang.program import CompiledProgram, FunctionRow, Instruction

CALLS: Final = frozenset(("CALL", "CALL1", "CALL2"))
#: What each return gives back, in slots.
RETURNS: Final = {"RET": 0, "RETV": 1, "RETI": 1, "RETS": 2, "RETL": 4}
#: Slots of consecutive arguments, of operations that always read as many.
_ARGUMENTS: Final = {"LACKING": 4, "USEFUL": 6, "ZRC": 2}
#: How many slots an operand of each class reads, from its first.
_READ: Final = {"r": 1, "x": 1, "R": 2, "X": 2, "L": 4, "Y": 4}
#: Bytes of the thread's stack that calls in calls may take before they have filled the game's: few,
#: as some threads have no more than 256 KiB. Each takes its registers and what C saves beside them.
_THREAD_STACK: Final = 192 * 1024
_SAVED: Final = 192


class Direct:
    """A program's functions that become C functions, by number."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self.compiled = compiled
        starts = sorted(
            {f.entry for f in compiled.functions}
            | {compiled.halt, compiled.end, len(compiled.code)}
        )
        self._behind = dict(pairwise(starts))
        #: The functions that abilities name as their targets.
        self.named = sorted({t for row in compiled.abilities for t in row.targets})
        #: So many arguments are laid for them at most, the bearer among them.
        self.most_laid = max((compiled.functions[k].params for k in self.named), default=1)
        found = {
            k
            for k, f in enumerate(compiled.functions)
            if self._keeps_to_itself(f) and self._is_small(f)
        }
        while True:
            #: Whether all that LEGAL may call are among them.
            self.all_named = all(
                k in found and compiled.functions[k].results == 2 for k in self.named
            )
            kept = {k for k in found if self._calls_only(compiled.functions[k], found)}
            if kept == found:
                break
            found = kept
        self.numbers = frozenset(found)
        self.entries = {compiled.functions[k].entry: k for k in self.numbers}

    def body(self, function: FunctionRow) -> range:
        """Give the instructions of a function."""
        return range(function.entry, self._behind[function.entry])

    def holds(self, name: str, row: Instruction) -> bool:
        """Whether an instruction calls one of them, or several and no others."""
        return self.all_named if name == "LEGAL" else name in CALLS and row[4] in self.numbers

    def _rows(self, function: FunctionRow) -> Iterator[tuple[str, Instruction]]:
        for n in self.body(function):
            row = self.compiled.code[n]
            yield OPERATIONS[row[0]].name, row

    def _keeps_to_itself(self, function: FunctionRow) -> bool:
        """Whether it is pure, jumps within itself, and gives back what it says."""
        body = self.body(function)
        if not function.pure or len(body) == 0:
            return False
        name = ""
        for name, row in self._rows(function):
            if name in IMPURE or name == "HALT":
                return False
            if name in RETURNS and RETURNS[name] != function.results:
                return False
            if OPERANDS[name][3] == "t" and row[4] not in body:
                return False
        return name in ENDS

    def _is_small(self, function: FunctionRow) -> bool:
        """Whether its calls fill the game's stack, which ends the game, before the thread's."""
        calls = [row[1] for name, row in self._rows(function) if name in CALLS or name == "LEGAL"]
        taken = 8 * len(self.used(function)) + _SAVED
        most = self.compiled.capacities["stack"]
        # From one frame to the next are so many slots of the game's stack.
        return not calls or most * taken <= _THREAD_STACK * min(calls)

    def _calls_only(self, function: FunctionRow, found: set[int]) -> bool:
        return all(
            row[4] in found if name in CALLS else name != "LEGAL" or self.all_named
            for name, row in self._rows(function)
        )

    # ------------------------------------------------------------ registers

    def arguments(self, name: str, row: Instruction) -> list[int]:
        """Give the registers that a call takes its arguments from, in order."""
        _, a, b, c, function = row
        params = self.compiled.functions[function].params
        first = {"CALL": [], "CALL1": [b], "CALL2": [b, c]}[name][:params]
        return [*first, *range(a + len(first), a + params)]

    def read(self, row: Instruction, frame: int) -> list[int]:
        """Give the registers that an operation finds in the game's stack."""
        name = OPERATIONS[row[0]].name
        found: list[int] = []
        for letter, slot in zip(OPERANDS[name], row[1:4], strict=False):
            if letter == "k":
                found += range(slot, min(slot + _ARGUMENTS.get(name, frame), frame))
            found += range(slot, slot + _READ.get(letter, 0))
        return found

    def written(self, row: Instruction) -> list[int]:
        """Give the registers that an operation or a call leaves something in."""
        name = OPERATIONS[row[0]].name
        if name in CALLS:
            return [*range(row[1], row[1] + self.compiled.functions[row[4]].results)]
        if name == "LEGAL":
            return [row[1], row[1] + 1]
        found: list[int] = []
        for letter, slot in zip(OPERANDS[name], row[1:4], strict=False):
            found += range(slot, slot + WRITTEN.get(letter, 0))
        return found

    def used(self, function: FunctionRow) -> set[int]:
        """Give the registers of a function."""
        found = {*range(function.params)}
        for name, row in self._rows(function):
            found.update(self.written(row))
            if name in CALLS:
                found.update(self.arguments(name, row))
            for letter, slot in zip(OPERANDS[name], row[1:4], strict=False):
                found.update(range(slot, slot + _READ.get(letter, 0)))
        return found

    def lists(self, function: FunctionRow) -> set[int]:
        """Give the registers that hold lists of cards: they stay in the game's stack."""
        found: set[int] = set()
        for name, row in self._rows(function):
            for letter, slot in zip(OPERANDS[name], row[1:4], strict=False):
                if letter in "LMY":
                    found.update(range(slot, slot + 4))
            if name in CALLS and self.compiled.functions[row[4]].results == 4:
                found.update(range(row[1], row[1] + 4))
        return found
