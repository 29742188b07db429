"""Checks across tables: offsets and texts, one table inside another, comments and witnesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .checks import Found, Tables, check
from .model import own_offsets, parse_skip

NOTHING = "∅"

# ---- offsets and texts -----------------------------------------------------------------------------

SPANS = (
    "segments", "clauses", "tokens", "actions", "arguments", "mentions", "links", "glosses", "citations", "variants",
)


@check("V11")
def spans_ordered(data: Tables) -> Found:
    """A span begins before it ends, at 0 or later; or both ends are empty."""
    for name in SPANS:
        for row in data.rows(name):
            written = row.start is not None and row.end is not None
            if written and not 0 <= row.start < row.end or (row.start is None) != (row.end is None):
                yield name, row[0], f"{row.start}-{row.end}"


@check("V12")
def text_is_the_seeds(data: Tables) -> Found:
    """The text of a row is the seed's text from start to end, unaltered."""
    witness = {row.clause_id: row.witness_id for row in data.rows("clauses")}
    for name in ("segments", "clauses", "tokens", "mentions"):
        for row in data.rows(name):
            seed = data.texts.get(row.witness_id if name in ("segments", "clauses") else witness.get(row.clause_id, ""))
            if seed is not None and seed[row.start:row.end] != row.text:
                yield name, row[0], row.text


@check("V13")
def skips_inside(data: Tables) -> Found:
    """The spans of skip lie in order within their row and do not touch its ends."""
    for name in ("segments", "clauses"):
        for row in data.rows(name):
            ends = [row.start, *(end for span in parse_skip(row.skip) for end in span), row.end]
            if any(a >= b for a, b in zip(ends, ends[1:], strict=False)):
                yield name, row[0], row.skip


@check("V14")
def norm_one_for_one(data: Tables) -> Found:
    """Folded text has one character for each character of the row without what skip names."""
    for name in ("segments", "clauses"):
        for row in data.rows(name):
            if len(row.norm) != len(own_offsets(row.start, row.end, row.skip)):
                yield name, row[0], row.norm


@check("V15")
def segments_tile(data: Tables) -> Found:
    """Every letter of a text belongs to one segment or to a mark that the layout declares."""
    for witness, seed in data.texts.items():
        owner = [""] * len(seed)
        for row in data.rows("segments") if witness in data.by_key("witnesses") else ():
            if row.witness_id != witness:
                continue
            for at in own_offsets(row.start, row.end, row.skip):
                if at < len(seed) and owner[at]:
                    yield "segments", row[0], f"{at} is also of {owner[at]}"
                    break
                if at < len(seed):
                    owner[at] = row[0]
        if any(owner) and witness in data.marks:
            for start, end in data.marks[witness]:
                owner[start:end] = ["mark"] * (end - start)
            yield from (("segments", witness, text) for text in _unowned(seed, owner))


def _unowned(seed: str, owner: list[str]) -> Iterator[str]:
    """Runs of letters that are neither of a segment nor of a mark."""
    run = ""
    for char, name in zip(seed + "\0", owner + ["end"], strict=True):
        if not name and char.isalnum():
            run += char
        elif run:
            yield run
            run = ""


@check("V16")
def text_counted(data: Tables) -> Found:
    """A witness has as many characters as it says."""
    for row in data.rows("witnesses"):
        seed = data.texts.get(row.witness_id)
        if seed is not None and len(seed) != row.chars:
            yield "witnesses", row[0], f"{len(seed)} for {row.chars}"


# ---- one table inside another ---------------------------------------------------------------------


def _outside(row: Any, inner: Any) -> bool:
    return not inner.start <= row.start < row.end <= inner.end


def _letters(row: Any) -> set[int]:
    own = own_offsets(row.start, row.end, row.skip)
    return {at for at, char in zip(own, row.norm, strict=False) if char.isalnum()}


@check("V21")
def clauses_cover_segments(data: Tables) -> Found:
    """The clauses of a segment lie within it and share out its letters."""
    segments = data.by_key("segments")
    left: dict[str, set[int]] = {}
    for clause in data.rows("clauses"):
        segment = segments.get(clause.segment_id)
        if segment is None:
            continue
        letters = left.setdefault(segment[0], _letters(segment))
        mine = _letters(clause)
        if (clause.witness_id, clause.layer) != (segment.witness_id, segment.layer) or not mine <= letters:
            yield "clauses", clause[0], clause.text
        letters -= mine
    yield from (("segments", name, f"letters at {sorted(rest)[:5]}") for name, rest in left.items() if rest)


