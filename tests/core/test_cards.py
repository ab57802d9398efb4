"""Card files: what they may say, and how what they may not say is refused."""

from __future__ import annotations

import json
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda import kernel
from tefuda.cards import CardData, CardPool, Schema, load_cards, read_cards
from tefuda.errors import CardError, RulesetError
from tefuda.kernel import Counts, Flag, Printed, Stat
from tefuda.rules import Rules

from ..loaded import loaded


class Kind(IntEnum):
    FIGHTER = 0
    SPELL = 1


class Colour(IntEnum):
    RED = 0
    BLUE = 1
    ANY = 5


class Cell(IntEnum):
    LEFT = 0
    RIGHT = 4


class Card(kernel.Card):
    power: Stat
    kind: Printed[Kind]
    cost: Printed[Counts[Colour]]
    cells: Printed[set[Cell]]
    rare: Printed[bool]
    copies: Printed[int] = 3
    tapped: Flag
    moved: int


class Ability(kernel.Ability):
    bearer: Card
    price: Printed[Counts[Colour]]
    limit: Printed[int] = 1


def make_rules() -> Rules:
    rules = Rules("tiny")
    rules.vocabulary(card=Card, ability=Ability)
    rules.stat("power")
    rules.keyword("swift")

    @rules.effect("burn")
    def burn(me: Card, *, damage: int, colour: Colour = Colour.RED) -> None:
        """Burn."""

    @rules.delayed("later_on")
    def later_on(me: Card) -> None:
        """No text of cards."""

    return rules


FULL = {
    "number": "T-1",
    "name": "Torch",
    "words": {
        "power": 2,
        "kind": "spell",
        "cost": {"red": 1, "any": 2},
        "cells": ["left", "right"],
        "rare": True,
    },
    "abilities": ["swift", {"text": "burn", "damage": -3, "price": {"blue": 1}}],
    "synthetic": ["power"],
}


def written(tmp_path: Path, content: Any, name: str = "cards.json") -> Path:
    file = tmp_path / name
    file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


def read(tmp_path: Path, *cards: Any) -> list[CardData]:
    return read_cards(Schema(make_rules()), written(tmp_path, {"cards": list(cards)}))


def refusal(tmp_path: Path, **changes: Any) -> str:
    """Give the message with which a card with changed fields is refused."""
    with pytest.raises(CardError) as caught:
        read(tmp_path, {**FULL, **changes})
    message = str(caught.value)
    assert "cards.json" in message
    return message


def test_a_card_is_read_as_the_numbers_that_rules_see(tmp_path):
    (card,) = read(tmp_path, FULL)
    assert (card.number, card.name) == ("T-1", "Torch")
    assert card.words == {
        "power": 2,
        "kind": 1,
        "cost": 1 | 2 << 40,
        "cells": 0b10001,
        "rare": 1,
        "copies": 3,
    }
    assert card.synthetic == ("power",)
    swift, burn = card.abilities
    assert (swift.text, swift.arguments, swift.words) == ("swift", {}, {})
    assert (burn.arguments, burn.words) == ({"damage": -3, "colour": 0}, {"price": 1 << 8})


def test_words_left_out_are_zero_or_as_declared_but_members_must_be_given(tmp_path):
    (card,) = read(tmp_path, {"number": "T-2", "name": "Twig", "words": {"kind": "fighter"}})
    assert card.words == {"power": 0, "kind": 0, "cost": 0, "cells": 0, "rare": 0, "copies": 3}
    message = refusal(tmp_path, words={"power": 2}, synthetic=[])
    assert "card 'T-1'" in message
    assert "no word 'kind', expected one of fighter, spell" in message


def test_a_file_may_be_a_bare_list_or_toml(tmp_path):
    schema = Schema(make_rules())
    assert len(read_cards(schema, written(tmp_path, [FULL]))) == 1
    toml = '[[cards]]\nnumber = "T-3"\nname = "Tin"\nwords = {kind = "spell", cost = {red = 2}}\n'
    (card,) = read_cards(schema, written(tmp_path, toml, "cards.toml"))
    assert card.words["cost"] == 2


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ({"power": "2"}, ["word 'power'", "'2'", "a whole number"]),
        ({"power": True}, ["word 'power'", "True", "a whole number"]),
        ({"power": 2**31}, ["2147483648, expected a whole number from -2147483648 to 2147483647"]),
        ({"power": 2.5}, ["word 'power'", "2.5"]),
        ({"kind": "spel"}, ["word 'kind'", "'spel'", "fighter, spell", "did you mean 'spell'"]),
        ({"kind": 1}, ["word 'kind'", "1", "one of fighter, spell"]),
        ({"rare": 1}, ["word 'rare'", "true or false"]),
        ({"cost": {"green": 1}}, ["word 'cost'", "'green'", "red, blue, any"]),
        ({"cost": {"red": 128}}, ["word 'cost'", "128 of red", "from 0 to 127"]),
        ({"cost": {"red": -1}}, ["word 'cost'", "-1 of red"]),
        ({"cost": 3}, ["word 'cost'", "3", "counts"]),
        ({"cells": "left"}, ["word 'cells'", "'left'", "a list of left, right"]),
        ({"cells": ["left", "left"]}, ["word 'cells'", "'left' twice"]),
        ({"cells": ["lft"]}, ["word 'cells'", "'lft'", "did you mean 'left'"]),
        ({"powr": 2}, ["unknown word 'powr'", "did you mean 'power'"]),
        ({"tapped": True}, ["unknown word 'tapped'"]),
        ({"moved": 1}, ["unknown word 'moved'"]),
    ],
)
def test_a_wrong_word_is_refused_with_card_field_value_and_expectation(tmp_path, words, parts):
    message = refusal(tmp_path, words={**FULL["words"], **words})
    for part in ["card 'T-1'", *parts]:
        assert part in message


