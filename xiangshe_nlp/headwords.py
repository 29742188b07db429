"""Words of the base text that a note takes up, and the clauses which it thereby explains.

A commentator stands his note after a stretch of base text and explains words in it, mostly in
the order in which they occur. He names the word and says what it means (戒猶警也, 榮屋翼也), or
asks why it is there (必進者, 言少東者), or repeats it in what he says. Words that many clauses
share (the names of the participants, the places of the hall, particles) tell no clause from
another. Everything here works on folded text without punctuation in the clauses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .lexicon import alternation, load_vocabulary, once

PUNCTUATION = re.compile(r"[\W_]")
_SENTENCE = re.compile(r"(?<=.)[也者矣](?=[^也者矣])")
_PUNCTUATED_SENTENCE = re.compile(r"[。；“「『]+")
_PAUSE = re.compile(r"[也者矣\W_]|$")
_TOPIC = re.compile("[^也。]{1,4}者")
_DEFINED = re.compile("猶|.(?:也|。|$)")
_LIKE = re.compile("(.)猶")
_CALLED = re.compile("(?:^|[也。])[^也。]{1,4}(?:曰|謂之)(.)")
_SHORT = re.compile(r"[^也者，。]{0,8}[也者]*[。]?$")
_EVERY = re.compile("凡(?:所|言)?(.{1,2}?)者")


class Sign(NamedTuple):
    """A word of the note that stands in clauses of the stretch.

    `kind` is headword, graph (a headword of one graph), every (凡X者), reading (今文X),
    subject (a person with what he does), mention, or once (a graph that the base text has once).
    """

    at: int
    word: str
    clauses: tuple[int, ...]
    kind: str


class Words(NamedTuple):
    """Patterns of `note_words.csv` and of the vocabularies of persons and places."""

    opening: re.Pattern[str]
    mark: re.Pattern[str]
    reading: re.Pattern[str]
    person: re.Pattern[str]
    place: re.Pattern[str]
    adverb: re.Pattern[str]
    goes_on: re.Pattern[str]
    condition: re.Pattern[str]
    same: tuple[tuple[str, str], ...]
    weak: frozenset[str]


@once
def words() -> Words:
    """The patterns, compiled once."""
    entries = load_vocabulary("note_words")
    forms = {kind: [e.form for e in entries if e.kind == kind] for kind in ("opening", "mark", "reading", "weak")}
    particles = [e.form for e in load_vocabulary("particles") if len(e.form) == 1]
    persons = [e.form for e in load_vocabulary("actors") if len(e.form) > 1 or e.kind == "principal"]
    sites = [e.form for e in load_vocabulary("places") if e.kind == "site"]
    return Words(
        re.compile(alternation(forms["opening"])),
        re.compile(alternation(forms["mark"])),
        re.compile(f"(?:{alternation(forms['reading'])})(皆|又)?(?:曰|無)?"),
        re.compile(alternation(persons)),
        re.compile(f"(?:{alternation(sites)})[上下東西前中]*|[東西南北]{{1,2}}面|[東西南北][上方]"),
        re.compile(alternation(e.form for e in entries if e.kind == "adverb")),
        re.compile(f"(?:{'|'.join(e.form for e in entries if e.kind == 'goes_on')})$"),
        re.compile(f"言({alternation(e.form for e in entries if e.kind == 'condition')})者"),
        tuple((e.form, e.lemma) for e in entries if e.kind == "same"),
        frozenset(forms["weak"] + particles),
    )


def _blank(match: re.Match[str]) -> str:
    return "\0" * len(match.group())


class Stretch:
    """Base clauses, without punctuation, that a note may be on; `alone` are graphs that are a clause and stand in no other."""

    def __init__(self, clauses: Sequence[str]) -> None:
        self.clauses = tuple(clauses)
        self.joined = "\n".join(self.clauses)
        self.nameless = words().person.sub(_blank, self.joined)
        self.alone = {clause for clause in self.clauses if len(clause) == 1 and self.joined.count(clause) == 1}

    def where(self, word: str) -> tuple[int, ...]:
        """Numbers of the clauses in which a word stands."""
        return tuple(k for k, clause in enumerate(self.clauses) if word in clause)

    def longest(self, note: str, at: int, *, nameless: bool = False) -> str:
        """Longest word of the note from `at` on that stands in a clause."""
        text, end = self.nameless if nameless else self.joined, at
        while end < len(note) and note[end] not in "\0\n" and note[at:end + 1] in text:
            end += 1
        return note[at:end]


def sentence_starts(note: str) -> list[int]:
    """Where a sentence of a note begins, with and without what opens it (凡言, 必; a person in X…者).

    >>> sentence_starts("必進者方辭洗")
    [0, 1, 3]
    """
    boundary = _PUNCTUATED_SENTENCE if "。" in note else _SENTENCE
    out = []
    for start in [0, *(m.end() for m in boundary.finditer(note))]:
        opening = words().opening.match(note, start)
        person = words().person.match(note, start)
        topic = person and _TOPIC.match(note, person.end())
        ends = [start, opening.end() if opening else start, person.end() if person and topic else start]
        out += [s for s in dict.fromkeys(ends) if s < len(note) and s not in out]
    return out


def graph_headwords(note: str, starts: Sequence[int] | None = None) -> list[int]:
    """Where a headword of one graph stands, told by the form of the definition; `starts` are `sentence_starts`.

    X猶Y, X謂Y, X所以Y, X者; X，Y; X followed by at most three graphs to the end of the sentence
    (榮屋翼也, 卒盡); Y曰X and Y謂之X. A particle is a headword only where one graph defines it
    (以猶與也, 自由也).

    >>> [note[k] for note in ["引手曰厭少進差在前也"] for k in graph_headwords(note)]
    ['引', '厭']
    """
    out, weak = set(), words().weak
    opening = words().opening.match(note)
    first = {0, opening.end() if opening else 0}
    for at in sentence_starts(note) if starts is None else starts:
        rest = note[at + 1:]
        defined = note[at] not in "其之" and _DEFINED.match(rest)
        marked = rest[:1] == "，" or words().mark.match(rest) or len(rest[:4]) - len(_PAUSE.split(rest[:4])[0]) > 0
        if defined or ((marked or at in first or len(rest) <= 3) and note[at] not in weak):
            out.add(at)
    out.update(m.start() for m in _LIKE.finditer(note))
    out.update(m.start(1) for m in _CALLED.finditer(note))
    return sorted(k for k in out if not PUNCTUATION.match(note[k]))


def _identifies(note: str, at: int, word: str, nameless: str, stretch: Stretch) -> bool:
    """Whether a word at the head of a sentence tells its clause from others.

    The name of a person does so only where it is defined and stands in one clause.
    """
    if words().place.fullmatch(word) or (words().person.fullmatch(word) and note[at - 1:at] == "者"):
        return False
    if not words().person.fullmatch(word):
        return not all(g in words().weak or g == "\0" for g in nameless)
    after = note[at + len(word):]
    defined = after[:1] == "，" or words().mark.match(after) or _SHORT.match(after)
    return bool(defined) and len(stretch.where(word)) == 1


def _headword_signs(note: str, nameless: str, stretch: Stretch) -> tuple[list[Sign], list[tuple[int, int]]]:
    """Headwords, and the spans of the note in which nothing else is to be looked for."""
    signs, closed = [], []
    starts = sentence_starts(note)
    for at in starts:
        word = stretch.longest(note, at)
        end = at + len(word)
        if len(word) < 2 or not _identifies(note, at, word, nameless[at:end], stretch):
            continue
        signs.append(Sign(at, word, stretch.where(word), "headword"))
        stop = note.find("也", end) if note[end:end + 1] == "者" else end
        closed.append((at, stop if stop >= 0 else len(note)))
    for at in graph_headwords(note, starts):
        if nameless[at] != "\0" or note[at + 1:at + 2] in ("猶", "者"):
            found = stretch.where(note[at])
            if found:
                signs.append(Sign(at, note[at], found, "graph"))
    return signs, closed


def _statement_signs(note: str, stretch: Stretch) -> list[Sign]:
    """Words in statements on all such words (凡X者) and on readings (今文X作Y)."""
    out = []
    for m in _EVERY.finditer(note):
        out += [Sign(m.start(1), m[1], (k,), "every") for k in stretch.where(m[1])]
    for m in words().condition.finditer(note):
        found = stretch.where(m[1])
        out += [Sign(m.start(1), m[1], (k,), "every") for k in (*found[:1], *([len(stretch.clauses) - 1] if found else ()))]
    for m in words().reading.finditer(note):
        word = stretch.longest(note, m.end())
        if note[m.end() + len(word):][:1] == "皆":
            out += [Sign(m.end(), word, (k,), "reading") for k in stretch.where(word)]
        elif len(word) > 1 or (word and word not in words().weak):
            out.append(Sign(m.end(), word, stretch.where(word), "reading"))
    return out


def _mention_signs(nameless: str, stretch: Stretch, once: frozenset[str], closed: list[tuple[int, int]]) -> list[Sign]:
    """Words that the note repeats, outside the closed spans."""
    out, weak, at = [], words().weak, 0
    shut = bytearray(len(nameless))
    for a, b in closed:
        shut[a:b] = b"\1" * (b - a)
    while at < len(nameless):
        if shut[at] or nameless[at] not in stretch.nameless:
            at += 1
            continue
        word = stretch.longest(nameless, at, nameless=True)
        if len(word) > 1 and not all(g in weak for g in word):
            out.append(Sign(at, word, stretch.where(word), "mention"))
        elif len(word) == 1 and word not in weak and (word in once or word in stretch.alone):
            out.append(Sign(at, word, stretch.where(word), "once"))
        at += max(1, len(word))
    return out


def _subject_signs(note: str, stretch: Stretch) -> list[Sign]:
    """Persons with what they do (主人先升 in the note, 主人升 in the base)."""
    out = []
    plain = words().adverb.sub("", note)
    for m in words().person.finditer(plain):
        word = plain[m.start():m.end() + 1]
        found = stretch.where(word) if len(word) > len(m.group()) and word[-1] not in words().weak else ()
        if len(found) == 1:
            out.append(Sign(m.start(), word, found, "subject"))
    return out


def find_signs(
    note: str, stretch: Stretch, once: frozenset[str] = frozenset(), known: Sequence[Sign] = (),
    reports: Sequence[tuple[int, int]] = (),
) -> list[Sign]:
    """Words of a note that stand in the stretch of base text before it, in the order of the note.

    Parameters
    ----------
    note : str
        Folded text of the note.
    stretch : Stretch
        The base clauses that it may be on.
    once : frozenset of str
        Graphs that stand in one clause of the whole base text.
    known : sequence of Sign
        Words that the note is known to define, and readings that it reports.
    reports : sequence of (int, int)
        Stretches of the note that report readings, in which nothing is defined.

    >>> stretch = Stretch(["設洗於阼階東南", "南北以堂深", "東西當東榮", "水在洗東"])
    >>> [(sign.word, sign.clauses) for sign in find_signs("榮屋翼也", stretch)]
    [('榮', (2,))]
    """
    for graph, same in words().same:
        note = note.replace(graph, same)
    nameless = words().person.sub(_blank, note)
    signs, closed = _headword_signs(note, nameless, stretch)
    if reports:
        signs = [sign for sign in signs if not any(a <= sign.at < b for a, b in reports)]
    signs += [sign for sign in known if not any(sign[:2] == other[:2] for other in signs)]
    signs += _statement_signs(note, stretch)
    signs += _mention_signs(nameless, stretch, once, closed)
    signs += _subject_signs(note, stretch)
    return sorted(signs)


def opening_words(signs: Sequence[Sign]) -> list[Sign]:
    """Headwords that a note defines or asks about, the longest at each place."""
    out: list[Sign] = []
    for sign in sorted((s for s in signs if s.kind in ("headword", "graph")), key=lambda s: (s.at, -len(s.word))):
        if not out or sign.at >= out[-1].at + len(out[-1].word):
            out.append(sign)
    return out
