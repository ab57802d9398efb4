"""What makes a deck legal (R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tefuda.cards import CardData
from tefuda.rulesets.power_card.vocabulary import rules


@rules.check_decks
def deck_problems(cards: Sequence[CardData], parameters: Mapping[str, Any]) -> list[str]:
    """Say what is wrong with a deck: its size, too many of one full name (R4.1 to R4.3)."""
    found = []
    least, most = int(parameters["deck_min"]), int(parameters["deck_max"])
    if least > most:
        found.append(f"no deck is legal: deck_min {least}, expected deck_max {most} at most")
    elif not least <= len(cards) <= most:
        wanted = f"exactly {least}" if least == most else f"{least} to {most}"
        found.append(f"{len(cards)} cards, expected {wanted}")
    limit = int(parameters["copy_limit"])
    for name, count in sorted(Counter(card.name for card in cards).items()):
        if count > limit:
            found.append(f"{count} cards named {name!r}, expected {limit} at most")
    return found