@pytest.mark.parametrize(
    ("abilities", "parts"),
    [
        (["swft"], ["ability 1", "'swft'", "did you mean 'swift'"]),
        (["swift", "later_on"], ["ability 2", "'later_on'"]),
        ([{"text": "burn"}], ["ability 1 (burn)", "no argument 'damage'", "a whole number"]),
        ([{"text": "burn", "damage": "x"}], ["argument 'damage'", "'x'"]),
        ([{"text": "burn", "damge": 1}], ["unknown argument 'damge'", "'damage'"]),
        ([{"text": "swift", "damage": 1}], ["ability 1 (swift)", "unknown argument 'damage'"]),
        ([{"text": "swift", "limit": "x"}], ["word 'limit'", "'x'"]),
        ([{"txt": "swift"}], ["ability 1", "expected one of text"]),
        ([3], ["ability 1", "3"]),
        ("swift", ["abilities", "'swift'", "a list"]),
        (["swift"] * 9, ["9 abilities", "8 at most"]),
    ],
)
def test_a_wrong_ability_is_refused_with_its_place(tmp_path, abilities, parts):
    message = refusal(tmp_path, abilities=abilities)
    for part in ["card 'T-1'", *parts]:
        assert part in message


def test_what_is_synthetic_must_be_given(tmp_path):
    assert "synthetic: 'copies'" in refusal(tmp_path, synthetic=["copies"])


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("3", "3, expected cards"),
        ("{}", "no field 'cards'"),
        (
            '{"card": []}',
            "unknown field 'card', expected cards, note, ruleset, texts; did",
        ),
        ('{"cards": 3}', "cards: 3, expected a list"),
        ('{"cards": [3]}', "card 1: 3, expected a card"),
        ('{"cards": [{"name": "x"}]}', "card 1: number: nothing, expected a text"),
        ('{"cards": [{"number": "", "name": "x"}]}', "card 1: number: ''"),
        ('{"cards": [{"number": "T-1", "name": 5}]}', "card 'T-1': name: 5"),
        ('{"ruleset": "other", "cards": []}', "'other', expected 'tiny'"),
    ],
)
def test_a_broken_file_is_refused(tmp_path, content, part):
    with pytest.raises(CardError, match=r"cards\.json") as caught:
        read_cards(Schema(make_rules()), written(tmp_path, content))
    assert part in str(caught.value)


def test_a_file_that_is_not_there_or_not_utf8_is_refused(tmp_path):
    schema = Schema(make_rules())
    with pytest.raises(CardError, match="cannot be read: No such file"):
        read_cards(schema, tmp_path / "none.json")
    with pytest.raises(CardError, match="cannot be read"):
        read_cards(schema, tmp_path)
    bad = tmp_path / "bad.json"
    bad.write_bytes(b'{"cards":\n "\xff"}')
    with pytest.raises(CardError, match="line 2: byte 0xff, expected UTF-8"):
        read_cards(schema, bad)


def test_a_pool_finds_cards_by_number_and_refuses_doubles(tmp_path):
    first = written(tmp_path, {"cards": [FULL]}, "first.json")
    second = written(tmp_path, {"cards": [{**FULL, "number": "T-2"}]}, "second.json")
    rules = make_rules()
    pool = load_cards(rules, [first, second])
    assert pool.numbers == ("T-1", "T-2")
    assert (pool.index("T-2"), pool.names, "T-2" in pool) == (1, ("Torch",), True)
    with pytest.raises(CardError, match=r"card 't-2': unknown number among 2 cards; .*'T-2'"):
        pool["t-2"]
    with pytest.raises(CardError, match=r"second.json: card 'T-2': also in .*second.json"):
        load_cards(rules, [first, second, second])
    assert len(CardPool([])) == 0


def test_a_vocabulary_that_no_file_can_hold_is_an_error_of_the_ruleset():
    rules = Rules("odd")
    rules.vocabulary(card=Odd)
    with pytest.raises(RulesetError, match="word 'friend'"):
        Schema(rules)


class Odd(kernel.Card):
    friend: Printed[kernel.Card]


NAMES = st.sampled_from(["number", "name", "words", "abilities", "synthetic", "text", "cost", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | NAMES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(JSON, st.sampled_from(sorted(FULL)))
def test_any_json_is_read_or_refused(content, field):
    schema = Schema(make_rules())
    for entry in (content, {**FULL, field: content}):
        message = "file"
        try:
            schema.read(entry, "file: card 1", "file")
        except CardError as problem:
            message = str(problem)
        assert "file" in message


@pytest.mark.parametrize("name", ["lycee", "power_card", "set_extract"])
def test_what_words_are_written_as_is_read_as_the_same(name: str) -> None:
    ruleset = loaded(name)
    types = Schema(ruleset.rules).words
    kinds = set()
    for card in ruleset.pool:
        for word, number in card.words.items():
            assert types[word].read(types[word].written(number)) == number
            kinds.add(types[word].kind)
    assert kinds == {word.kind for word in types.values()}
