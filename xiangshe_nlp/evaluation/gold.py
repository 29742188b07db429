"""The gold: readings by hand of a sample, as rows; where they lie, and which stages the report shows apart."""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError
from ..model import parse_skip

Row = dict[str, str]
NEEDED = ("clauses", "events")
KINDS = (*NEEDED, "speakers", "align_000", "align_002", "omitted", "glosses", "readings", "citations", "links",
         "note_links", "lacuna_acts", "lost", "pairs", "evidence")
PARTS = ("other stages", "every third stage")


def read_gold(path: Path) -> list[Row]:
    """Rows of one file of the gold."""
    with path.open(encoding="utf-8-sig", newline="") as handle:
        return [{k: v or "" for k, v in row.items()} for row in csv.DictReader(handle, delimiter="\t")]


@dataclass(frozen=True)
class Gold:
    """Everything read by hand: `rows` by kind, and the base clauses in reading order.

    `order` gives a clause its place in the reading order; `starts` gives, for a witness, the sorted
    first offsets of its clauses with their positions in `rows["clauses"]`.
    """

    rows: dict[str, list[Row]]
    order: dict[str, int] = field(default_factory=dict)
    starts: dict[str, list[tuple[int, int]]] = field(default_factory=dict)

    @property
    def clauses(self) -> list[Row]:
        """Base clauses in reading order."""
        return self.rows["clauses"]

    def between(self, first: str, last: str) -> list[str]:
        """Ids of the clauses from first to last; none where the gold lacks one of them."""
        if first not in self.order or last not in self.order:
            return []
        return [row["id"] for row in self.clauses[self.order[first]:self.order[last] + 1]]

    def before(self, witness: str, offset: int) -> Row | None:
        """Last base clause that begins at or before an offset of a witness."""
        starts = self.starts.get(witness, [])
        k = bisect_right(starts, (offset, len(self.clauses)))
        return self.clauses[starts[k - 1][1]] if k else None

    def at(self, witness: str, offset: int) -> str | None:
        """Id of the base clause in which an offset lies."""
        row = self.before(witness, offset)
        return row["id"] if row and offset < int(row["end"]) else None

    def stage(self, witness: str, offset: int) -> str:
        """Stage of the last base clause that begins at or before an offset."""
        row = self.before(witness, offset)
        return row.get("stage", "") if row else (self.clauses[self.starts[witness][0][1]]["stage"] if witness in self.starts else "")

    def overlapping(self, witness: str, start: int, end: int) -> list[str]:
        """Ids of the base clauses that share a character with a span of a witness."""
        starts = self.starts.get(witness, [])
        k = max(0, bisect_right(starts, (start, len(self.clauses))) - 1)
        out = []
        while k < len(starts) and starts[k][0] < end:
            row = self.clauses[starts[k][1]]
            if int(row["end"]) > start:
                out.append(row["id"])
            k += 1
        return out


def load_gold(folder: Path | str) -> Gold:
    """Read a folder of gold; only clauses and events have to be there.

    Raises
    ------
    InputError
        The folder has no clauses.tsv or events.tsv.
    """
    folder = Path(folder)
    rows = {}
    for kind in KINDS:
        path = folder / f"{kind}.tsv"
        if path.is_file():
            rows[kind] = read_gold(path)
        elif kind in NEEDED:
            raise InputError(f"A folder of gold has {kind}.tsv.", f"none in {folder.name}", file=path)
    return Gold(rows, *index_clauses(rows["clauses"]))


def index_clauses(clauses: list[Row]) -> tuple[dict[str, int], dict[str, list[tuple[int, int]]]]:
    """Place of each clause in the reading order, and first offsets by witness: what a `Gold` finds clauses by."""
    order = {row["id"]: k for k, row in enumerate(clauses)}
    starts: dict[str, list[tuple[int, int]]] = {}
    for k, row in enumerate(clauses):
        starts.setdefault(row["witness"], []).append((int(row["start"]), k))
    return order, {witness: sorted(pairs) for witness, pairs in starts.items()}


def covered_spans(gold: Gold) -> dict[str, list[tuple[int, int]]]:
    """Stretches of the witnesses that the gold has read without a gap: clause to next clause."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for one, two in zip(gold.clauses, gold.clauses[1:], strict=False):
        if one["witness"] == two["witness"] and int(two["id"][1:]) == int(one["id"][1:]) + 1:
            spans.setdefault(one["witness"], []).append((int(one["start"]), int(two["end"])))
    return spans


def own_span(row: Row) -> list[int]:
    """Offsets of a clause's own characters, without what `skip` names.

    >>> own_span({"start": "3", "end": "8", "skip": "4-6"})
    [3, 6, 7]
    """
    inside = [range(a, b) for a, b in parse_skip(row.get("skip") or "")]
    return [i for i in range(int(row["start"]), int(row["end"])) if not any(i in span for span in inside)]


def split_stages(headings: Iterable[str]) -> dict[str, str]:
    """Every third stage, by their order, and the others. Rules were tuned on both: where the two
    agree, the figures are even, and no more is shown.

    >>> split_stages(["戒賓", "陳設", "速賓", "迎賓拜至"])["速賓"]
    'every third stage'
    """
    return {heading: PARTS[k % 3 == 2] for k, heading in enumerate(dict.fromkeys(headings))}
