"""Laying out a position: which cards are where when a scenario begins.

The real rules run from their set-up to the moment asked for; then the cards are laid where the
test wants them, as the rules' own operation ``put`` does it, without raising timings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tefuda.errors import TefudaError
from tefuda.testing.options import Asked, Option, asked_of, says_verb
from tefuda.testing.places import Place, Places
from tefuda.testing.workshop import Workshop

if TYPE_CHECKING:
    from tefuda.editor import GameEditor
    from tefuda.game import Game

#: Seeds tried for a game that begins as wanted, and choices made on the way to the moment.
MOST_SEEDS, MOST_CHOICES = 2000, 5000
#: The number and name of the card that fills decks.
FILLER = "Filler"


@dataclass
class Wish:
    """One card wanted somewhere."""

    handle: str
    number: str
    owner: int
    place: Place | None = None
    host: str | None = None
    link: str = ""
    face_down: bool = False
    known_to: int | None = None
    marks: dict[str, Any] = field(default_factory=dict)


@dataclass
class Start:
    """The moment at which a scenario begins."""

    #: The window or choice; ``None``: the first window in which nothing is half done.
    at: str | None
    player: int
    turn: int
    seed: int
    #: Cards filled into each deck beside those of the test.
    filling: int


class Position:
    """What a test wants on the table, and the game made of it."""

    def __init__(self, shop: Workshop, places: Places, filler: Mapping[str, Any]) -> None:
        """Begin with an empty table."""
        self.shop = shop
        self.places = places
        self.definitions: list[dict[str, Any]] = []
        self.numbers: dict[str, str] = {}
        self.wishes: list[Wish] = []
        self.decks: dict[int, int] = {}
        self._filler = {"number": FILLER, "name": FILLER, "words": dict(filler)}
        self.cards: dict[str, list[int]] = {}

    # ------------------------------------------------------------ cards

    def number_of(
        self,
        handle: str,
        like: str | None,
        name: str | None,
        words: Mapping[str, Any],
        abilities: Sequence[Any] | None,
    ) -> str:
        """Give the number of the card that a handle means, defining it where needed.

        :raises TefudaError: it is to be defined twice, or is ambiguous.
        """
        changed = bool(words) or abilities is not None or name is not None or like is not None
        if handle in self.numbers:
            if changed:
                raise TefudaError(f"card {handle!r} is defined already: give it another name")
            return self.numbers[handle]
        known = self._in_pool(like or handle)
        if known is not None and not changed:
            number = known
        elif like is not None and known is None:
            raise TefudaError(f"card {like!r}: {self.shop.ruleset.pool.unknown(like)}")
        else:
            number = f"T{len(self.definitions) + 1}"
            self.definitions.append(self._definition(number, handle, known, name, words, abilities))
        self.numbers[handle] = number
        return number

    def _in_pool(self, card: str) -> str | None:
        if card in self.shop.ruleset.pool:
            return card
        numbers = self.shop.names.get(card, [])
        if len(numbers) > 1:
            raise TefudaError(f"card {card!r}: {', '.join(numbers)}, expected one of the numbers")
        return numbers[0] if numbers else None

    def _definition(
        self,
        number: str,
        handle: str,
        known: str | None,
        name: str | None,
        words: Mapping[str, Any],
        abilities: Sequence[Any] | None,
    ) -> dict[str, Any]:
        if known is None:
            return {
                "number": number,
                "name": name or handle,
                "words": dict(words),
                "abilities": list(abilities or ()),
            }
        base = self.shop.written(known)
        return {
            "number": number,
            "name": name or base["name"],
            "words": {**base["words"], **words},
            "abilities": base["abilities"] if abilities is None else list(abilities),
        }

    # ------------------------------------------------------------ making the game

    def games(self, start: Start) -> Iterator[Game]:
        """Give games that have come to the moment, with the cards laid, one for each seed tried.

        :raises TefudaError: a card cannot lie where it should.
        """
        from tefuda.game import Game
        from tefuda.program import MatchTables

        bench = self.shop.bench([*self.definitions, self._filler])
        decks = []
        for player in range(2):
            mine = [bench.forms[w.number] for w in self.wishes if w.owner == player]
            decks.append([*mine, *[bench.forms[FILLER]] * start.filling])
        tables = MatchTables(bench.program, *decks)
        for seed in range(start.seed, start.seed + MOST_SEEDS):
            game = Game(bench.program, tables, seed=seed, log=True, stop_at_forced=True)
            if game.first_player != start.player:
                continue
            if start.at == "start":
                self.assign(game)
                yield game
            elif self._run_to(game, start):
                self.assign(game)
                self.lay(game, start, seed)
                yield game

    def _run_to(self, game: Game, start: Start) -> bool:
        rules = self.shop.ruleset.rules
        for _ in range(MOST_CHOICES):
            asked = asked_of(game, rules)
            if asked is None:
                return False
            if asked.player == start.player and (
                asked.name == start.at if start.at else asked.window and asked.rest
            ):
                return True
            game.apply(default_option(asked).action)
        return False

    def assign(self, game: Game) -> None:
        """Say which of the game's cards each handle means."""
        from tefuda.editor import GameEditor

        editor = GameEditor(game)
        free: dict[tuple[str, int], list[int]] = {}
        self.cards = {}
        for wish in self.wishes:
            key = wish.number, wish.owner
            if key not in free:
                free[key] = editor.find(*key)
            self.cards.setdefault(wish.handle, []).append(free[key].pop(0))

    def lay(self, game: Game, start: Start, seed: int) -> None:
        """Lay all cards as wanted."""
        from tefuda.editor import GameEditor

        editor = GameEditor(game)
        compiled = game.program.compiled
        everything = range(len(game.tables.cards))
        for card in everything:
            editor.place(card, game.tables.cards[card][0], self.places.deck)
            for flag in compiled.flags:
                editor.set_flag(card, flag, False)
        used: Counter[str] = Counter()
        laid: list[tuple[Wish, int]] = []
        for wish in self.wishes:
            laid.append((wish, self.cards[wish.handle][used[wish.handle]]))
            used[wish.handle] += 1
        for wish, card in laid:
            if wish.place is not None and wish.place.kind != self.places.deck:
                editor.place(
                    card,
                    wish.place.player,
                    wish.place.kind,
                    wish.place.cell,
                    face_down=wish.face_down,
                )
        for wish, card in laid:
            if wish.host is not None:
                host = self.cards[wish.host][0]
                editor.attach(card, host, wish.link, face_down=wish.face_down)
        self._order_decks(editor, [(w, c) for w, c in laid if w.place and w.host is None])
        editor.hide(everything)
        for wish, card in laid:
            if wish.known_to is not None:
                editor.show(wish.known_to, [card])
            for mark, value in wish.marks.items():
                set_mark(editor, card, mark, value)
        first = start.player if start.turn % 2 == 0 else 1 - start.player
        editor.set_turn(start.turn, start.player, first)
        editor.reseed(seed)
        editor.offer_again()

    def _order_decks(self, editor: GameEditor, laid: Iterable[tuple[Wish, int]]) -> None:
        deck = self.places.deck
        for player in range(2):
            top = [
                card
                for wish, card in laid
                if wish.place is not None and (wish.place.kind, wish.place.player) == (deck, player)
            ]
            editor.order(player, deck, top)
            size = self.decks.get(player)
            lying = editor.zone(player, deck)
            if size is None:
                continue
            if not len(top) <= size <= len(lying):
                raise TefudaError(
                    f"deck of {size} cards: expected {len(top)} to {len(lying)}; the scenario's "
                    "filling= gives more"
                )
            for card in [card for card in lying if card not in top][: len(lying) - size]:
                editor.place(card, player, self.places.spare)


def set_mark(editor: GameEditor, card: int, mark: str, value: Any) -> None:
    """Set a flag or a variable of a card.

    :raises TefudaError: there is none of this name.
    """
    compiled = editor.game.program.compiled
    if mark in compiled.flags:
        editor.set_flag(card, mark, bool(value))
    else:
        editor.set_card_variable(card, mark, value)


def default_option(asked: Asked, taking: Sequence[str] = ()) -> Option:
    """Give the option taken where a test is silent: a verb of ``taking``, pass, no, the first."""
    for verb in taking:
        for option in asked.options:
            if option.kind != "pass" and says_verb(option, verb):
                return option
    for option in asked.options:
        if option.kind == "pass" or (option.kind == "yes_no" and not option.value):
            return option
    return asked.options[0]
