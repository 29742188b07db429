"""Where the stages of the rite begin in a translation.

Base clauses are laid on the sentences of the translation, in order, by what they share. A stage that
no witness carries is represented by the first words that the stage table gives of it, and may be as
long as it likes. The first sentence of each stage is its border, and nothing is aligned across it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .concepts import Space
from .model import Clause, Stage

SENTENCE_MARKS = frozenset("。！？!?")
HALF = 0.45  # share of a clause that must be found before it counts for a sentence
SKIP = 0.5  # for each sentence passed over
FREE_SKIP = 0.01  # the same where base text may be missing
HEAD = 1.5  # for a stage that begins with a line or paragraph
PRESENT = 0.4  # share of the first words that must be found for a stage to be there at all
NEAR = 120  # sentences looked at before and after the best so far
SETTLED = 16  # clauses after a gap before the look is narrowed so
NEVER = -1e9


class Item(NamedTuple):
    """A base clause, or the first words of a stage that no witness carries (no `witness_id`)."""

    norm: str
    stage_id: str
    witness_id: str


def order_items(base: Sequence[Clause], stages: Sequence[Stage]) -> list[Item]:
    """Base clauses in the order of the rite, with first words where a stage has no base text.

    Where several witnesses carry a stage, the one with most clauses in it stands for it.
    """
    carried: dict[str, dict[str, list[Clause]]] = {}
    for clause in base:
        carried.setdefault(clause.stage_id, {}).setdefault(clause.witness_id, []).append(clause)
    out = []
    for stage in stages:
        if carried.get(stage.stage_id):
            fullest = max(carried[stage.stage_id].values(), key=len)
            out += [Item(clause.norm, stage.stage_id, clause.witness_id) for clause in fullest]
        elif stage.incipit:
            out.append(Item(stage.incipit, stage.stage_id, ""))
    return out


def find_sentences(target: Sequence[Clause]) -> list[tuple[int, int]]:
    """Sentences of a translation, as half-open ranges of its clauses; none crosses a segment."""
    out, start = [], 0
    for k, clause in enumerate(target, start=1):
        if k == len(target) or SENTENCE_MARKS & set(clause.mark) or target[k].segment_id != clause.segment_id:
            out.append((start, k))
            start = k
    return out


def place_borders(items: Sequence[Item], target: Sequence[Clause], space: Space) -> list[tuple[str, int]]:
    """Stages in a translation: (stage_id, number of its first clause), in order.

    The first stage found takes what stands before it too.
    """
    sentences = find_sentences(target)
    if not items or not sentences:
        return []
    gains = Gains(items, target, sentences, space)
    heads = [not a or target[a].segment_id != target[a - 1].segment_id for a, _ in sentences]
    at = lay(items, gains, np.where(heads, HEAD, 0.0))
    out: list[tuple[str, int]] = []
    for k, item in enumerate(items):
        new = not k or item.stage_id != items[k - 1].stage_id
        if new and (item.witness_id or gains.share(k, at[k]) >= PRESENT):
            out.append((item.stage_id, sentences[at[k]][0] if out else 0))
    return out


class Gains:
    """What each item gains in each sentence: the weight of the concepts found there, beyond half of its own."""

    def __init__(self, items: Sequence[Item], target: Sequence[Clause], sentences: Sequence[tuple[int, int]],
                 space: Space) -> None:
        counts = space.count([clause.norm for clause in target], modern=True).counts
        held = np.maximum.reduceat(counts, [a for a, _ in sentences], axis=0) > 0
        self.held = np.ascontiguousarray((held * space.weights.astype(np.float32)).T)
        self.columns = [space.columns(item.norm) for item in items]
        weights: list[float] = space.weights.tolist()
        self.mass: list[float] = [max(sum(weights[column] for column in columns), 1e-9) for columns in self.columns]
        self.first_words = [not item.witness_id for item in items]
        self.size = len(sentences)

    def found(self, k: int, low: int, high: int) -> np.ndarray:
        """Weight of item k that is found in each of the sentences low to high.

        First words are sought in a sentence and the next, since the table cuts them at ten graphs.
        """
        if not self.first_words[k]:
            return np.asarray(np.add.reduce(self.held[self.columns[k], low:high], axis=0))
        here = self.held[self.columns[k], low:min(high + 1, self.size)]
        both = here.copy()
        both[:, :-1] = np.maximum(here[:, :-1], here[:, 1:])
        return np.asarray((here + both).sum(axis=0)[:high - low] / 2)

    def gain(self, k: int, low: int, high: int) -> np.ndarray:
        """Gain of item k in each of the sentences low to high; never negative."""
        return np.asarray(np.maximum(self.found(k, low, high) - HALF * self.mass[k], 0.0))

    def share(self, k: int, sentence: int) -> float:
        """Share of item k that is found in a sentence."""
        return float(self.found(k, sentence, sentence + 1)[0]) / self.mass[k]


class Row(NamedTuple):
    """Values of an item in the sentences from `low` on; what passing a sentence cost, and whether it had to move."""

    low: int
    best: np.ndarray
    skip: float
    moving: bool


def lay(items: Sequence[Item], gains: Gains, head: np.ndarray) -> list[int]:
    """Sentence of each item on the best path: never backwards, a new stage in a new sentence.

    Where base text is missing any number of sentences may be passed over; elsewhere only sentences
    near the best so far are looked at, so that time grows with length and not with its square.
    """
    number = np.arange(gains.size)
    low, best = 0, gains.gain(0, 0, gains.size) + head - FREE_SKIP * number
    rows = [Row(low, best, 0.0, False)]
    settled = 0
    for k in range(1, len(items)):
        free = items[k].witness_id != items[k - 1].witness_id or not items[k].witness_id
        moving = items[k].stage_id != items[k - 1].stage_id
        settled = 0 if free else settled + 1
        high = gains.size
        if settled > SETTLED:
            middle = low + int(best.argmax())
            low, best, high = max(low, middle - NEAR), best[max(0, middle - NEAR - low):], min(high, middle + NEAR)
        best = _fit(best, high - low)
        skip = FREE_SKIP if free else SKIP
        best = _move(best, number[:high - low] * skip, skip, moving)
        if moving:
            best += head[low:high]
        best += gains.gain(k, low, high)
        rows.append(Row(low, best, skip, moving))
    return _trace(rows)


def _fit(values: np.ndarray, size: int) -> np.ndarray:
    """Values cut or filled up to a size."""
    if len(values) >= size:
        return values[:size]
    return np.concatenate([values, np.full(size - len(values), NEVER)])


def _move(last: np.ndarray, cost: np.ndarray, skip: float, moving: bool) -> np.ndarray:
    """Best value in each sentence when coming from an earlier one, or staying unless it has to move."""
    top = np.maximum.accumulate(last + cost) - cost
    out = np.full(len(last), NEVER) if moving else last.copy()
    np.maximum(out[1:], top[:-1], out=out[1:])
    return out


def _trace(rows: Sequence[Row]) -> list[int]:
    """Sentences of the best path, found backwards from the values of the rows."""
    at = [rows[-1].low + int(rows[-1].best.argmax())]
    for row, last in zip(rows[:0:-1], rows[-2::-1], strict=True):
        here = at[-1] - last.low
        before = last.best[:max(here, 0)]
        ways = before + row.skip * np.arange(len(before))
        stay = NEVER if row.moving or here >= len(last.best) else float(last.best[here])
        best = int(ways.argmax()) if len(ways) else 0
        at.append(last.low + best if len(ways) and ways[best] - row.skip * (here - 1) > stay else at[-1])
    return at[::-1]
