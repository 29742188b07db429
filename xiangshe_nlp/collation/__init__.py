"""Collation: where witnesses carry the same words, and how they differ.

Witnesses that carry the same base text are compared clause by clause, as the alignment pairs them.
Where base texts follow upon one another, the same words meet in three more ways: a sub-commentary
names base text or note by their first and last words or quotes them, a commentator of one witness
quotes base text that another carries, and clauses of the rite recur word by word. Words are aligned
graph by graph (the alignment step of Gothenburg model and CollateX); what then differs is an
apparatus entry of one of three kinds (TEI: `rdg/@type`): orthographic, where the graphs are forms of
one graph; omitted, where one side has nothing; substantive, all else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import ne

from ..lemmata import bare, find_words, read_lemmata
from ..lexicon import alternation, load_vocabulary, once
from ..model import Alignment, Clause, Link, Segment, Variant
from .parallels import collate_parallels
from .words import Place, Words, cut, list_rows, read_words

BASE = ("base", "record")
QUOTING = ("commentary", "subcommentary", "collation")
SEED = 4  # graphs in a row that make words of two base texts the same words
QUOTED = 6  # graphs in a row that make a comment's words a quotation
SIMPLIFIED = 5  # one graph in so many changed by folding tells simplified script


def collate_witnesses(
    segments: Sequence[Segment], clauses: Sequence[Clause], links: Sequence[Link], alignments: Sequence[Alignment] = ()
) -> list[Variant]:
    """Variants between the witnesses where they carry the same words.

    Parameters
    ----------
    segments, clauses, links : sequence of Segment, sequence of Clause, sequence of Link
        Rows of `segments`, `clauses` and `links`.
    alignments : sequence of Alignment, optional
        Rows of `alignments`: by those of kind parallel, witnesses of the same text are compared.

    Returns
    -------
    list of Variant
        Rows of `variants` of kinds orthographic, omitted and substantive. `reading` is that of the
        text commented on or of the witness that stands first, `other_reading` that of the quotation
        or of the other witness; `segment_id`, `start` and `end` say where the other reading stands.
    """
    by_id = {segment.segment_id: segment for segment in segments}
    at = {clause.clause_id: k for k, clause in enumerate(clauses)}
    simplified = _simplified(clauses)
    rows = [
        *collate_parallels(alignments, clauses, simplified),
        *_from_links(links, by_id, clauses, at),
        *_from_recurring(segments, clauses, simplified, _paired(alignments, clauses, at)),
    ]
    seen: dict[tuple[str, str, int, str, str], Variant] = {}
    for row in rows:
        seen.setdefault((row.base_id, row.segment_id, row.start or 0, row.reading, row.other_reading), row)
    return [row._replace(variant_id=f"v{k:04d}") for k, row in enumerate(seen.values(), start=1)]


def _paired(alignments: Sequence[Alignment], clauses: Sequence[Clause], at: dict[str, int]) -> frozenset[str]:
    """Segments of the base text that are compared with the same place in another witness, and need no other."""
    names = [row.target_id for row in alignments if row.kind == "parallel" and row.base_id and row.target_id]
    return frozenset(clauses[at[name]].segment_id for name in names)


def _from_links(
    links: Sequence[Link], by_id: dict[str, Segment], clauses: Sequence[Clause], at: dict[str, int]
) -> Iterator[Variant]:
    """Lemmata, and words defined or quoted by a comment, against the text that it is on."""
    letters: dict[str, Words] = {}
    targets: dict[tuple[str, str], Words] = {}
    for link in links:
        if link.kind == "comment" or not link.first_clause:
            continue
        segment = by_id[link.from_segment]
        own = letters.get(segment.segment_id) or letters.setdefault(segment.segment_id, read_words([segment]))
        span = link.first_clause, link.last_clause
        target = targets.get(span) or targets.setdefault(span, read_words(clauses[at[span[0]]:at[span[1]] + 1]))
        start, end = (_index(own.offsets, offset) for offset in (link.start, link.end))
        said = cut(own, start, end)
        place = Place(segment.witness_id, segment.segment_id, segment.speaker, link.kind)
        for part, latest in _edges(said, segment, link):
            found = find_words(target.norm, part.norm, latest=latest)
            if found:
                yield from list_rows(cut(target, *found), link.to_witness, part, place)


def _index(offsets: Sequence[int], offset: int) -> int:
    return bisect_right(offsets, offset - 1)


def _edges(said: Words, segment: Segment, link: Link) -> list[tuple[Words, bool]]:
    """The parts of a lemma that name text: its first and last words; of other links, the whole."""
    if link.kind != "lemma":
        return [(said, False)]
    out = []
    for lemma in read_lemmata(segment.norm):
        for edge, latest in ((lemma.first, False), (lemma.last, True)):
            start = said.norm.rfind(edge) if latest else said.norm.find(edge)
            if start >= 0 and len(edge) > 1:
                out.append((cut(said, start, start + len(edge)), latest))
    return out


@once
def _other_books() -> re.Pattern[str]:
    """What stands before words that another book or chapter has."""
    return re.compile(f"(?:{alternation(e.form for e in load_vocabulary('works'))})[^也。]{{0,3}}[曰云][^也。]{{0,3}}$")


def _from_recurring(
    segments: Sequence[Segment], clauses: Sequence[Clause], simplified: frozenset[str], paired: frozenset[str]
) -> Iterator[Variant]:
    """Words that recur in the base text of another witness, or that a comment of another quotes from it."""
    witnesses = list(dict.fromkeys(segment.witness_id for segment in segments))
    base = {w: read_words([c for c in clauses if c.witness_id == w and c.layer in BASE]) for w in witnesses}
    seeds: dict[str, list[tuple[str, int]]] = {}
    for witness, words in base.items():
        for k in range(len(words.norm) - SEED + 1):
            seeds.setdefault(words.norm[k:k + SEED], []).append((witness, k))
    for segment in segments:
        if segment.layer not in (*BASE, *QUOTING) or segment.segment_id in paired:
            continue
        before = witnesses[:witnesses.index(segment.witness_id)]
        others = before if segment.layer in BASE else witnesses
        said: Words | None = None
        for k, length, witness, start in _shared(bare(segment.norm), {w: base[w].norm for w in others}, seeds):
            if segment.layer in QUOTING and length < QUOTED:
                continue
            said = said or read_words([segment])
            place = Place(segment.witness_id, segment.segment_id, segment.speaker,
                          "recurring words" if segment.layer in BASE else "quotation")
            yield from list_rows(cut(base[witness], start, start + length), witness, cut(said, k, k + length), place,
                             scripts=(witness in simplified) == (segment.witness_id in simplified))


def _shared(
    said: str, base: dict[str, str], seeds: dict[str, list[tuple[str, int]]]
) -> Iterator[tuple[int, int, str, int]]:
    """The longest words shared with base texts, left to right: index, length, witness and index there."""
    other_book, k = _other_books(), 0
    while k <= len(said) - SEED:
        here = seeds.get(said[k:k + SEED])
        found = [(_common(base[w], at, said, k), w, at) for w, at in here if w in base] if here else []
        if found and not other_book.search(said, max(0, k - 12), k):
            length, witness, start = max(found, key=lambda item: item[0])
            yield k, length, witness, start
            k += length
        else:
            k += 1


def _common(one: str, a: int, two: str, b: int) -> int:
    length = 0
    while a + length < len(one) and b + length < len(two) and one[a + length] == two[b + length]:
        length += 1
    return length


def _simplified(clauses: Sequence[Clause]) -> frozenset[str]:
    """Witnesses written in simplified script: folding changes one graph in five or more.

    A simplified graph is no variant of a traditional one.
    """
    changed: dict[str, list[int]] = {}
    for clause in clauses:
        if clause.layer in BASE and not clause.skip:
            count = changed.setdefault(clause.witness_id, [0, 0])
            count[0] += 0 if clause.norm == clause.text else sum(map(ne, clause.norm, clause.text))
            count[1] += len(clause.norm)
    return frozenset(witness for witness, (some, every) in changed.items() if some * SIMPLIFIED > every)
