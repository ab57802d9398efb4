"""Every text of the eighty real cards is held by a test: without the text, that test fails."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from . import (
    test_cards,
    test_rulings_battle,
    test_rulings_cards,
    test_rulings_phase,
    test_rulings_turn,
)
from .table import CHANGED, real_cards

MODULES = (
    test_cards,
    test_rulings_battle,
    test_rulings_cards,
    test_rulings_phase,
    test_rulings_turn,
)
#: Each text of each card, by the card's number and the text's place on it.
TEXTS = [
    (number, at)
    for number, card in real_cards().items()
    for at in range(len(card.get("abilities", ())))
]
#: Every how many-th of them is taken away; ``TEFUDA_CARD_TEXTS=1`` takes each.
EVERY = int(os.environ.get("TEFUDA_CARD_TEXTS", "7"))


def settings(test: Callable[..., None]) -> Iterator[dict[str, Any]]:
    """Give the arguments that a test's decorators say it runs with."""
    choices = []
    for mark in getattr(test, "pytestmark", ()):
        names, values = mark.args[:2]
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
        rows = [row if len(names) > 1 else (row,) for row in values]
        choices.append([dict(zip(names, row, strict=True)) for row in rows])
    for picked in product(*choices):
        yield {name: value for part in picked for name, value in part.items()}


def runs_about(number: str) -> Iterator[Callable[[], None]]:
    """Give the runs of tests that name a card, in themselves or in what they run with."""
    for module in MODULES:
        for name, test in vars(module).items():
            if not name.startswith("test_") or number not in (text := inspect.getsource(test)):
                continue
            body = text[text.index("def test_") :]
            for given in settings(test):
                if number in body or number in given.values():
                    yield lambda test=test, given=given: test(**given)  # type: ignore[misc]


def notices(run: Callable[[], None]) -> bool:
    """Whether a test fails."""
    try:
        run()
    except AssertionError:
        return True
    return False


def test_there_are_eighty_cards_and_each_has_a_test() -> None:
    assert len(real_cards()) == 80
    assert [number for number in real_cards() if not any(runs_about(number))] == []


@pytest.mark.parametrize(("number", "at"), TEXTS[::EVERY])
def test_a_card_without_one_of_its_texts_fails_a_test(number: str, at: int) -> None:
    abilities = real_cards()[number]["abilities"]
    CHANGED[number] = abilities[:at] + abilities[at + 1 :]
    try:
        noticed = any(notices(run) for run in runs_about(number))
    finally:
        CHANGED.clear()
    assert noticed, abilities[at]


def test_cards_as_they_are_fail_no_test() -> None:
    for number, card in list(real_cards().items())[::EVERY]:
        CHANGED[number] = card.get("abilities", [])
        try:
            assert not any(notices(run) for run in runs_about(number)), number
        finally:
            CHANGED.clear()
