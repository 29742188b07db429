"""Texts that several tests read: the seeds, a text in a layout, a base text with one note."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path

from xiangshe_nlp.model import Chapter, Segment, Witness
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments, read_witness, untiled
from xiangshe_nlp.witnesses.layout import Layout

SEEDS = Path(__file__).parents[1] / "seeds"
WITNESSES = ("jishi", "benyi", "zhushu", "niutrans", "baihua")


@cache
def chapter() -> Chapter:
    return read_chapter(load_manifest(SEEDS), "xiangshe")


@cache
def segments(witness_id: str) -> tuple[Segment, ...]:
    return tuple(segment for segment in read_segments(chapter()) if segment.witness_id == witness_id)


def beginning(witness_id: str, words: str) -> Segment:
    """The one segment that begins with these words."""
    found = [segment for segment in segments(witness_id) if segment.text.startswith(words)]
    assert len(found) == 1, (words, found)
    return found[0]


def read(text: str, layout: Layout, author: str = "李如圭", script: str = "Hant") -> tuple[list[Segment], list[str]]:
    """Segments of a text, and what is wrong with its tiling."""
    witness = Witness("w", "c", "", author, "", "lzh", script, "marked", "w.txt", "", len(text), "", "", "yes")
    found, reading = read_witness(Chapter("c", "", (witness,), {"w": text}, {"w": layout}, ()), "w")
    return found, [f"{at} {reason}" for at, reason in untiled(text, found, reading.marks)]


def lenient(layout: Layout) -> Layout:
    """The same layout with every mark optional, so that any text can be read by it."""
    parts = {name: tuple(dataclasses.replace(part, optional=True) for part in getattr(layout, name))
             for name in ("lines", "notes", "labels")}
    return dataclasses.replace(layout, **parts)


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
