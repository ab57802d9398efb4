"""A table to try a proof on: lay cards where they are wanted, act by text, look at what came."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from types import ModuleType

from tefuda.cards import CardPool, Schema
from tefuda.editor import GameEditor
from tefuda.game import Game
from tefuda.lang import compile_rules
from tefuda.program import MatchTables, Program


@lru_cache
def pool_of(module: ModuleType) -> CardPool:
    schema = Schema(module.rules)
    return CardPool([schema.read(card, module.rules.name) for card in module.CARDS])


@lru_cache
def program_of(module: ModuleType) -> Program:
    return Program(compile_rules(module.rules, pool_of(module), {}))


@lru_cache
def match_of(module: ModuleType, first: str, second: str) -> MatchTables:
    pool = pool_of(module)
    decks = [[pool.index(number) for number in deck.split()] for deck in (first, second)]
    return MatchTables(program_of(module), *decks)


class Table:
    """A game of a proof whose cards all lie in the decks until they are laid elsewhere.

    Cards are given by number; the n-th copy of a number that is asked for is the n-th in the deck
    list. ``lay`` and ``hang`` prepare; ``start`` lets the window offer its actions anew.
    """

    def __init__(self, module: ModuleType, first: str, second: str = "", *, seed: int = 1):
        self.module = module
        match = match_of(module, first, second or first)
        self.game = Game(match.program, match, seed=seed, log=True)
        while self.game.player != 0 or self.game.turn or self.window != "main":
            seed += 1
            self.game = Game(match.program, match, seed=seed, log=True)
        self.laid: set[int] = set()
        for player in (0, 1):
            for number in sorted(set((first if player == 0 else second or first).split())):
                for card in self.edit.find(number, player):
                    self.edit.place(card, player, "deck")
        self.edit.hide(range(len(self.game.tables)))

    @property
    def edit(self) -> GameEditor:
        return GameEditor(self.game)

    @property
    def window(self) -> str:
        """What the player to act is asked, where it can be passed."""
        return self.game.program.compiled.verbs[self.game.legal_actions[-1] >> 56].name

    # ------------------------------------------------------------ preparing

    def take(self, owner: int, number: str) -> int:
        """Give a copy that was not laid yet."""
        card = next(c for c in self.edit.find(number, owner) if c not in self.laid)
        self.laid.add(card)
        return card

    def lay(
        self, player: int, zone: str, numbers: str, *, cell: int = 0, owner: int | None = None
    ) -> list[int]:
        """Lay cards in a zone, one on the other."""
        cards = [self.take(player if owner is None else owner, n) for n in numbers.split()]
        for card in cards:
            self.edit.place(card, player, zone, cell)
        return cards

    def stack(self, player: int, numbers: str) -> list[int]:
        """Lay cards on top of the deck, the last named topmost."""
        cards = [self.take(player, number) for number in numbers.split()]
        self.edit.order(player, "deck", cards[::-1])
        return cards

    def hang(
        self, host: int, link: str, numbers: str, *, owner: int, known_to: int | None = None,
        down: bool = False,
    ) -> list[int]:  # fmt: skip
        """Hang cards on a card."""
        cards = [self.take(owner, number) for number in numbers.split()]
        for card in cards:
            self.edit.attach(card, host, link, face_down=down, known_to=known_to)
        return cards

    def start(self) -> Table:
        """Let player 0 act; the timings raised so far are forgotten."""
        self.edit.offer_again()
        assert self.game.check() == []
        self.before = len(self.game.timings)
        return self

    # ------------------------------------------------------------ acting

    @property
    def texts(self) -> list[str]:
        """What may be done now."""
        return [self.game.action_text(action) for action in self.game.legal_actions]

    def do(self, *parts: str) -> None:
        """Do the one action in whose text all these parts occur."""
        found = [
            a for a in self.game.legal_actions
            if all(part in self.game.action_text(a) for part in parts)
        ]  # fmt: skip
        assert len(found) == 1, f"{parts}: {len(found)} of {self.texts}"
        self.game.apply(found[0])
        assert self.game.check() == []

    def verbs(self) -> set[str]:
        """The verbs of what may be done."""
        return {text.partition(":")[0] for text in self.texts}

    def has(self, *parts: str) -> bool:
        """Whether some action has all these parts in its text."""
        return any(all(part in text for part in parts) for text in self.texts)

    # ------------------------------------------------------------ looking

    def cards(self, player: int, zone: str, cell: int = 0) -> list[int]:
        """The cards of a zone, bottom first."""
        return self.edit.zone(player, zone, cell)

    def numbers(self, player: int, zone: str, cell: int = 0) -> str:
        """The numbers of the cards of a zone, bottom first."""
        return " ".join(self.edit.number(card) for card in self.cards(player, zone, cell))

    def where(self, card: int) -> tuple[int, str] | None:
        """Whose zone of which kind a card lies in; ``None`` while it hangs on a card."""
        place = self.edit.where(card)
        return place[:2] if place else None

    def knowers(self, card: int) -> set[int]:
        """Who knows a face."""
        return {player for player in (0, 1) if self.edit.knows(player, card)}

    @property
    def timings(self) -> list[str]:
        """The timings raised since the start."""
        return self.game.timings[self.before :]

    # ------------------------------------------------------------ the middle of things

    def saved(self) -> Table:
        """A table with the same game, loaded from its bytes."""
        return self.with_game(Game.restore(self.game.program, self.game.snapshot()))

    def copied(self) -> Table:
        """A table with a copy of the game."""
        return self.with_game(self.game.copy())

    def with_game(self, game: Game) -> Table:
        other = object.__new__(Table)
        other.module, other.game, other.laid = self.module, game, set(self.laid)
        other.before = 0
        assert game.hash() == self.game.hash()
        assert game.legal_actions == self.game.legal_actions
        return other


def same_end(table: Table, rest: Callable[[Table], None]) -> None:
    """Play the rest on the table, on a copy, and on a game loaded from bytes: all end alike."""
    copy, loaded = table.copied(), table.saved()
    for one in (copy, loaded, table):
        rest(one)
    assert copy.game.hash() == loaded.game.hash() == table.game.hash()
    assert copy.game.view(0) == loaded.game.view(0) == table.game.view(0)
    assert copy.game.view(1) == loaded.game.view(1) == table.game.view(1)


def play_at_random(module: ModuleType, games: int = 200) -> dict[str, int]:
    """Play games at random, checking after each step; gives how often each outcome came.

    Each step is also done to a copy, some to a game loaded from bytes; and what the player to act
    may do is the same in a game that is dealt anew as far as that player can tell.
    """
    deck = " ".join(pool_of(module).numbers)
    match = match_of(module, f"{deck} {deck}", f"{deck} {deck}")
    outcomes: dict[str, int] = {}
    for seed in range(games):
        game = Game(match.program, match, seed=seed)
        dice = random.Random(seed)
        while not game.over:
            assert game.check() == []
            actions = game.legal_actions
            assert len(actions) == len(set(actions))
            if dice.random() < 0.05:
                look_alike(game, dice.getrandbits(32))
            other = game.copy()
            if dice.random() < 0.02:
                other = Game.restore(match.program, game.snapshot())
            action = dice.choice(actions)
            game.apply(action)
            other.apply(action)
            assert other.hash() == game.hash()
        assert game.outcome is not None
        assert game.outcome.error is None, game.outcome
        outcomes[game.outcome.reason] = outcomes.get(game.outcome.reason, 0) + 1
    return outcomes


def look_alike(game: Game, seed: int) -> None:
    """Deal anew what the player to act does not know: nothing that player sees changes."""
    player = game.player
    assert player is not None
    dealt = game.determinize(player, seed)
    assert dealt.check() == []
    assert dealt.view(player) == game.view(player)
    assert dealt.legal_actions == game.legal_actions
    assert [dealt.action_text(a) for a in dealt.legal_actions] == [
        game.action_text(a) for a in game.legal_actions
    ]
