"""The limit program itself, whose figure the others are ratios to."""

import pytest


def test_limit_program(limit, benchmark):
    run = benchmark.pedantic(limit.run, args=(20_000, 0), rounds=5, warmup_rounds=1)
    assert (run.decisions, run.turns) == (3_676_012, 582_536)
    benchmark.extra_info["ns_per_decision"] = limit.ns_per_decision


def test_the_limit_program_compared_with_itself_is_even(limit, report):
    comparison = limit.compare(lambda seed: limit.run(20_000, seed + 500_000).ns_per_decision)
    report(str(comparison))
    assert comparison.ratio == pytest.approx(1, abs=0.15)
