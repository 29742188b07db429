"""What else the tables say of a citation, a report or a lost graph that was found: columns that the main figures pass over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .gold import Row
from .matching import bare, overlap
from .notes import NOTHING, SAME_PLACE, is_report, letters_before
from .outcomes import Outcome
from .view import View


def _found(view: View, row: Row, rows: list[Any], column: str, want: str) -> Any | None:
    """The row of a table that stands where the gold has one, and says the same in a column."""
    span = (int(row["start"]), int(row["end"]))
    for one in rows:
        segment = view.segments.get(one.segment_id)
        here = segment is not None and one.start is not None and view.witness(segment) == row["witness"]
        if here and overlap(span, (one.start, one.end)) >= SAME_PLACE and bare(getattr(one, column)) == bare(want):
            return one
    return None


def _share(view: View, figure: str, row: Row, right: bool, cause: str) -> Outcome:
    witness, start, end = row["witness"], int(row["start"]), int(row["end"])
    return Outcome(figure, view.gold.stage(witness, start), f"{witness}:{start}", "", int(right), 1, 1,
                   "" if right else cause, f"{witness}:{start} {view.words(witness, start, end)}")


def citation_quotes(view: View) -> Iterator[Outcome]:
    """Whether words are quoted, of the books that were found."""
    for row in view.gold.rows.get("citations", ()) if view.has("citations") else ():
        found = _found(view, row, view.rows["citations"], "work", row["work"])
        if found is not None and not row.get("optional"):
            yield _share(view, "citation_quotes", row, found.quote == (row["quote"] == "yes"), "quoted or only named")


def reading_clauses(view: View) -> Iterator[Outcome]:
    """Whether the clause of a report has the reading, of the reports found; it may run on over the clause's end.

    The gold names the reading, not its clause, so this asks the text: a report without a reading is passed over.
    """
    said = [row for row in view.rows["variants"] if is_report(row)] if view.has("variants") else []
    for row in view.gold.rows.get("readings", ()):
        found = _found(view, row, said, "other_witness", row["source"])
        reading = bare(row["reading"]).strip(NOTHING)
        if found is None or row.get("optional") or not reading:
            continue
        clause = view.clauses.get(found.base_id)
        text = view.words(row["witness"], clause.start, clause.end + 2 * len(reading) + 2) if clause else ""
        yield _share(view, "reading_clauses", row, reading in bare(text), "clause without the reading")


def lost_by_recurring_evidence(view: View) -> Iterator[Outcome]:
    """Lost graphs of the gold found by phrases and frames that find more than one: how far the list carries by itself.

    `set_phrases.csv` was written with the damaged texts at hand; a row that finds one place may have been made for it.
    """
    if not view.has("variants"):
        return
    lost = [row for row in view.rows["variants"] if row.kind == "lost-glyph" and row.start is not None]
    times = Counter(row.note.partition(";")[0] for row in lost)
    recurring = [(view.name[row.witness_id], row.start) for row in lost if times[row.note.partition(";")[0]] > 1]
    wanted = view.gold.rows.get("lost", ())
    before = {witness: letters_before(view, witness) for witness in sorted({row["witness"] for row in wanted})}
    for row in wanted:
        witness, at = row["witness"], int(row["offset"])
        count = before[witness]
        ok = any(name == witness and abs(count[start] - count[at]) <= 1 for name, start in recurring)
        yield Outcome("lost_graphs_recurring", view.gold.stage(witness, at), f"{witness}:{at}", witness, int(ok), 1, 1,
                      "" if ok else "found by a row that finds no other, or not", f"{witness}:{at} {view.words(witness, at - 6, at + 6)}")
