"""Graphs lost in digitisation, found by what the text must have said.

A graph that a machine could not write (弦, 楣, 餈) is gone wherever it stood: it occurs nowhere in the
witness. Where a set phrase of the ritual books then stands there without it (無爵 for 無算爵), where
a verb lacks what it cannot do without (當北面), where the edge of a lemma is one graph short, or a
title is no title (采), the graph was there. Translations made from whole copies bear witness. Nothing
here knows a place: set phrases and their sources are rows of `set_phrases.csv`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from .headwords import words
from .lemmata import bare, file_span, read_lemmata
from .lexicon import Entry, load_vocabulary, once
from .model import Alignment, Clause, Segment, Variant, own_offsets

CLASSICAL = ("base", "record", "commentary", "subcommentary")
LONG = 6  # graphs that must remain of a phrase if the witness has the lost graph elsewhere
COMMON = 8  # times that a graph should occur in a text of this length, for its absence to tell
UNKNOWN = "□"
_TITLE = re.compile("《(\\w{1,3})》")


class Loss(NamedTuple):
    """A loss: index among the letters of the witness before which the graph stood, graph, evidence."""

    at: int
    graph: str
    source: str
    note: str


class _Letters:
    """The letters of a witness without punctuation, segments apart by line ends, with file offsets."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        self.starts: list[int] = []
        self.offsets: list[int] = []
        parts = []
        for segment in segments:
            self.starts.append(len(self.offsets))
            own = own_offsets(segment.start, segment.end, segment.skip)
            parts.append(bare(segment.norm))
            self.offsets += compress(own, map(str.isalnum, segment.norm))
            self.offsets.append(segment.end)
        self.text = "\n".join(parts) + "\n"
        self.count = Counter(self.text)

    def segment(self, at: int) -> Segment:
        """The segment in which a letter stands."""
        return self.segments[bisect_right(self.starts, at) - 1]

    def index(self, offset: int) -> int:
        """Index of the first letter at or after a file offset."""
        return bisect_left(self.offsets, offset)


@lru_cache(maxsize=None)
def _entries(kind: str) -> tuple[Entry, ...]:
    return tuple(entry for entry in load_vocabulary("set_phrases") if entry.kind == kind)


@once
def _defective() -> tuple[tuple[str, int, Entry], ...]:
    """Set phrases without the graphs that get lost, the longest first, and where these stood."""
    found = []
    for entry in (*_entries("formula"), *_entries("gloss"), *_entries("verse")):
        at = entry.form.index(entry.lemma)
        found.append((entry.form[:at] + entry.form[at + len(entry.lemma):], at, entry))
    return tuple(sorted(found, key=lambda item: (-len(item[0]), item[0])))


def find_lost_graphs(
    segments: Sequence[Segment], clauses: Sequence[Clause], alignments: Sequence[Alignment] = ()
) -> list[Variant]:
    """Places where a graph was lost in digitisation.

    Parameters
    ----------
    segments, clauses : sequence of Segment, sequence of Clause
        Rows of `segments` and `clauses`.
    alignments : sequence of Alignment, optional
        Rows of `alignments`: what the translations say of a clause.

    Returns
    -------
    list of Variant
        Rows of `variants` of kind lost-glyph: ∅ in this witness, the graph (or □) in a whole copy;
        `start` is the offset of the letter before which it stood.

    Notes
    -----
    Source: the phrases and where they stand are in `set_phrases.csv` (儀禮 鄉飲酒禮, 鄉射禮, 燕禮,
    大射 with Zheng's notes; 周禮; 詩).
    """
    out: list[Variant] = []
    classical = [segment for segment in segments if segment.layer in CLASSICAL]
    witnesses = {
        name: _Letters([segment for segment in classical if segment.witness_id == name])
        for name in dict.fromkeys(segment.witness_id for segment in classical)
    }
    saying = _translations(clauses, alignments)
    for name, letters in witnesses.items():
        own = [clause for clause in clauses if clause.witness_id == name]
        losses = _find_losses(letters)
        if _missing(letters, list(witnesses.values()), _entries("move")[0].lemma):
            losses += _by_move(letters, own, saying)
        losses += _by_lemma(letters, losses)
        starts = [clause.start for clause in own]
        for k, loss in enumerate(sorted(losses), start=1):
            out.append(_row(f"{name}-g{k:03d}", letters, loss, own, starts, saying))
    return out


def _missing(letters: _Letters, witnesses: Sequence[_Letters], graph: str) -> bool:
    """Whether a witness lacks a graph that the others use so often that chance does not explain it."""
    others = [other for other in witnesses if other is not letters]
    size = sum(len(other.text) for other in others)
    expected = sum(other.count[graph] for other in others) * len(letters.text) / size if size else 0
    return letters.count[graph] == 0 and expected >= COMMON


def _find_losses(letters: _Letters) -> list[Loss]:
    """Losses that the words of a witness show by themselves, one at a place."""
    found: dict[int, Loss] = {}
    for loss in [*_by_phrase(letters), *_by_title(letters), *_by_frame(letters)]:
        found.setdefault(loss.at, loss)
    return list(found.values())


def _nowhere(graph: str) -> str:
    return f"{graph} stands nowhere in this witness"


