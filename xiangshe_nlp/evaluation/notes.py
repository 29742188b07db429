"""Definitions, reports, citations, links and lost graphs, compared with the gold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any, NamedTuple

from .gold import Row
from .matching import bare, near, overlap, touches
from .outcomes import Outcome
from .view import View

NOT_GLOSSING = ("賈公彥", "四庫館臣")  # the gold of definitions does not read them
NOTHING = "∅"
SAME_PLACE = 0.3
SAME_LINE = 0.5
SAME_CLAUSES = 0.6


class Statement(NamedTuple):
    """A definition, report or citation of the tables: where, and the words that are compared."""

    witness: str
    span: tuple[int, int]
    words: tuple[str, ...]


class Compared(NamedTuple):
    """The table that answers to a kind of gold, and the pairs of columns (gold, table) that are compared."""

    table: str
    columns: tuple[tuple[str, str], ...]


COMPARED = {
    "glosses": Compared("glosses", (("headword", "headword"), ("gloss", "gloss"))),
    "readings": Compared("variants", (("source", "other_witness"), ("other", "other_reading"))),
    "citations": Compared("citations", (("work", "work"),)),
}


def is_report(row: Any) -> bool:
    """Whether a variant is reported, and differs from this witness."""
    reading, other = row.reading.strip(), row.other_reading.strip()
    return row.kind == "reported" and not (reading == other != "")


def _read_by_hand(view: View, figure: str) -> dict[str, list[tuple[int, int]]]:
    """Stretches in which the gold has looked for such statements."""
    out: dict[str, list[tuple[int, int]]] = {}
    for row in view.gold.rows.get("speakers", ()):
        if figure != "glosses" or row["speaker"] not in NOT_GLOSSING:
            out.setdefault(row["witness"], []).append((int(row["start"]), int(row["end"])))
    return out


def said_statements(view: View, figure: str) -> list[Statement]:
    """Statements of the tables that lie where the gold has looked."""
    table, pairs = COMPARED[figure]
    looked = _read_by_hand(view, figure)
    out = []
    for row in view.rows[table]:
        segment = view.segments.get(row.segment_id)
        if segment is None or row.start is None or (table == "variants" and not is_report(row)):
            continue
        witness, span = view.witness(segment), (row.start, row.end)
        if any(touches(span, other) for other in looked.get(witness, ())):
            out.append(Statement(witness, span, tuple(bare(getattr(row, column)).strip(NOTHING) for _, column in pairs)))
    return out


def _answers(row: Row, said: Statement, want: tuple[str, ...]) -> bool:
    """Whether a statement of the tables is the one that the gold has: its place, first word and the rest."""
    place = (int(row["start"]), int(row["end"]))
    return (said.witness == row["witness"] and overlap(place, said.span) >= SAME_PLACE and want[0] == said.words[0]
            and all(near(one, two) for one, two in zip(want[1:], said.words[1:], strict=True)))


def statements(view: View) -> Iterator[Outcome]:
    """Definitions, reported readings and citations, one by one."""
    for figure, (table, _) in COMPARED.items():
        if figure in view.gold.rows and view.has(table):
            yield from _compare(view, figure, said_statements(view, figure))


def _compare(view: View, figure: str, said: list[Statement]) -> Iterator[Outcome]:
    columns = [column for column, _ in COMPARED[figure].columns]
    free = set(range(len(said)))
    neither: set[int] = set()
    for row in sorted(view.gold.rows[figure], key=lambda row: bool(row.get("optional"))):
        witness, start, end = row["witness"], int(row["start"]), int(row["end"])
        if row.get("optional"):
            neither |= {k for k in free if said[k].witness == witness and overlap((start, end), said[k].span) >= SAME_PLACE}
            continue
        want = tuple(bare(row[column]).strip(NOTHING) for column in columns)
        found = next((k for k in sorted(free) if _answers(row, said[k], want)), None)
        free.discard(-1 if found is None else found)
        kind = row.get("pattern") or row.get("kind") or row.get("work") or ""
        yield _statement(view, figure, witness, (start, end), kind, found is not None, True)
    for k in sorted(free - neither):
        yield _statement(view, figure, said[k].witness, said[k].span, "", True, False, " ".join(said[k].words))


def _statement(
    view: View, figure: str, witness: str, span: tuple[int, int], kind: str, said: bool, wanted: bool, here: str = ""
) -> Outcome:
    cause = "" if said and wanted else "not found, or with other words" if wanted else "none for the reader by hand"
    text = view.words(witness, *span) + (f" ({here})" if here else "")
    return Outcome(figure, view.gold.stage(witness, span[0]), f"{witness}:{span[0]}", kind, int(said and wanted),
                   int(said), int(wanted), cause, f"{witness}:{span[0]} {text}")


def _lemma_lines(view: View) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    """Lemma lines of the gold: witness, the line itself, and the span that it points at."""
    out = []
    clauses, order = view.gold.clauses, view.gold.order
    for row in view.gold.rows["links"]:
        own = (int(row["start"]), int(row["end"]))
        if row["kind"] != "base":
            out.append((row["witness"], own, (int(row["first"]), int(row["last"]))))
        elif row["first"] in order and row["last"] in order:
            to = (int(clauses[order[row["first"]]]["start"]), int(clauses[order[row["last"]]]["end"]))
            out.append((row["witness"], own, to))
    return out


def lemma_links(view: View) -> Iterator[Outcome]:
    """Lemma lines of the sub-commentary and what they point at."""
    if "links" not in view.gold.rows or not view.has("links"):
        return
    lines, said = _lemma_lines(view), []
    for row in view.rows["links"]:
        segment, first, last = view.segments.get(row.from_segment), view.clauses.get(row.first_clause), view.clauses.get(row.last_clause)
        if row.kind == "lemma" and segment and first and last:
            own, witness = (row.start, row.end), view.witness(segment)
            if any(witness == name and touches(own, line) for name, line, _ in lines):
                said.append((witness, own, (first.start, last.end)))
    free = list(range(len(said)))
    for witness, own, to in lines:
        found = next((k for k in free if said[k][0] == witness and overlap(own, said[k][1]) >= SAME_LINE
                      and overlap(to, said[k][2]) >= SAME_CLAUSES), None)
        if found is not None:
            free.remove(found)
        yield _statement(view, "lemma_links", witness, own, "", found is not None, True)
    for k in free:
        yield _statement(view, "lemma_links", said[k][0], said[k][1], "", True, False)


def note_links(view: View) -> Iterator[Outcome]:
    """Base clauses that each note is on."""
    if "note_links" not in view.gold.rows or not view.has("links"):
        return
    by_witness: dict[str, list[tuple[int, int, Any]]] = {}
    for row in view.rows["links"]:
        segment = view.segments.get(row.from_segment)
        if segment is not None and row.kind == "comment":
            by_witness.setdefault(view.witness(segment), []).append((segment.start, segment.end, row))
    for row in view.gold.rows["note_links"]:
        witness, span = row["witness"], (int(row["start"]), int(row["end"]))
        wanted = set(view.gold.between(row["first"], row["last"]))
        got: set[str] = set()
        for start, end, link in by_witness.get(witness, ()):
            if overlap(span, (start, end)) >= SAME_LINE:
                got |= _linked(view, link)
        cause = "" if wanted == got else "note on other clauses"
        yield Outcome("note_links", view.gold.stage(witness, span[0]), f"{witness}:{span[0]}", "", len(wanted & got),
                      len(got), len(wanted), cause,
                      f"{witness}:{span[0]} {view.words(witness, *span)[:14]}: {row['first']}–{row['last']}, here {len(got)} clauses")


def _linked(view: View, link: Any) -> set[str]:
    """Base clauses of the gold from the first to the last clause of a link."""
    first, last = view.clauses.get(link.first_clause), view.clauses.get(link.last_clause)
    return set(view.gold.overlapping(view.witness(first), first.start, last.end)) if first and last else set()


def letters_before(view: View, witness: str) -> list[int]:
    """How many letters stand before each offset: lost graphs are told by the letter after them."""
    return [0, *accumulate(int(c.isalpha()) for c in view.text[witness])]


def lost_graphs(view: View) -> Iterator[Outcome]:
    """Places where a graph was lost, found and said; one letter more or less is the same place."""
    wanted_rows = view.gold.rows.get("lost")
    if wanted_rows is None or not view.has("variants"):
        return
    letters = {witness: letters_before(view, witness) for witness in sorted({row["witness"] for row in wanted_rows})}
    wanted = [(row["witness"], int(row["offset"])) for row in wanted_rows]
    said = [(w, o) for w, o in _said_lost(view) if w in letters]

    def same(a: tuple[str, int], b: tuple[str, int]) -> bool:
        return a[0] == b[0] and abs(letters[a[0]][a[1]] - letters[b[0]][b[1]]) <= 1

    for figure, ones, others, cause in (("lost_graphs_recall", wanted, said, "lost graph not seen"),
                                        ("lost_graphs_precision", said, wanted, "nothing lost here")):
        for witness, offset in ones:
            ok = any(same((witness, offset), other) for other in others)
            yield Outcome(figure, view.gold.stage(witness, offset), f"{witness}:{offset}", witness, int(ok), 1, 1,
                          "" if ok else cause, f"{witness}:{offset} {view.words(witness, max(0, offset - 6), offset + 6)}")


def _said_lost(view: View) -> list[tuple[str, int]]:
    """Lost graphs that the tables say, within what the gold has read."""
    from .layers import covered_offsets

    covered, out = covered_offsets(view), []
    notes = [(row["witness"], int(row["start"]), int(row["end"])) for row in view.gold.rows.get("speakers", ())]
    for row in view.rows["variants"]:
        if row.kind != "lost-glyph" or row.start is None:
            continue
        witness = view.name.get(row.witness_id, "")
        if row.start in covered.get(witness, ()) or any(w == witness and a <= row.start <= b for w, a, b in notes):
            out.append((witness, row.start))
    return out
