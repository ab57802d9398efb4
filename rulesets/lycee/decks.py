"""What makes a deck legal (4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tefuda.cards import CardData
from tefuda.rulesets.lycee.vocabulary import CardType, rules


@rules.check_decks
def deck_problems(cards: Sequence[CardData], parameters: Mapping[str, Any]) -> list[str]:
    """Say what is wrong with a deck: its size, too many of one name, no character (4.1 to 5.7)."""
    found = []
    size, copies = int(parameters["deck_size"]), int(parameters["copies"])
    if len(cards) != size:
        found.append(f"{len(cards)} cards, expected exactly {size}")
    for name, count in sorted(Counter(_counted_as(card) for card in cards).items()):
        if count > copies:
            found.append(f"{count} cards named {name!r}, expected {copies} at most")
    if not any(card.words["type"] == CardType.CHARACTER for card in cards):
        found.append("no character, expected at least one")
    return found


def _counted_as(card: CardData) -> str:
    """Give the name under which copies are counted, with the number where that is licensed."""
    if card.words["counted_apart"]:
        return f"{card.name} ({card.number})"
    return card.name
