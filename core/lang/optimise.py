# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""Simplifying the middle form: fewer moves, fewer jumps, nothing that is never reached."""

from __future__ import annotations

from tefuda.lang.copies import join_copies
from tefuda.lang.jumps import shorten_jumps
from tefuda.lang.middle import COPIES, Function, Step, liveness
from tefuda.lang.reuse import reuse_reads

#: Steps that only compute a value, so that they may go when nobody reads it.
QUIET = frozenset(
    """MOVI MOVK MOV ADD SUB MUL MIN MAX AND OR ANDN ADDI RSUBI MULI ANDI ORI SHLI SHRI BCNT BLOW
    SCLR SMOV SONE SAND SOR SANDN SXOR SCNT SLOW SALL SMASK SANDM SANDNM SFLAG SANDF SANDNF SPLAY
    SDOWN LCLR LMOV LDB LDG LDGS""".split()
)
#: Most functions are as simple as they get after two rounds; none takes so many.
ROUNDS = 8


def optimise(function: Function, pure: set[int]) -> None:
    """Simplify a function in place; what it does stays the same.

    :param pure: functions, by number, that change nothing.
    """
    shorten_jumps(function)
    for _ in range(ROUNDS):
        changed = reuse_reads(function, pure)
        live = liveness(function.items)
        if drop_dead(function, live):
            changed, live = True, liveness(function.items)
        changed |= join_copies(function, live)
        if not changed:
            function.live = live
            return
        shorten_jumps(function)


def drop_dead(function: Function, live: list[int]) -> bool:
    """Drop steps that compute what nobody reads."""
    items = function.items
    dead = set()
    for position, item in enumerate(items):
        if isinstance(item, Step):
            step = item
            if step.op in QUIET and (
                (step.defined and not live[position + 1] & step.defined)
                or (step.op in COPIES and step.a is step.b)
            ):
                dead.add(position)
    if dead:
        function.items = [item for at, item in enumerate(items) if at not in dead]
    return bool(dead)
