"""Decks: as data, as text, and how broken ones are refused."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tefuda.cards import CardData, CardPool
from tefuda.decks import Deck, check_legal, load_decks, make_deck, problems, read_decks
from tefuda.errors import DeckError, RulesetError
from tefuda.rules import Rules

POOL = CardPool([CardData(f"CH-000{i}", f"card {i}", file="pool") for i in range(1, 6)])


def file_of(tmp_path, content: Any, name: str):
    file = tmp_path / name
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        file.write_text(content if isinstance(content, str) else json.dumps(content))
    return file


def test_a_text_deck_counts_cards_and_is_named_after_its_file(tmp_path):
    text = "# quick\n\n2 CH-0002  # two\n1x CH-0001\n1\tCH-0002\n"
    (deck,) = read_decks(file_of(tmp_path, text, "quick.txt"))
    assert deck == Deck("quick", ("CH-0001", "CH-0002", "CH-0002", "CH-0002"))
    assert deck.counts == {"CH-0001": 1, "CH-0002": 3}


def test_data_decks_are_counts_or_lists_and_order_means_nothing(tmp_path):
    one = {"name": "one", "summary": "first", "cards": {"CH-0002": 1, "CH-0001": 2}}
    two = {"name": "two", "cards": ["CH-0002", "CH-0001", "CH-0001"]}
    first, second = read_decks(file_of(tmp_path, {"decks": [one, two]}, "both.json"))
    assert (first.name, first.summary, second.name) == ("one", "first", "two")
    assert first.cards == second.cards == ("CH-0001", "CH-0001", "CH-0002")
    toml = 'name = "three"\n[cards]\nCH-0001 = 3\n'
    (third,) = read_decks(file_of(tmp_path, toml, "three.toml"))
    assert third.cards == ("CH-0001",) * 3


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("CH-0001", ["line 2", "'CH-0001'", "a count and a card number"]),
        ("four CH-0001", ["line 2", "'four CH-0001'"]),
        ("0 CH-0001", ["line 2", "'CH-0001'", "count 0", "1 to 128"]),
        ("-4 CH-0001", ["line 2", "'CH-0001'", "count -4"]),
        ("1000000000 CH-0001", ["line 2", "'CH-0001'", "1 to 128"]),
        ("9" * 5000 + " CH-0001", ["line 2", "'CH-0001'", "1 to 128"]),
        ("128 CH-0001", ["line 2", "more than 128 cards"]),
        ("1 CH-0001 CH-0002", ["line 2"]),
        ("1.5 CH-0001", ["line 2"]),
    ],
)
def test_a_wrong_line_is_refused_with_its_number_and_card(tmp_path, line, parts):
    with pytest.raises(DeckError) as caught:
        read_decks(file_of(tmp_path, f"1 CH-0002\n{line}\n", "wrong.txt"))
    for part in ["wrong.txt", *parts]:
        assert part in str(caught.value)


@pytest.mark.parametrize(
    ("content", "name", "part"),
    [
        (b"", "empty.txt", "no cards"),
        (b"# nothing\n", "empty.txt", "no cards"),
        (b"1 CH-0001\n\xff\xfe", "latin.txt", "line 2: byte 0xff, expected UTF-8"),
        (b"x" * (2**20 + 1), "huge.txt", "1048577 bytes, expected 1048576 at most"),
        (b"", "empty.json", "not JSON"),
        (b"[]", "none.json", "expected a deck or a list of decks"),
        (b'"x"', "text.json", "expected a deck"),
        (b'{"decks": [], "x": 1}', "more.json", "unknown field 'x'"),
        (b'{"name": "a"}', "bare.json", "cards: None"),
        (b'{"name": "", "cards": {}}', "unnamed.json", "name: ''"),
        (b'{"name": "a", "cards": {}}', "zero.json", "0 cards, expected 1 to 128"),
        (b'{"name": "a", "cards": {"CH-0001": 0}}', "c.json", "card 'CH-0001': count 0"),
        (b'{"name": "a", "cards": {"CH-0001": true}}', "c.json", "count True"),
        (b'{"name": "a", "cards": {"CH-0001": 1e9}}', "c.json", "count 1000000000.0"),
        (b'{"name": "a", "cards": [1]}', "c.json", "1, expected a card number"),
        (b'{"name": "a", "card": {}}', "c.json", "unknown field 'card'"),
    ],
)
def test_a_broken_file_is_refused(tmp_path, content, name, part):
    with pytest.raises(DeckError, match=name) as caught:
        read_decks(file_of(tmp_path, content, name))
    assert part in str(caught.value)


def test_unknown_cards_and_taken_names_are_refused(tmp_path):
    good = file_of(tmp_path, "1 CH-0001", "good.txt")
    wrong = file_of(tmp_path, "1 CH-0009", "wrong.txt")
    assert list(load_decks([good], POOL)) == ["good"]
    with pytest.raises(DeckError, match=r"wrong.txt: deck 'wrong': card 'CH-0009': unknown"):
        load_decks([wrong], POOL)
    with pytest.raises(DeckError, match="deck 'good': the name is taken"):
        load_decks([good, good], POOL)


def test_the_ruleset_says_what_is_legal():
    rules = Rules("tiny")
    deck = make_deck({"CH-0001": 3})
    assert problems(deck, rules, POOL, {}) == []

    @rules.check_decks
    def check(cards: Sequence[CardData], parameters: Mapping[str, Any]) -> list[str]:
        size = parameters["deck_size"]
        return [] if len(cards) == size else [f"{len(cards)} cards, expected {size}"]

    check_legal(deck, rules, POOL, {"deck_size": 3})
    with pytest.raises(DeckError, match="deck 'deck': 3 cards, expected 5"):
        check_legal(deck, rules, POOL, {"deck_size": 5})


@given(st.binary(max_size=60) | st.text(alphabet='0123456789-xX #CH\n\t\r{}[]":,', max_size=60))
def test_any_file_is_a_deck_or_refused(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("decks")
    for name in ("any.txt", "any.json", "any.toml"):
        file = folder / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        message = name
        try:
            for deck in read_decks(file):
                assert 1 <= len(deck.cards) <= 128
        except DeckError as problem:
            message = str(problem)
        assert name in message


@pytest.mark.parametrize("cards", [None, 1])
def test_what_is_no_deck_at_all_is_refused(cards):
    with pytest.raises(DeckError, match=rf"deck {cards}: expected a name, a file"):
        make_deck(cards)


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('{"name": "x",\n "cards": {"T-1": 1,\n\n "T-1": 2}}', 4, "T-1"),
        ('{"name": "x", "name": "y", "cards": {}}', 1, "name"),
        ('[\n{"cards": {"A \\"{": 1,\n"\\u0041 \\"{": 2}}]', 3, 'A "{'),
        ('{"decks": [{"name": "a", "cards": {"B": 1}}],\r\n"decks": []}', 2, "decks"),
    ],
)
def test_a_key_twice_is_refused_with_its_line(tmp_path, text, line, key):
    file = tmp_path / "deck.json"
    file.write_text(text)
    with pytest.raises(DeckError, match=rf"deck\.json: line {line}: {key!r} twice in one object"):
        read_decks(file)


def test_one_key_in_several_objects_is_no_key_twice(tmp_path):
    file = tmp_path / "deck.json"
    file.write_text('[{"name": "x", "cards": {"name": 1}}, {"name": "}{", "cards": {"name": 1}}]')
    assert [deck.cards for deck in read_decks(file)] == [("name",), ("name",)]


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (lambda: 1 // 0, "ZeroDivisionError"),
        (lambda: None, "gave None, expected a list of what is wrong"),
        (lambda: "too small", "gave 'too small', expected a list"),
        (lambda: [1], r"gave \[1\], expected a list"),
    ],
)
def test_a_deck_check_that_fails_or_gives_something_else_is_named(result, message):
    rules = Rules("game")

    @rules.check_decks
    def check(cards, parameters):
        return result()

    deck = make_deck(["CH-0001"])
    with pytest.raises(
        RulesetError, match=rf"game: deck check 'check' \(test_decks.py:\d+\): {message}"
    ):
        problems(deck, rules, POOL, {})
