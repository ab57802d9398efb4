"""Random legal decks of any ruleset, by its own deck check; equal seeds give equal decks.

Nothing is known of what makes a deck legal but that the check finds less wrong with a better one.
Cards are added, up to four copies at a time, as long as they make nothing worse; when nothing can
be added, cards are exchanged or taken out likewise, and in the end all is begun anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tefuda.cards import CardData, CardPool
from tefuda.decks import MOST_CARDS, Deck, make_deck
from tefuda.errors import DeckError
from tefuda.rules import Rules

#: How the name of a random deck begins; its seed follows.
PREFIX = "random:"
#: Copies that are added of one card at once, at most.
_COPIES = 4
#: Changes that are tried before a ruleset is given up.
_TRIES = 20_000
#: Cards of a deck that no check and no shipped deck says anything about.
_USUAL = 40


def is_random(name: str) -> bool:
    """Tell whether a deck's name asks for a random one."""
    return name.startswith(PREFIX)


def random_deck(
    seed: int,
    rules: Rules,
    pool: CardPool,
    parameters: Mapping[str, Any],
    shipped: Sequence[Deck] = (),
    among: Sequence[str] | None = None,
) -> Deck:
    """Give the legal deck of a seed: at least as large as the smallest shipped one, if it may be.

    :param shipped: the ruleset's decks.
    :param among: numbers of the cards to be taken; all of the pool when left out.
    :raises DeckError: the seed is none, there are no cards, or no legal deck is found.
    """
    if not 0 <= seed < 2**64:
        raise DeckError(f"deck '{PREFIX}{seed}': seed, expected a number from 0 to {2**64 - 1}")
    cards = list(pool) if among is None else [pool[number] for number in among]
    if not cards:
        raise DeckError(f"deck '{PREFIX}{seed}': no cards to choose from")
    size = min((len(deck.cards) for deck in shipped), default=_USUAL)
    found = _Drawing(seed, rules, parameters, cards, size).legal()
    if found is None:
        raise DeckError(
            f"deck '{PREFIX}{seed}': no legal deck of {len(cards)} cards found in {_TRIES} tries"
        )
    return make_deck([card.number for card in found], f"{PREFIX}{seed}", "a random legal deck")


def parse_random(name: str) -> int:
    """Give the seed of a random deck's name.

    :raises DeckError: it is none.
    """
    digits = name.removeprefix(PREFIX)
    if not digits.isascii() or not digits.isdigit() or len(digits) > 20:
        raise DeckError(f"deck {name!r}: expected {PREFIX}SEED, with a number as seed")
    return int(digits)


class _Drawing:
    """One deck being drawn."""

    def __init__(
        self,
        seed: int,
        rules: Rules,
        parameters: Mapping[str, Any],
        cards: Sequence[CardData],
        size: int,
    ) -> None:
        self.state = seed
        self.rules = rules
        self.parameters = parameters
        self.cards = cards
        self.size = size

    def below(self, n: int) -> int:
        """Give a number from 0 to n - 1 (splitmix64): the same everywhere."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        return (mixed ^ mixed >> 31) * n >> 64

    def faults(self, deck: Sequence[CardData]) -> int:
        """Count what is wrong with a deck."""
        check = self.rules.deck_check
        return 0 if check is None else len(check(deck, self.parameters))

    def legal(self) -> list[CardData] | None:
        """Draw a legal deck, beginning anew where a way leads nowhere, or give up."""
        patience = 2 * len(self.cards)
        deck: list[CardData] = []
        faults, in_vain, exchanges = self.faults(deck), 0, 0
        for _ in range(_TRIES):
            if not faults and (len(deck) >= self.size or in_vain >= patience):
                return deck
            if exchanges >= 2 * patience:
                deck = []
                faults, in_vain, exchanges = self.faults(deck), 0, 0
            stuck = in_vain >= patience or len(deck) >= MOST_CARDS // 2
            changed = self.exchanged(deck) if stuck else self.enlarged(deck, faults)
            exchanges += stuck
            found = self.faults(changed)
            as_good = found == faults and len(changed) >= len(deck) and changed is not deck
            if found < faults or as_good:
                deck, faults, in_vain = changed, found, in_vain if stuck else 0
            else:
                in_vain += 1
        return None

    def enlarged(self, deck: list[CardData], faults: int) -> list[CardData]:
        """Add copies of a card until something gets better, or would get worse."""
        card, changed = self.cards[self.below(len(self.cards))], deck
        for _ in range(1 + self.below(_COPIES)):
            larger = [*changed, card]
            found = self.faults(larger)
            if found > faults or len(larger) > max(self.size, len(deck) + 1):
                break
            changed = larger
            if found < faults:
                break
        return changed

    def exchanged(self, deck: list[CardData]) -> list[CardData]:
        """Put another card in place of one, take one out, or add one."""
        card = self.cards[self.below(len(self.cards))]
        way, at = self.below(3), self.below(len(deck) + 1)
        rest = deck[at:] if way == 0 else deck[at + 1 :]
        return [*deck[:at], *([] if way == 1 else [card]), *rest]
