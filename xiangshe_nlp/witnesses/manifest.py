"""The manifest of a corpus: its chapters, their witnesses, and how each witness is laid out."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..model import LANGUAGES, SCRIPTS, YES_NO_UNKNOWN, Chapter, Stage, Witness
from .layout import Layout, read_layout

NAME = "corpus.toml"
WITNESS_KEYS = ("witness_id", "chapter_id", "title", "author", "period", "language", "script", "layout", "file",
                "sha256", "source", "licence", "redistributable")
OPTIONAL_KEYS = ("withheld", "chars")
CHOICES = {"language": LANGUAGES, "script": SCRIPTS, "redistributable": YES_NO_UNKNOWN}


@dataclass(frozen=True)
class Manifest:
    """A corpus as its manifest describes it; no text has been read yet."""

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
        witnesses share an id, or a witness names a chapter or layout that is not declared.
    """
    path = Path(folder) / NAME
    if not path.is_file():
        raise InputError(f"A corpus is a folder with a manifest {NAME}.", "no such file", file=path)
    text = decode(path.read_bytes(), path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = map(int, where.groups()) if where else (text.count("\n") + 1, 1)
        raise InputError("A manifest is a TOML file.", str(error), file=path, line=line, column=column) from error
    return _check(data, text, path)


def _check(data: dict[str, Any], text: str, path: Path) -> Manifest:
    """The manifest of a parsed TOML file; errors name the line of the key."""
    _check_keys(data, ("title", "chapters", "layouts", "witnesses"), (), "The manifest", text, path)
    chapters: dict[str, dict[str, str]] = {}
    for chapter_id, chapter in data["chapters"].items():
        _check_keys(chapter, ("title",), ("stages",), f"Chapter {chapter_id}", text, path)
        chapters[chapter_id] = chapter
    layouts = {}
    for name, table in data["layouts"].items():
        try:
            layouts[name] = read_layout(name, table)
        except InputError as error:
            raise _located(error, text, path, f"[layouts.{name}]") from error
    witnesses = [_witness(table, chapters, layouts, text, path) for table in data["witnesses"]]
    ids = [witness.witness_id for witness, _, _ in witnesses]
    for number, witness_id in enumerate(ids):
        if witness_id in ids[:number]:
            at = [m.start(1) for m in re.finditer(rf'^\s*witness_id\s*=\s*("{re.escape(witness_id)}")', text, re.MULTILINE)]
            raise InputError("Every witness has an id of its own.", witness_id, file=path, text=text, offset=at[-1] if at else 0)
    return Manifest(path.parent, data["title"], chapters, tuple(witness for witness, _, _ in witnesses),
                    {witness.witness_id: layout for witness, layout, _ in witnesses},
                    frozenset(witness.witness_id for witness, _, withheld in witnesses if withheld))


def _witness(table: dict[str, Any], chapters: dict[str, Any], layouts: dict[str, Layout], text: str,
             path: Path) -> tuple[Witness, Layout, bool]:
    """One witness, its layout, and whether its text is withheld from this copy of the corpus."""
    what = f"Witness {table.get('witness_id', '')}".strip()
    _check_keys(table, WITNESS_KEYS, OPTIONAL_KEYS, what, text, path)
    allowed: dict[str, Any] = {**CHOICES, "chapter_id": tuple(chapters), "layout": tuple(layouts)}
    for key, values in allowed.items():
        if table[key] not in values:
            raise _located(InputError(f"{what}: {key} is one of {', '.join(values)}.", repr(table[key])), text, path, key)
    layout = layouts[table["layout"]]
    row = {key: table[key] for key in WITNESS_KEYS} | {"layout": layout.engine, "chars": table.get("chars", 0)}
    return Witness(**row), layout, bool(table.get("withheld", False))


def _check_keys(table: Any, needed: tuple[str, ...], more: tuple[str, ...], what: str, text: str, path: Path) -> None:
    """A table of the manifest has all the keys it needs and none that is unknown."""
    for key in table:
        if key not in needed + more:
            raise _located(InputError(f"{what} has only the keys {', '.join(needed + more)}.", key), text, path, key)
    missing = [key for key in needed if key not in table]
    if missing:
        raise _located(InputError(f"{what} has the keys {', '.join(needed)}.", "without " + ", ".join(missing)), text, path,
                       str(table.get("witness_id", what)))


def _located(error: InputError, text: str, path: Path, word: str) -> InputError:
    """The same error with the place in the manifest where a word stands."""
    at = max(text.find(error.given) if error.given and len(error.given) > 2 else -1, -1)
    if at < 0:
        at = max(text.find(word), 0)
    return InputError(error.rule, error.given, file=path, text=text, offset=at)


def decode(data: bytes, path: Path | str) -> str:
    """The text of a file, which must be UTF-8 without control characters.

    Line feed, tab and carriage return before a line feed are white space; a byte order mark may
    stand at the beginning. Nothing is stripped, so offsets are those of the file.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[:error.start].decode("utf-8")
        shown = " ".join(f"{byte:02X}" for byte in data[error.start:error.end])
        what = "lone surrogate" if re.match(rb"\xed[\xa0-\xbf][\x80-\xbf]", data[error.start:error.start + 3]) else error.reason
        raise InputError("A text is encoded in UTF-8.", f"byte {shown} ({what})", file=path, text=before,
                         offset=len(before)) from error
    bad = re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]|\r(?!\n)|(?<!\A)\ufeff", text)
    if bad:
        raise InputError("A text has no control characters but line feed and tab.", f"U+{ord(bad.group()):04X}", file=path,
                         text=text, offset=bad.start())
    return text


def read_chapter(manifest: Manifest, chapter_id: str) -> Chapter:
    """A chapter with the texts of all its witnesses, each checked against its hash.

    Raises
    ------
    InputError
        The manifest has no such chapter; a file is missing, has another hash or is not a clean text.
    """
    if chapter_id not in manifest.chapters:
        raise InputError(f"The corpus has the chapters {', '.join(manifest.chapters)}.", chapter_id, file=manifest.folder / NAME)
    witnesses, texts = [], {}
    for witness in manifest.witnesses:
        if witness.chapter_id != chapter_id:
            continue
        if witness.witness_id not in manifest.withheld:
            texts[witness.witness_id] = _read_text(manifest.folder / witness.file, witness)
            witness = witness._replace(chars=len(texts[witness.witness_id]))
        witnesses.append(witness)
    chapter = manifest.chapters[chapter_id]
    stages = read_stages(manifest.folder / chapter["stages"], chapter_id) if "stages" in chapter else ()
    layouts = {witness.witness_id: manifest.layouts[witness.witness_id] for witness in witnesses}
    return Chapter(chapter_id, chapter["title"], tuple(witnesses), texts, layouts, stages)


def _read_text(path: Path, witness: Witness) -> str:
    """The text of a witness, if the file is there and its hash is the one of the manifest."""
    if not path.is_file():
        raise InputError(f"The text of witness {witness.witness_id} is in the corpus folder.", "no such file", file=path)
    data = path.read_bytes()
    text = decode(data, path)
    digest = hashlib.sha256(data).hexdigest()
    if digest != witness.sha256:
        raise InputError(f"The text of witness {witness.witness_id} has the hash that the manifest gives, {witness.sha256}.",
                         digest, file=path)
    return text


def read_stages(path: Path, chapter_id: str) -> tuple[Stage, ...]:
    """The stage table of a chapter.

    Raises
    ------
    InputError
        There is no such file, a column is missing, an id stands twice, or a value is not allowed.
    """
    if not path.is_file():
        raise InputError(f"The stage table of chapter {chapter_id} is in the corpus folder.", "no such file", file=path)
    out: list[Stage] = []
    for number, row in enumerate(csv.DictReader(io.StringIO(decode(path.read_bytes(), path))), start=2):
        try:
            turn = int(row["shooting_round"]) if row["shooting_round"] else None
            out.append(Stage(row["stage_id"], chapter_id, int(row["seq"]), row["heading"], row["english"], row["phase"],
                             turn, row["incipit"]))
        except (KeyError, TypeError, ValueError) as error:
            raise InputError("A stage has stage_id, seq, heading, english, phase, shooting_round and incipit.",
                             str(error), file=path, line=number, column=1) from error
        if any(stage.stage_id == out[-1].stage_id for stage in out[:-1]):
            raise InputError("Every stage has an id of its own.", out[-1].stage_id, file=path, line=number, column=1)
    return tuple(out)
