"""Rulesets to which tests add cards of their own, compiled once for each set of cards.

A definition is what a card file says of a card. Cards whose abilities are compiled already are
added to the program as further rows, so that a test with new numbers costs no compilation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from tefuda.cards import AbilityUse, CardData, CardPool, Schema
from tefuda.errors import CardError
from tefuda.lang import compile_rules
from tefuda.lang.program import CompiledProgram, FormRow
from tefuda.rules import Rules
from tefuda.ruleset import Ruleset
from tefuda.variants import parse_variant
from tefuda.words import WordType

if TYPE_CHECKING:
    from tefuda.program import Program

#: What a scenario plays: the string of a variant, rules as declared, or a loaded ruleset.
RulesetLike: TypeAlias = str | Rules | Ruleset
#: A card as a card file has it, without its number.
Definition: TypeAlias = Mapping[str, Any]

#: The name of cards that no deck holds.
FILLING_NAME = "Nobody"

#: Programs kept for sets of definitions, and rulesets kept for variants.
MOST_PROGRAMS, MOST_RULESETS = 256, 64


@dataclass(frozen=True)
class Bench:
    """A program whose last forms are the cards defined by a test."""

    program: Program
    #: The form of each card number.
    forms: Mapping[str, int]


class Workshop:
    """One ruleset and the programs made from it."""

    def __init__(self, ruleset: Ruleset) -> None:
        """Take a ruleset; nothing is compiled before cards are asked for."""
        self.ruleset = ruleset
        self.schema = Schema(ruleset.rules)
        self.compiled: CompiledProgram = ruleset.compiled
        self._taught: list[CardData] = []
        #: What must live as long as the workshop.
        self.kept: Any = None
        self._benches: dict[str, Bench] = {}

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """The numbers of the pool's cards by name."""
        found: dict[str, list[str]] = {}
        for card in self.ruleset.pool:
            found.setdefault(card.name, []).append(card.number)
        return found

    def bench(self, definitions: Sequence[Definition]) -> Bench:
        """Give a program that knows these cards beside those of the ruleset.

        :raises CardError: a definition is not a card of the ruleset.
        """
        key = json.dumps(definitions, sort_keys=True)
        if key not in self._benches:
            if len(self._benches) >= MOST_PROGRAMS:
                del self._benches[next(iter(self._benches))]
            self._benches[key] = self._make(definitions)
        return self._benches[key]

    def _make(self, definitions: Sequence[Definition]) -> Bench:
        from tefuda.program import Program

        cards = [self.card(definition) for definition in definitions]
        uses = [use for card in cards for use in card.abilities]
        table = _Abilities(self.compiled)
        if any(table.number(use) is None for use in uses):
            self._teach(uses)
            table = _Abilities(self.compiled)
        # The cards taught before follow those of the pool: another test's, left out here.
        pool = self.compiled.forms[: len(self.ruleset.pool)]
        names = list(self.ruleset.compiled.names)
        names += sorted({card.name for card in cards} - set(names))
        forms = [_renamed(self.compiled, row, names) for row in pool]
        for card in cards:
            words = tuple(
                names.index(card.name) if word.name == "name" else card.words[word.name]
                for word in self.compiled.words
            )
            abilities = tuple(table.number(use) or 0 for use in card.abilities)
            forms.append(FormRow(card.number, card.name, words, abilities))
        program = Program(
            replace(
                self.compiled, names=tuple(names), forms=tuple(forms), abilities=tuple(table.rows)
            )
        )
        return Bench(program, {row.number: at for at, row in enumerate(forms)})

    def written(self, number: str) -> dict[str, Any]:
        """Give a card of the pool as a card file would have it."""
        card = self.ruleset.pool[number]
        return {
            "name": card.name,
            "words": {
                name: _as_written(word, card.words[name])
                for name, word in self.schema.words.items()
            },
            "abilities": [
                {
                    "text": use.text,
                    **_all_written(self.schema.arguments(use.text), use.arguments),
                    **_all_written(self.schema.ability_words, use.words),
                }
                for use in card.abilities
            ],
        }

    def card(self, definition: Definition) -> CardData:
        """Read a definition; words that must be given but are not have their first value.

        :raises CardError: it is not a card of the ruleset.
        """
        number = str(definition.get("number", "?"))
        if number in self.ruleset.pool:
            raise CardError(f"card {number!r} of a test: the ruleset has a card of this number")
        given = dict(definition.get("words", {}))
        words = {
            name: _first_value(word)
            for name, word in self.schema.words.items()
            if word.default is None
        }
        return self.schema.read({**definition, "words": words | given}, "a card of a test")

    def _teach(self, uses: Sequence[AbilityUse]) -> None:
        """Compile the rules anew with these texts, borne by cards of nobody."""
        for use in uses:
            bare = AbilityUse(use.text, use.arguments)
            words = {name: word.default or 0 for name, word in self.schema.words.items()}
            card = CardData(f"taught {len(self._taught)}", FILLING_NAME, words, (use, bare))
            self._taught.append(card)
        pool = CardPool([*self.ruleset.pool, *self._taught])
        rules = self.ruleset.rules.with_texts(self.schema.composed)
        self.compiled = compile_rules(rules, pool, self.ruleset.parameters, optimised=False)


