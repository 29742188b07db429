"""What commentators say of the stages of a rite: where one ends, where one begins, what it treats of.

蔡德晉 heads a stage with 右… after it; 賈公彥 opens one with 自此盡「…」論…. Such statements are the
commentators' own division of the text, on which the stage table rests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .lexicon import load_vocabulary, once
from .model import Segment, Statement, own_offsets


@once
def _patterns() -> tuple[tuple[re.Pattern[str], str, str], ...]:
    """Patterns with the name of the form and the text that it speaks of."""
    return tuple((re.compile(e.form), e.lemma, e.kind) for e in load_vocabulary("statement_patterns"))


def find_statements(segments: Sequence[Segment]) -> list[Statement]:
    """Statements about stages in headings, notes and sub-commentary that a person speaks.

    Parameters
    ----------
    segments : sequence of Segment
        Segments of a chapter, in order.

    Returns
    -------
    list of Statement
        In the order of the segments; no two overlap.

    Source: 禮經本義 卷四, 蔡德晉 on 獲者執其薦使人執俎從之.

    >>> note = "辟謂離於故處也 此以上獻獲者也"
    >>> [(s.pattern, s.scope, s.topic, s.start) for s in find_statements([Segment(
    ...     "b-s1", "b", "commentary", "蔡德晉", "", 0, len(note), note, "", note, "")])]
    [('此以上…', 'above', '獻獲者', 8)]
    """
    out: list[Statement] = []
    counts: Counter[str] = Counter()
    for segment in segments:
        if not segment.speaker or segment.layer in ("translation", "collation"):
            continue
        offsets = own_offsets(segment.start, segment.end, segment.skip)
        for m, pattern, scope in _found(segment):
            counts[segment.witness_id] += 1
            topic, upto = (_written(segment, offsets, m, name) for name in ("topic", "upto"))
            out.append(Statement(f"{segment.witness_id}-h{counts[segment.witness_id]:04d}", segment.segment_id,
                                 segment.speaker, pattern, scope, topic, upto,
                                 offsets[m.start()], offsets[m.end() - 1] + 1))
    return out


def _found(segment: Segment) -> list[tuple[re.Match[str], str, str]]:
    """Statements of one segment, in order; of two that overlap the one whose pattern stands first."""
    out: list[tuple[re.Match[str], str, str]] = []
    for pattern, name, scope in _patterns():
        if name == "右…" and segment.layer != "heading":
            continue
        for m in pattern.finditer(segment.norm):
            if all(m.end() <= other.start() or m.start() >= other.end() for other, _, _ in out):
                out.append((m, name, scope))
    return sorted(out, key=lambda found: found[0].start())


def _written(segment: Segment, offsets: list[int], m: re.Match[str], name: str) -> str:
    """The words of a group as the witness writes them; empty where the form has no such group."""
    if name not in m.re.groupindex or not m.group(name):
        return ""
    return "".join(segment.text[offsets[k] - segment.start] for k in range(*m.span(name)))
