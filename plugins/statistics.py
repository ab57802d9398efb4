"""Statistics of a rule comparison.

The unit is the *block*: all games of one seed, whatever their number. Games of one block share
their shuffles and are not independent of each other; blocks are. So every interval and p-value here
comes from the spread *between* blocks, and a number of games never enters one.

A metric is a mean over blocks (one value for each block) or a ratio of totals over blocks (options
per decision, nanoseconds per decision, wins per finished game). Both sides of a comparison played
the same seeds (``paired_...``: entry *i* of each sequence belongs to the same seed) or different
ones (``unpaired_...``).

A ratio of totals is linearised: block *i* contributes the residual ``(a_i - R * b_i) / mean(b)``,
where ``R`` is the ratio of the totals, and the spread of the residuals (paired: of their
differences) is the uncertainty of ``R``. A mean is the ratio whose denominators are all one, so the
paired comparison of means is exactly the paired t-test, and the unpaired one Welch's.

Differences are always variant minus baseline. Numbers that only rounding keeps from being equal are
taken as equal. NumPy and SciPy load when a function is called, not when this module is imported.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, sqrt
from sys import float_info
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

#: How many units in the last place of the largest term count as rounding.
_ROUNDING = 16 * float_info.epsilon


@dataclass(frozen=True, slots=True)
class Difference:
    """What a variant changed in one metric, in that metric's own unit.

    ``low``, ``high`` and ``p`` are ``None`` where the blocks do not allow an interval, and
    ``baseline``, ``variant`` and ``difference`` where they give no value at all; ``note`` says why.
    """

    #: The metric on the baseline's side.
    baseline: float | None
    #: The metric on the variant's side.
    variant: float | None
    #: Variant minus baseline.
    difference: float | None
    #: Lower end of the confidence interval of the difference.
    low: float | None
    #: Upper end of the confidence interval of the difference.
    high: float | None
    #: Two-sided p-value of no difference, 0 to 1, not adjusted for other tests.
    p: float | None
    #: Number of blocks of the baseline and of the variant.
    blocks: tuple[int, int]
    #: Whether it stays significant beside the others of its family; ``None``: not judged yet.
    significant: bool | None = None
    #: Why something is ``None``; empty otherwise.
    note: str = ""


@dataclass(frozen=True, slots=True)
class Proportion:
    """A rate of successes with its Wilson interval, all between 0 and 1.

    ``rate``, ``low`` and ``high`` are ``None`` where there was no trial.
    """

    #: Successes divided by trials.
    rate: float | None
    #: Lower end of the confidence interval.
    low: float | None
    #: Upper end of the confidence interval.
    high: float | None
    #: Number of successes; a fraction where a draw counts as half.
    successes: float
    #: Number of trials.
    trials: int


@dataclass(frozen=True, slots=True)
class _Ratio:
    """A ratio of totals, each block's share in its error, and the size of mere rounding."""

    value: float
    residuals: NDArray[np.float64]
    rounding: float


def paired_difference(
    baseline: ArrayLike, variant: ArrayLike, *, confidence: float = 0.95
) -> Difference:
    """Compare two means over the same seeds: the paired t-test on block means.

    :param baseline: one value for each block, the mean over the block's games.
    :param variant: the same for the variant, in the same order of seeds.
    :param confidence: probability that the interval covers the true difference.
    :raises ValueError: the sides differ in length, or a value is not finite.
    """
    return paired_ratio_difference(
        baseline, _ones(baseline), variant, _ones(variant), confidence=confidence
    )


def unpaired_difference(
    baseline: ArrayLike, variant: ArrayLike, *, confidence: float = 0.95
) -> Difference:
    """Compare two means over different seeds: Welch's t-test on block means.

    :param baseline: one value for each block, the mean over the block's games.
    :param variant: the same for the variant; the number of blocks may differ.
    :param confidence: probability that the interval covers the true difference.
    :raises ValueError: a value is not finite.
    """
    return unpaired_ratio_difference(
        baseline, _ones(baseline), variant, _ones(variant), confidence=confidence
    )


