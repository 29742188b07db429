"""A concordance over all witnesses, by folded letters; graphs lost in digitisation are searched too, and marked."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from .errors import InputError
from .model import Clause, Segment, Variant, own_offsets
from .normalize import fold
from .tables import to_rows

if TYPE_CHECKING:
    import pandas as pd

KWIC_COLUMNS = ("witness_id", "layer", "speaker", "stage_id", "clause_id", "start", "end", "left", "match", "right", "restored")
Lost = Mapping[tuple[str, int], str]  # witness and offset of the letter after it: the graphs


class Letter(NamedTuple):
    """A letter of a text, folded, with its offset; a lost one has the offset of the letter before which it stood."""

    offset: int
    norm: str
    lost: bool = False


def lost_graphs(variants: Iterable[Variant]) -> Lost:
    """Graphs lost in digitisation, by witness and place."""
    return {(v.witness_id, v.start): v.other_reading for v in variants if v.kind == "lost-glyph" and v.start is not None}


def letters_of(row: Clause | Segment, lost: Lost) -> list[Letter]:
    """The letters of a row without punctuation, those lost in their place."""
    out: list[Letter] = []
    for offset, norm in zip(own_offsets(row.start, row.end, row.skip), row.norm, strict=True):
        if norm.isalnum():
            out += [Letter(offset, graph, True) for graph in fold(lost.get((row.witness_id, offset), ""))]
            out.append(Letter(offset, norm))
    return out


def wanted_letters(words: str) -> list[str]:
    """What to look for: the words folded as both scripts fold, without punctuation."""
    folded = {"".join(c for c in fold(words, script) if c.isalnum()) for script in ("Hant", "Hans")}
    return sorted(folded - {""})


def find_letters(letters: Sequence[Letter], wanted: Iterable[str]) -> list[tuple[Letter, ...]]:
    """Every place of the words, overlapping ones too; as written, and with what is lost restored."""
    written = [letter for letter in letters if not letter.lost]
    found: dict[tuple[Letter, ...], None] = {}
    for row in (written, letters) if len(written) < len(letters) else (written,):
        text = "".join(letter.norm for letter in row)
        for word in wanted:
            found.update((tuple(row[at:at + len(word)]), None) for at in _all(text, word))
    return sorted(found, key=lambda place: (place[0].offset, place[-1].offset, len(place)))


def _all(text: str, word: str) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def kwic(tables: Mapping[str, pd.DataFrame], words: str, window: int = 10) -> pd.DataFrame:
    """Concordance: every place where any witness has these words, with what stands around them.

    Words are compared folded and without punctuation, so that 坐奠爵 finds 坐，奠爵 and 奠觶 finds 奠觯. A graph
    lost in digitisation is found where it stood: 無算爵 finds 無爵, shown as 無〔算〕爵.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        The tables of a corpus; `segments`, `clauses` and `variants` are used.
    words : str
        Words to look for, in any script.
    window : int
        Letters shown on each side.

    Returns
    -------
    DataFrame
        A row is a place: witness, layer, speaker, stage, clause, offsets, the words as written, and the
        graphs in them that are restored (in brackets in `match`).

    Raises
    ------
    InputError
        There is nothing to look for, or the window is negative.
    """
    import pandas as pd

    wanted = wanted_letters(words)
    if not wanted or window < 0:
        raise InputError("A concordance has words to look for and a window of 0 or more.", f"{words!r}, window={window}")
    clause_at = _clause_finder(to_rows("clauses", tables["clauses"]))
    lost = lost_graphs(to_rows("variants", tables["variants"]))
    rows = [
        (segment.witness_id, segment.layer, segment.speaker, segment.stage_id, clause_at(segment.witness_id, place[0]), *place)
        for segment in to_rows("segments", tables["segments"]) if segment.layer != "paratext"
        for place in _places(segment, letters_of(segment, lost), wanted, window)
    ]
    return pd.DataFrame(rows, columns=list(KWIC_COLUMNS))


Place = tuple[int, int, str, str, str, str]


def _places(segment: Segment, letters: Sequence[Letter], wanted: Sequence[str], window: int) -> Iterator[Place]:
    """Offsets of the words in a segment and the text on both sides, as written."""
    offsets = [letter.offset for letter in letters if not letter.lost]
    for found in find_letters(letters, wanted):
        start = found[0].offset
        end = start if found[-1].lost and found[-1].offset == start else max(o for o in _ends(found))
        a, b = bisect_right(offsets, start - 1), bisect_right(offsets, end - 1)
        first = offsets[max(0, a - window)] if a else start
        last = offsets[min(len(offsets), b + window) - 1] + 1 if b < len(offsets) else end
        restored = "".join(letter.norm for letter in found if letter.lost)
        yield start, end, _between(segment, first, start), _marked(segment, found, end), _between(segment, end, max(end, last)), restored


def _ends(found: Sequence[Letter]) -> Iterator[int]:
    """Where letters end; a lost one where it stood."""
    return (letter.offset + (not letter.lost) for letter in found)


def _marked(segment: Segment, found: Sequence[Letter], end: int) -> str:
    """The words as written, with what is lost in brackets."""
    out, at = "", found[0].offset
    for k, letter in enumerate(found):
        if letter.lost:
            opening = "" if k and found[k - 1].lost else "〔"
            closing = "" if found[k + 1:k + 2] and found[k + 1].lost else "〕"
            out, at = out + _between(segment, at, letter.offset) + opening + letter.norm + closing, letter.offset
    return out + _between(segment, at, end)


def _between(segment: Segment, start: int, end: int) -> str:
    """The text of a segment between two offsets of the file."""
    return segment.text[start - segment.start:end - segment.start]


def _clause_finder(clauses: Iterable[Clause]) -> Callable[[str, int], str]:
    """Function from witness and offset to the id of the clause that stands there; empty where none does."""
    starts: dict[str, list[int]] = defaultdict(list)
    found: dict[str, list[Clause]] = defaultdict(list)
    for clause in sorted(clauses, key=lambda c: c.start):
        starts[clause.witness_id].append(clause.start)
        found[clause.witness_id].append(clause)

    def clause_at(witness: str, offset: int) -> str:
        at = bisect_right(starts[witness], offset) - 1
        while at >= 0 and found[witness][at].end <= offset:
            at -= 1  # past a note that interrupts a clause
            if at >= 0 and offset - found[witness][at].start > 2000:
                return ""
        return found[witness][at].clause_id if at >= 0 else ""

    return clause_at
