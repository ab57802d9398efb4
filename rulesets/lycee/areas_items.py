"""Items hang on characters, areas lie under cells (13)."""

from __future__ import annotations

from tefuda.kernel import permitted, put, still, timing
from tefuda.rulesets.lycee.declarations import conclude, declare
from tefuda.rulesets.lycee.payment import affordable_cards
from tefuda.rulesets.lycee.places import area_cells, possible_bearers
from tefuda.rulesets.lycee.processes import hang_item
from tefuda.rulesets.lycee.vocabulary import (
    EQUIPPED,
    EQUIPPING,
    MAIN,
    MAY_USE,
    PLACED_AREA,
    PLACING_AREA,
    Card,
    CardType,
    Declaration,
    Kind,
    Player,
    rules,
)


@rules.procedure(clause="13.2 13.3")
def usable_items(me: Player) -> set[Card]:
    """The items in hand that some character may bear and that can be paid."""
    items = {c for c in me.hand if c.type == CardType.ITEM}
    if not items:
        return items
    return {c for c in affordable_cards(me, permitted(MAY_USE, items)) if possible_bearers(me, c)}


@rules.action(MAIN, candidates=usable_items, clause="13.2")
def equip(me: Player, card: Card) -> None:
    """Put an item on a character of either side."""
    d = Declaration(by=me, card=card, kind=Kind.ITEM)
    bearer_stands = declare(d)
    bearer = d.target
    if bearer_stands and bearer and still(bearer, d) and bearer in possible_bearers(me, card):
        timing(EQUIPPING, card, bearer)
        hang_item(card, bearer)
        timing(EQUIPPED, card, bearer)
    conclude(d)


@rules.procedure(clause="13.2 13.8")
def usable_areas(me: Player) -> set[Card]:
    """The areas in hand with a cell to lie under and a cost that can be paid."""
    areas = {c for c in me.hand if c.type == CardType.AREA}
    if not areas:
        return areas
    return {c for c in affordable_cards(me, permitted(MAY_USE, areas)) if area_cells(me, c)}


@rules.action(MAIN, candidates=usable_areas, clause="13.2")
def lay_area(me: Player, card: Card) -> None:
    """Lay an area under a cell of either field, occupied or not."""
    d = Declaration(by=me, card=card, kind=Kind.AREA)
    cell_stands = declare(d)
    cell = d.cell
    if cell_stands and cell is not None and not cell.occupied:
        timing(PLACING_AREA, card, cell)
        put(card, cell)
        timing(PLACED_AREA, card)
    conclude(d)
