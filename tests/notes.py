"""A base text with one note, for tests of what commentators say."""

from __future__ import annotations

from xiangshe_nlp.model import Segment
from xiangshe_nlp.normalize import fold


def note_on(
    base: str, note: str, *, layer: str = "commentary", speaker: str = "鄭玄", script: str = "Hant", after: str = ""
) -> list[Segment]:
    """Segments of a base text with one note; `after` is an editors' remark that stands in the note."""
    rows: list[Segment] = []
    at, parent = 0, ""
    for kind, voice, text in (("base", "", base), (layer, speaker, note), ("collation", "四庫館臣", after)):
        if text:
            key = f"x-s{len(rows) + 1:04d}"
            rows.append(Segment(key, "x", kind, voice, parent, at, at + len(text), text, "", fold(text, script), ""))
            at, parent = at + len(text), key
    return rows
