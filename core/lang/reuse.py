# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""Reading again what was read already: once is enough, wherever it is known on every way there."""

from __future__ import annotations

from typing import Final

from tefuda.lang.middle import COPIES, MOVES, Begin, Function, Item, Label, Register, Step, note
from tefuda.lang.operations import ENDS, IMPURE, OPERANDS

#: Steps whose result depends on their operands alone.
STATIC: Final = frozenset(
    """ZONE ZALL ZCELL BASE SMASK SONE SAND SOR SANDN SXOR SANDM SANDNM ABWORD ADDI RSUBI MULI
    ANDI ORI SHLI SHRI""".split()
)
#: ... on records, on variables, on where cards are.
RECORDS: Final = frozenset("LDF LDFS".split())
VARIABLES: Final = frozenset("LDG LDGS LDP LDPS LDC LDB".split())
PLACES: Final = frozenset(
    "SKIND SKINDS SCELLS ZTOPK ZCNTK ZTOP ZCNT SZONE ZEMPTY CARDF SUSED SPLAY SATT".split()
)
READS: Final = STATIC | RECORDS | VARIABLES | PLACES
#: Steps that change something none of these reads.
HARMLESS: Final = frozenset(
    """FSET FCLR FPUT FSETS FCLRS OPEN OPTS OPTL OPTZ OPTN OPTR OPTBITS OPTA OPTLEN OPTNEXT
    OPTKEEP PASS CPUSH STAMP USE UNUSE""".split()
)
STORES: Final = {
    **dict.fromkeys("STF STFS".split(), RECORDS),
    **dict.fromkeys("STG STGS STP STPS STC STB".split(), VARIABLES),
}
#: All that make some read untrue.
CHANGES: Final = frozenset((*STORES, "NEW", "CALL")) | IMPURE - HARMLESS
#: For each operation whether ``a``, ``b``, ``c`` are read only.
_READ: Final = {op: tuple(role in "rRL" for role in roles[:3]) for op, roles in OPERANDS.items()}

#: A read: its operation, operands, width and number.
Key = tuple[str, object, object, object, int]


class _Facts:
    """What is known at one place: reads with the register that holds each, and copies."""

    __slots__ = ("busy", "copies", "known")

    def __init__(self) -> None:
        self.known: dict[Key, Register] = {}
        self.copies: dict[Register, Register] = {}
        #: All registers named in either, as bits; possibly more.
        self.busy = 0

    def copy(self) -> _Facts:
        """The same, to be changed apart."""
        found = _Facts()
        found.known, found.copies, found.busy = dict(self.known), dict(self.copies), self.busy
        return found

    def meet(self, other: _Facts) -> None:
        """Keep what the other knows, too."""
        known, copies = other.known, other.copies
        self.known = {k: r for k, r in self.known.items() if known.get(k) is r}
        self.copies = {k: r for k, r in self.copies.items() if copies.get(k) is r}

    def written(self, defined: int) -> None:
        """Registers were written: drop what names them."""
        if not self.busy & defined:
            return
        busy = 0
        for key, register in list(self.known.items()):
            bits = register.bit
            for operand in (key[1], key[2]):
                if isinstance(operand, Register):
                    named = operand
                    bits |= named.bit
            if bits & defined:
                del self.known[key]
            else:
                busy |= bits
        for copy, original in list(self.copies.items()):
            bits = copy.bit | original.bit
            if bits & defined:
                del self.copies[copy]
            else:
                busy |= bits
        self.busy = busy

    def forget(self, step: Step, pure: set[int]) -> None:
        """Drop the reads that a step makes untrue."""
        known, op = self.known, step.op
        if op in STORES:
            kinds = STORES[op]
            for key in [k for k in known if k[0] in kinds and k[4] == step.imm]:
                del known[key]
        elif op == "NEW":
            for key in [k for k in known if k[0] in RECORDS]:
                del known[key]
        elif op == "CALL":
            if step.callee not in pure:
                known.clear()
        else:
            known.clear()

    def learn(self, key: Key, register: Register, step: Step) -> None:
        """A read is held by a register from here on."""
        self.known[key] = register
        self.busy |= step.used | step.defined


def reuse_reads(function: Function, pure: set[int]) -> bool:
    """Replace a second read of the same thing by a copy of the first.

    :param pure: functions, by number, that change nothing.
    """
    ends = _loops(function.items)
    facts, arriving = _Facts(), dict[Label, _Facts]()
    items: list[Item] = []
    changed, reached = False, True
    passed: set[Label] = set()
    for position, item in enumerate(function.items):
        if isinstance(item, Label):
            label = item
            items.append(label)
            passed.add(label)
            if not isinstance(label, Begin):
                other = arriving.pop(label, None)
                if not reached:
                    facts, reached = other or _Facts(), True
                elif other is not None:
                    facts.meet(other)
                if label in ends:
                    _before_loop(facts, function.items[position : ends[label] + 1], pure)
            continue
        step = item
        if facts.copies and _use_originals(step, facts.copies):
            changed = True
        key: Key | None = None
        if step.op in READS:
            assert isinstance(step.a, Register)
            into = step.a
            key = (step.op, step.b, step.c, into.width, step.imm)
            held = facts.known.get(key)
            if held is not None:
                step = Step(MOVES[into.width], into, held, line=step.line)
                changed, key = True, None
        items.append(step)
        if step.used < 0:
            note(step)
        if facts.known and step.op in CHANGES:
            facts.forget(step, pure)
        if facts.busy & step.defined:
            facts.written(step.defined)
        if key is not None:
            if not step.used & into.bit:
                facts.learn(key, into, step)
        elif step.op in COPIES and step.a is not step.b:
            assert isinstance(step.a, Register)
            assert isinstance(step.b, Register)
            into, source = step.a, step.b
            facts.copies[into] = source
            facts.busy |= into.bit | source.bit
        target = step.label
        if target is not None and target not in passed:
            other = arriving.get(target)
            if other is not None:
                other.meet(facts)
            else:
                # what ends here is not needed here any more
                arriving[target] = facts if step.op == "JMP" else facts.copy()
        if step.op in ENDS:
            facts = _Facts()
            reached = False
    function.items = items
    return changed


def _loops(items: list[Item]) -> dict[Label, int]:
    """The labels that a step behind them leads back to, with the last such step."""
    seen: set[Label] = set()
    found = {}
    for position, item in enumerate(items):
        if isinstance(item, Label):
            seen.add(item)
            continue
        step = item
        if step.label is not None and step.label in seen:
            found[step.label] = position
    return found


def _before_loop(facts: _Facts, body: list[Item], pure: set[int]) -> None:
    """Drop what does not hold whenever a loop begins anew."""
    defined = 0
    for item in body:
        if isinstance(item, Step):
            step = item
            if step.used < 0:
                note(step)
            defined |= step.defined
            if step.op in CHANGES:
                facts.forget(step, pure)
    facts.written(defined)


def _use_originals(step: Step, copies: dict[Register, Register]) -> bool:
    """Let a step read what its operands are copies of."""
    changed = False
    a, b, c = _READ[step.op]
    if a and step.a in copies:
        step.a, changed = copies[step.a], True
    if b and step.b in copies:
        step.b, changed = copies[step.b], True
    if c and step.c in copies:
        step.c, changed = copies[step.c], True
    for index, register in enumerate(step.args):
        if register in copies:
            step.args[index] = copies[register]
            changed = True
    if changed:
        step.changed()
    return changed


__all__ = ["reuse_reads"]
