"""How sure a count is: intervals, effect sizes, null models and corrections, on plain arrays.

Counts of a rite are not independent draws: acts come in chains, particles in formulas. Wherever a
unit larger than the count exists (a stage, a note), intervals and null models resample that unit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

Z95 = 1.959963984540054
REPEATS = 1000
SEED = 20240101
ALPHA = 0.05
Array = np.ndarray[Any, np.dtype[Any]]


def wilson(hits: Any, total: Any) -> tuple[Array, Array]:
    """Wilson's 95 % interval of a share; 0 to 1 where there is nothing to count.

    >>> low, high = wilson([1], [3])
    >>> round(float(low[0]), 3), round(float(high[0]), 3)
    (0.061, 0.792)
    """
    k, n = np.asarray(hits, float), np.asarray(total, float)
    safe = np.where(n > 0, n, 1.0)
    share, z2 = k / safe, Z95 ** 2
    middle = (share + z2 / (2 * safe)) / (1 + z2 / safe)
    half = Z95 * np.sqrt(share * (1 - share) / safe + z2 / (4 * safe ** 2)) / (1 + z2 / safe)
    low = np.where(n > 0, np.clip(middle - half, 0, 1), 0.0)
    high = np.where(n > 0, np.clip(middle + half, 0, 1), 1.0)
    return low, high


def log_ratio(hits: Any, total: Any, other_hits: Any, other_total: Any) -> Array:
    """Binary logarithm of the ratio of two rates: 1 means twice as often. Half a count is added to
    each side, so that a word which one side lacks has a finite value.

    >>> round(float(log_ratio(7.5, 100, 3.5, 100)), 6)
    1.0
    """
    a, b = np.asarray(hits, float) + 0.5, np.asarray(other_hits, float) + 0.5
    out: Array = np.log2(a / np.maximum(total, 1)) - np.log2(b / np.maximum(other_total, 1))
    return out


def log_likelihood(table: Any) -> float:
    """Dunning's G² of a table of counts (rows by columns) against independence.

    >>> round(log_likelihood([[10, 90], [10, 90]]), 6)
    0.0
    """
    counts = np.asarray(table, float)
    expected = counts.sum(1, keepdims=True) * counts.sum(0, keepdims=True) / max(counts.sum(), 1)
    there = counts > 0
    return float(2 * np.sum(counts[there] * np.log(counts[there] / expected[there])))


def cramers_v(table: Any) -> float:
    """Cramér's V of a table of counts: 0 no association, 1 complete.

    >>> cramers_v([[10, 0], [0, 10]])
    1.0
    """
    counts = np.asarray(table, float)
    counts = counts[counts.sum(1) > 0][:, counts.sum(0) > 0]
    if min(counts.shape) < 2:
        return 0.0
    expected = counts.sum(1, keepdims=True) * counts.sum(0, keepdims=True) / counts.sum()
    chi2 = float(np.sum((counts - expected) ** 2 / expected))
    return float(np.sqrt(chi2 / (counts.sum() * (min(counts.shape) - 1))))


def permuted_p(observed: Any, null: Array) -> Array:
    """Share of draws of a null model (rows) at least as large as what was observed, one-sided; the
    observation itself counts as a draw, so that no p is zero."""
    out: Array = (1 + np.sum(null >= np.asarray(observed) - 1e-9, axis=0)) / (1 + len(null))
    return out


def familywise_p(observed: Any, null: Array, tested: Any, *, two_sided: bool = True) -> Array:
    """p values of many effects at once, corrected for how many were looked at.

    Westfall and Young's maxima: each effect is measured in standard deviations of its own null
    model; its p is the share of draws in which the largest of all effects is at least as large. It
    holds the chance of one false finding at the level, and heeds that effects hang together.

    Parameters
    ----------
    observed : k effects
    null : draws by k, all effects of a draw from the same random deal
    tested : k booleans; the others get nan

    >>> null = np.array([[k % 5, k % 3] for k in range(99)], float)
    >>> [round(float(p), 2) for p in familywise_p([9, 1], null, [True, True])]
    [0.01, 1.0]
    """
    tested = np.asarray(tested, bool)
    out = np.full(len(tested), np.nan)
    if not tested.any():
        return out
    pool = np.vstack([np.asarray(observed, float)[tested], null[:, tested]])
    spread = pool.std(0)
    z = (pool - pool.mean(0)) / np.where(spread > 0, spread, 1.0)
    z = np.abs(z) if two_sided else z
    out[tested] = (z.max(axis=1)[:, None] >= z[0] - 1e-9).mean(axis=0)
    return out


def holm(p: Any) -> Array:
    """p values of separate tests corrected by Holm; what was not tested (nan) does not count.

    >>> [round(float(v), 2) for v in holm([0.01, 0.04, float("nan")])]
    [0.02, 0.04, nan]
    """
    values = np.asarray(p, float)
    out = np.full(values.shape, np.nan)
    tested = np.flatnonzero(~np.isnan(values))
    order = tested[np.argsort(values[tested], kind="stable")]
    fixed = np.maximum.accumulate(values[order] * (len(order) - np.arange(len(order))))
    out[order] = np.minimum(fixed, 1.0)
    return out


def resample(units: int, repeats: int = REPEATS, seed: int = SEED) -> Array:
    """How often each of the units is drawn in each bootstrap sample: repeats by units, rows sum to
    the number of units. Drawn as integers, so that every machine draws the same."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, max(units, 1), size=(repeats, units))
    flat = drawn + units * np.arange(repeats)[:, None]
    return np.bincount(flat.ravel(), minlength=repeats * units).reshape(repeats, units)


def percentiles(draws: Array) -> tuple[Array, Array]:
    """Bounds between which 95 % of the draws (rows) lie."""
    low, high = np.percentile(draws, [2.5, 97.5], axis=0)
    return low, high


def shuffles(units: int, repeats: int = REPEATS, seed: int = SEED) -> Array:
    """Random orders of the units: repeats by units."""
    return np.random.default_rng(seed).permuted(np.tile(np.arange(units), (repeats, 1)), axis=1)


def verdicts(p: Any, effect: Any, enough: Any, more: str = "more", less: str = "less") -> list[str]:
    """What may be said of each effect: `more` or `less`, `open` (not shown), or `too few` to ask."""
    sides = np.where(np.asarray(effect, float) > 0, more, less)
    shown = np.where(np.asarray(p, float) < ALPHA, sides, "open")
    return [str(v) for v in np.where(np.asarray(enough, bool), shown, "too few")]


def keep_shown(frame: pd.DataFrame) -> pd.DataFrame:
    """The rows of which something may be said: neither `open` nor `too few`, the largest effects first
    where the table has a `log_ratio`."""
    rows = frame[~frame["verdict"].isin(("open", "too few"))]
    if "log_ratio" in rows:
        rows = rows.sort_values("log_ratio", ascending=False, kind="stable")
    return rows.reset_index(drop=True)
