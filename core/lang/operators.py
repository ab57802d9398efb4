"""Arithmetic, sets, subscripts, and what of it is known when rules are compiled."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from tefuda.lang import types as t
from tefuda.lang.conditions import compare
from tefuda.lang.names import Names
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Value
from tefuda.lang.vocabulary import member_value
from tefuda.rules import Parameter, TheGame, Word

ARITHMETIC: dict[type[ast.operator], tuple[str, Callable[[int, int], int]]] = {
    ast.Add: ("ADD", lambda a, b: a + b),
    ast.Sub: ("SUB", lambda a, b: a - b),
    ast.Mult: ("MUL", lambda a, b: a * b),
    ast.BitAnd: ("AND", lambda a, b: a & b),
    ast.BitOr: ("OR", lambda a, b: a | b),
    ast.LShift: ("SHL", lambda a, b: a << b),
    ast.RShift: ("SHR", lambda a, b: a >> b),
}
SETS: dict[type[ast.operator], str] = {
    ast.BitAnd: "SAND",
    ast.BitOr: "SOR",
    ast.Sub: "SANDN",
    ast.BitXor: "SXOR",
}
SMALLS: dict[type[ast.operator], str] = {ast.BitAnd: "AND", ast.BitOr: "OR", ast.Sub: "ANDN"}
#: What is read as a set of cards.
SETLIKE = ("set", "zoneof", "list", "zone")


class Operators(Names):
    """Translation of operators and subscripts into values."""

    # ------------------------------------------------------------ subscripts

    def subscript(self, node: ast.Subscript) -> Value:
        base = self.value(node.value)
        if base.type.optional:
            self.check(node.value, base, base.type.sure())
        match base.type.kind:
            case "grid":
                return self.cell(node, base)
            case "counts":
                member = self.value(node.slice)
                wanted = Type("member", base.type.over) if base.type.over else t.INT
                if member.type.kind != "int":
                    self.check(node.slice, member, wanted)
                if member.constant is not None and not 0 <= member.constant < 8:
                    self.refuse(node.slice, f"{base.type} has counts 0 to 7")
                into = self.new(t.INT)
                if member.constant is not None:
                    self.emit("COUNTS", into, self.register(base), imm=member.constant)
                else:
                    self.emit(
                        "COUNTV", into, self.register(base), self.register(member, node.slice)
                    )
                return Value(t.INT, register=into)
            case "stack":
                type_ = Type("record", base.type.over)
                into = self.new(type_)
                self.emit("CAT", into, self.number(node.slice), imm=base.kind)
                return Value(type_, register=into)
            case "list":
                into = self.new(t.CARD)
                self.emit("LGET", into, self.register(base), self.number(node.slice))
                return Value(t.CARD, register=into)
            case "zone" | "zoneof":
                into = self.new(t.CARD.maybe())
                self.emit("ZAT", into, self.register(base), self.number(node.slice))
                return Value(into.type, register=into)
        self.refuse(node, f"{base.type} has no subscripts")

    def cell(self, node: ast.Subscript, base: Value) -> Value:
        assert base.player is not None
        into = self.new(t.ZONE)
        player = self.register(base.player)
        if isinstance(node.slice, ast.Tuple):
            if len(node.slice.elts) != 2:
                self.refuse(node, "a grid has rows and columns: [row, column]")
            kind = self.vocabulary.zone(base.kind)
            for part, most in zip(node.slice.elts, (kind.rows, kind.columns), strict=True):
                constant = self.quiet_constant(part)
                if constant is not None and not 0 <= constant < most:
                    self.refuse(part, f"{kind.name} has {kind.rows} rows, {kind.columns} columns")
            row, column = (self.checked(e, t.INT) for e in node.slice.elts)
            if column.constant is None:  # a column too large must not be one of the next row
                registers = [self.register(row), self.register(column)]
                self.emit("ZRC", into, player, args=registers, imm=base.kind)
                return Value(t.ZONE, register=into)
            if row.constant is not None:
                number = row.constant * kind.columns + column.constant
                cell = self.register(self.constant(number))
            else:
                start = self.field("MULI", row, kind.columns, t.INT)
                cell = self.register(self.field("ADDI", start, column.constant, t.INT))
        else:
            cell = self.number(node.slice)
        self.emit("ZCELL", into, player, cell, imm=base.kind)
        return Value(t.ZONE, register=into)

    # ------------------------------------------------------------ arithmetic and sets

    def negative(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if not value.type.number:
            self.refuse(node, f"{value.type} has no negative")
        if value.constant is not None:
            return self.whole(node, -value.constant)
        return self.field("RSUBI", value, 0, t.INT)

    def binary(self, node: ast.BinOp) -> Value:
        left, right = self.value(node.left), self.value(node.right)
        return self.combine(node, type(node.op), left, right, node.left, node.right)

    def combine(
        self,
        node: ast.AST,
        op: type[ast.operator],
        left: Value,
        right: Value,
        left_node: ast.expr,
        right_node: ast.expr,
    ) -> Value:
        """The value of ``left op right``."""
        if "set" in (left.type.kind, right.type.kind) or (
            left.type.kind in SETLIKE and right.type.kind in SETLIKE
        ):
            if op not in SETS:
                self.refuse(node, "sets are combined by |, &, - and ^ only")
            if left.type.kind == "card" or right.type.kind == "card":
                self.refuse(node, "a card is no set", "write one(card) or {card}")
            a, b = self.as_cards(left, left_node), self.as_cards(right, right_node)
            into = self.new(t.CARDS)
            self.emit(SETS[op], into, a, b)
            return Value(t.CARDS, register=into)
        if left.type.kind == "small" or right.type.kind == "small":
            return self.combine_small(node, op, left, right)
        if left.type.kind == "counts" or right.type.kind == "counts":
            return self.combine_counts(node, op, left, right)
        if not (left.type.number and right.type.number):
            for value, part in ((left, left_node), (right, right_node)):
                if value.type.optional:
                    self.check(part, value, t.INT)
            self.refuse(node, f"{left.type} and {right.type} cannot be combined so")
        if op is ast.FloorDiv or op is ast.Mod:
            return self.divide(node, op, left, right)
        if op not in ARITHMETIC:
            names = {ast.Div: "write // for whole numbers", ast.Pow: "multiply instead"}
            self.refuse(node, "an operation outside the rule language", names.get(op))
        name, fold = ARITHMETIC[op]
        if op in (ast.LShift, ast.RShift) and not 0 <= (right.constant or 0) < 64:
            self.refuse(node, "a shift beyond 63 bits")
        if left.constant is not None and right.constant is not None:
            return self.whole(node, fold(left.constant, right.constant))
        return self.arithmetic(op, name, left, right)

    def arithmetic(self, op: type[ast.operator], name: str, left: Value, right: Value) -> Value:
        small = "ADDI", "MULI", "ANDI", "ORI", "SHLI", "SHRI"
        if left.constant is not None and op in (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr):
            left, right = right, left
        number = right.constant
        if number is not None and -(1 << 31) < number < 1 << 31:
            if op is ast.Sub:
                return self.field("ADDI", left, -number, t.INT)
            if name + "I" in small:
                return self.field(name + "I", left, number, t.INT)
        if left.constant is not None and op is ast.Sub and abs(left.constant) < 1 << 31:
            return self.field("RSUBI", right, left.constant, t.INT)
        into = self.new(t.INT)
        self.emit(name, into, self.register(left), self.register(right))
        return Value(t.INT, register=into)

    def divide(self, node: ast.AST, op: type[ast.operator], left: Value, right: Value) -> Value:
        if right.constant == 0:
            self.refuse(node, "division by zero")
        if left.constant is not None and right.constant is not None:
            a, b = left.constant, right.constant
            return self.whole(node, a // b if op is ast.FloorDiv else a % b)
        into = self.new(t.INT)
        name = "DIV" if op is ast.FloorDiv else "MOD"
        self.emit(name, into, self.register(left), self.register(right))
        return Value(t.INT, register=into)

    def combine_small(
        self, node: ast.AST, op: type[ast.operator], left: Value, right: Value
    ) -> Value:
        if left.type != right.type or op not in SMALLS:
            self.refuse(node, f"{left.type} and {right.type} cannot be combined so")
        if left.constant is not None and op is not ast.Sub:
            left, right = right, left
        number = right.constant
        if number is not None and -(1 << 31) <= number < (1 << 31) - 1:
            if op is ast.Sub:
                return self.field("ANDI", left, ~number, left.type)
            return self.field(SMALLS[op] + "I", left, number, left.type)
        into = self.new(left.type)
        self.emit(SMALLS[op], into, self.register(left), self.register(right))
        return Value(left.type, register=into)

    def combine_counts(
        self, node: ast.AST, op: type[ast.operator], left: Value, right: Value
    ) -> Value:
        if left.type.kind != right.type.kind or op not in (ast.Add, ast.Sub):
            self.refuse(node, f"{left.type} and {right.type} cannot be combined so")
        into = self.new(left.type)
        name = "CADD" if op is ast.Add else "CSUB"
        self.emit(name, into, self.register(left), self.register(right))
        return Value(left.type, register=into)

    def conditional(self, node: ast.IfExp, want: Type | None) -> Value:
        known = self.known(node.test)
        if known is not None:
            return self.value(node.body if known else node.orelse, want)
        yes, no, end = self.label(), self.label(), self.label()
        sure, assigned = set(self.scope.sure), set(self.scope.assigned)
        self.condition(node.test, yes, no, yes)
        self.mark(yes)
        before = set(self.scope.assigned)
        self.learn(node.test, True)
        first = self.value(node.body, want)
        here = len(self.function.items)
        self.mark(no)
        self.scope.sure, self.scope.assigned = set(sure), before
        self.learn(node.test, False)
        second = self.value(node.orelse, want)
        joined = self.join(node, first.type, second.type)
        into = self.new(joined)
        self.move(into, second, node.orelse)
        self.mark(end)
        # what the first branch gives is moved once both types are known
        rest = self.function.items[here:]
        del self.function.items[here:]
        self.move(into, first, node.body)
        self.jump(end)
        self.function.items += rest
        self.scope.sure, self.scope.assigned = sure, assigned
        return Value(joined, register=into)

    def join(self, node: ast.AST, a: Type, b: Type) -> Type:
        """The type of a value that is one of two."""
        if a.kind == "zoneof":
            a = t.ZONE if b.kind != "set" else t.CARDS
        if b.kind == "zoneof":
            b = t.ZONE if a.kind != "set" else t.CARDS
        if a.kind == "none" and b.kind != "none":
            return b.maybe()
        if b.kind == "none":
            return a.maybe()
        if a.sure() == b.sure() or (assignable(b.sure(), a.sure()) and a.kind == "counts"):
            return a if a.optional else b
        if a.kind == b.kind == "counts" and b.over is None:
            return a
        if a.number and b.number:
            return t.INT
        if a.kind in ("zone", "place") and b.kind in ("zone", "place"):
            return t.PLACE
        self.refuse(node, f"one branch gives {a}, the other {b}")

    def known(self, node: ast.expr) -> bool | None:
        """Whether a test is decided by parameters alone."""
        match node:
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                known = self.known(inner)
                return None if known is None else not known
            case ast.BoolOp(op=op, values=values):
                parts = [self.known(v) for v in values]
                stop = isinstance(op, ast.Or)
                if stop in parts[:1] or (None not in parts and stop in parts):
                    return stop
                return None if None in parts else not stop
            case ast.Name() | ast.Attribute():
                thing = self.quiet_constant(node)
                return None if thing is None else bool(thing)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                a, b = self.quiet_constant(left), self.quiet_constant(right)
                if a is None or b is None or isinstance(op, (ast.In, ast.NotIn)):
                    return None
                kind = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}.get(type(op), type(op))
                return compare(kind, a, b)
        return None

    def quiet_constant(self, node: ast.expr) -> int | None:
        """The number a name of the module stands for, or None."""
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        base: ast.expr = node
        while isinstance(base, ast.Attribute):
            base = base.value
        if not isinstance(base, ast.Name):
            return None
        if base.id in self.scope.variables:
            value = self.scope.variables[base.id]
            return value.constant if isinstance(node, ast.Name) and value.type.number else None
        thing: Any = self.scope.names.get(base.id)
        if thing is not None and isinstance(node, ast.Attribute):
            thing = None if isinstance(thing, (TheGame, Word)) else self.object_of(node)
        if isinstance(thing, Parameter):
            thing = self.vocabulary.parameters.get(thing.name)
        return member_value(thing) if isinstance(thing, int) else None

    def set_literal(self, node: ast.Set) -> Value:
        values = [(self.value(e), e) for e in node.elts]
        first = values[0][0].type
        if first.kind in ("zone", "zoneof", "player", "member"):
            element = t.ZONE if first.kind == "zoneof" else first.sure()
            constants = [v.constant for v, _ in values if v.constant is not None]
            if len(constants) == len(values) and all(0 <= c < 63 for c in constants):
                bits = 0
                for (value, part), constant in zip(values, constants, strict=True):
                    self.check(part, value, element)
                    bits |= 1 << constant
                return self.constant(bits, Type("small", element))
            small = self.new(Type("small", element))
            self.load(0, small)
            for value, part in values:
                self.check(part, value, element)
                bit = self.new(t.INT)
                self.emit("BIT", bit, self.register(value, part))
                self.emit("OR", small, small, bit)
            return Value(small.type, register=small)
        into = self.new(t.CARDS)
        for number, (value, part) in enumerate(values):
            self.check(part, value, t.CARD)
            if number == 0:
                self.emit("SONE", into, self.register(value, part))
            else:
                self.emit("SADD", into, self.register(value, part))
        return Value(t.CARDS, register=into)
