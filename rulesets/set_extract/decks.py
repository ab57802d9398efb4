"""What makes a deck legal (V4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tefuda.cards import CardData
from tefuda.rulesets.set_extract.vocabulary import rules


@rules.check_decks
def deck_problems(cards: Sequence[CardData], parameters: Mapping[str, Any]) -> list[str]:
    """Say what is wrong with a deck: its size, too many cards of one name."""
    found = []
    size, copies = int(parameters["deck_size"]), int(parameters["copies"])
    hand = int(parameters["opening_hand"])
    if len(cards) != size:
        found.append(f"{len(cards)} cards, expected exactly {size}")
    if hand > size:
        found.append(f"an opening hand of {hand} cards cannot be drawn from {size}")
    for name, count in sorted(Counter(card.name for card in cards).items()):
        if count > copies:
            found.append(f"{count} cards named {name!r}, expected {copies} at most")
    return found