@check("V22")
def tokens_cover_clauses(data: Tables) -> Found:
    """The tokens of a clause lie within it and share out its letters."""
    clauses = data.by_key("clauses")
    left: dict[str, set[int]] = {}
    for token in data.rows("tokens"):
        clause = clauses.get(token.clause_id)
        if clause is None:
            continue
        letters = left.setdefault(clause[0], _letters(clause))
        mine = {token.start + k for k, char in enumerate(token.text) if char.isalnum()}
        if _outside(token, clause) or not mine <= letters:
            yield "tokens", token[0], token.text
        letters -= mine
    yield from (("clauses", name, f"letters at {sorted(rest)[:5]}") for name, rest in left.items() if rest)


@check("V23")
def acts_in_clauses(data: Tables) -> Found:
    """A verb, and the name of an actor, lies within its clause."""
    clauses = data.by_key("clauses")
    for name in ("actions", "mentions"):
        for row in data.rows(name):
            if row.clause_id in clauses and _outside(row, clauses[row.clause_id]):
                yield name, row[0], f"{row.start}-{row.end}"


@check("V24")
def numbered(data: Tables) -> Found:
    """Rows are numbered from 1 without a gap within what they belong to."""
    groups = {"clauses": "witness_id", "tokens": "clause_id", "actions": "clause_id", "stages": "chapter_id"}
    for name, group in groups.items():
        count: dict[str, int] = {}
        for row in data.rows(name):
            count[getattr(row, group)] = count.get(getattr(row, group), 0) + 1
            if row.seq != count[getattr(row, group)]:
                yield name, row[0], f"{row.seq} for {count[getattr(row, group)]}"


@check("V25")
def agents_from_arguments(data: Tables) -> Found:
    """The agents of an act are its arguments of that role, joined."""
    agents: dict[str, list[str]] = {}
    for row in sorted(data.rows("arguments"), key=lambda row: (row.action_id, row.seq)):
        if row.role == "agent":
            agents.setdefault(row.action_id, []).append(row.text)
    for act in data.rows("actions") if "arguments" in data.frames else ():
        joined = "+".join(agents.get(act.action_id, []))
        if len(joined.split("+")) != len(act.agents.split("+")) or bool(joined) != bool(act.agents):
            yield "actions", act[0], f"{act.agents} for {joined}"


# ---- comments and witnesses ----------------------------------------------------------------------------


@check("V31")
def links_point(data: Tables) -> Found:
    """A link points from a first to a last clause of one witness, or else at a stage."""
    clauses = data.by_key("clauses")
    for row in data.rows("links"):
        first, last = clauses.get(row.first_clause), clauses.get(row.last_clause)
        empty = not row.first_clause and not row.last_clause and bool(row.stage_id)
        if not empty and (first is None or last is None or first.start > last.start
                          or {first.witness_id, last.witness_id} != {row.to_witness}):
            yield "links", row[0], f"{row.first_clause}-{row.last_clause}"


@check("V32")
def pairs_have_sides(data: Tables) -> Found:
    """A pair of an alignment has a base clause, or a clause of the witness that it names, or both."""
    clauses = data.by_key("clauses")
    for row in data.rows("alignments"):
        target = clauses.get(row.target_id)
        if not (row.base_id or row.target_id) or (target is not None and target.witness_id != row.target_witness):
            yield "alignments", row[0], f"{row.base_id}-{row.target_id}"


@check("V33")
def variants_say_both(data: Tables) -> Found:
    """A variant has two readings; a lost graph is nothing here; a report and a loss have their place."""
    for row in data.rows("variants"):
        placed = row.start is not None and bool(row.segment_id)
        lost = row.kind != "lost-glyph" or (row.reading == NOTHING and row.other_reading not in ("", NOTHING))
        wants_place = row.kind in ("reported", "lost-glyph")
        if not (row.reading and row.other_reading) or not lost or (wants_place and not placed):
            yield "variants", row[0], f"{row.reading} {row.other_reading}"


@check("V34")
def statements_in_segments(data: Tables) -> Found:
    """A gloss, citation or lemma stands within its segment."""
    segments = data.by_key("segments")
    for name, column in (("glosses", "segment_id"), ("citations", "segment_id"), ("links", "from_segment")):
        for row in data.rows(name):
            segment = segments.get(getattr(row, column))
            if segment is not None and _outside(row, segment):
                yield name, row[0], f"{row.start}-{row.end}"
