"""The basic abilities that have one text on all cards (16); Bonus and Penalty are in effects.

A basic ability needs a declaration if, and only if, a cost stands beside its name.
"""

from __future__ import annotations

from tefuda.kernel import one
from tefuda.rulesets.lycee.places import cell_across, cells_left_and_right, own_cells_beside
from tefuda.rulesets.lycee.processes import discard_from_play, move_character, swap_places
from tefuda.rulesets.lycee.vocabulary import R4, Ability, Basic, Card, Declaration, Zone, rules


@rules.effect(clause="16.1 15.4", basic=Basic.DASH)
def dash(me: Card) -> None:
    """Its attack is judged first in every battle; see the battle's result."""


@rules.effect(clause="16.2", basic=Basic.AGGRESSIVE)
def aggressive(me: Card) -> None:
    """The entry lock does not hold it."""


@rules.effect(clause="16.8", basic=Basic.SIDE_ATTACK)
def side_attack(me: Card) -> None:
    """It may attack the columns beside its own at this cost; see the attack."""


@rules.effect(clause="16.9", basic=Basic.TAX_TRASH)
def tax_trash(me: Card) -> None:
    """Its cost is due at the start of the own turn, or it is discarded; see the turn."""


@rules.effect(clause="16.9", basic=Basic.TAX_TRASH, mills=2)
def tax_trash_by_deck(me: Card) -> None:
    """Tax Trash in cards of the own deck; as other cards give it."""


@rules.effect(clause="16.10", basic=Basic.TAX_WAKE_UP)
def tax_wake_up(me: Card) -> None:
    """Its cost is due at the start of the own turn, or it does not wake up; see the turn."""


@rules.effect(clause="16.11", basic=Basic.SUPPORTER)
def supporter(me: Card) -> None:
    """It may support at this cost without tapping, once a turn; see support."""


@rules.effect(clause="16.13", basic=Basic.ATTACKER)
def attacker(me: Card) -> None:
    """Support raises its AP only."""


@rules.effect(clause="16.14", basic=Basic.DEFENDER)
def defender(me: Card) -> None:
    """Support raises its DP only."""


# ---------------------------------------------------------------- declared ones (R4)


@rules.procedure(clause="16.3 16.4 16.5 16.6")
def moves_itself(a: Ability) -> bool:
    """Whether an ability is one of the steps or Jump."""
    return a.basic >= Basic.STEP and a.basic <= Basic.JUMP


@rules.procedure(clause="16.3 16.4 16.5 16.6")
def reachable(a: Ability) -> set[Zone]:
    """The own empty cells that a step or a jump leads to."""
    card = a.bearer
    cells = 63
    if a.basic == Basic.STEP:
        cells = own_cells_beside(card)
    elif a.basic == Basic.SIDE_STEP:
        cells = cells_left_and_right(card.cell)
    elif a.basic == Basic.ORDER_STEP:
        cells = cell_across(card.cell)
    return card.user.field.empty & card.user.field.at(cells)


@rules.procedure(clause="16.3 16.b")
def step_to_named_cell(me: Card, d: Declaration) -> None:
    """Move to the cell named, if it still is an own one; an occupied one stops the move."""
    cell = d.cell
    if cell is not None and me.on_field and me.user == cell.player:
        move_character(me, cell)


@rules.activated(clause="16.3", basic=Basic.STEP, limits=R4, limit=1)
def step(me: Card, d: Declaration) -> None:
    """Move to an empty own cell before, behind or beside it."""
    step_to_named_cell(me, d)


@rules.activated(clause="16.4", basic=Basic.SIDE_STEP, limits=R4, limit=1)
def side_step(me: Card, d: Declaration) -> None:
    """Move to an empty own cell beside it."""
    step_to_named_cell(me, d)


@rules.activated(clause="16.5", basic=Basic.ORDER_STEP, limits=R4, limit=1)
def order_step(me: Card, d: Declaration) -> None:
    """Move to the empty own cell before or behind it."""
    step_to_named_cell(me, d)


@rules.activated(clause="16.6", basic=Basic.JUMP, limits=R4, limit=1)
def jump(me: Card, d: Declaration) -> None:
    """Move to any empty own cell."""
    step_to_named_cell(me, d)


@rules.activated(clause="16.7", basic=Basic.ESCAPE, limits=R4, limit=1)
def escape(me: Card) -> None:
    """Discard itself."""
    discard_from_play(one(me))


@rules.procedure(clause="16.12")
def untapped_across(me: Card) -> set[Card]:
    """The friend in its column, if it is untapped as well."""
    return {c for c in me.user.field.cards_at(cell_across(me.cell)) if not c.tapped}


@rules.activated(
    clause="16.12",
    basic=Basic.TOUCH,
    limits=R4,
    limit=1,
    targets=(untapped_across,),
    conditions=1,
)
def touch(me: Card) -> None:
    """Change places with the friend in its column."""
    for friend in untapped_across(me):
        swap_places(me, friend)
