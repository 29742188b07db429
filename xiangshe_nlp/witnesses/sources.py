"""From files to texts: what a file of a corpus must be before anything reads it."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from codecs import BOM_UTF8
from pathlib import Path

from ..errors import InputError
from ..model import PHASES, Stage, Witness

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ufeff]|\r(?!\n)")
SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
STAGE_COLUMNS = ("stage_id", "seq", "heading", "english", "phase", "shooting_round", "incipit")


def decode(data: bytes, path: Path | str) -> str:
    """The text of a file, which must be UTF-8 without control characters and byte order mark.

    Line feed, tab and a carriage return before a line feed are white space. Nothing is stripped:
    offsets are those of the file.

    Raises
    ------
    InputError
        A byte is not UTF-8 (a lone surrogate is not either), or a control character stands in the text.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[:error.start].decode("utf-8")
        reason = "lone surrogate" if SURROGATE.match(data, error.start) else error.reason
        raise InputError("A text is UTF-8.", f"byte {data[error.start]:02X} ({reason})", file=path, text=before,
                         offset=len(before)) from error
    bad = CONTROL.search(text)
    if bad:
        raise InputError("A text has no byte order mark and no control characters but line feed and tab.",
                         f"U+{ord(bad.group()):04X}", file=path, text=text, offset=bad.start())
    return text


def read_text(path: Path, witness: Witness) -> str:
    """The text of a witness, if the file is there and its hash is the one of the manifest.

    Raises
    ------
    InputError
        There is no such file, its hash is another, or it is not a clean text.
    """
    if not path.is_file():
        raise InputError(f"The text of witness {witness.witness_id} is in the corpus folder.", "a folder without it",
                         file=path)
    data = path.read_bytes()
    text = decode(data, path)
    digest = hashlib.sha256(data).hexdigest()
    if digest != witness.sha256:
        raise InputError(f"The text of witness {witness.witness_id} has the SHA-256 of the manifest, {witness.sha256}.",
                         digest, file=path)
    return text


def read_stages(path: Path, chapter_id: str) -> tuple[Stage, ...]:
    """The stage table of a chapter, a CSV file.

    Raises
    ------
    InputError
        There is no such file, a column is missing, an id stands twice, or a value is not allowed.
    """
    if not path.is_file():
        raise InputError(f"The stage table of {chapter_id} is in the corpus folder.", "a folder without it", file=path)
    text = decode(path.read_bytes().removeprefix(BOM_UTF8), path)  # spreadsheet programs write a byte order mark
    reader = csv.DictReader(io.StringIO(text))
    missing = [name for name in STAGE_COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"A stage table has the columns {', '.join(STAGE_COLUMNS)}.", "without " + ", ".join(missing),
                         file=path, line=1, column=1)
    out: dict[str, Stage] = {}
    for row in reader:
        stage, line = _stage(row, chapter_id, path, reader.line_num), reader.line_num
        if stage.stage_id in out:
            raise InputError("Every stage has an id of its own.", stage.stage_id, file=path, line=line, column=1)
        out[stage.stage_id] = stage
    return tuple(out.values())


def _stage(row: dict[str, str], chapter_id: str, path: Path, line: int) -> Stage:
    """One row of a stage table."""
    rules = (("seq", r"\d+", "a number"), ("shooting_round", r"\d*", "a number or empty"),
             ("phase", "|".join(PHASES), "one of " + ", ".join(PHASES)))
    for name, form, said in rules:
        if not re.fullmatch(form, row[name] or ""):
            raise InputError(f"{name} of a stage is {said}.", str(row[name]), file=path, line=line, column=1)
    turn = int(row["shooting_round"]) if row["shooting_round"] else None
    return Stage(row["stage_id"], chapter_id, int(row["seq"]), row["heading"], row["english"], row["phase"], turn,
                 row["incipit"] or "")
