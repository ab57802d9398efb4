"""What a deck of Crowns must be, and what a bot takes for a good position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tefuda.cards import CardData
from tefuda_crowns.vocabulary import Player, rules

#: Cards of a deck, and how many of one number.
FEWEST, MOST, COPIES = 16, 40, 3


@rules.check_decks
def deck_problems(cards: Sequence[CardData], parameters: Mapping[str, Any]) -> list[str]:
    """Say what is wrong with a deck; this is ordinary Python, run before a game."""
    found = []
    if not FEWEST <= len(cards) <= MOST:
        found.append(f"{len(cards)} cards, expected {FEWEST} to {MOST}")
    for number, count in sorted(Counter(card.number for card in cards).items()):
        if count > COPIES:
            found.append(f"{count} cards {number}, expected {COPIES} at most")
    return found


@rules.rates
def position(me: Player) -> int:
    """Rate a position for a player: crowns first, then what the hand can still win."""
    return 10 * (me.crowns - me.enemy.crowns) + sum(c.rank for c in me.hand.cards)
