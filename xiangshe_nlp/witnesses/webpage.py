"""Reader of a web page flattened to one line, of which only some sections are text.

Marks cannot do here: the page's Markdown (`#`, `##`) has lost its line breaks, so that a heading ends
where a space follows it, and a paragraph where a space follows a full stop.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import InputError
from .layout import Layout
from .reading import Piece, Reading, person

HEADING = re.compile(r"(?:^|(?<=\s))(#+)\s+(\S+)")
PARAGRAPH = re.compile(r"\S.*?(?:[。！？：；…”」』）](?=\s)|\Z)", re.DOTALL)


def read_webpage(text: str, norm: str, layout: Layout, author: str, script: str, file: Path | str) -> Reading:
    """Title, sections and paragraphs of a flattened page.

    The first heading is the title; sections that the layout names are text, one piece a paragraph;
    all else is paratext, one piece a section.

    Raises
    ------
    InputError
        The page lacks a section that the layout declares to be text.
    """
    out = Reading()
    speaker = author if layout.speaker == "author" else person(layout.speaker)
    heads = list(HEADING.finditer(text))
    found = [head.group(2) for head in heads]
    for section in layout.sections:
        if section not in found:
            raise InputError(f"The page has a section ## {section}.", "no such heading", file=file, line=1, column=1)
    if heads and heads[0].start() > 0:
        out.pieces.append(Piece("paratext", "", [(0, heads[0].start())]))
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        out.marks.append(head.span(1))
        out.pieces.append(Piece("paratext" if number else "heading", "", [head.span(2)]))
        if head.group(2) in layout.sections:
            out.pieces += [Piece(layout.layer, speaker, [match.span()])
                           for match in PARAGRAPH.finditer(text[:end], head.end())]
        else:
            out.pieces.append(Piece("paratext", "", [(head.end(), end)]))
    return out
