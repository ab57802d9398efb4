"""Expressions of every sort, and calls of rules."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
from collections.abc import Callable
from typing import Any

from tefuda.lang import types as t
from tefuda.lang.middle import Register
from tefuda.lang.operators import Operators
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Scope, Value, names_of
from tefuda.lang.vocabulary import member_value

#: Python's own functions that rules may call.
FOLDS = ("len", "sum", "min", "max", "any", "all", "abs", "set", "bool", "int")
#: A function with this many steps grows no further by putting others in place of calls.
LONG = 1500
#: The failure of a function that went on where the game was to end; none does.
NOT_ENDED = 19


class Expressions(Operators):
    """Translation of expressions into values."""

    def kernel_word(self, node: ast.Call, word: Any, want: Type | None) -> Value:
        """Translate a call of a word of the rule language."""
        raise NotImplementedError

    def comprehension(self, node: ast.SetComp, want: Type | None) -> Value:
        """Translate a set comprehension."""
        raise NotImplementedError

    def folding(self, node: ast.Call, name: str) -> Value:
        """Translate ``sum``, ``min``, ``max``, ``any``, ``all`` and ``len``."""
        raise NotImplementedError

    # ------------------------------------------------------------ dispatch

    def value(self, node: ast.expr, want: Type | None = None) -> Value:
        if not self.inlining:
            self.line = self.scope.source.line(node)
        match node:
            case ast.Constant():
                return self.literal(node)
            case ast.Name():
                return self.name(node)
            case ast.Attribute():
                return self.narrowed(node, self.attribute(node))
            case ast.Call():
                return self.call_expression(node, want)
            case ast.BinOp():
                return self.binary(node)
            case ast.UnaryOp(op=ast.USub()):
                return self.negative(node)
            case ast.UnaryOp(op=ast.Not()) | ast.Compare():
                return self.as_bool(node)
            case ast.BoolOp():
                self.yes_no |= {id(leaf) for leaf in leaves(node)}
                return self.as_bool(node)
            case ast.IfExp():
                return self.conditional(node, want)
            case ast.Subscript():
                return self.subscript(node)
            case ast.SetComp():
                return self.comprehension(node, want)
            case ast.Set():
                return self.set_literal(node)
            case ast.NamedExpr():
                self.refuse(
                    node, ":= stands in tests only", "set the variable on a line of its own"
                )
            case ast.JoinedStr():
                self.refuse(node, "rules have no strings", "log texts are made outside the rules")
            case ast.List() | ast.ListComp():
                self.refuse(node, "lists cannot be written here", "use a set, or order(...)")
            case ast.Dict() | ast.DictComp():
                self.refuse(
                    node,
                    "rules have no dictionaries",
                    "a card variable (an annotated word of Card) is the map",
                )
            case ast.Lambda():
                self.refuse(node, "rules have no lambda", "write a function and name it")
            case ast.Await() | ast.Yield() | ast.YieldFrom():
                self.refuse(node, "rules do not wait", "choose(...) lets a player decide")
        self.refuse(node, f"{type(node).__name__} is outside the rule language")

    # ------------------------------------------------------------ calls

    def call_expression(self, node: ast.Call, want: Type | None) -> Value:
        if isinstance(node.func, ast.Attribute) and self.module_thing(node.func) is None:
            return self.method(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.scope.variables:
            value = self.scope.variables[node.func.id]
            if value.type.kind == "original":
                return self.call_original(node, value.thing)
            self.refuse(node, "a variable cannot be called", "call a function by its name")
        if isinstance(node.func, ast.Name) and node.func.id not in self.scope.names:
            if node.func.id in FOLDS:
                return self.folding(node, node.func.id)
            if hasattr(builtins, node.func.id):
                self.refuse(
                    node,
                    f"{node.func.id} is no function of the rule language",
                    f"there are {', '.join(FOLDS)}, and range in for loops",
                )
            known = [n for n in self.scope.names if not n.startswith("_")]
            self.unknown(node, "function", node.func.id, [*known, *FOLDS])
        thing = self.object_of(node.func)
        if thing is None:
            self.refuse(node, f"{ast.unparse(node.func)} cannot be called in a rule")
        if self.unit.is_kernel_word(thing):
            return self.kernel_word(node, thing, want)
        if isinstance(thing, type):
            return self.construct(node, thing)
        if inspect.isfunction(thing):
            return self.call_function(node, thing)
        self.refuse(
            node,
            f"{ast.unparse(node.func)} cannot be called in a rule",
            "call rule functions and the words of tefuda.kernel",
        )

    def call_function(self, node: ast.Call, function: Callable[..., Any]) -> Value:
        target = self.unit.effective(function)
        signature = self.unit.signature(target)
        nodes: list[ast.expr | None] = list(node.args)
        names = [name for name, _ in self.unit.signature(function).parameters]
        for part in node.args:
            if isinstance(part, ast.Starred):
                self.refuse(part, "arguments are written one by one")
        nodes += [None] * (len(names) - len(nodes))
        for keyword in node.keywords:
            if keyword.arg in signature.constants:
                self.refuse(
                    keyword, f"{keyword.arg} is given by card files only", "make it positional"
                )
            if keyword.arg is None or keyword.arg not in names:
                self.unknown(keyword, f"parameter of {function.__name__}", str(keyword.arg), names)
            at = names.index(keyword.arg)
            if nodes[at] is not None:
                self.refuse(keyword, f"{keyword.arg} is given twice: {_takes(function, names)}")
            nodes[at] = keyword.value
        values: list[Value] = []
        for part_or_none, name in zip(nodes, names, strict=False):
            if part_or_none is not None:
                values.append(self.value(part_or_none))
            elif name in signature.given:
                values.append(self.thing(node, signature.given[name]))
        if len(nodes) > len(names) or len(values) != len(signature.parameters):
            self.refuse(node, _takes(function, names))
        for name in signature.constants:
            if name not in signature.defaults:
                self.refuse(node, f"{name} of {function.__name__} is given by card files only")
        return self.call_rule(node, target, values, [n or node for n in nodes])

    def call_rule(
        self,
        node: ast.expr,
        function: Callable[..., Any],
        values: list[Value],
        nodes: list[ast.expr],
    ) -> Value:
        """Call (or put in place) a rule function with translated arguments."""
        signature = self.unit.signature(function)
        ready = []
        for value, part, (name, type_) in zip(values, nodes, signature.parameters, strict=True):
            if not assignable(type_, value.type) and type_.kind != "original":
                self.check(part, value, type_, f" ({name} of {signature.name})")
            ready.append(self.argument(value, part, type_))
        placed = self.in_place(node, function, signature, ready) if signature.returns else None
        if placed is not None:
            return placed
        registers = [
            self.register(v, n) for v, n in zip(ready, nodes, strict=True) if v.type.kind != "game"
        ]
        result = self.call(self.unit.exactly(function), registers, signature.result)
        if not signature.returns:
            self.emit("FAILI", imm=NOT_ENDED)
            self.scope.reachable = False
        return result

    def in_place(
        self, node: ast.expr, function: Callable[..., Any], signature: Any, values: list[Value]
    ) -> Value | None:
        """Translate a short function where it is called; None when it is called after all."""
        if signature.expression is not None and self.may_inline(function, signature):
            return self.inline(node, function, signature, values)
        return None

    def may_inline(self, function: Callable[..., Any], signature: Any) -> bool:
        """Whether a function may be put in place of its call here."""
        return (
            function not in self.inlining
            and len(self.inlining) < 8
            and len(self.function.items) < LONG
            and not signature.has_constants
        )

    def argument(self, value: Value, node: ast.expr, type_: Type) -> Value:
        """An argument as the parameter's type wants it."""
        if type_.kind == "set":
            if value.constant is not None:
                return value
            return Value(t.CARDS, register=self.as_cards(value, node))
        if type_.kind in ("zone", "place") and value.type.kind == "zoneof":
            return Value(t.ZONE, register=self.register(value))
        if value.type.kind == "none":
            return Value(type_, constant=-1)
        return value

    def inline(
        self, node: ast.expr, function: Callable[..., Any], signature: Any, values: list[Value]
    ) -> Value:
        """Translate a function of one expression in place of its call."""
        source = self.unit.source(function)
        scope = Scope(source, names_of(function), result=signature.result)
        for value, (name, type_) in zip(values, signature.parameters, strict=True):
            scope.variables[name] = Value(
                type_ if value.type.kind != "zoneof" else value.type,
                value.register,
                value.constant,
                value.player,
                value.kind,
                value.thing,
            )
            scope.assigned.add(name)
        outer, self.scope = self.scope, scope
        line = self.line
        self.inlining.append(function)
        self.begin(function)
        try:
            result = self.value(signature.expression, signature.result)
            self.check(signature.expression, result, signature.result)
            result = self.argument(result, signature.expression, signature.result)
            if result.type.kind not in ("zoneof",) and result.constant is None:
                result = Value(
                    signature.result,
                    self.register(result, signature.expression),
                )
            elif result.constant is not None:
                result = Value(signature.result, constant=result.constant)
        finally:
            self.scope = outer
            self.inlining.pop()
            self.line = line
        return result

    def call_original(self, node: ast.Call, function: Any) -> Value:
        """Inside a wrapper: what was there before."""
        signature = self.unit.signature(function)
        if node.keywords or len(node.args) != len(signature.parameters):
            self.refuse(node, f"original takes {len(signature.parameters)} arguments")
        values = [self.value(a) for a in node.args]
        return self.call_rule(node, function, values, list(node.args))

    def construct(self, node: ast.Call, cls: type) -> Value:
        """Make a record, or read a number as a member of an enumeration."""
        if issubclass(cls, enum.IntEnum):
            if len(node.args) != 1 or node.keywords:
                self.refuse(node, f"{cls.__name__} takes one number")
            value = self.value(node.args[0])
            self.check(node.args[0], value, t.INT)
            if value.constant is not None and value.constant not in list(cls):
                self.refuse(node, f"{value.constant} is no {cls.__name__}")
            return Value(Type("member", cls), value.register, value.constant)
        info = self.vocabulary.records.get(cls)
        if info is None:
            self.refuse(
                node,
                f"{cls.__name__} cannot be made in a rule",
                "declare it with @rules.record(capacity=...)",
            )
        if node.args:
            self.refuse(node, f"give the fields of {cls.__name__} by name")
        given = {str(k.arg): k.value for k in node.keywords}
        for name, part in given.items():
            if name not in info.fields:
                self.unknown(part, f"field of {cls.__name__}", name, info.fields)
        missing = [f for f in info.fields if f not in given and f not in info.defaults]
        if missing:
            self.refuse(node, f"{cls.__name__} needs its field {missing[0]!r}")
        values = {n: self.value(p, info.fields[n].type) for n, p in given.items()}
        type_ = Type("record", cls)
        into = self.new(type_)
        self.emit("NEW", into, imm=info.number)
        for name, variable in info.fields.items():
            if name in values:
                part = given[name]
                self.check(part, values[name], variable.type, f" ({name})")
                self.store_field(into, variable, values[name], part)
            else:
                self.store_default(node, into, variable, info.defaults[name])
        return Value(type_, register=into)

    def store_default(self, node: ast.Call, into: Register, variable: Any, default: Any) -> None:
        if variable.type.kind in ("set", "small", "counts"):
            return
        number = -1 if default is None else member_value(default)
        if number != 0:
            value = self.new(t.INT)
            self.load(number, value)
            self.emit("STF", into, value, imm=variable.offset)

    def store_field(self, record: Register, variable: Any, value: Value, node: ast.expr) -> None:
        """Put a value into a record's field."""
        if variable.type.kind == "set":
            self.emit("STFS", record, self.as_cards(value, node), imm=variable.offset)
        else:
            self.emit("STF", record, self.register(value, node), imm=variable.offset)

    # ------------------------------------------------------------ methods

    def arguments(
        self, node: ast.Call, positional: int, *, most: int | None = None, keywords: str = ""
    ) -> dict[str, ast.expr]:
        """Check the shape of a call; gives its keyword arguments."""
        if any(isinstance(a, ast.Starred) for a in node.args):
            self.refuse(node, "arguments are written one by one")
        low, high = positional, positional if most is None else most
        if not low <= len(node.args) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            name = ast.unparse(node.func)
            self.refuse(node, f"{name} takes {wanted} arguments, {len(node.args)} given")
        known = keywords.split()
        found: dict[str, ast.expr] = {}
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg not in known:
                name = ast.unparse(node.func)
                self.unknown(node, f"option of {name}", str(keyword.arg), known)
            found[keyword.arg] = keyword.value
        return found

    def method(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Attribute)
        base, name = self.value(node.func.value), node.func.attr
        if base.type.optional:
            self.check(node.func.value, base, base.type.sure())
        kind = base.type.kind
        if kind == "grid" and name in ("at", "cards_at") and len(node.args) == 1:
            assert base.player is not None
            cells = self.number(node.args[0])
            into = self.new(t.ZONES if name == "at" else t.CARDS)
            op = "ZPICK" if name == "at" else "SCELLS"
            self.emit(op, into, self.register(base.player), cells, imm=base.kind)
            return Value(into.type, register=into)
        if kind == "stack" and name in ("push", "pop"):
            return self.stack_method(node, base, name)
        if kind == "counts" and name in ("plus", "covers"):
            return self.counts_method(node, base, name)
        key = kind if kind in ("card", "player", "ability", "game") else None
        if key is not None and name in self.vocabulary.properties.get(key, {}):
            function = self.vocabulary.properties[key][name]
            if node.keywords:
                self.refuse(node, "give the arguments of a word in order")
            if function not in self.vocabulary.methods:
                self.refuse(node, f"{name} is a word, not a function", f"leave out the {'()'}")
            values = [base, *(self.value(a) for a in node.args)]
            signature = self.unit.signature(function)
            if len(values) != len(signature.parameters):
                self.refuse(node, f"{name} takes {len(signature.parameters) - 1} arguments")
            return self.call_rule(node, function, values, [node.func.value, *node.args])
        if kind == "set" and name in ("add", "discard", "remove", "update"):
            self.refuse(node, "sets are values", "write cards = cards | {card}")
        self.refuse(node, f"{base.type} has no {name}(...)")

    def stack_method(self, node: ast.Call, base: Value, name: str) -> Value:
        type_ = Type("record", base.type.over)
        self.arguments(node, 1 if name == "push" else 0)
        if name == "push":
            self.emit("CPUSH", self.number(node.args[0], type_), imm=base.kind)
            return Value(t.VOID)
        into = self.new(type_)
        self.emit("CPOP", into, imm=base.kind)
        return Value(type_, register=into)

    def counts_method(self, node: ast.Call, base: Value, name: str) -> Value:
        self.arguments(node, 2 if name == "plus" else 1)
        if name == "plus":
            member = self.value(node.args[0])
            if member.type != Type("member", base.type.over) or member.constant is None:
                self.refuse(node.args[0], "plus(...) takes a member by name")
            into = self.new(base.type)
            amount = self.number(node.args[1])
            self.emit("CPLUS", into, self.register(base), amount, imm=member.constant)
            return Value(base.type, register=into)
        into = self.new(t.BOOL)
        other = self.number(node.args[0], base.type)
        yes = self.label()
        self.emit("MOVI", into, imm=1)
        self.emit("JCOVERS", self.register(base), other, label=yes)
        self.emit("MOVI", into, imm=0)
        self.mark(yes)
        return Value(t.BOOL, register=into)


def leaves(node: ast.expr) -> list[ast.expr]:
    """The parts of ``and`` and ``or`` that are neither."""
    if isinstance(node, ast.BoolOp):
        return [leaf for value in node.values for leaf in leaves(value)]
    return [node]


def _takes(function: Callable[..., Any], names: list[str]) -> str:
    return f"{function.__name__} takes {len(names)} arguments ({', '.join(names)})"
