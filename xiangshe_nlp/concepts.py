"""What a clause is about, so that a classical and a modern clause can be compared.

Both are read into concepts, named by the classical word: a modern word gives the words that it may
translate (`data/lexicon/equivalents.csv`), any other graph stands for itself. Actors, numbers,
directions, acts and things thus count alike, and a clause is a count of concepts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from .lexicon import Matcher, load_vocabulary, once

# Persons are seldom mistaken in a translation; particles come and go; function words say nothing.
CLASS_WEIGHTS = {"function": 0.0, "particle": 0.4, "person": 1.2}
PLAIN, RARE = 0.6, 0.8  # weight of the commonest concept, and what the rarest has beyond it

Concepts = tuple[tuple[str, ...], ...]
Place = tuple[list[int], float]  # columns of concepts, and the mass of all


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


@once
def _meanings() -> tuple[dict[str, list[int]], tuple[dict[str, Concepts], dict[str, Concepts]]]:
    """Lengths of longer forms by their first two graphs; concepts of each form in a classical and a modern text."""
    matcher, weights = _equivalents()
    lengths: dict[str, list[int]] = {}
    classical: dict[str, Concepts] = {}
    modern: dict[str, Concepts] = {}
    for form, value in sorted(matcher.values.items(), key=lambda item: -len(item[0])):
        words: tuple[str, ...] = value  # type: ignore[assignment]
        says = form[0].isalnum() and weights.get(words[0], 1.0) > 0
        modern[form] = (words,) if says else ()
        classical[form] = (tuple((word,) for word in (words[:1] if form == words[0] else words))) if says else ()
        if len(form) > 1 and len(form) not in lengths.setdefault(form[:2], []):
            lengths[form[:2]].append(len(form))
    return lengths, (classical, modern)


def split_forms(norm: str) -> list[str]:
    """A folded clause cut into forms of the table, the longest first, and single graphs.

    >>> split_forms("面朝南坐下")
    ['面朝南', '坐下']
    """
    lengths, (known, _) = _meanings()
    out = []
    i, end = 0, len(norm)
    while i < end:
        for length in lengths.get(norm[i:i + 2], ()):
            form = norm[i:i + length]
            if form in known:
                break
        else:
            form = norm[i]
        out.append(form)
        i += len(form)
    return out


def form_concepts(form: str, *, modern: bool = False) -> Concepts:
    """Concepts of a form that `split_forms` gives."""
    found = _meanings()[1][modern].get(form)
    if found is None:
        return ((form,),) if form.isalnum() else ()
    return found


@lru_cache(maxsize=None)
def find_concepts(norm: str, *, modern: bool = False) -> Concepts:
    """Concepts of a folded clause, in order; a modern word has every classical word that it may translate.

    A classical word that is a concept of the table stands for itself alone.

    >>> find_concepts("南面坐奠爵於篚下")
    (('南面',), ('坐',), ('奠',), ('爵',), ('篚',), ('下',))
    >>> find_concepts("面朝南坐下", modern=True)
    (('南面', '南'), ('坐',))
    """
    return tuple(words for form in split_forms(norm) for words in form_concepts(form, modern=modern))


class Space:
    """The concepts of the base text of a chapter, with their weights: the rarer, the heavier."""

    def __init__(self, norms: Sequence[str]) -> None:
        import numpy as np

        seen: dict[str, int] = {}
        for norm, times in Counter(norms).items():
            for word in dict.fromkeys(words[0] for form in split_forms(norm) for words in form_concepts(form)):
                seen[word] = seen.get(word, 0) + times
        self.index = {word: k for k, word in enumerate(seen)}
        kinds = _equivalents()[1]
        rarity = np.log((len(norms) + 1) / (np.array([*seen.values()], dtype=float) + 1))
        rarity = rarity / max(rarity.max(initial=0.0), 1e-9)
        self.weights = (PLAIN + RARE * rarity) * np.array([kinds.get(word, 1.0) for word in seen])
        self.light: list[float] = self.weights.tolist()
        self._columns: dict[str, Place] = {}
        self._places = _Places(self, modern=False), _Places(self, modern=True)

    def places(self, norms: Iterable[str], *, modern: bool = False) -> list[Place]:
        """Columns of the concepts of each clause, and its mass; looked up once."""
        return [*map(self._places[modern].__getitem__, norms)]

    def columns(self, norm: str) -> Place:
        """Columns of the concepts of a classical clause, each once, and the weight of these."""
        known = self._columns.get(norm)
        if known is None:
            columns = sorted(set(self._places[False][norm][0]))
            known = self._columns[norm] = columns, sum([self.light[column] for column in columns])
        return known


class _Places(dict[str, Place]):
    """Places of clauses by their folded text, each looked up when it is first asked for."""

    def __init__(self, space: Space, *, modern: bool) -> None:
        self.forms = _Forms(space, modern=modern)

    def __missing__(self, norm: str) -> Place:
        columns: list[int] = []
        mass = 0.0
        for some, more in map(self.forms.__getitem__, split_forms(norm)):
            columns += some
            mass += more
        self[norm] = columns, mass
        return columns, mass


class _Forms(dict[str, Place]):
    """The same of single forms."""

    def __init__(self, space: Space, *, modern: bool) -> None:
        self.index, self.light, self.modern = space.index, space.light, modern

    def __missing__(self, form: str) -> Place:
        index, light = self.index, self.light
        columns: list[int] = []
        mass = 0.0
        for words in form_concepts(form, modern=self.modern):
            found = [index[word] for word in words if word in index]
            columns += found
            mass += max([light[column] for column in found]) if found else 1.0
        self[form] = columns, mass
        return columns, mass
