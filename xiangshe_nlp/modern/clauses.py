"""One clause of a modern translation: who stands as its subject, which acts it tells, what each name does."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .acts import POSTS, Told, read_acts
from .shapes import (
    compared,
    dated,
    declined,
    ordered,
    owns,
    pleaded,
    related,
    related_doers,
    shape_of,
    undergone,
)
from .words import Words, read_words

PHASE_DONE = re.compile("VO?K[YU]*A")
new = tuple.__new__  # a named tuple from its fields in order, in a third of the time of calling its class
TELLING = frozenset("AVTWw")  # without any of these a clause names nobody and tells nothing


class Parsed(NamedTuple):
    """A clause read: word indices of subjects and of those who act with them, and the acts told."""

    words: Words
    shape: str
    subjects: tuple[int, ...]
    partners: tuple[int, ...]
    together: str
    acts: tuple[Told, ...]
    conditional: bool
    functions: dict[int, str]
    thing: str  # the thing last spoken of, here or before


def find_subjects(words: Words, shape: str, aside: set[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Word indices of the subjects of a clause and of those with whom they act.

    A name before the first verb is a subject unless a preposition rules it or it owns what follows
    (主人席前, 大夫的南邊).

    >>> words = read_words("賓則在西階上方對主人答兩拜")
    >>> [words[k].form for k in find_subjects(words, shape_of(words), set())[0]]
    ['賓']
    """
    subjects: list[int] = []
    partners: list[int] = []
    if "A" not in shape:
        return (), ()
    k = 0
    while k < len(words):
        letter = shape[k]
        if k in aside:
            k += 1
        elif letter == "V":
            if not _ends_phase(shape, k):
                break
            k += 1
        elif words[k].form == "由" and shape[k + 1:k + 2] == "A" and not owns(words, shape, k + 1):
            k += 1  # 由獲者報獲
        elif letter in "TGXq" or shape[k:k + 2] == "NA":
            k = _end_of_phrase(shape, k + 1, words)
        elif letter == "W":
            stop = _end_of_phrase(shape, k + 1, words)
            partners += [j for j in range(k + 1, stop) if shape[j] == "A" and not owns(words, shape, j)]
            k = stop
        elif letter == "A" and subjects and words[k].lemma == "一人":
            k += 1  # 樂工中為首者一人
        elif letter == "A" and not owns(words, shape, k):
            subjects.append(k)
            k += 1
        else:
            k += 1
    return _narrowed(words, shape, subjects), tuple(partners)


def _ends_phase(shape: str, k: int) -> bool:
    """Whether the verb at `k` is done with before a new subject (洗爵畢主人…)."""
    return PHASE_DONE.match(shape, k) is not None


def _end_of_phrase(shape: str, k: int, words: Words) -> int:
    """Index after the noun phrase that a preposition rules."""
    while k < len(shape) and shape[k] in "AOPLHJ1mdzuC":
        if shape[k] == "A" and k and shape[k - 1] in "LP" and not owns(words, shape, k):
            break  # a name after a place begins anew
        k += 1
    return k


def _narrowed(words: Words, shape: str, subjects: list[int]) -> tuple[int, ...]:
    """Of 眾賓中…三人 only the narrower name remains."""
    if len(subjects) < 2:
        return tuple(subjects)
    kept = [
        k for n, k in enumerate(subjects)
        if not (n + 1 < len(subjects) and any(w.form == "中" for w in words[k + 1:subjects[n + 1]]))
    ]
    return tuple(kept)


@lru_cache(maxsize=8192)
def read_clause(norm: str, thing: str = "") -> Parsed:
    """Subjects and acts of a folded clause.

    `thing` is what the clauses before spoke of last: what is put down without being named again.

    >>> parsed = read_clause("主人坐下取爵在手")
    >>> [act.lemma for act in parsed.acts]
    ['坐', '取']
    """
    words = read_words(norm)
    shape = shape_of(words)
    if TELLING.isdisjoint(shape):
        return _bare(words, shape, thing)
    likened = compared(words, shape)
    inner = related(words, shape)
    aside = {*likened, *inner, *related_doers(words, shape, inner), *dated(words, shape), *pleaded(words, shape)}
    subjects, partners = find_subjects(words, shape, aside)
    aside |= declined(words, shape)
    aside |= undergone(words, shape, subjects)
    order, commanded = ordered(words, shape, aside)
    acts = read_acts(words, shape, aside, commanded, thing)
    together = "".join([shape[k] for k in range(order) if shape[k] in "DB" and k not in aside]) if "D" in shape or "B" in shape else ""
    conditional = "I" in shape and any(letter == "I" and k not in likened for k, letter in enumerate(shape))
    functions = _functions(words, shape, subjects, partners, acts, aside, order) if "A" in shape else {}
    last = _last_thing(words, shape, thing)
    return new(Parsed, (words, shape, subjects, partners, together, tuple(acts), conditional, functions, last))


def _last_thing(words: Words, shape: str, thing: str) -> str:
    """The thing that a clause names last, the places where things are put aside; else the one before."""
    if "O" not in shape:
        return thing
    return next((word.form for word in reversed(words) if word.kind == "O" and word.lemma not in POSTS), thing)


def _bare(words: Words, shape: str, thing: str) -> Parsed:
    """A clause that names nobody and tells nothing."""
    together = "".join([letter for letter in shape if letter in "DB"])
    return Parsed(words, shape, (), (), together, (), "I" in shape, {}, _last_thing(words, shape, thing))


def _functions(
    words: Words, shape: str, subjects: tuple[int, ...], partners: tuple[int, ...], acts: list[Told], aside: set[int],
    order: int,
) -> dict[int, str]:
    """What each name does in its clause."""
    out = {}
    receiving = {k for act in acts for k in act.recipients}
    for k, letter in enumerate(shape):
        if letter != "A":
            continue
        if k in subjects:
            out[k] = "agent"
        elif k and (shape[k - 1] in "XN" or words[k - 1].form == "不用"):
            out[k] = "absent"
        elif k in aside or k > order and k not in receiving:
            out[k] = "content"
        elif owns(words, shape, k):
            place = shape[k + 1:k + 3].lstrip("d")[:1] in ("L", "P", "H")
            out[k] = "place" if place else "possessor"
        elif k in receiving:
            out[k] = "recipient"
        else:
            out[k] = "agent" if k in partners else "other"
    return out
