"""Base clauses and the clauses of translations: who says what where.

Anchored on stages first (`alignment.borders`), then clause by clause within each (`alignment.paths`).
The sentences of the 記 are aligned to the 記 of the translation apart and in any order, since
witnesses quote them where they explain something. Every clause is covered: what has no partner
stands in a row of its own, 1-0 or 0-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..concepts import Space
from ..model import Alignment, Chapter, Clause, Stage
from .borders import SENTENCE_MARKS, Gains, Item, find_sentences, lay, order_items, place_borders
from .groups import Passage
from .parallels import align_parallels
from .paths import pair_clauses

RECORD = "記"
NEW_SENTENCE, NEW_SEGMENT, NEW_BASE = 1.0, 1e5, 0.2  # what it costs more to join clauses across these
LONG = 160  # base clauses aligned at once; longer passages are cut at sure places
SURE = 0.6  # share of two neighbours that must be found in two sentences for a cut between them
JUMP, NEW_JUMP = 0.8, 0.1  # for a sentence of the 記 that does not follow the one before it; the same after a note


class Breaks(NamedTuple):
    """Clauses of the base text before and after which a witness lacks text."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


WHOLE = Breaks()


class Match(NamedTuple):
    """Clauses of both sides that go together; one side may be empty."""

    base: list[Clause]
    target: list[Clause]
    links: list[tuple[Clause, Clause]]
    score: float


def align(clauses: Sequence[Clause], chapter: Chapter) -> tuple[list[Alignment], list[Clause]]:
    """Align the base text of a chapter with each of its translations, and witnesses of it with one another.

    Parameters
    ----------
    clauses : sequence of Clause
        All clauses of the chapter; those of the base text have their stages.
    chapter : Chapter
        Its witnesses and stage table; without a table the chapter is one stage.

    Returns
    -------
    alignments : list of Alignment
        Every base clause and every clause of a translation stands in a row; `target_id` is empty
        where a translation drops a clause, `base_id` where it says more, or where no witness
        carries the text. Rows of one group belong together. No row crosses a stage. Where several
        witnesses carry a stage, rows of kind parallel pair the clauses of the first with the others'.
    clauses : list of Clause
        All clauses, those of translations with the stage they tell, in the lacunae of the base too.
    """
    base = [clause for clause in clauses if clause.layer == "base"]
    record = [clause for clause in clauses if clause.layer == "record"]
    space = Space([clause.norm for clause in (*base, *record)] + [stage.incipit for stage in chapter.stages])
    items = order_items(base, chapter.stages)
    told: dict[str, list[Clause]] = {}
    for witness in chapter.witnesses:
        target = [c for c in clauses if c.layer == "translation" and c.witness_id == witness.witness_id]
        if target:
            told[witness.witness_id] = stage_clauses(target, place_borders(items, target, space))
    matches = match_chapter(base, record, list(told.values()), chapter.stages, space)
    rows = [row for witness_id, some in zip(told, matches, strict=True) for row in list_rows(some, witness_id)]
    rows += align_parallels(clauses, [witness.witness_id for witness in chapter.witnesses], chapter.stages)
    staged = {clause.clause_id: clause for target in told.values() for clause in target}
    return rows, [staged.get(clause.clause_id, clause) for clause in clauses]


def stage_clauses(target: Sequence[Clause], borders: Sequence[tuple[str, int]]) -> list[Clause]:
    """Clauses of a translation with the stage within whose borders they stand."""
    out = list(target)
    for k, (stage_id, start) in enumerate(borders):
        end = borders[k + 1][1] if k + 1 < len(borders) else len(out)
        out[start:end] = [Clause(*clause[:-1], stage_id) for clause in out[start:end]]  # faster than _replace
    return out


def match_chapter(base: Sequence[Clause], record: Sequence[Clause], targets: Sequence[Sequence[Clause]],
                  stages: Sequence[Stage], space: Space) -> list[list[Match]]:
    """Matches of whole translations, stage by stage, the 記 last."""
    of_base, of_target = _by_stage(base), [_by_stage(target) for target in targets]
    last = {stage.stage_id for stage in stages if stage.phase == RECORD} if record else set()
    known = [stage.stage_id for stage in stages]
    orders = [list(dict.fromkeys([*known, *of_base, *own])) for own in of_target]
    out = match_stages([
        [(of_base.get(stage_id, []), own.get(stage_id, [])) for stage_id in order if stage_id not in last]
        for order, own in zip(orders, of_target, strict=True)
    ], space, find_breaks(base, stages))
    for matches, order, own in zip(out, orders, of_target, strict=True):
        said = [clause for stage_id in order if stage_id in last for clause in own.get(stage_id, [])]
        told = [clause for stage_id in order if stage_id in last for clause in of_base.get(stage_id, [])]
        matches += match_record([*told, *record], said, space)
    return out


