"""Readings of other texts that commentators and editors report.

鄭玄 names the texts in Han script (今文) and in old script (古文); the editors of the 四庫全書 name
copies and say what these lost (脫), have too much (衍) or have wrong (訛), and on whose authority
they read otherwise; scholars propose emendations. Each report is a row: what this witness reads,
whose reading is reported, and what it is.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from .copies import of_editions
from .model import Clause, Segment, Variant, own_offsets
from .reports import MARKS, NOTHING, Host, Note, Report, emendations, letters, of_books, of_recensions, trigger

BASE = ("base", "record")
LAYERS = ("commentary", "subcommentary", "collation")


def find_readings(segments: Sequence[Segment], clauses: Sequence[Clause]) -> list[Variant]:
    """Readings reported in notes, in sub-commentary and in the editors' remarks.

    Parameters
    ----------
    segments : sequence of Segment
        Segments of a chapter, in order; the parents of notes must be among them.
    clauses : sequence of Clause
        Clauses of the same chapter, from which `base_id` is taken.

    Returns
    -------
    list of Variant
        Rows of kind `reported`. A remark that names a faulty copy and the authority against it
        makes two rows; in the second `reading` equals `other_reading`, or both are ∅. `note` opens
        with what is said of the words: 作 無 有 脫 衍 訛 改.

    Source: 儀禮集釋 卷五, 鄭注 on 主人獻賓.

    >>> base = Segment("j-s1", "j", "base", "", "", 0, 7, "主人卒盥壹揖壹", "", "主人卒盥壹揖壹", "")
    >>> note = Segment("j-s2", "j", "commentary", "鄭玄", "j-s1", 9, 15, "古文壹皆作一", "", "古文壹皆作一", "")
    >>> [(v.other_witness, v.reading, v.other_reading, v.note) for v in find_readings([base, note], [])]
    [('古文', '壹', '一', '作')]
    """
    place = _places(clauses)
    by_id = {segment.segment_id: segment for segment in segments}
    bases: dict[str, list[Segment]] = defaultdict(list)
    for segment in segments:
        if segment.layer in BASE:
            bases[segment.witness_id].append(segment)
    out: list[Variant] = []
    counts: Counter[str] = Counter()
    for segment in segments:
        if segment.layer not in LAYERS or not segment.speaker or not trigger().search(segment.norm):
            continue
        offsets = own_offsets(segment.start, segment.end, segment.skip)
        host = _host(segment, by_id)
        for report in _reports(segment, host):
            counts[segment.witness_id] += 1
            where = _where(report, host, bases[segment.witness_id])
            base_id = place(segment.witness_id, segment.start if where is None else where)
            note = report.kind + (f"；{report.authority}" if report.authority else "")
            out.append(Variant(
                f"{segment.witness_id}-r{counts[segment.witness_id]:04d}", "reported", segment.witness_id,
                base_id, report.reading, report.source, report.other, segment.segment_id,
                offsets[report.start], offsets[report.end - 1] + 1, segment.speaker, note,
            ))
    return out


def _where(report: Report, host: Host, bases: Sequence[Segment]) -> int | None:
    """File offset at which the reading stands; without a reading, beside its context or at the end of the host.

    Words of which the host lacks some (「賓觶、大夫之觶」, two in one report) are looked for by their first ones,
    there and then back through the base text before it.
    """
    word = report.context if report.reading == NOTHING else letters(report.reading)
    at = host.place(word)
    for size in range(len(word), 1, -1):
        if at is not None:
            break
        at = host.place(word[:size])
        if at is None and host.offsets:
            at = _place_before(word[:size], [s for s in bases if s.start < host.offsets[0]])
    return host.offsets[-1] if at is None and host.offsets else at


def _place_before(word: str, segments: Sequence[Segment]) -> int | None:
    """File offset of the last occurrence of a word in segments, without regard to marks."""
    for segment in reversed(segments):
        host = _joined([segment], segment.end)
        if (at := host.place(word)) is not None:
            return at
    return None


def _places(clauses: Sequence[Clause]) -> Callable[[str, int], str]:
    """Function from witness and file offset to the id of the clause that stands there, or of the last base clause before.

    Of a clause and a note that interrupts it, the one to which the letter belongs.
    """
    found: dict[str, list[Clause]] = defaultdict(list)
    for clause in sorted((c for c in clauses if c.layer in (*BASE, *LAYERS)), key=lambda c: c.start):
        found[clause.witness_id].append(clause)
    starts = {witness: [clause.start for clause in rows] for witness, rows in found.items()}

    def place(witness: str, offset: int) -> str:
        rows = found.get(witness, [])
        before = range(bisect_right(starts.get(witness, []), offset) - 1, -1, -1)
        here = next((k for k in before if rows[k].end > offset), None)
        if here is None:
            here = next((k for k in before if rows[k].layer in BASE), None)
        return rows[here].clause_id if here is not None else ""

    return place


def _host(segment: Segment, by_id: dict[str, Segment]) -> Host:
    """The text reported on: for editors what stands before their remark; else the base text of the note."""
    chain: list[Segment] = []
    parent = by_id.get(segment.parent_id)
    while parent is not None:
        chain.insert(0, parent)
        if segment.layer == "collation" or parent.layer in BASE:
            break
        parent = by_id.get(parent.parent_id)
    whole = _joined(chain, segment.start if segment.layer == "collation" else segment.end)
    return whole if segment.layer == "collation" else whole._replace(own=_joined(chain[:1], segment.end).own)


def _joined(segments: Sequence[Segment], end: int) -> Host:
    """The letters of segments up to a file offset."""
    letters, offsets, written = [], [], []
    for one in segments:
        for norm, offset in zip(one.norm, own_offsets(one.start, one.end, one.skip), strict=True):
            if norm not in MARKS and offset < end:
                letters.append(norm)
                offsets.append(offset)
                written.append(one.text[offset - one.start])
    return Host("".join(letters), offsets, "".join(written), len(letters))


def _reports(segment: Segment, host: Host) -> list[Report]:
    """All reports of one note, in order; none overlaps another, but several copies may share one."""
    offsets = own_offsets(segment.start, segment.end, segment.skip)
    note = Note(segment.norm, "".join(segment.text[o - segment.start] for o in offsets), host)
    found = [*of_recensions(note), *of_books(note)] if segment.layer != "collation" else list(of_editions(note))
    found += emendations(note, segment.speaker)
    out: list[Report] = []
    for report in sorted(found, key=lambda r: (r.start, -r.end)):
        if not any(report.start < o.end and o.start < report.end and report[:2] != o[:2] for o in out):
            out.append(report)
    return out
