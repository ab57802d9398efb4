"""Which registers are known to hold a card, player, ability or live record at an instruction.

A check that every way to an instruction has made already is left out of its C. What is known is
carried forward once, in the order of the code: a loop's head, and what the machine can come back
to from a game that waits, begin with nothing, for whoever restored that game may have put any
number there. Pure functions never wait, so behind calls of them a check holds, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tefuda.lang.allocate import HIDDEN
from tefuda.lang.operations import BACK, ENDS, OPERANDS, OPERATIONS, SKIPS

if TYPE_CHECKING:
    from collections.abc import Set

    from tefuda.lang.program import CompiledProgram, Instruction

#: A check at the beginning of an instruction's C: what it asks of which register.
CHECK: Final = re.compile(
    r"NEED_(?P<kind>CARD|PLAYER|ABILITY)\(R\((?P<slot>\d+)\), \d+\); "
    r"|(?P<record>RECORD)\(w, R\((?P<at>\d+)\), \d+\); "
)
#: How many slots an operand of each class writes, from its first.
WRITTEN: Final = {"w": 1, "x": 1, "W": 2, "X": 2, "M": 4, "Y": 4}

#: A kind of reference and the register that holds one.
Known = frozenset[tuple[str, int]]
NOTHING: Final[Known] = frozenset()


def loop_heads(compiled: CompiledProgram) -> set[int]:
    """Give the instructions of a program that are jumped back to."""
    return {row[4] for row in compiled.code if OPERATIONS[row[0]].name in BACK}


class Checks:
    """What is known before the next instruction; told of them in order.

    :param entries: instructions that calls, and the machine, begin at or come back to.
    :param heads: those that some loop begins with (:func:`loop_heads`).
    """

    def __init__(self, entries: Set[int], heads: Set[int]) -> None:
        self.entries = entries
        self.heads = heads
        #: What is known on all ways that jump forward to an instruction.
        self.ahead: dict[int, Known] = {}
        self.known = NOTHING
        self.goes_on = False

    def begin(self, n: int) -> None:
        """Come to an instruction."""
        known = self.known if self.goes_on else None
        if n in self.ahead:
            ahead = self.ahead.pop(n)
            known = ahead if known is None else known & ahead
        if n in self.entries or n in self.heads or known is None:
            known = NOTHING
        self.known = known

    def without_known(self, body: str) -> str:
        """An instruction's C without the checks made before; what it checks is known then."""
        kept = []
        at = 0
        while match := CHECK.match(body, at):
            kind, slot = match["kind"] or match["record"], int(match["slot"] or match["at"])
            if (kind, slot) not in self.known:
                kept.append(match[0])
                self.known |= {(kind, slot)}
            elif kind == "RECORD":
                kept.append(f"LIVE_RECORD(w, R({slot})); ")
            at = match.end()
        return "".join(kept) + body[at:]

    def end(self, n: int, row: Instruction) -> None:
        """Leave an instruction: forget what it writes, and note where it jumps."""
        name = OPERATIONS[row[0]].name
        operands = OPERANDS[name]
        before = self.known
        for letter, slot in zip(operands, row[1:], strict=False):
            if letter == "k":
                self._forget(slot - HIDDEN, 256)
            elif letter in WRITTEN:
                self._forget(slot, slot + WRITTEN[letter])
        if name == "DROP":
            self.known = frozenset(k for k in self.known if k[0] != "RECORD")
        if name == "MOV":
            self.known |= {(kind, row[1]) for kind, slot in before if slot == row[2]}
        if operands[3] == "t" and name not in BACK:
            self._jump(row[4])
        if name in SKIPS:
            self._jump(n + 2)
        self.goes_on = name not in ENDS

    def _forget(self, first: int, end: int) -> None:
        self.known = frozenset(k for k in self.known if not first <= k[1] < end)

    def _jump(self, to: int) -> None:
        self.ahead[to] = self.ahead[to] & self.known if to in self.ahead else self.known
