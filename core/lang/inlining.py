"""Putting short functions in place of their calls.

A call costs several instructions; most rule functions are short. A function is put in place when
it is small, is not being put in place already, and no card file gives it numbers. Where a test
calls a function of one expression, the expression becomes part of the test.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, Final

from tefuda.lang import types as t
from tefuda.lang.middle import Label
from tefuda.lang.statements import Statements
from tefuda.lang.trees import BODY
from tefuda.lang.types import Type
from tefuda.lang.values import Scope, Value, names_of

#: The longest body, in syntax nodes, that is put in place, and inside another; how deep they nest.
LONGEST: Final = (BODY, 24)
DEEP: Final = 3


class Inlining(Statements):
    """Translation with short functions in place of their calls."""

    def in_place(
        self, node: ast.expr, function: Callable[..., Any], signature: Any, values: list[Value]
    ) -> Value | None:
        placed = super().in_place(node, function, signature, values)
        if placed is not None or signature.expression is not None:
            return placed
        if (
            not self.may_inline(function, signature)
            or len(self.inlining) >= DEEP
            or function in self.unit.originals
            or not self.short(function)
        ):
            return None
        return self.inline_body(function, signature, values)

    def short(self, function: Callable[..., Any]) -> bool:
        """Whether a body is short enough, and has nothing that belongs to a frame of its own."""
        extent = self.unit.source(function).extent
        longest = LONGEST[min(len(self.inlining), len(LONGEST) - 1)]
        return extent.size <= longest and not extent.framed

    def scope_for(self, function: Callable[..., Any], signature: Any, values: list[Value]) -> Scope:
        """The scope of a function in place: its parameters stand for the arguments."""
        source = self.unit.source(function)
        scope = Scope(source, names_of(function), result=signature.result)
        changed = source.extent.stored
        for value, (name, type_) in zip(values, signature.parameters, strict=True):
            kept = value.type if value.type.kind in ("zoneof", "game") else type_
            if name in changed and value.type.kind != "game":
                copy = self.new(type_, name)
                self.move(copy, value, source.node)
                scope.variables[name] = Value(type_, register=copy)
            else:
                scope.variables[name] = Value(
                    kept, value.register, value.constant, value.player, value.kind, value.thing
                )
            scope.assigned.add(name)
        return scope

    def inline_body(
        self, function: Callable[..., Any], signature: Any, values: list[Value]
    ) -> Value:
        """Translate the statements of a function where it is called."""
        scope = self.scope_for(function, signature, values)
        end = scope.inline_end = self.label()
        result: Type = signature.result
        if result.kind not in ("void", "none"):
            scope.inline_result = self.new(result)
        outer, self.scope = self.scope, scope
        line = self.line
        self.inlining.append(function)
        self.begin(function)
        try:
            self.body(scope.source.node.body)
            if scope.reachable and scope.inline_result is not None:
                scope.source.refuse(
                    scope.source.node,
                    f"{signature.name} may end without returning {result}",
                    "return a value on every path",
                )
        finally:
            self.scope = outer
            self.inlining.pop()
            self.line = line
        self.mark(end)
        return Value(result if scope.inline_result else t.VOID, register=scope.inline_result)

    def returning(self, node: ast.Return) -> None:
        scope = self.scope
        if scope.inline_end is None or scope.within:
            super().returning(node)
            return
        want, into = scope.result or t.VOID, scope.inline_result
        if into is None:
            if node.value is not None and not (
                isinstance(node.value, ast.Constant) and node.value.value is None
            ):
                self.refuse(
                    node, "this function returns nothing", "annotate what it returns: -> int"
                )
        elif node.value is None:
            if not want.optional:
                self.refuse(node, f"{want} is to be returned")
            self.load(-1, into)
        else:
            value = self.value(node.value, want)
            self.check(node.value, value, want)
            self.move(into, value, node.value)
        self.jump(scope.inline_end)
        scope.reachable = False

    # ------------------------------------------------------------ tests

    def tested(self, node: ast.expr, yes: Label, no: Label, following: Label) -> Value | None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function: Any = self.scope.names.get(node.func.id)
            rule = inspect.isfunction(function) and not self.unit.is_kernel_word(function)
            if rule and node.func.id not in self.scope.variables:
                return self.tested_call(node, function, yes, no, following)
        elif isinstance(node, ast.Attribute) and self.module_thing(node) is None:
            return self.tested_word(node, yes, no, following)
        return super().tested(node, yes, no, following)

    def tested_call(
        self,
        node: ast.Call,
        function: Callable[..., Any],
        yes: Label,
        no: Label,
        following: Label,
    ) -> Value | None:
        target = self.unit.effective(function)
        signature = self.unit.signature(target)
        if (
            signature.expression is None
            or signature.result.kind != "bool"
            or node.keywords
            or len(node.args) != len(signature.parameters)
            or not self.may_inline(target, signature)
        ):
            return super().tested(node, yes, no, following)
        values = []
        for part, (name, type_) in zip(node.args, signature.parameters, strict=True):
            value = self.value(part)
            self.check(part, value, type_, f" ({name} of {signature.name})")
            values.append(self.argument(value, part, type_))
        self.inline_test(target, signature, values, yes, no, following)
        return None

    def tested_word(
        self, node: ast.Attribute, yes: Label, no: Label, following: Label
    ) -> Value | None:
        """A derived yes/no word."""
        name = node.attr
        if not any(name in table for table in self.vocabulary.properties.values()):
            return super().tested(node, yes, no, following)
        base = self.value(node.value)
        if base.type.optional:
            self.check(node.value, base, base.type.sure())
        key = base.type.kind
        if key == "record":
            key = f"record:{base.type.over.__name__}"
        function = self.vocabulary.properties.get(key, {}).get(name)
        if function is not None:
            signature = self.unit.signature(function)
            if (
                signature.expression is not None
                and signature.result.kind == "bool"
                and function not in self.vocabulary.methods
                and self.may_inline(function, signature)
            ):
                self.inline_test(function, signature, [base], yes, no, following)
                return None
        reader = getattr(self, f"word_of_{base.type.kind}", None)
        if reader is None:
            self.refuse(node, f"{base.type} has no words")
        return self.narrowed(node, reader(node, base, name))

    def inline_test(
        self,
        function: Callable[..., Any],
        signature: Any,
        values: list[Value],
        yes: Label,
        no: Label,
        following: Label,
    ) -> None:
        """Translate the only expression of a function as part of a test."""
        outer, line = self.scope, self.line
        self.scope = self.scope_for(function, signature, values)
        self.inlining.append(function)
        self.begin(function)
        try:
            self.condition(signature.expression, yes, no, following)
        finally:
            self.scope = outer
            self.inlining.pop()
            self.line = line
