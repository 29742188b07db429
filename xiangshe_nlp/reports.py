"""Reports of other readings: how a commentator says them, in the folded text of a note.

The patterns stand in `reading_patterns.csv`, the names of recensions and copies in `sources.csv`.
What the note calls in question is looked for in its host, the text that it reports on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .lexicon import Matcher, alternation, load_vocabulary, once

NOTHING = "∅"
MARKS = "，。、；：？！“”‘’《》（）〈〉【】「」『』· 　\n"
DROP = str.maketrans("", "", MARKS)
DIGITS = {c: k for k, c in enumerate("一二三四五六七八九", start=1)}
VERDICT_END = re.compile(r"[，。；也]|[聲字]之|[今古]文|$")
CLAIM_END = re.compile(r"[。；]|亦?非也|不從|案|(?<=..)也")
AGAIN = re.compile(r"(?=又[曰作為無])|(?<=[作為曰].)(?=或[為作曰])|(?<=[作為曰]..)(?=或[為作曰])")
SECOND = re.compile(r"(?P<first>[^及與]{1,8}?)(?:及|與)(?P<x>.{1,8}?)，?(?:皆|並)(?:為|作)(?P<y>[^，。不]+)")


class Report(NamedTuple):
    """One report, in positions of the note's `norm`; readings as written.

    `context` holds the folded word beside which something stands that this witness lacks.
    """

    start: int
    end: int
    source: str
    kind: str
    reading: str
    other: str
    authority: str = ""
    context: str = ""


class Host(NamedTuple):
    """The text that a note reports on: folded letters without marks, their file offsets, the text as written.

    The first `own` letters are those that can have the reading; after them stand notes which only say so too.
    """

    letters: str
    offsets: list[int]
    written: str
    own: int

    def find(self, word: str) -> int:
        """Position of the last occurrence of a folded word, or -1."""
        return self.letters.rfind(word) if word else -1

    def place(self, word: str) -> int | None:
        """File offset of the last occurrence of a word, folded or as written; None where this text lacks it."""
        at = max(self.letters.rfind(word, 0, self.own), self.written.rfind(word, 0, self.own)) if word else -1
        return self.offsets[at] if at >= 0 else None

    def as_written(self, word: str) -> str:
        """The word as this text writes it; the word itself where the text does not have it."""
        at = self.find(word)
        return self.written[at:at + len(word)] if at >= 0 else word

    def nearest(self, words: str) -> str:
        """The stretch of this text that is most like the words, for 「今文皆曰揖衆賓」.

        A stretch as long as the words, or one letter off, that shares most letters.
        """
        best, found, letters = 0.39, "", sorted(set(words))
        for size in (len(words), len(words) + 1, len(words) - 1):
            for at in range(len(self.letters) - size + 1 if size > 0 else 0):
                window = self.letters[at:at + size]
                shared = sum(min(window.count(c), words.count(c)) for c in letters)
                score = shared / max(size, len(words))
                if score + 0.1 > best:
                    score += 0.01 * sum(map(str.__eq__, window, words))
                if score > best:
                    best, found = score, self.written[at:at + size]
        return found


class Note(NamedTuple):
    """A note as it is searched: folded, and as written."""

    norm: str
    written: str
    host: Host

    def slice(self, start: int, end: int) -> str:
        """As written, without punctuation."""
        return self.written[start:end].translate(DROP)


@once
def _patterns() -> dict[str, tuple[tuple[re.Pattern[str], str], ...]]:
    rows = load_vocabulary("reading_patterns")
    return {kind: tuple((re.compile(e.form), e.lemma) for e in rows if e.kind == kind)
            for kind in sorted({e.kind for e in rows})}


def patterns(kind: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of one class with the kind of report that each makes."""
    return _patterns()[kind]


@once
def sources() -> Matcher:
    """Recensions, editions and books whose readings are reported."""
    return Matcher({e.form: e for e in reversed(load_vocabulary("sources"))})


