"""Alignment as readers use it: single clauses with single clauses, compared with pairs read by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ..model import Alignment
from .gold import Row
from .matching import touches
from .outcomes import Outcome
from .view import View

FIGURE = "align_pairs"


class Place(NamedTuple):
    """A span of a witness, by its name in the gold."""

    witness: str
    start: int
    end: int

    def meets(self, other: Place | None) -> bool:
        """Whether the two share a character."""
        return other is not None and self.witness == other.witness and touches(self[1:], other[1:])


class Wanted(NamedTuple):
    """A pair read by hand; no target where the translation drops the clause."""

    base: Place
    translation: str
    target: Place | None
    row: Row

    def answers(self, base: Place | None, target: Place | None) -> bool:
        """Whether a row of the tables says this pair."""
        if base is None or not self.base.meets(base):
            return False
        return target is None if self.target is None else self.target.meets(target)


def read_pairs(rows: list[Row]) -> list[Wanted]:
    """Pairs of `pairs.tsv`, which lists stretches completely: every pair of the clauses it names."""
    out = []
    for row in rows:
        base = Place(row["base_witness"], int(row["base_start"]), int(row["base_end"]))
        name = row["target_witness"]
        target = Place(name, int(row["start"]), int(row["end"])) if row["start"] else None
        out.append(Wanted(base, name, target, row))
    return out


def alignment_pairs(view: View) -> Iterator[Outcome]:
    """Pairs of single clauses, each found or not; and rows that pair what the gold does not.

    Where the tables cut a clause less finely than the gold, their row answers for all pairs that it
    holds; it is wrong only if it holds none.
    """
    if "pairs" not in view.gold.rows or not view.has("alignments"):
        return
    wanted = read_pairs(view.gold.rows["pairs"])
    found: set[int] = set()
    wrong: list[tuple[Wanted, str]] = []
    for row in view.rows["alignments"]:
        name = view.name.get(row.target_witness, "")
        base, target = _place(view, row.base_id), _place(view, row.target_id)
        near = [k for k, one in enumerate(wanted) if one.translation == name
                and (base is not None and one.base.meets(base) or one.target is not None and one.target.meets(target))]
        said = [k for k in near if wanted[k].answers(base, target)]
        found.update(said)
        if near and not said and row.base_id:
            wrong.append((wanted[near[0]], _words(view, row)))
    for k, one in enumerate(wanted):
        words = f"{one.row.get('base_text', '')} with {one.row.get('text', '') or '∅'}"
        yield _outcome(one, int(k in found), int(k in found), 1, "" if k in found else "pair missed", words)
    for one, words in wrong:
        yield _outcome(one, 0, 1, 0, "pair that is none", words)


def _place(view: View, clause_id: str) -> Place | None:
    clause = view.clauses.get(clause_id)
    return Place(view.witness(clause), clause.start, clause.end) if clause else None


def _words(view: View, row: Alignment) -> str:
    target = view.clauses.get(row.target_id)
    return f"{view.clauses[row.base_id].text} with {target.text if target else '∅'}"


def _outcome(one: Wanted, hit: int, said: int, wanted: int, cause: str, words: str) -> Outcome:
    unit = f"{one.base.witness}:{one.base.start}"
    return Outcome(FIGURE, one.row.get("stage", ""), unit, one.translation, hit, said, wanted, cause, words)


def alignment_pairs_f1(view: View) -> Mapping[str, float]:
    """Precision, recall and F1 of single pairs."""
    outcomes = list(alignment_pairs(view))
    hit, said, want = (sum(getattr(o, field) for o in outcomes) for field in ("hit", "said", "wanted"))
    return {"P": hit / said if said else 0.0, "R": hit / want if want else 0.0, "F1": 2 * hit / (said + want) if said + want else 0.0}
