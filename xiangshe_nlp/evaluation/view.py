"""Tables as the measures read them: rows, found by offset, under the witness names of the gold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..model import Clause, Segment
from ..tables import to_rows
from .gold import Gold

if TYPE_CHECKING:
    import pandas as pd

SIGLUM = 3  # the gold names a witness by the first characters of its file's name


class View:
    """Tables and texts beside a gold.

    Attributes
    ----------
    text : dict of str to str
        Text of each witness, by its name in the gold.
    rows : dict of str to list
        Rows of each table that is there.

    Raises
    ------
    InputError
        The gold is of another corpus: it has read a witness whose text is not here.
    """

    def __init__(self, tables: Mapping[str, pd.DataFrame], gold: Gold, texts: Mapping[str, str]) -> None:
        self.gold = gold
        self.rows: dict[str, list[Any]] = {name: to_rows(name, frame) for name, frame in tables.items()}
        self.name = {w.witness_id: w.file[:SIGLUM] for w in self.rows["witnesses"]}
        self.author = {w.file[:SIGLUM]: w.author for w in self.rows["witnesses"]}
        self.text = {self.name[w]: text for w, text in texts.items() if w in self.name}
        foreign = sorted({row["witness"] for row in gold.clauses} - set(self.text))
        if foreign:
            raise InputError("The gold is of the corpus that it measures.", f"a gold of {', '.join(foreign)}, which is not here")
        self.segments: dict[str, Segment] = {s.segment_id: s for s in self.rows["segments"]}
        self.clauses: dict[str, Clause] = {c.clause_id: c for c in self.rows["clauses"]}
        self.heading = {s.stage_id: s.heading for s in self.rows.get("stages", ())}

    def has(self, *tables: str) -> bool:
        """Whether all these tables are there."""
        return all(name in self.rows for name in tables)

    def witness(self, row: Any) -> str:
        """Name in the gold of the witness of a segment or clause."""
        name: str = self.name[row.witness_id]
        return name

    def words(self, witness: str, start: int, end: int) -> str:
        """Text of a span."""
        return self.text[witness][start:end]

    def stage_of(self, clause: Clause) -> str:
        """Heading of the stage of a clause."""
        heading: str = self.heading.get(clause.stage_id, "")
        return heading