def _by_stage(clauses: Iterable[Clause]) -> dict[str, list[Clause]]:
    out: dict[str, list[Clause]] = {}
    for clause in clauses:
        out.setdefault(clause.stage_id, []).append(clause)
    return out


def find_breaks(base: Sequence[Clause], stages: Sequence[Stage]) -> Breaks:
    """Where the base text of a witness breaks off within a stage, or begins within one.

    It may break off wherever the next stage is not its own: how a stage ends is told by no table.
    It begins within a stage, if not with the first words that the table gives of it.
    """
    number = {stage.stage_id: k for k, stage in enumerate(stages)}
    before, after = [], []
    for own in _by_witness(base):
        for one, two in pairwise([None, *own, None]):
            step = number.get(two.stage_id, -1) - number.get(one.stage_id, -1) if one and two else len(stages) + 1
            if step in (0, 1):
                continue
            if one:
                after.append(one.clause_id)
            if two and two.stage_id in number and not begins(two.norm, stages[number[two.stage_id]].incipit):
                before.append(two.clause_id)
    return Breaks(frozenset(before), frozenset(after))


def begins(norm: str, incipit: str) -> bool:
    """Whether a clause is the first of a stage, or may be, where no first words are known."""
    return norm.startswith(incipit[:len(norm)])


def match_stages(told: Sequence[Sequence[tuple[Sequence[Clause], Sequence[Clause]]]], space: Space,
                 breaks: Breaks) -> list[list[Match]]:
    """Matches of translations within each stage, for each witness of the base text that carries it.

    `told` has the clauses of base and translation by stage, for each translation. A clause of the
    translation stands alone only if no witness has its like.
    """
    pieces = [[[piece for own in _by_witness(base) for piece in split_long(own, target, space)] for base, target in stages]
              for stages in told]
    found = iter(match_clauses([piece for stages in pieces for some in stages for piece in some], space, breaks))
    out: list[list[Match]] = []
    for stages, parts in zip(told, pieces, strict=True):
        out.append([])
        for (base, target), some in zip(stages, parts, strict=True):
            out[-1] += _without_doubles([match for _ in some for match in next(found)], base, target)
    return out


def _without_doubles(matches: list[Match], base: Sequence[Clause], target: Sequence[Clause]) -> list[Match]:
    """Matches of a stage; where not just one witness carries it, what of the translation none of them has comes last."""
    if len({clause.witness_id for clause in base}) == 1:
        return matches
    matches = [match for match in matches if match.base]
    matched = {clause.clause_id for match in matches for clause in match.target}
    return matches + [Match([], [clause], [], 0.0) for clause in target if clause.clause_id not in matched]


def _by_witness(clauses: Iterable[Clause]) -> list[list[Clause]]:
    out: dict[str, list[Clause]] = {}
    for clause in clauses:
        out.setdefault(clause.witness_id, []).append(clause)
    return list(out.values())


def match_clauses(pieces: Sequence[tuple[Sequence[Clause], Sequence[Clause]]], space: Space,
                  breaks: Breaks = WHOLE) -> list[list[Match]]:
    """Matches of pieces of base and translation, each in one order."""
    whole = [k for k, (base, target) in enumerate(pieces) if base and target]
    out = [[Match([c], [], [], 0.0) for c in base] + [Match([], [c], [], 0.0) for c in target] for base, target in pieces]
    for k, groups in zip(whole, pair_clauses([_passage(*pieces[k], space, breaks) for k in whole], space.weights), strict=True):
        base, target = pieces[k]
        out[k] = [
            Match(list(base[i:k]), list(target[j:m]), [(base[one], target[two]) for one, two in links], score)
            for (i, k), (j, m), score, links in groups
        ]
    return out


def _passage(base: Sequence[Clause], target: Sequence[Clause], space: Space, breaks: Breaks) -> Passage:
    joins = (
        [0.0, *(NEW_BASE if two.segment_id != one.segment_id else 0.0 for one, two in pairwise(base))],
        [0.0, *(_break(one, two) for one, two in pairwise(target))],
    )
    return Passage(space.places([clause.norm for clause in base]),
                   space.places([clause.norm for clause in target], modern=True), joins,
                   (base[0].clause_id in breaks.before, base[-1].clause_id in breaks.after))


