"""Joining registers that hold the same value: a copy of a register is that register."""

from __future__ import annotations

from tefuda.lang.allocate import width
from tefuda.lang.middle import Function, Register, Step, liveness, writes

MOVES = ("MOV", "SMOV", "LMOV")


def join_copies(function: Function) -> bool:
    """Let a register that only ever is a copy of another be that other.

    Both are written by one step each, and the copy is not alive where the other is written, so
    that the two never differ while both matter.
    """
    items = function.items
    definitions: dict[Register, int] = dict.fromkeys(function.parameters, -1)
    several: set[Register] = set()
    for position, item in enumerate(items):
        if isinstance(item, Step):
            for register in writes(item):
                if register in definitions:
                    several.add(register)
                definitions[register] = position
    live = liveness(items)
    joined: dict[Register, Register] = {}
    touched: set[Register] = set()
    for item in items:
        if not (isinstance(item, Step) and item.op in MOVES):
            continue
        copy, source = item.a, item.b
        if not (isinstance(copy, Register) and isinstance(source, Register)):
            continue
        if copy in several or source in several or copy is source:
            continue
        if copy in touched or source in touched or width(copy) != width(source):
            continue
        if source not in definitions or copy.type.kind != source.type.kind:
            continue
        if live[definitions[source] + 1] >> copy.number & 1:
            continue
        joined[copy] = source
        touched |= {copy, source}
    if not joined:
        return False
    for item in items:
        if isinstance(item, Step):
            _rename(item, joined)
    function.items = [
        i for i in items if not (isinstance(i, Step) and i.op in MOVES and i.a is i.b)
    ]
    return True


def _rename(step: Step, joined: dict[Register, Register]) -> None:
    for name in "abc":
        operand = getattr(step, name)
        if isinstance(operand, Register) and operand in joined:
            setattr(step, name, joined[operand])
    step.args = [joined.get(r, r) for r in step.args]
    if step.result is not None:
        step.result = joined.get(step.result, step.result)


__all__ = ["join_copies"]
