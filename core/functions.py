"""The functions of a compiled program in a form that can be compared between programs.

Numbers of functions, constants, flags and the like shift when something is added elsewhere; here
they are replaced by what they stand for, and jumps are counted from the function's start. Two
functions with equal forms do the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tefuda.checking import PLANS, regions
from tefuda.lang.abilitywords import BAR, LOSE, NEGATE
from tefuda.lang.program import CompiledProgram

#: Verbs of ``EFFECT`` that name a kind of ability; the others name one ability.
_OF_KINDS = frozenset((LOSE, BAR, NEGATE))


@dataclass(frozen=True)
class Changed:
    """A function that differs between two programs."""

    name: str
    clause: str
    #: ``added``, ``removed`` or ``changed``.
    how: str


def function_forms(program: CompiledProgram) -> dict[str, tuple[str, Any]]:
    """Give each function's clause and comparable form, by name."""
    stretches = {region.start: region for region in regions(program)}
    names = _names(program)
    forms: dict[str, tuple[str, Any]] = {}
    for row in program.functions:
        region = stretches[row.entry]
        code = [_form(program, pc, region.start, names) for pc in range(region.start, region.stop)]
        _name_abilities(program, code)
        form = (row.params, row.results, row.pure, tuple(code))
        name = row.name
        while name in forms:
            name += "'"
        forms[name] = (row.clause, form)
    return forms


def changed_functions(old: CompiledProgram, new: CompiledProgram) -> list[Changed]:
    """Say which functions differ between two programs, by name."""
    before, after = function_forms(old), function_forms(new)
    found = []
    for name in sorted({*before, *after}):
        if name not in after:
            found.append(Changed(name, before[name][0], "removed"))
        elif name not in before:
            found.append(Changed(name, after[name][0], "added"))
        elif before[name][1] != after[name][1]:
            found.append(Changed(name, after[name][0], "changed"))
    return found


def _names(program: CompiledProgram) -> dict[str, list[Any]]:
    return {
        "constant": list(program.constants),
        "function": [row.name for row in program.functions],
        "flag": list(program.flags),
        "channel": [row.name for row in program.channels],
        "mask": list(program.masks),
        "word": [row.name for row in program.words],
        "stat": [row.name for row in program.words if row.stat],
        "ability word": list(program.ability_words),
        "card variable": [row.name for row in program.card_variables],
        "record type": [row.name for row in program.records],
        "stack": [row[0] for row in program.stacks],
        "kind of zone": [row.name for row in program.zones],
        "link": [row[0] for row in program.links],
        "kind of ability": list(program.ability_kinds),
        "payment scheme": [row.name for row in program.payments],
        "verb": [row.name for row in program.verbs],
        "outcome": list(program.outcomes),
    }


def _name_abilities(program: CompiledProgram, code: list[Any]) -> None:
    """Put names for the numbers of abilities that effects find in a slot."""
    loaded: dict[int, int] = {}  # by slot, where its number was written last
    for at, (name, a, *_, number, _frame) in enumerate(code):
        if name == "MOVI":
            loaded[a] = at
        elif name == "EFFECT" and a + 1 in loaded:
            where = loaded[a + 1]
            value = code[where][4]
            if number & 255 not in _OF_KINDS and 0 <= value < len(program.abilities):
                row = program.abilities[value]
                code[where] = (*code[where][:4], (row.name, row.arguments), 0)
            elif value < len(program.ability_kinds):
                code[where] = (*code[where][:4], program.ability_kinds[value], 0)


def _form(program: CompiledProgram, pc: int, start: int, names: dict[str, list[Any]]) -> Any:
    op, a, b, c, imm = program.code[pc]
    plan = PLANS[op]
    number, frame = (imm & 0xFFFFFF, imm >> 24) if plan.number == "P" else (imm, 0)
    values: dict[str, Any] = {"a": a, "b": b, "c": c, "i": number, "f": frame}
    if plan.number == "t":
        values["i"] = number - start
    for operand, what in plan.names:
        known = names.get(what)
        if known is None:
            continue
        if operand == "low":
            low = number & 255
            values["i"] = (known[low] if low < len(known) else low, number >> 8)
        elif 0 <= values[operand] < len(known):
            values[operand] = known[values[operand]]
    return (plan.name, *values.values())
