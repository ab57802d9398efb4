"""Kernel words that move cards, change their numbers, hold them and pay for them."""

from __future__ import annotations

import ast

from tefuda import kernel
from tefuda.lang import types as t
from tefuda.lang.kernelarguments import KernelArguments
from tefuda.lang.middle import Register
from tefuda.lang.operations import CARD_FIELDS
from tefuda.lang.types import Type
from tefuda.lang.values import Value
from tefuda.rules import (
    Link,
    PaymentScheme,
)

#: Bits of PUT.
BOTTOM, FACE_DOWN, KNOWN_TO = 1, 2, 4
#: Bits of ATTACH, above the link.
ATTACH_DOWN, ATTACH_KNOWN = 1 << 9, 1 << 10
#: ``StatOp``.
ADD, SET, ORIGINAL, SWAP = 0, 1, 2, 3


class CardWords(KernelArguments):
    """Translation of kernel words about cards."""

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
