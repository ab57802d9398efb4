"""Whole games: no error, the same on several threads, and a bot that plays better than chance."""

import json

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.plugins.cli.group import main

DECKS = ("white", "black", "red", "blue", "green", "yellow")
PROVING = ("proving_one", "proving_two")


@pytest.mark.parametrize("deck", DECKS + PROVING)
def test_random_games_end_without_error(deck: str) -> None:
    result = tefuda.simulate("power_card", games=200, seed=2, decks=(deck, "white"))
    assert result.errors == 0


def test_threads_do_not_matter() -> None:
    one, two = (
        tefuda.simulate("power_card", games=200, seed=4, threads=threads, decks=("red", "blue"))
        for threads in (1, 2)
    )
    assert one.trace_hash == two.trace_hash


def test_the_command_line_compares_variants(capsys: pytest.CaptureFixture[str]) -> None:
    variant = "power_card:damage_limit=8"
    assert main(["compare", "power_card", variant, "--games", "30", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["variants"][0]
    assert found["ruleset"] == variant
    assert found["errors"] == 0
    changed = {"name": "damage_limit", "baseline": 10, "variant": 8}
    assert found["rule_changes"]["parameters"] == [changed]
    assert found["differences"]["turns"]["difference"] < 0


def exchanged(deck: str) -> tuple[int, int]:
    """Give the wins of `greedy` and of `random` in 100 games, 50 of each order of the players."""
    decks = (deck, deck)
    first, second = (
        tefuda.simulate("power_card", games=50, seed=5, bots=bots, decks=decks)
        for bots in (("greedy", "random"), ("random", "greedy"))
    )
    return first.wins[0] + second.wins[1], first.wins[1] + second.wins[0]


@pytest.mark.parametrize("deck", ["white", "red", "blue", "green", "yellow"])
def test_greedy_beats_random(deck: str) -> None:
    assert exchanged(deck)[0] > 80


def test_greedy_wins_more_of_the_decided_games_of_black() -> None:
    """A third of them ends at the turn limit: the deck's hulls leave nobody a card to draw."""
    greedy, plain = exchanged("black")
    assert greedy > plain


#: Rules that are only words, or only asked in variants, by bots or while a game is not played.
WORDS = set(
    """synchro charge aggressive resist intercept draw_skill capacity shield defensive initiative
    offensive boost breakthrough penetrate remove infinity stealth permanent_skill
    rate body worth promise side may_be_dominated""".split()
)


def test_every_rule_is_executed() -> None:
    rules = tefuda.load("power_card")
    coverage = Coverage(rules.program)
    for first in PROVING:
        for second in PROVING:
            coverage.play(rules.match(first, second), 3, 0, 1500)
    for deck in DECKS:
        coverage.play(rules.match(deck, deck), 3, 0, 1500)
    unused = coverage.unused()
    assert {name for name in unused["functions"] if "(" not in name} <= WORDS
    assert set(unused["verbs"]) <= {"may", "together", "binds"}


def test_decks_are_legal_and_have_40_cards() -> None:
    rules = tefuda.load("power_card")
    for deck in rules.decks.values():
        assert len(deck.cards) == 40
        assert rules.pair((deck, deck))
