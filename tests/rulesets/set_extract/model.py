"""Chapter 11 once more, in plain Python and apart from the rules: what forests of set cards do.

Cards are numbers. A model is told what a player did and chose, and says where each card is then,
what hangs on what, which of them lie face down, and which windows opened for whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

DISCARD = ("would_discard", "would_be_discarded", "discarded", "was_discarded")
EXCLUDE = ("would_exclude", "would_be_excluded", "excluded_it", "was_excluded")
RESOLUTE = ("would_make_resolute", "would_become_resolute", "made_resolute", "became_resolute")
#: How many cards a player can put in an order.
MOST_ORDERED = 31


@dataclass
class Model:
    """Where cards are: each in one place of one player, or on another card."""

    owner: list[int]
    #: Cards by player and place, bottom first.
    places: dict[tuple[int, str], list[int]]
    host: dict[int, int] = field(default_factory=dict)
    down: set[int] = field(default_factory=set)
    windows: list[tuple[str, int]] = field(default_factory=list)
    #: What a card does in its would-discard window: ``slips`` to the hand, or ``fells`` its host.
    texts: dict[int, str] = field(default_factory=dict)
    #: How often a card has changed its zone: it is another object each time.
    life: dict[int, int] = field(default_factory=dict)
    #: The windows that a card has met of the discard under way.
    met: dict[int, list[str]] = field(default_factory=dict)
    #: In which order players said that cards arrive and fall.
    first: list[int] = field(default_factory=list)
    falling: list[int] = field(default_factory=list)
    #: The most levels that fell in one move, and the most cards that fell with one host.
    levels: int = 0
    widest: int = 0
    #: How many texts spoke.
    answered: int = 0

    # ------------------------------------------------------------ looking

    def place_of(self, card: int) -> tuple[int, str] | None:
        return next((at for at, cards in self.places.items() if card in cards), None)

    def is_in(self, card: int, place: str) -> bool:
        at = self.place_of(card)
        return at is not None and at[1] == place

    def root(self, card: int) -> int:
        while card in self.host:
            card = self.host[card]
        return card

    def on_field(self, card: int) -> bool:
        return self.is_in(self.root(card), "field")

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

    def trees(self, cards: set[int]) -> set[int]:
        """All that hangs, at any depth, on cards."""
        return {card for card in self.host if any(self.below(card, root) for root in cards)}

    # ------------------------------------------------------------ changing places

    def lift(self, card: int) -> None:
        at = self.place_of(card)
        if at is not None:
            self.places[at].remove(card)
        self.host.pop(card, None)

    def lay(self, card: int, player: int, place: str, *, bottom: bool = False) -> None:
        self.lift(card)
        self.down.discard(card)
        self.met.pop(card, None)
        self.life[card] = self.life.get(card, 0) + 1
        self.places[player, place].insert(0 if bottom else 10**6, card)

    def send(self, card: int, to: str) -> None:
        names = {"deck_top": "deck", "deck_bottom": "deck", "nodes_asleep": "nodes"}
        self.lay(card, self.owner[card], names.get(to, to), bottom=to == "deck_bottom")

    # ------------------------------------------------------------ S11.3.3

    def open(
        self, names: tuple[str, ...], cards: set[int], going_on: Callable[[], set[int]]
    ) -> None:
        """Each window meets all cards that are still in the process before the next one opens."""
        for name in names:
            now = {card for card in cards & going_on() if name not in self.met.setdefault(card, [])}
            for card in now:
                self.met[card].append(name)
            self.windows += [(name, card) for name, card in sorted((name, c) for c in now)]
            if name == "would_discard":
                for card in sorted(now & set(self.texts)):
                    self.answer(card)

    def answer(self, card: int) -> None:
        """A text speaks only on a card that is set on another, face up (V9.9)."""
        if card not in self.host or card in self.down:
            return
        self.answered += 1
        if self.texts[card] == "slips":
            self.leave({card}, "hand")
        else:
            self.leave({self.host[card]}, "excluded")

    def leave(self, cards: set[int], to: str) -> None:
        """Cards leave the field, what hangs on them falls, all in one instant at the end."""
        born = {card: self.life.get(card, 0) for card in cards}

        def going() -> set[int]:
            same = {card for card in cards if self.life.get(card, 0) == born[card]}
            return {card for card in same if self.on_field(card)}

        level = self.children(cards) - cards
        levels = 0
        while level:
            levels += 1
            for host in {self.host[card] for card in level}:
                self.widest = max(self.widest, len(self.children({host}) & level))
            for card in level:
                if not self.discarding(card):
                    self.met[card] = []
            # What is being discarded here: everything that has met the first window.
            self.open(DISCARD[:1], level, lambda level=level: level)
            self.open(DISCARD[1:], level, lambda: self.trees(going()))
            level = self.children(level & self.trees(going())) - cards
        self.levels = max(self.levels, levels)
        moving = going()
        fallen = self.trees(moving) - moving
        asked = len(fallen) <= MOST_ORDERED
        if to == "underworld" and asked:
            for player in (0, 1):
                for card in completed(self.first, {c for c in moving if self.owner[c] == player}):
                    self.send(card, to)
        else:
            for card in self.ends_first(moving):
                self.send(card, to)
        for card in completed(self.falling, fallen) if asked else self.ends_first(fallen):
            self.send(card, "underworld")

    def ends_first(self, cards: set[int]) -> list[int]:
        """Cards that nobody puts in an order: what hangs on others goes first, by number."""
        found: list[int] = []
        while rest := cards - set(found):
            found += sorted(card for card in rest if not self.trees({card}) & rest)
        return found

    def discarding(self, card: int) -> bool:
        return "would_discard" in self.met.get(card, [])

    # ------------------------------------------------------------ processes

    def move(self, card: int, to: str) -> None:
        if self.is_in(card, "excluded"):
            return
        if self.on_field(card):
            self.leave({card}, to)
        else:
            self.send(card, to)

    def remove(self, cards: set[int], stage: str) -> None:
        """Apply a removal: its windows, then the move that it is."""
        if stage == "resolute":
            # Only characters: what is set on a card, lies face down, or is a command, is none.
            cards = cards - set(self.host) - self.down - set(self.texts)
            self.met.update((card, []) for card in cards)
            self.open(RESOLUTE, cards, lambda: cards)
        self.met.update((card, []) for card in cards)
        here = {card: self.life.get(card, 0) for card in cards}

        def going_on() -> set[int]:
            return {card for card in cards if self.life.get(card, 0) == here[card]}

        self.open(EXCLUDE if stage == "exclude" else DISCARD, cards, going_on)
        if cards:
            self.leave(going_on(), "excluded" if stage == "exclude" else "underworld")

    def enter(self, card: int) -> None:
        if self.is_in(card, "excluded"):
            return
        self.windows.append(("would_enter", card))
        self.lay(card, 0, "field")
        self.windows.append(("entered", card))

    def set_on(self, card: int, host: int, down: bool) -> None:
        """What is not legal opens no window (S11.3.13)."""
        outside = not self.on_field(card)
        possible = self.on_field(host) and card != host and not self.below(host, card)
        if self.is_in(card, "excluded") or not possible:
            return
        if outside:
            self.windows.append(("would_enter", card))
        self.windows += [("would_set", card), ("would_be_set_on", host)]
        self.lift(card)
        self.host[card] = host
        for moved in self.trees({card}) | {card}:
            self.met.pop(moved, None)
        self.down.discard(card)
        if down:
            self.down.add(card)
        if outside:
            self.life[card] = self.life.get(card, 0) + 1
        self.windows.append(("was_set", card))
        if outside:
            self.windows.append(("entered", card))
        self.windows.append(("had_set_on", host))

    def change_side(self, card: int) -> None:
        """From field to field: nothing else happens, what hangs on the card comes along."""
        player, _ = self.place_of(card) or (0, "")
        self.places[player, "field"].remove(card)
        self.places[1 - player, "field"].append(card)


def completed(said: list[int], cards: set[int]) -> list[int]:
    """An order as said; what nobody had to name comes last."""
    named = [card for card in said if card in cards]
    return named + sorted(cards - set(named))
