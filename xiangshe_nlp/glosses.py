"""Definitions that commentators give, as a table: who says what of which word, and in what form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .definitions import DROP, BaseText, Item, Letters, Span, any_of
from .gloss_forms import Candidate, bare, candidates
from .model import Clause, Gloss, Segment, own_offsets

LAYERS = ("commentary", "subcommentary")
SECOND = re.compile(r"也(?:猶(?P<like>[^也]{1,3})(?=也)|(?P<short>[^也])(?=也)|(?P<such>[^也謂曰]{4,12})是(?:也|已|矣))|猶(?P<also>[^也]{1,3})(?=也)")
LEMMA = re.compile("(?:若|注)?“[^”]*”(?:至“[^”]*”)?。?$")
BASE = ("base", "record")


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
        if segment.layer not in LAYERS or not segment.speaker:
            continue
        if segment.layer == "subcommentary" and (LEMMA.match(segment.norm) or not any_of("marker").search(segment.norm)):
            continue
        note = _letters(segment, by_id, chapter)
        offsets = own_offsets(segment.start, segment.end, segment.skip)
        for item in best_row(note, bare_forms=segment.layer == "commentary"):
            counts[segment.witness_id] += 1
            out.append(_row(item, note, segment, offsets, counts[segment.witness_id]))
    return out


def _letters(segment: Segment, by_id: dict[str, Segment], chapter: BaseText) -> Letters:
    """The note's letters with the text that it is on, which may be lost."""
    base = ""
    parent = by_id.get(segment.parent_id)
    while parent is not None:
        base = f"{parent.norm} {base}"
        if parent.layer in BASE:
            break
        parent = by_id.get(parent.parent_id)
    return Letters(segment.norm, base.translate(DROP), chapter)


def _row(item: Item, note: Letters, segment: Segment, offsets: list[int], number: int) -> Gloss:
    """The row of one definition, with offsets of the file."""
    def written(span: Span) -> str:
        return "".join(segment.text[offsets[k] - segment.start] for k in range(note.at[span[0]], note.at[span[1] - 1] + 1))

    last = item.last + 1 if note.text[item.last:item.last + 1] == "也" else item.last
    return Gloss(f"{segment.witness_id}-g{number:04d}", segment.segment_id, segment.speaker, written(item.head),
                 written(item.gloss), item.pattern, offsets[note.at[item.first]], offsets[note.at[last - 1]] + 1)


State = tuple[float, tuple[Item, ...]]


def best_row(note: Letters, *, bare_forms: bool = True) -> list[Item]:
    """The row of definitions, none overlapping another, for which most speaks.

    `free` holds the best row up to each letter, `chain` the best whose last definition ends just
    there without a close, so that the next must begin at once.
    """
    size = note.size
    free: list[State] = [(0.0, ())] + [(-1.0, ())] * size
    chain: list[State] = [(-1.0, ())] * (size + 1)
    found = candidates(note, topic_forms=bare_forms)
    for at in range(size + 1):
        if at and free[at - 1][0] > free[at][0]:
            free[at] = free[at - 1]
        here = found.get(at, [])
        if bare_forms and at < size and note.in_base[at]:
            inside = not note.opens(at) and chain[at][0] < 0
            if not inside or note.echoes(at):
                here = [*here, *bare(note, at, inside=inside)]
        for candidate in here:
            _extend(note, candidate, free, chain)
    row = max(free[size], chain[size], key=lambda state: state[0])[1]
    return sorted([*row, *(again for item in row for again in _second(note, item, row))])


def _extend(note: Letters, candidate: Candidate, free: list[State], chain: list[State]) -> None:
    """Add a definition to the best row that may stand before it."""
    item, at = candidate.item, candidate.item.first
    before, cost = chain[at], 0.0
    if candidate.place == "any" or (candidate.place == "open" and note.opens(at)):
        before = max(before, free[at], key=lambda state: state[0])
    if before[0] < 0:
        return
    if before is chain[at]:
        cost = _chain_cost(note, before[1][-1], candidate)
    last = item.last + 1 if note.text[item.last:item.last + 1] == "也" else item.last
    state = (before[0] + item.score - cost, (*before[1], item))
    for row, reached in ((free, candidate.closed), (chain, True)):
        if reached and state[0] > row[last][0]:
            row[last] = state


def _second(note: Letters, item: Item, row: Sequence[Item]) -> list[Item]:
    """A second predicate of the same headword: 「戒猶警也語也」, 「序次第也猶代也」, 「禮射謂…也大射…是已」."""
    m = SECOND.match(note.text, item.last)
    if m is None or any(other.first < m.end() and m.start() < other.last for other in row if other is not item):
        return []
    first, gloss = m.start(m.lastgroup or "y"), m.group(m.lastgroup or "y")
    if m.lastgroup == "short" and (item.pattern not in ("X猶Y也", "X，Y也") or note.has(gloss) or item.last - item.gloss[0] + item.head[1] - item.head[0] > 2):
        return []
    pattern = {"like": "X猶Y也", "short": item.pattern}.get(m.lastgroup or "", "其他")
    start = first - 1 if m.lastgroup == "like" else first
    return [Item(start, m.end(m.lastgroup or "y"), item.head, (first, first + len(gloss)), pattern, 0.0)]


def _chain_cost(note: Letters, before: Item, candidate: Candidate) -> float:
    """What it costs to let a definition begin where another ends, with no 也 between.

    Nothing after a pronoun or 者, for a second definition of the same word, and where the two
    headwords stand side by side in the base text as well: 「纁赤色襦裡衣」 on 袒纁襦. Too much for a
    bare one that is not closed by 也 itself.
    """
    item = candidate.item
    if note.opens(item.first) or note.text[item.first - 1] in "之者已":
        return 0.0
    last, head = note.text[slice(*before.head)], note.text[slice(*item.head)]
    if last == head or note.has(last + head):
        return 0.0
    loose = item.pattern == "X，Y也" and candidate.closed and not note.text.startswith("也", item.last)
    return 9.0 if loose else 2.5
