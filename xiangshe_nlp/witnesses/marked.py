"""One engine for texts whose layers are told by marks, as a manifest declares them.

It walks once through the folded text from mark to mark. What stands between two marks goes to the
piece that is open at that depth; a note that interrupts leaves the piece around it open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..errors import InputError
from ..lexicon import alternation, once
from ..normalize import fold
from .layout import Label, Layout, Line, Note
from .reading import Piece, Reading, person, speaker_forms

BLANK = r"[^\S\n]*"
ASIDE = ("front", "paratext")
Declared = Line | Note | Label | str


@once
def _listed_names() -> str:
    """Pattern of the names in the vocabulary of speakers."""
    return alternation(speaker_forms())


@cache
def _names(others: tuple[str, ...]) -> str:
    """Pattern of those names and of others that a layout declares."""
    return alternation([*speaker_forms(), *others]) if others else _listed_names()


@cache
def compile_marks(layout: Layout, script: str) -> tuple[re.Pattern[str], dict[str, Declared]]:
    """One pattern that finds every declared mark in folded text, and what each of its groups declares.

    Groups are named by kind and number; where two marks fit at one place, whole lines come first,
    then furniture, brackets and labels, each in the order of the manifest.
    """
    groups: dict[str, Declared] = {}
    parts = []

    def add(kind: str, pattern: str, declared: Declared, before: str = "", after: str = "") -> None:
        name = f"{kind}{len(groups)}"
        groups[name] = declared
        parts.append(f"{before}(?P<{name}>{pattern}){after}")

    ends = "|".join(["$", *(fold(pattern, script) for pattern in layout.furniture)])
    for line in layout.lines:
        add("line", fold(line.pattern, script), line, f"^{BLANK}", "" if line.rest else f"(?={BLANK}(?:{ends}))")
    for pattern in layout.furniture:
        add("furniture", fold(pattern, script), pattern)
    for note in layout.notes:
        add("open", re.escape(note.open) + (f"(?:{fold(note.label, script)})?" if note.label else ""), note)
        add("close", re.escape(note.close), note)
    people = tuple(fold(name, script) for name, _ in layout.speakers)
    for label in layout.labels:
        pattern = fold(label.pattern, script)
        if "{person}" in pattern:
            pattern = pattern.replace("{person}", f"(?:{_names(people)})")
        add("label", pattern, label, f"^{BLANK}" if label.at == "line" else "")
    parts.append(r"(?P<newline>\n)")
    return re.compile("|".join(parts), re.MULTILINE), groups


def read_marked(text: str, norm: str, layout: Layout, author: str, script: str, file: Path | str) -> Reading:
    """Pieces and marks of a text, read by the marks of its layout.

    Parameters
    ----------
    text, norm : str
        The text and its folded form, of the same length.
    author, script : str
        What the manifest says of the witness; `author` is who speaks where nobody is named.

    Raises
    ------
    InputError
        A mark that the layout declares does not occur, or opening and closing marks do not match.
    """
    pattern, groups = compile_marks(layout, script)
    walk = _Walk(text, norm, layout, author, file)
    at, seen = 0, set()
    for match in pattern.finditer(norm):
        name = match.lastgroup or ""
        start, end = match.span(name)
        seen.add(name)
        walk.take(at, start)
        walk.meet(name, groups.get(name), start, end)
        at = end
    walk.take(at, len(text))
    reading = walk.finish()
    _check_declared(groups, seen, file)
    return reading


def _check_declared(groups: dict[str, Declared], seen: set[str], file: Path | str) -> None:
    """Every mark that the manifest declares occurs in the file, unless it is declared optional."""
    for name, declared in groups.items():
        if name in seen or isinstance(declared, str) or declared.optional:
            continue
        if isinstance(declared, Note):
            if name.startswith("close") and declared.unclosed:
                continue
            shown = declared.open if name.startswith("open") else declared.close
        else:
            shown = declared.pattern
        raise InputError("Every mark that the manifest declares occurs in the file, or is declared optional.",
                         f"a text without {shown} ({declared.layer})", file=file, line=1, column=1)


@dataclass
class Frame:
    """One depth of the text: the body, or a note that is open."""

    layer: str
    speaker: str
    note: Note | None = None
    opened: int = 0
    piece: Piece | None = None


class _Walk:
    """The state of one walk through one text."""

    def __init__(self, text: str, norm: str, layout: Layout, author: str, file: Path | str) -> None:
        self.text, self.norm, self.layout, self.author, self.file = text, norm, layout, author, file
        self.people = {**speaker_forms(), **dict(layout.speakers)}
        self.out = Reading()
        self.home = (layout.layer, self.name(layout.speaker))
        self.frames = [Frame(*self.home)]
        for note in layout.notes:  # a file that begins inside a note
            first = norm.find(note.close)
            if note.unopened and first >= 0 and norm.find(note.open, 0, first) < 0:
                self.frames.append(Frame(note.layer, self.name(note.speaker), note))
                break

    def name(self, speaker: str) -> str:
        """The person that a manifest's `speaker` means."""
        return self.author if speaker == "author" else self.people.get(speaker, person(speaker))

    def error(self, rule: str, given: str, at: int) -> InputError:
        return InputError(rule, given, file=self.file, text=self.text, offset=at)

    def take(self, start: int, end: int) -> None:
        """Give a span to the piece that is open."""
        frame = self.frames[-1]
        if start == end:
            return
        if frame.piece is None:
            if self.text[start:end].isspace():
                return
            frame.piece = Piece(frame.layer, frame.speaker)
        frame.piece.runs.append((start, end))

    def end_piece(self) -> None:
        """The piece that is open at this depth ends here."""
        frame = self.frames[-1]
        if frame.piece is not None:
            self.out.pieces.append(frame.piece)
            frame.piece = None

    def meet(self, name: str, declared: Declared | None, start: int, end: int) -> None:
        """A mark stands here."""
        if isinstance(declared, Line):
            self.line(declared, start, end)
        elif isinstance(declared, Label):
            self.label(declared, start, end)
        elif isinstance(declared, Note):
            (self.open if name.startswith("open") else self.close)(declared, start, end)
        elif declared is not None:
            self.out.marks.append((start, end))
            if "\n" in self.text[start:end]:
                self.newline()
        else:
            self.take(start, end)
            self.newline()

    def line(self, line: Line, start: int, end: int) -> None:
        if len(self.frames) > 1 and line.layer not in ASIDE:
            self.take(start, end)
            return
        if len(self.frames) == 1:
            self.end_piece()
        self.out.pieces.append(Piece(line.layer, self.name(line.speaker), [(start, end)]))
        if line.rest:
            self.frames[-1].layer, self.frames[-1].speaker = line.rest, ""

    def open(self, note: Note, start: int, end: int) -> None:
        if any(frame.note == note for frame in self.frames):
            rule = f"A note {note.open}…{note.close} ends before another begins."
            raise self.error(rule, f"{note.open} in a note", start)
        if self.frames[-1].layer not in note.interrupts:
            self.end_piece()
        self.out.marks.append((start, end))
        self.frames.append(Frame(note.layer, self.name(note.speaker), note, start))

    def close(self, note: Note, start: int, end: int) -> None:
        inner = self.frames[-1].note
        if inner != note:
            still = f"{note.close} while {inner.open} is open" if inner else f"{note.close} without {note.open}"
            raise self.error(f"A mark {note.close} closes the note that {note.open} opens.", still, start)
        self.end_piece()
        self.frames.pop()
        self.out.marks.append((start, end))

    def label(self, label: Label, start: int, end: int) -> None:
        frame = self.frames[-1]
        if frame.layer not in label.inside or (label.until == "note") != (frame.note is not None):
            self.take(start, end)  # the words of a label where it is none
            return
        self.end_piece()
        frame.layer = label.layer
        frame.speaker = self.named(start, end) if "{person}" in label.pattern else self.name(label.speaker)
        if label.until == "file":
            self.home = (frame.layer, frame.speaker)
        if label.keep:
            self.take(start, end)
        else:
            self.out.marks.append((start, end))

    def named(self, start: int, end: int) -> str:
        """The person whose name stands in a label (鄭康成曰)."""
        found = re.search(_names(tuple(name for name, _ in self.layout.speakers)), self.norm[start:end])
        return self.people[found.group()] if found else ""

    def newline(self) -> None:
        """What holds to the end of the line ends; and so does a segment, if lines are paragraphs."""
        frame = self.frames[-1]
        if len(self.frames) == 1 and (self.layout.breaks or (frame.layer, frame.speaker) != self.home):
            self.end_piece()
            frame.layer, frame.speaker = self.home

    def finish(self) -> Reading:
        while len(self.frames) > 1:
            frame = self.frames[-1]
            if frame.note is not None and not frame.note.unclosed:
                raise self.error(f"A note that {frame.note.open} opens is closed by {frame.note.close}.",
                                 f"the end of the file without {frame.note.close}", frame.opened)
            self.end_piece()
            self.frames.pop()
        self.end_piece()
        return self.out
