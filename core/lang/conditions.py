"""Tests: comparisons, truth, membership, and what they tell about None."""

from __future__ import annotations

import ast

from tefuda.lang import types as t
from tefuda.lang.middle import Label, Register
from tefuda.lang.operations import ZONE_FIELDS
from tefuda.lang.translator import Translator
from tefuda.lang.types import assignable
from tefuda.lang.values import Value

#: Comparison, and the one that holds when it does not.
OPPOSITE = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
}
IMMEDIATE = {
    ast.Eq: "JEQI",
    ast.NotEq: "JNEI",
    ast.Lt: "JLTI",
    ast.LtE: "JLEI",
    ast.Gt: "JGTI",
    ast.GtE: "JGEI",
}
MIRROR: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
}
NUMBERS = ("int", "bool", "member")
PLACES = ("zone", "zoneof", "place")
#: What is equal when its one slot is.
ALIKE = ("card", "player", "ability", "kind", "name", "record", "small")


class Conditions(Translator):
    """Translation of tests into jumps."""

    def condition(self, node: ast.expr, yes: Label, no: Label, following: Label) -> None:
        match node:
            case ast.BoolOp(op=op, values=values):
                self.parts(values, isinstance(op, ast.And), yes, no, following)
                return
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                self.condition(inner, no, yes, following)
                return
            case ast.Compare(ops=[_]):
                self.comparison(node, yes, no, following)
                return
            case ast.Compare():
                self.refuse(node, "a chained comparison", "write two comparisons joined by and")
        self.truth(node, yes, no, following)

    def parts(
        self, values: list[ast.expr], both: bool, yes: Label, no: Label, following: Label
    ) -> None:
        """``and`` or ``or``: what a part told holds for those behind it, and not beyond."""
        sure, assigned = set(self.scope.sure), None
        for part in values[:-1]:
            go_on = self.label()
            self.condition(part, go_on if both else yes, no if both else go_on, go_on)
            if assigned is None:
                assigned = set(self.scope.assigned)
            self.mark(go_on)
            self.learn(part, both)
        self.condition(values[-1], yes, no, following)
        self.scope.sure = sure
        if assigned is not None:
            self.scope.assigned = assigned

    # ------------------------------------------------------------ jumps

    def branch_on(
        self,
        jump: str,
        opposite: str,
        yes: Label,
        no: Label,
        following: Label,
        a: Register | int,
        b: Register | int = 0,
    ) -> None:
        """Go to ``yes`` when ``jump`` holds, else to ``no``."""
        if following is yes:
            self.emit(opposite, a, b, label=no)
            return
        self.emit(jump, a, b, label=yes)
        if following is not no:
            self.jump(no)

    def decided(self, holds: bool, yes: Label, no: Label, following: Label) -> None:
        """A test whose answer is known now."""
        target = yes if holds else no
        if target is not following:
            self.jump(target)

    def tested(self, node: ast.expr, yes: Label, no: Label, following: Label) -> Value | None:
        """The value whose truth is asked; None when the jumps are written already."""
        return self.operand(node)

    def truth(self, node: ast.expr, yes: Label, no: Label, following: Label) -> None:
        """The truth of a value: there is one, it is not zero, it is not empty."""
        value = self.tested(node, yes, no, following)
        if value is None:
            return
        type_ = value.type
        if id(node) in self.yes_no and type_.kind != "bool":
            self.refuse(
                node,
                f"and, or and not give a yes/no here, {ast.unparse(node)} is {type_}",
                "write x if x else y, or bool(x)",
            )
        if type_.kind == "none":
            self.decided(False, yes, no, following)
        elif value.constant is not None and not type_.reference:
            self.decided(value.constant != 0, yes, no, following)
        elif type_.kind == "zoneof":
            assert value.player is not None
            count = self.new(t.INT)
            self.emit("ZCNTK", count, self.register(value.player), imm=value.kind)
            self.branch_on("JT", "JF", yes, no, following, count)
        elif type_.optional or type_.kind in ("card", "record", "ability"):
            reference = self.register(value, node)
            self.branch_on("JSOME", "JNONE", yes, no, following, reference)
        elif type_.kind == "zone":
            count = self.new(t.INT)
            self.emit("ZCNT", count, self.register(value))
            self.branch_on("JT", "JF", yes, no, following, count)
        elif type_.kind == "set":
            self.branch_on("JSET", "JSETN", yes, no, following, self.register(value, node))
        elif type_.kind in ("list", "stack"):
            count = self.new(t.INT)
            if type_.kind == "stack":
                self.emit("CLEN", count, imm=value.kind)
            else:
                self.emit("LLEN", count, self.register(value))
            self.branch_on("JT", "JF", yes, no, following, count)
        elif type_.kind in ("int", "bool", "member", "counts", "small"):
            self.branch_on("JT", "JF", yes, no, following, self.register(value, node))
        elif type_.kind == "void":
            self.refuse(node, f"{ast.unparse(node)} gives nothing that could be tested")
        else:
            self.refuse(node, f"{type_} cannot be tested for truth", "compare it with something")

    def operand(self, node: ast.expr) -> Value:
        """A value in a test, where ``:=`` may stand."""
        return self.named(node) if isinstance(node, ast.NamedExpr) else self.value(node)

    def comparison(self, node: ast.Compare, yes: Label, no: Label, following: Label) -> None:
        op, left, right = type(node.ops[0]), node.left, node.comparators[0]
        if op in (ast.Is, ast.IsNot):
            if not (isinstance(right, ast.Constant) and right.value is None):
                self.refuse(node, "is compares with None only", "write ==")
            op = ast.Eq if op is ast.Is else ast.NotEq
        if op in (ast.In, ast.NotIn):
            self.membership(node, op is ast.In, yes, no, following)
            return
        if isinstance(right, ast.Constant) and right.value is None:
            value = self.operand(left)
            if not (value.type.reference or value.type.optional):
                self.refuse(node, f"{value.type} is never None")
            reference = self.register(value, left)
            jumps = ("JNONE", "JSOME") if op is ast.Eq else ("JSOME", "JNONE")
            self.branch_on(*jumps, yes, no, following, reference)
            return
        a = self.operand(left)
        b = self.value(right, a.type)
        self.compare_values(node, op, a, b, yes, no, following)

    def compare_values(
        self,
        node: ast.Compare,
        op: type[ast.cmpop],
        a: Value,
        b: Value,
        yes: Label,
        no: Label,
        following: Label,
    ) -> None:
        """Compare what has been translated."""
        left, right = node.left, node.comparators[0]
        if a.type.kind == "set" or b.type.kind == "set":
            self.compare_sets(node, op, a, b, yes, no, following)
            return
        self.comparable(node, op, a, b)
        if "place" in (a.type.kind, b.type.kind) and a.type.kind != b.type.kind:
            if op is ast.NotEq:
                yes, no = no, yes
            self.lies_in(node, a, b, yes, no, following)
            return
        if a.constant is not None and b.constant is not None:
            self.decided(compare(op, a.constant, b.constant), yes, no, following)
            return
        if a.constant is not None:
            a, b, op = b, a, MIRROR[op]
            left, right = right, left
        if b.constant is not None and -128 <= b.constant <= 127:
            jump, opposite = IMMEDIATE[op], IMMEDIATE[OPPOSITE[op]]
            self.branch_on(jump, opposite, yes, no, following, self.register(a, left), b.constant)
            return
        x, y = self.register(a, left), self.register(b, right)
        if op in (ast.Gt, ast.GtE):
            x, y, op = y, x, MIRROR[op]
        if op is ast.Eq:
            self.branch_on("JEQ", "JNE", yes, no, following, x, y)
        elif op is ast.NotEq:
            self.branch_on("JNE", "JEQ", yes, no, following, x, y)
        elif op is ast.Lt:
            self.either("JLT", (x, y), "JLE", (y, x), yes, no, following)
        else:
            self.either("JLE", (x, y), "JLT", (y, x), yes, no, following)

    def either(
        self,
        jump: str,
        operands: tuple[Register, Register],
        opposite: str,
        swapped: tuple[Register, Register],
        yes: Label,
        no: Label,
        following: Label,
    ) -> None:
        """As :meth:`branch_on` for comparisons whose opposite has its operands the other way."""
        if following is yes:
            self.emit(opposite, *swapped, label=no)
            return
        self.emit(jump, *operands, label=yes)
        if following is not no:
            self.jump(no)

    def comparable(self, node: ast.Compare, op: type[ast.cmpop], a: Value, b: Value) -> None:
        """Refuse comparisons that can never mean anything."""
        ka, kb = a.type.kind, b.type.kind
        if ka == kb == "member" and a.type.over is not b.type.over:
            self.refuse(node, f"{a.type} is never a {b.type}")
        if ka in NUMBERS and kb in NUMBERS:
            for value, part in ((a, node.left), (b, node.comparators[0])):
                if value.type.optional and op not in (ast.Eq, ast.NotEq):
                    self.check(part, value, value.type.sure())
            return
        if op in (ast.Eq, ast.NotEq):
            if ka in PLACES and kb in PLACES:
                return
            if ka == kb == "counts":
                return
            if ka == kb and ka in ALIKE and a.type.over == b.type.over:
                return
            if "none" in (ka, kb) and (a.type.optional and b.type.optional):
                return
        self.refuse(node, f"{a.type} cannot be compared with {b.type} so")

    def lies_in(
        self, node: ast.Compare, a: Value, b: Value, yes: Label, no: Label, following: Label
    ) -> None:
        """A zone compared with a kind of zone: go to ``yes`` if it is of that kind."""
        zone, kind = (b, a) if a.type.kind == "place" else (a, b)
        if kind.constant is None:
            self.refuse(
                node,
                "a zone cannot be compared with a place that may be a kind of zone",
                "compare kinds: zone.kind == KIND",
            )
        register, found = self.register(zone), self.new(t.INT)
        if zone.type.optional:
            self.emit("JNONE", register, label=no)
        self.emit("ZFIELD", found, register, imm=ZONE_FIELDS.index("kind"))
        wanted = self.register(kind)
        self.branch_on("JEQ", "JNE", yes, no, following, found, wanted)

    def compare_sets(
        self,
        node: ast.Compare,
        op: type[ast.cmpop],
        a: Value,
        b: Value,
        yes: Label,
        no: Label,
        following: Label,
    ) -> None:
        x = self.as_cards(a, node.left)
        y = self.as_cards(b, node.comparators[0])
        if op in (ast.GtE, ast.LtE):
            if op is ast.GtE:
                x, y = y, x
            self.branch_on("JSUB", "JSUBN", yes, no, following, x, y)
            return
        if op not in (ast.Eq, ast.NotEq):
            self.refuse(node, "sets are compared by ==, !=, <= and >= only")
        jumps = ("JSEQ", "JSNE") if op is ast.Eq else ("JSNE", "JSEQ")
        self.branch_on(*jumps, yes, no, following, x, y)

    def membership(
        self, node: ast.Compare, inside: bool, yes: Label, no: Label, following: Label
    ) -> None:
        left, right = node.left, node.comparators[0]
        item = self.operand(left)
        if isinstance(right, ast.Tuple) or (
            isinstance(right, ast.Set) and item.type.kind != "card"
        ):
            self.one_of(node, item, right.elts, inside, yes, no, following)
            return
        into = self.value(right)
        if item.type.kind == "card":
            members = self.as_cards(into, right)
            jumps = ("JHAS", "JHASN") if inside else ("JHASN", "JHAS")
            self.branch_on(*jumps, yes, no, following, self.register(item, left), members)
            return
        if into.type.optional:
            self.check(right, into, into.type.sure())
        if into.type.kind == "small" and assignable(into.type.over, item.type.sure()):
            mask = self.register(into, right)
            if item.constant is not None and 0 <= item.constant < 31:
                bit = self.new(t.INT)
                self.emit("ANDI", bit, mask, imm=1 << item.constant)
                jumps = ("JT", "JF") if inside else ("JF", "JT")
                self.branch_on(*jumps, yes, no, following, bit)
                return
            member = self.register(item, left)
            if following is yes and not inside:
                self.emit("JBIT", mask, member, label=no)
            elif inside:
                self.emit("JBIT", mask, member, label=yes)
                if following is not no:
                    self.jump(no)
            else:
                self.emit("JBIT", mask, member, label=no)
                if following is not yes:
                    self.jump(yes)
            return
        self.refuse(node, f"{item.type} cannot be in {into.type}")

    def one_of(
        self,
        node: ast.Compare,
        item: Value,
        members: list[ast.expr],
        inside: bool,
        yes: Label,
        no: Label,
        following: Label,
    ) -> None:
        """``x in (A, B)``: one comparison each."""
        found, missing = (yes, no) if inside else (no, yes)
        if item.constant is None and item.type.width == 1:
            item = Value(
                t.ZONE if item.type.kind == "zoneof" else item.type,
                register=self.register(item, node.left),
            )
        for member in members:
            go_on = self.label()
            one = ast.copy_location(ast.Compare(node.left, [ast.Eq()], [member]), member)
            self.compare_values(
                one, ast.Eq, item, self.value(member, item.type), found, go_on, go_on
            )
            self.mark(go_on)
        if missing is not following:
            self.jump(missing)

    # ------------------------------------------------------------ what a test tells

    def learn(self, node: ast.expr, held: bool) -> None:
        """Remember what is known not to be None once a test held (or failed)."""
        match node:
            case ast.BoolOp(op=ast.And(), values=values) if held:
                for part in values:
                    self.learn(part, True)
            case ast.BoolOp(op=ast.Or(), values=values) if not held:
                for part in values:
                    self.learn(part, False)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                self.learn(inner, not held)
            case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=None)]):
                if isinstance(op, (ast.NotEq, ast.IsNot)) == held:
                    self.remember(left)
            case ast.Compare(left=left, ops=[op]):
                if held and isinstance(op, ast.In):
                    self.remember(left)
            case ast.Name() | ast.Attribute() if held:
                self.remember(node)
            case ast.NamedExpr(target=ast.Name() as target) if held:
                self.remember(target)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) == held:
            self.scope.assigned |= set_in(node)

    def remember(self, node: ast.expr) -> None:
        """Remember that an expression is not None."""
        key = self.key(node)
        if key is not None:
            self.scope.sure.add(key)

    def as_bool(self, node: ast.expr) -> Value:
        """A test as a value, 1 or 0."""
        into = self.new(t.BOOL)
        yes, no, end = self.label(), self.label(), self.label()
        with self.branch():
            self.condition(node, yes, no, yes)
            self.mark(yes)
            self.emit("MOVI", into, imm=1)
            self.jump(end)
            self.mark(no)
            self.emit("MOVI", into, imm=0)
            self.mark(end)
        return Value(t.BOOL, register=into)


def set_in(node: ast.expr) -> set[str]:
    """The names that ``:=`` surely sets when all parts of a test are asked."""
    match node:
        case ast.BoolOp(op=op, values=values):
            # a part of the other kind may end with its first part
            inner = [set_in(v) for v in values if not isinstance(v, ast.BoolOp)]
            inner += [
                set_in(v if isinstance(v.op, type(op)) else v.values[0])
                for v in values
                if isinstance(v, ast.BoolOp)
            ]
            return set().union(*inner)
        case ast.UnaryOp(op=ast.Not(), operand=ast.BoolOp(values=values)):
            return set_in(values[0])
        case ast.UnaryOp(op=ast.Not(), operand=inner_test):
            return set_in(inner_test)
        case ast.Compare(left=ast.NamedExpr() as left):
            return {left.target.id}
        case ast.NamedExpr(target=target):
            return {target.id}
    return set()


def compare(op: type[ast.cmpop], a: int, b: int) -> bool:
    """A comparison of constants."""
    return {
        ast.Eq: a == b,
        ast.NotEq: a != b,
        ast.Lt: a < b,
        ast.LtE: a <= b,
        ast.Gt: a > b,
        ast.GtE: a >= b,
    }[op]
