"""Card files: their schema, reading them against a ruleset's words, and the pool they make.

A file is JSON (or TOML) and holds facts only::

    {"cards": [
        {"number": "CH-0124", "name": "Fierce Charger",
         "words": {"type": "character", "cost": {"sun": 2}, "ap": 2, "cells": ["af_left"]},
         "abilities": ["aggressive", {"text": "step", "cost": {"any": 1}}],
         "synthetic": ["ap"]}]}

``words`` are the stats and printed words of the ruleset's ``Card`` vocabulary. An ability names a
text or keyword of the ruleset; beside it stand the arguments of its function and the words of the
ruleset's ``Ability`` vocabulary. Or it is a text of its own, composed of steps, of which
:mod:`tefuda.composing` makes rule functions::

    {"sort": "activated", "cost": {"sun": 1},
     "steps": [{"do": "tap", "cards": "target", "if_you_do": [{"do": "draw", "n": 1}]}]}

``synthetic`` lists words whose values no source gives. Beside ``cards`` a file may name the
``ruleset`` that it is for, hold a ``note``, and have ``texts``: composed texts by name, which its
cards, and steps that give abilities, name like those of the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from tefuda import words as word_values
from tefuda.errors import CardError
from tefuda.files import Source, name_of, read_data
from tefuda.rules import AbilityText, Keyword, Rules, Sort
from tefuda.words import BadValue, WordType, listed, nearest, shown

if TYPE_CHECKING:
    from tefuda.composing import Composer

#: What the machine can hold of one card.
MOST_ABILITIES = 8
#: Cards of one pool: forms are numbered in 16 bits.
MOST_CARDS = 60_000


class AbilityUse(msgspec.Struct, frozen=True):
    """An ability as printed on a card: which text, its arguments and its words, as numbers."""

    text: str
    #: Keyword-only parameters of the text's function, defaults filled in.
    arguments: dict[str, int] = {}
    #: Words of the ruleset's ``Ability`` vocabulary that the card gives, without defaults.
    words: dict[str, int] = {}


class CardData(msgspec.Struct, frozen=True):
    """One card, read: every word as the number that rule functions see."""

    number: str
    name: str
    #: All printed words and stats of the vocabulary, in its order.
    words: dict[str, int] = {}
    abilities: tuple[AbilityUse, ...] = ()
    #: Words whose values no source gives.
    synthetic: tuple[str, ...] = ()
    #: The file it was read from.
    file: str = ""


class CardPool:
    """The cards of a ruleset, in the order of their files; found by number."""

    def __init__(
        self, cards: Iterable[CardData], texts: Mapping[str, AbilityText] | None = None
    ) -> None:
        """Make a pool.

        :param texts: those that card files compose, by name.
        :raises CardError: two cards have one number, or there are too many.
        """
        self._by_number: dict[str, CardData] = {}
        #: Texts that the card files compose, by name: what their cards name beside the ruleset's.
        self.texts: dict[str, AbilityText] = dict(texts or {})
        for card in cards:
            other = self._by_number.setdefault(card.number, card)
            if other is not card:
                raise CardError(
                    f"{card.file}: card {card.number!r}: also in {other.file}, expected once"
                )
        if len(self._by_number) > MOST_CARDS:
            raise CardError(f"{len(self._by_number)} cards, expected {MOST_CARDS} at most")

    def __len__(self) -> int:
        return len(self._by_number)

    def __iter__(self) -> Iterator[CardData]:
        return iter(self._by_number.values())

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def __getitem__(self, number: str) -> CardData:
        """Give a card.

        :raises CardError: no card has this number.
        """
        try:
            return self._by_number[number]
        except KeyError:
            raise CardError(f"card {shown(number)}: {self.unknown(number)}") from None

    def __repr__(self) -> str:
        return f"CardPool({len(self)} cards)"

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of all cards, in order."""
        return tuple(self._by_number)

    @property
    def names(self) -> tuple[str, ...]:
        """All different names, sorted."""
        return tuple(sorted({card.name for card in self}))

    def index(self, number: str) -> int:
        """Give a card's place in the pool, which is its form number.

        :raises CardError: no card has this number.
        """
        return self.numbers.index(self[number].number)

    def unknown(self, number: object) -> str:
        """Say that a number is unknown, with the nearest known one, for a message."""
        folded = {known.lower(): known for known in self._by_number}
        near = nearest(number, folded)
        for low, known in folded.items():
            near = near.replace(repr(low), repr(known))
        return f"unknown number among {len(self)} cards{near}"


