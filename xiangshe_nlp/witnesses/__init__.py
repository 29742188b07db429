"""Readers: from files to segments, by the marks that a manifest declares."""

from __future__ import annotations

from ..model import Chapter, Segment
from ..normalize import fold
from .layout import Layout
from .manifest import Manifest, load_manifest, read_chapter
from .marked import read_marked
from .reading import Reading, to_segments, untiled
from .webpage import read_webpage

__all__ = ["Layout", "Manifest", "Reading", "load_manifest", "read_chapter", "read_segments", "read_witness", "untiled"]

ENGINES = {"marked": read_marked, "webpage": read_webpage}


def read_witness(chapter: Chapter, witness_id: str) -> tuple[list[Segment], Reading]:
    """Segments of one witness, and the reading from which they come, with its marks."""
    witness, text, layout = chapter.witness(witness_id), chapter.texts[witness_id], chapter.layouts[witness_id]
    norm = fold(text, witness.script)
    reading = ENGINES[layout.engine](text, norm, layout, witness.author, witness.script, witness.file)
    return to_segments(witness_id, text, norm, reading.pieces), reading


def read_segments(chapter: Chapter) -> list[Segment]:
    """Segments of all witnesses of a chapter whose text is at hand, in the order of the manifest.

    Raises
    ------
    InputError
        A text does not fit the layout that the manifest declares.
    """
    return [segment for witness in chapter.witnesses if witness.witness_id in chapter.texts
            for segment in read_witness(chapter, witness.witness_id)[0]]
