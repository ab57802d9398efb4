"""How good a position is for a player: life, characters, nodes, hand, deck."""

from __future__ import annotations

from tefuda.rulesets.set_extract.parameters import HAND_LIMIT
from tefuda.rulesets.set_extract.vocabulary import Card, Player, rules

#: What each part is worth: a point of life, of attack, of toughness; a character that is there.
LIFE_POINT = 100
STRENGTH = 40
TOUGH = 20
BODY = 60
#: An active character can strike or defend; nodes pay once more when they are active.
AWAKE = 25
NODE = 55
ACTIVE_NODE = 35
HAND_CARD = 60
#: A deck that runs out loses the game.
LAST_CARDS = 8
DECK_CARD = 120


@rules.procedure(clause="value")
def worth(card: Card) -> int:
    """The worth of a character."""
    strength = STRENGTH * card.force + TOUGH * max(card.toughness, 0)
    return BODY + strength + (0 if card.asleep else AWAKE)


@rules.procedure(clause="value")
def holdings(player: Player) -> int:
    """The worth of what a player has."""
    board = sum(worth(c) for c in player.characters)
    nodes = NODE * len(player.nodes) + ACTIVE_NODE * len(player.active_nodes)
    # Beyond the hand limit cards are lost anyway.
    hand = HAND_CARD * min(len(player.hand), HAND_LIMIT)
    deck = DECK_CARD * min(len(player.deck), LAST_CARDS)
    return LIFE_POINT * player.life + board + nodes + hand + deck


@rules.rates
def rate(me: Player) -> int:
    """The difference between what the players have."""
    return holdings(me) - holdings(me.enemy)