def _break(one: Clause, two: Clause) -> float:
    """What it costs more to join two clauses of a translation: nothing is joined across lines."""
    if one.segment_id != two.segment_id:
        return NEW_SEGMENT
    return 0.0 if SENTENCE_MARKS.isdisjoint(one.mark) else NEW_SENTENCE


def split_long(base: Sequence[Clause], target: Sequence[Clause], space: Space) -> list[tuple[Sequence[Clause], Sequence[Clause]]]:
    """A long passage cut where two base clauses surely lie in two sentences, so that time grows with length."""
    if len(base) <= LONG or not target:
        return [(base, target)]
    sentences = find_sentences(target)
    items = [Item(clause.norm, "", clause.witness_id) for clause in base]
    gains = Gains(items, target, sentences, space)
    at = lay(items, gains, np.zeros(len(sentences)))
    out, start, first = [], 0, 0
    for k in range(1, len(base)):
        if k - start < LONG // 2 or at[k] == at[k - 1]:
            continue
        if gains.share(k, at[k]) >= SURE and gains.share(k - 1, at[k - 1]) >= SURE:
            out.append((base[start:k], target[first:sentences[at[k]][0]]))
            start, first = k, sentences[at[k]][0]
    return [*out, (base[start:], target[first:])]


def match_record(record: Sequence[Clause], target: Sequence[Clause], space: Space) -> list[Match]:
    """Matches of sentences of the 記, which witnesses quote out of their order.

    Each clause is laid on the sentence that has most of it, preferring the one that follows; what
    lies together is then matched in order.
    """
    out: list[Match] = []
    used: set[str] = set()
    runs = _lay_anywhere(record, target, space)
    for (some, others), matches in zip(runs, match_clauses(runs, space), strict=True):
        if not used.isdisjoint(clause.clause_id for clause in others):
            free = [clause for clause in others if clause.clause_id not in used]
            matches = match_clauses([(some, free)], space)[0]
        out += [match for match in matches if match.base]
        used.update(clause.clause_id for match in matches if match.base for clause in match.target)
    return out + [Match([], [clause], [], 0.0) for clause in target if clause.clause_id not in used]


def _lay_anywhere(record: Sequence[Clause], target: Sequence[Clause], space: Space) -> list[tuple[list[Clause], list[Clause]]]:
    """Runs of clauses that lie in one order, each with the sentences on which it lies."""
    if not record or not target:
        return [(list(record), [])] if record else []
    sentences = find_sentences(target)
    gains = Gains([Item(clause.norm, "", clause.witness_id) for clause in record], target, sentences, space)
    run = gains.gain(0, len(record), 0, gains.size)
    best = run[0]
    came = []
    for k in range(1, len(record)):
        stay, step = best, np.concatenate([[-JUMP], best[:-1]])
        back = np.where(step > stay, np.arange(gains.size) - 1, np.arange(gains.size))
        leap = float(best.max()) - (JUMP if record[k].segment_id == record[k - 1].segment_id else NEW_JUMP)
        near = np.maximum(stay, step)
        came.append(np.where(leap > near, int(best.argmax()), back))
        best = np.maximum(near, leap) + run[k]
    at = [int(best.argmax())]
    for back in reversed(came):
        at.append(int(back[at[-1]]))
    at.reverse()
    out, start = [], 0
    for k in range(1, len(record) + 1):
        if k == len(record) or not 0 <= at[k] - at[k - 1] <= 1:
            out.append((list(record[start:k]), list(target[sentences[at[start]][0]:sentences[at[k - 1]][1]])))
            start = k
    return out


def list_rows(matches: Iterable[Match], witness_id: str) -> list[Alignment]:
    """Rows of `alignments`: one a link, or one for a clause that stands alone."""
    out = []
    for number, match in enumerate(matches, start=1):
        group, score = f"{witness_id}-g{number:04d}", round(match.score, 3)
        for one, two in match.links:
            out.append(Alignment(group, one.clause_id, two.clause_id, witness_id, "translation", score))
        if not match.links:
            out += [Alignment(group, clause.clause_id, "", witness_id, "translation", score) for clause in match.base]
            out += [Alignment(group, "", clause.clause_id, witness_id, "translation", score) for clause in match.target]
    return out
