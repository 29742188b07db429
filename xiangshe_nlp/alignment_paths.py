"""The best path through one stage: which clauses of the base go with which of a translation.

Dynamic programming over groups of at most three base clauses and four clauses of the translation,
in order. What has no partner stays alone: a clause that the translation drops, or words of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .concepts import Counts

MOST_BASE, MOST_TARGET = 3, 4
# Costs, in units of one concept of middling weight that both sides share.
JOIN_BASE, JOIN_TARGET = 0.5, 0.25  # each further clause of a group
BARE_BASE, BARE_TARGET = 1.0, 0.2  # a clause in a group of which nothing is found on the other side
ALONE_BASE, MORE_ALONE = 1.0, 0.4  # the first of the base clauses that have no partner, and each next
ALONE_TARGET = 0.7  # a clause of the translation that has no partner
ENOUGH = 0.6  # share of a base clause that must be found for it not to be bare at all
LINKED = 0.4  # share of a base clause that must be found for a link within a group
FAR = 1e6


class Group(NamedTuple):
    """Clauses that go together: half-open ranges of base and target, likeness 0 to 1, and single links."""

    base: tuple[int, int]
    target: tuple[int, int]
    score: float
    links: list[tuple[int, int]]


def pair_clauses(base: Counts, target: Counts, weights: np.ndarray, joins: tuple[np.ndarray, np.ndarray]) -> list[Group]:
    """Best groups of base and target clauses; every clause is in exactly one.

    Parameters
    ----------
    base, target : Counts
        Clauses of one stage, in order.
    weights : array, shape (concepts,)
        Weight of each concept.
    joins : pair of arrays, shapes (base clauses,) and (target clauses,)
        What it costs, beyond the usual, to have a clause in one group with the one before it.
    """
    shared = match_groups(base, target, weights)
    out = []
    for (i, k), (j, m) in _trace(value_groups(base, shared, joins)):
        score = 0.0
        if i < k and j < m:
            found = float(shared[k - i - 1, k - 1, m - j - 1, m - 1])
            score = found / max(float(base.mass[i:k].sum()), found, 1e-9)
        out.append(Group((i, k), (j, m), score, _link(shared[0, :, 0], base.mass, (i, k), (j, m))))
    return out


def match_groups(base: Counts, target: Counts, weights: np.ndarray) -> np.ndarray:
    """Weight of the concepts that groups share, by size and last clause of base and of target.

    A concept that stands twice on both sides counts twice: counts above zero and above one are
    columns of their own, so that one matrix product gives the sum of the lesser counts.
    """
    used = np.flatnonzero(base.counts.any(axis=0) & target.counts.any(axis=0))
    one = np.stack(_running(base.counts[:, used], MOST_BASE))
    two = np.stack(_running(target.counts[:, used], MOST_TARGET))
    heavy = np.tile(weights[used], 2).astype(np.float32)
    left = np.concatenate([one >= 1, one >= 2], axis=2) * heavy
    right = np.concatenate([two >= 1, two >= 2], axis=2).astype(np.float32)
    return np.tensordot(left, right, axes=(2, 2))


def value_groups(base: Counts, shared: np.ndarray, joins: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Worth of every group: what it shares, less what joining and bare clauses cost."""
    worth = shared - BARE_BASE * bare_base(base, shared)
    bare_target = BARE_TARGET * (shared[:, :, 0] <= 0).astype(np.float32)
    for m, bare in enumerate(_running(bare_target.transpose(2, 0, 1), MOST_TARGET)):
        worth[:, :, m] -= bare.transpose(1, 2, 0)
    for n, cost in enumerate(_running(_first_far(joins[0] + JOIN_BASE), MOST_BASE - 1), start=1):
        worth[n] -= cost[:, None, None]
    for m, cost in enumerate(_running(_first_far(joins[1] + JOIN_TARGET), MOST_TARGET - 1), start=1):
        worth[:, :, m] -= cost
    return worth


def bare_base(base: Counts, shared: np.ndarray) -> np.ndarray:
    """How bare the base clauses of each group are, summed: 1 for one of which nothing is found.

    In a group of several, what counts is what a clause adds to the others: the second of two bows
    is not found where the translation bows once.
    """

    def bare(found: np.ndarray, back: int) -> np.ndarray:
        mass = np.maximum(_back(base.mass, back), 1e-9).astype(np.float32)[:, None, None]
        return np.asarray(np.clip(1 - found / (np.float32(ENOUGH) * mass), 0, 1))

    one, two, three = shared
    out = np.empty_like(shared)
    out[0] = bare(one, 0)
    out[1] = bare(two - one, 1) + bare(two - _back(one, 1), 0)
    out[2] = bare(three - two, 2) + bare(_back(one, 1), 1) + bare(three - _back(two, 1), 0)
    return out


