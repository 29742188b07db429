"""Readers: from files to segments, by the marks that a manifest declares."""

from __future__ import annotations

from ..errors import InputError
from ..model import Chapter, Segment, Span
from ..normalize import fold
from .layout import Layout
from .manifest import NAME, Manifest, load_manifest
from .marked import read_marked
from .reading import Reading, to_segments, untiled
from .sources import read_stages, read_text
from .webpage import read_webpage

__all__ = [
    "Layout", "Manifest", "Reading", "load_manifest", "read_chapter", "read_marks", "read_segments", "read_witness", "untiled",
]

ENGINES = {"marked": read_marked, "webpage": read_webpage}


def read_chapter(manifest: Manifest, chapter_id: str) -> Chapter:
    """A chapter with the texts of all its witnesses, each checked against its hash.

    Raises
    ------
    InputError
        The manifest has no such chapter; a file is missing, has another hash or is not a clean text.
    """
    if chapter_id not in manifest.chapters:
        raise InputError(f"The corpus has the chapters {', '.join(manifest.chapters)}.", chapter_id,
                         file=manifest.folder / NAME)
    described = [witness for witness in manifest.witnesses if witness.chapter_id == chapter_id]
    texts = {witness.witness_id: read_text(manifest.folder / witness.file, witness)
             for witness in described if witness.witness_id not in manifest.withheld}
    witnesses = tuple(witness._replace(chars=len(texts[witness.witness_id])) if witness.witness_id in texts else witness
                      for witness in described)
    chapter = manifest.chapters[chapter_id]
    stages = read_stages(manifest.folder / chapter["stages"], chapter_id) if "stages" in chapter else ()
    layouts = {witness.witness_id: manifest.layouts[witness.witness_id] for witness in witnesses}
    return Chapter(chapter_id, chapter["title"], witnesses, texts, layouts, stages)


def read_segments(chapter: Chapter) -> list[Segment]:
    """Segments of all witnesses of a chapter whose text is at hand, in the order of the manifest.

    Raises
    ------
    InputError
        A text does not fit the layout that the manifest declares.
    """
    return [segment for witness in chapter.witnesses if witness.witness_id in chapter.texts
            for segment in read_witness(chapter, witness.witness_id)[0]]


def read_marks(chapter: Chapter) -> dict[str, list[Span]]:
    """Spans of the marks (labels, brackets, page numbers) of the witnesses whose text is at hand, by witness id."""
    return {witness_id: read_witness(chapter, witness_id)[1].marks for witness_id in chapter.texts}


def read_witness(chapter: Chapter, witness_id: str) -> tuple[list[Segment], Reading]:
    """Segments of one witness, and the reading from which they come, with its marks."""
    witness, text, layout = chapter.witness(witness_id), chapter.texts[witness_id], chapter.layouts[witness_id]
    norm = fold(text, witness.script)
    reading = ENGINES[layout.engine](text, norm, layout, witness.author, witness.script, witness.file)
    return to_segments(witness_id, text, norm, reading.pieces), reading
