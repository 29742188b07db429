"""What editors say of copies: lost, superfluous and corrupt words, and the copy on whose authority they read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .lexicon import load_vocabulary, once
from .model import Span
from .reports import MARKS, NOTHING, Note, Report, letters, numeral, patterns, sources

COUNT = re.compile(r"[一二三四五六七八九十]*字$")
OF_BOOK = re.compile(r"([^，。據考又]{1,8})$")


@once
def _words() -> tuple[tuple[str, ...], re.Pattern[str]]:
    """Words before the name of a copy that make it an authority, and words that open a remark before what it is about."""
    forms = {kind: [e.form for e in load_vocabulary("reading_patterns") if e.kind == kind] for kind in ("by", "lead")}
    return tuple(forms["by"]), re.compile(f"^(?:{'|'.join(forms['lead'])})+")


def of_editions(note: Note) -> Iterator[Report]:
    """What editors say of copies: the word, then each copy with what it has."""
    at, word = 0, ""
    for start, end, forms in _copies(note.norm):
        head = (at, start)
        at = end
        report = _edition(note, head, start, end, word)
        if report is None:
            continue
        if report.reading not in (NOTHING, "") or report.kind == "衍":
            word = report.reading if report.reading != NOTHING else NOTHING
        at = report.end
        for form in forms:
            yield report._replace(source=form)


def _copies(norm: str) -> Iterator[tuple[int, int, list[str]]]:
    """Names of copies and books; several in a row (監本毛本皆…) are one stretch."""
    run: list[tuple[int, int, str]] = []
    for start, end, entry in sources().scan(norm):
        name = str(entry.lemma)  # type: ignore[attr-defined]
        if name == "疏" and (before := OF_BOOK.search(norm, 0, start)) and before.group(1).endswith("禮"):
            start, name = before.start(1), norm[before.start(1):end]
        if run and not norm[:run[0][0]].endswith(_words()[0]) and not norm[run[-1][1]:start].strip("、及與并並俱皆"):
            run.append((start, end, name))
            continue
        if run:
            yield run[0][0], run[-1][1], [form for _, _, form in run]
        run = [(start, end, name)]
    if run:
        yield run[0][0], run[-1][1], [form for _, _, form in run]


def _edition(note: Note, head: tuple[int, int], start: int, end: int, word: str) -> Report | None:
    """One claim on one copy, or on several of one reading."""
    before = note.norm[head[0]:head[1]]
    lead = _words()[1].match(before)
    first = head[0] + (lead.end() if lead else 0)
    if before.endswith(_words()[0]):
        return _authority(note, first, start, end, word)
    for pattern, kind in patterns("edition"):
        m = pattern.match(note.norm, end)
        if m is None:
            continue
        if kind in ("訛", "作"):
            return _otherwise(note, m, kind, (first, start), word)
        words = _counted(note, m, first, start)
        if kind == "衍":
            return Report(start, m.end(), "", kind, NOTHING, words)
        return Report(start, m.end(), "", kind, words, NOTHING if kind in ("脫", "無") else words)
    return None


def _otherwise(note: Note, m: re.Match[str], kind: str, before: Span, word: str) -> Report:
    """「乃今註疏本訛作又」: the word stands before the copy's name, or after it, or the editors speak of it already."""
    other, start = note.slice(*m.span("y")), before[1]
    for a, b in (before, m.span("x")):
        named = note.norm[a:b].strip(MARKS).removesuffix("字")
        if named and named in note.host.letters:
            return Report(min(a, start), m.end(), "", kind, note.slice(a, a + len(named)), other)
    same = word if len(word) == len(other) else ""
    return Report(start, m.end(), "", kind, same or note.host.nearest(letters(other)), other)


def _counted(note: Note, m: re.Match[str], first: int, start: int) -> str:
    """The words named, or the last so many letters of the text for 「此十四字」."""
    if not m.re.groupindex:
        return COUNT.sub("", note.slice(first, start))
    group = "x" if "x" in m.re.groupindex else "y"
    at, number = m.start(group), m.groupdict().get("n")
    if number and note.norm[at:m.end(group)] in ("此", "以上", "上"):
        return note.host.written[-numeral(number):]
    size = next((k for k in range(m.end(group) - at, m.end("n") - at) if numeral(note.norm[at + k:m.end("n")]) == k),
                m.end(group) - at) if number else m.end(group) - at
    return note.slice(at, at + size)


def _authority(note: Note, first: int, start: int, end: int, word: str) -> Report | None:
    """據宋本補, 從宋本: the copy that agrees with this witness."""
    named = note.norm[first:start - 1]
    for pattern, kind in patterns("authority"):
        m = pattern.match(note.norm, end)
        if m and word:
            reading = NOTHING if kind == "無" else word
            return Report(start - 1, m.end(), "", kind, reading, reading)
    if named and named in note.host.letters:
        return Report(first, end, "", "作", note.slice(first, start - 1), note.slice(first, start - 1))
    return None
