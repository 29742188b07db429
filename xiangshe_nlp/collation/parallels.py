"""Variants between witnesses that carry the same base text, clause by clause.

Clauses are compared that the alignment pairs (kind parallel). A clause that one witness has alone is
omitted by the other if both go on before and after it in the same text; where one of them lacks
its neighbours too, that is a lacuna and no reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..model import Alignment, Clause, Variant
from .words import NOTHING, Place, list_rows, read_words

BASE = ("base", "record")
WAY = "parallel text"


def collate_parallels(
    alignments: Sequence[Alignment], clauses: Sequence[Clause], simplified: frozenset[str]
) -> Iterator[Variant]:
    """Rows of `variants` for witnesses whose clauses the alignment pairs.

    Parameters
    ----------
    alignments, clauses : sequence of Alignment, sequence of Clause
        Rows of `alignments`, of which those of kind parallel count, and of `clauses`.
    simplified : frozenset of str
        Witnesses in simplified script; their graphs are no variants of traditional ones.
    """
    at = {clause.clause_id: k for k, clause in enumerate(clauses)}
    pairs: dict[tuple[str, str], list[Alignment]] = {}
    for row in alignments:
        if row.kind == "parallel":
            pairs.setdefault((row.target_witness, row.group_id), []).append(row)
    if not pairs:
        return
    texts = _texts(clauses)
    for rows in pairs.values():
        one, two = ([clauses[k] for k in sorted({at[name] for name in side if name})]
                    for side in ([row.base_id for row in rows], [row.target_id for row in rows]))
        if one and two:
            scripts = (one[0].witness_id in simplified) == (two[0].witness_id in simplified)
            yield from _compare(one, two, texts[two[0].witness_id], scripts)
    yield from _without_partners(alignments, texts)


def _texts(clauses: Sequence[Clause]) -> dict[str, list[Clause]]:
    """Clauses of base text and 記 by witness."""
    out: dict[str, list[Clause]] = {}
    for clause in clauses:
        if clause.layer in BASE:
            out.setdefault(clause.witness_id, []).append(clause)
    return out


def _compare(one: Sequence[Clause], two: Sequence[Clause], text: Sequence[Clause], scripts: bool) -> Iterator[Variant]:
    """Rows for two groups of clauses that go together; `text` is the whole of the other witness."""
    here, there = read_words(one), read_words(two)
    if not here.text or not there.text or here.text == there.text:
        return
    follows = next((clause for clause in text if clause.start >= two[-1].end and clause.norm), None)
    place = Place(two[0].witness_id, "", "", WAY)
    for row in list_rows(here, one[0].witness_id, there, place, scripts=scripts, after=_first_letter(follows)):
        owner = next(c for c in (*two, follows) if c and row.start is not None and c.start <= row.start < c.end)
        yield row._replace(segment_id=owner.segment_id)


def _first_letter(clause: Clause | None) -> int | None:
    """Where the letters of a clause begin."""
    return next(iter(read_words([clause]).offsets), None) if clause else None


def _without_partners(alignments: Sequence[Alignment], texts: dict[str, list[Clause]]) -> Iterator[Variant]:
    """Rows for whole clauses that stand in one of two witnesses."""
    ours: dict[str, dict[str, list[str]]] = {}
    theirs: dict[str, dict[str, list[str]]] = {}
    by_id = {clause.clause_id: clause for text in texts.values() for clause in text}
    for row in alignments:
        if row.kind == "parallel":
            for side, name, partner in ((ours, row.base_id, row.target_id), (theirs, row.target_id, row.base_id)):
                if name:
                    found = side.setdefault(row.target_witness, {}).setdefault(name, [])
                    found += [partner] if partner else []
    for other, partners in ours.items():
        for own in texts.values():
            for clause, near in _alone(own, partners, by_id):
                yield _omission(clause, near, other)
        for clause, near in _alone(texts[other], theirs.get(other, {}), by_id):
            letters = read_words([clause])
            yield Variant("", "omitted", near.witness_id, near.clause_id, NOTHING, other, letters.text,
                          clause.segment_id, letters.offsets[0], letters.offsets[-1] + 1, "", WAY)


def _omission(clause: Clause, near: Clause, other: str) -> Variant:
    """The row of a clause that another witness omits before the clause `near`."""
    start = _first_letter(near) or near.start
    return Variant("", "omitted", clause.witness_id, clause.clause_id, read_words([clause]).text, other, NOTHING,
                   near.segment_id, start, start + 1, "", WAY)


def _alone(
    text: Sequence[Clause], partners: dict[str, list[str]], by_id: dict[str, Clause]
) -> Iterator[tuple[Clause, Clause]]:
    """Clauses without a partner between two that have one, with the clause of the other witness before which they lack.

    In the 記, whose parts witnesses quote where they need them, the other must go on within the same segment.
    """
    run: list[Clause] = []
    last: Clause | None = None
    for clause in text:
        found = partners.get(clause.clause_id)
        if found is None:
            last, run = None, []
        elif not found:
            run += [clause] if clause.norm else []
        else:
            there = [by_id[name] for name in found]
            if last and (clause.layer != "record" or last.segment_id == there[0].segment_id):
                yield from ((one, there[0]) for one in run)
            last, run = there[-1], []
