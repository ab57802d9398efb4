"""How good a position is for a player: damage first, then characters, their power, the deck."""

from __future__ import annotations

from tefuda.rulesets.power_card.processes import active_characters
from tefuda.rulesets.power_card.skills import is_aggressive
from tefuda.rulesets.power_card.vocabulary import Card, Player, rules

#: What each part is worth: a damage card, a dominated character, a point of strength.
DAMAGE_CARD = 130
DOMINATED = 90
STRENGTH = 14
#: The first power cards on a dominated character, and further ones.
POWER_CARD = 26
MORE_POWER = 14
#: A card of a party, what an Aggressive one costs its controller for each point.
IN_PARTY = 10
AGGRESSION = 60
HAND_CARD = 14
#: A card of the deck, and one of the last ones.
DECK_CARD = 4
LAST_CARD = 24
#: How many count as the first and the last.
FIRST = 2
LAST = 12


@rules.procedure(clause="value")
def body(card: Card) -> int:
    """The worth of a dominated character without its power."""
    return DOMINATED + STRENGTH * (card.force + card.will + card.endurance)


@rules.procedure(clause="value")
def worth(card: Card) -> int:
    """The worth of a dominated character."""
    n = len(card.power)
    return body(card) + POWER_CARD * min(n, FIRST) + MORE_POWER * max(n - FIRST, 0)


@rules.procedure(clause="value")
def promise(card: Card) -> int:
    """The worth of an active character: so much of it as is filled, less what it does to us."""
    n = len(card.power)
    if n >= card.capacity:
        return worth(card) - 10
    filled = body(card) * n * n // (card.capacity * card.capacity) + MORE_POWER * n
    return filled - (AGGRESSION * (card.force + card.will) if is_aggressive(card) else 0)


@rules.procedure(clause="value")
def side(player: Player) -> int:
    """The worth of what a player has."""
    deck = len(player.deck)
    # Beyond the hand limit cards are lost anyway.
    return (
        sum(worth(c) for c in player.dominion.cards)
        + sum(promise(c) for c in active_characters(player))
        + IN_PARTY * len(player.parties.cards)
        + HAND_CARD * min(len(player.hand), 7)
        + DECK_CARD * deck
        + LAST_CARD * min(deck, LAST)
        - DAMAGE_CARD * len(player.damage)
    )


@rules.rates
def rate(me: Player) -> int:
    """The difference between the players' sides."""
    return side(me) - side(me.enemy)
