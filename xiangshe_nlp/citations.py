"""Books that commentators name, quoted or not.

A title is found by longest match over `works.csv`. Many chapters of the ritual canon bear the name
of the rite itself, and chapters of the 周禮 bear names of offices: such a name is a citation only
where title marks or words of citing stand beside it (「大射曰…」, but not 「大射、賓射、燕射是已」).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from .lexicon import Entry, Matcher, alternation, load_vocabulary, once
from .model import Citation, Segment, own_offsets

LEMMA = re.compile(r"云“[^”]*”者")
NOTE_ON_LAST = re.compile(r"[”’][，]?(鄭注)云?")
SUB_COMMENTARY = re.compile(r"(?<![注單])疏(?=內|云|引|作|中|又|亦)|(?<=[考據])疏(?!本)")


@once
def _words() -> dict[str, re.Pattern[str]]:
    """Words of citing by class, from `citation_words.csv`."""
    rows = load_vocabulary("citation_words")
    return {kind: re.compile("|".join(e.form for e in rows if e.kind == kind)) for kind in sorted({e.kind for e in rows})}


class Found(NamedTuple):
    """A title in `norm`: where it stands, and what it names."""

    start: int
    end: int
    work: str
    chapter: str
    quote: bool


@once
def _matcher() -> Matcher:
    """Titles of books and chapters, and of songs, editions and copies, which are no books."""
    values: dict[str, object] = {entry.form: entry for entry in load_vocabulary("titles")}
    values |= {entry.form: entry for entry in load_vocabulary("sources") if entry.kind == "edition"}
    values |= {entry.form: entry for entry in reversed(load_vocabulary("works"))}
    return Matcher(values)


@once
def _first_letter() -> re.Pattern[str]:
    """A letter with which a title may begin, or a title mark."""
    return re.compile(f"[《{''.join(sorted(map(re.escape, _matcher().lengths)))}]")


@once
def _year() -> re.Pattern[str]:
    """A year of a duke of Lu, with or without a title before it."""
    forms = {kind: [e.form for e in load_vocabulary("works") if e.kind == kind] for kind in ("duke", "book")}
    dukes = "".join(sorted({form[0] for form in forms["duke"]}))
    books = alternation(["春秋", "傳", *(form for form in forms["book"] if form.startswith(("春秋", "左")))])
    return re.compile(f"({books})?[·]?([{dukes}])公?(元|[一二三四五六七八九十]+)年")


def _title_at(text: str, at: int) -> tuple[int, Entry] | None:
    """End and entry of the longest title at a position."""
    hit = _matcher().at(text, at)
    return (hit[0], cast(Entry, hit[1])) if hit else None


def find_citations(segments: Sequence[Segment]) -> list[Citation]:
    """Citations of books in all segments that a person speaks.

    Editions, 上文 and 下經, the words of the note that a 疏 takes up, songs and pieces of music are
    no citations.

    Parameters
    ----------
    segments : sequence of Segment
        Segments of a chapter, in order; those without a speaker are passed over.

    Returns
    -------
    list of Citation
        Offsets are of the bare name, without title marks and without the words quoted.

    Source: 儀禮集釋 卷五, 鄭注 on 司馬適堂西 …揚弓命去侯.

    >>> note = "簫弓末也大射曰左執弣揚猶舉也"
    >>> [(c.work, c.chapter, c.quote, c.start) for c in find_citations([Segment(
    ...     "s1", "jishi", "commentary", "鄭玄", "", 0, len(note), note, "", note, "")])]
    [('儀禮', '大射', True, 4)]
    """
    out: list[Citation] = []
    counts: Counter[str] = Counter()
    for segment in segments:
        if not segment.speaker or segment.layer in ("heading", "translation"):
            continue
        offsets = own_offsets(segment.start, segment.end, segment.skip)
        for found in cite(segment.norm, segment.layer):
            counts[segment.witness_id] += 1
            out.append(Citation(f"{segment.witness_id}-q{counts[segment.witness_id]:04d}", segment.segment_id,
                                segment.speaker, found.work, found.chapter, found.quote,
                                offsets[found.start], offsets[found.end - 1] + 1))
    return out


def cite(norm: str, layer: str = "commentary") -> list[Found]:
    """Titles cited in one folded text, in order.

    >>> [(f.work, f.chapter) for f in cite("《鄉射》、《鄉飲酒》皆有鼓。襄公四年：「穆叔如晉」")]
    [('儀禮', '鄉射禮'), ('儀禮', '鄉飲酒禮'), ('左傳', '襄公四年')]
    """
    lemmata = [m.span() for m in LEMMA.finditer(norm)] if layer == "subcommentary" else []
    found = [*_years(norm), *_titles(norm)]
    if layer == "collation":
        found += [Found(*m.span(), "儀禮疏", "", _says(norm, m.end())) for m in SUB_COMMENTARY.finditer(norm)]
    out: list[Found] = []
    for one in sorted(found, key=lambda f: (f.start, -f.end)):
        if (out and one.start < out[-1].end) or any(a <= one.start < b for a, b in lemmata):
            continue
        out.append(one)
    return sorted([*out, *_notes_on(norm, out)])


def _years(norm: str) -> Iterator[Found]:
    """A year of a duke of Lu: the Tradition of Zuo, unless the classic itself is named."""
    for m in _year().finditer(norm):
        book, duke, year = m.groups()
        if not book and norm[m.start(2) + 1] != "公":
            continue  # 文十年 without 公 or a title may be anything
        work = "春秋" if book == "春秋" else "左傳"
        yield Found(m.start(), m.end(), work, f"{duke}公{year}年", True)


def _titles(norm: str) -> Iterator[Found]:
    """Titles by longest match: marked, bare with words of citing, or of a book named like nothing else."""
    at = 0
    while m := _first_letter().search(norm, at):
        at = m.start()
        if norm[at] == "《":
            end = norm.find("》", at)
            if end > at:
                yield from _marked(norm, at, end)
                at = end + 1
                continue
        hit = _title_at(norm, at)
        if hit is None:
            at += 1
            continue
        found = _bare(norm, at, *hit) if "work" in hit[1].more else None
        if found:
            yield found
        at = found.end if found else hit[0]


def _marked(norm: str, start: int, end: int) -> Iterator[Found]:
    """What stands between title marks: a book, a chapter, or a book with its chapter."""
    name, first = norm[start + 1:end], start + 1
    hit = _title_at(name, 0)
    if hit is None or "work" not in hit[1].more:
        if hit is None and re.match(r"(?:記)?[云曰]", norm[end + 1:end + 3]):
            yield Found(first, end, name, "", True)
        return
    entry, rest = hit[1], name[hit[0]:].lstrip("·")
    within = _title_at(rest, 0)
    inner = within[1].more.get("chapter", "") if within else ""
    work, chapter = entry.more["work"], entry.more["chapter"] or inner or rest
    if norm.startswith("鄭注", start - 2):
        work += "注"
    if norm.startswith("注", end + 1):
        work += "注"
    yield Found(first, end, work, chapter, _quotes(norm, start, end, entry.kind))


def _bare(norm: str, start: int, end: int, entry: Entry) -> Found | None:
    """A title without marks, if it is one here."""
    work, chapter = entry.more["work"], entry.more["chapter"]
    if entry.kind == "book":
        within = _title_at(norm, end)
        if within and within[1].more.get("work") == work and norm[within[0]:within[0] + 1] not in ("及", "與"):
            end, chapter = within[0], within[1].more["chapter"]
    else:
        cue = _words().get(f"cue_{entry.kind}")
        led = entry.kind == "chapter" and _words()["cue_before"].search(norm, max(0, start - 2), start)
        if not (cue and cue.match(norm, end)) and not led:
            return None
    quote = _quotes(norm, start, end, entry.kind)
    if norm[end:end + 1] in ("注", "疏") and norm[end:end + 2] not in ("疏本", "注疏"):
        work, end = work + norm[end], end + 1
        quote = quote or _says(norm, end)
    return Found(start, end, work, chapter, quote)


def _says(norm: str, end: int) -> bool:
    """Whether words of citing stand after a name."""
    return bool(_words()["says"].match(norm, end))


def _quotes(norm: str, start: int, end: int, kind: str) -> bool:
    """Whether words of the book are given: after 曰 or 云, before 「此X文」, or at once after a book's name.

    What follows at once is quoted unless it speaks of the book (周禮作序, 孝經說取…).
    """
    if _says(norm, end):
        return True
    if _words()["text"].match(norm, end) and _words()["this"].search(norm, max(0, start - 2), start):
        return True
    return kind == "book" and not _words()["mention"].match(norm, end)


def _notes_on(norm: str, found: Sequence[Found]) -> Iterator[Found]:
    """「《少儀》云：…」鄭注云: the note on the book just quoted."""
    for m in NOTE_ON_LAST.finditer(norm):
        last = next((f for f in reversed(found) if f.end <= m.start() and m.start() - f.end < 40), None)
        if last and last.quote and not last.work.endswith("注"):
            yield Found(m.start(1), m.end(1), last.work + "注", last.chapter, True)
