"""Nodes and costs (V9.2, V9.5, V9.6)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, allowed, choose, has, timing, value
from tefuda.rulesets.set_extract.choices import PAY_WITH
from tefuda.rulesets.set_extract.keywords import SEAL_ART
from tefuda.rulesets.set_extract.kinds import CardType, Destination, NodePayment
from tefuda.rulesets.set_extract.moves import place
from tefuda.rulesets.set_extract.parameters import NODE_PAYMENT, SEAL_ART_WORKS
from tefuda.rulesets.set_extract.timings import CARD_COST, MAY_PAY_ASLEEP, NODE_PAID, UPKEEP
from tefuda.rulesets.set_extract.vocabulary import Card, Player, game, rules


@rules.procedure(clause="V9.5")
def may_discard_nodes(me: Player) -> bool:
    """Whether sleeping nodes pay, too."""
    return NODE_PAYMENT == NodePayment.SLEEP_OR_DISCARD and allowed(MAY_PAY_ASLEEP, me)


@rules.procedure(clause="V9.5")
def purse(me: Player) -> int:
    """How many points a player can pay: an active node may pay twice, once by being discarded."""
    active = len(me.active_nodes)
    if not may_discard_nodes(me):
        return active
    return active + len(me.nodes)


@rules.procedure(clause="V9.5")
def payers(me: Player) -> set[Card]:
    """The nodes that can pay a point."""
    return me.nodes.cards if may_discard_nodes(me) else me.active_nodes


@rules.procedure(clause="V9.5")
def pay(me: Player, points: int) -> None:
    """Pay point by point: an active node goes to sleep, a sleeping one to the underworld."""
    game.paying = True
    for _ in range(points):
        node = choose(me, payers(me), PAY_WITH)
        if node.asleep:
            place(node, Destination.UNDERWORLD)
        else:
            node.asleep = True
        timing(NODE_PAID, node, me)
    game.paying = False


@rules.procedure(clause="V9.5")
def pay_in_effect(me: Player, points: int) -> bool:
    """Pay inside an effect, all or nothing; whether it could be paid."""
    if points > purse(me):
        return False
    pay(me, points)
    return True


@rules.procedure(clause="V9.5")
def cost_of(me: Player, card: Card) -> int:
    """What a player pays to play a card now."""
    return max(value(CARD_COST, card.cost, card, me), 0)


@rules.procedure(clause="V9.2.c V3.4")
def affordable(me: Player, card: Card) -> bool:
    """Whether a player has the nodes that a card requires, and can pay its cost."""
    return len(me.nodes) >= card.nodes and cost_of(me, card) <= purse(me)


@rules.procedure(clause="V9.6")
def casters(me: Player, card: Card) -> set[Card]:
    """The own characters whose name contains the caster of a spell."""
    if card.type != CardType.SPELL or card.caster == 0:
        return NO_CARDS
    found = {c for c in me.characters if c.person == card.caster and not c.face_down}
    if SEAL_ART_WORKS:
        found = {c for c in found if not has(c, SEAL_ART)}
    return found


@rules.procedure(clause="V7.4")
def upkeep_of(card: Card) -> int:
    """The upkeep of a card of the field; a void text and a face-down card have none."""
    base = 0 if card.void or card.face_down or card.host else card.upkeep
    return max(value(UPKEEP, base, card), 0)
