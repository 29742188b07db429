"""One note as a commentator wrote it: its letters, where statements begin and end, and the base text that it is on.

A note without punctuation runs on: 「挩拭也啐嘗也」. Where a definition begins is told by the base
text just before the note, whose words are its headwords; where it ends by 也, by a word that opens
a new statement, or by the next headword.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from .words import any_of, forms, known_words, titles, vocabulary

MARKS = frozenset("，。、；：？！“”‘’《》（）〈〉【】「」『』· 　\n")
ANY_MARKS = re.compile(f"[{''.join(sorted(MARKS))}]+")
MARKS_BUT_SPACE = re.compile(f"[{''.join(sorted(MARKS - {' '}))}]+")
STOPS = frozenset("。；：？！\n")
LONGEST_WORD, LONGEST_GLOSS = 10, 24
GIVEN = re.compile(r"(?:謂之|曰|為)(.{1,3}?)(?=\1)")
TAKEN = re.compile(r"(.{2,3})也(?=\1)")
CALLED = re.compile("謂之|曰")
DONE = re.compile("而已")
LIKE = re.compile("猶")
DOUBLED = re.compile(r"(.)(?=\1)", re.DOTALL)
REPORT = re.compile("[今古]文[^也]*")

Span = tuple[int, int]


class Item(NamedTuple):
    """A definition: spans of letters of the note; `first` to `last` is the whole phrase without 也."""

    first: int
    last: int
    head: Span
    gloss: Span
    pattern: str
    score: float


class Candidate(NamedTuple):
    """A possible definition: `place` says where it may begin (open, chain, any), `closed` whether its end is sure."""

    item: Item
    place: str
    closed: bool


class BaseText:
    """The base text of a chapter, to ask whether letters are one phrase of it.

    They are if they stand in one clause, or if two letters stand together twice, even across a cut (降立).
    """

    def __init__(self, clauses: Sequence[str], segments: Sequence[str]) -> None:
        self.clauses = MARKS_BUT_SPACE.sub("", " ".join(clauses or segments))
        self.text = MARKS_BUT_SPACE.sub("", " ".join(segments))
        self.inner = set(map(str.__add__, self.clauses, self.clauses[1:]))
        counts = Counter(map(str.__add__, self.text, self.text[1:]))
        self.pairs = self.inner | {pair for pair, count in counts.items() if count > 1}

    def joins(self, phrase: str) -> bool:
        """Whether the letters are one phrase of the base text."""
        if len(phrase) == 2:
            return phrase in self.pairs
        return phrase[:2] in self.inner and phrase in self.clauses


class Letters:
    """A note without its punctuation.

    Parameters
    ----------
    norm : str
        Folded text of the note.
    base : str
        Folded base text that it is on; its words are the headwords. Empty where it is lost: then
        the whole chapter stands for it, and more is asked of a definition.
    chapter : BaseText
        The base text of the whole chapter, which tells what runs on as one phrase.
    """

    def __init__(self, norm: str, base: str, chapter: BaseText) -> None:
        self.lost = not base
        self.text = ANY_MARKS.sub("", norm)
        self.size = len(self.text)
        self.at: Sequence[int] = range(self.size)
        self.chapter = chapter
        self._words: dict[int, list[int]] = {}
        self.base = " ".join([base or chapter.clauses, *GIVEN.findall(self.text), *TAKEN.findall(self.text)])
        self.commas: set[int] = set()
        self.breaks: set[int] = {0, self.size}
        if self.size < len(norm):
            self._punctuate(norm)
        self.punctuated = bool(self.commas) or "。" in norm

    def _punctuate(self, norm: str) -> None:
        """Where each letter stands in the note, and the marks before it."""
        at = self.at = [k for k, c in enumerate(norm) if c not in MARKS]
        for k in range(1, self.size):
            if at[k] - at[k - 1] > 1 and (between := norm[at[k - 1] + 1:at[k]].strip("《》“”‘’")):
                (self.breaks if STOPS & set(between) or not between.strip() else self.commas).add(k)

    @cached_property
    def strong(self) -> frozenset[int]:
        """Where a statement surely begins: at the start, after a full stop, 也, 矣, 而已."""
        closers = forms("closer")
        after = {k for k, c in enumerate(self.text, 1) if c in closers}
        return frozenset(self.breaks | after | {m.end() for m in DONE.finditer(self.text)})

    @cached_property
    def weak(self) -> frozenset[int]:
        """Where a statement may begin: at 蓋, 是以, 今文 …, and where a book begins to be quoted."""
        found = {m.start() for m in any_of("boundary").finditer(self.text)}
        found |= {m.start() for m in titles().finditer(self.text)}
        nominal = {m.end() for m in any_of("nominal").finditer(self.text)}
        return frozenset(found | {k for k in nominal if k in found or self.text[k:k + 1] in self.base})

    @cached_property
    def borders(self) -> frozenset[int]:
        """Where a statement can begin."""
        return self.strong | self.weak

    @cached_property
    def called(self) -> frozenset[int]:
        """Where a definition of the form Y曰X or X猶Y may begin, so that one before it may end there."""
        found: set[int] = set()
        for m in CALLED.finditer(self.text):
            found.update(range(max(0, m.start() - 6), m.start()))
        return frozenset(found | {m.start() - 1 for m in LIKE.finditer(self.text)})

    @cached_property
    def pairs(self) -> list[str]:
        """Each letter with the one after it."""
        return list(map(str.__add__, self.text, self.text[1:]))

    @cached_property
    def joined(self) -> list[bool]:
        """Whether the base text of the chapter joins each letter with the one before it."""
        return [False, *map(self.chapter.pairs.__contains__, self.pairs), False]

    @cached_property
    def known(self) -> dict[int, int]:
        """Starts and ends of known words by longest match."""
        out, past = {}, 0
        for at, found in enumerate(map(known_words().get, self.pairs)):
            if found and at >= past and (word := next((w for w in found if self.text.startswith(w, at)), "")):
                out[at] = past = at + len(word)
        return out

    @cached_property
    def split(self) -> frozenset[int]:
        """Where a cut would split a known word."""
        return frozenset(k for start, end in self.known.items() for k in range(start + 1, end))

    @cached_property
    def in_base(self) -> list[bool]:
        """Whether the base text has each letter."""
        return list(map(set(self.base).__contains__, self.text))

    @cached_property
    def sure(self) -> list[float]:
        """How surely a statement ends before each letter: 1 by 也, the end or a full stop; less by a new opening."""
        closers, strong, weak = forms("closer"), self.strong, self.weak
        return [1.0 if char in closers or k in strong else 0.7 if k in weak else 0.0
                for k, char in enumerate(self.text)] + [1.0]

    @cached_property
    def stops(self) -> list[int]:
        """The next sure beginning of a statement after each letter."""
        out, following = [self.size] * (self.size + 1), self.size
        for k in sorted(self.strong - {self.size}, reverse=True):
            out[k:following] = [following] * (following - k)
            following = k
        return out

    @cached_property
    def openings(self) -> list[int]:
        """Where the statement begins that holds the letter before each letter."""
        out, borders = [0], sorted({*self.strong, self.size})
        for k, following in zip(borders, borders[1:], strict=False):
            out += [k] * (following - k)
        return out

    def closes(self, end: int) -> float:
        """How surely a statement ends before this letter."""
        return self.sure[end]

    def past(self, end: int) -> int:
        """The letter after an end, its 也 included."""
        return end + 1 if self.text.startswith("也", end) else end

    def opens(self, start: int) -> bool:
        """Whether a statement can begin here."""
        return start in self.borders

    def after_mark(self, at: int) -> bool:
        """Whether a mark of punctuation stands before this letter."""
        return at in self.breaks or at in self.commas

    @cached_property
    def reported(self) -> frozenset[int]:
        """Letters of reports of other readings (今文, 古文), in which nothing is defined."""
        return frozenset(k for m in REPORT.finditer(self.text) for k in range(m.start(), m.end()))

    def cuts_word(self, at: int) -> bool:
        """Whether a cut here would split a known word."""
        return at in self.split

    def opening(self, before: int) -> int:
        """Where the statement that holds the letter before this one begins."""
        return self.openings[before]

    def has(self, word: str) -> bool:
        """Whether the base text of this note has the word."""
        return word in self.base

    def runs_on(self, at: int) -> bool:
        """Whether the letters on both sides of a cut are a phrase of the base text, or a known word is cut.

        Not after a doubled letter, and not before a denial, which may follow anything.
        """
        if at in self.split:
            return True
        text = self.text
        if not self.joined[at] or text[at - 1] == text[at] or text[at] in forms("negator"):
            return False
        return at not in self.known or self.chapter.joins(text[at - 1:self.known[at]])

    def echoes(self, start: int) -> bool:
        """Whether a word that begins here may be taken up at once or is doubled: then it can be a headword anywhere."""
        text, past = self.text, start + LONGEST_WORD
        if start and (text[start - 1] == "凡" or text[start - 1] in text[start:start + 4]):
            return True
        if text.find(text[start], start + 1, past + 1) > 0:
            return True
        return bool(self.doubled) and any(start < k < past for k in self.doubled)

    @cached_property
    def doubled(self) -> list[int]:
        """Where a letter stands twice."""
        return [m.start() for m in DOUBLED.finditer(self.text)]

    def words(self, start: int) -> list[int]:
        """Ends of the words of the base text that begin at a letter, longest first."""
        out = self._words.get(start)
        if out is None:
            out, particles = [], forms("function")
            for end in range(start + 1, min(self.size, start + LONGEST_WORD) + 1):
                if self.text[start:end] not in self.base:
                    break
                if self.text[end - 1] not in particles or end == start + 1:
                    out.insert(0, end)
            self._words[start] = out
        return out

    def ends(self, start: int) -> list[tuple[int, float]]:
        """Where an explanation that begins here may end, with how surely: up to the first full close.

        Before that a nominal 者 may end it, or the next headword of the base text.
        """
        out = []
        full, inner = self.sure, self.inner
        for end in range(start + 1, min(self.size, start + LONGEST_GLOSS) + 1):
            sure = full[end] or inner[end]
            if sure >= 0.0:
                out.append((end, sure))
                if sure == 1.0:
                    break
        return out

    @cached_property
    def inner(self) -> list[float]:
        """How surely an explanation ends before each letter where no statement closes; -1 where it cannot."""
        text, in_base, called, commas = self.text, self.in_base, self.called, self.commas
        out = [-1.0] * (self.size + 1)
        for end in range(1, self.size):
            if text[end - 1] == "者" and self.nominal(end):
                out[end] = 0.7
            elif end in commas:
                out[end] = 0.3 if text[end] in "其以" else -1.0
            elif (in_base[end] or end in called) and not self.runs_on(end):
                out[end] = 0.0
        return out

    def nominal(self, end: int) -> bool:
        """Whether a nominal 者 ends here that is no part of a role's name (獲者, 執爵者) and has nothing added."""
        if self.text[end - 1] != "者" or self.text[end - 2] == "之" or self.text[end:end + 1] in tuple("及而之也與謂"):
            return False
        if end < self.size and end not in self.weak and (
                self.stops[end] - end < 5 or self.has(self.text[end - 3:end - 1])):
            return False  # 酌君尊者尊賓也, 不屬者…: a topic, of which the rest is said
        return not any(self.text[end - size:end] in vocabulary("actors") for size in (2, 3, 4))
