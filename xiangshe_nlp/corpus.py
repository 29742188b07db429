"""Composition: the one place that knows the order of the stages of the method.

`build_chapter` turns a chapter into tables; `load_corpus` puts the chapters of a folder together.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import staging, witnesses
from .acts import make_rows
from .alignment import align
from .citations import find_citations
from .clauses import Parses, read_clauses
from .collation import collate_witnesses
from .concordance import kwic
from .ellipsis import decide_agents
from .errors import InputError
from .events import extract_events
from .evidence import gather_evidence
from .explain import explain_agent
from .glosses import find_glosses
from .lacunae import find_lost_graphs
from .lexicon import load_vocabulary, read_vocabularies
from .links import link_comments
from .model import TABLES, Action, Actor, Argument, Chapter, Clause, Mention, Segment, Variant
from .modern import extract_modern
from .paths import seeds_folder
from .reading import SideBySide, show_clause, show_stage
from .readings import find_readings
from .speech import find_topics, mark_speech
from .statements import find_statements
from .tables import to_frame
from .tokens import tokenize

if TYPE_CHECKING:
    import pandas as pd

read_vocabularies()  # with the import, as a module's own constants are

Rows = dict[str, Sequence[Any]]
Progress = Callable[[str], None]


def build_chapter(chapter: Chapter, progress: Progress = lambda step: None) -> Rows:
    """All tables of a chapter as lists of rows, in the order of the schema.

    Raises
    ------
    InputError
        A text does not fit the layout that its manifest declares.
    """
    progress("segments")
    segments = staging.place_stages(witnesses.read_segments(chapter), chapter.stages)
    starts = staging.stage_starts(segments, chapter.stages)
    progress("clauses")
    clauses, parses = read_clauses(segments, chapter, starts)
    progress("alignments")
    alignments, clauses = align(clauses, chapter)
    segments = _stage_translations(segments, clauses)
    progress("actions")
    actions, arguments, mentions = _acts(clauses, parses, chapter)
    progress("links, variants, glosses")
    glosses, readings = find_glosses(segments, clauses), find_readings(segments, clauses)
    links = link_comments(segments, clauses, glosses, readings)
    variants = _number_variants([
        *readings,
        *collate_witnesses(segments, clauses, links, alignments),
        *find_lost_graphs(segments, clauses, alignments),
    ])
    rows: Rows = {
        "witnesses": chapter.witnesses,
        "segments": segments,
        "clauses": clauses,
        "tokens": tokenize(clauses, chapter),
        "actions": actions,
        "arguments": arguments,
        "mentions": mentions,
        "actors": _actors(arguments, mentions),
        "stages": chapter.stages,
        "alignments": alignments,
        "links": links,
        "variants": variants,
        "glosses": glosses,
        "citations": find_citations(segments),
        "statements": find_statements(segments),
        "agent_evidence": gather_evidence(actions, mentions, alignments, links, segments, clauses),
    }
    return {name: rows[name] for name in TABLES}


def _acts(clauses: Sequence[Clause], parses: Parses, chapter: Chapter) -> tuple[list[Action], list[Argument], list[Mention]]:
    events = mark_speech(extract_events(clauses, parses), clauses, chapter.texts)
    decisions = decide_agents(events, find_topics(clauses, events, parses))
    classical = make_rows(events, decisions, clauses)
    modern = extract_modern(clauses, chapter)
    return classical[0] + modern[0], classical[1] + modern[1], classical[2] + modern[2]


def _stage_translations(segments: Sequence[Segment], clauses: Sequence[Clause]) -> list[Segment]:
    """Segments of translations take the stage of their first clause."""
    stages: dict[str, str] = {}
    for clause in clauses:
        stages.setdefault(clause.segment_id, clause.stage_id)
    return [
        segment._replace(stage_id=stages.get(segment.segment_id, "")) if segment.layer == "translation" else segment
        for segment in segments
    ]


def _number_variants(variants: Sequence[Variant]) -> list[Variant]:
    """Variants of all sources in the order of the text, with ids that do not collide."""
    order = sorted(variants, key=lambda v: (v.witness_id, v.start or 0, v.end or 0, v.kind, v.variant_id))
    counts: dict[str, int] = {}
    out = []
    for variant in order:
        counts[variant.witness_id] = counts.get(variant.witness_id, 0) + 1
        out.append(variant._replace(variant_id=f"{variant.witness_id}-v{counts[variant.witness_id]:04d}"))
    return out


def _actors(arguments: Sequence[Argument], mentions: Sequence[Mention]) -> list[Actor]:
    """The roles that occur, in the order of the vocabulary."""
    used = {argument.actor_id for argument in arguments} | {mention.actor_id for mention in mentions}
    out, seen = [], set()
    for entry in load_vocabulary("actors"):
        if entry.lemma in used and entry.lemma not in seen:
            seen.add(entry.lemma)
            note = "; ".join(part for part in (entry.source, entry.note) if part)
            out.append(Actor(entry.lemma, entry.lemma, entry.more["pinyin"], entry.english, entry.more["side"],
                             entry.more["members"], note))
    return out


@dataclass(frozen=True)
class Corpus:
    """Tables of a corpus as DataFrames, each also an attribute: `corpus.clauses`.

    `tables` maps names to DataFrames with the schema's columns; `missing` lists ids of witnesses
    whose text is not at hand (a public build); `chapters` holds the texts as read.
    """

    tables: dict[str, pd.DataFrame]
    chapters: tuple[Chapter, ...]
    missing: tuple[str, ...] = field(default=())

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name in TABLES:
            return self.tables[name]
        raise AttributeError(f"A corpus has no table {name}; it has {', '.join(TABLES)}.")

    def __repr__(self) -> str:
        counts = ", ".join(f"{name} {len(frame)}" for name, frame in self.tables.items())
        without = f"; without the text of {', '.join(self.missing)}" if self.missing else ""
        return f"Corpus({counts}{without})"

    def why(self, action_id: str) -> str:
        """Why this act has this agent, in one or two sentences; see `explain.explain_agent`."""
        return explain_agent(self.tables, action_id)

    def clause(self, words: str) -> SideBySide:
        """A clause, by id or by words that only it has, beside all that witnesses say of it."""
        return show_clause(self.tables, words)

    def stage(self, name: str) -> SideBySide:
        """A stage, by heading or id, side by side with its notes and translations."""
        return show_stage(self.tables, name)

    def kwic(self, words: str, window: int = 10) -> pd.DataFrame:
        """A concordance by characters over all witnesses; see `concordance.kwic`."""
        return kwic(self.tables, words, window)

    @property
    def texts(self) -> dict[str, str]:
        """Decoded texts by witness id."""
        return {witness_id: text for chapter in self.chapters for witness_id, text in chapter.texts.items()}


def read_chapters(folder: Path | str | None = None, *, public: bool = False) -> list[Chapter]:
    """Chapters of a corpus folder with their texts; without a folder, the seeds.

    Parameters
    ----------
    folder : Path or str, optional
        Folder with a manifest `corpus.toml`.
    public : bool
        Leave out the texts of witnesses that may not be passed on.

    Raises
    ------
    InputError
        The manifest or a text breaks a rule.
    """
    manifest = witnesses.load_manifest(Path(folder) if folder else seeds_folder())
    chapters = [witnesses.read_chapter(manifest, chapter_id) for chapter_id in manifest.chapters]
    return [_without_withheld(chapter) for chapter in chapters] if public else chapters


def _without_withheld(chapter: Chapter) -> Chapter:
    free = {w.witness_id for w in chapter.witnesses if w.redistributable == "yes"}
    return replace(chapter, texts={name: text for name, text in chapter.texts.items() if name in free})


def load_corpus(
    folder: Path | str | None = None, *, public: bool = False, progress: Progress = lambda step: None
) -> Corpus:
    """The tables of a corpus, computed from its texts.

    Parameters
    ----------
    folder : Path or str, optional
        Folder with a manifest `corpus.toml`; without one, the seeds of the package.
    public : bool
        Leave out the texts of witnesses that may not be passed on.
    progress : callable
        Called with the name of each step.

    Returns
    -------
    Corpus

    Raises
    ------
    InputError
        The manifest, a text or a vocabulary breaks a rule.
    """
    with _collector_at_rest():
        chapters = read_chapters(folder, public=public)
        built = [build_chapter(chapter, progress) for chapter in chapters]
        tables = {name: to_frame(name, _joined(name, [rows[name] for rows in built])) for name in TABLES}
    missing = tuple(w.witness_id for c in chapters for w in c.witnesses if w.witness_id not in c.texts)
    return Corpus(tables, tuple(chapters), missing)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """No search for garbage meanwhile: tens of thousands of rows are made, none of which is in a cycle."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _joined(name: str, parts: Sequence[Sequence[Any]]) -> list[Any]:
    """Rows of all chapters; a role that several chapters have stands once."""
    rows = [row for part in parts for row in part]
    return list(dict.fromkeys(rows)) if name == "actors" else rows


def check_corpus(corpus: Corpus) -> None:
    """Hold the tables to the coded checks of `validate`.

    Raises
    ------
    InputError
        A check finds a defect; the first ones are named.
    """
    from .validate import validate

    marks = {name: spans for chapter in corpus.chapters for name, spans in witnesses.read_marks(chapter).items()}
    defects = validate(corpus.tables, corpus.texts, marks)
    if defects:
        shown = "; ".join(str(defect) for defect in defects[:5])
        raise InputError(f"Tables keep the rules of the schema ({len(defects)} do not).", shown)
