"""Lemma lines: the words with which a 疏 says what it is about to explain.

"司正"至"於賓" names base text by its first and last words, 注"請坐"至"倦焉" a note. Words may have lost
graphs on either side (無爵 for 無算爵); variant graphs are folded before. Everything here works on
folded text without punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from .model import Clause, Segment, own_offsets

_QUOTED = "[“「『]([^”」』]+)[”」』]"
_LEMMA = re.compile(rf"\s*(注)?\w?{_QUOTED}(?:至{_QUOTED})?\s*(?:[。○]|$)\s*")
_UNQUOTED = re.compile(r"(注)?([^\W至]{1,8})至([^\W至]{1,8})[。○]?$|(注)(\w{2,12})[。○]?$")
_CITED = re.compile(rf"(經)?云{_QUOTED}")


class Lemma(NamedTuple):
    """A lemma in a segment: its span in `norm`, whether it is of a note, first and last words."""

    start: int
    end: int
    of_note: bool
    first: str
    last: str


def read_lemmata(norm: str) -> list[Lemma]:
    """Lemmata at the beginning of a 疏, before it begins to explain.

    >>> [(lemma.of_note, lemma.first, lemma.last) for lemma in read_lemmata("“司正”至“於賓”。")]
    [(False, '司正', '於賓')]
    >>> [(lemma.of_note, lemma.first, lemma.last) for lemma in read_lemmata("注“從降亦爲將燕”。")]
    [(True, '從降亦爲將燕', '從降亦爲將燕')]
    """
    out, at = [], 0
    while match := _LEMMA.match(norm, at):
        first, last = match[2], match[3] or match[2]
        if match[3] is None and "至" in first[1:-1]:
            first, _, last = first.partition("至")
        out.append(Lemma(at, match.end(), bool(match[1]), bare(first), bare(last)))
        at = match.end()
        if at == len(norm):
            break
    plain = None if out else _UNQUOTED.match(norm)
    if plain:
        first, last = plain[2] or plain[5], plain[3] or plain[5]
        out.append(Lemma(0, len(norm), bool(plain[1] or plain[4]), first, last))
    return out


def cited_words(norm: str) -> list[tuple[int, int, str, bool]]:
    """Words that a 疏 quotes with 云, each with its span in `norm`, and whether it says that they are base text (經云).

    >>> cited_words("云“則唯賓”也")
    [(2, 5, '則唯賓', False)]
    """
    return [(*match.span(2), bare(match[2]), bool(match[1])) for match in _CITED.finditer(norm)]


def bare(text: str) -> str:
    """The text without punctuation and space.

    >>> bare("說屨，乃升。")
    '說屨乃升'
    """
    return "".join(filter(str.isalnum, text))


def find_words(text: str, words: str, *, latest: bool = False) -> tuple[int, int] | None:
    """Where words stand in a text, one lost graph on either side allowed if they are three or more.

    >>> find_words("主人坐無算爵使二人", "無爵")
    (3, 6)
    """
    if not words:
        return None
    at = text.rfind(words) if latest else text.find(words)
    if at >= 0:
        return at, at + len(words)
    spread = list(_spread(text, words))
    if spread:
        return spread[-1 if latest else 0]
    for k in range(len(words)) if len(words) > 2 else ():
        short = words[:k] + words[k + 1:]
        at = text.rfind(short) if latest else text.find(short)
        if at >= 0:
            return at, at + len(short)
    return None


def _spread(text: str, words: str) -> Iterator[tuple[int, int]]:
    """Where words stand with one graph more after any of them.

    >>> list(_spread("主人坐無算爵使二人", "坐無爵"))
    [(2, 6)]
    """
    at = text.find(words[0])
    while at >= 0:
        end = _spread_end(text, words, at)
        if end:
            yield at, end
        at = text.find(words[0], end or at + 1)


def _spread_end(text: str, words: str, at: int) -> int:
    if text[at:at + 1] != words[0]:
        return 0
    rest = words[1:]
    return (_spread_end(text, rest, at + 2) or _spread_end(text, rest, at + 1)) if rest else at + 1


class Passage:
    """Clauses in reading order with their words, without punctuation, and whose each graph is."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self.clauses = list(clauses)
        words = [bare(clause.norm) for clause in clauses]
        self.text = "".join(words)
        self.owner = [k for k, word in enumerate(words) for _ in word]
        self.edges = list(accumulate(map(len, words), initial=0))

    def span(self, first: str, last: str) -> tuple[int, int, float] | None:
        """Numbers of the clauses from first words to last words, and how sure that is.

        First words open a clause and last ones close one, if they do so anywhere (「舉觶」至「薦右」 begins with
        舉觶者皆洗觶, not with 使二人舉觶 before it). Words alone stand in one place.
        """
        one = self._opening(first) or find_words(self.text, first)
        if first == last and one:
            exact = self.text[slice(*one)] == first
            return self.owner[one[0]], self.owner[one[1] - 1], 1.0 if exact else 0.9
        two = self._closing(last) or find_words(self.text, last, latest=True)
        if one and two and one[0] < two[1]:
            exact = self.text[slice(*one)] == first and self.text[slice(*two)] == last
            return self.owner[one[0]], self.owner[two[1] - 1], 1.0 if exact else 0.9
        one, two = find_words(self.text, first), find_words(self.text, last, latest=True)
        if one and two and one[0] < two[1]:
            return self.owner[one[0]], self.owner[two[1] - 1], 0.9
        if one:
            return self.owner[one[0]], len(self.clauses) - 1, 0.6
        if two:
            return 0, self.owner[two[1] - 1], 0.6
        return None

    def _opening(self, words: str) -> tuple[int, int] | None:
        """The first place where words open a clause."""
        return next(((at, at + len(words)) for at in self.edges[:-1] if words and self.text.startswith(words, at)), None)

    def _closing(self, words: str) -> tuple[int, int] | None:
        """The last place where words close a clause."""
        return next(((at - len(words), at) for at in self.edges[:0:-1] if words and self.text.endswith(words, 0, at)), None)


def file_span(segment: Segment, start: int, end: int) -> tuple[int, int]:
    """File offsets of a span of the segment's `norm`."""
    if not segment.skip:
        return segment.start + start, segment.start + end
    own = own_offsets(segment.start, segment.end, segment.skip)
    return own[start], own[end - 1] + 1
