"""How good a position is for a player: damage first, then characters and their power."""

from __future__ import annotations

from tefuda.rulesets.power_card.vocabulary import Card, Player, rules

#: What each part is worth: a damage card, a dominated and an active character, a power card on
#: either, a point of strength, a card in hand, one in the deck.
DAMAGE_CARD = 130
DOMINATED = 70
IN_PARTY = 14
POWER_CARD = 24
POWER_ON_ACTIVE = 18
STRENGTH = 14
HAND_CARD = 12
DECK_CARD = 3


@rules.procedure(clause="value")
def worth(card: Card) -> int:
    """The worth of a dominated character."""
    strength = card.force + card.will + card.endurance
    return DOMINATED + STRENGTH * strength + POWER_CARD * len(card.power)


@rules.procedure(clause="value")
def promise(card: Card) -> int:
    """The worth of a character of the influence area."""
    return IN_PARTY + POWER_ON_ACTIVE * len(card.power)


@rules.procedure(clause="value")
def side(player: Player) -> int:
    """The worth of what a player has."""
    # Beyond the hand limit cards are lost anyway.
    return (
        sum(worth(c) for c in player.dominion.cards)
        + sum(promise(c) for c in player.parties.cards)
        + HAND_CARD * min(len(player.hand), 7)
        + DECK_CARD * len(player.deck)
        - DAMAGE_CARD * len(player.damage)
    )


@rules.rates
def rate(me: Player) -> int:
    """The difference between the players' sides."""
    return side(me) - side(me.enemy)
