"""Definitions in a 疏: of words that it quotes, 云“X”者，謂Y, and plain ones between full stops, X，Y也.

A 疏 is punctuated and long, and most of it argues. What it defines stands in quotation marks, so nothing is guessed
from the run of the letters as in a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..model import Span
from .words import forms

SAID = re.compile(r"云[“「『](?P<x>[^”」』，。]{1,12})[”」』]者?，?(?P<marker>謂(?!之)|猶)(?P<y>[^。也，；“]{1,20})")
PLAIN = re.compile(r"(?:^|(?<=。))(?P<x>\w{1,2})，(?P<y>\w{1,4})也。")


class Defined(NamedTuple):
    """A definition, as spans of the folded text: the whole phrase, the word, the explanation, and the form."""

    whole: Span
    head: Span
    gloss: Span
    pattern: str


def quoted_definitions(norm: str, on: str) -> Iterator[Defined]:
    """Definitions of a piece of 疏, in order.

    Parameters
    ----------
    norm : str
        Its folded text.
    on : str
        Folded base text and notes that it is on: a word is defined plainly only if it stands there.

    Source: 儀禮注疏 卷十三, 賈疏 on 辯卒受者興.

    >>> text = "云“卒受”者，謂最末後飲者。云“以其將旅酬，不以己尊孤人也”，其堂上皆坐行酒。"
    >>> [text[slice(*found.gloss)] for found in quoted_definitions(text, "")]
    ['最末後飲者']
    """
    patterns = {"謂": "X謂Y", "猶": "X猶Y也"}
    found = [Defined((m.start("x"), m.end("y")), m.span("x"), m.span("y"), patterns[m["marker"]])
             for m in SAID.finditer(norm)]
    found += [Defined((m.start("x"), m.end("y")), m.span("x"), m.span("y"), "X，Y也") for m in PLAIN.finditer(norm)
              if m["x"] in on and not forms("function") & {m["x"][0], m["x"][-1]}]
    yield from sorted(found)
