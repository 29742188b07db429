"""When two readings count as one: comparison of names, words and spans with the gold."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache

from ..lexicon import load_vocabulary

MARKS = frozenset("，。、；：？！“”‘’《》（）〈〉【】[]·　 \n")
Span = tuple[int, int]


@lru_cache(maxsize=None)
def _tools():  # type: ignore[no-untyped-def]
    from opencc import OpenCC  # here, since only the evaluation compares across scripts

    table = {ord(entry.form): entry.lemma for entry in load_vocabulary("same_graphs")}
    return OpenCC("t2s"), table


@lru_cache(maxsize=65536)
def key(text: str) -> str:
    """Form by which readings are compared: simplified, with variant graphs made one.

    Gold and witnesses are written in both scripts, and converters disagree on some graphs, so both
    sides are brought to the same form; neither is ever stored in it.

    >>> key("衆賓辯") == key("众宾遍")
    True
    """
    converter, table = _tools()
    converted: str = converter.convert(text.translate(table))
    return converted.translate(table)


def bare(text: str) -> str:
    """Comparable form without marks and white space.

    >>> bare("薦，進。")
    '荐进'
    """
    return "".join(c for c in key(text) if c not in MARKS)


def names(text: str) -> frozenset[str]:
    """Comparable names that a cell joins by + (or 、).

    >>> names("賓+主人") == names("主人、賓")
    True
    """
    return frozenset(key(name) for name in text.replace("、", "+").split("+") if name)


def accepted_names(first: str, others: str) -> tuple[frozenset[str], ...]:
    """The sets of names that the gold accepts: its own and its alternatives, joined by |."""
    return (names(first), *(names(other) for other in others.split("|") if other))


def overlap(a: Span, b: Span) -> float:
    """Shared part of two spans: intersection over union.

    >>> overlap((0, 4), (2, 6))
    0.3333333333333333
    """
    shared = min(a[1], b[1]) - max(a[0], b[0])
    return shared / (max(a[1], b[1]) - min(a[0], b[0])) if shared > 0 else 0.0


def touches(a: Span, b: Span) -> bool:
    """Whether two spans share a character."""
    return min(a[1], b[1]) > max(a[0], b[0])


class Spans:
    """Spans with what they carry, found by the characters they share with another span.

    >>> Spans([(0, 3, "a"), (2, 9, "b"), (9, 12, "c")]).meeting(2, 4)
    [(0, 3, 'a'), (2, 9, 'b')]
    """

    def __init__(self, spans: Iterable[tuple[int, int, str]]) -> None:
        self.spans = sorted(spans)
        self.starts = [start for start, _, _ in self.spans]
        self.longest = max((end - start for start, end, _ in self.spans), default=0)

    def meeting(self, start: int, end: int) -> list[tuple[int, int, str]]:
        """Those that share a character with start to end."""
        lo, hi = bisect_left(self.starts, start - self.longest), bisect_left(self.starts, end)
        return [span for span in self.spans[lo:hi] if span[1] > start]


def near(want: str, got: str) -> bool:
    """Whether two quoted phrases are the same but for a final 也 or a little more or less.

    >>> near("出次揖也", "出次揖"), near("出次揖", "揖")
    (True, False)
    """
    if want == got:
        return True
    short, long = sorted((want.rstrip("也"), got.rstrip("也")), key=len)
    return bool(short) and short in long and len(short) >= 0.6 * len(long)
