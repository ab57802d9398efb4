"""Handlers in Python: what the machine runs in their place, and what they may ask for.

The body of such a handler is one instruction, at which the machine stops as it does for a choice.
The functions that the handler asks for run as the machine's own, above that frame.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from tefuda.errors import RulesetError, RuleSyntaxError
from tefuda.lang import program as rows
from tefuda.lang import types as t
from tefuda.lang.middle import Function, Step
from tefuda.lang.source import find_source

if TYPE_CHECKING:
    from tefuda.lang.types import Type
    from tefuda.lang.unit import Unit
    from tefuda.rules import AbilityText

#: Types of values that Python is given, and gives.
GIVEN: Final = frozenset("int bool member card player zone name record".split())
ASKED: Final = GIVEN | {"set", "list"}


def argument_types(unit: Unit, text: AbilityText) -> list[Type]:
    """Give the types of what a handler is called with, after the game.

    :raises RulesetError: it takes something else, or Python cannot be given one of them.
    """
    assert text.point is not None
    offered = unit.argument_types(text.point)
    what = f"{unit.rules.name}: handler {text.name!r}"
    count = _taken(text.function, len(offered))
    if count is None:
        raise RulesetError(
            f"{what}: takes {inspect.signature(text.function)}, is given (game"
            f"{''.join(f', {y}' for y in offered)}), or fewer from the left"
        )
    for type_ in offered[:count]:
        if type_.kind not in GIVEN:
            raise RulesetError(f"{what}: Python cannot be given {type_}: write it as a rule")
    return offered[:count]


def _taken(function: Callable[..., Any], most: int) -> int | None:
    """Give how many arguments a handler takes after the game."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # compiled without one
        return most
    for count in range(most, -1, -1):
        try:
            signature.bind(*[None] * (1 + count))
        except TypeError:
            continue
        return count
    return None


def stop_for(unit: Unit, text: AbilityText) -> Function:
    """Give the function that stands for a handler in Python."""
    number = len(unit.python)
    unit.python.append(text)
    file, line = place_of(text.function)
    middle = Function(text.name, [], t.VOID, text.clause, file, line)
    for at, type_ in enumerate(argument_types(unit, text)):
        middle.parameters.append(middle.register(type_, f"argument{at}"))
    arguments = list(middle.parameters)
    stop = Step("PYTHON", b=len(arguments), imm=number, args=arguments, line=line)
    middle.items = [stop, Step("RET", line=line)]
    return middle


def place_of(function: Callable[..., Any]) -> tuple[str, int]:
    """Give file and line of a function, as far as they are known."""
    code = getattr(function, "__code__", None)
    return (code.co_filename, code.co_firstlineno) if code is not None else ("", 0)


def python_rows(unit: Unit) -> tuple[rows.PythonRow, ...]:
    """Give the handlers in Python by the numbers that the machine stops with."""
    return tuple(
        rows.PythonRow(
            name=text.name,
            plugin=text.plugin or unit.rules.plugin or unit.rules.name,
            point=text.point.name if text.point is not None else "",
            arguments=tuple(argument_types(unit, text)),
            lines=text.lines,
            source=_source_of(text.function),
            function=text.function,
        )
        for text in unit.python
    )


def _source_of(function: Callable[..., Any]) -> str:
    """Give a hash of a function's tree, which moving or reformatting it leaves as it was."""
    try:
        tree = ast.dump(find_source(function).node)
    except RuleSyntaxError:
        return ""
    return sha256(tree.encode()).hexdigest()[:16]


def asked_rows(unit: Unit) -> tuple[rows.AskedRow, ...]:
    """Give what handlers in Python may ask for: every procedure but set-up and main rule."""
    if not unit.python:
        return ()
    found = []
    for name, procedure in unit.rules.procedures.items():
        signature = unit.signature(unit.effective(procedure.function))
        if signature.constants or procedure.function in (
            unit.rules.setup_rule,
            unit.rules.main_rule,
        ):
            continue
        found.append(
            rows.AskedRow(
                name,
                unit.function(procedure.function),
                signature.parameters,
                all(type_.kind in ASKED for _, type_ in signature.parameters),
                procedure.function,
            )
        )
    return tuple(found)
