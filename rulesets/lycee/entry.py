"""Characters enter: from the hand, or by replacing one of the same person (12, 17)."""

from __future__ import annotations

from tefuda.kernel import NO_CARDS, bearing, choose, matching, permitted, timing
from tefuda.rulesets.lycee.declarations import conclude, declare
from tefuda.rulesets.lycee.payment import (
    affordable_cards,
    affords_besides,
    cheaper_entry_here,
    discount_cells,
    discounted_cost,
)
from tefuda.rulesets.lycee.processes import enter, nameable, place_entering, return_to_hand
from tefuda.rulesets.lycee.vocabulary import (
    CELL,
    ENTERING,
    MAIN,
    MAY_USE,
    Card,
    Declaration,
    Kind,
    Player,
    rules,
)


@rules.procedure(clause="12.1 12.2 12.3")
def entering_cards(me: Player) -> set[Card]:
    """The characters in hand that fit an empty cell, whose name is free, and that can be paid."""
    cells = me.field.empty_cells
    if cells == 0:
        return NO_CARDS
    fitting = {c for c in me.hand if c.is_character and not c.conversion and c.restriction & cells}
    fitting = permitted(MAY_USE, nameable(fitting, me.characters))
    if not fitting:
        return fitting
    found = affordable_cards(me, fitting)
    if not bearing(me.areas.cards, cheaper_entry_here):
        return found
    return found | {c for c in fitting - found if affords_discounted(me, c)}


@rules.procedure(clause="11.8")
def affords_discounted(me: Player, card: Card) -> bool:
    """Whether an area makes an entry cheap enough."""
    return bool(discount_cells(me, card)) and affords_besides(me, card, discounted_cost(card))


@rules.action(MAIN, candidates=entering_cards, text="enter", clause="12.1")
def enter_character(me: Player, card: Card) -> None:
    """Let a character enter; a cell or a name taken meanwhile makes it fail (12.6)."""
    d = Declaration(by=me, card=card, kind=Kind.ENTRY)
    if declare(d) and d.cell is not None:
        enter(card, d.cell)
    conclude(d)


# ---------------------------------------------------------------- conversion (17)


@rules.procedure(clause="17.1 17.2 17.3 17.6")
def bases(me: Player, card: Card) -> set[Card]:
    """The own characters that a conversion card replaces; one of them on an allowed cell."""
    named = {c for c in me.characters if c.own_name and not c.conversion}
    allowed_cells = me.field.cards_at(card.restriction)
    first = matching(named, Card.person, card)
    if card.second_person == 0:
        return first & allowed_cells
    second = {c for c in named if c.person == card.second_person}
    if not first or not second or not (first | second) & allowed_cells:
        return NO_CARDS
    return first | second


@rules.procedure(clause="17.1")
def converting_cards(me: Player) -> set[Card]:
    """The conversion cards in hand whose base is in play and whose cost can be paid."""
    cards = {c for c in me.hand if c.conversion}
    if not cards:
        return cards
    fitting = {c for c in cards if bases(me, c)}
    return affordable_cards(me, permitted(MAY_USE, fitting))


@rules.action(MAIN, candidates=converting_cards, text="convert to", clause="17.1")
def convert(me: Player, card: Card) -> None:
    """Let a conversion card take the place of its base; nobody can answer (17.3)."""
    d = Declaration(by=me, card=card, kind=Kind.CONVERSION)
    if declare(d):
        replaced = bases(me, card)
        here = replaced & me.field.cards_at(card.restriction)
        if here:
            replace_bases(card, replaced, choose(me, here, CELL))
    conclude(d)


@rules.procedure(clause="17.8")
def replace_bases(card: Card, replaced: set[Card], base: Card) -> None:
    """Enter: the timing, the bases to their owners' hands, then the cell of one of them."""
    cell = base.zone
    assert cell is not None
    timing(ENTERING, card, cell)
    return_to_hand({c for c in replaced if c.on_field})
    place_entering(card, cell)