def source_of(form: str) -> str:
    """Canonical name of a recension, a copy or a book."""
    return next((e.lemma for e in load_vocabulary("sources") if e.form == form), form)


@once
def names() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Recensions; books that read otherwise (周禮作序); persons who propose a reading."""
    recensions = alternation(e.form for e in load_vocabulary("sources") if e.kind == "recension")
    books = alternation(e.form for e in load_vocabulary("works") if e.kind in ("book", "office"))
    persons = alternation(e.form for e in load_vocabulary("speakers"))
    return (re.compile(recensions), re.compile(f"({books})(?:皆|或|亦)*(?:作|為)(.)(?![.之])"),
            re.compile(f"({persons})(?:[云曰謂]|以(?=.{{1,4}}字))"))


@once
def trigger() -> re.Pattern[str]:
    """Words without which a note reports no reading, so that most notes are passed over at once."""
    return re.compile(f"[當宜應衍字]|作|{alternation(e.form for e in load_vocabulary('sources'))}")


def letters(text: str) -> str:
    return text.translate(DROP)


def numeral(text: str) -> int:
    """A number below a hundred in Chinese.

    >>> [numeral(n) for n in ("四", "十", "十四", "二十", "三十五")]
    [4, 10, 14, 20, 35]
    """
    tens, ten, ones = text.partition("十")
    return (DIGITS.get(tens, 1) * 10 if ten else DIGITS.get(tens, 0)) + (DIGITS.get(ones, 0) if ten else 0)


def of_recensions(note: Note) -> Iterator[Report]:
    """今文 and 古文: what stands from the name to the end of the claim, and what 又曰 or 或為 adds to it."""
    found = list(names()[0].finditer(note.norm))
    for k, name in enumerate(found):
        if note.norm.startswith("”", name.end()):
            continue  # a lemma that only names it
        limit = found[k + 1].start() if k + 1 < len(found) else len(note.norm)
        stop = CLAIM_END.search(note.norm, name.end(), limit)
        begin, source = name.end(), source_of(name.group())
        word = ""
        for piece in AGAIN.split(note.norm[begin:stop.start() if stop else limit]):
            first, lead = (name.start(), 0) if begin == name.end() else (begin, piece[:1] in "又或")
            for report in _claim(note, first, begin + lead, begin + len(piece), source):
                word = report.reading or word
                yield report._replace(reading=word)
            begin += len(piece)


def _claim(note: Note, start: int, begin: int, end: int, source: str) -> Iterator[Report]:
    """What one recension is said to have, from `begin` to `end` of the note."""
    for pattern, kind in patterns("recension"):
        m = pattern.match(note.norm, begin, end)
        if m is None:
            continue
        if kind == "無":
            yield from _lacking(note, start, m, source)
        else:
            yield _reading_as(note, start, m, source, kind)
        return


def _lacking(note: Note, start: int, m: re.Match[str], source: str) -> Iterator[Report]:
    """今文無X, where the words lacked are as many as the base text has; then perhaps 「及Y皆為Z」."""
    at, last = m.span("x")
    second = SECOND.match(note.norm, at, last)
    end = second.end("first") if second else at
    if not second and last - at <= 6 and all(c in note.host.letters for c in note.norm[at:last]):
        end = last
    while not second and end < last and note.norm[end] not in MARKS and note.norm[at:end + 1] in note.host.letters:
        end += 1
    if end == at:
        end = min(last, at + 4)
    yield Report(start, end, source, "無", note.slice(at, end), NOTHING)
    if second:
        x, y = second.span("x"), second.span("y")
        yield Report(x[0], y[1], source, "作", note.slice(*x), note.slice(*y))


def _reading_as(note: Note, start: int, m: re.Match[str], source: str, kind: str) -> Report:
    """今文X作Y: Y is as long as X, give or take one, or runs to the end of the claim."""
    x, (at, end) = note.norm[m.start("x"):m.end("x")].strip(MARKS), m.span("y")
    words = note.norm[at:end].rstrip(MARKS)
    if x and len(words) > len(x) + 1:
        words = words[:len(x)]
    other = note.slice(at, at + len(words))
    if kind == "有":
        return Report(start, at + len(words), source, kind, NOTHING, other)
    reading = note.slice(*m.span("x")) if x else _spoken_of(note, m.start(), start, words)
    return Report(start, at + len(words), source, kind, reading, other)


def _spoken_of(note: Note, begin: int, start: int, words: str) -> str:
    """What is meant where no word is named: the word that the note just explained, or the like stretch of the base."""
    if len(words) > 1:
        return note.host.nearest(letters(words))
    word = note.norm[start - 1:start].strip(MARKS)
    return note.written[start - 1] if word and word in note.host.letters else note.host.nearest(words)


def of_books(note: Note) -> Iterator[Report]:
    """周禮作序: another canon writes the word under discussion otherwise."""
    for m in names()[1].finditer(note.norm):
        yield Report(m.start(), m.end(), m.group(1), "作", _last_word(note, m.start()), note.slice(*m.span(2)))


def _last_word(note: Note, before: int) -> str:
    """The last letter of the note that the base text has too: the word under discussion."""
    particles = {e.form for e in load_vocabulary("gloss_patterns") if e.kind == "function"}
    for at in range(before - 1, -1, -1):
        if note.norm[at] in note.host.letters and note.norm[at] not in particles and note.norm[at] not in MARKS:
            return note.written[at]
    return ""


def _person(form: str) -> str:
    return next(e.lemma for e in load_vocabulary("speakers") if e.form == form)


def emendations(note: Note, speaker: str) -> Iterator[Report]:
    """A scholar proposes another reading (三當作二) or holds words to be superfluous (決字當為衍文)."""
    named = list(names()[2].finditer(note.norm))
    for pattern, kind in patterns("emendation"):
        for m in pattern.finditer(note.norm):
            person = next((p for p in reversed(named) if p.end() <= m.start() and m.start() - p.end() < 20), None)
            left = person.end() if person else max((note.norm.rfind(c, 0, m.start()) for c in "也，。"), default=-1) + 1
            report = _emended(note, m, kind, left, bool(person))
            if report and person:
                yield report._replace(source=_person(person.group(1)), start=person.start())
            elif report:
                yield report._replace(source=speaker)


def _emended(note: Note, m: re.Match[str], kind: str, left: int, proposed: bool) -> Report | None:
    """The words before (or inside) a verdict, if this witness has them; else those under discussion."""
    start, end = _called_in_question(note, m, left)
    reading = note.slice(start, end) if note.norm[start:end] in note.host.letters else ""
    if "y" not in m.re.groupindex:
        return Report(start, m.end(), "", kind, reading, NOTHING) if reading else None
    if kind == "衍":  # 「經賓上有于字者誤」: the copy that the scholar sees has more than this witness
        other, context = note.slice(*m.span("y")), letters(note.norm[start:end])
        return Report(start, m.end(), "", kind, NOTHING, other, context=context) if reading else None
    if not reading and "從" in m.group():
        return Report(m.start(), m.end(), "", kind, _last_word(note, m.start()), note.slice(*m.span("y")))
    last = m.start("y") + len(reading)
    if not reading or not (proposed or VERDICT_END.match(note.norm, last)):
        return None
    return Report(start, last, "", kind, reading, note.slice(m.start("y"), last))


def _called_in_question(note: Note, m: re.Match[str], left: int) -> tuple[int, int]:
    """Where the words stand on which a verdict is given: in it, counted before it, or as many as this witness has."""
    for name in ("x", "context"):
        if name in m.re.groupindex:
            return m.span(name)
    start = end = m.start()
    if m.groupdict().get("n"):
        return max(0, end - numeral(m.group("n"))), end
    while start > max(left, end - 6) and note.norm[start - 1:end] in note.host.letters:
        start -= 1
    return start, end
