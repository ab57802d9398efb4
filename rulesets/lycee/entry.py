"""Characters enter: from the hand, or by replacing one of the same person (12, 17)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, matching, one, permitted
from tefuda.rulesets.lycee.declarations import conclude, declare
from tefuda.rulesets.lycee.payment import affordable_cards
from tefuda.rulesets.lycee.processes import enter, nameable, return_to_hand
from tefuda.rulesets.lycee.vocabulary import MAIN, MAY_USE, Card, Declaration, Kind, Player, rules


@rules.procedure(clause="12.1 12.2 12.3")
def entering_cards(me: Player) -> set[Card]:
    """The characters in hand that fit an empty cell, whose name is free, and that can be paid."""
    cells = me.field.empty_cells
    if cells == 0:
        return NO_CARDS
    fitting = {c for c in me.hand if c.is_character and not c.conversion and c.restriction & cells}
    fitting = nameable(fitting, me.characters)
    if not fitting:
        return fitting
    return affordable_cards(me, permitted(MAY_USE, fitting))


@rules.action(MAIN, candidates=entering_cards, text="enter", clause="12.1")
def enter_character(me: Player, card: Card) -> None:
    """Let a character enter; a cell or a name taken meanwhile makes it fail (12.6)."""
    d = Declaration(by=me, card=card, kind=Kind.ENTRY)
    if declare(d) and d.cell:
        enter(card, d.cell)
    conclude(d)


# ---------------------------------------------------------------- conversion (17)


@rules.procedure(clause="17.1 17.2 17.3")
def bases(me: Player, card: Card) -> set[Card]:
    """The own characters that a conversion card can replace on an allowed cell."""
    there = {c for c in me.field.cards_at(card.restriction) if c.own_name and not c.conversion}
    return matching(there, Card.person, card)


@rules.procedure(clause="17.1")
def converting_cards(me: Player) -> set[Card]:
    """The conversion cards in hand whose base is in play and whose cost can be paid."""
    cards = {c for c in me.hand if c.conversion}
    if not cards:
        return cards
    return affordable_cards(me, {c for c in cards if bases(me, c)})


@rules.action(MAIN, candidates=converting_cards, text="convert to", clause="17.1")
def convert(me: Player, card: Card) -> None:
    """Let a conversion card take the place of its base; nobody can answer (17.3)."""
    d = Declaration(by=me, card=card, kind=Kind.CONVERSION)
    if declare(d):
        for base in bases(me, card):
            replace_base(card, base)
    conclude(d)


@rules.procedure(clause="17.8")
def replace_base(card: Card, base: Card) -> None:
    """Return the base to its owner's hand and enter on its cell."""
    cell = base.zone
    if cell:
        return_to_hand(one(base))
        enter(card, cell)
