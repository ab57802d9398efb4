"""Whole games of every shipped deck, beside the limit program."""

import pytest

import tefuda
from benchmarks import measures
from benchmarks.playing import contest, shipped


@pytest.mark.parametrize(("name", "deck"), list(shipped()))
def test_random_play(benchmark, limit, rows, name, deck):
    side = contest(name, deck)
    played = benchmark.pedantic(side.play, args=(1, 300), rounds=3)
    counted = tefuda.simulate(name, decks=(deck, deck), games=300, seed=1)
    assert (played.decisions, counted.errors) == (counted.decisions, 0)
    rows += measures.ratio(side, limit, 300)


def test_rulesets_beside_full_decks_of_lycee(rows):
    found = list(measures.beside_lycee())
    assert "power_card" in [row.what.partition(",")[0] for row in found]
    rows += found


def test_greedy(benchmark, rows, limit):
    side = contest("lycee", "vanilla", bot="greedy")
    played = benchmark.pedantic(side.play, args=(1, 2), rounds=1)
    decks = ("vanilla", "vanilla")
    counted = tefuda.simulate("lycee", games=2, seed=1, decks=decks, bots=("greedy", "greedy"))
    assert played.decisions == counted.decisions
    rows += measures.greedy_play(limit)


def test_state(rows):
    found = list(measures.state())
    assert len(found) > len(list(shipped()))
    rows += found


def test_threads_and_processes(rows):
    found = list(measures.threads())
    assert [row.target for row in found] == [1.8, None, None]
    rows += found


def test_timings_nobody_listens_to(limit, rows):
    found = list(measures.unheard(limit))
    assert len(found) == 2
    rows += found
