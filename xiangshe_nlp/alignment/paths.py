"""The best path through one stage: which clauses of the base go with which of a translation.

Dynamic programming over groups of at most three base clauses and four clauses of the translation,
in order. What has no partner stays alone: a clause that the translation drops, or words of its own.
Where base text is lost, the translation goes on without it: what it says beyond the break costs
nothing alone, so that the text at the break is aligned without a gap, and a jump into the lacuna costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise, product
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided

from ..model import Span
from .groups import MOST_BASE, MOST_TARGET, Passage, match_groups, running_sums

# Costs, in units of one concept of middling weight that both sides share.
JOIN_BASE, JOIN_TARGET = 0.5, 0.25  # each further clause of a group
BARE_BASE, BARE_TARGET = 1.0, 0.2  # a clause in a group of which nothing is found on the other side
ALONE_BASE, MORE_ALONE = 1.0, 0.4  # the first of the base clauses that have no partner, and each next
ALONE_TARGET = 0.7  # a clause of the translation that has no partner
ENOUGH = 0.6  # share of a base clause that must be found for it not to be bare at all
LINKED = 0.4  # share of a base clause that must be found for a link within a group
FAR = 1e6
# How many passages are worked at once: none shorter than that part of the longest, nor more cells than these.
ALIKE, CELLS = 0.7, 12000


class Group(NamedTuple):
    """Clauses that go together: half-open ranges of base and target, likeness 0 to 1, and single links."""

    base: Span
    target: Span
    score: float
    links: list[tuple[int, int]]


class Sheet(NamedTuple):
    """Passages side by side, so that a row, a base clause of each, is worked at once.

    The first axis of all arrays is that of base clauses, as many as the longest passage has; the
    last holds the target clauses of all passages, each after a column for none of them. `spans`
    are the columns of the passages. Groups are by size of base (axis 1) and of target (axis 2),
    and by their last clauses.
    """

    spans: list[tuple[int, int]]
    shared: np.ndarray
    mass: np.ndarray
    base_joins: np.ndarray
    target_joins: np.ndarray


def pair_clauses(passages: Sequence[Passage], weights: np.ndarray) -> list[list[Group]]:
    """Best groups of base and target clauses for each passage; every clause is in exactly one.

    Parameters
    ----------
    passages : sequence of Passage
        Passages with clauses on both sides.
    weights : array, shape (concepts,)
        Weight of each concept.
    """
    out: list[list[Group]] = [[] for _ in passages]
    for batch in _batches(passages):
        some = [passages[k] for k in batch]
        sheet = lay_out(some, weights)
        paths = best_paths(value_groups(sheet), [passage.size[0] for passage in some], sheet.spans,
                           [passage.broken for passage in some])
        for k, passage, path, (a, b) in zip(batch, some, paths, sheet.spans, strict=True):
            out[k] = list(_groups(path, sheet.shared[..., a + 1:b], [mass for _, mass in passage.base]))
    return out


def _batches(passages: Sequence[Passage]) -> Iterator[list[int]]:
    """Numbers of passages that go on one sheet: about as long, and not too many for the processor's memory."""
    batch: list[int] = []
    width = 0
    for k in sorted(range(len(passages)), key=lambda k: -passages[k].size[0]):
        rows = passages[batch[0]].size[0] if batch else 0
        if batch and (passages[k].size[0] < ALIKE * rows or rows * (width + passages[k].size[1]) > CELLS):
            yield batch
            batch, width = [], 0
        batch.append(k)
        width += passages[k].size[1]
    if batch:
        yield batch


def _groups(path: Iterable[tuple[Span, Span]], shared: np.ndarray, mass: list[float]) -> Iterator[Group]:
    single = shared[:, 0, 0]
    for (i, k), (j, m) in path:
        score = 0.0
        if i < k and j < m:
            found = float(shared[k - 1, k - i - 1, m - j - 1, m - 1])
            score = found / max(sum(mass[i:k]), found, 1e-9)
        yield Group((i, k), (j, m), score, _link(single, mass, (i, k), (j, m)))


