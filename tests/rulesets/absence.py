"""Whether tests hold the texts of cards: without a text, some test that names its card fails."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import ModuleType
from typing import Any

import pytest

#: Every how many-th text is taken away; ``TEFUDA_CARD_TEXTS=1`` takes each.
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


def fails(run: Callable[[], None]) -> bool:
    """Whether a test fails."""
    try:
        run()
    except (AssertionError, pytest.fail.Exception):
        return True
    return False


@dataclass(frozen=True)
class Absence:
    """The texts of a ruleset's cards, and the tests that may notice that one is gone."""

    #: The cards as written, by number.
    cards: Mapping[str, Mapping[str, Any]]
    #: Cards that tables take with other abilities than they have; empty between tests.
    changed: dict[str, list[Any]]
    modules: Sequence[ModuleType]

    @property
    def texts(self) -> list[tuple[str, int]]:
        """Each text of each card, by the card's number and the text's place on it."""
        return [
            (number, at)
            for number, card in self.cards.items()
            for at in range(len(card.get("abilities", ())))
        ]

    def runs_about(self, number: str) -> Iterator[Callable[[], None]]:
        """Give the runs of tests that name a card, in themselves or in what they run with."""
        named = re.compile(rf"(?<!\w){re.escape(number)}(?!\w)")
        for module in self.modules:
            for name, test in vars(module).items():
                if not name.startswith("test_") or not named.search(inspect.getsource(test)):
                    continue
                source = inspect.getsource(test)
                body = source[source.index("def test_") :]
                for given in settings(test):
                    if named.search(body) or number in given.values():
                        yield lambda test=test, given=given: test(**given)  # type: ignore[misc]

    def untested(self) -> list[str]:
        """Give the cards that no test names."""
        return [number for number in self.cards if not any(self.runs_about(number))]

    def noticed(self, number: str, at: int) -> bool:
        """Whether some test fails when a card is without one of its texts."""
        abilities = self.cards[number]["abilities"]
        return self._fails(number, [*abilities[:at], *abilities[at + 1 :]])

    def fails_as_it_is(self, number: str) -> bool:
        """Whether some test fails when a card is taken with all its texts."""
        return self._fails(number, list(self.cards[number].get("abilities", ())))

    def _fails(self, number: str, abilities: list[Any]) -> bool:
        self.changed[number] = abilities
        try:
            return any(fails(run) for run in self.runs_about(number))
        finally:
            self.changed.clear()
