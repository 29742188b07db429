"""Clauses: segments cut at the marks of their text, or, where it has none, by the grammar and the rules of `cuts`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from .cuts import clause_ends
from .grammar import parse
from .model import Chapter, Clause, Segment, clip_skip, own_offsets
from .phrases import Phrase

CUTTING = "，。；：？！,;:?!"
EDGES = "，。；：？！,;:?!…—“‘「『《（(”’」』）)" + "".join(filter(str.isspace, map(chr, range(0x3001))))
PARSED = ("base", "record")
UNCUT = ("front", "paratext", "heading")

Parses = dict[str, tuple[Phrase, ...]]
# one clause within a segment's `norm`: its span, its mark, and its phrases where it was parsed
Cut = tuple[int, int, str, tuple[Phrase, ...]]

_MARKS = re.compile(f"[{CUTTING}]+")
_NOTE_ENDS = re.compile("(?:也|矣|焉|耳|乎|哉|歟|爾)(?![者已矣乎])|\\s+")


def segment_clauses(
    segments: Sequence[Segment], chapter: Chapter, stage_starts: Mapping[str, Sequence[tuple[int, str]]]
) -> list[Clause]:
    """Clauses of all segments that carry text: the first part of what `read_clauses` gives."""
    return read_clauses(segments, chapter, stage_starts)[0]


def read_clauses(
    segments: Sequence[Segment], chapter: Chapter, stage_starts: Mapping[str, Sequence[tuple[int, str]]]
) -> tuple[list[Clause], Parses]:
    """Clauses of all segments that carry text (base, record, comments, translations), and parses of the base text.

    Parameters
    ----------
    segments : sequence of Segment
        Rows of `segments`, in reading order within each witness.
    chapter : Chapter
        The chapter, for its texts.
    stage_starts : mapping of str to sequence of (int, str)
        Where stages begin in each witness, see `staging.stage_starts`: a clause never crosses one.

    Returns
    -------
    list of Clause
        Rows of `clauses`, in the order of the witnesses, then of the segments.
    dict
        Clause id to its phrases, spans counted in letters of the clause, for clauses that were parsed on the way.
    """
    out: list[Clause] = []
    parses: Parses = {}
    by_witness: dict[str, list[Segment]] = {}
    for segment in segments:
        if segment.layer not in UNCUT:
            by_witness.setdefault(segment.witness_id, []).append(segment)
    for witness in chapter.witnesses:
        starts = list(stage_starts.get(witness.witness_id, ()))
        first = len(out)
        for segment in by_witness.get(witness.witness_id, ()):
            for clause, phrases in _clauses_of(segment, chapter.texts[witness.witness_id], starts, len(out) - first):
                out.append(clause)
                if phrases:
                    parses[clause.clause_id] = phrases
    return out, parses


def _clauses_of(
    segment: Segment, text: str, starts: Sequence[tuple[int, str]], before: int
) -> Iterator[tuple[Clause, tuple[Phrase, ...]]]:
    """Clauses of one segment, numbered on from `before`."""
    segment_id, witness, layer, skip, norm = segment.segment_id, segment.witness_id, segment.layer, segment.skip, segment.norm
    own = own_offsets(segment.start, segment.end, skip) if skip else range(segment.start, segment.end)
    borders = [at for at, _ in starts] if layer == "base" else []
    seq, stage = before, segment.stage_id
    for lo, hi, mark, phrases in _cuts(segment, own, borders):
        seq += 1
        start, end = own[lo], own[hi - 1] + 1
        if borders:
            stage = starts[max(0, bisect_right(borders, start) - 1)][1]
        yield Clause(
            f"{witness}-c{seq:04d}", segment_id, witness, layer, seq, start, end, text[start:end],
            clip_skip(start, end, skip) if skip else "", norm[lo:hi], mark or "。", not mark, stage,
        ), phrases


def _cuts(segment: Segment, own: Sequence[int], borders: Sequence[int]) -> Iterator[Cut]:
    """Cuts of a segment without white space and marks at their edges; those without letters are left out."""
    norm = segment.norm
    if segment.layer == "translation" or _MARKS.search(norm):
        cuts = _cuts_at_marks(norm)
    elif segment.layer in PARSED:
        inside = [bisect_right(own, at - 1) for at in borders if segment.start < at < segment.end]
        cuts = _cuts_by_grammar(norm, inside)
    else:
        cuts = _cuts_of_note(norm)
    for lo, hi, mark, phrases in cuts:
        words = norm[lo:hi].lstrip(EDGES)
        lo = hi - len(words)
        words = words.rstrip(EDGES)
        if words.isalnum() or any(map(str.isalnum, words)):
            yield lo, lo + len(words), mark, phrases


def _cuts_at_marks(norm: str) -> list[Cut]:
    out, at = [], 0
    for m in _MARKS.finditer(norm):
        out.append((at, m.start(), m[0][0], ()))
        at = m.end()
    return [*out, (at, len(norm), "", ())]


def _cuts_of_note(norm: str) -> list[Cut]:
    """Clauses of an unpunctuated note end with its final particles."""
    out, at = [], 0
    for m in _NOTE_ENDS.finditer(norm):
        out.append((at, m.end(), "", ()))
        at = m.end()
    return [*out, (at, len(norm), "", ())]


def _cuts_by_grammar(norm: str, borders: Sequence[int]) -> list[Cut]:
    edges = sorted({0, len(norm), *borders, *(m.start() for m in re.finditer("\\s+", norm))})
    out = []
    for lo, hi in zip(edges, edges[1:], strict=False):
        lead = lo + len(norm[lo:hi]) - len(norm[lo:hi].lstrip())
        text = norm[lead:hi]
        phrases = parse(text) if text else []
        at, k = 0, 0
        for end in clause_ends(phrases, text):
            n = k + 1
            while phrases[n - 1].end < end:
                n += 1
            out.append((lead + at, lead + end, "", tuple(phrase.shift(-at) for phrase in phrases[k:n])))
            at, k = end, n
    return out
