"""What a manifest declares of a witness's layout: which marks tell its layers and its speakers."""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields
from typing import Any

from ..errors import InputError
from ..model import LAYERS

ENGINES = ("marked", "webpage")


@dataclass(frozen=True)
class Line:
    """A line known by its first words: title, heading or furniture of the page.

    Without `rest` the pattern must fit the whole line; with it the line goes on in that layer (the
    sentences of the 記 that 蔡德晉 quotes after a heading 右…). Inside a note only front matter and
    furniture count.
    """

    pattern: str
    layer: str
    speaker: str = ""
    rest: str = ""
    optional: bool = False


@dataclass(frozen=True)
class Note:
    """A note between brackets.

    `label` is a word after the opening bracket that belongs to the mark (案). In the layers that it
    `interrupts` the text around it stays one segment, which names it in `skip`; elsewhere it ends the
    segment before it. `unopened` and `unclosed` allow a file to begin or end inside such a note.
    """

    open: str
    close: str
    layer: str
    speaker: str = ""
    label: str = ""
    interrupts: tuple[str, ...] = ()
    unopened: bool = False
    unclosed: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Label:
    """A label that tells layer and speaker of what follows it.

    `pattern` may hold `{person}`, which stands for every name in the vocabulary of speakers; the
    speaker is then the person so named. The label counts where the text is in one of the layers
    `inside`, and only at the beginning of a line if `at` is `line`. It holds to the end of the
    `line`, of the `note` around it or of the `file`. With `keep` its words stay in the segment.
    """

    pattern: str
    layer: str
    speaker: str = ""
    inside: tuple[str, ...] = ("base",)
    at: str = "anywhere"
    until: str = "line"
    keep: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Layout:
    """The layout of a witness.

    `layer` and `speaker` are those of unmarked text. With `breaks` the end of a line ends a segment;
    without it lines are those of a printed page and a sentence runs on. `furniture` are patterns of
    marks inside the text (page numbers, ends of printed lines). `speakers` are names that the
    vocabulary of speakers lacks, each with its person. `sections` is for the engine `webpage`: the
    headings of the sections that are text.
    """

    name: str
    engine: str
    layer: str = "base"
    speaker: str = ""
    breaks: bool = True
    lines: tuple[Line, ...] = ()
    notes: tuple[Note, ...] = ()
    labels: tuple[Label, ...] = ()
    furniture: tuple[str, ...] = ()
    speakers: tuple[tuple[str, str], ...] = ()
    sections: tuple[str, ...] = ()


CHOICES = {
    "layer": LAYERS, "rest": ("", *LAYERS), "at": ("anywhere", "line"), "until": ("line", "note", "file"),
    "engine": ENGINES, "inside": LAYERS,
}
PARTS = {"lines": Line, "notes": Note, "labels": Label}


def read_layout(name: str, table: Any) -> Layout:
    """The layout declared under `[layouts.NAME]`.

    Raises
    ------
    InputError
        A key is unknown or missing, a value is not of its kind or not in the list it should be, or a
        pattern is no regular expression; `given` is the word at fault.
    """
    layout: Layout = _record(Layout, table, f"Layout {name}", name=name)
    lines, labels = [line.pattern for line in layout.lines], [label.pattern for label in layout.labels]
    for pattern in (*lines, *labels, *layout.furniture):
        try:
            empty = re.compile(pattern.replace("{person}", "x")).match("")
        except re.error as error:
            raise InputError(f"Layout {name}: a pattern is a regular expression ({error}).", pattern) from error
        if empty:
            raise InputError(f"Layout {name}: a pattern does not fit the empty text.", pattern)
    return layout


def _record(cls: type, table: Any, what: str, **fixed: Any) -> Any:
    """An instance of a dataclass from a table of the manifest."""
    if not isinstance(table, dict):
        raise InputError(f"{what} is a table of keys.", str(table))
    known = {field.name: field for field in fields(cls) if field.name not in fixed}
    for key in table:
        if key not in known:
            raise InputError(f"{what} has no other keys than {', '.join(known)}.", str(key))
    missing = [name for name, field in known.items() if field.default is MISSING and name not in table]
    if missing:
        raise InputError(f"{what} has {' and '.join(missing)}.", f"only {', '.join(table)}")
    values = {name: _value(name, str(known[name].type), value, what) for name, value in table.items()}
    return cls(**values, **fixed)


def _value(name: str, kind: str, value: Any, what: str) -> Any:
    """A value of the manifest, if it is of the declared kind and in the closed list."""
    if name == "speakers":
        if not isinstance(value, dict) or not all(isinstance(person, str) for person in value.values()):
            raise InputError(f"{what}: speakers is a table of names and persons.", str(value))
        return tuple(value.items())
    if kind.startswith("tuple"):
        if not isinstance(value, list):
            raise InputError(f"{what}: {name} is a list.", str(value))
        if name in PARTS:
            return tuple(_record(PARTS[name], item, f"{what}, {name}") for item in value)
        return tuple(_value(name, "str", item, what) for item in value)
    if type(value).__name__ != kind:
        raise InputError(f"{what}: {name} is of type {kind}.", str(value))
    if name in CHOICES and value not in CHOICES[name]:
        raise InputError(f"{what}: {name} is one of {', '.join(filter(None, CHOICES[name]))}.", str(value))
    return value
