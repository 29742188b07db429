"""Stages of the rite in the base text: each begins where the first words that its table gives stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from .model import Segment, Stage, own_offsets

STAGED = ("base", "record", "heading", "commentary", "subcommentary", "collation")
RECORD = "記"
KEPT = 5  # so many graphs at least must be whole for an incipit to be known


def stage_starts(segments: Sequence[Segment], stages: Sequence[Stage]) -> dict[str, list[tuple[int, str]]]:
    """Where stages begin in the base text of each witness.

    Parameters
    ----------
    segments : sequence of Segment
        Rows of `segments`; the base text of each witness in order.
    stages : sequence of Stage
        Rows of `stages`, whose `incipit` is matched on folded base characters, notes apart.

    Returns
    -------
    dict
        For each witness with base text, (file offset, stage_id) in order. A witness that begins in
        the middle of a stage has that stage from its first base character on.
    """
    out = {}
    for witness_id in dict.fromkeys(segment.witness_id for segment in segments if segment.layer == "base"):
        chars, offsets = base_letters(segments, witness_id)
        found = place_incipits(chars, stages)
        starts = [(offsets[at], stage.stage_id) for at, stage in found]
        if found and found[0][0] > 0:
            first = stages.index(found[0][1])
            starts.insert(0, (offsets[0], stages[max(0, first - 1)].stage_id))
        out[witness_id] = starts
    return out


def base_letters(segments: Sequence[Segment], witness_id: str) -> tuple[str, list[int]]:
    """Folded letters of the base text of a witness, without punctuation, and their file offsets."""
    chars, offsets = [], []
    for segment in segments:
        if segment.witness_id == witness_id and segment.layer == "base":
            for char, at in zip(segment.norm, own_offsets(segment.start, segment.end, segment.skip), strict=True):
                if char.isalnum():
                    chars.append(char)
                    offsets.append(at)
    return "".join(chars), offsets


def place_incipits(chars: str, stages: Sequence[Stage]) -> list[tuple[int, Stage]]:
    """Positions of stages whose first words stand in a text, in the order of the stage table.

    Formulas recur (司射…請射於賓如初), so every place where an incipit stands is a candidate; taken is
    the longest series of stages that stand in the order of the table.
    """
    candidates = [(at, number) for number, stage in enumerate(stages) for at in find_incipit(chars, stage.incipit)]
    candidates.sort(key=lambda pair: (pair[0], -pair[1]))
    best: list[tuple[int, int]] = []  # length of the longest series that ends here, index of the one before
    for k, (at, number) in enumerate(candidates):
        before = [(best[j][0], -j) for j in range(k) if candidates[j][0] < at and candidates[j][1] < number]
        length, j = max(before, default=(0, 1))
        best.append((length + 1, -j))
    if not best:
        return []
    k = max(range(len(best)), key=lambda i: (best[i][0], -i))
    out = []
    while k >= 0:
        out.append((candidates[k][0], stages[candidates[k][1]]))
        k = best[k][1]
    return out[::-1]


def find_incipit(chars: str, incipit: str) -> list[int]:
    """Every position where the first words of a stage stand.

    They may have lost or changed one graph, or break off with the text (儀禮注疏 here ends in
    主人釋服乃息司正, the first words of 息司正).

    >>> find_incipit("反位席工西階上少東樂正先升", "席工於西階上少東樂正")
    [2]
    >>> find_incipit("乃退主人釋服乃息司正", "主人釋服乃息司正無介")
    [2]
    """
    exact = _every(chars, incipit)
    if exact or len(incipit) < 2 * KEPT:
        return exact
    half, size = len(incipit) // 2, len(incipit)  # of two halves one is whole if only one graph is damaged
    starts = {at + d for at in _every(chars, incipit[half:]) for d in (-half - 1, -half, 1 - half)}
    starts.update(_every(chars, incipit[:half]))
    damaged = [at for at in sorted(starts) if at >= 0
               and any(within_one(chars[at:at + size + d], incipit) for d in (-1, 0, 1))]
    broken = [len(chars) - k for k in range(size - 1, KEPT - 1, -1) if chars.endswith(incipit[:k])][:1]
    return damaged or broken


def _every(chars: str, word: str) -> list[int]:
    """Every position of a word."""
    out, at = [], chars.find(word) if word else -1
    while at >= 0:
        out.append(at)
        at = chars.find(word, at + 1)
    return out


def within_one(one: str, two: str) -> bool:
    """True if one string becomes the other by at most one insertion, deletion or substitution.

    >>> within_one("席工於西階上少東", "席工西階上少東"), within_one("戒賓", "速賓者")
    (True, False)
    """
    short, long = sorted((one, two), key=len)
    if len(long) - len(short) > 1:
        return False
    k = 0
    while k < len(short) and short[k] == long[k]:
        k += 1
    return short[k + (len(short) == len(long)):] == long[k + 1:]


def place_stages(segments: Sequence[Segment], stages: Sequence[Stage]) -> list[Segment]:
    """Segments with the stage in which each begins.

    Base text and headings take the stage in which they stand, a heading 右… thus the one that it
    closes; notes and sub-commentary that of the text they follow; sentences of the 記, wherever they
    are quoted, and the notes on them the stage 記. A note before the first base text belongs to the
    last stage before that text (禮經本義 opens in a note on a stage whose text it has lost). Front
    matter, furniture and translations take none.
    """
    if not stages:
        return list(segments)
    starts = stage_starts(segments, stages)
    record = next((stage.stage_id for stage in stages if stage.phase == RECORD), "")
    out: list[Segment] = []
    known: dict[str, tuple[str, str]] = {}
    for segment in segments:
        layer, parent = known.get(segment.parent_id, ("", ""))
        if segment.layer not in STAGED or not starts.get(segment.witness_id):
            stage_id = ""
        elif segment.layer == "record":
            stage_id = record
        elif layer == "record" and segment.layer != "heading":
            stage_id = parent
        else:
            stage_id = stage_of(segment, starts[segment.witness_id], stages)
        known[segment.segment_id] = ("record" if stage_id == record and record else segment.layer, stage_id)
        out.append(segment._replace(stage_id=stage_id))
    return out


def stage_of(segment: Segment, starts: list[tuple[int, str]], stages: Sequence[Stage]) -> str:
    """Stage in which a segment stands, by the offset at which it begins."""
    k = bisect_right(starts, segment.start, key=lambda pair: pair[0])
    if k:
        return starts[k - 1][1]
    ids = [stage.stage_id for stage in stages]
    first = ids.index(starts[0][1])
    if segment.layer == "heading":
        return ""
    return ids[max(0, first - 1)]
