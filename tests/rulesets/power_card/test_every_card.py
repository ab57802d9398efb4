"""Every text of the eighty real cards is held by a test: without the text, that test fails."""

from __future__ import annotations

import pytest

from ..absence import EVERY, Absence
from . import (
    test_cards,
    test_rulings_battle,
    test_rulings_cards,
    test_rulings_phase,
    test_rulings_turn,
)
from .table import CHANGED, real_cards

CARDS = Absence(
    real_cards(),
    CHANGED,
    (test_cards, test_rulings_battle, test_rulings_cards, test_rulings_phase, test_rulings_turn),
)


def test_there_are_eighty_cards_and_each_has_a_test() -> None:
    assert len(CARDS.cards) == 80
    assert CARDS.untested() == []


@pytest.mark.parametrize(("number", "at"), CARDS.texts[::EVERY])
def test_a_card_without_one_of_its_texts_fails_a_test(number: str, at: int) -> None:
    assert CARDS.noticed(number, at), CARDS.cards[number]["abilities"][at]


def test_cards_as_they_are_fail_no_test() -> None:
    assert [number for number in list(CARDS.cards)[::EVERY] if CARDS.fails_as_it_is(number)] == []
