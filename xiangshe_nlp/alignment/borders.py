"""Where the stages of the rite begin in a translation.

Base clauses are laid on the sentences of the translation, in order, by what they share. A stage that
no witness carries is represented by the first words that the stage table gives of it, and may be as
long as it likes. The first sentence of each stage is its border, and nothing is aligned across it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..concepts import Space
from ..model import Clause, Stage

SENTENCE_MARKS = frozenset("。！？!?")
HALF = 0.45  # share of a clause that must be found before it counts for a sentence
SKIP = 0.5  # for each sentence passed over
FREE_SKIP = 0.01  # the same where base text may be missing
HEAD = 1.5  # for a stage that begins with a line or paragraph
PRESENT = 0.4  # share of the first words that must be found for a stage to be there at all
NEAR = 120  # sentences looked at before and after the best so far
SETTLED = 16  # clauses after a gap before the look is narrowed so, and between one look and the next
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
        if k == len(target) or not SENTENCE_MARKS.isdisjoint(clause.mark) or target[k].segment_id != clause.segment_id:
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
        found = [columns for columns, _ in space.places([clause.norm for clause in target], modern=True)]
        numbers = [sum(map(len, found[a:b])) for a, b in sentences]
        rows = np.array(list(chain.from_iterable(found)), dtype=np.intp)
        none = len(space.weights)  # a last row, of a concept that stands nowhere, fills short items up
        self.held = np.zeros((none + 1, len(sentences)), dtype=np.float32)
        self.held[rows, np.repeat(np.arange(len(sentences)), numbers)] = space.weights[rows]
        wanted = [space.columns(item.norm) for item in items]
        columns = [own for own, _ in wanted]
        self.mass = [max(mass, 1e-9) for _, mass in wanted]
        self.half = np.array(self.mass, dtype=np.float32)[:, None] * np.float32(HALF)
        most = max(map(len, columns), default=0)
        self.columns = np.array([own + [none] * (most - len(own)) for own in columns], dtype=np.intp)
        self.longest = [len(own) for own in columns]
        self.first_words = [k for k, item in enumerate(items) if not item.witness_id]
        self.size = len(sentences)

    def found(self, first: int, last: int, low: int, high: int) -> np.ndarray:
        """Weight of the items first to last that is found in each of the sentences low to high, one row an item.

        First words are sought in a sentence and the next, since the table cuts them at ten graphs.
        """
        most = max(self.longest[first:last])
        out = np.asarray(self.held[self.columns[first:last, :most], low:high].sum(axis=1))
        for k in self.first_words[bisect_left(self.first_words, first):bisect_left(self.first_words, last)]:
            here = self.held[self.columns[k], low:min(high + 1, self.size)]
            both = here.copy()
            both[:, :-1] = np.maximum(here[:, :-1], here[:, 1:])
            out[k - first] = (here + both).sum(axis=0)[:high - low] / 2
        return out

    def gain(self, first: int, last: int, low: int, high: int) -> np.ndarray:
        """Gain of the items first to last in each of the sentences low to high; never negative."""
        return np.asarray(np.maximum(self.found(first, last, low, high) - self.half[first:last], 0.0), dtype=float)

    def share(self, k: int, sentence: int) -> float:
        """Share of item k that is found in a sentence."""
        return float(self.found(k, k + 1, sentence, sentence + 1)[0, 0]) / self.mass[k]


class Step(NamedTuple):
    """How the values of an item came about, in the sentences from `low` on.

    Values are counted without what passing sentences has cost, so that they compare: `stay` of the
    item before in the same sentence, `best` in that or any earlier one. `moving` tells that it had to move.
    """

    low: int
    stay: np.ndarray
    best: np.ndarray
    moving: bool


def lay(items: Sequence[Item], gains: Gains, head: np.ndarray) -> list[int]:
    """Sentence of each item on the best path: never backwards, a new stage in a new sentence.

    Where base text is missing any number of sentences may be passed over; elsewhere only sentences
    near the best so far are looked at, so that time grows with length and not with its square. Items
    are taken by the dozen, and the look is narrowed anew for each dozen.
    """
    low, high = 0, gains.size
    values = gains.gain(0, 1, 0, high)[0] + head - FREE_SKIP * np.arange(high)
    free = [not k or item.witness_id != items[k - 1].witness_id or not item.witness_id for k, item in enumerate(items)]
    moving = [not k or item.stage_id != items[k - 1].stage_id for k, item in enumerate(items)]
    steps: list[Step] = []
    first, settled = 1, False
    while first < len(items):
        last = first + 1
        while not free[first] and last < min(first + SETTLED, len(items)) and not free[last]:
            last += 1
        if settled and not free[first]:
            middle = low + int(values.argmax())
            low, high, values = max(low, middle - NEAR), min(gains.size, middle + NEAR), values[max(0, middle - NEAR - low):]
        else:
            high = gains.size
        skip = FREE_SKIP if free[first] else SKIP
        run = gains.gain(first, last, low, high)
        steps += _walk(_fit(values, high - low), run, head[low:high], skip, low, moving[first:last])
        values = run[-1]
        first, settled = last, not free[first]
    return _trace(steps, low + int(values.argmax()))


def _fit(values: np.ndarray, size: int) -> np.ndarray:
    """Values cut or filled up to a size."""
    if len(values) >= size:
        return values[:size]
    return np.concatenate([values, np.full(size - len(values), NEVER)])


def _walk(values: np.ndarray, run: np.ndarray, head: np.ndarray, skip: float, low: int, moving: Sequence[bool]) -> list[Step]:
    """Steps of a run of items; their gains, one row an item, become their values.

    In each sentence an item comes from an earlier one, or stays unless it has to move.
    """
    cost = skip * np.arange(len(values))
    stay, best = values + cost, np.empty_like(run)
    steps = []
    for here, top, moves in zip(run, best, moving, strict=True):
        np.maximum.accumulate(stay, out=top)
        top += skip
        if moves:
            here[0] += NEVER
            here[1:] += top[:-1] + head[1:]
        else:
            here[0] += stay[0]
            here[1:] += np.maximum(stay[1:], top[:-1])
        steps.append(Step(low, stay, top, moves))
        stay = here
    run[-1] -= cost
    return steps


def _trace(steps: Sequence[Step], last: int) -> list[int]:
    """Sentences of the best path that ends in `last`."""
    at = [last]
    for low, stay, best, moving in reversed(steps):
        here = at[-1] - low
        moved = here > 0 and (moving or best[here - 1] > stay[here])
        at.append(low + int(stay[:here].argmax()) if moved else at[-1])
    return at[::-1]