class _Abilities:
    """The ability rows of a program, to which those that differ in words alone are added."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self.rows = list(compiled.abilities)
        self._word_names = compiled.ability_words
        self._numbers = {(row.name, row.arguments): at for at, row in enumerate(self.rows)}

    def number(self, use: AbilityUse) -> int | None:
        """The number of the row for an ability of a card, ``None`` when it must be compiled."""
        key = use.text, tuple(sorted({**use.arguments, **use.words}.items()))
        bare = self._numbers.get((use.text, tuple(sorted(use.arguments.items()))))
        if key not in self._numbers and bare is not None:
            row = self.rows[bare]
            words = tuple(
                use.words.get(name, value)
                for name, value in zip(self._word_names, row.words, strict=True)
            )
            self._numbers[key] = len(self.rows)
            self.rows.append(replace(row, arguments=key[1], words=words))
        return self._numbers.get(key)


def _first_value(word: WordType) -> Any:
    if word.kind == "member":
        return next(iter(word.members))
    return {"int": 0, "bool": False, "set": [], "counts": {}}[word.kind]


def _all_written(types: Mapping[str, WordType], values: Mapping[str, int]) -> dict[str, Any]:
    return {name: _as_written(types[name], value) for name, value in values.items()}


def _as_written(word: WordType, value: int) -> Any:
    """Give a number as a card file writes it."""
    if word.kind == "bool":
        return bool(value)
    if word.kind == "member":
        return next(name for name, number in word.members.items() if number == value)
    if word.kind == "set":
        return [name for name, at in word.members.items() if value >> at & 1]
    if word.kind == "counts":
        counts = {name: value >> 8 * at & 255 for name, at in word.members.items()}
        return {name: count for name, count in counts.items() if count}
    return value


def _renamed(compiled: CompiledProgram, row: FormRow, names: list[str]) -> FormRow:
    """A form whose name is numbered as in another list of names."""
    words = tuple(
        names.index(row.name) if word.name == "name" else value
        for word, value in zip(compiled.words, row.words, strict=True)
    )
    return replace(row, words=words)


_workshops: dict[tuple[Any, ...], Workshop] = {}


def workshop(
    ruleset: RulesetLike, settings: Mapping[str, Any], plugins: Sequence[Any] = ()
) -> Workshop:
    """Give the workshop of a variant with further parameters; it is kept.

    :raises TefudaError: the ruleset cannot be loaded, or a parameter does not fit.
    """
    key = (
        ruleset if isinstance(ruleset, str) else id(ruleset),
        json.dumps(settings, sort_keys=True, default=str),
        tuple(plugin if isinstance(plugin, str) else id(plugin) for plugin in plugins),
    )
    # What is known by its identity is kept alive with the workshop.
    if key not in _workshops:
        if len(_workshops) >= MOST_RULESETS:
            del _workshops[next(iter(_workshops))]
        made = Workshop(_loaded(ruleset, settings, plugins))
        made.kept = (ruleset, tuple(plugins))
        _workshops[key] = made
    return _workshops[key]


def _loaded(ruleset: RulesetLike, settings: Mapping[str, Any], plugins: Sequence[Any]) -> Ruleset:
    if isinstance(ruleset, Ruleset) and not settings:
        return ruleset
    rules = ruleset.rules if isinstance(ruleset, Ruleset) else ruleset
    name = rules if isinstance(rules, str) else rules.name
    named = parse_variant(name)
    given = dict(named.settings) | {key: _written(value) for key, value in settings.items()}
    variant = replace(named, settings=tuple(sorted(given.items())))
    if isinstance(rules, str):
        import tefuda

        return tefuda.load(variant, plugins)
    return Ruleset(rules, variant)


def _written(value: Any) -> str:
    """A parameter's value as variants write it."""
    return str(getattr(value, "name", value)).lower()