def lay_out(passages: Sequence[Passage], weights: np.ndarray) -> Sheet:
    """A sheet with the passages, and what their groups share."""
    rows = max(passage.size[0] for passage in passages)
    edges = [0, *accumulate(passage.size[1] + 1 for passage in passages)]
    sheet = Sheet(
        list(pairwise(edges)),
        np.zeros((rows, MOST_BASE, MOST_TARGET, edges[-1]), dtype=np.float32),
        np.zeros((rows, edges[-1]), dtype=np.float32),
        np.zeros((rows, MOST_BASE, edges[-1]), dtype=np.float32),
        np.zeros((MOST_TARGET, edges[-1])),
    )
    for passage, (a, b), shared in zip(passages, sheet.spans, match_groups(passages, weights), strict=True):
        n = passage.size[0]
        sheet.shared[:n, ..., a + 1:b] = shared[:, :n].transpose(1, 0, 2, 3)
        sheet.mass[:n, a:b] = np.array([mass for _, mass in passage.base])[:, None]
        sheet.base_joins[:n, 1:, a:b] = running_sums(_first_far(passage.joins[0], JOIN_BASE), MOST_BASE - 1).T[..., None]
        sheet.target_joins[1:, a + 1:b] = running_sums(_first_far(passage.joins[1], JOIN_TARGET), MOST_TARGET - 1)
        sheet.target_joins[:, a] = FAR
    return sheet


def value_groups(sheet: Sheet) -> np.ndarray:
    """Worth of every group: what it shares, less what joining and bare clauses cost.

    Every clause of the target is counted as alone beforehand and given back here to the groups that hold it.
    """
    worth = bare_base(sheet.shared, sheet.mass)
    np.subtract(sheet.shared, worth, out=worth)
    bare = BARE_TARGET * (sheet.shared[:, :, 0] <= 0).astype(np.float32)
    cost = bare + sheet.base_joins
    for m in range(MOST_TARGET):
        worth[:, :, m] -= cost
        cost[..., m + 1:] += bare[..., :-m - 1]
    return np.asarray(worth + (ALONE_TARGET * np.arange(1, MOST_TARGET + 1)[:, None] - sheet.target_joins))


