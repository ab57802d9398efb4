"""Every ruleset of the registry, and the limit program's game, keeps what all promise."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from tefuda.errors import IllegalAction
from tefuda.plugins.manager import make_manager
from tefuda.ruleset import Ruleset
from tefuda.testing import ConformanceError, Scenario, check_game, check_ruleset
from tefuda.testing.conformance import Chance, Checked, _check_one, _Play, in_order

from .loaded import loaded

LIMIT = Path(__file__).resolve().parent.parent / "benchmarks" / "limit" / "game.py"


@pytest.mark.parametrize("name", sorted(make_manager().rulesets))
def test_a_ruleset_of_the_registry_conforms(name):
    found = check_ruleset(name, games=8, seed=3)
    assert found.games == 8
    assert found.decisions > 100
    assert found.twins > 10


@pytest.mark.parametrize(
    ("name", "decks", "seed", "number", "every"),
    [
        # a trigger of an ability that was lent waits when the loan has ended
        ("lycee", ("sampler", "sampler"), 7, 39, 3),
        # a choice inside of a replacement, which then says that it was carried out
        ("power_card", ("white", "proving_one"), 5, 6, 7),
        # triggers of timing points that run after, asked about
        ("set_extract", ("curios", "curios"), 5, 10, 7),
    ],
)
def test_a_game_in_which_triggers_wait_conforms(name, decks, seed, number, every):
    found = Checked()
    _check_one(loaded(name), decks, seed, number, every, found)
    assert found.decisions > 50


def test_a_card_that_goes_through_an_open_zone_between_two_choices_was_seen():
    # a payment is made, thrown away, and shuffled into the deck before anybody is asked again
    decks = ("starter-space", "starter-moon")
    _check_one(loaded("lycee"), decks, 5, 8, 7, Checked())


@pytest.mark.skipif(not LIMIT.is_file(), reason="takes the folder of benchmarks")
def test_the_limit_programs_game_conforms(monkeypatch):
    spec = importlib.util.spec_from_file_location("limit_game", LIMIT)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(importlib.import_module("sys").modules, "limit_game", module)
    spec.loader.exec_module(module)
    monkeypatch.setattr("tefuda.ruleset.load_cards", lambda rules, files: module.pool())
    ruleset = Ruleset(module.rules)
    numbers = list(ruleset.pool.numbers)
    found = check_ruleset(ruleset, games=4, seed=5, decks=(numbers[:60], numbers[60:]))
    assert found.outcomes == {"deck_empty": 4}


def test_a_position_is_checked_to_its_end():
    s = Scenario("lycee").put("A", "AF left", ap=2).put("B", "enemy DF right", dp=1)
    before = s.game.hash()
    found = check_game(s.game, seed=2)
    assert found.decisions > 0
    assert s.game.hash() == before


class Faulty:
    """A game that breaks one promise."""

    def __init__(self, game, **faults):
        self._game = game
        self._faults = faults

    def __getattr__(self, name):
        return self._faults.get(name, getattr(self._game, name))


def play(**faults):
    game = Scenario("lycee").put("A", "AF left").put("B", "AF right").game
    return _Play(Faulty(game, **faults), "here", Chance(1), 1, None, None)


def test_what_is_broken_is_named_with_game_and_decision():
    actions = Scenario("lycee").put("A", "AF left").put("B", "AF right").game.legal_actions
    for faults, message in (
        ({"check": lambda: ["a card in two places"]}, "here, decision 0: .*a card in two places"),
        ({"legal_actions": []}, "offers nothing"),
        ({"legal_actions": [actions[0]] * 2}, "an option twice"),
        ({"legal_actions": actions[::-1]}, "order of their verbs"),
    ):
        with pytest.raises(ConformanceError, match=message):
            play(**faults).state()


def test_cards_out_of_order_are_found_out():
    s = Scenario("lycee").put("V-01", "hand").put("V-02", "hand").put("V-03", "hand")
    actions = s.game.legal_actions
    cards = [action for action in actions if action >> 48 & 255 == 1]
    assert len(cards) > 1
    assert in_order(s.game, actions)
    assert not in_order(s.game, cards[::-1])


def test_a_game_that_takes_what_is_not_legal_is_found_out():
    with pytest.raises(ConformanceError, match="is not legal and was taken"):
        play(apply=lambda action: None).refusals()

    def breaks(action):
        raise IllegalAction("no")

    hashes = iter(range(100))
    with pytest.raises(ConformanceError, match="was refused and changed the game"):
        play(apply=breaks, hash=lambda: next(hashes)).refusals()


def test_a_text_that_names_a_hidden_card_is_found_out():
    s = Scenario("lycee").put("V-01", "enemy hand").put("A", "AF left")
    game = _Play(
        Faulty(s.game, action_text=lambda action, viewer: "V-01 hides"),
        "here",
        Chance(1),
        1,
        None,
        None,
    )
    with pytest.raises(ConformanceError, match="cannot know V-01"):
        game.texts(0)
