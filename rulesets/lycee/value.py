"""How good a position is for a player: the clock first, then the board, then the hand."""

from __future__ import annotations

from tefuda.rulesets.lycee.vocabulary import ATTACK_ROW, Card, Player, rules

#: What each part is worth: a card of the deck, a point of AP or DP in play, a hand card.
DECK_CARD = 100
STRENGTH = 25
HAND_CARD = 45
#: A character that is there at all, and one that can strike from the attack row.
BODY = 40
STRIKER = 30


@rules.procedure(clause="value")
def worth(card: Card) -> int:
    """The worth of a character on the field."""
    return BODY + STRENGTH * (card.ap + card.dp) + 10 * card.sp


@rules.procedure(clause="value")
def side(player: Player) -> int:
    """The worth of what a player has."""
    strikers = {c for c in player.field.cards_at(ATTACK_ROW) if not c.tapped}
    board = sum(worth(c) for c in player.characters)
    # Beyond the hand limit cards are lost anyway.
    return (
        DECK_CARD * len(player.deck)
        + board
        + STRIKER * len(strikers)
        + HAND_CARD * min(len(player.hand), 7)
    )


@rules.rates
def rate(me: Player) -> int:
    """The difference between the players' sides."""
    return side(me) - side(me.enemy)
