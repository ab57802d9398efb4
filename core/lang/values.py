"""Values while a function is translated, and the scope in which names are looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from tefuda.lang.middle import Label, Register
from tefuda.lang.source import Source
from tefuda.lang.types import Type


class Value(Struct, frozen=True):
    """What an expression stands for: a register, a constant, or something read when needed.

    ``zoneof`` is a player's kind of zone that has not been looked up yet: as a set, a count, its
    top card or its number it takes different steps.
    """

    type: Type
    register: Register | None = None
    constant: int | None = None
    #: For ``zoneof`` and ``grid``: the player and the kind.
    player: Value | None = None
    kind: int = -1
    #: A declared thing (a class, a window, a function) standing as a name.
    thing: Any = None


class Loop(Struct):
    """Where ``break`` and ``continue`` go."""

    start: Label
    end: Label
    breaks: set[str] | None = None


class Scope(Struct):
    """The names of one function body (or of one inlined into another)."""

    source: Source
    names: Mapping[str, Any]
    variables: dict[str, Value] = field(default_factory=dict)
    #: Variables set on every path so far.
    assigned: set[str] = field(default_factory=set)
    #: Expressions, as text, known not to be None.
    sure: set[str] = field(default_factory=set)
    loops: list[Loop] = field(default_factory=list)
    #: Depth of ``with`` blocks, at which loops may not be left.
    within: int = 0
    #: Depth of comprehensions.
    comprehensions: int = 0
    result: Type | None = None
    #: Whether it may return.
    returns: bool = True
    #: When inlined: where ``return`` puts its value and goes.
    inline_end: Label | None = None
    inline_result: Register | None = None
    reachable: bool = True


def names_of(function: Any) -> Mapping[str, Any]:
    """The names a function sees: its module's, and those of enclosing functions."""
    code, closure = function.__code__, function.__closure__
    if not closure:
        found: Mapping[str, Any] = function.__globals__
        return found
    names = dict(function.__globals__)
    for name, cell in zip(code.co_freevars, closure or (), strict=False):
        try:
            names[name] = cell.cell_contents
        except ValueError:
            continue
    return names
