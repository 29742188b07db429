"""Links: every comment and the clauses that it is on.

A note stands after the base text that it explains; a 疏 stands after its notes and names what it is on
by lemma lines; the editors' remarks stand in or after the words that they are about. No link of a
note goes back over the beginning of a stage. A comment before which no base text stands (a witness
that begins in the middle of one), or which stands after a heading, is linked to its stage alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from .headwords import Sign, Stretch, find_signs, opening_words
from .lemmata import Lemma, Passage, bare, cited_words, file_span, read_lemmata
from .model import Clause, Gloss, Link, Segment, Variant, own_offsets
from .note_ranges import explained_range

BASE = ("base", "record")
COMMENTS = ("commentary", "subcommentary", "collation")


def link_comments(
    segments: Sequence[Segment], clauses: Sequence[Clause], glosses: Sequence[Gloss] = (), variants: Sequence[Variant] = ()
) -> list[Link]:
    """Links of all comments: notes, sub-commentary, editors' remarks.

    Parameters
    ----------
    segments, clauses : sequence of Segment, sequence of Clause
        Rows of `segments` and `clauses`, in reading order within each witness.
    glosses, variants : sequence of Gloss, sequence of Variant
        Definitions and reported readings: a note is also on the words that it defines, and a report on
        the clause that has the reading.

    Returns
    -------
    list of Link
        Rows of `links`: one of kind comment for each segment of commentary, sub-commentary and
        collation that explains; one of kind lemma for each lemma of a 疏; one of kind headword for
        each word of the base text that a note defines and each that a 疏 quotes with 云.

    Notes
    -----
    Source: 儀禮注疏 and 儀禮集釋 as printed; the order base text, note, 疏 is that of all their juan.
    """
    out: list[Link] = []
    told: dict[str, list[Gloss | Variant]] = {}
    for gloss in glosses:
        told.setdefault(gloss.segment_id, []).append(gloss)
    for variant in variants:
        told.setdefault(variant.segment_id, []).append(variant)
    for witness in dict.fromkeys(segment.witness_id for segment in segments if segment.layer in COMMENTS):
        walk = _Walk([clause for clause in clauses if clause.witness_id == witness], told)
        found = [link for segment in segments if segment.witness_id == witness for link in walk.step(segment)]
        out += [link._replace(link_id=f"{witness}-l{k:04d}") for k, link in enumerate(found, start=1)]
    return out


class _Walk:
    """One walk through a witness: what has been read, and what the next comment may be on."""

    def __init__(self, clauses: Sequence[Clause], told: Mapping[str, Sequence[Gloss | Variant]]) -> None:
        self.told = told  # definitions and reports by the segment in which they stand
        self.by_id = {clause.clause_id: clause for clause in clauses}
        self.clauses = sorted(clauses, key=lambda clause: clause.start)
        self.starts = [clause.start for clause in self.clauses]
        self.of: dict[str, list[Clause]] = {}
        for clause in self.clauses:
            self.of.setdefault(clause.segment_id, []).append(clause)
        seen = Counter(chain.from_iterable([set(c.norm) for c in clauses if c.layer in BASE]))
        self.once = frozenset(graph for graph, number in seen.items() if number == 1)
        self.stretch: list[Clause] = []  # base clauses since the last note
        self.noted: list[Clause] = []  # base clauses that the last note may be on
        self.heading = False  # whether a heading stands between the last base text and here
        self.stage = ""  # stage of the last base text
        self.before: tuple[int, int] | None = None  # what the note that goes on is on
        self.base: list[Clause] = []  # base clauses since the last 疏
        self.notes: list[Segment] = []  # notes since the last 疏
        self.on: tuple[Clause, Clause] | None = None  # what the 疏 is on
        self.note_on: dict[str, tuple[Clause, Clause]] = {}
        self.passages: dict[tuple[str, int], Passage] = {}  # by first clause and number of clauses
        self.block: tuple[list[Clause], list[Segment]] | None = None  # base and notes of the open 疏

    def step(self, segment: Segment) -> list[Link]:
        """Links of one segment."""
        if segment.layer in BASE:
            self._read_base(segment)
        elif segment.layer == "heading":
            self.heading, self.noted, self.stretch = True, [], []
        elif segment.layer == "commentary":
            return list(self._link_note(segment))
        elif segment.layer == "subcommentary":
            return list(self._link_block(segment))
        elif segment.layer == "collation":
            return [self._link_remark(segment)]
        return []

    def _read_base(self, segment: Segment) -> None:
        if self.block:
            self.block, self.base, self.notes, self.on = None, [], [], None
        self.heading = False
        self.stretch += self.of.get(segment.segment_id, [])
        self.stage = self.stretch[-1].stage_id if self.stretch and segment.layer == "base" else self.stage
        self.base += self.of.get(segment.segment_id, [])

    def _link_note(self, segment: Segment) -> Iterator[Link]:
        if self.block:
            self.block, self.base, self.notes, self.on = None, [], [], None
        self.notes.append(segment)
        if self.stretch:
            here = self.stretch[-1].stage_id
            self.noted = [clause for clause in self.stretch if clause.stage_id == here]
            self.stretch, self.before = [], None
        if not self.noted:
            layer, stage = ("heading", self.stage) if self.heading else ("base", segment.stage_id)
            yield _link(segment, None, layer=layer, stage=stage)
            return
        stretch = Stretch([bare(clause.norm) for clause in self.noted])
        known, reports = self._known(segment, stretch)
        signs = find_signs(segment.norm, stretch, self.once, known, reports)
        first, last, score = explained_range(segment.norm, stretch, signs, self.before)
        self.before = (first, last) if self.before is None else (min(first, self.before[0]), max(last, self.before[1]))
        target = self.noted[first], self.noted[last]
        self.note_on[segment.segment_id] = target
        yield _link(segment, target, score=score)
        for sign in opening_words(signs):
            clause = self.noted[min(sign.clauses, key=lambda k: (not first <= k <= last, k))]
            span = file_span(segment, sign.at, sign.at + len(sign.word))
            yield _link(segment, (clause, clause), kind="headword", span=span, score=0.9)

    def _known(self, segment: Segment, stretch: Stretch) -> tuple[list[Sign], list[tuple[int, int]]]:
        """What is known of a note: words that it defines and readings that it reports, and where it reports."""
        signs: list[Sign] = []
        reports: list[tuple[int, int]] = []
        if segment.segment_id not in self.told:
            return signs, reports
        own = own_offsets(segment.start, segment.end, segment.skip) if segment.skip else range(segment.start, segment.end)
        text = "".join([segment.text[offset - segment.start] for offset in own]) if segment.skip else segment.text
        numbers = {clause.clause_id: k for k, clause in enumerate(self.noted)}
        for row in self.told[segment.segment_id]:
            at, end = bisect_left(own, row.start or 0), bisect_left(own, row.end or 0)
            if isinstance(row, Variant):
                reports.append((at, end))
                if row.base_id in numbers:
                    signs.append(Sign(at, "", (numbers[row.base_id],), "reading"))
                continue
            head = text.find(row.headword, at, end)
            word = segment.norm[head:head + len(row.headword)] if head >= 0 else ""
            if word and (found := stretch.where(word)):
                signs.append(Sign(head, word, found, "headword"))
        return signs, reports

    def _link_block(self, segment: Segment) -> Iterator[Link]:
        if self.block is None:
            self.block = (self.base, self.notes)
        lemmata = read_lemmata(segment.norm)
        for lemma in lemmata:
            yield self._link_lemma(segment, lemma)
        if not lemmata or lemmata[-1].end < len(segment.norm):
            yield _link(segment, self.on or self._noted_on(), score=0.9 if self.on else 0.7)
            yield from self._link_citations(segment)

    def _link_lemma(self, segment: Segment, lemma: Lemma) -> Link:
        span = file_span(segment, lemma.start, lemma.end)
        base, notes = self.block or ([], [])
        if lemma.of_note:
            target, score = self._find_note(notes, lemma)
            if target and self.on is None:
                self.on = self._noted_on()
        else:
            passage = self._passage(base)
            found = passage.span(lemma.first, lemma.last)
            first, last, score = found or (0, len(base) - 1, 0.5)
            target = (base[first], base[last]) if base else None
            self.on = target
        return _link(segment, target, kind="lemma", span=span, score=score)

    def _passage(self, clauses: Sequence[Clause]) -> Passage:
        """The words of clauses in a row, read once."""
        key = (clauses[0].clause_id if clauses else "", len(clauses))
        if key not in self.passages:
            self.passages[key] = Passage(clauses)
        return self.passages[key]

    def _find_note(self, notes: Sequence[Segment], lemma: Lemma) -> tuple[tuple[Clause, Clause] | None, float]:
        """The note that begins and ends with the words of a lemma; else the last that has them."""
        best: tuple[float, int, tuple[Clause, Clause]] | None = None
        for k, note in enumerate(notes):
            clauses = self.of.get(note.segment_id, [])
            if not clauses:
                continue
            found = self._passage(clauses).span(lemma.first, lemma.last)
            first, last, score = found or (0, len(clauses) - 1, 0.4)
            whole = first == 0 and last == len(clauses) - 1
            best = max([(score + 0.5 * whole, k, (clauses[first], clauses[last])), *([best] if best else [])],
                       key=lambda option: option[:2])
        return (best[2], min(1.0, best[0])) if best else (None, 0.0)

    def _noted_on(self) -> tuple[Clause, Clause] | None:
        """Base clauses that the notes of the open 疏 are on."""
        on = [self.note_on[note.segment_id] for note in (self.block or ([], []))[1] if note.segment_id in self.note_on]
        return (on[0][0], on[-1][1]) if on else None

    def _link_citations(self, segment: Segment) -> Iterator[Link]:
        """Words quoted with 云 from the notes or the base text of the block."""
        base, notes = self.block or ([], [])
        passages = [self._passage(clauses) for clauses in (*(self.of.get(note.segment_id, []) for note in notes), base)]
        for start, end, words, of_base in cited_words(segment.norm):
            for passage in passages[-1:] if of_base else passages:
                found = passage.span(words, words) if words else None
                if found and found[2] >= 0.9:
                    target = passage.clauses[found[0]], passage.clauses[found[1]]
                    yield _link(segment, target, kind="headword", span=file_span(segment, start, end), score=found[2])
                    break

    def _link_remark(self, segment: Segment) -> Link:
        """An editors' remark is on the clauses whose words it reports on, else on that in which or after which it stands."""
        on = [self.by_id[row.base_id] for row in self.told.get(segment.segment_id, ())
              if isinstance(row, Variant) and row.base_id in self.by_id]
        if on:
            first, *_, last = sorted((*on, *on), key=lambda clause: clause.start)
            if first.layer == last.layer:
                return _link(segment, (first, last))
        at = bisect_left(self.starts, segment.start)
        clause = next((c for c in reversed(self.clauses[:at]) if c.layer != "collation"), None)
        return _link(segment, (clause, clause) if clause else None)


def _link(
    segment: Segment, target: tuple[Clause, Clause] | None, *, kind: str = "comment",
    span: tuple[int, int] | None = None, score: float = 1.0, layer: str = "base", stage: str = "",
) -> Link:
    """A row of `links`; without a target it points at the stage alone."""
    start, end = span or (segment.start, segment.end)
    first, last = target if target else (None, None)
    return Link(
        "", segment.segment_id, start, end, kind, segment.witness_id, first.layer if first else layer,
        first.clause_id if first else "", last.clause_id if last else "", score,
        first.stage_id if first else stage or segment.stage_id,
    )
