"""What every part of the translation from syntax trees to the middle form shares."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from tefuda.lang import types as t
from tefuda.lang.middle import Begin, Function, Label, Register, Step
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Scope, Value

if TYPE_CHECKING:
    from tefuda.lang.unit import Unit
    from tefuda.lang.vocabulary import Vocabulary


class Translator:
    """Emits the steps of one function; subclasses add expressions, conditions and statements."""

    def __init__(self, unit: Unit, function: Function, scope: Scope) -> None:
        self.unit = unit
        self.function = function
        self.scope = scope
        self.line = 0
        #: Functions being inlined, to refuse recursion by inlining.
        self.inlining: list[Any] = []
        #: Parts of ``and`` and ``or`` whose value is kept: only a yes/no is the same then.
        self.yes_no: set[int] = set()

    # ------------------------------------------------------------ parts that subclasses fill

    def value(self, node: ast.expr, want: Type | None = None) -> Value:
        """Translate an expression."""
        raise NotImplementedError

    def named(self, node: ast.NamedExpr) -> Value:
        """Translate ``(name := value)`` in a test."""
        raise NotImplementedError

    def condition(self, node: ast.expr, yes: Label, no: Label, following: Label) -> None:
        """Translate a test: go to ``yes`` or ``no``, one of which follows at once."""
        raise NotImplementedError

    def cards(self, node: ast.expr) -> Register:
        """Translate an expression that stands for a set of cards."""
        raise NotImplementedError

    # ------------------------------------------------------------ emitting

    @property
    def vocabulary(self) -> Vocabulary:
        """The ruleset's words."""
        return self.unit.vocabulary

    def emit(
        self,
        op: str,
        a: Register | int = 0,
        b: Register | int = 0,
        c: Register | int = 0,
        imm: int = 0,
        label: Label | None = None,
        args: list[Register] | None = None,
        result: Register | None = None,
        callee: int = -1,
    ) -> Step:
        """Append a step."""
        step = Step(op, a, b, c, imm, label, args, result, callee, self.line)
        self.function.items.append(step)
        return step

    def mark(self, label: Label) -> None:
        """Place a label here."""
        self.function.items.append(label)

    def new(self, type_: Type, name: str = "") -> Register:
        """A new register."""
        return self.function.register(type_, name)

    def label(self) -> Label:
        """A new label."""
        return self.function.label()

    def begin(self, function: Any) -> None:
        """Note that a registered function's rule begins here, in place of a call."""
        if function in self.unit.clauses:
            self.function.items.append(Begin(self.function.label().number, function.__name__))

    def jump(self, label: Label) -> None:
        """Go forward to a label."""
        self.emit("JMP", label=label)

    # ------------------------------------------------------------ refusing

    def refuse(self, node: ast.AST, message: str, hint: str | None = None) -> NoReturn:
        """Refuse a piece of the function."""
        self.scope.source.refuse(node, message, hint)

    def unknown(self, node: ast.AST, what: str, name: str, known: Iterable[str]) -> NoReturn:
        """Refuse a name, with the nearest known one."""
        near = difflib.get_close_matches(name, list(known), n=1)
        self.refuse(
            node, f"unknown {what} {name!r}", f"did you mean {near[0]!r}?" if near else None
        )

    def check(self, node: ast.AST, value: Value, want: Type, what: str = "") -> None:
        """Refuse a value of another type than wanted."""
        if assignable(want, value.type):
            return
        if value.type.kind == want.kind and value.type.optional and not want.optional:
            text = ast.unparse(node) if isinstance(node, ast.expr) else "this"
            self.refuse(
                node,
                f"{text} may be None where {want} is wanted{what}",
                f"test it first: if {text}: ...",
            )
        self.refuse(node, f"{value.type} given where {want} is wanted{what}")

    # ------------------------------------------------------------ values in registers

    def constant(self, number: int, type_: Type = t.INT) -> Value:
        """A constant."""
        return Value(type_, constant=number)

    def load(self, number: int, into: Register) -> None:
        """Put a constant into a register."""
        if -(1 << 31) <= number < 1 << 31:
            self.emit("MOVI", into, imm=number)
        else:
            self.emit("MOVK", into, imm=self.unit.constant(number))

    def register(self, value: Value, node: ast.AST | None = None) -> Register:
        """The register of a value, loading what is read when needed."""
        if value.register is not None:
            return value.register
        kind = value.type.kind
        if value.constant is not None:
            into = self.new(value.type)
            if kind == "set":
                self.emit("SCLR", into)
            else:
                self.load(value.constant, into)
            return into
        if kind == "zoneof":
            assert value.player is not None
            into = self.new(t.ZONE)
            self.emit("ZONE", into, self.register(value.player), imm=value.kind)
            return into
        if kind in ("none", "game"):
            into = self.new(t.CARD.maybe() if kind == "none" else value.type)
            self.load(-1, into)
            return into
        assert node is not None
        self.refuse(node, f"{ast.unparse(node)} has no value that a rule can keep")

    def number(self, node: ast.expr, want: Type = t.INT) -> Register:
        """Translate an expression of one slot of a wanted type."""
        value = self.value(node, want)
        self.check(node, value, want)
        return self.register(value, node)

    def move(self, into: Register, value: Value, node: ast.AST | None = None) -> None:
        """Put a value into a register."""
        if value.constant is not None and into.type.width == 1:
            self.load(value.constant, into)
            return
        if into.type.kind == "set":
            source = self.as_cards(value, node)
            if source is not into:
                self.emit("SMOV", into, source)
            return
        source = self.register(value, node)
        if source is not into:
            self.emit("LMOV" if into.type.kind == "list" else "MOV", into, source)

    def as_cards(self, value: Value, node: ast.AST | None) -> Register:
        """The set of cards that a set, zone, list or grid stands for."""
        kind = value.type.kind
        if kind == "set":
            return self.register(value, node)
        into = self.new(t.CARDS)
        if kind == "zoneof":
            assert value.player is not None
            self.emit("SKIND", into, self.register(value.player), imm=value.kind)
        elif kind == "zone" and not value.type.optional:
            self.emit("SZONE", into, self.register(value))
        elif kind == "list":
            self.emit("LSET", into, self.register(value))
        elif kind == "card":
            self.emit("SONE", into, self.register(value))
        elif kind == "small" and value.type.over == t.ZONE:
            self.emit("SZONES", into, self.register(value))
        else:
            assert node is not None
            self.refuse(node, f"{value.type} given where set[Card] is wanted")
        return into

    # ------------------------------------------------------------ narrowing

    def key(self, node: ast.expr) -> str | None:
        """The text under which a test for None is remembered, if it can be."""
        words = ""
        while isinstance(node, ast.Attribute):
            words = f".{node.attr}{words}"
            node = node.value
        return node.id + words if isinstance(node, ast.Name) else None

    def forget(self, name: str) -> None:
        """A variable was set: what was known of it and its words no longer holds."""
        self.scope.sure = {k for k in self.scope.sure if k != name and not k.startswith(name + ".")}

    @contextmanager
    def branch(self) -> Iterator[None]:
        """What becomes known inside does not outlast the block."""
        sure = set(self.scope.sure)
        yield
        self.scope.sure = sure

    # ------------------------------------------------------------ calling compiled functions

    def call(self, callee: int, args: list[Register], result: Type) -> Value:
        """Call a compiled function with its arguments in registers."""
        into = None if result.kind in ("void", "none") else self.new(result)
        self.emit("CALL", imm=callee, callee=callee, args=args, result=into)
        return Value(result, register=into)

    def loop_over(
        self, source: Register, variable: Register, body: Callable[[Label, Label], None]
    ) -> None:
        """Loop over a set of cards (or a small set), as it is now, by index."""
        small = source.type.kind != "set"
        rest = self.new(source.type)
        self.emit("MOV" if small else "SMOV", rest, source)
        again, following, end = self.label(), self.label(), self.label()
        self.emit("BITER" if small else "SITER", variable, rest, label=end)
        self.mark(again)
        body(following, end)
        self.mark(following)
        self.emit("BNEXT" if small else "SNEXT", variable, rest, label=again)
        self.mark(end)
