"""The list of checks across tables, and the checks that the schema itself asks for.

A check takes the tables and yields table, key and finding of each row that breaks its rule; its rule is
the first line of its docstring. What a column says of itself (key, reference, closed list, range) is
read from the schema in `model`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .model import Span
from .tables import DTYPES, fields, to_rows

if TYPE_CHECKING:
    import pandas as pd

UNSPECIFIED = "有司"
KEYLESS = ("alignments", "agent_evidence")  # tables whose first column is not a key


class Tables:
    """The rows of all tables, read once, and the texts of the witnesses with the spans of their marks."""

    def __init__(
        self, frames: Mapping[str, pd.DataFrame], texts: Mapping[str, str], marks: Mapping[str, Sequence[Span]]
    ) -> None:
        self.frames, self.texts, self.marks = frames, texts, marks
        self._rows: dict[str, list[Any]] = {}

    def rows(self, name: str) -> list[Any]:
        """Rows of a table; none if it is not given."""
        if name not in self._rows:
            self._rows[name] = to_rows(name, self.frames[name]) if name in self.frames else []
        return self._rows[name]

    def by_key(self, name: str) -> dict[str, Any]:
        """Rows of a table by their key."""
        return {row[0]: row for row in self.rows(name)}


Found = Iterator[tuple[str, str, str]]
Check = Callable[[Tables], Found]
CHECKS: dict[str, Check] = {}


def check(code: str) -> Callable[[Check], Check]:
    """Puts a check into the list under its code."""

    def register(function: Check) -> Check:
        CHECKS[code] = function
        return function

    return register


@check("V01")
def columns_present(data: Tables) -> Found:
    """A table has all columns of the schema."""
    for name, frame in data.frames.items():
        missing = [field.name for field in fields(name) if field.name not in frame.columns]
        if missing:
            yield name, "", "without " + ", ".join(missing)


@check("V02")
def column_types(data: Tables) -> Found:
    """A column has the type of the schema."""
    for name, frame in data.frames.items():
        for field in fields(name):
            if field.name in frame.columns and str(frame[field.name].dtype) != DTYPES[field.kind]:
                yield name, field.name, str(frame[field.name].dtype)


@check("V03")
def keys_unique(data: Tables) -> Found:
    """A key stands in its table once and is not empty."""
    for name in data.frames:
        seen: set[str] = set()
        for row in data.rows(name) if name not in KEYLESS else ():
            if not row[0] or row[0] in seen:
                yield name, row[0], "twice" if row[0] else "empty"
            seen.add(row[0])


@check("V04")
def closed_lists(data: Tables) -> Found:
    """A value is one of the closed list of its column."""
    for name in data.frames:
        for k, field in enumerate(fields(name)):
            for row in data.rows(name) if field.column.values else ():
                if row[k] not in field.column.values:
                    yield name, row[0], f"{field.name} {row[k]}"


@check("V05")
def references_resolve(data: Tables) -> Found:
    """A reference is empty or names a row that there is."""
    for name in data.frames:
        for k, field in enumerate(fields(name)):
            target = field.column.refers.partition(".")[0]
            if target in data.frames:
                known = data.by_key(target)
                for row in data.rows(name):
                    if row[k] and row[k] not in known:
                        yield name, row[0], f"{field.name} {row[k]}"


@check("V06")
def shares(data: Tables) -> Found:
    """A score or confidence lies between 0 and 1."""
    for name in data.frames:
        for k, field in enumerate(fields(name)):
            for row in data.rows(name) if field.kind == "float" else ():
                if not 0 <= row[k] <= 1:
                    yield name, row[0], f"{field.name} {row[k]}"


@check("V07")
def names_known(data: Tables) -> Found:
    """A name in a joined cell is that of an actor, or 有司."""
    names = {actor.name for actor in data.rows("actors")} | {UNSPECIFIED}
    for name in data.frames if data.rows("actors") else ():
        for k, field in enumerate(fields(name)):
            for row in data.rows(name) if field.column.parts and name != "actors" else ():
                unknown = [part for part in row[k].split(field.column.parts) if part and part not in names]
                if unknown:
                    yield name, row[0], "+".join(unknown)
