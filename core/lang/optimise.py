"""Simplifying the middle form: fewer moves, fewer jumps, nothing that is never reached."""

from __future__ import annotations

from tefuda.lang.copies import join_copies
from tefuda.lang.jumps import shorten_jumps
from tefuda.lang.middle import (
    ENDS,
    SKIPS,
    Begin,
    Function,
    Item,
    Label,
    Register,
    Step,
    liveness,
    reads,
    writes,
)
from tefuda.lang.operations import OPERANDS
from tefuda.lang.reuse import reuse_reads

MOVES = ("MOV", "SMOV", "LMOV")
#: Steps that only compute a value, so that they may go when nobody reads it.
QUIET = frozenset(
    """MOVI MOVK MOV ADD SUB MUL MIN MAX AND OR ANDN ADDI RSUBI MULI ANDI ORI SHLI SHRI BCNT BLOW
    SCLR SMOV SONE SAND SOR SANDN SXOR SCNT SLOW SALL SMASK SANDM SANDNM SFLAG SANDF SANDNF SPLAY
    SDOWN LCLR LMOV LDB LDG LDGS""".split()
)


def optimise(function: Function, pure: set[int]) -> None:
    """Simplify a function in place; what it does stays the same.

    :param pure: functions, by number, that change nothing.
    """
    for _ in range(8):
        before = len(function.items)
        _unreachable(function)
        changed = shorten_jumps(function)
        changed |= reuse_reads(function, pure)
        changed |= join_copies(function)
        changed |= _retarget(function)
        changed |= _dead(function)
        if not changed and len(function.items) == before:
            return


def _unreachable(function: Function) -> None:
    """Drop steps behind a jump or return that no label leads to."""
    items: list[Item] = []
    reached = True
    used = {i.label for i in function.items if isinstance(i, Step) and i.label is not None}
    for item in function.items:
        if isinstance(item, Label):
            if isinstance(item, Begin):
                if reached:
                    items.append(item)
                continue
            if item not in used:
                continue
            reached = True
        if reached:
            items.append(item)
        if isinstance(item, Step) and item.op in ENDS:
            skipped = len(items) >= 2 and isinstance(items[-2], Step) and items[-2].op in SKIPS
            reached = skipped
    function.items = items


def _retarget(function: Function) -> bool:
    """Let a step write where its result is moved to at once."""
    live = liveness(function.items)
    kept: list[Item] = []
    for position, item in enumerate(function.items):
        step = kept[-1] if kept else None
        if (
            isinstance(step, Step)
            and isinstance(item, Step)
            and item.op in MOVES
            and isinstance(item.b, Register)
            and isinstance(item.a, Register)
            and not live[position + 1] >> item.b.number & 1
            and item.b.type.width == item.a.type.width
            and _writes_only(step, item.b)
        ):
            _rename(step, item.b, item.a)
        else:
            kept.append(item)
    changed = len(kept) != len(function.items)
    function.items = kept
    return changed


def _writes_only(step: Step, register: Register) -> bool:
    """Whether a step writes this register, once, and does not read it, nor may skip."""
    if step.op in SKIPS or step.label is not None or register in reads(step):
        return False
    if step.result is register:
        return True
    roles = OPERANDS[step.op]
    return any(
        role in "wWM" and operand is register
        for role, operand in zip(roles, (step.a, step.b, step.c), strict=False)
    )


def _rename(step: Step, old: Register, new: Register) -> None:
    if step.result is old:
        step.result = new
        return
    roles = OPERANDS[step.op]
    for index, role in enumerate(roles[:3]):
        name = "abc"[index]
        if role in "wWM" and getattr(step, name) is old:
            setattr(step, name, new)
            return


def _dead(function: Function) -> bool:
    """Drop steps that compute what nobody reads."""
    items = function.items
    live = liveness(items)
    kept: list[Item] = []
    for position, item in enumerate(items):
        if isinstance(item, Step) and item.op in QUIET:
            written = writes(item)
            after = live[position + 1]
            if written and not any(after >> r.number & 1 for r in written):
                continue
            if item.op in MOVES and item.a is item.b:
                continue
        kept.append(item)
    changed = len(kept) != len(items)
    function.items = kept
    return changed
