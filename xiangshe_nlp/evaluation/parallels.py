"""Alignment with the translations and the stages of every text, compared with the gold."""

from __future__ import annotations

from collections.abc import Iterator

from .gold import Row
from .matching import Spans, key
from .outcomes import Outcome
from .view import View

TRANSLATIONS = ("000", "002")
Pairs = set[tuple[str, str]]


def wanted_pairs(view: View, name: str) -> tuple[Pairs, set[str]]:
    """Pairs (base clause, line) of a translation, and the base clauses that it drops."""
    dropped = {row["clause_id"] for row in view.gold.rows.get("omitted", ()) if row["witness"] == name}
    pairs = {
        (clause, row["unit"])
        for row in view.gold.rows[f"align_{name}"]
        for clause in view.gold.between(row["first"], row["last"])
        if clause not in dropped
    }
    return pairs, dropped


def said_pairs(view: View, name: str) -> tuple[Pairs, set[str]]:
    """Pairs that the tables say, in the gold's clauses and lines, and clauses said to have none."""
    units = Spans((int(row["start"]), int(row["end"]), row["unit"]) for row in view.gold.rows[f"align_{name}"])
    pairs: Pairs = set()
    without: set[str] = set()
    lines: dict[str, list[str]] = {}
    for row in view.rows["alignments"]:
        base, target = view.clauses.get(row.base_id), view.clauses.get(row.target_id)
        if row.kind != "translation" or base is None:
            continue
        ids = view.gold.overlapping(view.witness(base), base.start, base.end)
        if target is None:
            if view.name.get(row.target_witness) == name:
                without.update(ids)
        elif view.witness(target) == name:
            if row.target_id not in lines:
                lines[row.target_id] = [unit for _, _, unit in units.meeting(target.start, target.end)]
            pairs.update((clause, unit) for clause in ids for unit in lines[row.target_id])
    return pairs, without


def alignment(view: View) -> Iterator[Outcome]:
    """Base clauses with the lines and sentences of the translations, pair by pair."""
    for name in TRANSLATIONS:
        if f"align_{name}" not in view.gold.rows or not view.has("alignments"):
            continue
        wanted, dropped = wanted_pairs(view, name)
        said, without = said_pairs(view, name)
        for clause, unit in sorted(wanted | said):
            pair = (clause, unit)
            cause = "" if pair in wanted and pair in said else "pair missed" if pair in wanted else "pair that is none"
            row = view.gold.clauses[view.gold.order[clause]]
            yield Outcome(f"align_{name}", row.get("stage", ""), clause, "", int(not cause), int(pair in said),
                          int(pair in wanted), cause, f"{clause} {row.get('text', '')} with {unit}")
        if name == "000" and "omitted" in view.gold.rows:
            inside = {clause for clause, _ in wanted} | dropped
            yield from _dropped(view, (without & inside) - {clause for clause, _ in said}, dropped)


def _dropped(view: View, said: set[str], wanted: set[str]) -> Iterator[Outcome]:
    """Base clauses that the first translation drops."""
    for clause in sorted(said | wanted):
        row = view.gold.clauses[view.gold.order[clause]] if clause in view.gold.order else {}
        ok = clause in said and clause in wanted
        cause = "" if ok else "dropped clause not seen" if clause in wanted else "clause said to be dropped is there"
        yield Outcome("dropped_by_000", row.get("stage", ""), clause, "", int(ok), int(clause in said),
                      int(clause in wanted), cause, f"{clause} {row.get('text', '')}")


def stages(view: View) -> Iterator[Outcome]:
    """Stage of base clauses and of the lines of the translations: that of the clause that shares most."""
    if not view.heading or "stage" not in (view.gold.clauses[0] if view.gold.clauses else {}):
        return
    by_witness: dict[str, list[tuple[int, int, str]]] = {}
    for row in view.rows["clauses"]:
        by_witness.setdefault(view.witness(row), []).append((row.start, row.end, view.stage_of(row)))
    spans = {witness: Spans(clauses) for witness, clauses in by_witness.items()}
    jobs = [("base", [(row["witness"], row) for row in view.gold.clauses])]
    jobs += [(name, [(name, row) for row in view.gold.rows.get(f"align_{name}", ())]) for name in TRANSLATIONS]
    for job, units in jobs:
        for witness, row in units:
            if row.get("stage"):
                yield _stage(view, job, witness, row, spans.get(witness, Spans(())))


def _stage(view: View, job: str, witness: str, row: Row, clauses: Spans) -> Outcome:
    start, end = int(row["start"]), int(row["end"])
    shared = ((min(end, b) - max(start, a), heading) for a, b, heading in clauses.meeting(start, end))
    got = max(shared, default=(0, ""))[1]
    right = key(got) == key(row["stage"])
    return Outcome(f"stage_{job}", row["stage"], row.get("id") or row.get("unit", ""), "", int(right), 1, 1,
                   "" if right else "wrong stage",
                   f"{witness}:{start} {view.words(witness, start, min(end, start + 16))}: {row['stage']}, here {got or '-'}")
