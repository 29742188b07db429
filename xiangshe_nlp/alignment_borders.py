"""Where the stages of the rite begin in a translation.

Base clauses are laid on the sentences of the translation, in order, by what they share. A stage that
no witness carries is represented by the first words that the stage table gives of it, and may be as
long as it likes. The first sentence of each stage is its border, and nothing is aligned across it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .alignment_features import Space
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
    for stage_id, incipit in [(stage.stage_id, stage.incipit) for stage in stages] or [("", "")]:
        if carried.get(stage_id):
            fullest = max(carried[stage_id].values(), key=len)
            out += [Item(clause.norm, stage_id, clause.witness_id) for clause in fullest]
        elif incipit:
            out.append(Item(incipit, stage_id, ""))
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
        held = np.add.reduceat(counts, [a for a, _ in sentences], axis=0) > 0
        self.held = np.ascontiguousarray(held.T, dtype=np.float32)
        asked = space.count([item.norm for item in items]).counts
        self.columns = [np.flatnonzero(row) for row in asked]
        self.weights = space.weights.astype(np.float32)
        self.mass = [max(float(self.weights[columns].sum()), 1e-9) for columns in self.columns]
        self.first_words = [not item.witness_id for item in items]
        self.size = len(sentences)

    def found(self, k: int, low: int, high: int) -> np.ndarray:
        """Weight of item k that is found in each of the sentences low to high.

        First words are sought in a sentence and the next, since the table cuts them at ten graphs.
        """
        columns = self.columns[k]
        here = self.held[columns, low:min(high + 1, self.size)]
        found = self.weights[columns] @ here
        if self.first_words[k]:
            both = here.copy()
            both[:, :-1] = np.maximum(here[:, :-1], here[:, 1:])
            found = (found + self.weights[columns] @ both) / 2
        return np.asarray(found[:high - low])

    def gain(self, k: int, low: int, high: int) -> np.ndarray:
        """Gain of item k in each of the sentences low to high; never negative."""
        return np.asarray(np.maximum(self.found(k, low, high) - HALF * self.mass[k], 0.0))

    def share(self, k: int, sentence: int) -> float:
        """Share of item k that is found in a sentence."""
        return float(self.found(k, sentence, sentence + 1)[0]) / self.mass[k]


def lay(items: Sequence[Item], gains: Gains, head: np.ndarray) -> list[int]:
    """Sentence of each item on the best path: never backwards, a new stage in a new sentence.

    Where base text is missing any number of sentences may be passed over; elsewhere only sentences
    near the best so far are looked at, so that time grows with length and not with its square.
    """
    low, high = 0, gains.size
    number = np.arange(gains.size)
    best = gains.gain(0, 0, gains.size) + head - FREE_SKIP * number
    came: list[tuple[int, np.ndarray]] = [(0, number)]
    settled = 0
    for k in range(1, len(items)):
        free = items[k].witness_id != items[k - 1].witness_id or not items[k].witness_id
        settled = 0 if free else settled + 1
        last_low, last = low, best
        if settled > SETTLED:
            middle = low + int(best.argmax())
            low, high = max(low, middle - NEAR), min(gains.size, middle + NEAR)
        else:
            high = gains.size
        last = _fit(last, last_low, low, high)
        best, back = _move(last, number[low:high], FREE_SKIP if free else SKIP)
        if items[k].stage_id != items[k - 1].stage_id:
            best = best + head[low:high]
        else:
            back = np.where(last >= best, number[low:high], back)
            best = np.maximum(last, best)
        best = best + gains.gain(k, low, high)
        came.append((low, back))
    at = [low + int(best.argmax())]
    for first, back in came[:0:-1]:
        at.append(int(back[at[-1] - first]))
    return at[::-1]


def _fit(values: np.ndarray, start: int, low: int, high: int) -> np.ndarray:
    """Values that begin at `start`, cut or filled to the range low to high."""
    out = np.full(high - low, NEVER)
    cut = values[low - start:high - start]
    out[:len(cut)] = cut
    return out


def _move(last: np.ndarray, number: np.ndarray, skip: float) -> tuple[np.ndarray, np.ndarray]:
    """Best value in each sentence when coming from an earlier one, and from which."""
    rising = last + skip * number
    top = np.maximum.accumulate(rising)
    source = np.maximum.accumulate(np.where(rising >= top, number, 0))
    best = np.full(len(last), NEVER)
    best[1:] = top[:-1] - skip * (number[1:] - 1)
    back = number.copy()
    back[1:] = source[:-1]
    return best, back
