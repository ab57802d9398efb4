"""Chapter 11 once more, in plain Python and apart from the rules: what forests of set cards do.

Cards are numbers. A model is told what a player did and chose, and says where each card is then,
what hangs on what, and which windows opened for whom.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

DISCARD = ("would_discard", "would_be_discarded", "discarded", "was_discarded")
EXCLUDE = ("would_exclude", "would_be_excluded", "excluded_it", "was_excluded")
RESOLUTE = ("would_make_resolute", "would_become_resolute", "made_resolute", "became_resolute")


@dataclass
class Model:
    """Where cards are: each in one place of one player, or on another card."""

    owner: list[int]
    #: Cards by player and place, bottom first.
    places: dict[tuple[int, str], list[int]]
    host: dict[int, int] = field(default_factory=dict)
    down: set[int] = field(default_factory=set)
    windows: list[tuple[str, int]] = field(default_factory=list)

    # ------------------------------------------------------------ looking

    def place_of(self, card: int) -> tuple[int, str] | None:
        return next((at for at, cards in self.places.items() if card in cards), None)

    def root(self, card: int) -> int:
        while card in self.host:
            card = self.host[card]
        return card

    def on_field(self, card: int) -> bool:
        at = self.place_of(self.root(card))
        return at is not None and at[1] == "field"

    def below(self, card: int, other: int) -> bool:
        """Whether a card hangs, at any depth, on another."""
        while card in self.host:
            card = self.host[card]
            if card == other:
                return True
        return False

    def children(self, cards: Iterable[int]) -> set[int]:
        hosts = set(cards)
        return {card for card, host in self.host.items() if host in hosts}

    # ------------------------------------------------------------ doing

    def lift(self, card: int) -> None:
        at = self.place_of(card)
        if at is not None:
            self.places[at].remove(card)
        self.host.pop(card, None)

    def lay(self, card: int, place: str, *, bottom: bool = False) -> None:
        self.lift(card)
        self.down.discard(card)
        self.places[self.owner[card], place].insert(0 if bottom else 10**6, card)

    def send(self, card: int, to: str) -> None:
        names = {"deck_top": "deck", "deck_bottom": "deck", "nodes_asleep": "nodes"}
        self.lay(card, names.get(to, to), bottom=to == "deck_bottom")

    def open(self, names: Iterable[str], cards: set[int]) -> None:
        """Each window meets all cards before the next one opens."""
        self.windows += [(name, card) for name in names for card in sorted(cards)]

    def leave(self, cards: set[int], to: str, first: list[int], falling: list[int]) -> None:
        """Cards leave the field; players said in which order what arrives and what falls."""
        level = self.children(cards) - cards
        fallen: set[int] = set()
        while level:
            self.open(DISCARD, level)
            fallen |= level
            level = self.children(level) - cards
        if to == "underworld":
            for player in (0, 1):
                for card in completed(first, {c for c in cards if self.owner[c] == player}):
                    self.lift(card)
                    self.send(card, to)
        else:
            for card in sorted(cards):
                self.send(card, to)
        for card in completed(falling, fallen):
            self.send(card, "underworld")

    def move(self, card: int, to: str, falling: list[int]) -> None:
        at = self.place_of(card)
        if at is not None and at[1] == "excluded":
            return
        if self.on_field(card):
            self.leave({card}, to, [], falling)
        else:
            self.send(card, to)

    def remove(self, cards: set[int], stage: str, first: list[int], falling: list[int]) -> None:
        if stage == "resolute":
            cards = {c for c in cards if c not in self.host and c not in self.down}
            self.open(RESOLUTE, cards)
        if not cards:
            return
        self.open(EXCLUDE if stage == "exclude" else DISCARD, cards)
        self.leave(cards, "excluded" if stage == "exclude" else "underworld", first, falling)

    def enter(self, card: int) -> None:
        self.open(["would_enter"], {card})
        self.lay(card, "field")
        self.open(["entered"], {card})

    def set_on(self, card: int, host: int, down: bool) -> None:
        outside = not self.on_field(card)
        if outside:
            self.open(["would_enter"], {card})
        self.open(["would_set"], {card})
        self.open(["would_be_set_on"], {host})
        if card == host or self.below(host, card) or not self.on_field(host):
            return
        self.lift(card)
        self.host[card] = host
        self.down.discard(card)
        if down:
            self.down.add(card)
        self.open(["was_set"], {card})
        if outside:
            self.open(["entered"], {card})
        self.open(["had_set_on"], {host})


def completed(said: list[int], cards: set[int]) -> list[int]:
    """An order as said; what nobody had to name comes last."""
    named = [card for card in said if card in cards]
    return named + sorted(cards - set(named))
