"""Vocabularies: CSV files in `data/lexicon`, one row a form, each with lemma, class, gloss and source.

A new word is a new row. All forms are written folded (see `normalize`), so they match `norm`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

from .errors import InputError

T = TypeVar("T")

HEADER = ("form", "lemma", "class", "english", "source", "note")


class Entry(NamedTuple):
    """One row of a vocabulary; `more` holds the columns that only this vocabulary has."""

    form: str
    lemma: str
    kind: str
    english: str
    source: str
    note: str
    more: dict[str, str]


def read_rows(name: str) -> list[dict[str, str]]:
    """Rows of `data/NAME`, a CSV that travels in the package.

    Raises
    ------
    InputError
        A row has more or fewer cells than the header: a form with a comma is put in quotes.
    """
    text = files("xiangshe_nlp").joinpath(f"data/{name}").read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise InputError("Every row has as many cells as the header.", ",".join(row), file=name, line=number)
    return [dict(zip(header, row, strict=True)) for row in rows]


_READERS: list[Callable[[], Any]] = []


def once(read: Callable[[], T]) -> Callable[[], T]:
    """Make a function that reads a vocabulary, or builds patterns of one, do so once; see `read_vocabularies`."""
    cached = lru_cache(maxsize=1)(read)
    _READERS.append(cached)
    return cached


def read_vocabularies() -> None:
    """Read what every module has marked with `once`, so that the first text waits for none of it."""
    for read in _READERS:
        read()


@lru_cache(maxsize=None)
def load_vocabulary(name: str) -> tuple[Entry, ...]:
    """Entries of the vocabulary `data/lexicon/NAME.csv`, in the order of the file.

    Raises
    ------
    InputError
        A row lacks a form, lemma or class, or a form stands twice in one class.
    """
    seen: set[tuple[str, str]] = set()
    out = []
    for number, row in enumerate(read_rows(f"lexicon/{name}.csv"), start=2):
        if not (row["form"] and row["lemma"] and row["class"]):
            raise InputError("Every row of a vocabulary has form, lemma and class.", str(row), file=f"{name}.csv", line=number)
        key = (row["form"], row["class"])
        if key in seen:
            raise InputError("A form stands once in a class.", row["form"], file=f"{name}.csv", line=number)
        seen.add(key)
        more = {k: v or "" for k, v in row.items() if k not in HEADER}
        out.append(Entry(row["form"], row["lemma"], row["class"], row["english"], row["source"], row["note"], more))
    return tuple(out)


def alternation(forms: Iterable[str]) -> str:
    """Regular expression that matches the longest of the forms, and shorter ones on the way back.

    The forms are set as a tree behind a look at the first character, so that a text is searched in
    time that hardly grows with the vocabulary.

    >>> alternation(["賓", "衆賓", "衆賓之長"])
    '(?=[衆賓])(?:衆賓(?:之長)?|賓)'
    """
    tree: dict[str, Any] = {}
    for form in sorted(set(forms)):
        node = tree
        for char in form:
            node = node.setdefault(char, {})
        node[""] = {}
    firsts = "".join(re.escape(char) for char in sorted(tree))
    return f"(?=[{firsts}]){_branches(tree)}" if tree else "(?!)"


def _branches(tree: dict[str, Any]) -> str:
    parts = [re.escape(char) + _branches(tree[char]) for char in sorted(tree) if char]
    if not parts:
        return ""
    inner = parts[0] if len(parts) == 1 and "" not in tree else f"(?:{'|'.join(parts)})"
    return inner + ("?" if "" in tree else "")


class Matcher:
    """Longest match of many forms at a position, without regard to what stands before.

    >>> m = Matcher({"獲者": "a", "釋獲者": "b"})
    >>> [(found[0], found[2]) for found in m.scan("命釋獲者")]
    [(1, 'b')]
    """

    def __init__(self, values: dict[str, object]) -> None:
        self.values = values
        self.lengths: dict[str, list[int]] = {}
        for form in values:
            self.lengths.setdefault(form[0], []).append(len(form))
        for first, lengths in self.lengths.items():
            self.lengths[first] = sorted(set(lengths), reverse=True)

    def at(self, text: str, i: int) -> tuple[int, object] | None:
        """End and value of the longest form that starts at `i`, or None."""
        for length in self.lengths.get(text[i], ()) if i < len(text) else ():
            found = self.values.get(text[i:i + length])
            if found is not None:
                return i + length, found
        return None

    def scan(self, text: str) -> Iterator[tuple[int, int, object]]:
        """Start, end and value of every longest match, left to right, without overlap."""
        i = 0
        while i < len(text):
            found = self.at(text, i)
            if found is None:
                i += 1
            else:
                yield i, found[0], found[1]
                i = found[0]


@lru_cache(maxsize=None)
def matcher(name: str) -> Matcher:
    """Matcher over the forms of one vocabulary; the values are `Entry` rows."""
    return Matcher({entry.form: entry for entry in reversed(load_vocabulary(name))})
