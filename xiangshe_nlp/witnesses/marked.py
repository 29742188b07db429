"""One engine for texts whose layers are told by marks, as a manifest declares them.

It walks once through the folded text from mark to mark. What stands between two marks goes to the
piece that is open at that depth; a note that interrupts leaves the piece around it open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ..errors import InputError
from ..lexicon import alternation
from ..normalize import fold
from .layout import Label, Layout, Line, Note
from .reading import Piece, Reading, person, speaker_forms

BLANK = r"[^\S\n]*"


@dataclass
class Frame:
    """One depth of the text: the body, or a note that is open."""

    layer: str
    speaker: str
    note: Note | None = None
    opened: int = 0
    piece: Piece | None = None


@lru_cache(maxsize=None)
def compile_marks(layout: Layout, script: str) -> tuple[re.Pattern[str], dict[str, tuple[str, Line | Note | Label | str]]]:
    """One pattern that finds every declared mark in folded text, and what each of its groups declares."""
    groups: dict[str, tuple[str, Line | Note | Label | str]] = {}
    parts = []

    def add(kind: str, pattern: str, declared: Line | Note | Label | str, before: str = "", after: str = "") -> None:
        name = f"g{len(groups)}"
        groups[name] = (kind, declared)
        parts.append(f"{before}(?P<{name}>{pattern}){after}")

    inline = "".join(f"|(?:{fold(pattern, script)})" for pattern in layout.furniture)
    for line in layout.lines:
        add("line", fold(line.pattern, script), line, f"^{BLANK}", "" if line.rest else f"(?={BLANK}(?:$|\\r$|\\Z{inline}))")
    for pattern in layout.furniture:
        add("furniture", fold(pattern, script), pattern)
    for note in layout.notes:
        add("open", re.escape(note.open) + (f"(?:{fold(note.label, script)})?" if note.label else ""), note)
        add("close", re.escape(note.close), note)
    people = alternation(speaker_forms())
    for label in layout.labels:
        pattern = fold(label.pattern, script).replace("{person}", f"(?:{people})")
        add("label", pattern, label, f"^{BLANK}" if label.at == "line" else "")
    parts.append(r"(?P<newline>\n)")
    return re.compile("|".join(parts), re.MULTILINE), groups


class _Walk:
    """The state of one walk through one text."""

    def __init__(self, text: str, layout: Layout, author: str, file: Path | str) -> None:
        self.text, self.layout, self.author, self.file = text, layout, author, file
        self.out = Reading()
        self.home = (layout.layer, self.name(layout.speaker))
        self.frames = [Frame(*self.home)]

    def name(self, speaker: str) -> str:
        """The person that a manifest's `speaker` means."""
        return self.author if speaker == "author" else person(speaker)

    def error(self, rule: str, given: str, at: int) -> InputError:
        return InputError(rule, given, file=self.file, text=self.text, offset=at)

    def take(self, start: int, end: int) -> None:
        """Give a span to the piece that is open."""
        frame = self.frames[-1]
        if frame.piece is None:
            if not self.text[start:end].strip():
                return
            frame.piece = Piece(frame.layer, frame.speaker)
        frame.piece.runs.append((start, end))

    def end_piece(self) -> None:
        """The piece that is open at this depth ends here."""
        frame = self.frames[-1]
        if frame.piece is not None:
            self.out.pieces.append(frame.piece)
            frame.piece = None

    def line(self, declared: Line, start: int, end: int) -> None:
        self.out.pieces.append(Piece(declared.layer, self.name(declared.speaker), [(start, end)]))
        if declared.rest and len(self.frames) == 1:
            self.end_piece()
            self.frames[-1].layer, self.frames[-1].speaker = declared.rest, ""

    def furniture(self, _: str, start: int, end: int) -> None:
        self.out.marks.append((start, end))
        if self.layout.breaks and "\n" in self.text[start:end]:
            self.newline()

    def open(self, note: Note, start: int, end: int) -> None:
        again = next((frame for frame in self.frames if frame.note == note), None)
        if again is not None:
            raise self.error(f"A note {note.open}…{note.close} ends before another begins.", note.open, start)
        if not note.interrupts:
            self.end_piece()
        self.out.marks.append((start, end))
        self.frames.append(Frame(note.layer, self.name(note.speaker), note, start))

    def close(self, note: Note, start: int, end: int) -> None:
        if self.frames[-1].note != note:
            raise self.error(f"A mark {note.close} closes a note that {note.open} has opened.", note.close, start)
        self.end_piece()
        self.frames.pop()
        self.out.marks.append((start, end))

    def label(self, label: Label, start: int, end: int, found: str) -> None:
        frame = self.frames[-1]
        if frame.layer not in label.inside or (label.until == "note") != (frame.note is not None):
            self.take(start, end)
            return
        self.end_piece()
        frame.layer = label.layer
        frame.speaker = self.name(label.speaker) if label.speaker else _named(found)
        if label.until == "file":
            self.home = (frame.layer, frame.speaker)
        if label.keep:
            self.take(start, end)
        else:
            self.out.marks.append((start, end))

    def newline(self) -> None:
        """At the end of a line what a label said ends, if lines are paragraphs and no note is open."""
        if self.layout.breaks and len(self.frames) == 1:
            self.end_piece()
            self.frames[-1].layer, self.frames[-1].speaker = self.home

    def finish(self) -> Reading:
        while len(self.frames) > 1:
            frame = self.frames[-1]
            assert frame.note is not None
            if not frame.note.unclosed:
                raise self.error(f"A note that {frame.note.open} opens is closed by {frame.note.close}.",
                                 "end of the file", frame.opened)
            self.end_piece()
            self.frames.pop()
        self.end_piece()
        return self.out


