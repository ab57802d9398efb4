"""The bots that come with tefuda, on the decks that come with it."""

from __future__ import annotations

import os
from math import sqrt

import pytest

from tefuda import RulesetError, TefudaError
from tefuda.playing import NATIVE_BOTS, Results, play_games, record_game
from tefuda.plugins.manager import make_manager
from tefuda.ruleset import Ruleset

from ..loaded import loaded

#: Mirrored pairs of games; 1,000 of them (2,000 games) are the promise, and take a minute or so:
#: ``TEFUDA_BOT_PAIRS=1000``.
PAIRS = int(os.environ.get("TEFUDA_BOT_PAIRS", "300"))
SEED = 66


def lycee() -> Ruleset:
    return loaded("lycee")


def mirrored(deck: str, bot: str, other: str, pairs: int) -> list[float]:
    """The share of a bot's wins in each pair of games of one seed, one from each seat."""
    match = lycee().match(deck, deck)
    seats = []
    for seat, bots in enumerate(((bot, other), (other, bot))):
        results = Results(pairs)
        play_games(match.program, match, SEED, 0, pairs, results, bots=bots)
        assert -2 not in results.winner
        seats.append([0.5 if w == -1 else float(w == seat) for w in results.winner])
    return [(first + second) / 2 for first, second in zip(*seats, strict=True)]


def interval(shares: list[float]) -> tuple[float, float]:
    """A 95 % interval of the mean; the unit is the pair."""
    n = len(shares)
    mean = sum(shares) / n
    spread = sqrt(sum((share - mean) ** 2 for share in shares) / (n - 1))
    return mean - 1.96 * spread / sqrt(n), mean + 1.96 * spread / sqrt(n)


@pytest.mark.parametrize("deck", ["vanilla", "sampler"])
def test_greedy_beats_random_in_more_than_60_of_100_mirrored_games(deck):
    low, high = interval(mirrored(deck, "greedy", "random", PAIRS))
    assert low > 0.6, (low, high)


@pytest.mark.parametrize("deck", ["vanilla", "sampler"])
def test_a_bot_against_itself_wins_half_of_the_games(deck):
    """Seat and beginning are drawn, so neither player has an advantage."""
    match = lycee().match(deck, deck)
    games = 2000
    results = Results(games)
    play_games(match.program, match, SEED, 0, games, results)
    wins = sum(0.5 if w == -1 else float(w == 0) for w in results.winner)
    assert abs(wins / games - 0.5) < 4 * 0.5 / sqrt(games)


def test_greedy_against_itself_is_even():
    shares = mirrored("vanilla", "greedy", "greedy", 60)
    # The same game twice: each seat has it once.
    assert shares == [0.5] * 60


def test_greedy_takes_the_same_options_every_time_and_more_samples_may_change_them():
    match = lycee().match("sampler", "sampler")
    games = [
        record_game(match.program, match, 5, 2, bots=("greedy", "greedy"), samples=samples)
        for samples in (1, 1, 3, 3)
    ]
    assert games[0] == games[1]
    assert games[2] == games[3]
    results = Results(1)
    play_games(match.program, match, 5, 2, 1, results, bots=("greedy", "greedy"))
    assert results.decisions[0] <= len(games[0])


def test_unknown_bots_and_wrong_numbers_of_samples_are_refused():
    match = lycee().match("vanilla", "vanilla")
    for options, part in (
        ({"bots": ("random", "clever")}, "'clever': expected one of random, greedy"),
        ({"bots": ("random",)}, "1 bots: expected one for each player"),
        ({"samples": 0}, "0 samples: expected 1 to 1000"),
        ({"samples": 1001}, "1001 samples"),
    ):
        with pytest.raises(TefudaError, match=part):
            play_games(match.program, match, 1, 0, 1, Results(1), **options)


def test_the_manager_knows_the_machines_own_bots():
    assert set(NATIVE_BOTS) <= set(make_manager().bots)


def test_greedy_needs_what_rates_a_position():
    from msgspec.structs import replace

    from tefuda.program import MatchTables, Program

    compiled = lycee().compiled
    program = Program(replace(compiled, value=-1))
    forms = [form for _, form in lycee().match("vanilla", "vanilla").cards[:60]]
    match = MatchTables(program, forms, forms)
    with pytest.raises(RulesetError, match="no value function, which bot 'greedy' needs"):
        play_games(program, match, 1, 0, 1, Results(1), bots=("greedy", "random"))
