"""The power card phase (R9): hand cards and the top of the deck become power cards.

A phase of this kind for other rulesets, without Charge and domination, is in ``power_phase``.
"""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    attach,
    bearing,
    choose,
    conceal,
    expire,
    offer,
    put,
    timing,
)
from tefuda.rulesets.power_card.declarations import end_lasting
from tefuda.rulesets.power_card.processes import active_characters, check_state
from tefuda.rulesets.power_card.skills import charge, charge_of
from tefuda.rulesets.power_card.vocabulary import (
    BREAK_COUNTS,
    DOMINATED,
    DOMINATION_TEST,
    END_OF_POWER_PHASE,
    EXPIRE_FIRST,
    POWER,
    POWER_CARD,
    POWER_PHASE,
    RECEIVER,
    SETTER_KNOWS,
    Card,
    DominationTest,
    Lasts,
    Phase,
    Player,
    game,
    rules,
)


@rules.procedure(clause="R9.1 R9.3 R9.12 R9.15 R9.16 R9.20 R9.41")
def power_card_phase(me: Player) -> None:
    """Set hand cards and charge in any order, as often as wanted; then dominate."""
    game.phase = Phase.POWER_CARD
    me.chargers = bearing(me.dominion.cards, charge)  # those there before the phase (R9.13)
    timing(POWER_PHASE, me)
    me.charged = 0
    while offer(me, POWER_CARD):
        pass
    me.chargers = NO_CARDS
    end_power_card_phase(me)


# ---------------------------------------------------------------- receivers (R9.5 to R9.7)


@rules.procedure(clause="R9.7 R9.32 R9.43")
def has_room(card: Card) -> bool:
    """Whether a character holds less power than its current mind."""
    return len(card.power) < card.capacity


@rules.procedure(clause="R9.2 R9.5 R9.6 R9.22")
def receivers(me: Player) -> set[Card]:
    """The own dominated characters and the own active ones, as far as they have room."""
    return {c for c in me.dominion | active_characters(me) if has_room(c)}


# ---------------------------------------------------------------- the two ways (R9.8)


@rules.procedure(clause="R9.9")
def settable_cards(me: Player) -> set[Card]:
    """All cards in hand, whatever they are, while there is a receiver."""
    return me.hand.cards if receivers(me) else NO_CARDS


@rules.action(POWER_CARD, candidates=settable_cards, text="set as power", clause="R9.9")
def set_power(me: Player, card: Card) -> None:
    """Set a hand card face down on a receiver; nobody may look at it from then on."""
    attach(card, choose(me, receivers(me), RECEIVER), POWER, face_down=True)
    if not SETTER_KNOWS:
        conceal(card)


@rules.procedure(clause="R9.13 R9.14 R9.17 R9.18")
def charge_left(me: Player) -> int:
    """What is left of the Charge of those who were in the dominion before the phase and are."""
    return sum(charge_of(c) for c in me.chargers & me.dominion) - me.charged


@rules.procedure(clause="R9.10 R9.17 R9.21")
def can_charge(me: Player) -> bool:
    """Whether a card may be charged: Charge is left, there is a deck, and a receiver."""
    return bool(me.chargers) and charge_left(me) > 0 and bool(me.deck) and bool(receivers(me))


@rules.action(POWER_CARD, candidates=can_charge, text="charge", clause="R9.10 R9.11 R9.19")
def charge_power(me: Player) -> None:
    """Set the top card of the deck on a receiver, its face unseen."""
    receiver = choose(me, receivers(me), RECEIVER)
    set_from_deck(me, receiver)
    me.charged = me.charged + 1


@rules.procedure(clause="R9.10 R9.11 R9.21")
def set_from_deck(player: Player, receiver: Card) -> None:
    """Set the top card of a deck as power, unseen by anyone."""
    card = player.deck.top
    if card:
        attach(card, receiver, POWER, face_down=True)


# ---------------------------------------------------------------- domination (R9.25 to R9.34)


@rules.procedure(clause="R9.25 R9.28 R9.29 R9.34 R9.40")
def end_power_card_phase(me: Player) -> None:
    """At the instant the phase ends all filled active characters are dominated, all at once."""
    if EXPIRE_FIRST:
        expire_power_card_phase()
    dominate({c for c in active_characters(me) if is_filled(c) and may_be_dominated(c)})
    if not EXPIRE_FIRST:
        expire_power_card_phase()
    check_state()


@rules.procedure(clause="R9.25 R9.30 R9.31 R9.33")
def is_filled(card: Card) -> bool:
    """Whether a character holds as much power as its current mind."""
    if DOMINATION_TEST == DominationTest.EQUAL:
        return len(card.power) == card.capacity
    return len(card.power) >= card.capacity


@rules.procedure(clause="R9.27 R12.8")
def may_be_dominated(card: Card) -> bool:
    """Whether nothing of its party has been dominated in this turn."""
    return not BREAK_COUNTS or card.user.left_parties >> card.cell & 1 == 0


@rules.procedure(clause="R9.25 R9.26 R9.39")
def dominate(cards: set[Card]) -> None:
    """Move active characters to their controller's dominion with all that is set on them."""
    for card in cards:
        put(card, card.user.dominion)
    timing(DOMINATED, cards)


@rules.procedure(clause="R9.40")
def expire_power_card_phase() -> None:
    """End what lasts until the power card phase ends."""
    expire(END_OF_POWER_PHASE)
    end_lasting(Lasts.POWER_CARD_PHASE)
