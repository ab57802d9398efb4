"""Names, and the words of cards, players and all the rest."""

from __future__ import annotations

import ast
import builtins
import enum
from collections.abc import Callable
from typing import Any

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.conditions import Conditions
from tefuda.lang.middle import Register
from tefuda.lang.operations import ABILITY_FIELDS, CARD_FIELDS, GAME_FIELDS, ZONE_FIELDS
from tefuda.lang.types import Type
from tefuda.lang.values import Value
from tefuda.lang.vocabulary import ABILITY_WORDS, CARD_WORDS, GAME_WORDS, member_value
from tefuda.rules import Keyword, Parameter, TheGame, Word, ZoneKind


class Names(Conditions):
    """Translation of names and words into values."""

    def call_rule(
        self,
        node: ast.expr,
        function: Callable[..., Any],
        values: list[Value],
        nodes: list[ast.expr],
    ) -> Value:
        """Call (or put in place) a rule function with translated arguments."""
        raise NotImplementedError

    def cards(self, node: ast.expr) -> Register:
        value = self.value(node, t.CARDS)
        if value.type.kind == "card" and not value.type.optional:
            return self.as_cards(value, node)
        if value.type.kind == "card":
            self.check(node, value, t.CARD)
        return self.as_cards(value, node)

    def checked(self, node: ast.expr, type_: Type) -> Value:
        """A value of a type, refused otherwise."""
        value = self.value(node, type_)
        self.check(node, value, type_)
        return value

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
