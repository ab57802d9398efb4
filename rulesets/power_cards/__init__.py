"""A power card phase for Lycee, whose characters then pay for their own abilities.

After the start of the turn its player may set hand cards face down under own characters. Each pays
one point of any attribute of the use cost of an ability of that character, whose payment it joins:
designated when the ability is declared, discarded when that resolves. The variant that plays it is
``lycee+power_cards``.
"""

from __future__ import annotations

from collections.abc import Callable

from tefuda.kernel import ACTIVATED, NO_CARDS, NO_COUNTS, put
from tefuda.kernel import abilities as abilities_of
from tefuda.plugins import hookimpl
from tefuda.rules import Rules
from tefuda.rulesets.lycee.abilities import enemy_payment
from tefuda.rulesets.lycee.declarations import (
    declare_as_cost,
    designate_payment,
    missing,
    pay,
    pay_without_points,
)
from tefuda.rulesets.lycee.payment import affords_use, can_pay, cost_cards
from tefuda.rulesets.lycee.processes import discard_cards, hanging_on
from tefuda.rulesets.lycee.turn import start_turn
from tefuda.rulesets.lycee.value import side
from tefuda.rulesets.lycee.vocabulary import (
    PAYMENT,
    Ability,
    Card,
    Declaration,
    Kind,
    Player,
    Points,
    game,
)
from tefuda.rulesets.power_phase import add_power_phase

change = Rules(
    "power_cards", extends="lycee", summary="hand cards under characters pay for their abilities"
)


class PoweredCard(Card):
    """A card of Lycee, with its power cards."""

    #: The cards set under it, their faces unseen.
    power: set[Card]
    #: The place in the chain, from 1, of the declaration that it pays for as a power card.
    pays_at: int


change.vocabulary(card=PoweredCard)


@change.procedure(clause="power 1")
def power_bearers(me: Player) -> set[Card]:
    """The characters that may receive power cards."""
    return me.characters


power = add_power_phase(change, power_bearers)
power_under = power.power_under
set_power_cards = power.phase

#: What ``greedy`` thinks a power card is worth that can pay.
POWER_CARD = 50


# ---------------------------------------------------------------- the phase


@change.wrap(start_turn)
def start_turn_and_set(original: Callable[[Player], None], me: Player) -> None:
    """Put the new phase behind the start of the turn."""
    original(me)
    set_power_cards(me)


# ---------------------------------------------------------------- paying


@change.wrap(affords_use)
def affords_use_with_power(
    original: Callable[[Player, Card, Points], bool], me: Player, card: Card, need: Points
) -> bool:
    """Whether hand, cost cards and the power cards of the bearer can pay for its ability."""
    if original(me, card, need):
        return True
    wild = len(power_under(card))
    return wild > 0 and can_pay(me.hand.cards, NO_COUNTS, wild, need, cost_cards(me))


@change.procedure(clause="power 2")
def takes_power(d: Declaration) -> bool:
    """Whether power cards may pay: a use cost of an ability, not a tax, not inside a payment."""
    uses = d.ability is not None and d.kind != Kind.EVENT and d.kind != Kind.TAX
    return uses and d.outer is None


@change.procedure(clause="power 2")
def paying_power(me: Player, d: Declaration) -> set[Card]:
    """The power cards of a bearer while points of its ability's use cost are missing."""
    return power_under(d.card) if takes_power(d) and missing(d, d.paying, d.need) else NO_CARDS


@change.action(PAYMENT, candidates=paying_power, text="pay with power", clause="power 2")
def pay_with_power(me: Player, card: Card, d: Declaration) -> None:
    """Lay a power card into the declaration area as a point of any attribute."""
    put(card, me.declaration_area)
    card.pays_at = len(game.chain) + 1  # type: ignore[attr-defined]
    d.wild = d.wild + 1


@change.procedure(clause="power 2")
def pays_at(card: Card, place: int) -> bool:
    """Whether a power card is designated for the declaration of that place in the chain."""
    return card.pays_at == place  # type: ignore[attr-defined,no-any-return]


@change.procedure(clause="power 2")
def designated_power(d: Declaration, place: int) -> set[Card]:
    """The power cards designated for a declaration that has, or will have, a place in the chain."""
    return {c for c in d.by.declaration_area if pays_at(c, place)} if takes_power(d) else NO_CARDS


@change.wrap(designate_payment)
def designate_payment_and_power(original: Callable[[Declaration], None], d: Declaration) -> None:
    """Count power cards again when paying, since they may be gone by then."""
    original(d)
    d.wild = d.wild - len(designated_power(d, len(game.chain) + 1))


@change.wrap(pay)
def pay_with_what_is_left(original: Callable[[Declaration], None], d: Declaration) -> None:
    """Credit the power cards that still lie there."""
    d.wild = d.wild + len(designated_power(d, len(game.chain) + 1))
    original(d)


@change.wrap(pay_without_points)
def discard_paying_power(
    original: Callable[[Declaration, Ability], None], d: Declaration, a: Ability
) -> None:
    """Discard the power cards that have paid, with the rest of the payment."""
    discard_cards(designated_power(d, len(game.chain) + 1))
    original(d, a)


@change.wrap(enemy_payment)
def enemy_payment_and_power(original: Callable[[Card], set[Card]], me: Card) -> set[Card]:
    """Power cards are payment that texts can be aimed at, too."""
    place = len(game.chain)
    if place == 0 or game.chain.top.by == me.user:
        return NO_CARDS
    return original(me) | designated_power(game.chain.top, place)


@change.wrap(declare_as_cost)
def declare_as_cost_beside_power(
    original: Callable[[Player, Card, Declaration], None], me: Player, card: Card, d: Declaration
) -> None:
    """Let a payment go on that its power cards can still complete."""
    original(me, card, d)
    power = paying_power(me, d)
    if d.failed and power:
        wild = d.wild + len(power)
        d.failed = not can_pay(me.hand.cards, d.credit, wild, d.need, cost_cards(me))


# ---------------------------------------------------------------- leaving


@change.wrap(hanging_on)
def hanging_on_with_power(
    original: Callable[[set[Card]], set[Card]], cards: set[Card]
) -> set[Card]:
    """Power cards are discarded with their character."""
    return original(cards) | {p for c in cards for p in power_under(c)}


# ---------------------------------------------------------------- what greedy thinks of it


@change.procedure(clause="value")
def dearest_ability(card: Card) -> int:
    """The most points that an ability of a character costs."""
    most = 0
    for a in abilities_of(card, ACTIVATED):
        most = max(most, a.cost.total)
    return most


@change.wrap(side)
def side_with_power(original: Callable[[Player], int], player: Player) -> int:
    """Power cards are worth something where an ability can use them."""
    paying = sum(min(len(power_under(c)), dearest_ability(c)) for c in player.characters)
    return original(player) + POWER_CARD * paying


@hookimpl
def tefuda_extensions() -> list[Rules]:
    """Offer the change."""
    return [change]