def _named(found: str) -> str:
    """The person whose name stands in a label as found (鄭康成曰)."""
    match = re.match(alternation(speaker_forms()), found)
    return person(match.group()) if match else ""


def _open_from_start(walk: _Walk, norm: str) -> None:
    """A file that begins inside a note: its first closing mark has no opening mark before it."""
    for note in walk.layout.notes:
        first = norm.find(note.close)
        if note.unopened and first >= 0 and norm.find(note.open, 0, first) < 0:
            walk.frames.append(Frame(note.layer, walk.name(note.speaker), note))
            return


def read_marked(text: str, norm: str, layout: Layout, author: str, script: str, file: Path | str) -> Reading:
    """Pieces and marks of a text, read by the marks of its layout.

    Raises
    ------
    InputError
        A mark that the layout declares does not occur, or opening and closing marks do not match.
    """
    pattern, groups = compile_marks(layout, script)
    walk = _Walk(text, layout, author, file)
    _open_from_start(walk, norm)
    at, seen = 0, set()
    for match in pattern.finditer(norm):
        name = match.lastgroup or ""
        start, end = match.span(name)
        seen.add(name)
        if name == "newline":
            walk.take(at, end)
            walk.newline()
        else:
            kind, declared = groups[name]
            walk.take(at, start)
            if kind == "label":
                walk.label(declared, start, end, match.group(name))  # type: ignore[arg-type]
            else:
                getattr(walk, kind)(declared, start, end)
        at = end
    walk.take(at, len(text))
    _check_declared(groups, seen, file)
    return walk.finish()


def _check_declared(groups: dict[str, tuple[str, Line | Note | Label | str]], seen: set[str], file: Path | str) -> None:
    """Every mark that the manifest declares occurs in the file, unless it is declared optional."""
    for name, (kind, declared) in groups.items():
        if name in seen or isinstance(declared, str) or declared.optional:
            continue
        shown = getattr(declared, kind) if isinstance(declared, Note) else declared.pattern
        if isinstance(declared, Note) and kind == "close" and declared.unclosed:
            continue
        raise InputError(f"Every mark that the manifest declares occurs in the file ({kind} {shown}).",
                         f"no {shown}", file=file, line=1, column=1)