def paired_ratio_difference(
    baseline: ArrayLike,
    baseline_per: ArrayLike,
    variant: ArrayLike,
    variant_per: ArrayLike,
    *,
    confidence: float = 0.95,
) -> Difference:
    """Compare two ratios of totals over the same seeds.

    :param baseline: one total for each block, such as its options or its nanoseconds.
    :param baseline_per: what it is counted by, such as the block's decisions.
    :param variant: as ``baseline``, for the variant, in the same order of seeds.
    :param variant_per: as ``baseline_per``, for the variant.
    :param confidence: probability that the interval covers the true difference.
    :raises ValueError: lengths differ, a value is not finite, or a denominator is negative.
    """
    _check_confidence(confidence)
    first, second = _columns(baseline, baseline_per), _columns(variant, variant_per)
    n = len(first[0])
    if len(second[0]) != n:
        raise ValueError(f"paired blocks differ in number: {n} and {len(second[0])}")
    old, new = _ratio(*first), _ratio(*second)
    if old is None or new is None or n < 2:
        return _without_interval(old, new, (n, n))
    variance = _variance(new.residuals - old.residuals, old.rounding + new.rounding)
    return _with_interval(old, new, variance, n - 1, confidence)


def unpaired_ratio_difference(
    baseline: ArrayLike,
    baseline_per: ArrayLike,
    variant: ArrayLike,
    variant_per: ArrayLike,
    *,
    confidence: float = 0.95,
) -> Difference:
    """Compare two ratios of totals over different seeds.

    :param baseline: one total for each block, such as its options or its nanoseconds.
    :param baseline_per: what it is counted by, such as the block's decisions.
    :param variant: as ``baseline``, for the variant; the number of blocks may differ.
    :param variant_per: as ``baseline_per``, for the variant.
    :param confidence: probability that the interval covers the true difference.
    :raises ValueError: lengths differ, a value is not finite, or a denominator is negative.
    """
    _check_confidence(confidence)
    first, second = _columns(baseline, baseline_per), _columns(variant, variant_per)
    blocks = len(first[0]), len(second[0])
    old, new = _ratio(*first), _ratio(*second)
    if old is None or new is None or min(blocks) < 2:
        return _without_interval(old, new, blocks)
    parts = [_variance(side.residuals, side.rounding) for side in (old, new)]
    variance = sum(parts)
    degrees = 1.0
    if variance > 0:
        shares = [(part / variance) ** 2 / (n - 1) for part, n in zip(parts, blocks, strict=True)]
        degrees = 1 / sum(shares)
    return _with_interval(old, new, variance, degrees, confidence)


def proportion(successes: float, trials: int, *, confidence: float = 0.95) -> Proportion:
    """Give a rate and its Wilson interval, for independent trials.

    :param successes: number of successes, 0 to ``trials``; a draw may count as half.
    :param trials: number of independent trials.
    :param confidence: probability that the interval covers the true rate.
    :raises ValueError: there are more successes than trials, or fewer than none.
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"successes out of range: {successes} of {trials}")
    _check_confidence(confidence)
    if trials == 0:
        return Proportion(None, None, None, successes, trials)
    z = float(_special().ndtri((1 + confidence) / 2))
    rate = successes / trials
    shrink = 1 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / shrink
    half = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)) / shrink
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Proportion(rate, low, high, successes, trials)


def holm_adjusted(p_values: Sequence[float | None]) -> list[float | None]:
    """Give the p-values adjusted by Holm's step-down method, in the order given.

    The adjusted value is compared with the level for the whole family. ``None``, where there was no
    test, stays ``None`` and does not count as a member of the family.

    :raises ValueError: a p-value is not between 0 and 1.
    """
    tested = [(p, i) for i, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, i) in enumerate(sorted(tested)):
        if not 0 <= p <= 1:
            raise ValueError(f"p-value out of range: {p}")
        running = max(running, min(1.0, (len(tested) - rank) * p))
        adjusted[i] = running
    return adjusted


def holm(p_values: Sequence[float | None], *, level: float = 0.05) -> list[bool]:
    """Tell which p-values stay significant when all are considered together (Holm).

    :param p_values: one for each test of the family; ``None`` is never significant.
    :param level: probability of any false finding in the whole family.
    :raises ValueError: a p-value is not between 0 and 1.
    """
    return [p is not None and p <= level for p in holm_adjusted(p_values)]


def judged(differences: Sequence[Difference], *, level: float = 0.05) -> list[Difference]:
    """Give the differences of one family with ``significant`` filled in by :func:`holm`.

    :param level: probability of any false finding in the whole family.
    """
    verdicts = holm([difference.p for difference in differences], level=level)
    return [
        replace(difference, significant=verdict)
        for difference, verdict in zip(differences, verdicts, strict=True)
    ]


def _special() -> Any:
    """Give SciPy's special functions; its statistics would take half a second to load."""
    from scipy import special

    return special