class Schema:
    """What card files of one ruleset may say; made once for each set of rules."""

    def __init__(self, rules: Rules) -> None:
        """Read the vocabulary.

        :raises RulesetError: an annotation cannot be read or held by a card file.
        """
        self.ruleset = rules.name
        self.rules = rules
        self.words = word_values.printed_words(rules.card_class)
        self.ability_words = word_values.printed_words(rules.ability_class)
        self.keywords = {word.name for word in rules.named(Keyword)}
        self.texts = {
            name: text for name, text in rules.abilities.items() if text.sort is not Sort.RULE
        }
        self._arguments: dict[str, dict[str, WordType]] = {}
        #: Names under ``texts`` of the files read so far.
        self._announced: set[str] = set()

    @cached_property
    def composer(self) -> Composer:
        """What makes abilities of composed texts; most card files have none."""
        from tefuda.composing import Composer

        return Composer(self.rules, self.named, self._given_words)

    @property
    def composed(self) -> dict[str, AbilityText]:
        """The texts composed so far, by name."""
        return self.composer.texts if "composer" in self.__dict__ else {}

    def announce(self, names: Iterable[str]) -> None:
        """Let texts be named that will be composed."""
        self._announced |= set(names)

    def _given_words(self, given: Mapping[str, Any], where: str) -> dict[str, int]:
        """Read words of ``Ability``, those alone that are given."""
        types = {key: self.ability_words[key] for key in given}
        return _values(given, types, where, "word")

    def own_text(self, fields: Mapping[str, Any], where: str, name: str) -> AbilityUse:
        """Read an ability that a card composes."""
        return AbilityUse(self.composer.compose(fields, name, where))

    def arguments(self, text: str) -> dict[str, WordType]:
        """Give the arguments that a text of the ruleset takes; a keyword takes none."""
        if text not in self._arguments:
            known = self.texts.get(text)
            self._arguments[text] = word_values.arguments(known.function) if known else {}
        return self._arguments[text]

    def read(self, entry: Any, where: str, file: str = "") -> CardData:
        """Read one card.

        :param where: the file and the card's place in it, for messages.
        :raises CardError: the entry is not a card of this ruleset.
        """
        fields = _table(entry, where, "a card")
        number = _string(fields, "number", where)
        where = f"{file}: card {number!r}" if file else f"card {number!r}"
        _known(fields, _CARD_FIELDS, where, "field")
        name = _string(fields, "name", where)
        given = _table(fields.get("words", {}), f"{where}: words", "words by name")
        words = _values(given, self.words, where, "word")
        synthetic = _list(fields, "synthetic", where)
        for word in synthetic:
            if not isinstance(word, str) or word not in given:
                raise CardError(
                    f"{where}: synthetic: {shown(word)}, expected words that the card gives"
                    f"{nearest(word, given)}"
                )
        uses = _list(fields, "abilities", where)
        if len(uses) > MOST_ABILITIES:
            raise CardError(f"{where}: {len(uses)} abilities, expected {MOST_ABILITIES} at most")
        abilities = tuple(
            self._ability(use, f"{where}: ability {i}", f"{number} ability {i}")
            for i, use in enumerate(uses, 1)
        )
        return CardData(number, name, words, abilities, tuple(synthetic), file)

    def _ability(self, use: Any, where: str, name: str) -> AbilityUse:
        if isinstance(use, str):
            use = {"text": use}
        fields = _table(use, where, "a name or an ability")
        for key, reader in _ABILITY_FORMS.items():
            if key in fields:
                return reader(self, fields, where, name)
        raise CardError(f"{where}: {shown(use)}, expected one of {listed(_ABILITY_FORMS)}")

    def named(self, fields: Mapping[str, Any], where: str, name: str = "") -> AbilityUse:
        """Read an ability that names a text or keyword of the ruleset."""
        text = _string(fields, "text", where)
        known = [*self.texts, *self._announced, *self.composed, *sorted(self.keywords)]
        if text not in known:
            raise CardError(
                f"{where}: {shown(text)}, expected an ability or keyword of the ruleset"
                f"{nearest(text, known)}"
            )
        where = f"{where} ({text})"
        takes = self.arguments(text)
        rest = {key: value for key, value in fields.items() if key != "text"}
        _known(rest, [*takes, *self.ability_words], where, "argument")
        given = {key: value for key, value in rest.items() if key in takes}
        words = {key: value for key, value in rest.items() if key not in takes}
        types = {key: self.ability_words[key] for key in words}
        return AbilityUse(
            text, _values(given, takes, where, "argument"), _values(words, types, where, "word")
        )


