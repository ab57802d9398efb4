"""Waking and sleeping, looking, shuffling, chance, drawing (S11.5 to S11.9)."""

from __future__ import annotations

from tefuda.kernel import (
    NO_CARDS,
    choose,
    conceal,
    look,
    lose_game,
    one,
    permitted,
    put,
    random_card,
    timing,
)
from tefuda.kernel import shuffle as mix
from tefuda.rulesets.set_extract.choices import DISCARDS
from tefuda.rulesets.set_extract.kinds import Destination
from tefuda.rulesets.set_extract.moves import place
from tefuda.rulesets.set_extract.timings import (
    DREW,
    FELL_ASLEEP,
    LOOKED_AT_DECK,
    MAY_BE_OBJECT,
    WOKE,
)
from tefuda.rulesets.set_extract.vocabulary import DECKED_OUT, HAND, Card, Player, rules

# ---------------------------------------------------------------- wake and sleep (S11.5)


@rules.procedure(clause="S11.5.1 S11.5.3")
def wake(cards: set[Card]) -> set[Card]:
    """Make sleeping cards active; gives those that woke."""
    woken = {c for c in cards if c.asleep}
    for card in woken:
        card.asleep = False
    timing(WOKE, woken)
    return woken


@rules.procedure(clause="S11.5.2 S11.5.3")
def put_to_sleep(cards: set[Card]) -> set[Card]:
    """Put active cards to sleep; gives those that fell asleep."""
    fallen = {c for c in cards if not c.asleep and not c.host}
    for card in fallen:
        card.asleep = True
    timing(FELL_ASLEEP, fallen)
    return fallen


# ---------------------------------------------------------------- look, shuffle, random choice


@rules.procedure(clause="S11.7.1 S11.7.2 S11.7.3 S11.7.4")
def look_at_deck(player: Player, whose: Player) -> None:
    """Look through a deck, whose order stays; what hears of it comes when the effect is done."""
    look(player, whose.deck)
    timing(LOOKED_AT_DECK, player, whose)


@rules.procedure(clause="S11.8.1 S11.8.3 S11.4.5")
def shuffle(player: Player) -> None:
    """Shuffle a deck; extracted cards are left out."""
    mix(player.deck)


@rules.procedure(clause="S11.4.1")
def top_cards(player: Player, n: int) -> set[Card]:
    """The n top cards of a deck, or all; an extracted card is not in it."""
    found = NO_CARDS
    at = len(player.deck)
    while at > 0 and len(found) < n:
        at = at - 1
        card = player.deck[at]
        if card and not card.extracted:
            found = found | one(card)
    return found


@rules.procedure(clause="S11.9.1 S11.9.2")
def choose_at_random(cards: set[Card]) -> Card | None:
    """Choose at random: whoever looked at one of them has no hold on it, each is as likely.

    Turning public cards down and mixing them is what makes the choice even at a table; the
    draw is even here, and their zone stays public.
    """
    conceal(cards)
    return random_card(cards)


# ---------------------------------------------------------------- drawing and discarding (V4.5)


@rules.procedure(clause="V4.5 V7.4")
def draw(player: Player, n: int) -> None:
    """Draw cards; who must draw and cannot has lost."""
    for _ in range(n):
        card = player.deck.top
        if not card:
            lose_game(player, DECKED_OUT)
        else:
            put(card, HAND)
    if n > 0:
        timing(DREW, player, n)


@rules.procedure(clause="V11.2.4")
def objects(me: Card, cards: set[Card]) -> set[Card]:
    """Those of the cards that a text of a card may have as objects, all of them or some."""
    return permitted(MAY_BE_OBJECT, cards, me)


@rules.procedure(clause="V11.2.1")
def discard_from_hand(player: Player, n: int) -> bool:
    """Let a player discard hand cards of choice: exactly so many, or none and it has failed."""
    if len(player.hand) < n:
        return False
    for _ in range(n):
        place(choose(player, player.hand, DISCARDS), Destination.UNDERWORLD)
    return True