def _ones(values: ArrayLike) -> NDArray[np.float64]:
    import numpy as np

    return np.ones(np.shape(values))


def _columns(values: ArrayLike, per: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Check one side of a comparison and give it as arrays."""
    import numpy as np

    total, count = np.asarray(values, np.float64), np.asarray(per, np.float64)
    if total.ndim != 1 or total.shape != count.shape:
        raise ValueError(f"blocks and denominators differ: {total.shape} and {count.shape}")
    if not (np.isfinite(total).all() and np.isfinite(count).all()):
        raise ValueError("a block's value is not finite")
    if (count < 0).any():
        raise ValueError(f"a block's denominator is negative: {count.min()}")
    return total, count


def _ratio(total: NDArray[np.float64], count: NDArray[np.float64]) -> _Ratio | None:
    """Linearise the ratio of two totals, or give None where the denominator is zero."""
    per = float(count.sum())
    if per == 0:
        return None
    value = float(total.sum()) / per
    mean = per / len(count)
    scale = float((abs(total) + abs(value) * count).max()) / mean
    return _Ratio(value, (total - value * count) / mean, _ROUNDING * scale)


def _variance(residuals: NDArray[np.float64], rounding: float) -> float:
    """Give the variance of a total of residuals, zero where only rounding spreads them."""
    if abs(residuals).max() <= rounding:
        return 0.0
    n = len(residuals)
    return float(residuals @ residuals) / (n * (n - 1))


def _gap(old: _Ratio, new: _Ratio) -> float:
    """Give new minus old, exactly zero where only rounding separates them."""
    gap = new.value - old.value
    return 0.0 if abs(gap) <= old.rounding + new.rounding else gap


def _with_interval(
    old: _Ratio, new: _Ratio, variance: float, degrees: float, confidence: float
) -> Difference:
    blocks = len(old.residuals), len(new.residuals)
    gap = _gap(old, new)
    if variance == 0:
        return Difference(old.value, new.value, gap, gap, gap, 0.0 if gap else 1.0, blocks)
    special, error = _special(), sqrt(variance)
    half = float(special.stdtrit(degrees, (1 + confidence) / 2)) * error
    p = min(1.0, 2 * float(special.stdtr(degrees, -abs(gap) / error)))
    return Difference(old.value, new.value, gap, gap - half, gap + half, p, blocks)


def _without_interval(
    old: _Ratio | None, new: _Ratio | None, blocks: tuple[int, int]
) -> Difference:
    gap = _gap(old, new) if old is not None and new is not None else None
    few = min(blocks)
    if few == 0:
        note = "no blocks"
    elif gap is None:
        note = "nothing to count over"
    else:
        note = "one block only: no interval"
    before = None if old is None else old.value
    after = None if new is None else new.value
    return Difference(before, after, gap, None, None, None, blocks, note=note)


def _check_confidence(confidence: float) -> None:
    if not (isfinite(confidence) and 0 < confidence < 1):
        raise ValueError(f"confidence out of range: {confidence}, expected between 0 and 1")
