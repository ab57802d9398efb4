"""Every text of every card is held by a test: without the text, that test fails."""

from __future__ import annotations

import pytest

from ..absence import EVERY, Absence
from . import (
    test_cards_characters,
    test_cards_commands,
    test_cards_made_up,
    test_cards_spells,
    test_cards_words,
    test_processes,
    test_rulings_battle,
    test_rulings_extract,
    test_rulings_moves,
    test_rulings_play,
)
from .table import CHANGED, cards_as_written

CARDS = Absence(
    cards_as_written(),
    CHANGED,
    (
        test_cards_characters,
        test_cards_spells,
        test_cards_commands,
        test_cards_made_up,
        test_cards_words,
        test_processes,
        test_rulings_moves,
        test_rulings_extract,
        test_rulings_battle,
        test_rulings_play,
    ),
)
#: Keywords that other cards could ask for, and none of these does.
NOBODY_ASKS = ("union", "leader", "last_word")
TEXTS = [
    (number, at)
    for number, at in CARDS.texts
    if CARDS.cards[number]["abilities"][at] not in NOBODY_ASKS
]


def test_every_card_has_a_test() -> None:
    assert CARDS.untested() == []


@pytest.mark.parametrize(("number", "at"), TEXTS[::EVERY])
def test_a_card_without_one_of_its_texts_fails_a_test(number: str, at: int) -> None:
    assert CARDS.noticed(number, at), CARDS.cards[number]["abilities"][at]


def test_cards_as_they_are_fail_no_test() -> None:
    assert [number for number in list(CARDS.cards)[::EVERY] if CARDS.fails_as_it_is(number)] == []
