"""What groups of clauses share: of base and translation, up to three and four in a row.

All passages of a sheet are counted at once, and multiplied each by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np

from ..concepts import Place

MOST_BASE, MOST_TARGET = 3, 4
PRODUCT = 250_000  # multiplications in one product of matrices


class Passage(NamedTuple):
    """Clauses of base and target that stand in one order, each as its place in the space of concepts.

    `joins` has, for each clause of base and of target, what it costs beyond the usual to have it in
    one group with the one before it. `broken` tells whether base text is lost before and after.
    """

    base: Sequence[Place]
    target: Sequence[Place]
    joins: tuple[Sequence[float], Sequence[float]]
    broken: tuple[bool, bool] = (False, False)

    @property
    def size(self) -> tuple[int, int]:
        """Numbers of clauses."""
        return len(self.base), len(self.target)


def match_groups(passages: Sequence[Passage], weights: np.ndarray) -> Iterator[np.ndarray]:
    """Weight of the concepts that groups share, for each passage, by size and last clause of base and of target.

    A concept that stands twice on both sides counts twice: counts above zero and above one are
    columns of their own, so that one matrix product gives the sum of the lesser counts.
    """
    width = len(weights)
    base = _cells([passage.base for passage in passages], width)
    target = _cells([passage.target for passage in passages], width)
    here, there = np.zeros((2, len(passages) * width), dtype=bool)
    here[base[0]] = True
    there[target[0]] = True
    used = np.flatnonzero(here & there)
    place = np.full(len(here), -1)
    place[used] = np.arange(len(used))
    rows, columns = (max(sizes) for sizes in zip(*(passage.size for passage in passages), strict=True))
    one = running_sums(_tabulate(*base, place, (len(used), rows)), MOST_BASE)
    two = running_sums(_tabulate(*target, place, (len(used), columns)), MOST_TARGET)
    twice = np.flatnonzero((one[:, -1].max(axis=1, initial=0) >= 2) & (two[:, -1].max(axis=1, initial=0) >= 2))
    order = np.argsort(np.concatenate([used, used[twice]]) // width, kind="stable")
    chosen = np.concatenate([np.arange(len(used)), twice])[order]
    level = np.where(order < len(used), 1, 2).astype(one.dtype)[:, None, None]
    left = (one[chosen] >= level) * weights[used[chosen] % width].astype(np.float32)[:, None, None]
    right = (two[chosen] >= level).astype(np.float32)
    edges = np.searchsorted(used[chosen] // width, np.arange(len(passages) + 1)).tolist()
    for passage, (a, b) in zip(passages, pairwise(edges), strict=True):
        yield _product(left[a:b], right[a:b, :, :passage.size[1]])


def _product(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Sums over the first axis of both, as products so small that each is done by one processor.

    For products of this size several processors cost more than they give, and most where they are busy.
    """
    concepts, sizes, rows = left.shape
    some = max(1, PRODUCT // max(1, concepts * right.shape[2]))
    out = np.empty((sizes, rows, *right.shape[1:]), dtype=np.float32)
    by_size = right.transpose(1, 0, 2)
    for k in range(0, rows, some):
        block = left[:, :, k:k + some].transpose(1, 2, 0)[:, None]
        out[:, k:k + some] = (block @ by_size).transpose(0, 2, 1, 3)
    return out


def _cells(sides: Sequence[Sequence[Place]], width: int) -> tuple[np.ndarray, np.ndarray]:
    """Concepts in clauses of several passages: passage and concept as one number, and the clause."""
    columns = [columns for side in sides for columns, _ in side]
    clauses = [k for side in sides for k in range(len(side))]
    first = [k * width for k, side in enumerate(sides) for _ in side]
    numbers = [len(some) for some in columns]
    flat = np.array(list(chain.from_iterable(columns)), dtype=np.intp)
    return flat + np.repeat(first, numbers), np.repeat(clauses, numbers)


def _tabulate(concepts: np.ndarray, clauses: np.ndarray, place: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Counts of the concepts in use, one row a concept and one column a clause; `place` has their rows, or -1."""
    rows = place[concepts]
    cells = (rows * shape[1] + clauses)[rows >= 0]
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int16)


def running_sums(values: np.ndarray, most: int) -> np.ndarray:
    """Sums of the last 1 to `most` values along the last axis, each number of them in a row before it."""
    out = np.repeat(values[..., None, :], most, axis=-2)
    for n in range(1, most):
        out[..., n:, n:] += values[..., None, :values.shape[-1] - n]
    return out
