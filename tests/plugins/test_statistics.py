"""The statistics of a rule comparison, against closed forms and against simulation."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from tefuda.plugins import statistics

from ..children import PATIENCE

Blocks = NDArray[np.float64]


def number(value: float | None) -> float:
    """Give a value that must be there."""
    assert value is not None
    return value


def paired_sample(rng: np.random.Generator, n: int, shift: float = 0.0) -> tuple[Blocks, Blocks]:
    """Give block means of two sides that share their seeds: skewed, and correlated."""
    shared = rng.gamma(4.0, 2.0, n)
    return shared + rng.gamma(2.0, 1.0, n), shared + rng.gamma(2.0, 1.0, n) + shift


def ratio_sample(rng: np.random.Generator, n: int, per: float) -> tuple[Blocks, Blocks]:
    """Give totals and counts of blocks whose length and mean options vary together."""
    decisions = rng.poisson(150 * rng.gamma(20.0, 0.05, n)) + 1.0
    options = decisions * per + rng.normal(0.0, 1.0, n) * np.sqrt(decisions)
    return options.astype(np.float64), decisions.astype(np.float64)


# closed forms


@pytest.mark.parametrize("n", [2, 3, 10, 500])
def test_a_paired_difference_is_the_paired_t_test(n: int) -> None:
    baseline, variant = paired_sample(np.random.default_rng(n), n, 0.3)
    found = statistics.paired_difference(baseline, variant)
    expected = stats.ttest_rel(variant, baseline)
    interval = expected.confidence_interval(0.95)
    assert number(found.p) == pytest.approx(expected.pvalue, rel=1e-9)
    assert number(found.low) == pytest.approx(interval.low, rel=1e-9)
    assert number(found.high) == pytest.approx(interval.high, rel=1e-9)
    assert number(found.baseline) == pytest.approx(baseline.mean())
    assert number(found.variant) == pytest.approx(variant.mean())
    assert number(found.difference) == pytest.approx((variant - baseline).mean())
    assert found.blocks == (n, n)
    assert found.note == ""
    assert found.significant is None


@pytest.mark.parametrize(("n", "m"), [(2, 2), (5, 3), (40, 200)])
def test_an_unpaired_difference_is_the_welch_test(n: int, m: int) -> None:
    rng = np.random.default_rng(n)
    baseline, variant = rng.normal(20.0, 3.0, n), rng.normal(21.0, 8.0, m)
    found = statistics.unpaired_difference(baseline, variant, confidence=0.9)
    expected = stats.ttest_ind(variant, baseline, equal_var=False)
    interval = expected.confidence_interval(0.9)
    assert number(found.p) == pytest.approx(expected.pvalue, rel=1e-9)
    assert number(found.low) == pytest.approx(interval.low, rel=1e-9)
    assert number(found.high) == pytest.approx(interval.high, rel=1e-9)
    assert found.blocks == (n, m)


def test_a_ratio_over_equal_denominators_is_a_mean() -> None:
    baseline, variant = paired_sample(np.random.default_rng(5), 30, 0.2)
    per = np.full(30, 7.0)
    ratio = statistics.paired_ratio_difference(baseline, per, variant, per)
    mean = statistics.paired_difference(baseline / 7, variant / 7)
    assert number(ratio.difference) == pytest.approx(number(mean.difference))
    assert number(ratio.low) == pytest.approx(number(mean.low))
    assert number(ratio.p) == pytest.approx(number(mean.p))


def test_a_ratio_difference_follows_the_delta_method() -> None:
    rng = np.random.default_rng(11)
    a, b = ratio_sample(rng, 400, 5.0)
    c, d = ratio_sample(rng, 400, 5.2)
    found = statistics.paired_ratio_difference(a, b, c, d)
    gradient = np.array(
        [
            -1 / b.mean(),
            a.mean() / b.mean() ** 2,
            1 / d.mean(),
            -c.mean() / d.mean() ** 2,
        ]
    )
    variance = gradient @ np.cov(np.vstack([a, b, c, d])) @ gradient / 400
    half = stats.t.ppf(0.975, 399) * np.sqrt(variance)
    assert number(found.difference) == pytest.approx(c.sum() / d.sum() - a.sum() / b.sum())
    assert number(found.high) - number(found.low) == pytest.approx(2 * half)
    unpaired = statistics.unpaired_ratio_difference(a, b, c, d)
    parts = np.cov(a, b), np.cov(c, d)
    separate = (
        gradient[:2] @ parts[0] @ gradient[:2] + gradient[2:] @ parts[1] @ gradient[2:]
    ) / 400
    t = number(unpaired.difference) / np.sqrt(separate)
    assert number(unpaired.p) == pytest.approx(2 * stats.t.sf(abs(t), 797), rel=1e-3)


def test_ratios_are_of_totals_and_not_means_of_ratios() -> None:
    found = statistics.paired_ratio_difference([10, 30], [1, 9], [20, 20], [2, 2])
    assert found.baseline == 4.0
    assert found.variant == 10.0
    assert found.difference == 6.0


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10), (3, 10), (1312, 2000)])
def test_a_proportion_has_the_wilson_interval(successes: int, trials: int) -> None:
    found = statistics.proportion(successes, trials)
    expected = stats.binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert number(found.low) == pytest.approx(expected.low, abs=1e-12)
    assert number(found.high) == pytest.approx(expected.high, abs=1e-12)
    assert found.rate == successes / trials
    assert (found.successes, found.trials) == (successes, trials)


def test_a_proportion_stays_between_zero_and_one() -> None:
    assert statistics.proportion(0, 3).low == 0.0
    assert statistics.proportion(3, 3).high == 1.0
    half = statistics.proportion(2.5, 5)
    assert half.rate == 0.5
    assert number(half.low) + number(half.high) == pytest.approx(1.0)


def test_no_trials_give_no_proportion() -> None:
    assert statistics.proportion(0, 0) == statistics.Proportion(None, None, None, 0, 0)


def test_holm_adjusts_step_by_step() -> None:
    adjusted = statistics.holm_adjusted([0.01, 0.04, 0.03, 0.005])
    assert adjusted == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert statistics.holm([0.01, 0.04, 0.03, 0.005], level=0.06) == [True] * 4


def test_holm_leaves_out_what_was_not_tested() -> None:
    assert statistics.holm_adjusted([None, 0.02, None]) == [None, 0.02, None]
    assert statistics.holm([None, 0.02, None]) == [False, True, False]
    assert statistics.holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_lies_between_no_adjustment_and_bonferroni(p_values: list[float]) -> None:
    adjusted = [number(p) for p in statistics.holm_adjusted(p_values)]
    for raw, value in zip(p_values, adjusted, strict=True):
        assert raw <= value <= 1
    assert min(adjusted) == min(1.0, len(p_values) * min(p_values))
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    assert [adjusted[i] for i in order] == sorted(adjusted)
    assert max(adjusted) >= max(p_values)


def test_judged_differences_carry_their_verdict() -> None:
    rng = np.random.default_rng(2)
    clear = statistics.paired_difference(*paired_sample(rng, 100, 3.0))
    none = statistics.paired_difference([1.0], [2.0])
    family = statistics.judged([clear, none])
    assert [difference.significant for difference in family] == [True, False]
    assert family[0].difference == clear.difference


# no spread, no blocks, no sense


def test_identical_data_differ_by_exactly_zero() -> None:
    rng = np.random.default_rng(7)
    totals, counts = ratio_sample(rng, 137, 4.7)
    for found in (
        statistics.paired_difference(totals, totals.copy()),
        statistics.paired_ratio_difference(totals, counts, totals.copy(), counts.copy()),
    ):
        assert (found.difference, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
        assert statistics.judged([found])[0].significant is False


def test_a_constant_difference_is_certain() -> None:
    baseline = np.arange(10.0)
    found = statistics.paired_difference(baseline, baseline + 2)
    assert (found.difference, found.low, found.high, found.p) == (2.0, 2.0, 2.0, 0.0)


def test_constant_sides_are_certain_without_pairing() -> None:
    same = statistics.unpaired_difference([3.0] * 4, [3.0] * 6)
    other = statistics.unpaired_difference([3.0] * 4, [5.0] * 6)
    assert (same.difference, same.low, same.high, same.p) == (0.0, 0.0, 0.0, 1.0)
    assert (other.difference, other.low, other.high, other.p) == (2.0, 2.0, 2.0, 0.0)


def test_one_constant_side_leaves_the_spread_of_the_other() -> None:
    found = statistics.unpaired_difference([3.0] * 4, [3.0, 4.0, 5.0])
    assert number(found.p) == pytest.approx(stats.ttest_1samp([3.0, 4.0, 5.0], 3.0).pvalue)


def test_differences_that_cancel_leave_an_interval() -> None:
    found = statistics.paired_difference([1.0, 2.0, 1.0, 2.0], [2.0, 1.0, 2.0, 1.0])
    assert (found.difference, found.p) == (0.0, 1.0)
    assert number(found.low) < 0 < number(found.high)


def test_rounding_is_no_difference() -> None:
    baseline = np.full(50, 0.3)
    found = statistics.paired_difference(baseline, np.full(50, 0.1) + 0.2)
    assert (found.difference, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    counts = np.random.default_rng(3).integers(50, 200, 60).astype(np.float64)
    others = counts[::-1] + 3
    ratio = statistics.paired_ratio_difference(counts * 0.7, counts, others * 0.7, others)
    assert (ratio.difference, ratio.low, ratio.high, ratio.p) == (0.0, 0.0, 0.0, 1.0)


def test_one_block_gives_no_interval_and_says_so() -> None:
    found = statistics.paired_difference([3.0], [5.0])
    assert (found.baseline, found.variant, found.difference) == (3.0, 5.0, 2.0)
    assert (found.low, found.high, found.p) == (None, None, None)
    assert found.note == "one block only: no interval"
    assert statistics.unpaired_difference([3.0, 4.0], [5.0]).p is None


def test_no_blocks_give_no_value_and_say_so() -> None:
    found = statistics.paired_difference([], [])
    assert (found.baseline, found.difference, found.p) == (None, None, None)
    assert found.note == "no blocks"


def test_a_ratio_by_nothing_has_no_value_and_says_so() -> None:
    found = statistics.paired_ratio_difference([0, 0], [0, 0], [4, 8], [2, 4])
    assert (found.baseline, found.variant, found.difference) == (None, 2.0, None)
    assert found.note == "nothing to count over"


def test_results_are_plain_numbers() -> None:
    found = statistics.paired_difference(*paired_sample(np.random.default_rng(1), 9))
    values = found.baseline, found.variant, found.difference, found.low, found.high, found.p
    assert {type(value) for value in values} == {float}


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="differ in number: 2 and 3"):
        statistics.paired_difference([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="not finite"):
        statistics.unpaired_difference([1, float("nan")], [1, 2])
    with pytest.raises(ValueError, match="blocks and denominators differ"):
        statistics.paired_ratio_difference([1, 2], [1], [1, 2], [1, 1])
    with pytest.raises(ValueError, match="denominator is negative"):
        statistics.unpaired_ratio_difference([1, 2], [1, -1], [1, 2], [1, 1])
    with pytest.raises(ValueError, match="4 of 3"):
        statistics.proportion(4, 3)
    with pytest.raises(ValueError, match="p-value out of range"):
        statistics.holm([0.5, 1.5])
    with pytest.raises(ValueError, match="confidence out of range"):
        statistics.paired_difference([1, 2], [2, 4], confidence=95)


# behaviour over many comparisons


def test_paired_intervals_cover_the_true_difference() -> None:
    rng = np.random.default_rng(52)
    covered = 0
    for _ in range(4000):
        found = statistics.paired_difference(*paired_sample(rng, 25, 0.5))
        covered += number(found.low) <= 0.5 <= number(found.high)
    assert 0.94 <= covered / 4000 <= 0.96


def test_paired_intervals_cover_a_difference_of_win_rates() -> None:
    rng = np.random.default_rng(53)
    covered = 0
    for _ in range(4000):
        luck = rng.uniform(size=(200, 2))
        swing = rng.uniform(size=(200, 2)) < 0.3
        other = np.where(swing, rng.uniform(size=(200, 2)), luck)
        found = statistics.paired_difference(
            (luck < 0.55).mean(axis=1), (other < 0.60).mean(axis=1)
        )
        covered += number(found.low) <= 0.05 <= number(found.high)
    assert 0.94 <= covered / 4000 <= 0.96


def test_unpaired_intervals_cover_the_true_difference() -> None:
    rng = np.random.default_rng(54)
    covered = 0
    for _ in range(4000):
        baseline, variant = rng.gamma(6.0, 5.0, 40), rng.gamma(6.0, 6.0, 60)
        found = statistics.unpaired_difference(baseline, variant)
        covered += number(found.low) <= 6.0 <= number(found.high)
    assert 0.935 <= covered / 4000 <= 0.96


@pytest.mark.parametrize("paired", [True, False])
def test_ratio_intervals_cover_the_true_difference(paired: bool) -> None:
    rng = np.random.default_rng(55)
    compare = statistics.paired_ratio_difference if paired else statistics.unpaired_ratio_difference
    covered = 0
    for _ in range(4000):
        found = compare(*ratio_sample(rng, 60, 5.0), *ratio_sample(rng, 60, 5.1))
        covered += number(found.low) <= 0.1 <= number(found.high)
    assert 0.94 <= covered / 4000 <= 0.96


def test_wilson_intervals_cover_the_true_rate() -> None:
    rng = np.random.default_rng(56)
    for rate in (0.05, 0.3, 0.5, 0.62):
        covered = 0
        for successes in rng.binomial(300, rate, 4000):
            found = statistics.proportion(int(successes), 300)
            covered += number(found.low) <= rate <= number(found.high)
        assert 0.935 <= covered / 4000 <= 0.97


def test_pairing_narrows_the_interval_of_what_is_shared() -> None:
    baseline, variant = paired_sample(np.random.default_rng(57), 300)
    paired = statistics.paired_difference(baseline, variant)
    unpaired = statistics.unpaired_difference(baseline, variant)
    assert paired.difference == unpaired.difference
    width = number(paired.high) - number(paired.low)
    assert width < 0.6 * (number(unpaired.high) - number(unpaired.low))


def test_unpaired_p_values_are_uniform_where_nothing_differs() -> None:
    means, ratios = [], []
    for seed in range(1000):
        rng = np.random.default_rng(seed)
        turns = rng.negative_binomial(20, 0.4, (2, 100)).astype(np.float64)
        means.append(number(statistics.unpaired_difference(turns[0], turns[1]).p))
        totals = ratio_sample(rng, 100, 5.0), ratio_sample(rng, 100, 5.0)
        ratios.append(number(statistics.unpaired_ratio_difference(*totals[0], *totals[1]).p))
    for p_values in (means, ratios):
        assert stats.kstest(p_values, "uniform").pvalue > 0.01
        assert 0.03 <= np.mean(np.array(p_values) < 0.05) <= 0.07


def test_paired_p_values_are_uniform_where_nothing_differs() -> None:
    p_values = [
        number(statistics.paired_difference(*paired_sample(np.random.default_rng(seed), 50)).p)
        for seed in range(1000)
    ]
    assert stats.kstest(p_values, "uniform").pvalue > 0.01


def test_holm_keeps_the_error_rate_of_the_family() -> None:
    rng = np.random.default_rng(58)
    false = sum(any(statistics.holm(list(row))) for row in rng.uniform(size=(4000, 5)))
    assert 0.035 <= false / 4000 <= 0.06


# what it costs to have


def run_python(code: str) -> str:
    """Run code in a new interpreter and give what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return done.stdout.strip()


def test_importing_loads_neither_numpy_nor_scipy() -> None:
    code = "import sys, tefuda.plugins.statistics; print({'numpy', 'scipy'} & set(sys.modules))"
    assert run_python(code) == "set()"


def test_using_it_leaves_scipy_statistics_alone() -> None:
    code = (
        "import sys; from tefuda.plugins import statistics as s;"
        "s.paired_difference([1, 2], [2, 4]); s.proportion(1, 2);"
        "print('scipy.stats' in sys.modules)"
    )
    assert run_python(code) == "False"


def test_it_imports_nothing_of_the_package() -> None:
    tree = ast.parse(Path(statistics.__file__).read_text("utf-8"))
    imported = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or "."] if isinstance(node, ast.ImportFrom) else [])
        + [alias.name for alias in node.names]
    ]
    assert not [name for name in imported if name.split(".")[0] in ("", "tefuda")]
