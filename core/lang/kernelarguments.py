"""What the arguments of kernel words name: declared things, places, durations."""

from __future__ import annotations

import ast
from typing import TypeVar

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.middle import Register
from tefuda.lang.setforms import SetForms
from tefuda.lang.types import Type
from tefuda.rules import (
    Ask,
    Duration,
    StatWord,
    TimingPoint,
    Word,
)

D = TypeVar("D", bound=Word)


class KernelArguments(SetForms):
    """Translation of the arguments of kernel words."""

    def declared(self, node: ast.expr, cls: type[D], what: str) -> D:
        """A declared thing named by an argument."""
        thing = self.object_of(node)
        if not isinstance(thing, cls):
            self.refuse(node, f"{ast.unparse(node)} is no {what}")
        if self.vocabulary.rules.words.get(thing.name) is not thing:
            self.refuse(node, f"{what} {thing.name!r} is not declared by this ruleset")
        return thing

    def timing_point(self, node: ast.expr) -> TimingPoint:
        """A timing point named by an argument."""
        return self.declared(node, TimingPoint, "timing point")

    def verb(self, node: ast.expr) -> int:
        """The verb of an ask."""
        ask = self.declared(node, Ask, "ask (declare it by rules.ask)")
        return int(self.vocabulary.verbs[ask.name])

    def stat(self, node: ast.expr) -> int:
        """The number of a stat."""
        return int(self.vocabulary.stat(self.declared(node, StatWord, "stat")))

    def place(self, node: ast.expr) -> Register:
        """A zone or a kind of zone."""
        value = self.value(node)
        self.check(node, value, t.PLACE)
        return self.register(value, node)

    def until(self, node: ast.expr | None) -> Register:
        """A duration or a record, as a number."""
        into = self.new(t.INT)
        if node is None:
            return self.default_until(into)
        thing = self.object_of(node)
        if thing is kernel.FOREVER:
            self.load(0, into)
        elif isinstance(thing, Duration):
            self.load(self.vocabulary.durations[thing.name], into)
        else:
            value = self.value(node)
            if value.type.kind != "record":
                self.refuse(node, f"{value.type} is no duration", "name a duration or a record")
            self.check(node, value, value.type.sure())
            return self.register(value, node)
        return into

    def default_until(self, into: Register) -> Register:
        """Without ``until=``: the ruleset's first declared duration, else for ever."""
        self.load(1 if self.vocabulary.durations else 0, into)
        return into

    def flag(self, node: ast.expr | None) -> bool:
        """A yes/no option that is written out."""
        if node is None:
            return False
        constant = self.quiet_constant(node)
        known = None if constant not in (0, 1) else bool(constant)
        if known is None:
            self.refuse(node, "write True or False here, or two calls in an if")
        return known

    def packed(self, nodes: list[ast.expr], types: list[Type]) -> list[Register]:
        """Arguments each in a register of one slot."""
        return [self.number(n, y) for n, y in zip(nodes, types, strict=True)]
