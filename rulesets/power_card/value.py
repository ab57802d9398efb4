"""How good a position is for a player: damage first, then characters, their power, the deck."""

from __future__ import annotations

from tefuda.rulesets.power_card.processes import active_characters
from tefuda.rulesets.power_card.skills import draws_of, is_aggressive
from tefuda.rulesets.power_card.vocabulary import DRAWS, Card, Phase, Player, game, rules

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
#: What a filled active character is short of a dominated one.
NOT_YET = 10
HAND_CARD = 14
#: The first card drawn each turn, and further ones, which bring the end of the deck nearer.
FIRST_DRAWN = 60
MORE_DRAWN = -20
MOST_DRAWN = 3
#: A card of the deck, and one of the last ones.
DECK_CARD = 4
LAST_CARD = 24
#: How many count as the first and the last.
FIRST = 2
LAST = 12


@rules.procedure(clause="value")
def body(card: Card) -> int:
    """The worth of a dominated character without its power."""
    if card.capacity == 0:
        # It holds no power, so it pays no attack.
        return DOMINATED + STRENGTH * card.endurance
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
        return worth(card) - NOT_YET - (0 if leaves_in_time(card) else harm(card))
    return body(card) * n * n // (card.capacity * card.capacity) + MORE_POWER * n - harm(card)


@rules.procedure(clause="value")
def leaves_in_time(card: Card) -> bool:
    """Whether a filled character is dominated before its controller's next influence phase."""
    acting = game.phase == Phase.MAIN or game.phase == Phase.POWER_CARD
    return acting and game.turn_player == card.user


@rules.procedure(clause="value")
def harm(card: Card) -> int:
    """What an active character will cost its controller in the influence phase."""
    return AGGRESSION * (card.force + card.will) if is_aggressive(card) else 0


@rules.procedure(clause="value")
def supply(player: Player) -> int:
    """The worth of what a player draws each turn: without any, a hand is soon empty."""
    drawn = min(max(DRAWS + draws_of(player), 0), MOST_DRAWN)
    return FIRST_DRAWN + MORE_DRAWN * (drawn - 1) if drawn > 0 else 0


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
        + supply(player)
        + DECK_CARD * deck
        + LAST_CARD * min(deck, LAST)
        - DAMAGE_CARD * len(player.damage)
    )


@rules.rates
def rate(me: Player) -> int:
    """The difference between the players' sides."""
    return side(me) - side(me.enemy)
