"""What a clause is about, so that a classical and a modern clause can be compared.

Both are read into concepts, named by the classical word: a modern word gives the words that it may
translate (`data/lexicon/equivalents.csv`), any other graph stands for itself. Actors, numbers,
directions, acts and things thus count alike, and a clause is a count of concepts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from .lexicon import Matcher, load_vocabulary, once

if TYPE_CHECKING:
    import numpy as np

# Persons are seldom mistaken in a translation; particles come and go; function words say nothing.
CLASS_WEIGHTS = {"function": 0.0, "particle": 0.4, "person": 1.2}
PLAIN, RARE = 0.6, 0.8  # weight of the commonest concept, and what the rarest has beyond it

Concepts = tuple[tuple[str, ...], ...]


class Counts(NamedTuple):
    """Clauses as counts of concepts.

    `counts` has one row a clause and one column a concept of the base text; `mass` is the summed
    weight of all concepts of a clause, also of those that the base text never has.
    """

    counts: np.ndarray
    mass: np.ndarray


@once
def _equivalents() -> tuple[Matcher, dict[str, float]]:
    """Matcher from forms to the concepts that they may stand for, and the weight of each concept's class."""
    forms: dict[str, tuple[str, ...]] = {}
    weights: dict[str, float] = {}
    for entry in load_vocabulary("equivalents"):
        others = entry.more["others"].split("|") if entry.more["others"] else []
        forms[entry.form] = (entry.lemma, *others)
        weights[entry.lemma] = min(CLASS_WEIGHTS.get(entry.kind, 1.0), weights.get(entry.lemma, 2.0))
    for word in dict.fromkeys(word for words in list(forms.values()) for word in words):
        forms[word] = tuple(dict.fromkeys((word, *forms.get(word, ()))))
    return Matcher(dict(forms)), weights


@lru_cache(maxsize=None)
def find_concepts(norm: str, *, modern: bool = False) -> Concepts:
    """Concepts of a folded clause, in order; a modern word has every classical word that it may translate.

    A classical word that is a concept of the table stands for itself alone.

    >>> find_concepts("南面坐奠爵於篚下")
    (('南面',), ('坐',), ('奠',), ('爵',), ('篚',), ('下',))
    >>> find_concepts("面朝南坐下", modern=True)
    (('南面', '南'), ('坐',))
    """
    matcher, weights = _equivalents()
    out: list[tuple[str, ...]] = []
    i = 0
    while i < len(norm):
        found = matcher.at(norm, i)
        end, value = found if found else (i + 1, (norm[i],))
        words: tuple[str, ...] = value  # type: ignore[assignment]
        if norm[i].isalnum() and weights.get(words[0], 1.0):
            if modern:
                out.append(words)
            elif norm[i:end] == words[0]:
                out.append(words[:1])
            else:
                out += [(word,) for word in words]
        i = end
    return tuple(out)


class Space:
    """The concepts of the base text of a chapter, with their weights: the rarer, the heavier."""

    def __init__(self, norms: Sequence[str]) -> None:
        import numpy as np

        seen: dict[str, int] = {}
        for norm in norms:
            for word in dict.fromkeys(words[0] for words in find_concepts(norm)):
                seen[word] = seen.get(word, 0) + 1
        self.index = {word: k for k, word in enumerate(seen)}
        kinds = _equivalents()[1]
        rarity = np.log((len(norms) + 1) / (np.array([*seen.values()], dtype=float) + 1))
        rarity = rarity / max(rarity.max(initial=0.0), 1e-9)
        self.weights = (PLAIN + RARE * rarity) * np.array([kinds.get(word, 1.0) for word in seen])

        self._light = self.weights.tolist()
        self._known: dict[tuple[str, bool], tuple[list[int], float]] = {}

    def count(self, norms: Sequence[str], *, modern: bool = False) -> Counts:
        """Counts of the concepts of clauses, by their folded texts."""
        import numpy as np

        found = [self._known.get((norm, modern)) or self._look_up(norm, modern) for norm in norms]
        width = len(self.index)
        cells = [row * width + column for row, (columns, _) in enumerate(found) for column in columns]
        counts = np.zeros(len(norms) * width, dtype=np.int8)
        np.add.at(counts, cells, 1)
        return Counts(counts.reshape(len(norms), width), np.array([mass for _, mass in found], dtype=np.float32))

    def columns(self, norm: str) -> list[int]:
        """Columns of the concepts of a classical clause, each once."""
        return sorted(set((self._known.get((norm, False)) or self._look_up(norm, False))[0]))

    def _look_up(self, norm: str, modern: bool) -> tuple[list[int], float]:
        """Columns of the concepts of a clause, and its mass."""
        columns: list[int] = []
        mass = 0.0
        for words in find_concepts(norm, modern=modern):
            best = -1.0
            for word in words:
                column = self.index.get(word)
                if column is not None:
                    columns.append(column)
                    best = max(best, self._light[column])
            mass += best if best >= 0 else 1.0
        self._known[norm, modern] = columns, mass
        return columns, mass
