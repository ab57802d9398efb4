"""The words of ``tefuda.kernel`` in rule functions: what each is translated into."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.middle import Label, Register
from tefuda.lang.operations import CARD_FIELDS, OPTION_KINDS
from tefuda.lang.setforms import SetForms
from tefuda.lang.types import Type
from tefuda.lang.values import Value
from tefuda.rules import (
    Ask,
    Duration,
    Link,
    Outcome,
    PaymentScheme,
    Question,
    StatWord,
    TimingPoint,
    Window,
    Word,
)

D = TypeVar("D", bound=Word)
#: Bits of PUT.
BOTTOM, FACE_DOWN, KNOWN_TO = 1, 2, 4
#: Bits of ATTACH, above the link.
ATTACH_DOWN, ATTACH_KNOWN = 1 << 9, 1 << 10
#: ``EffectVerb`` of the state.
GAIN, LOSE, BAR, NEGATE, LATER = 1, 2, 3, 4, 5
#: ``StatOp``.
ADD, SET, ORIGINAL, SWAP = 0, 1, 2, 3
KIND_ALL = 0xFFFF
#: Where EFFECT notes which kept values are cards.
KEPT_CARDS = 12
#: Subjects of effects that are no card.
PLAYER_SUBJECT, GAME_SUBJECT = 256, 512


class KernelWords(SetForms):
    """Translation of calls of kernel words."""

    def kernel_word(self, node: ast.Call, word: Any, want: Type | None) -> Value:
        handler: Callable[[ast.Call, Type | None], Value] | None = getattr(
            self, f"do_{word.__name__}", None
        )
        if handler is None:
            self.refuse(
                node,
                f"{word.__name__} is no operation here",
                "after, held and extract stand in with statements, abilities in for loops",
            )
        return handler(node, want)

    # ------------------------------------------------------------ arguments

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

    # ------------------------------------------------------------ moving cards

    def put_bits(self, options: dict[str, ast.expr]) -> int:
        bits = 0
        at = options.get("at")
        if at is not None:
            thing = self.object_of(at)
            if thing not in (kernel.BOTTOM, kernel.TOP):
                self.refuse(at, "at= is TOP or BOTTOM")
            bits |= BOTTOM if thing == kernel.BOTTOM else 0
        if self.flag(options.get("face_down")):
            bits |= FACE_DOWN
        return bits

    def do_put(self, node: ast.Call, want: Type | None) -> Value:
        options = self.arguments(node, 2, keywords="at face_down known_to")
        card, place = self.number(node.args[0], t.CARD), self.place(node.args[1])
        bits = self.put_bits(options)
        known: Register | int = 0
        if "known_to" in options:
            known = self.number(options["known_to"], t.PLAYER)
            bits |= KNOWN_TO
        else:
            known = card
        self.emit("PUT", card, place, known, bits)
        return Value(t.VOID)

    def do_put_all(self, node: ast.Call, want: Type | None) -> Value:
        options = self.arguments(node, 2, keywords="at face_down")
        value = self.value(node.args[0])
        place = self.place(node.args[1])
        bits = self.put_bits(options)
        if value.type.kind == "list":
            self.emit("PUTL", self.register(value), place, 0, bits)
        else:
            self.check(node.args[0], value, value.type.sure())
            self.emit("PUTS", self.as_cards(value, node.args[0]), place, 0, bits)
        return Value(t.VOID)

    def do_attach(self, node: ast.Call, want: Type | None) -> Value:
        options = self.arguments(node, 3, keywords="face_down known_to")
        card, host = self.number(node.args[0], t.CARD), self.number(node.args[1], t.CARD)
        link = self.declared(node.args[2], Link, "link")
        bits = int(self.vocabulary.links[link.name])
        known = card
        if self.flag(options.get("face_down")):
            bits |= ATTACH_DOWN
        if "known_to" in options:
            known = self.number(options["known_to"], t.PLAYER)
            bits |= ATTACH_KNOWN
        self.emit("ATTACH", card, host, known, bits)
        return Value(t.VOID)

    def do_arrange(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        cards = self.cards(node.args[0])
        word = node.args[1]
        name = word.attr if isinstance(word, ast.Attribute) else None
        variable = self.vocabulary.card_variables.get(name or "")
        if variable is None or variable.type.kind not in ("zone", "place"):
            self.refuse(
                word,
                "arrange takes a card variable that holds a zone",
                "write arrange(cards, Card.bound_for)",
            )
        self.emit("ARRANGE", cards, imm=variable.offset)
        return Value(t.VOID)

    def do_become(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        card = self.number(node.args[0], t.CARD)
        form = self.value(node.args[1])
        if form.type.kind != "none":
            self.check(node.args[1], form, t.CARD)
            shape = self.field("CARDF", form, CARD_FIELDS.index("form"), t.INT)
            self.emit("BECOME", card, self.register(shape))
        else:
            self.emit("BECOME", card, self.register(form, node.args[1]))
        return Value(t.VOID)

    def do_shuffle(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        self.emit("SHUF", self.number(node.args[0], t.ZONE))
        return Value(t.VOID)

    def do_random_card(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        cards = self.cards(node.args[0])
        into = self.new(t.CARD.maybe())
        self.emit("RANDC", into, cards)
        return Value(into.type, register=into)

    def do_random_below(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        into = self.new(t.INT)
        self.emit("RANDN", into, self.number(node.args[0]))
        return Value(t.INT, register=into)

    def do_reveal(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        self.emit("REVEAL", self.cards(node.args[0]))
        return Value(t.VOID)

    def do_look(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        player = self.number(node.args[0], t.PLAYER)
        self.emit("LOOK", player, self.cards(node.args[1]))
        return Value(t.VOID)

    def do_conceal(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        self.emit("HIDE", self.cards(node.args[0]))
        return Value(t.VOID)

    def do_knows(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        player, card = self.number(node.args[0], t.PLAYER), self.number(node.args[1], t.CARD)
        into = self.new(t.BOOL)
        known = self.label()
        self.emit("MOVI", into, imm=1)
        self.emit("JKNOW", player, card, label=known)
        self.emit("MOVI", into, imm=0)
        self.mark(known)
        return Value(t.BOOL, register=into)

    # ------------------------------------------------------------ numbers

    def modification(
        self, node: ast.Call, op: int, amount: Register | None, other: int = 0
    ) -> Value:
        options = {k.arg: k.value for k in node.keywords}
        cards = self.cards(node.args[0])
        number = self.stat(node.args[1])
        if amount is None:
            amount = self.new(t.INT)
            self.load(0, amount)
        until = self.until(options.get("until"))
        self.emit("MODIFY", args=[cards, amount, until], imm=number | op << 8 | other << 16)
        return Value(t.VOID)

    def do_modify(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3, keywords="until")
        return self.modification(node, ADD, self.number(node.args[2]))

    def do_set_to(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3, keywords="until")
        return self.modification(node, SET, self.stat_value(node.args[2]))

    def do_set_original(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3, keywords="until")
        return self.modification(node, ORIGINAL, self.stat_value(node.args[2]))

    def stat_value(self, node: ast.expr) -> Register:
        """A value that a stat may be set to: a number, or a name where the stat is a name."""
        value = self.value(node)
        if value.type.kind == "name":
            return self.register(value, node)
        self.check(node, value, t.INT)
        return self.register(value, node)

    def do_swap(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3, keywords="until")
        return self.modification(node, SWAP, None, self.stat(node.args[2]))

    def do_clear_modifications(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        self.emit("UNMODIFY", self.cards(node.args[0]), imm=self.stat(node.args[1]))
        return Value(t.VOID)

    def do_original(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        card = self.checked(node.args[0], t.CARD)
        stat = self.stat(node.args[1])
        return self.field("ORIG", card, stat, self.vocabulary.stats[stat].type)

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
        self.emit("SETTLE", mark, int(point.orderer))
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
        self.emit("SETTLEA", mark, self.unit.orderer_after())
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

    # ------------------------------------------------------------ choices

    def open(self, node: ast.expr) -> Register:
        player = self.number(node, t.PLAYER)
        self.emit("OPEN", player)
        return player

    def write_options(self, value: Value, node: ast.expr, verb: int) -> Type:
        """One option for each thing to choose from; gives the type chosen."""
        kind = value.type.kind
        if kind == "thing" and isinstance(value.thing, type):
            source = self.members_of(node, value.thing)
            self.emit("OPTBITS", source, verb, imm=OPTION_KINDS.index("member"))
            return Type("member", value.thing)
        if kind == "grid":
            assert value.player is not None
            value = self.field("ZALL", value.player, value.kind, t.ZONES)
            kind = "small"
        if kind == "small":
            over = value.type.over
            if over.kind == "zone":
                self.emit("OPTZ", self.register(value, node), verb)
            else:
                what = "player" if over.kind == "player" else "member"
                self.emit("OPTBITS", self.register(value, node), verb, imm=OPTION_KINDS.index(what))
            return over if isinstance(over, Type) else t.INT
        if kind == "list":
            self.emit("OPTL", self.register(value), verb)
            return t.CARD
        self.emit("OPTS", self.as_cards(value, node), verb)
        return t.CARD

    def do_choose(self, node: ast.Call, want: Type | None) -> Value:
        options = self.arguments(node, 3, keywords="optional")
        verb = self.verb(node.args[2])
        player = self.value(node.args[0])
        self.check(node.args[0], player, t.PLAYER)
        value = self.value(node.args[1])
        if value.type.kind in ("set", "zoneof", "zone"):
            value = Value(t.CARDS, register=self.as_cards(value, node.args[1]))
        self.emit("OPEN", self.register(player, node.args[0]))
        type_ = self.write_options(value, node.args[1], verb)
        optional = self.flag(options.get("optional"))
        if optional:
            self.emit("PASS", 0, verb)
        taken = self.new(t.INT)
        self.emit("CHOOSE", taken, imm=verb)
        into = self.new(type_.maybe() if optional else type_)
        self.emit("OVAL", into, taken)
        return Value(into.type, register=into)

    def do_confirm(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        verb = self.verb(node.args[1])
        self.open(node.args[0])
        both = self.new(t.INT)
        self.load(3, both)
        self.emit("OPTBITS", both, verb, imm=OPTION_KINDS.index("yes_no"))
        taken, into = self.new(t.INT), self.new(t.BOOL)
        self.emit("CHOOSE", taken, imm=verb)
        self.emit("OVAL", into, taken)
        return Value(t.BOOL, register=into)

    def do_number(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 4)
        verb = self.verb(node.args[3])
        low, high = self.number(node.args[1]), self.number(node.args[2])
        self.open(node.args[0])
        self.emit("OPTR", low, high, verb, imm=OPTION_KINDS.index("number"))
        taken, into = self.new(t.INT), self.new(t.INT)
        self.emit("CHOOSE", taken, imm=verb)
        self.emit("OVAL", into, taken)
        return Value(t.INT, register=into)

    def do_some(self, node: ast.Call, want: Type | None) -> Value:
        """One by one, only later cards than the last pick, so that each subset comes up once."""
        self.arguments(node, 5)
        verb = self.verb(node.args[4])
        player = self.number(node.args[0], t.PLAYER)
        rest, into = self.new(t.CARDS), self.new(t.CARDS)
        self.emit("SMOV", rest, self.cards(node.args[1]))
        low, high = self.new(t.INT), self.new(t.INT)
        self.move(low, self.checked(node.args[2], t.INT), node.args[2])
        self.move(high, self.checked(node.args[3], t.INT), node.args[3])
        self.emit("SCLR", into)
        start, end, keep = self.label(), self.label(), self.label()
        count, left, picked, taken = (self.new(t.INT) for _ in range(4))
        card = self.new(t.CARD.maybe())
        offered = self.new(t.CARDS)
        self.mark(start)
        self.emit("SCNT", count, into)
        self.emit("JLE", high, count, label=end)
        self.emit("JSETN", rest, label=end)
        # offered: what leaves enough later cards to reach the lowest number
        self.emit("SMOV", offered, rest)
        self.emit("SUB", picked, low, count)
        self.emit("SCNT", left, rest)
        self.emit("SUB", left, left, picked)
        self.emit("OPEN", player)
        self.emit("JLE", low, count, label=keep)
        self.emit("SFIRST", offered, rest, left)
        self.emit("OPTS", offered, verb)
        choose = self.label()
        self.jump(choose)
        self.mark(keep)
        self.emit("OPTS", offered, verb)
        self.emit("PASS", 0, verb)
        self.mark(choose)
        self.emit("CHOOSE", taken, imm=verb)
        self.emit("OVAL", card, taken)
        self.emit("JNONE", card, label=end)
        self.emit("SADD", into, card)
        self.emit("SAFTER", rest, rest, card)
        self.emit("LOOP", label=start)
        self.mark(end)
        return Value(t.CARDS, register=into)

    def checked(self, node: ast.expr, type_: Type) -> Value:
        """A value of a type, refused otherwise."""
        value = self.value(node, type_)
        self.check(node, value, type_)
        return value

    def do_order(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3)
        verb = self.verb(node.args[2])
        player = self.number(node.args[0], t.PLAYER)
        rest = self.new(t.CARDS)
        self.emit("SMOV", rest, self.cards(node.args[1]))
        into, card, taken = self.new(t.LIST), self.new(t.CARD), self.new(t.INT)
        self.emit("LCLR", into)
        start, end = self.label(), self.label()
        self.mark(start)
        self.emit("JSETN", rest, label=end)
        self.emit("OPEN", player)
        self.emit("OPTS", rest, verb)
        self.emit("CHOOSE", taken, imm=verb)
        self.emit("OVAL", card, taken)
        self.emit("SDEL", rest, card)
        self.emit("LADD", into, card)
        self.emit("LOOP", label=start)
        self.mark(end)
        return Value(t.LIST, register=into)

    def do_offer(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2, most=6)
        window = self.declared(node.args[1], Window, "window")
        types = self.unit.argument_types(window)
        if len(node.args) - 2 != len(types):
            self.refuse(node, f"{window.name} is offered with {len(types)} arguments")
        player = self.number(node.args[0], t.PLAYER)
        args = [player, *self.packed(node.args[2:], types)]
        return self.call(self.unit.offer(window), args, t.BOOL)

    # ------------------------------------------------------------ objects

    def do_still(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        value = self.value(node.args[0])
        record = self.value(node.args[1])
        if record.type.kind != "record":
            self.refuse(node.args[1], "still compares with a record")
        self.check(node.args[1], record, record.type.sure())
        if value.type.optional and value.type.kind != "none":
            self.check(node.args[0], value, value.type.sure())
        reference = self.register(record, node.args[1])
        if value.type.kind == "card":
            into = self.new(t.BOOL)
            same = self.label()
            self.emit("MOVI", into, imm=1)
            self.emit("JSTILL", self.register(value, node.args[0]), reference, label=same)
            self.emit("MOVI", into, imm=0)
            self.mark(same)
            return Value(t.BOOL, register=into)
        cards = self.as_cards(value, node.args[0])
        result = self.new(t.CARDS)
        self.emit("STILL", result, cards, reference)
        return Value(t.CARDS, register=result)

    def do_drop(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        value = self.value(node.args[0])
        if value.type.kind != "record":
            self.refuse(node, "only records are dropped")
        self.check(node.args[0], value, value.type.sure())
        info = self.vocabulary.records[value.type.over]
        self.emit("DROP", self.register(value), imm=info.number)
        return Value(t.VOID)

    def do_one(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 1)
        value = self.value(node.args[0])
        if value.type.kind == "none":
            return Value(t.CARDS, constant=0)
        if value.type.kind != "card":
            self.refuse(node, f"{value.type} is no card")
        into = self.new(t.CARDS)
        self.emit("SONE", into, self.register(value, node.args[0]))
        return Value(t.CARDS, register=into)

    def do_matching(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3)
        cards = self.cards(node.args[0])
        word = node.args[1]
        name = word.attr if isinstance(word, ast.Attribute) else None
        if name not in self.vocabulary.words:
            self.unknown(word, "printed word", str(name), self.vocabulary.words)
        like = self.value(node.args[2])
        into = self.new(t.CARDS)
        number = self.vocabulary.words[name].number
        if like.type.kind == "card":
            self.check(node.args[2], like, t.CARD)
            self.emit("SLIKE", into, cards, self.register(like, node.args[2]), number)
        else:
            self.emit("SLIKES", into, cards, self.as_cards(like, node.args[2]), number)
        return Value(t.CARDS, register=into)

    # ------------------------------------------------------------ payments

    def scheme(self, node: ast.expr) -> int:
        return int(
            self.vocabulary.payments[self.declared(node, PaymentScheme, "payment scheme").name]
        )

    def do_lacking(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 4)
        scheme = self.scheme(node.args[0])
        paying = self.cards(node.args[1])
        credit, need = (self.count_value(a) for a in node.args[2:])
        into = self.new(t.INT)
        self.emit("LACKING", into, imm=scheme, args=[paying, credit, need])
        return Value(t.INT, register=into)

    def count_value(self, node: ast.expr) -> Register:
        value = self.value(node)
        if value.type.kind != "counts" and value.constant != 0:
            self.refuse(node, f"{value.type} given where Counts is wanted")
        return self.register(value, node)

    def do_useful(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 5)
        scheme = self.scheme(node.args[0])
        paying = self.cards(node.args[1])
        credit, need = (self.count_value(a) for a in node.args[2:4])
        pool = self.cards(node.args[4])
        into = self.new(t.CARDS)
        self.emit("USEFUL", into, imm=scheme, args=[paying, credit, need, pool])
        return Value(t.CARDS, register=into)

    def do_payable(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 3)
        scheme = self.scheme(node.args[0])
        cards, pool = self.cards(node.args[1]), self.cards(node.args[2])
        into = self.new(t.CARDS)
        self.emit("PAYABLE", into, cards, pool, scheme)
        return Value(t.CARDS, register=into)

    def do_fail(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 0)
        self.emit("EXFAIL")
        return Value(t.VOID)

    # ------------------------------------------------------------ the end

    def outcome(self, node: ast.expr) -> int:
        return int(self.vocabulary.outcomes[self.declared(node, Outcome, "outcome").name])

    def do_win(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        player = self.number(node.args[0], t.PLAYER)
        self.emit("ENDGAME", player, imm=self.outcome(node.args[1]))
        return self.ended()

    def do_lose_game(self, node: ast.Call, want: Type | None) -> Value:
        self.arguments(node, 2)
        value = self.value(node.args[0])
        losers = self.new(t.PLAYERS)
        if value.type.kind == "player":
            self.check(node.args[0], value, t.PLAYER)
            self.emit("BIT", losers, self.register(value, node.args[0]))
        elif value.type == t.PLAYERS:
            losers = self.register(value, node.args[0])
        else:
            self.refuse(node.args[0], f"{value.type} is no player")
        self.emit("LOSERS", losers, imm=self.outcome(node.args[1]))
        return self.ended()

    def ended(self) -> Value:
        """What follows the end of the game is not reached."""
        self.scope.reachable = False
        return Value(t.VOID)
