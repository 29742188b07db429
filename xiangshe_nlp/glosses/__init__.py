"""Definitions that commentators give, as a table: who says what of which word, and in what form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..model import Clause, Gloss, Segment, own_offsets
from .bare import bare
from .definitions import MARKS_BUT_SPACE, BaseText, Candidate, Item, Letters, Span
from .forms import candidates, end_of_aim
from .quoted import Defined, quoted_definitions

SECOND = re.compile(
    r"也猶(?P<like>[^也]{1,3})(?=也)|也(?P<short>[^也])(?=也)|也(?P<such>[^也謂曰]{4,12})是[也已矣]"
    r"|猶(?P<also>[^也]{1,3})(?=也)|謂(?P<means>[^也謂曰]{1,14})(?=也)"
    r"|(?:也(?:以[^也]{1,2}為之)?)?(?P<by>所以[^也]{1,14})"
)
BASE = ("base", "record")
LAYERS = ("commentary", "subcommentary")


def find_glosses(segments: Sequence[Segment], clauses: Sequence[Clause]) -> list[Gloss]:
    """Definitions in notes and sub-commentary.

    Reasons (以…故也, 不敢…也) and examples are no definitions. The headword is looked for in the base
    text on which the note stands.

    Parameters
    ----------
    segments : sequence of Segment
        Segments of a chapter, in order, with the base text that the notes are on.
    clauses : sequence of Clause
        Clauses of the same chapter: what runs on within one of the base text is no place to cut a note.

    Returns
    -------
    list of Gloss
        Headword and explanation as written, without 也; offsets of the whole phrase, 也 included.

    Source: 儀禮集釋 卷五, 鄭注 on 坐挩手執爵遂祭酒興席末坐啐酒.

    >>> base = Segment("j-s1", "j", "base", "", "", 0, 8, "坐挩手坐啐酒興拜", "", "坐挩手坐啐酒興拜", "")
    >>> note = Segment("j-s2", "j", "commentary", "鄭玄", "j-s1", 8, 14, "挩拭也啐嘗也", "", "挩拭也啐嘗也", "")
    >>> [(g.headword, g.gloss, g.pattern) for g in find_glosses([base, note], [])]
    [('挩', '拭', 'X，Y也'), ('啐', '嘗', 'X，Y也')]
    """
    by_id = {segment.segment_id: segment for segment in segments}
    chapter = BaseText(*([piece.norm for piece in pieces if piece.layer in BASE] for pieces in (clauses, segments)))
    out: list[Gloss] = []
    counts: Counter[str] = Counter()
    for segment in segments:
        if not segment.speaker or segment.layer not in LAYERS:
            continue
        if segment.layer == "commentary":
            found = _in_note(Letters(segment.norm, MARKS_BUT_SPACE.sub("", _text_on(segment, by_id)), chapter))
        else:
            found = list(quoted_definitions(segment.norm, _text_on(segment, by_id)))
        offsets = own_offsets(segment.start, segment.end, segment.skip) if found else []
        for one in found:
            counts[segment.witness_id] += 1
            head, gloss = ("".join(segment.text[offsets[k] - segment.start] for k in range(*span)) for span in (one.head, one.gloss))
            out.append(Gloss(f"{segment.witness_id}-g{counts[segment.witness_id]:04d}", segment.segment_id, segment.speaker,
                             head, gloss, one.pattern, offsets[one.whole[0]], offsets[one.whole[1] - 1] + 1))
    return out


def _text_on(segment: Segment, by_id: dict[str, Segment]) -> str:
    """The text that a note is on, up to its base text; empty where that is lost."""
    text = ""
    parent = by_id.get(segment.parent_id)
    while parent is not None:
        text = f"{parent.norm} {text}"
        if parent.layer in BASE:
            break
        parent = by_id.get(parent.parent_id)
    return text


def _in_note(note: Letters) -> list[Defined]:
    """Definitions of a note, as spans of its folded text; the whole phrase has its 也."""
    def span(first: int, last: int) -> Span:
        return note.at[first], note.at[last - 1] + 1

    return [Defined(span(item.first, note.past(item.last)), span(*item.head), span(*item.gloss), item.pattern)
            for item in best_row(note)]


class State(NamedTuple):
    """A row of definitions up to some letter, as its last one and the row before that; negative where there is none."""

    score: float
    last: Item | None = None
    before: State | None = None


def best_row(note: Letters) -> list[Item]:
    """The row of definitions, none overlapping another, for which most speaks.

    `free` holds the best row up to each letter, `chain` the best whose last definition ends just
    there without a close, so that the next must begin at once.
    """
    size = note.size
    free = [State(0.0), *[State(-1.0)] * size]
    chain = [State(-1.0)] * (size + 1)
    found = candidates(note)
    in_base, borders = [*note.in_base, False], note.borders
    for at in range(size + 1):
        if at and free[at - 1].score > free[at].score:
            free[at] = free[at - 1]
        if at in found:
            for candidate in found[at]:
                _extend(note, candidate, free, chain)
        if in_base[at]:
            inside = at not in borders and chain[at].score < 0
            if not inside or note.echoes(at):
                for candidate in bare(note, at, inside=inside):
                    _extend(note, candidate, free, chain)
    row = _items(free[size] if free[size].score >= chain[size].score else chain[size])
    return sorted([*row, *(again for item in row for again in _second(note, item, row))])


def _items(state: State | None) -> list[Item]:
    """The definitions of a row, in order."""
    out = []
    while state is not None and state.last is not None:
        out.append(state.last)
        state = state.before
    return out[::-1]


def _extend(note: Letters, candidate: Candidate, free: list[State], chain: list[State]) -> None:
    """Add a definition to the best row that may stand before it."""
    item, at = candidate.item, candidate.item.first
    before, cost = chain[at], 0.0
    if candidate.place == "any" or (candidate.place == "open" and note.opens(at)):
        before = chain[at] if chain[at].score >= free[at].score else free[at]
    if before.score < 0:
        return
    if before is chain[at] and before.last is not None:
        cost = _chain_cost(note, before.last, candidate)
    state = State(before.score + item.score - cost, item, before)
    for row, reached in ((free, candidate.closed), (chain, True)):
        if reached and state.score > row[note.past(item.last)].score:
            row[note.past(item.last)] = state


def _second(note: Letters, item: Item, row: Sequence[Item]) -> list[Item]:
    """A second predicate of the same headword: 「戒猶警也語也」, 「序次第也猶代也」, 「楅猶幅也所以承笴齊矢者」."""
    m = SECOND.match(note.text, item.last)
    if m is None or any(other.first < m.end() and m.start() < other.last for other in row if other is not item):
        return []
    form = m.lastgroup or ""
    first, last = m.span(form)
    if form == "by" and not (last := end_of_aim(note, first, last)):
        return []
    if form == "short" and (note.has(m.group(form)) or not _word_for_word(item)):
        return []
    pattern = {"like": "X猶Y也", "also": "X猶Y也", "means": "X謂Y", "short": item.pattern}.get(form, "其他")
    start = first - 1 if form in ("like", "also", "means") else first
    return [Item(start, last, item.head, (first, last), pattern, 0.0)]


def _word_for_word(item: Item) -> bool:
    """Whether a definition gives one word for one word."""
    single = item.head[1] - item.head[0] == item.gloss[1] - item.gloss[0] == 1
    return single and item.pattern in ("X猶Y也", "X，Y也")


def _chain_cost(note: Letters, before: Item, candidate: Candidate) -> float:
    """What it costs to let a definition begin where another ends, with no 也 between.

    Nothing where a word is defined that was just given (「謂之拾拾斂也」), where the two headwords stand side
    by side in the base text (「纁赤色襦裡衣」 on 袒纁襦), where both end in 者 (「先生鄉中致仕者賓介處士賢者」),
    and after a pronoun. Too much for a bare one that is not closed by 也 itself.
    """
    item = candidate.item
    last, head = note.text[slice(*before.head)], note.text[slice(*item.head)]
    side_by_side = note.text.endswith(head, 0, item.first) if last == head else note.has(last + head)
    if note.opens(item.first) or side_by_side:
        return 0.0
    if note.text[item.first - 1] == note.text[item.last - 1] == "者":
        return 0.0
    if item.pattern == "X，Y也" and candidate.closed and not note.text.startswith("也", item.last):
        return 9.0
    return 0.0 if note.text[item.first - 1] in "之者已" else 2.5