def _by_phrase(letters: _Letters) -> Iterator[Loss]:
    """A set phrase without a graph that the witness lacks; a long one without any graph."""
    for form, at, entry in _defective():
        absent = any(letters.count[graph] == 0 for graph in entry.lemma)
        if not absent and len(form) < LONG:
            continue
        note = f"set phrase {entry.form}" + (f"; {_nowhere(entry.lemma)}" if absent else "")
        start = letters.text.find(form)
        while start >= 0:
            yield Loss(start + at, entry.lemma, entry.source, note)
            start = letters.text.find(form, start + 1)


@once
def _frames() -> tuple[tuple[Entry, re.Pattern[str]], ...]:
    return tuple((entry, re.compile(entry.form, re.MULTILINE)) for entry in _entries("frame"))


def _by_frame(letters: _Letters) -> Iterator[Loss]:
    """A verb without what it cannot do without."""
    for entry, frame in _frames():
        for match in frame.finditer(letters.text):
            yield Loss(match.end(), entry.lemma, entry.source, entry.english)


def _by_title(letters: _Letters) -> Iterator[Loss]:
    """A title in marks that is one graph short of a known title and no title itself."""
    titles = {entry.form: entry for entry in _entries("title")}
    short = {(form[:k] + form[k + 1:], k, form) for form in titles for k in range(len(form))}
    for segment in letters.segments:
        for match in _TITLE.finditer(segment.norm):
            for _, k, form in sorted(item for item in short if item[0] == match[1] and match[1] not in titles):
                if letters.count[form[k]] == 0:
                    start, _ = file_span(segment, *match.span(1))
                    note = f"title {form}; {_nowhere(form[k])}"
                    yield Loss(letters.index(start) + k, form[k], titles[form].source, note)


def _by_lemma(letters: _Letters, losses: Sequence[Loss]) -> Iterator[Loss]:
    """A lemma's edge of one graph: an edge has two, the second is the one that the base text lost."""
    known = {loss.at for loss in losses}
    in_base = [loss for loss in losses if loss.at and letters.segment(loss.at - 1).layer == "base"]
    base = {letters.text[loss.at - 1]: loss for loss in in_base}
    for segment in letters.segments:
        at = letters.index(segment.start)
        for lemma in read_lemmata(segment.norm) if segment.layer == "subcommentary" else ():
            for edge in (lemma.first, lemma.last) if lemma.first != lemma.last else ():
                at = letters.text.find(edge, at) + len(edge)
                if len(edge) == 1 and at not in known:
                    like = base.get(edge, Loss(0, UNKNOWN, "", ""))
                    yield Loss(at, like.graph, like.source, "an edge of a lemma has two graphs")


def _translations(clauses: Sequence[Clause], alignments: Sequence[Alignment]) -> dict[str, dict[str, str]]:
    """What each translation says of each base clause."""
    norm = {clause.clause_id: clause.norm for clause in clauses}
    out: dict[str, dict[str, str]] = {}
    for row in alignments:
        if row.base_id and row.target_id and row.kind == "translation":
            said = out.setdefault(row.base_id, {})
            said[row.target_witness] = said.get(row.target_witness, "") + norm.get(row.target_id, "")
    return out


def _by_move(letters: _Letters, clauses: Sequence[Clause], saying: dict[str, dict[str, str]]) -> Iterator[Loss]:
    """A clause that is nothing but a place, where every translation says that one goes there."""
    entry = _entries("move")[0]
    for clause in clauses:
        said = saying.get(clause.clause_id, {}) if clause.layer == "base" else {}
        place = bare(clause.norm) if said else ""
        if not place or not words().place.fullmatch(place):
            continue
        if all(any(going + place[:2] in sentence for going in entry.more["modern"].split("|")) for sentence in said.values()):
            note = f"{', '.join(sorted(said))}: goes there; {_nowhere(entry.lemma)}"
            yield Loss(letters.index(clause.start), entry.lemma, entry.source, note)


def _row(
    variant_id: str, letters: _Letters, loss: Loss, clauses: Sequence[Clause], starts: Sequence[int],
    saying: dict[str, dict[str, str]],
) -> Variant:
    """A row of `variants`; its clause is the one in which the letter before the loss stands."""
    segment, start = letters.segment(max(0, loss.at - 1)), letters.offsets[loss.at]
    before = letters.offsets[max(0, loss.at - 1)]
    clause = clauses[max(0, bisect_right(starts, before) - 1)] if clauses else None
    if clause and loss.graph == _entries("move")[0].lemma:  # a verb stands before its place, in the same clause
        clause = clauses[bisect_right(starts, start) - 1]
    clause_id = clause.clause_id if clause and clause.segment_id == segment.segment_id else ""
    note = loss.note + _borne_out(loss.graph, saying.get(clause_id, {}))
    return Variant(variant_id, "lost-glyph", segment.witness_id, clause_id, "∅", loss.source, loss.graph,
                   segment.segment_id, start, start + 1, "", note)


@once
def _modern() -> dict[str, re.Pattern[str]]:
    """What each graph is in a translation."""
    forms = {e.lemma: e.more["modern"] for e in reversed(load_vocabulary("set_phrases")) if e.more["modern"]}
    return {graph: re.compile(form) for graph, form in forms.items()}


def _borne_out(graph: str, said: dict[str, str]) -> str:
    """The translations that have the lost graph, or what it means."""
    modern = _modern().get(graph)
    found = [name for name, sentence in sorted(said.items()) if modern and modern.search(sentence)]
    return f"; borne out by {', '.join(found)}" if found else ""
