"""The limit program itself, whose figure the others are ratios to, and its game on the machine."""

import pytest

from benchmarks import measures
from benchmarks.playing import limit_contest


def test_limit_program(limit, benchmark):
    run = benchmark.pedantic(limit.run, args=(20_000, 0), rounds=5, warmup_rounds=1)
    assert (run.decisions, run.turns) == (3_676_012, 582_536)
    benchmark.extra_info["ns_per_decision"] = limit.ns_per_decision


def test_the_limit_program_compared_with_itself_is_even(limit, report):
    comparison = limit.compare(lambda seed: limit.run(20_000, seed + 500_000).ns_per_decision)
    report(str(comparison))
    assert len(comparison.ratios) == 7


def test_limit_game(benchmark, limit, rows):
    side = limit_contest()
    once = side.play(1, 3000)
    again = benchmark.pedantic(side.play, args=(1, 3000), rounds=3)
    assert (again.decisions, again.trace) == (once.decisions, once.trace)
    rows += measures.ratio(side, limit, 3000)


def test_the_limit_game_has_the_averages_of_the_limit_program(limit, rows):
    found = list(measures.averages(limit))
    rows += found
    assert [row.what for row in found if row.verdict == "missed"] == []


@pytest.mark.parametrize("timings", [True, False])
def test_limit_game_with_and_without_timings(benchmark, timings):
    played = benchmark.pedantic(limit_contest(timings).play, args=(2, 3000), rounds=3)
    assert played.decisions == limit_contest().play(2, 3000).decisions
