"""What a reader finds in a witness: pieces of text by layer and speaker, and the marks between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..lexicon import load_vocabulary, once
from ..model import Segment, Span, format_skip, own_offsets

TEXT_LAYERS = ("base", "record", "heading")
PARENTS = {
    "record": ("base", "heading"),
    "commentary": TEXT_LAYERS,
    "subcommentary": (*TEXT_LAYERS, "commentary"),
    "collation": (*TEXT_LAYERS, "commentary", "subcommentary", "translation"),
}


@dataclass
class Piece:
    """A stretch of one layer by one voice; `runs` are its own spans, in order, without overlap."""

    layer: str
    speaker: str
    runs: list[Span] = field(default_factory=list)

    def trim(self, text: str) -> bool:
        """Cut white space from both ends and join runs that touch; False if nothing is left."""
        runs: list[Span] = []
        for start, end in self.runs:
            if runs and runs[-1][1] == start:
                runs[-1] = (runs[-1][0], end)
            elif start < end:
                runs.append((start, end))
        while runs and not text[runs[-1][0]:runs[-1][1]].strip():
            runs.pop()
        if runs:
            start, end = runs[0]
            runs[0] = (end - len(text[start:end].lstrip()), end)
            start, end = runs[-1]
            runs[-1] = (start, start + len(text[start:end].rstrip()))
        self.runs = runs
        return bool(runs)


@dataclass
class Reading:
    """Pieces and marks of one witness."""

    pieces: list[Piece] = field(default_factory=list)
    marks: list[Span] = field(default_factory=list)


@once
def speaker_forms() -> dict[str, str]:
    """Forms of a commentator's name (姓字, 姓氏, 姓名 …) and the person each stands for."""
    return {entry.form: entry.lemma for entry in load_vocabulary("speakers")}


def person(name: str) -> str:
    """The person that a label names; the name itself where the vocabulary has none.

    >>> person("敖君善"), person("鄭康成")
    ('敖繼公', '鄭玄')
    """
    return speaker_forms().get(name, name)


def to_segments(witness_id: str, text: str, norm: str, pieces: Iterable[Piece]) -> list[Segment]:
    """Segments of a witness, in the order of the text, each with the segment in or after which it stands."""
    kept = [piece for piece in pieces if piece.trim(text)]
    kept.sort(key=lambda piece: piece.runs[0][0])
    out: list[Segment] = []
    for number, piece in enumerate(kept, start=1):
        start, end = piece.runs[0][0], piece.runs[-1][1]
        skip = format_skip([(a[1], b[0]) for a, b in zip(piece.runs, piece.runs[1:], strict=False)])
        own = "".join(norm[a:b] for a, b in piece.runs)
        out.append(Segment(f"{witness_id}-s{number:04}", witness_id, piece.layer, piece.speaker,
                           _parent(piece.layer, out), start, end, text[start:end], skip, own, ""))
    return out


def _parent(layer: str, before: list[Segment]) -> str:
    """Id of the segment that a segment of this layer explains or is attached to.

    A sentence of the 記 belongs to the heading before it, a note to the text before it, a
    sub-commentary to the text or note before it, an editors' note to whatever it stands in or after.
    """
    wanted = PARENTS.get(layer)
    found = next((segment for segment in reversed(before) if segment.layer in wanted), None) if wanted else None
    return "" if found is None or (layer, found.layer) == ("record", "base") else found.segment_id


def untiled(text: str, segments: Iterable[Segment], marks: Iterable[Span]) -> Iterator[tuple[int, str]]:
    """Offsets where a reading does not tile its text, each with the reason.

    Every character belongs to exactly one segment (the innermost: outer segments name inner ones in
    `skip`), or it is a declared mark, or white space.
    """
    owner = [0] * len(text)
    for segment in segments:
        for at in own_offsets(segment.start, segment.end, segment.skip):
            owner[at] += 1
    marked = [0] * len(text)
    for start, end in marks:
        marked[start:end] = [1] * (end - start)
    for at, char in enumerate(text):
        if owner[at] > 1:
            yield at, "in two segments"
        elif owner[at] and marked[at]:
            yield at, "both mark and text"
        elif not owner[at] and not marked[at] and not char.isspace():
            yield at, "in no segment"
