"""Definitions that commentators give, as a table: who says what of which word, and in what form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .definitions import MARKS, Item, Letters, Span
from .gloss_forms import Candidate, candidates
from .model import Clause, Gloss, Segment, own_offsets

LAYERS = ("commentary", "subcommentary")
LEMMA = re.compile("(?:若|注)?“[^”]*”(?:至“[^”]*”)?。?$")
DROP = str.maketrans("", "", "".join(sorted(MARKS - {" "})))


def find_glosses(segments: Sequence[Segment], clauses: Sequence[Clause]) -> list[Gloss]:
    """Definitions in notes and sub-commentary.

    Reasons (以…故也, 不敢…也) and examples are no definitions. The headword is looked for in the base
    text on which the note stands.

    Parameters
    ----------
    segments : sequence of Segment
        Segments of a chapter, in order, with the base text that the notes are on.
    clauses : sequence of Clause
        Not used: the base text of a note is found through `parent_id`.

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
    corpus = " ".join(s.norm for s in segments if s.layer in ("base", "record"))
    out: list[Gloss] = []
    counts: Counter[str] = Counter()
    for segment in segments:
        if segment.layer not in LAYERS or not segment.speaker:
            continue
        note = _letters(segment, by_id, corpus)
        offsets = own_offsets(segment.start, segment.end, segment.skip)
        if segment.layer == "subcommentary" and LEMMA.match(segment.norm):
            continue
        for item in best_row(note, bare_forms=segment.layer == "commentary"):
            counts[segment.witness_id] += 1
            out.append(_row(item, note, segment, offsets, counts[segment.witness_id]))
    return out


def _letters(segment: Segment, by_id: dict[str, Segment], corpus: str) -> Letters:
    """The note's letters with the text that it is on; the whole chapter where that is lost."""
    base = ""
    parent = by_id.get(segment.parent_id)
    while parent is not None:
        base = f"{parent.norm} {base}"
        if parent.layer in ("base", "record"):
            break
        parent = by_id.get(parent.parent_id)
    return Letters(segment.norm, base.translate(DROP), corpus.translate(DROP))


def _row(item: Item, note: Letters, segment: Segment, offsets: list[int], number: int) -> Gloss:
    """The row of one definition, with offsets of the file."""
    def written(span: Span) -> str:
        return "".join(segment.text[offsets[k] - segment.start] for k in range(note.at[span[0]], note.at[span[1] - 1] + 1))

    last = item.last + 1 if note.text[item.last:item.last + 1] == "也" else item.last
    return Gloss(f"{segment.witness_id}-g{number:04d}", segment.segment_id, segment.speaker, written(item.head),
                 written(item.gloss), item.pattern, offsets[note.at[item.first]], offsets[note.at[last - 1]] + 1)


def best_row(note: Letters, *, bare_forms: bool = True) -> list[Item]:
    """The row of definitions, none overlapping another, for which most speaks."""
    size = note.size
    free: list[tuple[float, tuple[Item, ...]]] = [(0.0, ())] + [(-1.0, ())] * size
    chain: list[tuple[float, tuple[Item, ...]]] = [(-1.0, ())] * (size + 1)
    by_start: dict[int, list[Candidate]] = {}
    for candidate in candidates(note, bare_forms=bare_forms):
        by_start.setdefault(candidate.item.first, []).append(candidate)
    for at in range(size + 1):
        if at and free[at - 1][0] > free[at][0]:
            free[at] = free[at - 1]
        for candidate in by_start.get(at, ()):
            item = candidate.item
            before = chain[at]
            if candidate.place == "any" or (candidate.place == "open" and note.opens(at)):
                before = max(before, free[at], key=lambda state: state[0])
            if before[0] < 0:
                continue
            cost = _chain_cost(note, before[1][-1], item) if before is chain[at] else 0.0
            last = item.last + 1 if note.text[item.last:item.last + 1] == "也" else item.last
            state = (before[0] + item.score - cost, (*before[1], item))
            for row, reached in ((free, candidate.closed), (chain, True)):
                if reached and state[0] > row[last][0]:
                    row[last] = state
    return list(max(free[size], chain[size], key=lambda state: state[0])[1])


def _chain_cost(note: Letters, before: Item, item: Item) -> float:
    """What it costs to let a definition begin where another ends, with no 也 between.

    Nothing after a pronoun or 者, and nothing where the two headwords stand side by side in the base
    text as well: 「纁赤色襦裡衣」 on 袒纁襦.
    """
    at = item.first
    if note.opens(at) or note.text[at - 1] in "之者已":
        return 0.0
    return 0.0 if note.has(note.text[slice(*before.head)] + note.text[slice(*item.head)]) else 1.5
