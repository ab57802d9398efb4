"""Sets built by comprehension, and ``len sum min max any all`` over them.

A filter over cards becomes set algebra where its parts allow it: static masks for printed words,
flags, membership and comparisons with a value that does not depend on the card; what is left is a
loop over the remaining cards.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import IntEnum
from functools import partial
from typing import Any

from tefuda.lang import types as t
from tefuda.lang.analysis import BECAUSE
from tefuda.lang.conditions import MIRROR, OPPOSITE
from tefuda.lang.expressions import Expressions
from tefuda.lang.middle import Label, Register, Step
from tefuda.lang.operations import IMPURE
from tefuda.lang.trees import names_in, nodes
from tefuda.lang.types import Type, assignable
from tefuda.lang.values import Scope, Value, names_of
from tefuda.lang.vocabulary import PrintedWord

#: ``MaskTest`` of the state, by comparison.
TESTS: dict[type[ast.cmpop], int] = {
    ast.Eq: 0,
    ast.NotEq: 1,
    ast.Lt: 2,
    ast.LtE: 3,
    ast.Gt: 4,
    ast.GtE: 5,
}
BITS = 6
#: Sizes up to which one register holds a set.
PRINTED_ONLY = 1 << 8
SMALLEST = 1 << 9


class SetForms(Expressions):
    """Translation of comprehensions and of folds over them."""

    # ------------------------------------------------------------ comprehensions

    def comprehension(self, node: ast.SetComp, want: Type | None) -> Value:
        start = len(self.function.items)
        value = self.built(node)
        self.only_reads(node, start)
        return value

    def only_reads(
        self,
        node: ast.expr,
        start: int,
        why: str = "inside a set or a fold the game is only read",
        hint: str = "do it in a for loop, or give the value a name before",
    ) -> None:
        """Refuse what the steps since ``start`` do besides reading the game."""
        source = self.scope.source
        for item in self.function.items[start:]:
            if not isinstance(item, Step):
                continue
            if item.op in IMPURE:
                self.refuse(node, f"{why}, but {BECAUSE.get(item.op, 'this changes it')}", hint)
            if item.op == "CALL":
                name = self.unit.functions[item.callee].name
                refuse = partial(source.refuse, node, f"{why}; {name} does more", hint)
                self.unit.read_only.append((item.callee, refuse))

    def built(self, node: ast.SetComp) -> Value:
        generator = self.only_generator(node)
        target = generator.target
        if not isinstance(target, ast.Name):
            self.refuse(target, "one variable is needed here")
        source = self.iterable(generator.iter)
        if source.type.kind == "set":
            alone = len(node.generators) == 1
            if alone and isinstance(node.elt, ast.Name) and node.elt.id == target.id:
                return Value(t.CARDS, register=self.filtered(source, target.id, generator.ifs))
            base = self.filtered(source, target.id, generator.ifs)
            return self.mapped(node, base, target.id, t.CARD, [], generator.ifs)
        element = source.type.over
        return self.mapped(node, source, target.id, element, generator.ifs)

    def only_generator(self, node: ast.SetComp | ast.GeneratorExp) -> ast.comprehension:
        if len(node.generators) != 1:
            return self.nested_generators(node)
        if node.generators[0].is_async:
            self.refuse(node, "rules do not wait")
        return node.generators[0]

    def nested_generators(self, node: ast.SetComp | ast.GeneratorExp) -> ast.comprehension:
        """Several ``for`` in one comprehension become one inside the other."""
        return node.generators[0]

    def iterable(self, node: ast.expr) -> Register:
        """The set, of cards or small, that a comprehension runs over."""
        value = self.value(node)
        if value.type.kind == "small":
            return self.register(value, node)
        if value.type.kind == "grid":
            assert value.player is not None
            return self.register(self.field("ZALL", value.player, value.kind, t.ZONES))
        if value.type.kind == "thing" and isinstance(value.thing, type):
            return self.members_of(node, value.thing)
        if value.type.optional:
            self.check(node, value, value.type.sure())
        return self.as_cards(value, node)

    def members_of(self, node: ast.expr, cls: type) -> Register:
        """All members of an enumeration as a small set."""
        if not issubclass(cls, IntEnum):
            self.refuse(node, f"{cls.__name__} is no enumeration", "name a set or an IntEnum")
        members = [int(m) for m in cls]
        if not all(0 <= m < 64 for m in members):
            self.refuse(node, f"members of {cls.__name__} beyond 0 to 63 cannot be looped over")
        into = self.new(Type("small", Type("member", cls)))
        self.load(sum(1 << m for m in set(members)), into)
        return into

    def mapped(
        self,
        node: ast.SetComp,
        source: Register,
        name: str,
        element: Type,
        tests: list[ast.expr],
        held: Sequence[ast.expr] = (),
    ) -> Value:
        """``{f(x) for x in source if ...}`` by a loop; ``held`` are tests that hold already."""
        results: list[Register] = []
        variable = self.new(element)
        start = len(self.function.items)

        def body(following: Label, end: Label) -> None:
            with self.bound(name, element, variable):
                self.all_hold(tests, following)
                for test in held:
                    self.learn(test, True)
                if len(node.generators) > 1:
                    inner = ast.SetComp(node.elt, node.generators[1:])
                    value = self.comprehension(ast.copy_location(inner, node), None)
                    into = self.new(value.type)
                    op = "SOR" if into.type == t.CARDS else "OR"
                    self.emit(op, into, into, self.register(value))
                else:
                    into = self.new(self.set_of(node.elt, value := self.value(node.elt)))
                    self.add_element(into, value, node.elt)
                results.append(into)

        self.loop_over(source, variable, body)
        into = results[0]
        # the set is empty before the loop, which told what it is of
        loop = self.function.items[start:]
        del self.function.items[start:]
        if into.type.kind == "set":
            self.emit("SCLR", into)
        else:
            self.load(0, into)
        self.function.items += loop
        return Value(into.type, register=into)

    def set_of(self, node: ast.expr, value: Value) -> Type:
        """The type of a set of such elements."""
        if value.type.optional:
            self.check(node, value, value.type.sure())
        if value.type.kind == "card":
            return t.CARDS
        if value.type.kind in ("zone", "zoneof", "player", "member"):
            return Type("small", t.ZONE if value.type.kind == "zoneof" else value.type)
        self.refuse(node, f"a set of {value.type} cannot be built")

    def add_element(self, into: Register, value: Value, node: ast.expr) -> None:
        """Put an element into a set."""
        if into.type == t.CARDS:
            self.emit("SADD", into, self.register(value, node))
            return
        bit = self.new(t.INT)
        self.emit("BIT", bit, self.register(value, node))
        self.emit("OR", into, into, bit)

    def bound(self, name: str, type_: Type, register: Register) -> Bound:
        """A loop variable inside a comprehension; an outer variable of that name is hidden."""
        return Bound(self, name, Value(type_, register=register))

    def all_hold(self, tests: list[ast.expr], no: Label) -> None:
        """Go to ``no`` unless all tests hold."""
        for test in tests:
            go_on = self.label()
            self.condition(test, go_on, no, go_on)
            self.mark(go_on)
            self.learn(test, True)

    # ------------------------------------------------------------ filters

    def filtered(
        self,
        source: Register,
        name: str,
        tests: list[ast.expr],
    ) -> Register:
        """The cards of ``source`` for which all tests hold."""
        with self.branch():
            return self.filter_by(source, name, [p for test in tests for p in conjuncts(test)])

    def filter_by(self, current: Register, name: str, parts: list[ast.expr]) -> Register:
        """Filter by one part after the other, what is one set operation at once."""
        found, out = self.new(t.CARDS), self.label()
        rest: list[ast.expr] = []
        asked = False
        for part in parts:
            if not rest and self.about_no_card(name, part):
                # asked once: without it there is nothing to filter
                if not asked:
                    self.emit("SCLR", found)
                asked = True
                go_on = self.label()
                self.condition(part, go_on, out, go_on)
                self.mark(go_on)
                self.learn(part, True)
                continue
            if rest and not self.independent(part):
                rest.append(part)
                continue
            narrowed = self.narrow_by(current, name, part)
            if narrowed is None:
                rest.append(part)
            else:
                current = narrowed
        left = self.residue(current, name, rest) if rest else current
        if not asked:
            return left
        self.emit("SMOV", found, left)
        self.mark(out)
        return found

    def about_no_card(self, name: str, part: ast.expr) -> bool:
        """Whether a filter is the same for every card, and not known yet."""
        plain = not any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in nodes(part))
        return plain and name not in names_in(part) and self.known(part) is None

    def independent(self, part: ast.expr) -> bool:
        """Whether a later filter may be applied before an earlier one: it tests no reference."""
        return not any(isinstance(n, (ast.Call, ast.Subscript)) for n in nodes(part))

    def narrow_by(self, source: Register, name: str, test: ast.expr) -> Register | None:
        """One set operation that filters by a test, if there is one."""
        inside = True
        while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inside, test = not inside, test.operand
        known = self.known(test) if name not in names_in(test) else None
        if known is not None:
            if known == inside:
                return source
            empty = self.new(t.CARDS)
            self.emit("SCLR", empty)
            return empty
        word = self.word_of_variable(test, name)
        if word is not None:
            return self.by_word(source, word, inside)
        if isinstance(test, ast.BinOp) and isinstance(test.op, ast.BitAnd):
            return self.by_bits(source, name, test, inside)
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self.by_comparison(source, name, test, inside)
        return None

    def word_of_variable(self, node: ast.expr, name: str) -> str | None:
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == name
        ):
            return node.attr
        return None

    def by_word(self, source: Register, word: str, inside: bool) -> Register | None:
        v = self.vocabulary
        into = self.new(t.CARDS)
        if word in v.flags:
            self.emit("SANDF" if inside else "SANDNF", into, source, imm=v.flags[word])
            return into
        if word in v.words and not v.words[word].stat and not v.words[word].type.reference:
            mask = self.unit.mask(v.words[word].number, 1, 0)
            self.emit("SANDM" if inside else "SANDNM", into, source, imm=mask)
            return into
        if word == "in_play":
            play = self.new(t.CARDS)
            self.emit("SPLAY", play)
            self.emit("SAND" if inside else "SANDN", into, source, play)
            return into
        if word == "face_down":
            down = self.new(t.CARDS)
            self.emit("SDOWN", down)
            self.emit("SAND" if inside else "SANDN", into, source, down)
            return into
        function = v.properties.get("card", {}).get(word)
        if function is not None:
            return self.by_property(source, function, inside)
        return None

    def by_property(self, source: Register, function: Any, inside: bool) -> Register | None:
        """A derived yes/no word of one expression is looked into."""
        signature = self.unit.signature(function)
        if signature.expression is None or function in self.inlining or len(self.inlining) > 6:
            return None
        if signature.result.kind != "bool" or function in self.vocabulary.methods:
            return None
        outer = self.scope
        name = signature.parameters[0][0]
        self.scope = Scope(self.unit.source(function), names_of(function))
        self.inlining.append(function)
        try:
            test = signature.expression
            if not inside:
                test = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
            return self.filtered(source, name, [test])
        finally:
            self.scope = outer
            self.inlining.pop()

    def by_bits(
        self, source: Register, name: str, test: ast.BinOp, inside: bool
    ) -> Register | None:
        v = self.vocabulary
        left, right = test.left, test.right
        word = self.word_of_variable(left, name)
        if word is None:
            left, right = right, left
            word = self.word_of_variable(left, name)
        if word not in v.words or name in names_in(right) or v.words[word].stat:
            return None
        if v.words[word].type.kind != "int":
            return None
        number = self.quiet_constant(right)
        into = self.new(t.CARDS)
        if number is not None:
            mask = self.unit.mask(v.words[word].number, BITS, number)
            self.emit("SANDM" if inside else "SANDNM", into, source, imm=mask)
            return into
        bits = self.number(right)
        test_number = BITS if inside else BITS + 1
        self.emit("SFILT", into, source, bits, v.words[word].number | test_number << 8)
        return into

    def by_comparison(
        self, source: Register, name: str, test: ast.Compare, inside: bool
    ) -> Register | None:
        op, left, right = type(test.ops[0]), test.left, test.comparators[0]
        if op in (ast.In, ast.NotIn):
            return self.by_membership(source, name, test, inside == (op is ast.In))
        if op in (ast.Is, ast.IsNot):
            return None
        if self.is_variable(right, name) or self.word_of_variable(right, name):
            left, right, op = right, left, MIRROR[op]
        if name in names_in(right):
            return None
        if not inside:
            op = OPPOSITE[op]
        if self.is_variable(left, name):
            return self.by_identity(source, op, right)
        word = self.word_of_variable(left, name)
        v = self.vocabulary
        if word == "owner" and op in (ast.Eq, ast.NotEq):
            return self.by_player("SOWNED", source, op, right)
        if word == "user" and op in (ast.Eq, ast.NotEq):
            return self.by_player("SUSED", source, op, right)
        if word == "zone" and op in (ast.Eq, ast.NotEq):
            return self.by_zone(source, op, right)
        if word not in v.words or v.words[word].type.kind == "counts":
            return None
        if isinstance(right, ast.Constant) and right.value is None:
            return None
        return self.by_value(source, v.words[word], op, right)

    def is_variable(self, node: ast.expr, name: str) -> bool:
        return isinstance(node, ast.Name) and node.id == name

    def by_identity(
        self, source: Register, op: type[ast.cmpop], other: ast.expr
    ) -> Register | None:
        if op not in (ast.Eq, ast.NotEq):
            return None
        value = self.value(other)
        if value.type.kind not in ("card", "none"):
            return None
        into = self.new(t.CARDS)
        if op is ast.NotEq:
            self.emit("SMOV", into, source)
            self.emit("SDEL", into, self.register(value, other))
        else:
            self.emit("SONE", into, self.register(value, other))
            self.emit("SAND", into, into, source)
        return into

    def by_player(
        self, operation: str, source: Register, op: type[ast.cmpop], other: ast.expr
    ) -> Register:
        cards, into = self.new(t.CARDS), self.new(t.CARDS)
        self.emit(operation, cards, self.number(other, t.PLAYER))
        self.emit("SAND" if op is ast.Eq else "SANDN", into, source, cards)
        return into

    def by_zone(self, source: Register, op: type[ast.cmpop], other: ast.expr) -> Register | None:
        value = self.value(other)
        cards, into = self.new(t.CARDS), self.new(t.CARDS)
        if value.type.kind == "zone" and not value.type.optional:
            self.emit("SZONE", cards, self.register(value))
        elif value.type.kind == "zoneof":
            cards = self.as_cards(value, other)
        elif value.type.kind == "place" and value.constant is not None:
            self.emit("SKINDS", cards, imm=value.constant - 256)
        else:
            return None
        self.emit("SAND" if op is ast.Eq else "SANDN", into, source, cards)
        return into

    def by_value(
        self, source: Register, word: PrintedWord, op: type[ast.cmpop], other: ast.expr
    ) -> Register:
        number, stat = word.number, word.stat
        value = self.value(other)
        shown = ast.copy_location(ast.Compare(other, [op()], [other]), other)
        self.comparable(shown, op, Value(word.type), value)
        constant = value.constant
        into = self.new(t.CARDS)
        if constant is not None and not stat:
            self.emit("SANDM", into, source, imm=self.unit.mask(number, TESTS[op], constant))
            return into
        if op in (ast.Eq, ast.NotEq) and not stat and value.type.kind in ("name", "member"):
            cards = self.new(t.CARDS)
            self.emit("SVAL", cards, self.register(value, other), imm=number)
            self.emit("SAND" if op is ast.Eq else "SANDN", into, source, cards)
            return into
        self.emit("SFILT", into, source, self.register(value, other), number | TESTS[op] << 8)
        return into

    def by_membership(
        self, source: Register, name: str, test: ast.Compare, inside: bool
    ) -> Register | None:
        right = test.comparators[0]
        if self.word_of_variable(right, name):
            return self.by_member(source, name, test, inside)
        if not self.is_variable(test.left, name) or name in names_in(right):
            return None
        if isinstance(right, (ast.Tuple, ast.List)):
            return None
        cards = self.cards(right)
        into = self.new(t.CARDS)
        self.emit("SAND" if inside else "SANDN", into, source, cards)
        return into

    def by_member(
        self, source: Register, name: str, test: ast.Compare, inside: bool
    ) -> Register | None:
        """Those whose printed word, a set of members, has one: the same for every card."""
        word = self.vocabulary.words.get(self.word_of_variable(test.comparators[0], name) or "")
        if word is None or word.stat or word.type.kind != "small" or name in names_in(test.left):
            return None
        member = self.value(test.left)
        if not assignable(word.type.over, member.type):
            return None
        into = self.new(t.CARDS)
        if member.constant is not None and 0 <= member.constant < 63:
            mask = self.unit.mask(word.number, BITS, 1 << member.constant)
            self.emit("SANDM" if inside else "SANDNM", into, source, imm=mask)
            return into
        bit = self.new(t.INT)
        self.emit("BIT", bit, self.register(member, test.left))
        kind = BITS if inside else BITS + 1
        self.emit("SFILT", into, source, bit, word.number | kind << 8)
        return into

    def residue(self, source: Register, name: str, tests: list[ast.expr]) -> Register:
        """What no set operation can filter: a loop that takes out the cards failing a test."""
        into = self.new(t.CARDS)
        self.emit("SMOV", into, source)
        variable = self.new(t.CARD)

        def body(following: Label, end: Label) -> None:
            out = self.label()
            with self.bound(name, t.CARD, variable):
                self.all_hold(tests, out)
            self.jump(following)
            self.mark(out)
            self.emit("SDEL", into, variable)

        self.loop_over(source, variable, body)
        return into

    # ------------------------------------------------------------ folds

    def folding(self, node: ast.Call, name: str) -> Value:
        if name == "set" and not node.args:
            return Value(t.CARDS, constant=0)
        if not node.args:
            self.refuse(node, f"{name} needs an argument")
        if name in ("len", "int", "bool", "abs"):
            self.arguments(node, 1)
            return self.length(node) if name == "len" else self.converted(node, name)
        self.arguments(node, 1, most=8, keywords="default" if name in ("min", "max") else "")
        first = node.args[0]
        if name == "set" and isinstance(first, ast.GeneratorExp):
            self.refuse(node, "sets are written in braces", "{x for x in cards if ...}")
        if isinstance(first, (ast.GeneratorExp, ast.SetComp)) and len(node.args) == 1:
            start = len(self.function.items)
            value = self.fold_generator(node, name, first)
            self.only_reads(node, start)
            return value
        if name in ("min", "max") and len(node.args) >= 2 and not node.keywords:
            return self.extreme(node, name)
        if name in ("any", "all", "sum", "set"):
            self.refuse(node, f"{name} takes a generator here", f"{name}(x.word for x in cards)")
        self.refuse(node, f"{name}(...) of this kind is outside the rule language")

    def length(self, node: ast.Call) -> Value:
        argument = node.args[0]
        value = self.value(argument)
        into = self.new(t.INT)
        match value.type.kind:
            case "zoneof":
                assert value.player is not None
                self.emit("ZCNTK", into, self.register(value.player), imm=value.kind)
            case "zone" if not value.type.optional:
                self.emit("ZCNT", into, self.register(value))
            case "set":
                self.emit("SCNT", into, self.register(value, argument))
            case "small":
                self.emit("BCNT", into, self.register(value, argument))
            case "list":
                self.emit("LLEN", into, self.register(value))
            case "stack":
                self.emit("CLEN", into, imm=value.kind)
            case _:
                self.refuse(node, f"{value.type} has no length")
        return Value(t.INT, register=into)

    def converted(self, node: ast.Call, name: str) -> Value:
        if name == "bool":
            return self.as_bool(node.args[0])
        value = self.value(node.args[0])
        if not value.type.number:
            self.refuse(node, f"{value.type} is no number")
        if name == "int":
            return Value(t.INT, value.register, value.constant)
        negative = self.field("RSUBI", value, 0, t.INT)
        into = self.new(t.INT)
        self.emit("MAX", into, self.register(value), self.register(negative))
        return Value(t.INT, register=into)

    def extreme(self, node: ast.Call, name: str) -> Value:
        values = [self.value(a) for a in node.args]
        for value, part in zip(values, node.args, strict=True):
            self.check(part, value, t.INT)
        constants = [v.constant for v in values if v.constant is not None]
        if len(constants) == len(values):
            return self.constant(min(constants) if name == "min" else max(constants))
        into = self.new(t.INT)
        op = "MIN" if name == "min" else "MAX"
        first, *rest = (self.register(v) for v in values)
        for number, register in enumerate(rest):
            self.emit(op, into, first if number == 0 else into, register)
        return Value(t.INT, register=into)

    def fold_generator(
        self, node: ast.Call, name: str, inner: ast.GeneratorExp | ast.SetComp
    ) -> Value:
        generator = self.only_generator(inner)
        if len(inner.generators) > 1:
            self.refuse(inner, "one for is enough here", "name the set first")
        target = generator.target
        if not isinstance(target, ast.Name):
            self.refuse(target, "one variable is needed here")
        source = self.iterable(generator.iter)
        cards = source.type.kind == "set"
        element = t.CARD if cards else source.type.over
        tests = list(generator.ifs)
        if name in ("any", "all"):
            test = inner.elt
            if name == "all":
                test = ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
            return self.exists(source, element, target.id, [*tests, test], name == "any")
        if cards:
            source = self.filtered(source, target.id, tests)
            tests = []
            word = self.word_of_variable(inner.elt, target.id)
            if word in self.vocabulary.words and name in ("sum", "min", "max"):
                number = self.vocabulary.words[word].number
                if self.vocabulary.words[word].type.kind in ("int", "bool"):
                    return self.native_fold(node, name, source, number)
        return self.loop_fold(node, name, inner, source, element, target.id, tests)

    def native_fold(self, node: ast.Call, name: str, source: Register, number: int) -> Value:
        into = self.new(t.INT)
        if name == "sum":
            self.emit("SSUM", into, source, imm=number)
            return Value(t.INT, register=into)
        self.emit("SBEST", into, source, imm=number | (SMALLEST if name == "min" else 0))
        self.default_of(node, into, source)
        return Value(t.INT, register=into)

    def default_of(self, node: ast.Call, into: Register, source: Register) -> None:
        """``default=`` of ``min`` and ``max``; without it an empty set gives 0."""
        default = next((k.value for k in node.keywords if k.arg == "default"), None)
        if default is None:
            return
        value = self.value(default)
        self.check(default, value, t.INT)
        if value.constant == 0:
            return
        some = self.label()
        self.emit("JSET" if source.type.kind == "set" else "JT", source, label=some)
        self.move(into, value, default)
        self.mark(some)

    def exists(
        self, source: Register, element: Type, name: str, tests: list[ast.expr], answer: bool
    ) -> Value:
        """Whether some element passes all tests (``answer``) or none does."""
        into = self.new(t.BOOL)
        if element == t.CARD:
            left = self.filtered(source, name, tests)
            found = self.label()
            self.emit("MOVI", into, imm=int(answer))
            self.emit("JSET", left, label=found)
            self.emit("MOVI", into, imm=int(not answer))
            self.mark(found)
            return Value(t.BOOL, register=into)
        variable = self.new(element)
        self.emit("MOVI", into, imm=int(not answer))

        def body(following: Label, end: Label) -> None:
            with self.bound(name, element, variable):
                self.all_hold(tests, following)
            self.emit("MOVI", into, imm=int(answer))
            self.jump(end)

        self.loop_over(source, variable, body)
        return Value(t.BOOL, register=into)

    def loop_fold(
        self,
        node: ast.Call,
        name: str,
        inner: ast.GeneratorExp | ast.SetComp,
        source: Register,
        element: Type,
        variable_name: str,
        tests: list[ast.expr],
    ) -> Value:
        into, first = self.new(t.INT), self.new(t.INT)
        self.load(0, into)
        if name in ("min", "max"):
            self.load(1, first)
        elif name != "sum":
            self.refuse(node, f"{name}(...) of this kind is outside the rule language")
        variable = self.new(element)

        def body(following: Label, end: Label) -> None:
            with self.bound(variable_name, element, variable):
                self.all_hold(tests, following)
                amount = self.value(inner.elt)
                self.check(inner.elt, amount, t.INT)
                register = self.register(amount, inner.elt)
                if name == "sum":
                    self.emit("ADD", into, into, register)
                    return
                again = self.label()
                self.emit("JF", first, label=again)
                self.emit("MOV", into, register)
                self.load(0, first)
                self.mark(again)
                self.emit("MIN" if name == "min" else "MAX", into, into, register)

        self.loop_over(source, variable, body)
        if name != "sum":
            self.default_of(node, into, source)
        return Value(t.INT, register=into)


class Bound:
    """A variable that exists inside a comprehension only."""

    def __init__(self, owner: SetForms, name: str, value: Value) -> None:
        self.owner, self.name, self.new_value = owner, name, value

    def __enter__(self) -> None:
        scope = self.owner.scope
        scope.comprehensions += 1
        self.old = scope.variables.get(self.name)
        self.was_assigned = self.name in scope.assigned
        self.sure = set(scope.sure)
        scope.variables[self.name] = self.new_value
        scope.assigned.add(self.name)
        self.owner.forget(self.name)

    def __exit__(self, *exc: object) -> None:
        scope = self.owner.scope
        scope.comprehensions -= 1
        if self.old is not None:
            scope.variables[self.name] = self.old
        else:
            del scope.variables[self.name]
        if not self.was_assigned:
            scope.assigned.discard(self.name)
        scope.sure = self.sure


def conjuncts(test: ast.expr) -> list[ast.expr]:
    """The parts of a test that must all hold."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
