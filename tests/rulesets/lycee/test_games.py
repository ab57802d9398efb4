"""Whole games with every deck: no error, every text at work, greedy better than chance."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.decks import Deck
from tefuda.rules import AbilityText, Sort

from ...loaded import loaded

STARTERS = ["starter-snow", "starter-space", "starter-moon", "starter-garden"]
RULESET = loaded("lycee")
REAL = [number for number in RULESET.pool.numbers if not number.startswith("V-")]


def random_deck(seed: int) -> Deck:
    """Give a legal deck of sixty of the real cards."""
    return RULESET.random_deck(seed, REAL)


def test_every_real_card_has_a_test_and_a_row():
    assert len(REAL) == 100
    assert len({number[:2] for number in REAL}) == 4


def test_starters_are_the_first_decks():
    assert list(RULESET.decks)[:4] == STARTERS


@pytest.mark.parametrize("pair", list(itertools.combinations_with_replacement(STARTERS, 2)))
def test_random_games_of_the_starters_end_without_errors(pair):
    result = tefuda.simulate(RULESET, games=30, seed=11, decks=list(pair))
    assert result.errors == 0
    assert result.failures == []


@pytest.mark.parametrize("seed", range(12))
def test_random_games_of_random_decks_end_without_errors(seed):
    decks = [random_deck(2 * seed), random_deck(2 * seed + 1)]
    result = tefuda.simulate(RULESET, games=20, seed=seed, decks=decks)
    assert (result.errors, result.failures) == (0, [])


@pytest.mark.parametrize("deck", STARTERS)
def test_greedy_beats_random(deck):
    result = tefuda.simulate(
        RULESET, games=20, seed=5, decks=[deck, deck], bots=["greedy", "random"]
    )
    assert result.wins[0] > 12


def test_every_text_is_met_in_random_games():
    coverage = Coverage(RULESET.program)
    for seed in range(150):
        decks = [random_deck(2 * seed), random_deck(2 * seed + 1)]
        coverage.play(RULESET.match(*decks), seed, 0, 16)
    for deck in STARTERS:
        coverage.play(RULESET.match(deck, deck), 1, 0, 20)
    met = Counter()
    for counts in (coverage.abilities(), coverage.functions()):
        for name, count in counts.items():
            met[name.partition("(")[0]] += count
    # a word of a card has no text: rules ask for it where it matters
    words = {name for name, text in RULESET.rules.abilities.items() if is_word(text)}
    assert (
        sorted(name for name, count in met.items() if name in TEXTS - words - RARE and not count)
        == []
    )


TEXTS = set(RULESET.rules.abilities)
#: Met in longer runs only: two cards of a pool of a hundred must meet in one battle.
RARE = {
    "clings_to_the_victor",
    "penalty_recovers",
    "refills_deck",
    "removes_the_other_sex",
    "steps_once_a_bonus_is_lost",
    "support_itself",
}


def is_word(text: AbilityText) -> bool:
    """Tell whether a text only stands on a card, or gives others something."""
    return text.gives is not None or (text.sort is Sort.EFFECT and not text.targets)
