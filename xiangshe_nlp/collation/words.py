"""Words of witnesses graph by graph, and the places where two strings of them differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import compress
from typing import NamedTuple

from ..lemmata import bare
from ..model import Clause, Segment, Variant, own_offsets

NOTHING = "∅"


class Words(NamedTuple):
    """Letters without punctuation: folded, as written, their file offsets, and whose they are."""

    norm: str
    text: str
    offsets: list[int]
    owner: list[str]


class Place(NamedTuple):
    """Where words stand that are compared: in a witness, a segment, by a speaker, and how they got there."""

    witness: str
    segment: str
    speaker: str
    way: str


def read_words(rows: Sequence[Clause | Segment]) -> Words:
    """Letters of clauses or segments, in order."""
    norm, text, offsets, owner = [], [], [], []
    for row in rows:
        own = own_offsets(row.start, row.end, row.skip)
        kept = own if row.norm.isalnum() else [*compress(own, map(str.isalnum, row.norm))]
        norm.append(bare(row.norm))
        text.append(row.text if len(kept) == len(row.text) else "".join([row.text[at - row.start] for at in kept]))
        offsets += kept
        owner += [row.clause_id if isinstance(row, Clause) else row.segment_id] * len(kept)
    return Words("".join(norm), "".join(text), offsets, owner)


def cut(words: Words, start: int, end: int) -> Words:
    """A part of words."""
    return Words(words.norm[start:end], words.text[start:end], words.offsets[start:end], words.owner[start:end])


def compare(one: Words, two: Words) -> Iterator[tuple[str, int, int, int, int]]:
    """Kind and spans in both of each place where two strings of words differ.

    >>> def words(text, norm): return Words(norm, text, list(range(len(text))), [""] * len(text))
    >>> list(compare(words("皆不拜受禮又殺也", "皆不拜受禮又殺也"), words("皆不拜受禮殺也", "皆不拜受禮殺也")))
    [('omitted', 5, 6, 5, 5)]
    >>> list(compare(words("去扑", "去扑"), words("去撲", "去扑")))
    [('orthographic', 1, 2, 1, 2)]
    """
    if one.text == two.text:
        return
    for tag, a, b, c, d in SequenceMatcher(None, one.norm, two.norm, autojunk=False).get_opcodes():
        if tag == "equal":
            for k in range(b - a):
                if one.text[a + k] != two.text[c + k]:
                    yield "orthographic", a + k, a + k + 1, c + k, c + k + 1
        else:
            yield "substantive" if tag == "replace" else "omitted", a, b, c, d


def list_rows(one: Words, one_witness: str, two: Words, place: Place, *, scripts: bool = True,
              after: int | None = None) -> Iterator[Variant]:
    """Rows of `variants` for the places where words and the same words elsewhere differ.

    What is left out is set at the letter before which it stood: `after` is the next beyond the words.
    """
    for kind, a, b, c, d in compare(one, two):
        if kind == "orthographic" and not scripts:
            continue  # the two are written in different scripts
        start = two.offsets[c] if c < len(two.offsets) else two.offsets[-1] if after is None else after
        end = two.offsets[d - 1] + 1 if d > c else start + 1
        yield Variant(
            "", kind, one_witness, one.owner[min(a, len(one.owner) - 1)], one.text[a:b] or NOTHING, place.witness,
            two.text[c:d] or NOTHING, place.segment, start, end, place.speaker, place.way,
        )
