"""Validation: every check over a set of tables, and what is wrong as rows with codes.

The checks stand in `checks` (what the schema asks for) and `checks_text` (across tables and texts).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from . import checks_text  # noqa: F401  (its checks put themselves into the list)
from .checks import CHECKS, Tables
from .model import Span

if TYPE_CHECKING:
    import pandas as pd

NONE: Mapping[str, Sequence[Span]] = MappingProxyType({})


class Defect(NamedTuple):
    """A row that breaks a rule: code of the check, table, key of the row, what was found."""

    code: str
    table: str
    row: str
    given: str

    def __str__(self) -> str:
        return f"{self.code} {self.table} {self.row}: {rule(self.code)} Given: {self.given}"


def rule(code: str) -> str:
    """The rule that a check holds the tables to.

    >>> rule("V03")
    'A key stands in its table once and is not empty.'
    """
    return (CHECKS[code].__doc__ or "").strip().splitlines()[0]


def validate(
    tables: Mapping[str, pd.DataFrame], texts: Mapping[str, str], marks: Mapping[str, Sequence[Span]] = NONE
) -> list[Defect]:
    """Rows that break a rule, in the order of the codes.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Any tables of the schema; checks across tables skip what is not given.
    texts : mapping of str to str
        Decoded texts by witness id; witnesses whose text is not at hand are not checked against it.
    marks : mapping of str to sequence of (start, end)
        What the layout of a witness declares to be no text (`witnesses.read_marks`), by witness id; where
        it is not given, letters without a segment are not looked for.

    Returns
    -------
    list of Defect
        Empty if all is well. Where a table does not have the columns of the schema, only that is said.
    """
    data, out = Tables(tables, texts, marks), []
    for code, function in CHECKS.items():
        out += [Defect(code, *found) for found in function(data)]
        if code == "V02" and out:
            break
    return out