def _back(values: np.ndarray, steps: int) -> np.ndarray:
    """Values of the clause so many steps before, along the first axis; zero before the first."""
    out = np.zeros_like(values)
    out[steps:] = values[:max(len(values) - steps, 0)]
    return out


def _first_far(costs: np.ndarray) -> np.ndarray:
    """Costs of joining a clause to the one before it; the first has none before it."""
    costs = costs.astype(np.float32)
    costs[:1] = FAR
    return costs


def _running(values: np.ndarray, most: int) -> list[np.ndarray]:
    """Sums of the last 1 to `most` values along the first axis."""
    out = [values]
    for n in range(1, most):
        out.append(out[-1] + _back(values, n))
    return out


def _link(shared: np.ndarray, mass: np.ndarray, base: tuple[int, int], target: tuple[int, int]) -> list[tuple[int, int]]:
    """Links between single clauses of a group: what is clearly shared, and the best of every clause.

    Where one side is a single clause all are linked to it.
    """
    rows, columns = range(*base), range(*target)
    if len(rows) < 2 or len(columns) < 2:
        return [(i, j) for i in rows for j in columns]
    links = {(i, j) for i in rows for j in columns if shared[i, j] >= LINKED * mass[i]}
    steep = (len(columns) - 1) / (len(rows) - 1)

    def fit(i: int, j: int) -> float:
        return float(shared[i, j]) - 0.1 * abs((j - target[0]) - steep * (i - base[0]))

    links |= {(i, max(columns, key=lambda j: fit(i, j))) for i in rows if i not in {a for a, _ in links}}
    links |= {(max(rows, key=lambda i: fit(i, j)), j) for j in columns if j not in {b for _, b in links}}
    return sorted(links)


def _trace(worth: np.ndarray) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Groups on the best path, in order, those of one side alone among them."""
    _, n_base, _, n_target = worth.shape
    best, reached, gap, ways = _fill(worth)
    out = []
    i, j, alone = n_base, n_target, False
    while i or j:
        if not i or (not alone and best[i, j] > max(reached[i, j], gap[i, j])):
            n, m = 0, 1
        elif alone or gap[i, j] > reached[i, j]:
            n, m = 1, 0
            alone = gap[i, j] > best[i - 1, j] - ALONE_BASE
        else:
            choice = int(ways(i, j).argmax())
            n, m = choice // MOST_TARGET + 1, choice % MOST_TARGET + 1
        out.append(((i - n, i), (j - m, j)))
        i, j = i - n, j - m
    return out[::-1]


def _fill(worth: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, Callable[[int, int], np.ndarray]]:
    """Values of the best path to every cell: in all, by a group, by a base clause alone; and the ways of a cell.

    A row is filled at once: `before` looks back, without copying, at the cells from which each size
    of group arrives. Every clause of the translation is counted as alone beforehand and given back to
    the groups that hold it, so that clauses alone are a running maximum along the row.
    """
    _, n_base, _, n_target = worth.shape
    width = n_target + 1
    padded = np.full((n_base + MOST_BASE, width + MOST_TARGET), -FAR)
    best = padded[MOST_BASE - 1:, MOST_TARGET:]
    best[0] = 0.0
    gains = np.full((n_base, MOST_BASE, MOST_TARGET, width), -FAR)
    gains[..., 1:] = worth.transpose(1, 0, 2, 3) + ALONE_TARGET * np.arange(1, MOST_TARGET + 1)[:, None]
    down, right = padded.strides
    before = as_strided(padded[MOST_BASE - 1:, MOST_TARGET - 1:], gains.shape, (down, -down, -right, right))
    reached = np.full((n_base + 1, width), -FAR)
    gap = np.full((n_base + 1, width), -FAR)
    for i in range(n_base):
        reached[i + 1] = (before[i] + gains[i]).reshape(-1, width).max(axis=0)
        np.maximum(best[i] - ALONE_BASE, gap[i] - MORE_ALONE, out=gap[i + 1])
        np.maximum.accumulate(np.maximum(reached[i + 1], gap[i + 1]), out=best[i + 1])
    return best, reached, gap, lambda i, j: (before[i - 1, :, :, j] + gains[i - 1, :, :, j]).reshape(-1)
