"""One clause or one stage with all that witnesses say of it, side by side, and a concordance.

Everything here takes the DataFrames of a corpus and only looks: base text with its actors and acts,
the notes on it, the translations, the variants and the glosses. `reading_html` makes the page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .model import Action, Citation, Clause, Gloss, Mention, Segment, Stage, Variant, Witness, own_offsets
from .normalize import fold
from .tables import to_rows

if TYPE_CHECKING:
    import pandas as pd

BASE = ("base", "record")
NOTE_LAYERS = ("commentary", "subcommentary", "collation")
KWIC_COLUMNS = ("witness_id", "layer", "speaker", "stage_id", "clause_id", "start", "end", "left", "match", "right")


@dataclass(frozen=True)
class Stretch:
    """Clauses of one stretch of base text, with all that stands on them.

    `translations` holds pairs of a witness and its words; `notes` are in the order of the witnesses.
    """

    clauses: tuple[Clause, ...]
    mentions: tuple[Mention, ...] = ()
    actions: tuple[Action, ...] = ()
    notes: tuple[Segment, ...] = ()
    translations: tuple[tuple[Witness, str], ...] = ()
    variants: tuple[Variant, ...] = ()
    glosses: tuple[Gloss, ...] = ()
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class SideBySide:
    """What is shown: a heading and stretches of base text; rich in a notebook, plain as a string."""

    heading: str
    stretches: tuple[Stretch, ...]
    titles: Mapping[str, str] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        from .reading_html import page

        return page(self)

    def __str__(self) -> str:
        lines = [self.heading]
        for stretch in self.stretches:
            lines += ["", *self._lines(stretch)]
        return "\n".join(lines)

    def _lines(self, stretch: Stretch) -> Iterator[str]:
        if stretch.clauses:
            yield f"經  {'｜'.join(own_text(clause) for clause in stretch.clauses)}"
        for action in stretch.actions:
            yield f"    {action.action}  {describe(action)}"
        for note in stretch.notes:
            yield f"注  {note.speaker}《{self.titles.get(note.witness_id, note.witness_id)}》 {own_text(note)}"
        for witness, words in stretch.translations:
            yield f"譯  {witness.title}: {words}"
        for variant in stretch.variants:
            who = ", ".join(part for part in (variant.note or variant.kind, variant.reporter) if part)
            yield f"異文  {' '.join(compare(variant, self.titles))} ({who})"
        for gloss in stretch.glosses:
            yield f"訓詁  {gloss.headword}: {gloss.gloss} ({gloss.speaker})"


def own_text(row: Clause | Segment) -> str:
    """The text of a row without what interrupts it."""
    return "".join(row.text[offset - row.start] for offset in own_offsets(row.start, row.end, row.skip)).strip()


def describe(action: Action) -> str:
    """Who does an act, to what, toward whom and where, in a line; an agent that is not written in brackets."""
    agents = action.agents.replace("+", "、")
    parts = [agents if action.agent_source == "explicit" else f"〔{agents}〕" if agents else ""]
    parts += [action.object, f"→ {action.recipient}" if action.recipient else "", action.place and f"於{action.place}",
              action.facing, f"×{action.count}" if action.count else "", "不" if action.negated else ""]
    return "  ".join(part for part in parts if part)


def compare(variant: Variant, titles: Mapping[str, str]) -> tuple[str, str]:
    """The two sides of a variant: what stands here, and whose other reading; 從 where the other agrees."""
    other = titles.get(variant.other_witness, variant.other_witness)
    if variant.reading == variant.other_reading:
        return variant.reading, f"從 {other}"
    return f"{variant.reading} ]", f"{other} {variant.other_reading}"


class Shelf:
    """Rows of the tables of a corpus, found by what they are on."""

    def __init__(self, tables: Mapping[str, pd.DataFrame]) -> None:
        self.rows: dict[str, list[Any]] = {
            name: to_rows(name, tables[name])
            for name in ("witnesses", "segments", "clauses", "mentions", "actions", "stages", "alignments", "links",
                         "variants", "glosses", "citations")
        }
        self.witnesses: dict[str, Witness] = {w.witness_id: w for w in self.rows["witnesses"]}
        self.segments: dict[str, Segment] = {s.segment_id: s for s in self.rows["segments"]}
        self.clauses: dict[str, Clause] = {c.clause_id: c for c in self.rows["clauses"]}

    def titles(self) -> dict[str, str]:
        """Titles of the witnesses by id."""
        return {key: witness.title for key, witness in self.witnesses.items()}

    def stretch(self, clauses: Sequence[Clause]) -> Stretch:
        """All that stands on these clauses."""
        ids = {clause.clause_id for clause in clauses}
        return self._with_notes(Stretch(
            tuple(clauses),
            tuple(m for m in self.rows["mentions"] if m.clause_id in ids),
            tuple(a for a in self.rows["actions"] if a.clause_id in ids),
            self.notes(clauses),
            tuple(self.translations(ids)),
            tuple(v for v in self.rows["variants"] if v.base_id in ids),
        ))

    def on_stage(self, stage: Stage) -> Stretch:
        """Notes that are on a stage as a whole, on its heading or on base text that is lost."""
        links = [link for link in self.rows["links"] if link.stage_id == stage.stage_id and not link.first_clause]
        notes = dict.fromkeys(self.segments[link.from_segment] for link in links)
        return self._with_notes(Stretch((), notes=tuple(notes)))

    def whole_translations(self, stage: Stage) -> tuple[tuple[Witness, str], ...]:
        """What each translation has of a stage."""
        words: dict[str, list[str]] = defaultdict(list)
        for clause in self.rows["clauses"]:
            if clause.layer == "translation" and clause.stage_id == stage.stage_id:
                words[clause.witness_id].append(_with_mark(clause))
        return tuple((w, "".join(words[key])) for key, w in self.witnesses.items() if words[key])

    def _with_notes(self, stretch: Stretch) -> Stretch:
        """The same with what its notes define and cite, and with what is reported of their own words."""
        inside = {note.segment_id for note in stretch.notes}
        ids = {v.variant_id for v in stretch.variants}
        variants = tuple(v for v in self.rows["variants"] if v.variant_id in ids or (
            v.base_id and self.clauses[v.base_id].segment_id in inside))
        return replace(stretch, variants=variants, glosses=tuple(g for g in self.rows["glosses"] if g.segment_id in inside),
                       citations=tuple(c for c in self.rows["citations"] if c.segment_id in inside))

    def notes(self, clauses: Sequence[Clause]) -> tuple[Segment, ...]:
        """Notes that are linked to any of these clauses."""
        found: dict[str, Segment] = {}
        for link in self.rows["links"]:
            first, last = self.clauses.get(link.first_clause), self.clauses.get(link.last_clause)
            if link.kind == "headword" or first is None or last is None:
                continue
            if any(c.witness_id == first.witness_id and first.seq <= c.seq <= last.seq for c in clauses):
                found.setdefault(link.from_segment, self.segments[link.from_segment])
        return tuple(sorted(found.values(), key=lambda s: (list(self.witnesses).index(s.witness_id), s.start)))

    def translations(self, ids: Iterable[str]) -> Iterator[tuple[Witness, str]]:
        """Words of each translation that are aligned with these clauses, each once, in its order."""
        known = set(ids)
        found: dict[str, dict[int, Clause]] = defaultdict(dict)
        for pair in self.rows["alignments"]:
            target = self.clauses.get(pair.target_id)
            if pair.kind == "translation" and pair.base_id in known and target is not None:
                found[target.witness_id][target.seq] = target
        for witness_id, witness in self.witnesses.items():
            if found[witness_id]:
                yield witness, "".join(_with_mark(found[witness_id][seq]) for seq in sorted(found[witness_id]))


def _with_mark(clause: Clause) -> str:
    """The words of a clause with their closing mark."""
    text = own_text(clause)
    return text if text.endswith(clause.mark) else text + clause.mark


def show_clause(tables: Mapping[str, pd.DataFrame], words: str) -> SideBySide:
    """One clause of the base text with all its witnesses.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        The tables of a corpus.
    words : str
        The id of a clause, or words of the base text: then the first clause that has them, however written.

    Raises
    ------
    InputError
        No clause of the base text has that id or those words.
    """
    shelf = Shelf(tables)
    clause = shelf.clauses.get(words)
    if clause is None:
        wanted = {fold(words), fold(words, "Hans")}
        base = (c for c in shelf.rows["clauses"] if c.layer in BASE)
        clause = next((c for c in base if any(word and word in c.norm for word in wanted)), None)
    if clause is None:
        raise InputError("A clause is named by its id, or by words of the base text.", words)
    stages = {stage.stage_id: stage for stage in shelf.rows["stages"]}
    stage = stages.get(clause.stage_id)
    heading = f"{stage.heading} {stage.english} · {clause.clause_id}" if stage else clause.clause_id
    return SideBySide(heading, (shelf.stretch([clause]),), shelf.titles())


def show_stage(tables: Mapping[str, pd.DataFrame], name: str) -> SideBySide:
    """One stage of the rite with all its witnesses, one stretch between two notes after another.

    A stage that no classical witness carries shows its translations, and notes that stand without their base text.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        The tables of a corpus.
    name : str
        Heading or id of a stage.

    Raises
    ------
    InputError
        No stage has that heading or id.
    """
    shelf = Shelf(tables)
    stage = next((s for s in shelf.rows["stages"] if fold(name) == fold(s.heading) or name == s.stage_id), None)
    if stage is None:
        known = "、".join(s.heading for s in shelf.rows["stages"])
        raise InputError(f"A stage is named by its id or its heading: {known}.", name)
    stretches: dict[str, list[Clause]] = defaultdict(list)
    for clause in shelf.rows["clauses"]:
        if clause.layer in BASE and clause.stage_id == stage.stage_id:
            stretches[clause.segment_id].append(clause)
    shown = [shelf.stretch(clauses) for clauses in stretches.values()]
    whole = shelf.on_stage(stage)
    if not shown:
        shown = [replace(whole, translations=shelf.whole_translations(stage))]
    elif whole.notes:
        shown.append(whole)
    return SideBySide(f"{stage.heading} {stage.english}", tuple(shown), shelf.titles())


def kwic(tables: Mapping[str, pd.DataFrame], words: str, window: int = 10) -> pd.DataFrame:
    """Concordance: every place where any witness has these words, with what stands around them.

    Words are compared folded and without punctuation, so that 坐奠爵 finds 坐，奠爵 and 奠觶 finds 奠觯.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        The tables of a corpus; `segments` and `clauses` are used.
    words : str
        Words to look for, in any script.
    window : int
        Letters shown on each side.

    Returns
    -------
    DataFrame
        A row is a place: witness, layer, speaker, stage, clause, offsets, and the words as written.

    Raises
    ------
    InputError
        There is nothing to look for, or the window is negative.
    """
    import pandas as pd

    wanted = sorted({_letters(fold(words)), _letters(fold(words, "Hans"))} - {""})
    if not wanted or window < 0:
        raise InputError("A concordance has words to look for and a window of 0 or more.", f"{words!r}, window={window}")
    clause_at = _clause_finder(to_rows("clauses", tables["clauses"]))
    rows = []
    for segment in to_rows("segments", tables["segments"]):
        if segment.layer == "paratext":
            continue
        for start, end, left, right in _places(segment, wanted, window):
            rows.append((segment.witness_id, segment.layer, segment.speaker, segment.stage_id,
                         clause_at(segment.witness_id, start), start, end, left,
                         segment.text[start - segment.start:end - segment.start], right))
    return pd.DataFrame(rows, columns=list(KWIC_COLUMNS))


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def _places(segment: Segment, wanted: Sequence[str], window: int) -> Iterator[tuple[int, int, str, str]]:
    """Offsets of the words in a segment and the text on both sides, as written."""
    offsets = [o for o, c in zip(own_offsets(segment.start, segment.end, segment.skip), segment.norm, strict=True)
               if c.isalnum()]
    letters = "".join(c for c in segment.norm if c.isalnum())
    found = sorted({(at, at + len(word)) for word in wanted for at in _all(letters, word)})
    for a, b in found:
        start, end = offsets[a], offsets[b - 1] + 1
        first, last = offsets[max(0, a - window)], offsets[min(len(offsets), b + window) - 1] + 1
        yield start, end, _between(segment, first, start), _between(segment, end, last)


def _between(segment: Segment, start: int, end: int) -> str:
    """The text of a segment between two offsets of the file."""
    return segment.text[start - segment.start:end - segment.start]


def _all(text: str, word: str) -> Iterator[int]:
    """Every place of a word, overlapping ones too."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _clause_finder(clauses: Iterable[Clause]) -> Any:
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
