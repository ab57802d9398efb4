"""The words of ``tefuda.kernel`` in rule functions; here those that let players choose."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from tefuda.lang import types as t
from tefuda.lang.abilitywords import AbilityWords
from tefuda.lang.middle import Register
from tefuda.lang.operations import OPTION_KINDS
from tefuda.lang.types import Type
from tefuda.lang.values import Value
from tefuda.rules import (
    Outcome,
    Window,
)


class KernelWords(AbilityWords):
    """Translation of calls of kernel words."""

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
