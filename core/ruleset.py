"""A ruleset ready to play: its rules as a variant has them, cards, decks and compiled program."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

from tefuda.cards import CardPool, load_cards
from tefuda.decks import (
    MOST_CARDS,
    Deck,
    check_known,
    check_legal,
    load_decks,
    make_deck,
    read_decks,
)
from tefuda.errors import CardError, DeckError, RulesetError
from tefuda.files import Source
from tefuda.random_decks import is_random, parse_random, random_deck
from tefuda.rules import Rules
from tefuda.seeds import check_seed
from tefuda.variants import Variant, effective_parameters, parse_variant, plain
from tefuda.words import listed, nearest, shown

if TYPE_CHECKING:
    from tefuda.game import Game
    from tefuda.lang.program import CompiledProgram
    from tefuda.program import MatchTables, Program

#: A deck as callers give it: its name, a file, a deck, card numbers, or counts by number.
DeckLike: TypeAlias = str | Deck | Sequence[str] | Mapping[str, int]

#: How the names of deck files end.
DECK_FILES = (".json", ".toml", ".txt", ".deck")
#: Tables of so many pairs of decks are kept.
_KEPT_MATCHES = 64


class Ruleset:
    """The rules of one variant with cards and decks; immutable.

    Made by :func:`tefuda.load`, or from a :class:`~tefuda.rules.Rules` object directly.
    """

    def __init__(
        self,
        rules: Rules,
        variant: str | Variant | None = None,
        *,
        extensions: Iterable[Rules] = (),
        cards: Iterable[Source] = (),
        native: bool | None = None,
    ) -> None:
        """Apply extensions and parameters, read cards and decks, and compile.

        :param variant: names what to change; its parameters are taken from here, its patches must
            be among the extensions. Without it the rules stand as declared.
        :param extensions: what the variant's patches stand for.
        :param cards: further card files, added to those of the rules.
        :param native: whether machine code plays the games (``tefuda.native``): ``None``: where it
            lies ready; true: made first where it does not; false: never.
        :raises TefudaError: rules, extensions, parameters, cards or decks do not fit together.
        """
        from tefuda.lang import compile_rules

        named = parse_variant(variant) if isinstance(variant, str) else variant
        named = named or Variant(rules.name)
        extensions = list(extensions)
        #: The rules with their extensions.
        self.rules = rules.extended(extensions) if extensions else rules
        #: Every parameter's value by name.
        self.parameters: dict[str, Any] = effective_parameters(
            self.rules, dict(named.settings), f"variant {str(named)!r}"
        )
        settings = [(name, plain(self.parameters[name])) for name, _ in named.settings]
        self._variant = Variant(
            named.ruleset,
            named.patches,
            tuple((name, str(value).lower()) for name, value in settings),
        )
        if isinstance(cards, (str, PathLike)):
            raise CardError(f"cards {str(cards)!r}: expected a list of files")
        #: The cards, in the order of their files.
        self.pool: CardPool = load_cards(self.rules, [*self.rules.card_files, *cards])
        if self.pool.texts:
            self.rules = self.rules.with_texts(self.pool.texts)
        #: The decks that come with the rules, by name; the first is the default.
        self.decks: dict[str, Deck] = load_decks(self.rules.deck_files, self.pool)
        self._native = native
        self._matches: dict[tuple[Any, Any], MatchTables] = {}
        #: The compiled program as plain rows.
        self.compiled: CompiledProgram = compile_rules(self.rules, self.pool, self.parameters)
        self._check_shown()

    def __repr__(self) -> str:
        return f"<Ruleset {self.name} {self.fingerprint[:12]}>"

    def _check_shown(self) -> None:
        rows = (*self.compiled.game_variables, *self.compiled.player_variables)
        known = [row.name for row in rows]
        for name in self.rules.shown_variables or ():
            if name not in known:
                raise RulesetError(
                    f"{self.rules.name}: shows {shown(name)}: expected a variable of Game or "
                    f"Player{nearest(name, known)}"
                )

    @property
    def name(self) -> str:
        """The variant's string, patches and parameters sorted."""
        return str(self._variant)

    @property
    def summary(self) -> str:
        """One line about the ruleset."""
        return self.rules.summary

    @cached_property
    def program(self) -> Program:
        """The compiled program as the machine runs it."""
        from tefuda.program import Program

        program = Program(self.compiled)
        if self._native is not False:
            from tefuda import native

            native.use(program, make=self._native is True)
        return program

    @property
    def fingerprint(self) -> str:
        """What tells this ruleset from others: a hash of program, cards and parameters.

        Where the source files lie, and their comments and line numbers, do not enter.
        """
        return str(self.program.fingerprint)

    def listing(self) -> str:
        """Give the compiled program as readable text, function by function."""
        from tefuda.lang import listing

        return str(listing(self.compiled))

    # ------------------------------------------------------------ decks and matches

    def deck(self, deck: DeckLike) -> Deck:
        """Give a deck by its name, or read it from a file, numbers or counts.

        ``random:SEED`` is a random legal deck of the variant and its cards, the same for each
        seed; ``FILE#NAME`` is one of several in a file.

        :raises DeckError: it is unknown, unreadable, or holds a card that is not in the pool.
        """
        if isinstance(deck, str):
            if deck in self.decks:
                return self.decks[deck]
            if is_random(deck):
                return self.random_deck(parse_random(deck))
            if not deck.partition("#")[0].endswith(DECK_FILES) and "/" not in deck:
                raise DeckError(
                    f"deck {shown(deck)}: unknown, expected {listed(self.decks)}, random:SEED or "
                    "a file"
                    f"{nearest(deck, self.decks)}"
                )
            file, _, name = (deck, "", "") if os.path.exists(deck) else deck.partition("#")
            found = [one for one in read_decks(file) if not name or one.name == name]
            if len(found) != 1:
                wanted = f"one named {name!r}" if name else "one, or FILE#NAME"
                raise DeckError(f"{file}: {len(found)} such decks, expected {wanted}")
            check_known(found[0], self.pool, file)
            return found[0]
        made = deck if isinstance(deck, Deck) else make_deck(deck)
        check_known(made, self.pool)
        return made

    def random_deck(self, seed: int, among: Sequence[str] | None = None) -> Deck:
        """Give the random legal deck of a seed; equal seeds give equal decks.

        :param among: numbers of the cards to be taken; all cards when left out.
        :raises DeckError: as :func:`tefuda.random_decks.random_deck`.
        """
        shipped = list(self.decks.values())
        return random_deck(seed, self.rules, self.pool, self.parameters, shipped, among)

    def pair(self, decks: Sequence[DeckLike] | None = None) -> tuple[Deck, Deck]:
        """Give the decks of both players: the ruleset's first two when left out, or its only one.

        :raises DeckError: one cannot be had, is illegal, or there are not two.
        """
        if decks is None:
            if not self.decks:
                raise DeckError(f"ruleset {self.name!r}: no deck of its own, expected decks")
            names = list(self.decks)[:2]
            decks = (names[0], names[-1])
        if isinstance(decks, str) or len(decks) != 2:
            raise DeckError(f"decks {shown(decks)}: expected two, one for each player")
        pair = self.deck(decks[0]), self.deck(decks[1])
        for deck in pair:
            check_legal(deck, self.rules, self.pool, self.parameters)
        most = min(MOST_CARDS, self.rules.capacities.cards)
        total = sum(len(deck.cards) for deck in pair)
        if total > most:
            raise DeckError(f"decks of {total} cards together, expected {most} at most")
        return pair

    def match(self, deck0: DeckLike, deck1: DeckLike) -> MatchTables:
        """Give the tables of a pair of decks as the machine reads them; they are kept.

        :raises DeckError: as :meth:`pair`.
        """
        from tefuda.program import MatchTables

        pair = self.pair((deck0, deck1))
        key = pair[0].cards, pair[1].cards
        if key not in self._matches:
            if len(self._matches) >= _KEPT_MATCHES:
                del self._matches[next(iter(self._matches))]
            forms = {number: i for i, number in enumerate(self.pool.numbers)}
            numbers = [tuple(forms[number] for number in deck.cards) for deck in pair]
            self._matches[key] = MatchTables(self.program, numbers[0], numbers[1])
        return self._matches[key]

    def new_game(
        self,
        *,
        seed: int,
        decks: Sequence[DeckLike] | None = None,
        number: int = 0,
        log: bool = False,
        stop_at_forced: bool = False,
    ) -> Game:
        """Start a game.

        :param seed: 0 to 2**64 - 1.
        :param decks: of the first and second player; the ruleset's first two when left out.
        :param number: which game of the seed: the one that a simulation numbers so.
        :param log: whether to keep the public events.
        :param stop_at_forced: whether to wait at choices with a single option, too.
        :raises DeckError: as :meth:`pair`.
        :raises GameError: the rules failed before the first choice.
        """
        from tefuda.game import Game

        check_seed(seed)
        pair = self.pair(decks)
        return Game(
            self.program,
            self.match(*pair),
            seed=seed,
            number=number,
            log=log,
            stop_at_forced=stop_at_forced,
        )
