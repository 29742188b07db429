"""Tables from rows and back: the schema of `model` as types, files, checks and documentation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from .errors import InputError
from .files import write_aside
from .model import TABLES, Column

if TYPE_CHECKING:
    import pandas as pd

DTYPES = {"str": "str", "int": "int64", "int | None": "Int64", "float": "float64", "bool": "bool"}


class Field(NamedTuple):
    """One column of a table: its name, its kind (a key of DTYPES) and what the schema says of it."""

    name: str
    kind: str
    column: Column


@lru_cache(maxsize=None)
def fields(table: str) -> tuple[Field, ...]:
    """Columns of a table, in order, read from its row class.

    >>> [field.name for field in fields("mentions")][:3]
    ['mention_id', 'clause_id', 'start']
    """
    out = []
    for name, hint in get_type_hints(TABLES[table], include_extras=True).items():
        assert get_origin(hint) is Annotated  # a row class without Column is a fault of the package
        base, column = get_args(hint)[:2]
        kind = base.__name__ if isinstance(base, type) else "int | None"
        out.append(Field(name, kind, column))
    return tuple(out)


def to_frame(table: str, rows: Iterable[Any]) -> pd.DataFrame:
    """DataFrame of rows of one table, with the schema's column order and types."""
    import pandas as pd

    columns = list(zip(*rows, strict=True)) or [()] * len(fields(table))
    data = {field.name: _column(field.kind, cells) for field, cells in zip(fields(table), columns, strict=True)}
    return pd.DataFrame(data, copy=False)


def _column(kind: str, cells: Sequence[Any]) -> Any:
    """The cells of one column as an array of its type, made at once: pandas would look at every cell again."""
    import numpy as np
    import pandas as pd
    import pyarrow as pa

    if kind == "str":
        return pd.arrays.ArrowStringArray(pa.array(cells, type=pa.large_string()), dtype=pd.StringDtype(na_value=np.nan))
    if kind == "int | None":
        empty = np.array([cell is None for cell in cells], dtype=bool)
        return pd.arrays.IntegerArray(np.array([cell or 0 for cell in cells], dtype="int64"), empty)
    return np.array(cells, dtype=DTYPES[kind])


def to_rows(table: str, frame: pd.DataFrame) -> list[Any]:
    """Rows of a DataFrame: the inverse of `to_frame`.

    Raises
    ------
    InputError
        The DataFrame lacks a column of the table.
    """
    missing = [field.name for field in fields(table) if field.name not in frame.columns]
    if missing:
        raise InputError(f"Table {table} has all columns of the schema.", "without " + ", ".join(missing))
    row = TABLES[table]
    lists = [
        [int(value) if known else None for value, known in zip(frame[field.name], frame[field.name].notna(), strict=True)]
        if field.kind == "int | None"
        else frame[field.name].tolist()
        for field in fields(table)
    ]
    return [row(*values) for values in zip(*lists, strict=True)]


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """The table as UTF-8 CSV with header, comma and LF, the same bytes on every machine."""
    text: str = frame.to_csv(index=False, lineterminator="\n")
    return text.encode("utf-8")


def read_csv(path: Path | str, table: str) -> pd.DataFrame:
    """Read one exported CSV as the schema has it: NA and None stay words, a BOM is ignored."""
    import pandas as pd

    frame = pd.read_csv(path, dtype=str, keep_default_na=False, encoding="utf-8-sig")
    for field in fields(table):
        if field.name not in frame.columns:
            raise InputError(f"Table {table} has a column {field.name}.", file=path)
        if field.kind == "bool":
            frame[field.name] = frame[field.name].eq("True")
        elif field.kind == "int | None":
            frame[field.name] = pd.array([int(v) if v else None for v in frame[field.name]], dtype="Int64")
        elif field.kind != "str":
            frame[field.name] = frame[field.name].astype(DTYPES[field.kind])
    return frame[[field.name for field in fields(table)]]


def write_tables(frames: Mapping[str, pd.DataFrame], out: Path | str) -> list[Path]:
    """Write every table as CSV and Parquet, all or none (`files.write_aside`).

    Returns
    -------
    list of Path
        The files written, in the order of the schema.
    """
    with write_aside(out) as aside:
        for name, frame in frames.items():
            (aside / f"{name}.csv").write_bytes(csv_bytes(frame))
            frame.to_parquet(aside / f"{name}.parquet", index=False, engine="pyarrow")
    return [Path(out) / f"{name}.{form}" for name in frames for form in ("csv", "parquet")]


def data_dictionary() -> str:
    """The schema as Markdown, for docs/data_dictionary.md."""
    lines = ["# Data dictionary", "", "Generated from `xiangshe_nlp/model.py` by `xiangshe dictionary`.", ""]
    for table, row in TABLES.items():
        lines += [f"## {table}", "", f"A row is: {(row.__doc__ or '').strip().rstrip('.').lower()}.", "",
                  "| column | type | meaning | values |", "|---|---|---|---|"]
        for field in fields(table):
            column = field.column
            values = ", ".join(value or "(empty)" for value in column.values) or (column.refers and f"→ {column.refers}")
            own = " (beyond the contract)" if column.own else ""
            kind = field.kind.replace("int | None", "int or empty")
            lines.append(f"| `{field.name}` | {kind} | {column.doc}{own} | {values} |")
        lines.append("")
    return "\n".join(lines)
