"""Reading again what was read already: once is enough, wherever it is known on every way there."""

from __future__ import annotations

from typing import Final

from tefuda.lang.analysis import IMPURE
from tefuda.lang.middle import ENDS, Begin, Function, Item, Label, Register, Step, note
from tefuda.lang.operations import OPERANDS

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
    """FSET FCLR FPUT FSETS FCLRS OPEN OPTS OPTL OPTZ OPTN OPTR OPTBITS PASS CPUSH STAMP USE
    UNUSE""".split()
)
STORES: Final = {
    **dict.fromkeys("STF STFS".split(), RECORDS),
    **dict.fromkeys("STG STGS STP STPS STC STB".split(), VARIABLES),
}
#: All that make some read untrue.
CHANGES: Final = frozenset((*STORES, "NEW", "CALL")) | IMPURE - HARMLESS
MOVES: Final = {1: "MOV", 2: "SMOV", 4: "LMOV"}
COPIES: Final = frozenset(MOVES.values())
#: For each operation whether ``a``, ``b``, ``c`` are read only.
_READ: Final = {
    op: tuple(n for n, role in zip("abc", roles, strict=False) if role in "rRL")
    for op, roles in OPERANDS.items()
}

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
        for key, register in list(self.known.items()):
            _, b, c, _, _ = key
            bits = register.bit
            if isinstance(b, Register):
                bits |= b.bit
            if isinstance(c, Register):
                bits |= c.bit
            if bits & defined:
                del self.known[key]
        for copy, original in list(self.copies.items()):
            if (copy.bit | original.bit) & defined:
                del self.copies[copy]

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
            items.append(item)
            passed.add(item)
            if not isinstance(item, Begin):
                other = arriving.pop(item, None)
                if not reached:
                    facts, reached = other or _Facts(), True
                elif other is not None:
                    facts.meet(other)
                if item in ends:
                    _before_loop(facts, function.items[position : ends[item] + 1], pure)
            continue
        if facts.copies and _use_originals(item, facts.copies):
            changed = True
        key: Key | None = None
        if item.op in READS:
            assert isinstance(item.a, Register)
            key = (item.op, item.b, item.c, item.a.width, item.imm)
            held = facts.known.get(key)
            if held is not None:
                item = Step(MOVES[item.a.width], item.a, held, line=item.line)
                changed, key = True, None
        items.append(item)
        if item.used < 0:
            note(item)
        op = item.op
        if facts.known and op in CHANGES:
            facts.forget(item, pure)
        if facts.busy & item.defined:
            facts.written(item.defined)
        a, b = item.a, item.b
        if key is not None:
            assert isinstance(a, Register)
            if not item.used & a.bit:
                facts.learn(key, a, item)
        elif op in COPIES and a is not b:
            assert isinstance(a, Register)
            assert isinstance(b, Register)
            facts.copies[a] = b
            facts.busy |= a.bit | b.bit
        label = item.label
        if label is not None and label not in passed:
            if label in arriving:
                arriving[label].meet(facts)
            else:
                # what ends here is not needed here any more
                arriving[label] = facts if op == "JMP" else facts.copy()
        if op in ENDS:
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
        elif item.label is not None and item.label in seen:
            found[item.label] = position
    return found


def _before_loop(facts: _Facts, body: list[Item], pure: set[int]) -> None:
    """Drop what does not hold whenever a loop begins anew."""
    defined = 0
    for item in body:
        if isinstance(item, Step):
            if item.used < 0:
                note(item)
            defined |= item.defined
            if item.op in CHANGES:
                facts.forget(item, pure)
    facts.written(defined)


def _use_originals(step: Step, copies: dict[Register, Register]) -> bool:
    """Let a step read what its operands are copies of."""
    changed = False
    for name in _READ[step.op]:
        operand = getattr(step, name)
        if operand in copies:
            setattr(step, name, copies[operand])
            changed = True
    for index, register in enumerate(step.args):
        if register in copies:
            step.args[index] = copies[register]
            changed = True
    if changed:
        step.changed()
    return changed


__all__ = ["reuse_reads"]
