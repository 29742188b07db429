"""What is said and what is ordered, kept apart from what is done.

Where a witness prints quotation marks they decide. Elsewhere a speech begins after 曰 and ends where
the rite goes on: see `_goes_on_speaking`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from .events import Event, Person, letters, name_persons, parsed
from .lexicon import load_vocabulary
from .model import Clause
from .phrases import Phrase

# words by which a speaker speaks of himself, to another, or forbids
SPOKEN = re.compile("某|吾|我|(?<!弟)子(?!弟)|^[無毋不]")
TOPICAL = frozenset({"dress", "existence", "being", "outcome", "number", "all"})


def _officers() -> frozenset[str]:
    return frozenset(e.lemma for e in load_vocabulary("actors") if e.more["side"] == "staff" and e.kind == "person")


def mark_speech(events: Sequence[Event], clauses: Sequence[Clause], texts: dict[str, str]) -> list[Event]:
    """Set `status` to quoted inside speeches and to commanded inside orders.

    Parameters
    ----------
    events : sequence of Event
        In reading order.
    clauses : sequence of Clause
        Rows of `clauses`, for those which hold no act.
    texts : dict
        Witness id to text, for quotation marks.

    Returns
    -------
    list of Event
        The same events, in the same order.
    """
    by_clause: dict[str, list[Event]] = {}
    for event in events:
        by_clause.setdefault(event.clause.clause_id, []).append(event)
    read = [c for c in clauses if c.layer in ("base", "record")]
    for _, group in groupby(read, key=lambda c: c.segment_id):
        stretch = [(clause, by_clause.get(clause.clause_id, [])) for clause in group]
        if "“" in texts[stretch[0][0].witness_id]:
            _mark_quotations(stretch, texts)
        else:
            _mark_speeches(stretch)
        _mark_orders(stretch)
    return list(events)


def _mark_quotations(stretch: Sequence[tuple[Clause, list[Event]]], texts: dict[str, str]) -> None:
    first = stretch[0][0]
    text = texts[first.witness_id]
    for clause, events in stretch:
        before = text[first.start - 1:clause.start]
        if before.count("“") > before.count("”"):
            for event in events:
                event.status = "quoted"


def _mark_speeches(stretch: Sequence[tuple[Clause, list[Event]]]) -> None:
    said = 0
    party: set[str] = set()
    for clause, events in stretch:
        if said and (said == 1 or _goes_on_speaking(clause, events, party)):
            for event in events:
                event.status = "quoted"
            said += 1
        else:
            said = 0
            if any(e.agents for e in events):
                party |= {p.name for e in events for p in e.agents}
        if not (said > 1):
            party |= {p.name for e in events for p in e.recipients}
        if events and events[-1].verb == "曰" and events[-1].status == "performed" and not _says_it_here(events[-1]):
            said = 1


def _says_it_here(event: Event) -> bool:
    """亦曰奇: what is said stands in the clause itself."""
    return event.end < event.clause.end


def _goes_on_speaking(clause: Clause, events: Sequence[Event], party: set[str]) -> bool:
    """A speech goes on in the next clause if that has words of speech, or names one who neither speaks nor is spoken to."""
    if SPOKEN.search(clause.norm):
        return True
    named = {p.name for e in events for p in e.agents}
    return bool(named) and not named & party


def _mark_orders(stretch: Sequence[tuple[Clause, list[Event]]]) -> None:
    """An order to many, or one whose words are clauses of their own, holds until its speaker acts again."""
    commander: set[str] | None = None
    last_named: set[str] = set()
    recipients: set[str] = set()
    officers = _officers()
    for clause, events in stretch:
        named = {p.name for e in events for p in e.agents}
        if commander is not None and (named & (commander | officers) or named and named <= recipients):
            commander = None
        if commander is not None:
            for event in events:
                event.status = "commanded" if event.status == "performed" else event.status
            continue
        last_named = named or last_named
        orders = [e for e in events if e.verb == "命" and e.status == "performed" and e.recipients]
        if orders and events[-1].verb != "曰" and (not orders[-1].object or _to_all(clause)):
            commander, recipients = last_named, {p.name for p in orders[-1].recipients}


def _to_all(clause: Clause) -> bool:
    at = clause.norm.find("命")
    return any(word in clause.norm[at:] for word in "皆各")


def find_topics(
    clauses: Sequence[Clause], events: Sequence[Event], parses: Mapping[str, tuple[Phrase, ...]] | None = None
) -> dict[str, list[Person]]:
    """Persons whom a clause without an act names at its head, by the clause of the next act.

    Returns
    -------
    dict
        Clause id to persons; see `discourse.topic`.
    """
    acting = {event.clause.clause_id for event in events}
    out: dict[str, list[Person]] = {}
    for _, group in groupby((c for c in clauses if c.layer in ("base", "record")), key=lambda c: c.segment_id):
        persons: list[Person] = []
        for clause in group:
            if clause.clause_id in acting:
                if persons:
                    out[clause.clause_id] = persons
                persons = []
            else:
                persons = list(_heads(clause, parses or {})) or persons
    return out


def _owns(person: Person, norm: str, offsets: Sequence[int]) -> bool:
    """大夫之矢 is about the arrows."""
    return norm[offsets.index(person.end - 1) + 1:][:1] == "之"


def _heads(clause: Clause, parses: Mapping[str, tuple[Phrase, ...]]) -> Iterator[Person]:
    norm, offsets = letters(clause)
    phrases = parses.get(clause.clause_id) or parsed(norm)
    bare = all(p.kind in "APFD" for p in phrases)
    if phrases and (bare or phrases[0].value in TOPICAL or (len(phrases) > 1 and phrases[0].kind == "A" and phrases[1].value in TOPICAL)):
        named = name_persons(norm, offsets)
        if phrases[-1].value == "existence" and not ("若" in norm or norm.endswith("者")):
            return  # 公有命 is not about the duke's next act
        if named and named[0].start == offsets[norm.startswith("若")] and (bare or phrases[-1].value != "being"):
            yield from (person for person in named if person.start == named[0].start and not _owns(person, norm, offsets))