_CARD_FIELDS = ("number", "name", "words", "abilities", "synthetic")
_FILE_FIELDS = ("cards", "note", "ruleset", "texts")
#: How an ability may be written, by the key that tells; other forms join here.
_ABILITY_FORMS: dict[str, Callable[[Schema, Mapping[str, Any], str, str], AbilityUse]] = {
    "text": Schema.named,
    "sort": Schema.own_text,
}


def load_cards(rules: Rules, sources: Iterable[Source] | None = None) -> CardPool:
    """Read card files and give the pool of all their cards.

    :param sources: paths or package resources; the files of the rules when left out.
    :raises CardError: a file cannot be read or says what the ruleset does not know; the message
        names file, card, field and value, what was expected, and the nearest known name.
    :raises RulesetError: the vocabulary itself cannot be held by card files.
    """
    schema = Schema(rules)
    files = rules.card_files if sources is None else sources
    cards = [card for source in files for card in read_cards(schema, source)]
    return CardPool(cards, schema.composed)


def read_cards(schema: Schema, source: Source) -> list[CardData]:
    """Read the cards of one file.

    :raises CardError: as :func:`load_cards`.
    """
    file = name_of(source)
    content = read_data(source, CardError)
    fields = _table({"cards": content} if isinstance(content, list) else content, file, "cards")
    _known(fields, _FILE_FIELDS, file, "field")
    if "cards" not in fields:
        raise CardError(f"{file}: no field 'cards', expected a list of cards")
    if fields.get("ruleset", schema.ruleset) != schema.ruleset:
        raise CardError(
            f"{file}: ruleset: {shown(fields['ruleset'])}, expected {schema.ruleset!r} here"
        )
    _read_texts(schema, fields.get("texts", {}), file)
    entries = _list(fields, "cards", file)
    if len(entries) > MOST_CARDS:
        raise CardError(f"{file}: {len(entries)} cards, expected {MOST_CARDS} at most")
    return [schema.read(entry, f"{file}: card {i}", file) for i, entry in enumerate(entries, 1)]


def _read_texts(schema: Schema, texts: Any, file: str) -> None:
    """Compose the texts of a file that have a name."""
    named = _table(texts, f"{file}: texts", "texts by name")
    schema.announce(named)
    for name, text in named.items():
        where = f"{file}: text {name!r}"
        fields = _table(text, where, "a text")
        if "name" in fields:
            raise CardError(f"{where}: unknown field 'name', expected it before the text only")
        schema.composer.compose({**fields, "name": name}, "", where)


def _table(value: Any, where: str, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CardError(f"{where}: {shown(value)}, expected {what}")
    return value


def _string(fields: Mapping[str, Any], key: str, where: str) -> str:
    value = fields.get(key)
    if not isinstance(value, str) or not value or not value.isprintable() or len(value) > 200:
        given = shown(value) if key in fields else "nothing"
        raise CardError(f"{where}: {key}: {given}, expected a text of 1 to 200 signs")
    return value


def _list(fields: Mapping[str, Any], key: str, where: str) -> list[Any]:
    value = fields.get(key, [])
    if not isinstance(value, list):
        raise CardError(f"{where}: {key}: {shown(value)}, expected a list")
    return value


def _known(given: Iterable[str], known: Iterable[str], where: str, what: str) -> None:
    names = list(known)
    for key in given:
        if key not in names:
            raise CardError(
                f"{where}: unknown {what} {shown(key)}, expected {listed(names)}"
                f"{nearest(key, names)}"
            )


def _values(
    given: Mapping[str, Any], types: Mapping[str, WordType], where: str, what: str
) -> dict[str, int]:
    """Read values against their types, filling in what is not given."""
    _known(given, types, where, what)
    values = {}
    for name, word in types.items():
        if name in given:
            try:
                values[name] = word.read(given[name])
            except BadValue as problem:
                raise CardError(f"{where}: {what} {name!r}: {problem}") from None
        elif word.default is None:
            raise CardError(f"{where}: no {what} {name!r}, expected {word.expected}")
        else:
            values[name] = word.default
    return values
