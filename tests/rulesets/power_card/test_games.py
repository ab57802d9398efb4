"""Whole games: no error, the same on several threads, and a bot that plays better than chance."""

import pytest

import tefuda

DECKS = ("white", "black", "red", "blue", "green", "yellow")


@pytest.mark.parametrize("deck", DECKS)
def test_random_games_end_without_error(deck: str) -> None:
    result = tefuda.simulate("power_card", games=200, seed=2, decks=(deck, "white"))
    assert result.errors == 0


def test_threads_do_not_matter() -> None:
    one, two = (
        tefuda.simulate("power_card", games=200, seed=4, threads=threads, decks=("red", "blue"))
        for threads in (1, 2)
    )
    assert one.trace_hash == two.trace_hash


def test_greedy_beats_random() -> None:
    first = tefuda.simulate("power_card", games=200, seed=5, bots=("greedy", "random"))
    second = tefuda.simulate("power_card", games=200, seed=6, bots=("random", "greedy"))
    assert first.wins[0] + second.wins[1] > 360
