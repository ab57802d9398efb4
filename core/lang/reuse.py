"""Reading again what was read already: within a straight run of steps, once is enough."""

from __future__ import annotations

from typing import Final

from tefuda.lang.analysis import IMPURE
from tefuda.lang.middle import Begin, Function, Item, Label, Register, Step, writes
from tefuda.lang.operations import OPERANDS

#: Steps whose result depends on their operands alone.
STATIC: Final = frozenset(
    """ZONE ZALL ZCELL BASE SMASK SONE SAND SOR SANDN SXOR SANDM SANDNM ABWORD ADDI RSUBI MULI ANDI
    SHLI SHRI""".split()
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

Key = tuple[str, object, object, object, int]


def reuse_reads(function: Function, pure: set[int]) -> bool:
    """Replace a second read of the same thing by a copy of the first.

    :param pure: functions, by number, that change nothing.
    """
    known: dict[Key, Register] = {}
    copies: dict[Register, Register] = {}
    items: list[Item] = []
    changed = False
    for item in function.items:
        if isinstance(item, Label):
            if not isinstance(item, Begin):
                known.clear()
                copies.clear()
            items.append(item)
            continue
        if copies:
            changed |= _use_originals(item, copies)
        key = _key(item)
        if key is not None and key in known:
            held = known[key]
            assert isinstance(item.a, Register)
            op = "SMOV" if item.a.type.kind == "set" else "MOV"
            item = Step(op, item.a, held, line=item.line)
            changed = True
            key = None
        items.append(item)
        _forget(known, item, pure)
        _note_copy(copies, item)
        if key is not None and isinstance(item.a, Register) and item.a not in (item.b, item.c):
            known[key] = item.a
    function.items = items
    return changed


def _use_originals(step: Step, copies: dict[Register, Register]) -> bool:
    """Let a step read what its operands are copies of."""
    changed = False
    for name, role in zip("abc", OPERANDS[step.op], strict=False):
        operand = getattr(step, name)
        if role in "rRL" and operand in copies:
            setattr(step, name, copies[operand])
            changed = True
    for index, register in enumerate(step.args):
        if register in copies:
            step.args[index] = copies[register]
            changed = True
    return changed


def _note_copy(copies: dict[Register, Register], step: Step) -> None:
    """Keep which registers hold the same value as another."""
    written = writes(step)
    if written:
        for copy, original in list(copies.items()):
            if copy in written or original in written:
                del copies[copy]
    if (
        step.op in ("MOV", "SMOV", "LMOV")
        and isinstance(step.a, Register)
        and isinstance(step.b, Register)
        and step.a is not step.b
    ):
        copies[step.a] = step.b


def _key(step: Step) -> Key | None:
    if step.op not in READS or not isinstance(step.a, Register):
        return None
    return (step.op, step.b, step.c, step.a.type.width, step.imm)


def _forget(known: dict[Key, Register], step: Step, pure: set[int]) -> None:
    """Drop what a step makes untrue."""
    if step.op in STORES:
        kinds = STORES[step.op]
        for key in [k for k in known if k[0] in kinds and k[4] == step.imm]:
            del known[key]
    elif step.op == "NEW":
        for key in [k for k in known if k[0] in RECORDS]:
            del known[key]
    elif step.op == "CALL":
        if step.callee not in pure:
            known.clear()
    elif step.op in IMPURE and step.op not in HARMLESS:
        known.clear()
    written = writes(step)
    if written:
        for key, register in list(known.items()):
            if register in written or key[1] in written or key[2] in written:
                del known[key]


__all__ = ["reuse_reads"]
