"""Base clauses and the clauses of translations: who says what where.

Anchored on stages first (`alignment_borders`), then clause by clause within each (`alignment_paths`).
The sentences of the 記 are aligned to the 記 of the translation apart and in any order, since
witnesses quote them where they explain something. Every clause is covered: what has no partner
stands in a row of its own, 1-0 or 0-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .alignment_borders import SENTENCE_MARKS, Gains, Item, find_sentences, lay, order_items, place_borders
from .alignment_paths import pair_clauses
from .concepts import Space
from .model import Alignment, Chapter, Clause, Stage

RECORD = "記"
NEW_SENTENCE, NEW_SEGMENT, NEW_BASE = 1.0, 1e5, 0.2  # what it costs more to join clauses across these
LONG = 160  # base clauses aligned at once; longer passages are cut at sure places
SURE = 0.6  # share of two neighbours that must be found in two sentences for a cut between them
JUMP, NEW_JUMP = 0.8, 0.1  # for a sentence of the 記 that does not follow the one before it; the same after a note


class Match(NamedTuple):
    """Clauses of both sides that go together; one side may be empty."""

    base: list[Clause]
    target: list[Clause]
    links: list[tuple[Clause, Clause]]
    score: float


def align(clauses: Sequence[Clause], chapter: Chapter) -> tuple[list[Alignment], list[Clause]]:
    """Align the base text of a chapter with each of its translations.

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
        carries the text. Rows of one group belong together. No row crosses a stage.
    clauses : list of Clause
        All clauses, those of translations with the stage they tell, in the lacunae of the base too.
    """
    base = [clause for clause in clauses if clause.layer == "base"]
    record = [clause for clause in clauses if clause.layer == "record"]
    space = Space([clause.norm for clause in (*base, *record)] + [stage.incipit for stage in chapter.stages])
    items = order_items(base, chapter.stages)
    rows: list[Alignment] = []
    staged: dict[str, Clause] = {}
    for witness in chapter.witnesses:
        target = [c for c in clauses if c.layer == "translation" and c.witness_id == witness.witness_id]
        target = stage_clauses(target, place_borders(items, target, space))
        staged.update((clause.clause_id, clause) for clause in target)
        matches = match_chapter(base, record, target, chapter.stages, space) if target else []
        rows += list_rows(matches, witness.witness_id)
    return rows, [staged.get(clause.clause_id, clause) for clause in clauses]


def stage_clauses(target: Sequence[Clause], borders: Sequence[tuple[str, int]]) -> list[Clause]:
    """Clauses of a translation with the stage within whose borders they stand."""
    out = list(target)
    for k, (stage_id, start) in enumerate(borders):
        end = borders[k + 1][1] if k + 1 < len(borders) else len(out)
        out[start:end] = [clause._replace(stage_id=stage_id) for clause in out[start:end]]
    return out


def match_chapter(base: Sequence[Clause], record: Sequence[Clause], target: Sequence[Clause],
                  stages: Sequence[Stage], space: Space) -> list[Match]:
    """Matches of a whole translation, stage by stage, the 記 last."""
    of_base, of_target = _by_stage(base), _by_stage(target)
    last = {stage.stage_id for stage in stages if stage.phase == RECORD} if record else set()
    order = dict.fromkeys([*(stage.stage_id for stage in stages), *of_base, *of_target])
    out: list[Match] = []
    for stage_id in order:
        if stage_id not in last:
            out += match_stage(of_base.get(stage_id, []), of_target.get(stage_id, []), space)
    said = [clause for stage_id in order if stage_id in last for clause in of_target.get(stage_id, [])]
    told = [clause for stage_id in order if stage_id in last for clause in of_base.get(stage_id, [])]
    return out + match_record([*told, *record], said, space)


def _by_stage(clauses: Iterable[Clause]) -> dict[str, list[Clause]]:
    out: dict[str, list[Clause]] = {}
    for clause in clauses:
        out.setdefault(clause.stage_id, []).append(clause)
    return out


def match_stage(base: Sequence[Clause], target: Sequence[Clause], space: Space) -> list[Match]:
    """Matches within a stage, for each witness of the base text that carries it.

    A clause of the translation stands alone only if no witness has its like.
    """
    witnesses = list(dict.fromkeys(clause.witness_id for clause in base))
    out: list[Match] = []
    for witness_id in witnesses:
        own = [clause for clause in base if clause.witness_id == witness_id]
        for some, others in split_long(own, target, space):
            out += match_clauses(some, others, space)
    if not witnesses:
        return [Match([], [clause], [], 0.0) for clause in target]
    if len(witnesses) == 1:
        return out
    matched = {clause.clause_id for match in out if match.base for clause in match.target}
    alone = [clause for clause in target if clause.clause_id not in matched]
    return [match for match in out if match.base] + [Match([], [clause], [], 0.0) for clause in alone]


def match_clauses(base: Sequence[Clause], target: Sequence[Clause], space: Space) -> list[Match]:
    """Matches of two passages that stand in one order."""
    if not base or not target:
        return [Match([c], [], [], 0.0) for c in base] + [Match([], [c], [], 0.0) for c in target]
    joins = (
        np.array([0.0] + [NEW_BASE * (two.segment_id != one.segment_id) for one, two in pairwise(base)]),
        np.array([0.0] + [_break(one, two) for one, two in pairwise(target)]),
    )
    one = space.count([clause.norm for clause in base])
    two = space.count([clause.norm for clause in target], modern=True)
    return [
        Match(list(base[slice(*group.base)]), list(target[slice(*group.target)]),
              [(base[i], target[j]) for i, j in group.links], group.score)
        for group in pair_clauses(one, two, space.weights, joins)
    ]


def _break(one: Clause, two: Clause) -> float:
    """What it costs more to join two clauses of a translation: nothing is joined across lines."""
    if one.segment_id != two.segment_id:
        return NEW_SEGMENT
    return NEW_SENTENCE if SENTENCE_MARKS & set(one.mark) else 0.0


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
    for some, others in _lay_anywhere(record, target, space):
        free = [clause for clause in others if clause.clause_id not in used]
        matches = match_clauses(some, free, space)
        out += [match for match in matches if match.base]
        used.update(clause.clause_id for match in matches if match.base for clause in match.target)
    return out + [Match([], [clause], [], 0.0) for clause in target if clause.clause_id not in used]


def _lay_anywhere(record: Sequence[Clause], target: Sequence[Clause], space: Space) -> list[tuple[list[Clause], list[Clause]]]:
    """Runs of clauses that lie in one order, each with the sentences on which it lies."""
    if not record or not target:
        return [(list(record), [])] if record else []
    sentences = find_sentences(target)
    gains = Gains([Item(clause.norm, "", clause.witness_id) for clause in record], target, sentences, space)
    best = gains.gain(0, 0, gains.size)
    came = []
    for k in range(1, len(record)):
        stay, step = best, np.concatenate([[-JUMP], best[:-1]])
        back = np.where(step > stay, np.arange(gains.size) - 1, np.arange(gains.size))
        leap = float(best.max()) - (JUMP if record[k].segment_id == record[k - 1].segment_id else NEW_JUMP)
        near = np.maximum(stay, step)
        came.append(np.where(leap > near, int(best.argmax()), back))
        best = np.maximum(near, leap) + gains.gain(k, 0, gains.size)
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
        ids = [(one.clause_id, two.clause_id) for one, two in match.links]
        ids = ids or [(clause.clause_id, "") for clause in match.base] + [("", clause.clause_id) for clause in match.target]
        score = round(match.score, 3)
        out += [Alignment(f"{witness_id}-g{number:04d}", one, two, witness_id, "translation", score) for one, two in ids]
    return out
