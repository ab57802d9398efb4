"""Decks: lists of card numbers, from data files and from text, and whether they are legal.

A data file (JSON or TOML) holds a deck or ``{"decks": [...]}``::

    {"name": "starter", "summary": "quick attackers", "cards": {"CH-0001": 4, "CH-0002": 2}}

A text file (any other ending) holds a count and a number on each line, ``#`` starting a comment;
the deck is named after the file::

    4 CH-0001   # the core of it
    2 CH-0002

The order of a deck's cards means nothing: they are kept sorted by number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import Any

import msgspec

from tefuda.cards import CardPool
from tefuda.errors import DeckError, RulesetError, TefudaError
from tefuda.files import Source, name_of, read_data, read_text
from tefuda.rules import Rules
from tefuda.words import listed, nearest, shown

#: What both players' decks may hold together.
MOST_CARDS = 128
#: No deck file is larger.
LARGEST = 1024 * 1024

_LINE = re.compile(r"([+-]?[0-9]+)[ \t]*[xX]?[ \t]+(\S+)")
_FIELDS = ("name", "summary", "cards")


class Deck(msgspec.Struct, frozen=True):
    """A deck: its name and its card numbers, sorted, each as often as it is in the deck."""

    name: str
    cards: tuple[str, ...]
    summary: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """How often each card is in the deck."""
        return dict(Counter(self.cards))


def make_deck(
    cards: Iterable[str] | Mapping[str, int], name: str = "deck", summary: str = ""
) -> Deck:
    """Make a deck from card numbers, or from counts by number.

    :raises DeckError: it is empty, too large or a count is not a number from 1.
    """
    if isinstance(cards, Mapping):
        numbers: list[str] = []
        for number, count in cards.items():
            numbers += [number] * _count(count, f"deck {name!r}: card {shown(number)}")
    elif isinstance(cards, Iterable):
        numbers = list(cards)
    else:
        raise DeckError(f"deck {shown(cards)}: expected a name, a file, card numbers or counts")
    for number in numbers:
        if not isinstance(number, str):
            raise DeckError(f"deck {name!r}: {shown(number)}, expected a card number")
    if not 1 <= len(numbers) <= MOST_CARDS:
        raise DeckError(f"deck {name!r}: {len(numbers)} cards, expected 1 to {MOST_CARDS}")
    return Deck(name, tuple(sorted(numbers)), summary)


def read_decks(source: Source) -> list[Deck]:
    """Read the decks of one file.

    :raises DeckError: the file cannot be read or is not a deck; the message names file, line or
        field, and card.
    """
    file = name_of(source)
    if file.endswith((".json", ".toml")):
        return _data_decks(read_data(source, DeckError, LARGEST), file)
    return [_text_deck(read_text(source, DeckError, LARGEST), file)]


def load_decks(sources: Iterable[Source], pool: CardPool) -> dict[str, Deck]:
    """Read deck files and give all decks by name, in order.

    :raises DeckError: as :func:`read_decks`; a card is not in the pool, or a name comes twice.
    """
    decks: dict[str, Deck] = {}
    for source in sources:
        for deck in read_decks(source):
            if deck.name in decks:
                raise DeckError(f"{name_of(source)}: deck {deck.name!r}: the name is taken")
            check_known(deck, pool, name_of(source))
            decks[deck.name] = deck
    return decks


def check_known(deck: Deck, pool: CardPool, file: str = "") -> None:
    """Check that every card of a deck is in the pool.

    :raises DeckError: one is not.
    """
    where = f"{file}: deck {deck.name!r}" if file else f"deck {deck.name!r}"
    for number in deck.cards:
        if number not in pool:
            raise DeckError(f"{where}: card {shown(number)}: {pool.unknown(number)}")


def problems(deck: Deck, rules: Rules, pool: CardPool, parameters: Mapping[str, Any]) -> list[str]:
    """Say what the ruleset's deck check finds wrong with a deck; an empty list: nothing.

    :raises DeckError: a card is not in the pool.
    :raises RulesetError: the check itself fails, or gives something else than texts.
    """
    check_known(deck, pool)
    if rules.deck_check is None:
        return []
    cards = [pool[number] for number in deck.cards]
    try:
        found = rules.deck_check(cards, parameters)
    except TefudaError:
        raise
    except Exception as problem:  # it is the ruleset's own Python, which may do anything
        raise RulesetError(
            f"{rules.name}: {_place_of(rules.deck_check)}: {type(problem).__name__}: {problem}"
        ) from problem
    if not isinstance(found, (list, tuple)) or not all(isinstance(one, str) for one in found):
        raise RulesetError(
            f"{rules.name}: {_place_of(rules.deck_check)}: gave {shown(found)}, expected a list of "
            "what is wrong with the deck"
        )
    return list(found)


def _place_of(check: Callable[..., Any]) -> str:
    """Name the function that checks decks, for messages."""
    code = getattr(check, "__code__", None)
    where = f" ({PurePath(code.co_filename).name}:{code.co_firstlineno})" if code else ""
    return f"deck check {getattr(check, '__name__', type(check).__name__)!r}{where}"


def check_legal(deck: Deck, rules: Rules, pool: CardPool, parameters: Mapping[str, Any]) -> None:
    """Refuse a deck that its ruleset's deck check finds fault with.

    :raises DeckError: what is wrong with it.
    """
    found = problems(deck, rules, pool, parameters)
    if found:
        raise DeckError(f"deck {deck.name!r}: " + "; ".join(found))


def _count(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_CARDS:
        raise DeckError(f"{where}: count {shown(value)}, expected 1 to {MOST_CARDS}")
    return value


def _text_deck(text: str, file: str) -> Deck:
    numbers: list[str] = []
    for i, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        found = _LINE.fullmatch(content)
        if found is None:
            raise DeckError(
                f"{file}: line {i}: {shown(content)}, expected a count and a card number, as in "
                "'4 CH-0001'"
            )
        # A count of a thousand digits is refused by its length, not turned into a number first.
        digits = found[1] if len(found[1]) > 9 else int(found[1])
        numbers += [found[2]] * _count(digits, f"{file}: line {i}: card {shown(found[2])}")
        if len(numbers) > MOST_CARDS:
            raise DeckError(f"{file}: line {i}: more than {MOST_CARDS} cards, expected fewer")
    if not numbers:
        raise DeckError(f"{file}: no cards, expected lines such as '4 CH-0001'")
    return make_deck(numbers, PurePath(file).stem)


def _data_decks(content: Any, file: str) -> list[Deck]:
    entries = content
    if isinstance(content, dict):
        entries = [content]
        if "decks" in content:
            _known(content, ("decks",), file)
            entries = content["decks"]
    if not isinstance(entries, list) or not entries:
        raise DeckError(f"{file}: {shown(entries)}, expected a deck or a list of decks")
    return [
        _data_deck(entry, f"{file}: deck {i}", PurePath(file).stem if len(entries) == 1 else "")
        for i, entry in enumerate(entries, 1)
    ]


def _data_deck(entry: Any, where: str, fallback: str) -> Deck:
    if not isinstance(entry, dict):
        raise DeckError(f"{where}: {shown(entry)}, expected a deck")
    _known(entry, _FIELDS, where)
    name, summary = entry.get("name", fallback), entry.get("summary", "")
    for key, value in (("name", name), ("summary", summary)):
        if not isinstance(value, str) or len(value) > 200 or (key == "name" and not value):
            raise DeckError(f"{where}: {key}: {shown(value)}, expected a text of 1 to 200 signs")
    cards = entry.get("cards")
    if not isinstance(cards, (dict, list)):
        raise DeckError(
            f"{where}: cards: {shown(cards)}, expected counts by card number or a list of numbers"
        )
    try:
        return make_deck(cards, name, summary)
    except DeckError as problem:
        raise DeckError(f"{where.partition(':')[0]}: {problem}") from None


def _known(given: Iterable[str], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            raise DeckError(
                f"{where}: unknown field {shown(key)}, expected {listed(known)}"
                f"{nearest(key, known)}"
            )
