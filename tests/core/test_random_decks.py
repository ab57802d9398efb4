"""Random legal decks: equal for equal seeds, legal whatever the deck check says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tefuda
from tefuda.cards import CardData, CardPool
from tefuda.decks import make_deck, problems
from tefuda.errors import DeckError
from tefuda.random_decks import random_deck
from tefuda.rules import Rules

from ..loaded import loaded

VARIANTS = ["lycee", "lycee:copies=1", "lycee:deck_size=40,copies=2", "lycee:deck_size=64",
            "power_card", "power_card:deck_min=30,deck_max=35", "set_extract"]  # fmt: skip


def rules_with(check: Any) -> Rules:
    rules = Rules("tiny")
    if check is not None:
        rules.check_decks(check)
    return rules


POOL = CardPool(CardData(f"C-{at}", f"name {at % 7}", {"kind": at % 3}) for at in range(30))


@pytest.mark.parametrize("variant", VARIANTS)
def test_they_are_legal_and_equal_for_equal_seeds(variant):
    ruleset = loaded(variant)
    decks = [ruleset.deck(f"random:{seed}") for seed in range(12)]
    for deck in decks:
        assert problems(deck, ruleset.rules, ruleset.pool, ruleset.parameters) == []
    assert decks == [ruleset.random_deck(seed) for seed in range(12)]
    assert len({deck.cards for deck in decks}) == 12


def test_the_deck_of_a_seed_stays_what_it_is():
    deck = loaded("lycee").deck("random:5")
    assert (deck.name, len(deck.cards)) == ("random:5", 60)
    assert list(deck.counts.items())[:3] == [("CH-0094", 4), ("CH-0117", 1), ("CH-0151", 1)]


def test_all_cards_come():
    ruleset = loaded("lycee")
    seen = {number for seed in range(60) for number in ruleset.deck(f"random:{seed}").cards}
    assert seen == set(ruleset.pool.numbers)


def test_cards_may_be_chosen():
    ruleset = loaded("lycee")
    numbers = [number for number in ruleset.pool.numbers if not number.startswith("V-")]
    assert set(ruleset.random_deck(3, numbers).cards) <= set(numbers)


def test_a_game_is_played_with_them():
    first = tefuda.simulate(loaded("lycee"), games=20, seed=1, decks=["random:1", "random:2"])
    assert (first.errors, first.decks) == (0, ["random:1", "random:2"])
    again = tefuda.simulate("lycee", games=20, seed=1, decks=["random:1", "random:2"])
    assert again.trace_hash == first.trace_hash


@given(seed=st.integers(0, 2**64 - 1), size=st.integers(1, 64), copies=st.integers(3, 6))
def test_any_size_and_number_of_copies_is_met(seed, size, copies):
    def check(cards: Any, parameters: Any) -> list[str]:
        found = [] if len(cards) == size else [f"{len(cards)} cards"]
        counts = Counter(card.number for card in cards)
        found += [number for number, count in counts.items() if count > copies]
        return found + ([] if any(card.words["kind"] == 1 for card in cards) else ["no kind 1"])

    deck = random_deck(seed, rules_with(check), POOL, {})
    assert check([POOL[number] for number in deck.cards], {}) == []


def test_without_a_check_they_are_as_large_as_what_is_shipped():
    shipped = [make_deck({"C-0": 33}), make_deck({"C-0": 21})]
    assert len(random_deck(1, rules_with(None), POOL, {}, shipped).cards) == 21
    assert len(random_deck(1, rules_with(None), POOL, {}).cards) == 40


def test_what_cannot_be_met_is_given_up():
    with pytest.raises(DeckError, match="'random:1': no legal deck of 30 cards found"):
        random_deck(1, rules_with(lambda cards, parameters: ["never"]), POOL, {})
    with pytest.raises(DeckError, match="no cards to choose from"):
        random_deck(1, rules_with(None), POOL, {}, (), [])


@pytest.mark.parametrize(
    "name", ["random:", "random:x", "random:-1", "random:²", "random:" + "9" * 20]
)
def test_seeds_that_are_none_are_refused(name):
    with pytest.raises(DeckError, match="seed"):
        loaded("lycee").deck(name)
