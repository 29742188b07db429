"""One note as a commentator wrote it: its letters, where statements begin and end, and the base text that it is on.

A note without punctuation runs on: 「挩拭也啐嘗也」. Where a definition begins is told by the base
text just before the note, whose words are its headwords; where it ends by 也, by a word that opens
a new statement, or by the next headword.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from .lexicon import Matcher, alternation, load_vocabulary

MARKS = frozenset("，。、；：？！“”‘’《》（）〈〉【】「」『』· 　\n")
STOPS = frozenset("。；：？！\n")
LONGEST_WORD, LONGEST_GLOSS = 10, 24
CALLED = re.compile("謂之|曰")

Span = tuple[int, int]


class Item(NamedTuple):
    """A definition: spans of letters of the note; `first` to `last` is the whole phrase without 也."""

    first: int
    last: int
    head: Span
    gloss: Span
    pattern: str
    score: float


@lru_cache(maxsize=None)
def forms(kind: str) -> frozenset[str]:
    """Words of one class of `gloss_patterns.csv`."""
    return frozenset(e.form for e in load_vocabulary("gloss_patterns") if e.kind == kind)


@lru_cache(maxsize=None)
def any_of(kind: str) -> re.Pattern[str]:
    """Pattern of the forms of one class, which may be patterns themselves."""
    return re.compile("|".join(sorted(forms(kind), key=lambda form: (-len(form), form))))


@lru_cache(maxsize=None)
def titles() -> re.Pattern[str]:
    """Where a book begins to be quoted: 周禮, 大射曰, 詩云."""
    works = load_vocabulary("works")
    books = alternation(e.form for e in works if e.kind == "book")
    named = alternation(e.form for e in works if e.kind in ("chapter", "short", "part"))
    return re.compile(f"如?(?:{books})|(?:{named})(?:曰|云)")


@lru_cache(maxsize=None)
def vocabulary(name: str) -> frozenset[str]:
    """Forms of one vocabulary."""
    return frozenset(e.form for e in load_vocabulary(name))


@lru_cache(maxsize=None)
def _known_words() -> Matcher:
    """Words that are not to be cut: roles, places, things, offices, titles of songs."""
    words: dict[str, object] = {}
    for name in ("actors", "places", "objects", "titles"):
        words |= {form: name for form in vocabulary(name) if len(form) > 1}
    words |= {e.form: "works" for e in load_vocabulary("works") if e.kind == "office"}
    return Matcher(words)


class Letters:
    """A note without its punctuation.

    Parameters
    ----------
    norm : str
        Folded text of the note.
    base : str
        Folded base text that it is on; its words are the headwords. Empty where it is lost: then
        the whole chapter stands for it, and more is asked of a definition.
    corpus : str
        Folded base text of the whole chapter, which tells what runs on as one phrase.
    """

    def __init__(self, norm: str, base: str, corpus: str) -> None:
        self.lost = not base
        self.at = [k for k, c in enumerate(norm) if c not in MARKS]
        self.text = "".join(norm[k] for k in self.at)
        self.size = len(self.text)
        self.corpus = corpus
        self.base = " ".join([base or corpus, *re.findall(r"(?:謂之|曰)(.)(?=\1)", self.text)])
        self.commas: set[int] = set()
        self.breaks: set[int] = {0, self.size}
        for k in range(1, self.size):
            between = norm[self.at[k - 1] + 1:self.at[k]].strip("《》“”‘’")
            if between:
                (self.breaks if STOPS & set(between) else self.commas).add(k)
        self.punctuated = bool(self.commas or len(self.breaks) > 2 or norm.endswith("。"))

    @cached_property
    def strong(self) -> frozenset[int]:
        """Where a statement surely begins: at the start, after a full stop, 也, 矣, 而已."""
        after = {k + 1 for k, c in enumerate(self.text) if c in forms("closer")}
        return frozenset(self.breaks | after | {m.end() for m in re.finditer("而已", self.text)})

    @cached_property
    def weak(self) -> frozenset[int]:
        """Where a statement may begin: at 蓋, 是以, 今文 …, and where a book begins to be quoted."""
        found = {m.start() for m in any_of("boundary").finditer(self.text)}
        found |= {m.start() for m in titles().finditer(self.text)}
        return frozenset(found | {m.end() for m in any_of("nominal").finditer(self.text)})

    @cached_property
    def called(self) -> frozenset[int]:
        """Where a definition of the form Y曰X or X猶Y may begin, so that one before it may end there."""
        found: set[int] = set()
        for m in CALLED.finditer(self.text):
            found.update(range(max(0, m.start() - 6), m.start()))
        return frozenset(found | {m.start() - 1 for m in re.finditer("猶", self.text)})

    @cached_property
    def known(self) -> dict[int, int]:
        """Starts and ends of known words by longest match."""
        return {start: end for start, end, _ in _known_words().scan(self.text)}

    def closes(self, end: int) -> float:
        """How surely a statement ends before this letter: 1 by 也, the end or a full stop; less by a new opening."""
        if end in self.strong or self.text[end] in forms("closer"):
            return 1.0
        return 0.7 if end in self.weak else 0.0

    def opens(self, start: int) -> bool:
        """Whether a statement can begin here."""
        return start in self.strong or start in self.weak

    @cached_property
    def reported(self) -> frozenset[int]:
        """Letters of reports of other readings (今文, 古文), in which nothing is defined."""
        return frozenset(k for m in re.finditer("[今古]文[^也]*", self.text) for k in range(m.start(), m.end()))

    def cuts_word(self, at: int) -> bool:
        """Whether a cut here would split a known word."""
        return any(start < at < self.known.get(start, 0) for start in range(max(0, at - 4), at))

    def opening(self, before: int) -> int:
        """Where the statement that holds the letter before this one begins."""
        return max((k for k in self.strong if k < before), default=0)

    def has(self, word: str) -> bool:
        """Whether the base text of this note has the word."""
        return word in self.base

    def runs_on(self, at: int) -> bool:
        """Whether the letters on both sides of a cut are a phrase of the base text, or a known word is cut."""
        if not 0 < at < self.size:
            return False
        if self.cuts_word(at):
            return True
        return self.text[at - 1] != self.text[at] and self.text[at - 1:self.known.get(at, at + 1)] in self.corpus

    def words(self, start: int) -> list[int]:
        """Ends of the words of the base text that begin at a letter, longest first."""
        out = []
        for end in range(start + 1, min(self.size, start + LONGEST_WORD) + 1):
            if self.text[start:end] not in self.base:
                break
            if self.text[end - 1] not in forms("function") or end == start + 1:
                out.append(end)
        return out[::-1]

    def ends(self, start: int) -> Iterator[tuple[int, float]]:
        """Where an explanation that begins here may end, with how surely: up to the first full close.

        Before that a nominal 者 may end it, or the next headword of the base text.
        """
        for end in range(start + 1, min(self.size, start + LONGEST_GLOSS) + 1):
            sure = self.closes(end)
            if sure:
                yield end, sure
            elif self.nominal(end):
                yield end, 0.7
            elif end not in self.commas and (self.text[end] in self.base or end in self.called) and not self.runs_on(end):
                yield end, 0.0
            elif end in self.commas and self.text[end] in "其以":
                yield end, 0.3
            if sure == 1.0:
                return

    def nominal(self, end: int) -> bool:
        """Whether a nominal 者 ends here that is no part of a role's name (獲者, 執爵者) and has nothing added."""
        if self.text[end - 1] != "者" or self.text[end:end + 1] in tuple("及而之也與謂"):
            return False
        return not any(self.text[end - size:end] in vocabulary("actors") for size in (2, 3, 4))
