"""Expressions: names, words of cards and players, arithmetic, subscripts, calls of rules."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
from collections.abc import Callable
from typing import Any

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.conditions import Conditions, compare
from tefuda.lang.middle import Register
from tefuda.lang.operations import ABILITY_FIELDS, CARD_FIELDS, GAME_FIELDS, ZONE_FIELDS
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Scope, Value, names_of
from tefuda.lang.vocabulary import ABILITY_WORDS, CARD_WORDS, GAME_WORDS, member_value
from tefuda.rules import Keyword, Parameter, TheGame, Word, ZoneKind

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
#: Python's own functions that rules may call.
FOLDS = ("len", "sum", "min", "max", "any", "all", "abs", "set", "bool", "int")
#: A function with this many steps grows no further by putting others in place of calls.
LONG = 1500


class Expressions(Conditions):
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

    def cards(self, node: ast.expr) -> Register:
        value = self.value(node, t.CARDS)
        if value.type.kind == "card" and not value.type.optional:
            return self.as_cards(value, node)
        if value.type.kind == "card":
            self.check(node, value, t.CARD)
        return self.as_cards(value, node)

    def narrowed(self, node: ast.expr, value: Value) -> Value:
        """The value, known not to be None when a test said so."""
        if value.type.optional and value.type.kind != "none":
            key = self.key(node)
            if key in self.scope.sure:
                return Value(
                    value.type.sure(),
                    value.register,
                    value.constant,
                    value.player,
                    value.kind,
                    value.thing,
                )
        return value

    # ------------------------------------------------------------ literals and names

    def literal(self, node: ast.Constant) -> Value:
        if node.value is None:
            return Value(t.NONE, constant=-1)
        if isinstance(node.value, bool):
            return self.constant(int(node.value), t.BOOL)
        if isinstance(node.value, int):
            return self.whole(node, node.value)
        kind = {str: "strings", float: "floats", bytes: "bytes"}.get(
            type(node.value), "such values"
        )
        hint = "count in whole numbers" if isinstance(node.value, float) else None
        self.refuse(node, f"rules have no {kind}", hint)

    def whole(self, node: ast.AST, number: int, type_: Type = t.INT) -> Value:
        """A constant that a slot can hold."""
        if not -(1 << 63) <= number < 1 << 63:
            self.refuse(node, "a number beyond 64 bits")
        return self.constant(number, type_)

    def name(self, node: ast.Name) -> Value:
        scope = self.scope
        if node.id in scope.source.changing and node.id not in scope.variables:
            self.refuse(
                node,
                f"{node.id} is a variable of the function around this rule",
                "only what is set once there can be used: declare a parameter by rules.parameter",
            )
        if node.id in scope.variables:
            if node.id not in scope.assigned:
                self.refuse(
                    node,
                    f"{node.id} may not have a value here: it is set on one path only",
                    f"set {node.id} before the branch",
                )
            return self.narrowed(node, scope.variables[node.id])
        if node.id in scope.names:
            return self.thing(node, scope.names[node.id])
        if node.id in ("True", "False"):
            return self.constant(int(node.id == "True"), t.BOOL)
        if hasattr(builtins, node.id):
            return Value(Type("builtin"), thing=node.id)
        known = [*scope.variables, *(n for n in scope.names if not n.startswith("_"))]
        self.unknown(node, "name", node.id, known)

    def thing(self, node: ast.expr, thing: Any) -> Value:
        """The value of what a module-level name stands for."""
        if isinstance(thing, Parameter):
            parameter = self.vocabulary.parameters.get(thing.name)
            if parameter is None:
                self.refuse(node, f"parameter {thing.name!r} belongs to another ruleset")
            return self.constant_of(parameter)
        if isinstance(thing, bool):
            return self.constant(int(thing), t.BOOL)
        if isinstance(thing, enum.IntEnum):
            return self.constant(int(thing), Type("member", type(thing)))
        if isinstance(thing, int):
            return self.whole(node, int(thing))
        if isinstance(thing, TheGame):
            return Value(t.GAME)
        if thing is kernel.NO_CARDS:
            return Value(t.CARDS, constant=0)
        if thing is kernel.NO_COUNTS:
            return Value(Type("counts"), constant=0)
        if thing is None:
            return Value(t.NONE, constant=-1)
        if isinstance(thing, ZoneKind):
            if thing.name not in self.vocabulary.kinds:
                self.unknown(node, "kind of zone", thing.name, self.vocabulary.kinds)
            return self.constant(256 + self.vocabulary.kind_of(thing), t.PLACE)
        if isinstance(thing, Keyword) or self.unit.text_of(thing) is not None:
            text = self.unit.text_of(thing) or thing
            kinds = self.vocabulary.ability_kinds
            if text.name not in kinds:
                self.unknown(node, "ability of this ruleset", text.name, kinds)
            return Value(t.KIND, constant=self.unit.ability_kind(thing), thing=thing)
        if isinstance(thing, Word):
            return Value(Type("word"), thing=thing)
        return Value(Type("thing"), thing=thing)

    def constant_of(self, value: Any) -> Value:
        """A parameter's value."""
        if isinstance(value, bool):
            return self.constant(int(value), t.BOOL)
        if isinstance(value, enum.IntEnum):
            return self.constant(int(value), Type("member", type(value)))
        return self.constant(member_value(value))

    def object_of(self, node: ast.expr) -> Any:
        """The Python object that a name of the module stands for."""
        if isinstance(node, ast.Name) and node.id not in self.scope.variables:
            if node.id in self.scope.names:
                return self.scope.names[node.id]
            self.name(node)
        if isinstance(node, ast.Attribute):
            base = self.object_of(node.value)
            if base is not None and hasattr(base, node.attr):
                return getattr(base, node.attr)
        return None

    # ------------------------------------------------------------ words

    def attribute(self, node: ast.Attribute) -> Value:
        thing = self.module_thing(node)
        if thing is not None:
            return self.thing(node, thing)
        base = self.value(node.value)
        if base.type.optional:
            self.check(node.value, base, base.type.sure())
        cls = base.thing if base.type.kind == "thing" else None
        if isinstance(cls, type) and issubclass(cls, enum.Enum):
            self.unknown(node, f"member of {cls.__name__}", node.attr, cls.__members__)
        reader = getattr(self, f"word_of_{base.type.kind}", None)
        if reader is None:
            self.refuse(node, f"{base.type} has no words")
        value: Value = reader(node, base, node.attr)
        return value

    def module_thing(self, node: ast.Attribute) -> Any:
        """The object behind ``module.name`` or ``Enumeration.MEMBER``."""
        base: ast.expr = node
        while isinstance(base, ast.Attribute):
            base = base.value
        if not isinstance(base, ast.Name) or base.id in self.scope.variables:
            return None
        root = self.scope.names.get(base.id)
        if root is None or isinstance(root, (TheGame, int, Word)):
            return None
        return self.object_of(node)

    def field(self, op: str, base: Value, number: int, type_: Type) -> Value:
        """Read one word into a new register."""
        into = self.new(type_)
        self.emit(op, into, self.register(base), imm=number)
        return Value(type_, register=into)

    def derived(self, node: ast.expr, key: str, name: str, base: Value) -> Value | None:
        """A derived word: a property of the vocabulary's class."""
        function = self.vocabulary.properties.get(key, {}).get(name)
        if function is None:
            return None
        if function in self.vocabulary.methods:
            self.refuse(node, f"{name} is to be called: {ast.unparse(node)}(...)")
        return self.call_rule(node, function, [base], [node])

    def word_of_card(self, node: ast.Attribute, base: Value, name: str) -> Value:
        v = self.vocabulary
        if name in v.words:
            word = v.words[name]
            if word.stat:
                return self.field("STAT", base, word.number, word.type)
            return self.field("BASE", base, word.number, word.type)
        if name in v.flags:
            return self.field("FGET", base, v.flags[name], t.BOOL)
        if name in v.links:
            return self.field("SATT", base, v.links[name], t.CARDS)
        if name in v.card_variables:
            variable = v.card_variables[name]
            return self.field("LDC", base, variable.offset, variable.type)
        if name == "was":
            return Value(Type("was"), register=self.register(base))
        if name in CARD_WORDS:
            return self.field("CARDF", base, CARD_FIELDS.index(name), CARD_WORDS[name])
        found = self.derived(node, "card", name, base)
        if found is not None:
            return found
        known = [*v.words, *v.flags, *v.links, *v.card_variables, *v.properties["card"]]
        self.unknown(node, "word of Card", name, [*known, *CARD_WORDS, "was"])

    def word_of_was(self, node: ast.Attribute, base: Value, name: str) -> Value:
        v = self.vocabulary
        if name in v.words:
            word = v.words[name]
            op = "WASSTAT" if word.stat else "BASE"
            return self.field(op, base, word.number, word.type)
        if name in v.flags:
            return self.field("WASFLAG", base, v.flags[name], t.BOOL)
        if name in CARD_WORDS:
            return self.field("WASF", base, CARD_FIELDS.index(name), CARD_WORDS[name])
        self.unknown(node, "word of what a card was", name, [*v.words, *v.flags, *CARD_WORDS])

    def word_of_player(self, node: ast.Attribute, base: Value, name: str) -> Value:
        v = self.vocabulary
        if name in v.kinds:
            kind = v.kinds[name]
            grid = v.zone(kind).cells > 1
            return Value(Type("grid") if grid else Type("zoneof"), player=base, kind=kind)
        if name in v.player_variables:
            variable = v.player_variables[name]
            op = "LDPS" if variable.type.kind == "set" else "LDP"
            return self.field(op, base, variable.offset, variable.type)
        if name in ("enemy", "next"):
            if base.constant is not None:
                return self.constant(1 - base.constant, t.PLAYER)
            return self.field("RSUBI", base, 1, t.PLAYER)
        if name == "others":
            other = self.field("RSUBI", base, 1, t.PLAYER)
            into = self.new(t.PLAYERS)
            self.emit("BIT", into, self.register(other))
            return Value(t.PLAYERS, register=into)
        if name == "number":
            return Value(t.INT, base.register, base.constant)
        found = self.derived(node, "player", name, base)
        if found is not None:
            return found
        known = [*v.kinds, *v.player_variables, *v.properties["player"]]
        self.unknown(node, "word of Player", name, [*known, "enemy", "next", "others", "number"])

    def word_of_game(self, node: ast.Attribute, base: Value, name: str) -> Value:
        v = self.vocabulary
        if name == "players":
            return self.constant(3, t.PLAYERS)
        if name in GAME_WORDS:
            into = self.new(GAME_WORDS[name])
            self.emit("LDB", into, imm=GAME_FIELDS.index(name))
            return Value(GAME_WORDS[name], register=into)
        if name in v.stacks:
            number, record = v.stacks[name]
            return Value(Type("stack", record), kind=number)
        if name in v.game_variables:
            variable = v.game_variables[name]
            into = self.new(variable.type)
            op = "LDGS" if variable.type.kind == "set" else "LDG"
            self.emit(op, into, imm=variable.offset)
            return Value(variable.type, register=into)
        found = self.derived(node, "game", name, base)
        if found is not None:
            return found
        known = [*v.game_variables, *v.stacks, *v.properties["game"], *GAME_WORDS, "players"]
        self.unknown(node, "word of Game", name, known)

    def word_of_zoneof(self, node: ast.Attribute, base: Value, name: str) -> Value:
        assert base.player is not None
        player = base.player
        if name == "cards":
            return Value(t.CARDS, register=self.as_cards(base, node))
        if name == "top":
            return self.field("ZTOPK", player, base.kind, t.CARD.maybe())
        if name == "player":
            return player
        if name == "occupied":
            count = self.field("ZCNTK", player, base.kind, t.INT)
            into = self.new(t.BOOL)
            zero = self.new(t.INT)
            self.load(1, zero)
            self.emit("MIN", into, self.register(count), zero)
            return Value(t.BOOL, register=into)
        return self.word_of_zone(node, Value(t.ZONE, register=self.register(base)), name)

    def word_of_zone(self, node: ast.Attribute, base: Value, name: str) -> Value:
        if name == "cards":
            return Value(t.CARDS, register=self.as_cards(base, node))
        if name in ("top", "bottom"):
            into = self.new(t.CARD.maybe())
            self.emit("ZTOP" if name == "top" else "ZBOT", into, self.register(base))
            return Value(into.type, register=into)
        if name in ZONE_FIELDS:
            types = {"player": t.PLAYER, "kind": t.PLACE, "occupied": t.BOOL}
            return self.field("ZFIELD", base, ZONE_FIELDS.index(name), types.get(name, t.INT))
        self.unknown(node, "word of Zone", name, ["cards", "top", "bottom", *ZONE_FIELDS])

    def word_of_grid(self, node: ast.Attribute, base: Value, name: str) -> Value:
        assert base.player is not None
        if name == "zones":
            return self.field("ZALL", base.player, base.kind, t.ZONES)
        if name == "empty":
            return self.field("ZEMPTY", base.player, base.kind, t.ZONES)
        if name == "empty_cells":
            zones = self.field("ZEMPTY", base.player, base.kind, t.ZONES)
            return self.field("ZCELLS", zones, base.kind, t.INT)
        if name == "cards":
            return self.field("SKIND", base.player, base.kind, t.CARDS)
        known = ["zones", "empty", "empty_cells", "cards", "at", "cards_at"]
        self.unknown(node, "word of Grid", name, known)

    def word_of_ability(self, node: ast.Attribute, base: Value, name: str) -> Value:
        v = self.vocabulary
        if name in v.ability_words:
            number, type_ = v.ability_words[name]
            return self.field("ABWORD", base, number, type_)
        if name in ABILITY_WORDS:
            return self.field("ABFIELD", base, ABILITY_FIELDS.index(name), ABILITY_WORDS[name])
        found = self.derived(node, "ability", name, base)
        if found is not None:
            return found
        self.unknown(node, "word of Ability", name, [*v.ability_words, *ABILITY_WORDS])

    def word_of_record(self, node: ast.Attribute, base: Value, name: str) -> Value:
        info = self.vocabulary.records.get(base.type.over)
        if info is None:
            self.refuse(node, f"{base.type} is not declared: use @rules.record(capacity=...)")
        if name in info.fields:
            variable = info.fields[name]
            wide = variable.type.kind == "set"
            if variable.type.kind == "list":
                self.refuse(node, "lists cannot be kept in records")
            return self.field("LDFS" if wide else "LDF", base, variable.offset, variable.type)
        found = self.derived(node, f"record:{base.type.over.__name__}", name, base)
        if found is not None:
            return found
        self.unknown(node, f"field of {base.type}", name, info.fields)

    def word_of_stack(self, node: ast.Attribute, base: Value, name: str) -> Value:
        if name == "top":
            type_ = Type("record", base.type.over)
            into = self.new(type_)
            self.emit("CTOP", into, imm=base.kind)
            return Value(type_, register=into)
        self.unknown(node, "word of Stack", name, ["top", "push", "pop"])

    def word_of_counts(self, node: ast.Attribute, base: Value, name: str) -> Value:
        if name == "total":
            into = self.new(t.INT)
            self.emit("CTOTAL", into, self.register(base))
            return Value(t.INT, register=into)
        self.unknown(node, "word of Counts", name, ["total", "covers", "plus"])

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
            row, column = (self.number(e) for e in node.slice.elts)
            cell = self.new(t.INT)
            self.emit("MULI", cell, row, imm=kind.columns)
            self.emit("ADD", cell, cell, column)
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
        shown = f"{function.__name__} takes {len(names)} arguments ({', '.join(names)})"
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
                self.refuse(keyword, f"{keyword.arg} is given twice: {shown}")
            nodes[at] = keyword.value
        values: list[Value] = []
        for part_or_none, name in zip(nodes, names, strict=False):
            if part_or_none is not None:
                values.append(self.value(part_or_none))
            elif name in signature.given:
                values.append(self.thing(node, signature.given[name]))
        if len(nodes) > len(names) or len(values) != len(signature.parameters):
            self.refuse(node, shown)
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
        placed = self.in_place(node, function, signature, ready)
        if placed is not None:
            return placed
        registers = [
            self.register(v, n) for v, n in zip(ready, nodes, strict=True) if v.type.kind != "game"
        ]
        return self.call(self.unit.exactly(function), registers, signature.result)

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