def bare_base(shared: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """How bare the base clauses of each group are, summed: 1 for one of which nothing is found.

    In a group of several, what counts is what a clause adds to the others: the second of two bows
    is not found where the translation bows once.
    """
    enough = (np.float32(ENOUGH) * np.maximum(mass, np.float32(1e-9)))[:, None]
    one, two, three = shared[:, 0], shared[:, 1], shared[:, 2]
    out = np.zeros_like(shared)
    _add_bare(out[:, 0], one, enough)
    _add_bare(out[1:, 1], two[1:] - one[1:], enough[:-1])
    _add_bare(out[1:, 1], two[1:] - one[:-1], enough[1:])
    _add_bare(out[2:, 2], three[2:] - two[2:], enough[:-2])
    out[2:, 2] += out[1:-1, 0]
    _add_bare(out[2:, 2], three[2:] - two[1:-1], enough[2:])
    return out


def _add_bare(out: np.ndarray, found: np.ndarray, enough: np.ndarray) -> None:
    bare = found / enough
    np.subtract(1, bare, out=bare)
    np.maximum(bare, 0, out=bare)
    out += bare


def _first_far(joins: Sequence[float], usual: float) -> np.ndarray:
    """Costs of joining a clause to the one before it; the first has none before it."""
    costs = np.array(joins, dtype=np.float32) + np.float32(usual)
    costs[0] = FAR
    return costs


def _link(shared: np.ndarray, mass: list[float], base: Span, target: Span) -> list[tuple[int, int]]:
    """Links between single clauses of a group: what is clearly shared, and the best of every clause.

    Where one side is a single clause all are linked to it.
    """
    rows, columns = range(*base), range(*target)
    if len(rows) < 2 or len(columns) < 2:
        return list(product(rows, columns))
    links = {(i, j) for i in rows for j in columns if shared[i, j] >= LINKED * mass[i]}
    steep = (len(columns) - 1) / (len(rows) - 1)

    def fit(i: int, j: int) -> float:
        return float(shared[i, j]) - 0.1 * abs((j - target[0]) - steep * (i - base[0]))

    links |= {(i, max(columns, key=lambda j: fit(i, j))) for i in rows if i not in {a for a, _ in links}}
    links |= {(max(rows, key=lambda i: fit(i, j)), j) for j in columns if j not in {b for _, b in links}}
    return sorted(links)


def best_paths(worth: np.ndarray, lengths: Sequence[int], spans: Sequence[Span],
               broken: Sequence[tuple[bool, bool]]) -> list[list[tuple[Span, Span]]]:
    """Groups on the best path of each passage of a sheet, in order, those of one side alone among them.

    A row is filled at once: `before` looks back, without copying, at the cells from which each size
    of group arrives. Clauses of the target alone are a running maximum along the row.
    """
    rows, _, _, width = worth.shape
    padded = np.full((rows + MOST_BASE, width + MOST_TARGET), -FAR)
    best = padded[MOST_BASE - 1:, MOST_TARGET:]
    best[0] = _free_starts(spans, broken, width)
    down, right = padded.strides
    before = as_strided(padded[MOST_BASE - 1:, MOST_TARGET - 1:], worth.shape, (down, -down, -right, right))
    reached, gap = np.full((2, rows + 1, width), -FAR)
    ways, alone = worth.reshape(rows, -1, width), np.empty(width)
    live = list(spans)
    lines = zip(worth, before, ways, best[:-1], best[1:], reached[1:], gap[:-1], gap[1:], strict=True)
    for i, (gains, sources, way, last, here, by_group, gap_before, by_gap) in enumerate(lines):
        gains += sources
        np.maximum.reduce(way, axis=0, out=by_group)
        np.subtract(last, ALONE_BASE, out=alone)
        np.subtract(gap_before, MORE_ALONE, out=by_gap)
        np.maximum(by_gap, alone, out=by_gap)
        np.maximum(by_group, by_gap, out=alone)
        while lengths[len(live) - 1] <= i:
            live.pop()
        for a, b in live:
            np.maximum.accumulate(alone[a:b], out=here[a:b])
    return [_trace(worth[..., a:b], best[:, a:b], reached[:, a:b], gap[:, a:b], n, after)
            for n, (a, b), (_, after) in zip(lengths, spans, broken, strict=True)]


def _free_starts(spans: Sequence[Span], broken: Sequence[tuple[bool, bool]], width: int) -> np.ndarray:
    """Worth of having no base clause yet: where base text is lost before, clauses of the target cost nothing."""
    out = np.zeros(width)
    for (a, b), (before, _) in zip(spans, broken, strict=True):
        if before:
            out[a:b] = ALONE_TARGET * np.arange(b - a)
    return out


def _trace(ways: np.ndarray, best: np.ndarray, reached: np.ndarray, gap: np.ndarray, i: int, after: bool
           ) -> list[tuple[Span, Span]]:
    """Groups on the best path to the last clauses of a passage; `after` tells that the base breaks off."""
    last = best.shape[1] - 1
    j, alone = last, False
    if after:
        j = int((best[i] - ALONE_TARGET * np.arange(last + 1)).argmax())
    out = [((i, i), (k, k + 1)) for k in range(last - 1, j - 1, -1)]
    while i or j:
        if not i or (not alone and best[i, j] > max(reached[i, j], gap[i, j])):
            n, m = 0, 1
        elif alone or gap[i, j] > reached[i, j]:
            n, m = 1, 0
            alone = bool(gap[i, j] > best[i - 1, j] - ALONE_BASE)
        else:
            choice = int(ways[i - 1, :, :, j].argmax())
            n, m = choice // MOST_TARGET + 1, choice % MOST_TARGET + 1
        out.append(((i - n, i), (j - m, j)))
        i, j = i - n, j - m
    return out[::-1]
