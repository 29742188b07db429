"""One clause or one stage with all that witnesses say of it, side by side.

Everything here takes the DataFrames of a corpus and only looks: base text with its actors and acts,
the notes on it, the translations, the variants and the glosses. `reading.html` makes the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..concordance import find_letters, letters_of, lost_graphs, wanted_letters
from ..errors import InputError
from ..model import Clause, Segment, Stage, Witness
from ..normalize import fold
from ..tables import to_rows
from .html import LAYER_NAMES, page
from .rows import Stretch, compare, describe, own_text

if TYPE_CHECKING:
    import pandas as pd

BASE = ("base", "record")
LOST = "經文不存 the base text is lost: no classical witness carries this stage"
UNWITNESSED = "經文無此 of this stage only the translations have the following"
LEFT_OUT = "……"


@dataclass(frozen=True)
class SideBySide:
    """What is shown: a heading and stretches of base text; rich in a notebook, plain as a string.

    `also` names the other places where the words that were asked for stand.
    """

    heading: str
    stretches: tuple[Stretch, ...]
    titles: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        return page(self.heading, self.stretches, self.titles, self.also)

    def __str__(self) -> str:
        lines = [self.heading, *([f"另見 also  {'；'.join(self.also)}"] if self.also else [])]
        for stretch in self.stretches:
            lines += ["", *self._lines(stretch)]
        return "\n".join(lines)

    def _lines(self, stretch: Stretch) -> Iterator[str]:
        if stretch.clauses:
            yield f"{LAYER_NAMES.get(stretch.clauses[0].layer, '譯')}  {'｜'.join(own_text(clause) for clause in stretch.clauses)}"
        if stretch.lost:
            yield stretch.lost
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

    def name(self, clauses: Sequence[Clause]) -> str:
        """Stage and ids of some clauses."""
        ids = "–".join(dict.fromkeys((clauses[0].clause_id, clauses[-1].clause_id)))
        stage = next((s for s in self.rows["stages"] if s.stage_id == clauses[0].stage_id), None)
        return f"{stage.heading} {stage.english} · {ids}" if stage else ids

    def on_stage(self, stage: Stage) -> Stretch:
        """Notes that are on a stage as a whole, on its heading or on base text that is lost."""
        links = [link for link in self.rows["links"] if link.stage_id == stage.stage_id and not link.first_clause]
        notes = dict.fromkeys(self.segments[link.from_segment] for link in links)
        return self._with_notes(Stretch((), notes=tuple(notes)))

    def without_base(self, stage: Stage) -> tuple[tuple[Witness, str], ...]:
        """What each translation has of a stage for which there is no base text; … where it has left some out."""
        known = {pair.target_id for pair in self.rows["alignments"] if pair.kind == "translation" and pair.base_id}
        words: dict[str, list[str]] = defaultdict(list)
        for clause in self.rows["clauses"]:
            if clause.layer == "translation" and clause.stage_id == stage.stage_id:
                so_far = words[clause.witness_id]
                if clause.clause_id not in known:
                    so_far.append(_with_mark(clause))
                elif so_far and so_far[-1] != LEFT_OUT:
                    so_far.append(LEFT_OUT)
        return tuple((w, "".join(words[key]).strip(LEFT_OUT)) for key, w in self.witnesses.items() if words[key])

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
        The id of a clause, or words of the base text, however written: then the first place that has them,
        all its clauses if they cross a cut; the other places are named.

    Raises
    ------
    InputError
        No clause of the base text has that id or those words.
    """
    shelf = Shelf(tables)
    places = [(shelf.clauses[words],)] if words in shelf.clauses else find_places(shelf, words)
    if not places:
        raise InputError("A clause is named by its id, or by words of the base text.", words)
    names = [shelf.name(place) for place in places]
    return SideBySide(names[0], (shelf.stretch(places[0]),), shelf.titles(), tuple(names[1:]))


def find_places(shelf: Shelf, words: str) -> list[tuple[Clause, ...]]:
    """Clauses of the base text over which the words stand, those first that are these words and no more.

    Words may cross the cuts between clauses (主人坐取爵於上篚以降) but not the borders of witness and layer.
    """
    wanted, lost = wanted_letters(words), lost_graphs(shelf.rows["variants"])
    texts: dict[tuple[str, str], list[Clause]] = defaultdict(list)
    for clause in shelf.rows["clauses"]:
        if clause.layer in BASE:
            texts[clause.witness_id, clause.layer].append(clause)
    whole: dict[tuple[Clause, ...], None] = {}
    part: dict[tuple[Clause, ...], None] = {}
    for clauses in texts.values():
        letters = {clause.clause_id: letters_of(clause, lost) for clause in clauses}
        owner = {letter.offset: clause for clause in clauses for letter in letters[clause.clause_id]}
        for found in find_letters([letter for row in letters.values() for letter in row], wanted):
            place = tuple(dict.fromkeys(owner[letter.offset] for letter in found))
            ends = letters[place[0].clause_id][0].offset, letters[place[-1].clause_id][-1].offset
            (whole if ends == (found[0].offset, found[-1].offset) else part)[place] = None
    return list(dict.fromkeys([*whole, *part]))


def show_stage(tables: Mapping[str, pd.DataFrame], name: str) -> SideBySide:
    """One stage of the rite with all its witnesses, one stretch between two notes after another.

    A stage that no classical witness carries shows its translations, and notes that stand without their base
    text, and says that the text is lost; so does what the translations alone have of a stage.

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
    wanted = wanted_letters(name)
    stage = next((s for s in shelf.rows["stages"] if fold(s.heading) in wanted or name.strip() == s.stage_id), None)
    if stage is None:
        known = "、".join(s.heading for s in shelf.rows["stages"]) or "this corpus has no stages"
        raise InputError(f"A stage is named by its id or its heading: {known}.", name)
    stretches: dict[str, list[Clause]] = defaultdict(list)
    for clause in shelf.rows["clauses"]:
        if clause.layer in BASE and clause.stage_id == stage.stage_id:
            stretches[clause.segment_id].append(clause)
    shown = [shelf.stretch(clauses) for clauses in stretches.values()]
    whole = replace(shelf.on_stage(stage), translations=shelf.without_base(stage))
    if whole.translations:
        whole = replace(whole, lost=UNWITNESSED if shown else LOST)
    if whole.notes or whole.translations:
        shown.append(whole)
    return SideBySide(f"{stage.heading} {stage.english}", tuple(shown), shelf.titles())
