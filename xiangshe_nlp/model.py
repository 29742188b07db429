"""The things we speak of: one row class a table. These classes are the one schema.

`tables` derives column types, the data dictionary and the checks from them; nothing else says
what a table holds. Offsets are code points of the seed file decoded as UTF-8, half-open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple


class Column(NamedTuple):
    """What the schema says of a column beyond its Python type.

    `values` closes the list of allowed values; `refers` names `table.column` whose values are
    allowed; `parts` is the separator where a cell joins several values; `own` marks columns that
    go beyond the contract of the tables.
    """

    doc: str
    values: tuple[str, ...] = ()
    refers: str = ""
    parts: str = ""
    own: bool = False


LAYERS = ("base", "record", "commentary", "subcommentary", "collation", "translation", "heading", "front", "paratext")
LANGUAGES = ("lzh", "zh")
SCRIPTS = ("Hant", "Hans")
YES_NO_UNKNOWN = ("yes", "no", "unknown")
ACTION_CLASSES = (
    "posture", "motion", "turning", "salutation", "courtesy", "speech", "command", "handling", "drinking",
    "offering", "washing", "dress", "shooting", "counting", "furnishing", "music", "likeness", "other",
)
STATUSES = ("performed", "commanded", "quoted")
AGENT_SOURCES = ("explicit", "resolved", "unspecified")
MOODS = ("", "若")
FUNCTIONS = ("agent", "recipient", "object", "possessor", "place", "content", "absent", "other")
ROLES = ("agent", "object", "recipient", "place", "facing", "instrument")
SIDES = ("host", "guest", "staff")
PHASES = ("飲酒", "一番射", "二番射", "三番射", "旅酬", "無算爵", "明日", "記")
ALIGNMENT_KINDS = ("translation", "parallel")
LINK_KINDS = ("comment", "lemma", "headword")
VARIANT_KINDS = ("orthographic", "substantive", "omitted", "lost-glyph", "reported")
GLOSS_PATTERNS = ("X，Y也", "X猶Y也", "X謂Y", "Y曰X", "Y謂之X", "X之言Y", "X者Y也", "其他")
SCOPES = ("above", "below", "here")
SAYS = ("agree", "disagree", "silent")
UPOS = ("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
        "SYM", "VERB", "X")

Span = tuple[int, int]


class Witness(NamedTuple):
    """A text that carries a chapter."""

    witness_id: Annotated[str, Column("siglum of the witness")]
    chapter_id: Annotated[str, Column("chapter that it carries")]
    title: Annotated[str, Column("title of the work")]
    author: Annotated[str, Column("its own author, compiler or commentator; 佚名 where unknown")]
    period: Annotated[str, Column("dynasty or era")]
    language: Annotated[str, Column("language", LANGUAGES)]
    script: Annotated[str, Column("script", SCRIPTS)]
    layout: Annotated[str, Column("engine that reads it")]
    file: Annotated[str, Column("file name")]
    sha256: Annotated[str, Column("hash of the file's bytes")]
    chars: Annotated[int, Column("code points of the file")]
    source: Annotated[str, Column("where the digital text comes from")]
    licence: Annotated[str, Column("status of the text")]
    redistributable: Annotated[str, Column("whether the text may be passed on", YES_NO_UNKNOWN)]


class Segment(NamedTuple):
    """A piece of one layer by one voice."""

    segment_id: Annotated[str, Column("key")]
    witness_id: Annotated[str, Column("witness", refers="witnesses.witness_id")]
    layer: Annotated[str, Column("layer", LAYERS)]
    speaker: Annotated[str, Column("person who speaks, in traditional characters; empty for the base text")]
    parent_id: Annotated[str, Column("segment in or after which it stands", refers="segments.segment_id")]
    start: Annotated[int, Column("first code point")]
    end: Annotated[int, Column("code point after the last")]
    text: Annotated[str, Column("the seed's text from start to end, unaltered")]
    skip: Annotated[str, Column("interruptions, start-end;…, file offsets")]
    norm: Annotated[str, Column("folded text, one character for one, without what skip names")]
    stage_id: Annotated[str, Column("stage of the rite in which it begins", refers="stages.stage_id")]


class Clause(NamedTuple):
    """A clause of a segment."""

    clause_id: Annotated[str, Column("key")]
    segment_id: Annotated[str, Column("segment", refers="segments.segment_id")]
    witness_id: Annotated[str, Column("witness", refers="witnesses.witness_id")]
    layer: Annotated[str, Column("layer", LAYERS)]
    seq: Annotated[int, Column("position in the witness, from 1")]
    start: Annotated[int, Column("first code point")]
    end: Annotated[int, Column("code point after the last")]
    text: Annotated[str, Column("the seed's text from start to end, unaltered")]
    skip: Annotated[str, Column("interruptions, start-end;…, file offsets")]
    norm: Annotated[str, Column("folded text, one character for one, without what skip names")]
    mark: Annotated[str, Column("closing mark")]
    inferred: Annotated[bool, Column("True where the mark is not in the witness")]
    stage_id: Annotated[str, Column("stage of the rite", refers="stages.stage_id")]


class Token(NamedTuple):
    """A token of a clause."""

    token_id: Annotated[str, Column("key")]
    clause_id: Annotated[str, Column("clause", refers="clauses.clause_id")]
    seq: Annotated[int, Column("position in the clause, from 1")]
    start: Annotated[int, Column("first code point")]
    end: Annotated[int, Column("code point after the last")]
    text: Annotated[str, Column("the seed's text, unaltered")]
    lemma: Annotated[str, Column("dictionary form in traditional characters (UD lemma)")]
    upos: Annotated[str, Column("UD part of speech", UPOS)]
    lexicon_class: Annotated[str, Column("class in the vocabularies; empty where none has it")]


class Action(NamedTuple):
    """One act: one verb."""

    action_id: Annotated[str, Column("key")]
    clause_id: Annotated[str, Column("clause", refers="clauses.clause_id")]
    seq: Annotated[int, Column("position in the clause, from 1")]
    start: Annotated[int, Column("first code point of the verb itself")]
    end: Annotated[int, Column("code point after the verb")]
    action: Annotated[str, Column("the verb, traditional")]
    action_class: Annotated[str, Column("class of the verb", ACTION_CLASSES)]
    status: Annotated[str, Column("performed, or commanded or quoted in the text", STATUSES)]
    agents: Annotated[str, Column("names joined by +; 有司 where unspecified", parts="+")]
    agent_source: Annotated[str, Column("how the agent is known", AGENT_SOURCES)]
    agent_rule: Annotated[str, Column("rule that found the agent")]
    confidence: Annotated[float, Column("share of its rule's decisions that were right when measured, 0 to 1")]
    object: Annotated[str, Column("thing acted on, as written")]
    recipient: Annotated[str, Column("person toward whom the act goes, as named in the clause")]
    place: Annotated[str, Column("phrase of place, without 於 自 由")]
    facing: Annotated[str, Column("direction faced")]
    count: Annotated[int | None, Column("how often or how many, if stated")]  # type: ignore[assignment]
    negated: Annotated[bool, Column("True under 不 未 無 弗")]
    mood: Annotated[str, Column("若 if conditional", MOODS)]
    instead: Annotated[str, Column("agents that the plain chain would have given, where another rule decided",
                                   parts="+", own=True)] = ""


class Argument(NamedTuple):
    """One participant or circumstance of an act."""

    argument_id: Annotated[str, Column("key")]
    action_id: Annotated[str, Column("act", refers="actions.action_id")]
    role: Annotated[str, Column("role in the act", ROLES)]
    seq: Annotated[int, Column("position within the role, from 1")]
    actor_id: Annotated[str, Column("actor, if a person", refers="actors.actor_id")]
    text: Annotated[str, Column("as written, or the actor's name where it is not written")]
    start: Annotated[int | None, Column("first code point; empty if not written")]
    end: Annotated[int | None, Column("code point after the last; empty if not written")]
    source: Annotated[str, Column("how it is known", AGENT_SOURCES)]
    rule: Annotated[str, Column("rule that found it")]
    antecedent_id: Annotated[str, Column("mention or argument that it points back to")]
    confidence: Annotated[float, Column("share of its rule's decisions that were right when measured, 0 to 1")]


class Mention(NamedTuple):
    """A place where a text names an actor."""

    mention_id: Annotated[str, Column("key")]
    clause_id: Annotated[str, Column("clause", refers="clauses.clause_id")]
    start: Annotated[int, Column("first code point")]
    end: Annotated[int, Column("code point after the last")]
    text: Annotated[str, Column("the seed's text, unaltered")]
    actor_id: Annotated[str, Column("actor named", refers="actors.actor_id")]
    function: Annotated[str, Column("what the name does in its clause", FUNCTIONS)]


class Actor(NamedTuple):
    """A role of the rite."""

    actor_id: Annotated[str, Column("key")]
    name: Annotated[str, Column("canonical name, traditional")]
    pinyin: Annotated[str, Column("pinyin")]
    english: Annotated[str, Column("English gloss")]
    side: Annotated[str, Column("side of the rite", SIDES)]
    members: Annotated[str, Column("names of the members of a group, joined by +", parts="+")]
    note: Annotated[str, Column("source and remarks")]


class Stage(NamedTuple):
    """A stage of the rite."""

    stage_id: Annotated[str, Column("key")]
    chapter_id: Annotated[str, Column("chapter")]
    seq: Annotated[int, Column("position in the chapter, from 1")]
    heading: Annotated[str, Column("heading")]
    english: Annotated[str, Column("English heading")]
    phase: Annotated[str, Column("phase of the rite", PHASES)]
    shooting_round: Annotated[int | None, Column("number of the shooting, 1 to 3")]
    incipit: Annotated[str, Column("first words of the base text, folded", own=True)]


class Alignment(NamedTuple):
    """A base clause and a clause of a translation or of another witness."""

    group_id: Annotated[str, Column("pairs of one group belong together (n to m)")]
    base_id: Annotated[str, Column("base clause; empty for 0-1", refers="clauses.clause_id")]
    target_id: Annotated[str, Column("clause of the other text; empty for 1-0", refers="clauses.clause_id")]
    target_witness: Annotated[str, Column("witness of the other text", refers="witnesses.witness_id")]
    kind: Annotated[str, Column("kind of the other text", ALIGNMENT_KINDS)]
    score: Annotated[float, Column("similarity, 0 to 1")]


class Link(NamedTuple):
    """A comment and what it is on."""

    link_id: Annotated[str, Column("key")]
    from_segment: Annotated[str, Column("segment of the comment", refers="segments.segment_id")]
    start: Annotated[int, Column("first code point of the lemma or headword, or of the segment")]
    end: Annotated[int, Column("code point after it")]
    kind: Annotated[str, Column("kind of link", LINK_KINDS)]
    to_witness: Annotated[str, Column("witness commented on", refers="witnesses.witness_id")]
    to_layer: Annotated[str, Column("layer commented on", LAYERS)]
    first_clause: Annotated[str, Column("first clause; empty where it links to the stage alone", refers="clauses.clause_id")]
    last_clause: Annotated[str, Column("last clause", refers="clauses.clause_id")]
    score: Annotated[float, Column("certainty, 0 to 1")]
    stage_id: Annotated[str, Column("stage commented on", refers="stages.stage_id", own=True)]


class Variant(NamedTuple):
    """A place where witnesses differ."""

    variant_id: Annotated[str, Column("key")]
    kind: Annotated[str, Column("kind of variation", VARIANT_KINDS)]
    witness_id: Annotated[str, Column("witness of the reading", refers="witnesses.witness_id")]
    base_id: Annotated[str, Column("clause of the reading", refers="clauses.clause_id")]
    reading: Annotated[str, Column("what this witness reads; ∅ for nothing")]
    other_witness: Annotated[str, Column("a witness, or 今文, 古文, 宋本, 今註疏本, 唐石經 …")]
    other_reading: Annotated[str, Column("the other reading; ∅ for nothing")]
    segment_id: Annotated[str, Column("segment of the statement", refers="segments.segment_id")]
    start: Annotated[int | None, Column("first code point of the statement, or of the letter before which a graph stood")]
    end: Annotated[int | None, Column("code point after it")]
    reporter: Annotated[str, Column("person who reports it")]
    note: Annotated[str, Column("evidence and remarks")]


class Gloss(NamedTuple):
    """A definition given by a commentator."""

    gloss_id: Annotated[str, Column("key")]
    segment_id: Annotated[str, Column("segment", refers="segments.segment_id")]
    speaker: Annotated[str, Column("person who defines")]
    headword: Annotated[str, Column("word explained, as written")]
    gloss: Annotated[str, Column("explanation, as written")]
    pattern: Annotated[str, Column("form of the definition", GLOSS_PATTERNS)]
    start: Annotated[int, Column("first code point of the whole phrase")]
    end: Annotated[int, Column("code point after it")]


class Citation(NamedTuple):
    """A book quoted or named."""

    citation_id: Annotated[str, Column("key")]
    segment_id: Annotated[str, Column("segment", refers="segments.segment_id")]
    speaker: Annotated[str, Column("person who cites")]
    work: Annotated[str, Column("full title of the work")]
    chapter: Annotated[str, Column("full title of the chapter, if named")]
    quote: Annotated[bool, Column("True where words are quoted")]
    start: Annotated[int, Column("first code point of the name with its chapter")]
    end: Annotated[int, Column("code point after it")]


class Statement(NamedTuple):
    """What a commentator says of a stage: where it ends or begins, what it treats of."""

    statement_id: Annotated[str, Column("key")]
    segment_id: Annotated[str, Column("segment", refers="segments.segment_id")]
    speaker: Annotated[str, Column("person who speaks")]
    pattern: Annotated[str, Column("form of the statement")]
    scope: Annotated[str, Column("which text it speaks of: above it, below it, or the passage that it is on", SCOPES)]
    topic: Annotated[str, Column("what the text treats of, as written; empty where only its extent is given")]
    upto: Annotated[str, Column("last words of the text spoken of, as written; empty where not quoted")]
    start: Annotated[int, Column("first code point of the statement")]
    end: Annotated[int, Column("code point after it")]


class Evidence(NamedTuple):
    """What a text says of who does an act."""

    action_id: Annotated[str, Column("act", refers="actions.action_id")]
    witness_id: Annotated[str, Column("witness that speaks", refers="witnesses.witness_id")]
    speaker: Annotated[str, Column("person who speaks; empty for a translation by an unknown hand")]
    says: Annotated[str, Column("its verdict on the agent", SAYS)]
    agents: Annotated[str, Column("agents that it names, joined by +", parts="+")]
    start: Annotated[int | None, Column("first code point of the words that say so")]
    end: Annotated[int | None, Column("code point after them")]


TABLES: dict[str, Any] = {
    "witnesses": Witness,
    "segments": Segment,
    "clauses": Clause,
    "tokens": Token,
    "actions": Action,
    "arguments": Argument,
    "mentions": Mention,
    "actors": Actor,
    "stages": Stage,
    "alignments": Alignment,
    "links": Link,
    "variants": Variant,
    "glosses": Gloss,
    "citations": Citation,
    "statements": Statement,
    "agent_evidence": Evidence,
}


def parse_skip(skip: str) -> list[Span]:
    """Spans named in a `skip` cell.

    >>> parse_skip("3-9;12-14")
    [(3, 9), (12, 14)]
    """
    return [(int(a), int(b)) for a, b in (part.split("-") for part in skip.split(";"))] if skip else []


def format_skip(spans: list[Span]) -> str:
    """The `skip` cell of sorted spans; the inverse of `parse_skip`."""
    return ";".join(f"{a}-{b}" for a, b in spans)


def own_offsets(start: int, end: int, skip: str = "") -> list[int]:
    """File offsets of the characters of `norm`, in order: start to end without what skip names.

    >>> own_offsets(0, 6, "2-4")
    [0, 1, 4, 5]
    """
    if not skip:
        return list(range(start, end))
    out: list[int] = []
    at = start
    for a, b in parse_skip(skip):
        out.extend(range(at, max(at, min(a, end))))
        at = max(at, b)
    out.extend(range(at, end))
    return out


def clip_skip(start: int, end: int, skip: str) -> str:
    """The part of a `skip` cell that lies within start to end."""
    if not skip:
        return ""
    return format_skip([(max(a, start), min(b, end)) for a, b in parse_skip(skip) if a < end and b > start])


@dataclass(frozen=True)
class Chapter:
    """The unit of work: a chapter with all its witnesses, as read, before any stage of the method.

    `texts` maps witness ids to the decoded files; it lacks witnesses whose text is not at hand
    (a public build), which `witnesses` still describes. `layouts` maps witness ids to what the
    manifest declares of their marks.
    """

    chapter_id: str
    title: str
    witnesses: tuple[Witness, ...]
    texts: dict[str, str]
    layouts: dict[str, Any]
    stages: tuple[Stage, ...]

    def witness(self, witness_id: str) -> Witness:
        """The witness of that id."""
        return next(w for w in self.witnesses if w.witness_id == witness_id)
