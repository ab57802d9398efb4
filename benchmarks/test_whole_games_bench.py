"""The record of whole games: what it says is so."""

from benchmarks import whole_games
from benchmarks.playing import load


def test_random_games_are_counted_and_equal_on_two_threads():
    rules = load("power_card")
    found = dict(whole_games.random_games(rules, 2))
    games = 2 * len(rules.decks) ** 2
    assert any(what.endswith(f": {games:,}") for what in found)
    assert any(shown.startswith("0 errors; ") for shown in found.values())
    assert found["the same games on one thread and on two"] == "equal traces"


def test_the_most_held_is_enough_and_one_less_is_not():
    rules = load("set_extract")
    for one in whole_games.capacities_of(rules):
        if one.name in ("options", "records Move"):
            most = whole_games.most_held(rules, one, 4)
            assert one.least < most < one.declared
            assert not whole_games.failed(rules, one, most, 4)
            assert whole_games.failed(rules, one, most - 1, 4)


def test_greedy_is_shown_deck_by_deck():
    rules = load("set_extract")
    ((_, shown),) = whole_games.greedy(rules, 4)
    assert all(f"`{deck}`" in shown for deck in rules.decks)
