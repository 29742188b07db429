"""UD-Kanbun as a baseline: run where it is installed, else read from the record kept beside the gold.

The package (a dictionary and a parser of UD Classical Chinese) weighs as much as all else together,
so it is no dependency. What it finds in the clauses of the gold is recorded in
`baseline_udkanbun.tsv`: the clause, folded, and the words that it tags as verbs.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

RECORD = "baseline_udkanbun.tsv"
Verbs = Callable[[str], Iterable[str]]


def run_udkanbun() -> Verbs | None:
    """Words that UD-Kanbun tags as verbs in a clause; None where it is not installed."""
    try:
        import udkanbun
    except ImportError:
        return None
    parse = udkanbun.load()
    return lambda text: [token.form for token in parse(text) if token.id and token.upos in ("VERB", "AUX")]


def read_record(folder: Path | str) -> Verbs | None:
    """The same from the record beside a gold; None where there is none, or a clause is not in it."""
    path = Path(folder) / RECORD
    if not path.is_file():
        return None
    with path.open(encoding="utf-8", newline="") as handle:
        found = {row["clause"]: row["verbs"].split() for row in csv.DictReader(handle, delimiter="\t")}
    return lambda text: found.get(text, ())


def write_record(folder: Path | str, clauses: Sequence[str], verbs: Verbs) -> None:
    """Record what UD-Kanbun finds in folded clauses; needed again when the gold or the package changes."""
    with (Path(folder) / RECORD).open("w", encoding="utf-8", newline="") as handle:
        writer = csv.writer(handle, delimiter="\t", lineterminator="\n")
        writer.writerow(["clause", "verbs"])
        writer.writerows([clause, " ".join(verbs(clause))] for clause in sorted(set(clauses)) if clause)


def kanbun_verbs(folder: Path | str) -> Verbs | None:
    """UD-Kanbun's verbs, from the record if there is one (the same everywhere), else run here."""
    return read_record(folder) or run_udkanbun()
