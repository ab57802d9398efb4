"""Whole games: no error, the same on several threads, and a bot that plays better than chance."""

import json
import os
from itertools import product

import pytest

import tefuda
from tefuda.coverage import Coverage
from tefuda.playing import record_game
from tefuda.plugins.cli.group import main
from tefuda.plugins.statistics import proportion

from ...loaded import loaded
from .table import real_cards

#: A deck for each faction, the defaults first, and one around a single card.
DECKS = ("white", "black", "red", "blue", "green", "yellow", "fleet")
PROVING = ("proving_one", "proving_two")
#: The verbs that play a card.
PLAYS = {"set", "break with", "set permanent", "declare", "declare fast"}
#: How often the turn limit may end random games of a deck against itself: Flagship Hull, which is
#: in this one alone, keeps a player without cards, and so from drawing from an empty deck.
UNENDED = {"fleet": 0.1}


@pytest.mark.parametrize("deck", DECKS + PROVING)
def test_random_games_end_without_error(deck: str) -> None:
    result = tefuda.simulate(loaded("power_card"), games=200, seed=2, decks=(deck, "white"))
    assert result.errors == 0


def test_every_pair_of_decks_plays_the_same_on_two_threads() -> None:
    """``TEFUDA_DECK_PAIRS=409`` makes these 20,041 games of the seven decks against each other."""
    rules = loaded("power_card")
    games = int(os.environ.get("TEFUDA_DECK_PAIRS", "20"))
    for pair in product(DECKS, DECKS):
        one, two = (
            tefuda.simulate(rules, games=games, seed=2, threads=threads, decks=pair)
            for threads in (1, 2)
        )
        assert (one.games, one.errors) == (games, 0)
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


@pytest.mark.parametrize("deck", DECKS + PROVING)
def test_random_games_of_a_deck_come_to_an_end(deck: str) -> None:
    result = tefuda.simulate(loaded("power_card"), games=500, seed=6, decks=(deck, deck))
    assert result.outcomes.get("too_many_turns", 0) <= UNENDED.get(deck, 0.01) * result.games


@pytest.mark.parametrize("deck", DECKS + PROVING)
def test_greedy_beats_random(deck: str) -> None:
    """It wins more than three games of five, a game that the turn limit ends being none won."""
    decks = (deck, deck)
    first, second = (
        tefuda.simulate(loaded("power_card"), games=200, seed=5, bots=bots, decks=decks)
        for bots in (("greedy", "random"), ("random", "greedy"))
    )
    found = proportion(first.wins[0] + second.wins[1], first.games + second.games)
    assert found.low is not None
    assert found.low > 0.6


def played(game: tefuda.Game, action: int) -> str:
    """Give the number of the card that an action plays as what it is; none where it does not."""
    verb, _, card = game.action_text(action).partition(": ")
    return card.split()[0] if verb in PLAYS else ""


def play_on(game: tefuda.Game, action: int) -> None:
    """Take an action, and any until the game ends."""
    while not game.over:
        game.apply(action)
        if not game.over:
            action = game.legal_actions[7 * game.decisions % len(game.legal_actions)]
    assert game.outcome is not None
    assert game.outcome.error is None


@pytest.mark.parametrize("deck", DECKS)
def test_each_real_card_of_a_deck_is_played_in_games(deck: str) -> None:
    """Where the bots' games offer it first, it is played as what it is, and the game goes on."""
    rules = loaded("power_card")
    match = rules.match(deck, deck)
    unseen = set(rules.decks[deck].cards) & set(real_cards())
    assert unseen
    for number in range(400):
        if not unseen:
            break
        game = rules.new_game(decks=(deck, deck), seed=9, number=number)
        for taken in record_game(rules.program, match, 9, number, bots=("greedy", "random")):
            for action in game.legal_actions:
                if (card := played(game, action)) in unseen:
                    unseen.remove(card)
                    play_on(game.copy(), action)
            game.apply(taken)
    assert unseen == set()


def test_the_decks_hold_every_real_card() -> None:
    decks = loaded("power_card").decks
    assert set(real_cards()) <= {card for deck in DECKS for card in decks[deck].cards}


#: Rules that are only words, or only asked in variants, by bots or while a game is not played.
WORDS = set(
    """synchro charge aggressive resist intercept draw_skill capacity shield defensive initiative
    offensive boost breakthrough penetrate remove infinity stealth permanent_skill
    rate body worth promise leaves_in_time harm supply side may_be_dominated""".split()
)


def test_every_rule_is_executed() -> None:
    rules = loaded("power_card")
    coverage = Coverage(rules.program)
    for first in PROVING:
        for second in PROVING:
            coverage.play(rules.match(first, second), 3, 0, 500)
    for deck in DECKS:
        coverage.play(rules.match(deck, deck), 3, 0, 500)
    unused = coverage.unused()
    assert {name for name in unused["functions"] if "(" not in name} <= WORDS
    assert set(unused["verbs"]) <= {"may", "together", "binds"}


def test_decks_are_legal_and_have_40_cards() -> None:
    rules = loaded("power_card")
    for deck in rules.decks.values():
        assert len(deck.cards) == 40
        assert rules.pair((deck, deck))
