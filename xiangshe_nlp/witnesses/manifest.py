"""The manifest of a corpus: its chapters, their witnesses, and how each witness is laid out."""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..model import LANGUAGES, SCRIPTS, YES_NO_UNKNOWN, Witness
from .layout import Layout, read_layout
from .sources import decode

NAME = "corpus.toml"
HEAD = r"\[\[witnesses\]\]"
WITHHELD = "withheld.txt"
WITNESS_KEYS = ("witness_id", "chapter_id", "title", "author", "period", "language", "script", "layout", "file",
                "sha256", "source", "licence", "redistributable")
CHOICES = {"language": LANGUAGES, "script": SCRIPTS, "redistributable": YES_NO_UNKNOWN}
FORMS = {"witness_id": r"[A-Za-z0-9_]+", "sha256": r"[0-9a-f]{64}"}


@dataclass(frozen=True)
class Manifest:
    """A corpus as its manifest describes it; no text has been read yet.

    `chapters` maps chapter ids to title and file of the stage table, `layouts` witness ids to their
    layouts. The texts of `withheld` witnesses are left out of this copy of the corpus on purpose.
    """

    folder: Path
    title: str
    chapters: dict[str, dict[str, str]]
    witnesses: tuple[Witness, ...]
    layouts: dict[str, Layout]
    withheld: frozenset[str]


def load_manifest(folder: Path | str) -> Manifest:
    """Read and check `corpus.toml` in a folder.

    Raises
    ------
    InputError
        There is no manifest, it is not TOML, a key is unknown or missing, a value is not allowed, two
        witnesses share an id, a file is not in the folder, or a witness names a chapter or layout that is
        not declared.
    """
    path = Path(folder) / NAME
    if not path.is_file():
        raise InputError(f"A corpus is a folder with a manifest {NAME}.", "a folder without it", file=path)
    text = decode(path.read_bytes().removeprefix(BOM_UTF8), path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = map(int, where.groups()) if where else (text.count("\n") + 1, 1)
        raise InputError("A manifest is a TOML file.", str(error), file=path, line=line, column=column) from error
    return _Checker(path, text).manifest(data)


class _Checker:
    """Checks the tables of one manifest; every error names the line where the word at fault stands."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    def error(self, rule: str, given: str, head: str = "", number: int = 0) -> InputError:
        """An error at the first place where `given` stands after a header of the manifest, or else at the header.

        `head` is a regular expression for the header, `number` says which of those that fit.
        """
        heads = [match.start() for match in re.finditer(rf"^[^\S\n]*{head}", self.text, re.MULTILINE)] if head else []
        at = heads[number] if number < len(heads) else 0
        found = re.compile(rf"(?<!\w){re.escape(given)}(?!\w)").search(self.text, at)
        return InputError(rule, given, file=self.path, text=self.text, offset=found.start() if found else at)

    def keys(self, table: Any, needed: tuple[str, ...], more: tuple[str, ...], what: str, head: str = "",
             number: int = 0) -> None:
        """A table of the manifest has all the keys it needs and none that is unknown."""
        if not isinstance(table, dict):
            raise self.error(f"{what} is a table of keys.", str(table), head, number)
        known = (*needed, *more)
        for key in table:
            if key not in known:
                raise self.error(f"{what} has no other keys than {', '.join(known)}.", key, head, number)
        missing = [key for key in needed if key not in table]
        if missing:
            raise self.error(f"{what} has {' and '.join(missing)}.", "only " + ", ".join(table), head, number)

    def manifest(self, data: dict[str, Any]) -> Manifest:
        self.keys(data, ("title", "chapters", "layouts", "witnesses"), (), "A manifest")
        chapters = self.chapters(data["chapters"])
        layouts = self.layouts(data["layouts"])
        if not isinstance(data["witnesses"], list):
            raise self.error("Witnesses are a list of tables, [[witnesses]].", "witnesses")
        witnesses: dict[str, Witness] = {}
        for number, table in enumerate(data["witnesses"]):
            witness = self.witness(table, number, chapters, layouts)
            if witness.witness_id in witnesses:
                raise self.error("Every witness has an id of its own.", witness.witness_id, HEAD, number)
            witnesses[witness.witness_id] = witness
        of_witness = {table["witness_id"]: layouts[table["layout"]] for table in data["witnesses"]}
        return Manifest(self.path.parent, data["title"], chapters, tuple(witnesses.values()), of_witness,
                        _withheld(self.path.parent, witnesses.values()))

    def chapters(self, tables: Any) -> dict[str, dict[str, str]]:
        for chapter_id, table in tables.items():
            head = rf"\[chapters\.{re.escape(chapter_id)}\]"
            self.keys(table, ("title",), ("stages",), f"Chapter {chapter_id}", head)
            for key, value in table.items():
                if not isinstance(value, str):
                    raise self.error(f"Chapter {chapter_id}: {key} is a string.", str(value), head)
            if not _inside(table.get("stages", "")):
                raise self.error(f"Chapter {chapter_id}: stages is in the corpus folder.", table["stages"], head)
        return dict(tables)

    def layouts(self, tables: Any) -> dict[str, Layout]:
        out = {}
        for name, table in tables.items():
            try:
                out[name] = read_layout(name, table)
            except InputError as error:
                raise self.error(error.rule, error.given, rf"\[layouts\.{re.escape(name)}\]") from error
        return out

    def witness(self, table: Any, number: int, chapters: dict[str, Any], layouts: dict[str, Layout]) -> Witness:
        self.keys(table, WITNESS_KEYS, ("chars",), "A witness", HEAD, number)
        what = f"Witness {table['witness_id']}"
        allowed: dict[str, Iterable[str]] = {**CHOICES, "chapter_id": chapters, "layout": layouts}
        for key in WITNESS_KEYS:
            value = table[key]
            if not isinstance(value, str):
                raise self.error(f"{what}: {key} is a string.", str(value), HEAD, number)
            if key in allowed and value not in allowed[key]:
                raise self.error(f"{what}: {key} is one of {', '.join(allowed[key])}.", value, HEAD, number)
            if key in FORMS and not re.fullmatch(FORMS[key], value):
                raise self.error(f"{what}: {key} has the form {FORMS[key]}.", value, HEAD, number)
        if not _inside(table["file"]):
            raise self.error(f"{what}: file is in the corpus folder.", table["file"], HEAD, number)
        row = {key: table[key] for key in WITNESS_KEYS}
        return Witness(**row | {"layout": layouts[table["layout"]].engine, "chars": int(table.get("chars", 0))})


def _inside(file: str) -> bool:
    """Whether a name of a file, taken from the folder of the corpus, stays in it.

    >>> _inside("texts/a.txt"), _inside("../a.txt")
    (True, False)
    """
    return not Path(file).is_absolute() and ".." not in Path(file).parts


def _withheld(folder: Path, witnesses: Iterable[Witness]) -> frozenset[str]:
    """Witnesses whose files a public build names in `withheld.txt`, one a line, and leaves out."""
    path = folder / WITHHELD
    files = decode(path.read_bytes(), path).split("\n") if path.is_file() else []
    return frozenset(witness.witness_id for witness in witnesses if witness.file in files)
