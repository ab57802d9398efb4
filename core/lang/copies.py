# cython: annotation_typing=False, wraparound=True, boundscheck=True
"""Joining registers: where one is a copy of another and the two never differ, one will do."""

from __future__ import annotations

from collections.abc import Sequence

from tefuda.lang.middle import COPIES, Function, Item, Register, Step, live_behind, note

#: Steps whose result must keep its place.
KEPT = ("COLLECT",)


class Joined:
    """Registers that are one from now on."""

    def __init__(self, register: Register, places: list[int], parameter: bool) -> None:
        self.register = register
        #: All of them, as bits.
        self.mask = register.bit
        #: Where one of them is written, by position.
        self.places = places
        self.parameter = parameter


def join_copies(function: Function, live: Sequence[int]) -> bool:
    """Let registers that are copied into one another be one, where they never differ.

    Two registers may be one if neither is written, except as a copy of the other, where the other
    is alive.
    """
    items = function.items
    moves: list[tuple[Register, Register]] = []
    wanted = 0
    for item in items:
        if isinstance(item, Step):
            step = item
            if step.op in COPIES:
                copy, source = step.a, step.b
                assert isinstance(copy, Register)
                assert isinstance(source, Register)
                moves.append((copy, source))
                wanted |= copy.bit | source.bit
    if not moves:
        return False
    groups = _groups(function, moves, wanted)
    changed = False
    for copy, source in moves:
        a, b = groups.get(copy), groups.get(source)
        if a is None or b is None or a is b:
            continue
        if a.register.width != b.register.width or (a.parameter and b.parameter):
            continue
        if a.register.type.slot_type != b.register.type.slot_type:
            continue
        if _differ(items, live, a, b) or _differ(items, live, b, a):
            continue
        if a.parameter:
            a, b = b, a
        b.mask |= a.mask
        b.places += a.places
        for register, group in groups.items():
            if group is a:
                groups[register] = b
        changed = True
    if changed:
        _rename(function, groups)
    return changed


def _groups(
    function: Function, moves: list[tuple[Register, Register]], wanted: int
) -> dict[Register, Joined]:
    """Each register that is copied, by itself; without those that must keep their place."""
    places: dict[int, list[int]] = {}
    for position, item in enumerate(function.items):
        if not isinstance(item, Step):
            continue
        step = item
        if step.used < 0:
            note(step)
        found = step.defined & wanted
        if found and step.op in KEPT:
            wanted &= ~found
        while found:
            low = found & -found
            found ^= low
            places.setdefault(low, []).append(position)
    groups = {}
    for pair in moves:
        for register in pair:
            if register.bit & wanted and register not in groups:
                groups[register] = Joined(
                    register,
                    list(places.get(register.bit, ())),
                    register in function.parameters,
                )
    return groups


def _differ(items: Sequence[Item], live: Sequence[int], a: Joined, b: Joined) -> bool:
    """Whether something else is put into ``a`` while ``b`` is needed."""
    if a.parameter and live[0] & b.mask:
        return True
    for position in a.places:
        step = items[position]
        assert isinstance(step, Step)
        if step.op in COPIES and step.used & b.mask:
            continue
        if (live_behind(items, live, position) | step.defined) & b.mask:
            return True
        # what is wide, or goes on elsewhere, is written before all is read
        if step.used & b.mask and (a.register.width > 1 or step.label is not None):
            return True
    return False


def _rename(function: Function, groups: dict[Register, Joined]) -> None:
    """Put the one register in place of all that were joined; copies of itself go."""
    others = {}
    mask = 0
    for register, group in groups.items():
        if group.register is not register:
            others[register] = group.register
            mask |= register.bit
    kept: list[Item] = []
    for item in function.items:
        if isinstance(item, Step):
            step = item
            if (step.used | step.defined) & mask:
                for name in ("a", "b", "c"):
                    operand = getattr(step, name)
                    if isinstance(operand, Register) and operand in others:
                        setattr(step, name, others[operand])
                step.args = [others.get(r, r) for r in step.args]
                if step.result is not None:
                    step.result = others.get(step.result, step.result)
                step.changed()
                if step.op in COPIES and step.a is step.b:
                    continue
        kept.append(item)
    function.items = kept
