"""Kernel words about abilities and effects, and those that ask them: timings, questions."""

from __future__ import annotations

import ast
import inspect

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.cardwords import CardWords
from tefuda.lang.middle import Label, Register
from tefuda.lang.types import Type
from tefuda.lang.values import Value
from tefuda.rules import (
    Question,
)

#: ``EffectVerb`` of the state.
GAIN, LOSE, BAR, NEGATE, LATER = 1, 2, 3, 4, 5
KIND_ALL = 0xFFFF
#: Where EFFECT notes which kept values are cards.
KEPT_CARDS = 12
#: Subjects of effects that are no card.
PLAYER_SUBJECT, GAME_SUBJECT = 256, 512


class AbilityWords(CardWords):
    """Translation of kernel words about abilities, effects, timings and questions."""

    # ------------------------------------------------------------ effects

    def subject(self, node: ast.expr) -> Register:
        """The card, player or game that an effect is about."""
        value = self.value(node)
        into = self.new(t.INT)
        if value.type.kind == "game":
            self.load(GAME_SUBJECT, into)
            return into
        if value.type.kind == "player":
            self.emit("ADDI", into, self.register(value), imm=PLAYER_SUBJECT)
            return into
        self.check(node, value, t.CARD)
        return self.register(value, node)

    def kept(self, nodes: list[ast.expr]) -> tuple[list[Register], int]:
        """Up to four kept values, padded with None, and the bits that say which ones they are."""
        registers: list[Register] = []
        bits = len(nodes) << 8
        for node in nodes:
            value = self.value(node)
            if value.type.width != 1:
                self.refuse(node, f"{value.type} cannot be kept", "keep single values")
            if value.type.kind == "card":
                bits |= 1 << KEPT_CARDS + len(registers)
            registers.append(self.register(value, node))
        while len(registers) < 4:
            empty = self.new(t.INT)
            self.load(-1, empty)
            registers.append(empty)
        return registers, bits

    def effect(self, node: ast.Call, verb: int) -> Value:
        most = 6 if verb == GAIN else 2
        options = self.arguments(node, 2 if verb == GAIN else 1, most=most, keywords="until")
        subject = self.subject(node.args[0])
        number = self.new(t.INT)
        if len(node.args) == 1:
            self.load(KIND_ALL, number)
        else:
            value = self.value(node.args[1])
            thing = value.thing if value.type.kind == "kind" else None
            if value.type.kind == "ability":
                number = self.register(value)
            elif value.type.kind == "kind" and thing is not None:
                kind = verb != GAIN
                self.load(
                    self.unit.ability_kind(thing) if kind else self.unit.ability(thing), number
                )
            elif value.type.kind == "kind" and verb != GAIN:
                number = self.register(value, node.args[1])
            else:
                self.refuse(node.args[1], f"{value.type} is no ability")
        until = self.until(options.get("until"))
        kept, bits = self.kept(node.args[2:])
        if node.args[2:]:
            self.note_kept(node, value, [r.type for r in kept[: len(node.args) - 2]])
        self.emit("EFFECT", args=[subject, number, until, *kept], imm=verb | bits)
        return Value(t.VOID)

    def note_kept(self, node: ast.Call, ability: Value, types: list[Type]) -> None:
        """Note what a text is given to keep: its body takes these first, the same everywhere."""
        if not inspect.isfunction(ability.thing):
            self.refuse(node.args[1], "values are kept for an ability that is named here")
        # a card that is another object by then reads as None
        kept = [Type(x.kind, x.over, x.optional or x.kind == "card") for x in types]
        if self.unit.kept_types.setdefault(ability.thing, kept) != kept:
            self.refuse(node, f"{ability.thing.__name__} keeps values of other types elsewhere")

    def do_gain(self, node: ast.Call, want: Type | None) -> Value:
        return self.effect(node, GAIN)

    def do_lose(self, node: ast.Call, want: Type | None) -> Value:
        return self.effect(node, LOSE)

    def do_bar(self, node: ast.Call, want: Type | None) -> Value:
        return self.effect(node, BAR)

    def do_negate(self, node: ast.Call, want: Type | None) -> Value:
        return self.effect(node, NEGATE)

    def do_later(self, node: ast.Call, want: Type | None) -> Value:
        options = self.arguments(node, 2, most=6, keywords="of until")
        point = self.timing_point(node.args[0])
        rule = self.object_of(node.args[1])
        if not inspect.isfunction(rule):
            self.refuse(node.args[1], "later takes a rule function by name")
        subject = self.new(t.INT)
        if "of" in options:
            player = self.number(options["of"], t.PLAYER)
            self.emit("ADDI", subject, player, imm=PLAYER_SUBJECT)
        else:
            self.load(GAME_SUBJECT, subject)
        number, until = self.new(t.INT), self.new(t.INT)
        if "until" in options:
            until = self.until(options["until"])
        else:
            self.load(0, until)
        kept, bits = self.kept(node.args[2:])
        types = [r.type for r in kept[: len(node.args) - 2]]
        self.load(self.unit.delayed(rule, point, types, self, node), number)
        self.emit("EFFECT", args=[subject, number, until, *kept], imm=LATER | bits)
        return Value(t.VOID)

    def do_expire(self, node: ast.Call, want: Type | None) -> Value:
        options = self.arguments(node, 1, keywords="of")
        until = self.until(node.args[0])
        of = self.new(t.PLAYER.maybe())
        if "of" in options:
            of = self.number(options["of"], t.PLAYER)
        else:
            self.load(-1, of)
        self.emit("EXPIRE", until, of)
        return Value(t.VOID)

    # ------------------------------------------------------------ abilities

    def kind_of(self, node: ast.expr) -> Value:
        value = self.value(node)
        if value.type.kind != "kind":
            self.refuse(node, f"{ast.unparse(node)} is no ability or keyword")
        return value

    def do_has(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        card = self.value(node.args[0], t.CARD)
        self.check(node.args[0], card, t.CARD)
        kind = self.kind_of(node.args[1])
        if kind.constant is None:
            self.refuse(node.args[1], "name the ability or keyword here")
        return self.field("HASK", card, kind.constant, t.BOOL)

    def do_bearing(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        cards = self.cards(node.args[0])
        kind = self.kind_of(node.args[1])
        if kind.constant is None:
            self.refuse(node.args[1], "name the ability or keyword here")
        into = self.new(t.CARDS)
        self.emit("SHASK", into, cards, imm=kind.constant)
        return Value(t.CARDS, register=into)

    def do_activated(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        into = self.new(t.CARDS)
        self.emit("SACT", into, self.cards(node.args[0]))
        return Value(t.CARDS, register=into)

    def ability_sort(self, node: ast.expr | None) -> int:
        """The number by which ABNEXT filters."""
        if node is None:
            return 0
        thing = self.object_of(node)
        if thing == kernel.ACTIVATED:
            return 1
        if thing == kernel.EFFECT:
            return 2
        kind = self.kind_of(node)
        return 256 + int(kind.constant or 0)

    def do_effect_of(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        card = self.number(node.args[0], t.CARD)
        into = self.new(t.ABILITY.maybe())
        self.emit("EFFOF", into, card)
        return Value(into.type, register=into)

    def do_count_use(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        self.emit("USE", self.number(node.args[0], t.ABILITY))
        return Value(t.VOID)

    def do_reset_uses(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        self.emit("UNUSE", self.cards(node.args[0]))
        return Value(t.VOID)

    def ability_call(self, node: ast.Call, skip: int, word: str) -> tuple[Register, list[Register]]:
        ability = self.number(node.args[0], t.ABILITY)
        bearer = self.new(t.CARD)
        self.emit("ABFIELD", bearer, ability, imm=0)
        rest = []
        for part in node.args[skip:]:
            value = self.value(part)
            if value.type.width != 1:
                self.refuse(part, f"{value.type} cannot be given to an ability's text")
            rest.append(self.register(value, part))
        self.unit.note_given(word, [r.type for r in rest], self, node)
        return ability, [bearer, *rest]

    def do_perform(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1, most=5)
        ability, args = self.ability_call(node, 1, "perform")
        self.emit("PERFORM", 0, ability, args=args)
        return Value(t.VOID)

    def do_legal(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2, most=6)
        number = self.checked(node.args[1], t.INT)
        if not 0 <= (number.constant or 0) < 4:
            self.refuse(node.args[1], "targets have the numbers 0 to 3")
        ability, args = self.ability_call(node, 2, "legal")
        into = self.new(t.CARDS)
        if number.constant is not None:
            self.emit("LEGAL", 0, ability, args=args, result=into, imm=number.constant)
            return Value(t.CARDS, register=into)
        chosen = self.register(number, node.args[1])
        end = self.label()
        self.emit("SCLR", into)
        for target in range(4):
            other = self.label()
            found = self.new(t.CARDS)
            self.emit("JNEI", chosen, target, label=other)
            self.emit("LEGAL", 0, ability, args=list(args), result=found, imm=target)
            self.emit("SMOV", into, found)
            self.jump(end)
            self.mark(other)
        self.mark(end)
        return Value(t.CARDS, register=into)

    # ------------------------------------------------------------ timings and questions

    def do_timing(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1, most=5)
        point = self.timing_point(node.args[0])
        channel = self.vocabulary.channels[point.name]
        given = node.args[1:]
        types = self.unit.argument_types(point)
        if len(given) != len(types):
            self.refuse(
                node, f"{point.name} is raised with {len(types)} arguments, {len(given)} given"
            )
        start, quiet = len(self.function.items), self.label()
        args, mode = [], 0
        for number, (part, type_) in enumerate(zip(given, types, strict=True)):
            value = self.value(part)
            if number == 0 and type_.kind == "card":
                if value.type.kind in ("set", "list", "zoneof", "zone"):
                    args.append(self.as_cards(value, part))
                    mode = 2
                    continue
                mode = 1
            elif number == 0:
                mode = 3
            self.check(part, value, type_)
            args.append(self.register(value, part))
        self.only_if_heard(node, start, channel, 0, quiet)
        if not self.unit.keep_timings:
            return Value(t.VOID)
        mark = self.new(t.INT)
        if args:
            self.emit("COLLECT", 0, len(given), mode, channel, args=args, result=mark)
        else:
            nothing = self.new(t.INT)
            self.load(-1, nothing)
            self.emit("COLLECT", 0, 0, 0, channel, args=[nothing], result=mark)
        self.emit("SETTLE", mark)
        self.mark(quiet)
        return Value(t.VOID)

    def only_if_heard(
        self, node: ast.Call, start: int, channel: int, kind: int, quiet: Label
    ) -> None:
        """Go to ``quiet`` before the arguments if nobody listens: they only read."""
        self.only_reads(
            node,
            start,
            "arguments are worked out only when something listens",
            "give the value a name before",
        )
        items = self.function.items
        if kind == 0 and not self.unit.keep_timings:
            del items[start:]
            return
        self.emit("JQUIET", channel, kind, label=quiet)
        items.insert(start, items.pop())

    def do_settle(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 0)
        mark = self.new(t.INT)
        self.emit("SETTLEA", mark)
        return Value(t.VOID)

    def do_would(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        point = self.timing_point(node.args[0])
        channel = self.vocabulary.channels[point.name]
        into = self.new(t.CARDS)
        self.emit("SMOV", into, self.cards(node.args[1]))
        quiet = self.label()
        self.emit("JQUIET", channel, 0, label=quiet)
        pair = self.new(Type("pair"))
        self.emit("WOULD", into, pair, imm=channel)
        self.emit("WOULDN", into, pair, imm=channel)
        self.mark(quiet)
        return Value(t.CARDS, register=into)

    def question(self, node: ast.Call, base: int) -> tuple[Question, list[Type]]:
        question = self.declared(node.args[0], Question, "question")
        types = self.unit.argument_types(question)
        given = len(node.args) - 1 - base
        if given != len(types):
            self.refuse(
                node, f"{question.name} is asked with {len(types)} arguments, {given} given"
            )
        return question, types

    def do_allowed(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1, most=5)
        question, types = self.question(node, 0)
        channel = self.vocabulary.channels[question.name]
        into = self.new(t.BOOL)
        self.emit("MOVI", into, imm=1)
        start, quiet = len(self.function.items), self.label()
        args = self.packed(node.args[1:], types)
        self.only_if_heard(node, start, channel, 1, quiet)
        answer = self.new(t.BOOL)
        self.emit("ALLOWED", answer, imm=channel | len(args) << 8, args=args)
        self.emit("MOV", into, answer)
        self.mark(quiet)
        return Value(t.BOOL, register=into)

    def do_value(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2, most=5)
        question, types = self.question(node, 1)
        channel = self.vocabulary.channels[question.name]
        base = self.value(node.args[1])
        if base.type.width != 1:
            self.refuse(node.args[1], f"{base.type} cannot be asked for")
        type_ = t.ZONE if base.type.kind == "zoneof" else base.type
        into = self.new(type_)
        self.move(into, base, node.args[1])
        start, quiet = len(self.function.items), self.label()
        args = [into, *self.packed(node.args[2:], types)]
        self.only_if_heard(node, start, channel, 1, quiet)
        answer = self.new(type_)
        self.emit("VALUE", answer, imm=channel | (len(args) - 1) << 8, args=args)
        self.emit("MOV", into, answer)
        self.mark(quiet)
        return Value(type_, register=into)

    def do_permitted(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2, most=5)
        question, types = self.question(node, 0)
        channel = self.vocabulary.channels[question.name]
        into = self.new(t.CARDS)
        self.emit("SMOV", into, self.cards(node.args[1]))
        if types[0] != t.CARD:
            self.refuse(node, f"{question.name} is asked about {types[0]}, not about a card")
        start, quiet = len(self.function.items), self.label()
        args = self.packed(node.args[2:], types[1:])
        self.only_if_heard(node, start, channel, 1, quiet)
        given = len(args)
        if not args:
            nothing = self.new(t.INT)
            self.load(-1, nothing)
            args = [nothing]
        self.emit("PERMIT", into, imm=channel | given << 8, args=args)
        self.mark(quiet)
        return Value(t.CARDS, register=into)
