"""The table of a scenario: its rules, the cards put on it, and the game made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from tefuda.errors import TefudaError
from tefuda.rules import Link
from tefuda.testing import inside, reports
from tefuda.testing.options import Asked, Members, Option, asked_of
from tefuda.testing.places import PlaceLike, Places, plain
from tefuda.testing.position import MOST_CHOICES, Position, Start, Wish, set_mark
from tefuda.testing.workshop import RulesetLike, workshop

if TYPE_CHECKING:
    from typing import Self

    from tefuda.editor import GameEditor
    from tefuda.game import Game

Luck = Callable[[], object]


class ScenarioError(AssertionError):
    """A scenario cannot go on as the test says; the message shows board and legal actions."""


class Table:
    """A position of one game, as a test puts it; part of :class:`~tefuda.testing.Scenario`."""

    def __init__(
        self,
        ruleset: RulesetLike,
        *,
        player: int = 0,
        turn: int = 2,
        at: str | None = None,
        filling: int = 20,
        filler: Mapping[str, Any] | None = None,
        defaults: Mapping[str, Any] | None = None,
        stop_at: Sequence[str] = (),
        seed: int = 1,
        plugins: Sequence[Any] = (),
        luck: Luck | None = None,
        **settings: Any,
    ) -> None:
        """Take the rules; nothing is on the table yet.

        :param ruleset: the string of a variant, or rules or a ruleset as objects.
        :param player: whose turn it is.
        :param turn: the number of the turn, 0 the very first.
        :param at: the window or choice of that player at which it begins, by name; without, the
            first window in which nothing is half done. ``"start"``: what the set-up asks first;
            then all cards are in the decks, shuffled, and places mean nothing.
        :param filling: cards without words filled into each deck.
        :param filler: words of those cards.
        :param defaults: words of each card that a test defines, where it does not say otherwise.
        :param stop_at: windows at which the game is to wait even where only passing is possible.
        :param seed: where the random streams begin.
        :param plugins: as for ``tefuda.load``.
        :param luck: what must be true at the beginning; seeds are tried until it is.
        :param settings: parameters of the ruleset.
        """
        self._shop = workshop(ruleset, settings, plugins)
        self.rules = self._shop.ruleset.rules
        self._places = Places(self.rules)
        self._members = Members(self.rules)
        self._position = Position(self._shop, self._places, filler or {})
        self._start = Start(at, player, turn, seed, filling)
        self._defaults = dict(defaults or {})
        self._stop_at = {plain(name) for name in stop_at}
        self._luck = luck
        self._game: Game | None = None
        #: Forced moments passed since the test last acted, with what was done there.
        self._passed: list[tuple[Asked, Option]] = []
        self._claimed = 0
        self._last_player: int | None = None
        reports.RECENT.append(self)

    # ------------------------------------------------------------ the position

    def define(
        self,
        card: str,
        *,
        like: str | None = None,
        name: str | None = None,
        abilities: Sequence[Any] | None = None,
        **words: Any,
    ) -> Self:
        """Define a card of this test, written as in a card file.

        :param card: what the test calls it; its printed name, too, unless ``name`` says otherwise.
        :param like: number or name of a card of the ruleset from which the rest is taken.
        """
        self._number(card, like, name, abilities, words)
        return self

    def put(
        self,
        card: str,
        at: PlaceLike | None = None,
        *,
        on: str | None = None,
        link: str | None = None,
        player: int | None = None,
        owner: int | None = None,
        alias: str | None = None,
        copies: int = 1,
        face_down: bool = False,
        known_to: int | None = None,
        like: str | None = None,
        name: str | None = None,
        abilities: Sequence[Any] | None = None,
        **words: Any,
    ) -> Self:
        """Put a card somewhere: one of the ruleset, by number or name, or one of the test's own.

        Words beside it define the card (or change the one it is like); flags and variables of
        cards, such as ``tapped=True``, mark this copy.

        :param at: the place; of a deck: under those put there before.
        :param on: the card on which it hangs, by ``link`` (the ruleset's first when left out).
        :param player: whose place it is, where the place does not say.
        :param owner: whose card it is, when not of the player of the place.
        :param alias: what the test calls this copy.
        """
        if self._game is not None:
            raise TefudaError("the scenario has begun: use edit, or put the cards before acting")
        marks = {key: words.pop(key) for key in list(words) if key in self._marks}
        number = self._number(card, like, name, abilities, words)
        place = self._places.read(at) if at is not None else None
        if place is not None and player is not None:
            place = type(place)(player, place.kind, place.cell)
        if (place is None) == (on is None):
            raise TefudaError(f"card {card!r}: expected a place, or on= another card")
        if on is not None and on not in self._handles:
            raise TefudaError(f"card {card!r}: on {on!r}: no such card was put before")
        if place is not None:
            of = place.player
        else:
            of = next(w.owner for w in self._position.wishes if w.handle == on)
        for _ in range(copies):
            self._position.wishes.append(
                Wish(
                    alias or card,
                    number,
                    of if owner is None else owner,
                    place,
                    on,
                    link or self._first_link,
                    face_down,
                    known_to,
                    marks,
                )
            )
        return self

    def hand(self, *cards: str, player: int = 0) -> Self:
        """Put cards into a hand; they are cards of the ruleset or defined before."""
        for card in cards:
            self.put(card, "hand", player=player)
        return self

    def deck(self, *cards: str, player: int = 0, size: int | None = None) -> Self:
        """Put cards on a deck, the first of them topmost, and say how many cards it has in all."""
        for card in cards:
            self.put(card, self._places.deck, player=player)
        if size is not None:
            self._position.decks[player] = size
        return self

    @property
    def _handles(self) -> set[str]:
        return {wish.handle for wish in self._position.wishes}

    @property
    def _first_link(self) -> str:
        links = self.rules.named(Link)
        return links[0].name if links else ""

    @property
    def _marks(self) -> set[str]:
        compiled = self._shop.compiled
        return {*compiled.flags, *(row.name for row in compiled.card_variables)}

    def _number(
        self,
        card: str,
        like: str | None,
        name: str | None,
        abilities: Sequence[Any] | None,
        words: Mapping[str, Any],
    ) -> str:
        own = self._position
        known = card in self._shop.ruleset.pool or card in self._shop.names
        if card not in own.numbers and not known and like is None:
            words = {**self._defaults, **words}
        return own.number_of(card, like, name, words, abilities)

    # ------------------------------------------------------------ the game

    @property
    def game(self) -> Game:
        """The game; asking for it begins the scenario."""
        if self._game is None:
            for game in self._position.games(self._start):
                self._game = game
                self._skip_forced()
                if self._luck is None or self._luck():
                    break
                self._game = None
            if self._game is None:
                raise TefudaError(
                    f"no game comes to {self._start.at or 'a window'} of player "
                    f"{self._start.player}, as wanted, with seeds from {self._start.seed} on"
                )
            if self._start.at != "start":
                inside.forget_events(self._game)
        return self._game

    @property
    def edit(self) -> GameEditor:
        """The editor of the game, for what no method here does; cards by :meth:`index`."""
        from tefuda.editor import GameEditor

        return GameEditor(self.game)

    def index(self, card: str) -> int:
        """Give the index of a card, for the editor.

        :raises ScenarioError: there is no such card, or more than one.
        """
        found = self._indices(card)
        if len(set(found)) != 1:
            where = ", ".join(reports.place_of(self, at) for at in found)
            self.fail(f"card {card!r}: {len(found)} of them ({where or 'none'}), expected one")
        return found[0]

    def _indices(self, card: str) -> list[int]:
        game = self.game
        for handle, cards in self._position.cards.items():
            if plain(handle) == plain(card):
                return cards
        forms = game.program.compiled.forms
        return [
            at
            for at, (_, form) in enumerate(game.tables.cards)
            if plain(card) in (plain(forms[form].number), plain(forms[form].name))
        ]

    def name_of(self, index: int) -> str:
        """Give what the test calls a card."""
        for handle, cards in self._position.cards.items():
            if index in cards:
                return handle
        form = self.game.tables.cards[index][1]
        return self.game.program.compiled.forms[form].name

    def show(self, place: PlaceLike) -> str:
        """Give a place as :meth:`zone` names it."""
        return self._places.show(self._places.read(place))

    def fail(self, reason: str) -> NoReturn:
        """Raise an error that shows the board and what is legal.

        :raises ScenarioError: always.
        """
        raise ScenarioError(f"{reason}\n\n{reports.picture(self)}")

    def mark(self, card: str, **marks: Any) -> Self:
        """Set flags and variables of a card now, as if they had always been so; no timings."""
        for mark, value in marks.items():
            set_mark(self.edit, self.index(card), mark, value)
        return self._offer_again()

    def modify(
        self,
        card: str,
        stat: str,
        amount: int,
        *,
        operation: str = "add",
        until: str | None = None,
        other: str | None = None,
    ) -> Self:
        """Give a card in play a modification, as an effect of the rules does; no timings."""
        self.edit.modify(
            [self.index(card)], stat, amount, operation=operation, until=until, other=other
        )
        return self._offer_again()

    def give(
        self, card: str, ability: str, *, verb: str = "gain", until: str | None = None
    ) -> Self:
        """Let a card gain an ability, or ``lose``, ``bar`` or ``negate`` it; no timings."""
        self.edit.give(verb, self.index(card), ability, until=until)
        return self._offer_again()

    def _offer_again(self) -> Self:
        asked = self.asked
        if asked is not None and asked.window:
            self.edit.offer_again()
        return self

    @property
    def asked(self) -> Asked | None:
        """Who is asked what, and the options; ``None`` when the game is over."""
        return asked_of(self.game, self.rules)

    def _skip_forced(self) -> None:
        """Take single options, up to a window that a test may want to see."""
        for _ in range(MOST_CHOICES):
            asked = self.asked
            if (
                asked is None
                or not asked.forced
                or asked.rest
                or plain(asked.name) in self._stop_at
            ):
                return
            self._passed.append((asked, asked.options[0]))
            self.game.apply(asked.options[0].action)
