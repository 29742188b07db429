"""What the reading of a wording finds, wherever the wording stands: the same words have the same tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .model import Clause, own_offsets


class Sense(NamedTuple):
    """What a vocabulary says of a form."""

    lemma: str
    upos: str
    kind: str


SPACE = Sense("", "", "")


class Found(NamedTuple):
    """Tokens of a wording in columns: where each begins, how it is written, what it is."""

    starts: Sequence[int]
    texts: Sequence[str]
    senses: Sequence[Sense]


@lru_cache(maxsize=None)
def letter(char: str) -> Sense:
    """What a letter is that no vocabulary knows."""
    if char.isalnum():
        return Sense(char, "NUM" if char.isdigit() else "X", "")
    return Sense(char, "PUNCT", "")


def own_text(clause: Clause) -> str:
    """Text of a clause without what interrupts it."""
    return "".join([clause.text[at - clause.start] for at in own_offsets(clause.start, clause.end, clause.skip)])


def interrupted(clause: Clause, found: Found) -> Found:
    """The tokens where they stand in the file; a word that a note interrupts is one token a letter."""
    own = [at - clause.start for at in own_offsets(clause.start, clause.end, clause.skip)]
    starts, texts, senses = [], [], []
    for lo, text, sense in zip(*found, strict=True):
        hi = lo + len(text)
        if own[hi - 1] - own[lo] == hi - 1 - lo:
            starts.append(own[lo])
            texts.append(text)
            senses.append(sense)
        else:
            starts += own[lo:hi]
            texts += text
            senses += map(letter, clause.norm[lo:hi])
    return Found(starts, texts, senses)


def without_space(found: Found) -> Found:
    """The tokens but for white space."""
    kept = [token for token in zip(*found, strict=True) if token[2] is not SPACE]
    return Found(*zip(*kept, strict=True)) if kept else Found((), (), ())
