"""Rows of `actions`, `arguments` and `mentions` from events and the decisions on their agents."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .events import Event, Person
from .lexicon import load_vocabulary, once
from .model import Action, Argument, Clause, Mention, own_offsets
from .phrases import patterns
from .scene import Decision

Where = tuple[str, int]  # witness and offset


@once
def rule_confidence() -> dict[str, float]:
    """Share of the decisions of each rule that were right when measured, from agent_rules.csv."""
    return {entry.form: float(entry.more["precision"]) for entry in load_vocabulary("agent_rules")}


@once
def actor_ids() -> dict[str, str]:
    """Actor id by canonical name."""
    return {entry.lemma: entry.lemma for entry in load_vocabulary("actors") if entry.kind != "coordination"}


def make_rows(
    events: Sequence[Event], decisions: Sequence[Decision], clauses: Sequence[Clause]
) -> tuple[list[Action], list[Argument], list[Mention]]:
    """Rows of the three tables, in reading order.

    Parameters
    ----------
    events, decisions : sequences of equal length
        See `events.extract_events` and `ellipsis.decide_agents`.
    clauses : sequence of Clause
        Clauses in which persons are looked for; those of translations have their own reader.
    """
    mentions, at = _mentions(events, clauses)
    actions, arguments = [], []
    counts: dict[str, int] = {}
    for event, decision in zip(events, decisions, strict=True):
        witness = event.clause.witness_id
        counts[witness] = counts.get(witness, 0) + 1
        action = _action(f"{witness}-a{counts[witness]:04d}", event, decision)
        actions.append(action)
        arguments += _arguments(action, event, decision, at)
    seq: dict[str, int] = {}
    for k, action in enumerate(actions):
        seq[action.clause_id] = seq.get(action.clause_id, 0) + 1
        actions[k] = action._replace(seq=seq[action.clause_id])
    return actions, arguments, mentions


def _action(action_id: str, event: Event, decision: Decision) -> Action:
    return Action(
        action_id, event.clause.clause_id, 0, event.start, event.end, event.verb, event.entry.kind, event.status,
        "+".join(decision.names), decision.source, decision.rule, rule_confidence().get(decision.rule, 0.5),
        event.object[0] if event.object else "",
        "+".join(p.name for p in event.recipients),
        event.place[0] if event.place else "",
        event.facing[0].replace("鄉", "面") if event.facing else "",
        event.count, event.negated, event.mood, "+".join(decision.instead),
    )


def _arguments(action: Action, event: Event, decision: Decision, at: dict[Where, str]) -> list[Argument]:
    out = []

    def add(role: str, seq: int, name: str, text: str, start: int | None, end: int | None, source: str = "explicit",
            rule: str = "named", antecedent: str = "", confidence: float = 1.0) -> None:
        actor = actor_ids().get(name, "")
        out.append(Argument(f"{action.action_id}-{role}-{seq}", action.action_id, role, seq, actor, text, start, end,
                            source, rule, antecedent, confidence))

    written = {p.name: p for p in event.agents}
    for k, name in enumerate(decision.names, start=1):
        person = written.get(name) or (decision.antecedent if decision.source == "explicit" else None)
        antecedent = at.get((event.clause.witness_id, decision.antecedent.start), "") if decision.antecedent and person is None else ""
        add("agent", k, name, person.text if person else name, person.start if person else None,
            person.end if person else None, decision.source, decision.rule, antecedent, action.confidence)
    for k, p in enumerate(event.recipients, start=1):
        add("recipient", k, p.name, p.text, p.start, p.end)
    for role, thing in (("object", event.object), ("place", event.place), ("facing", event.facing)):
        if thing:
            add(role, 1, thing[0] if role == "object" else "", *thing)
    return out


def _mentions(events: Sequence[Event], clauses: Sequence[Clause]) -> tuple[list[Mention], dict[Where, str]]:
    """Every place where a classical clause names an actor, and mention ids by where they stand."""
    roles = _roles(events)
    out: list[Mention] = []
    at: dict[Where, str] = {}
    counts: dict[str, int] = {}
    ids = actor_ids()
    for clause in clauses:
        if clause.layer == "translation":
            continue
        offsets = own_offsets(clause.start, clause.end, clause.skip)
        for m in patterns().name.finditer(clause.norm):
            span = offsets[m.start()], offsets[m.end() - 1] + 1
            role = roles.get((clause.witness_id, span[0])) or _function(clause, m.start(), m.end())
            named = _named(m[0])
            counts[clause.witness_id] = counts.get(clause.witness_id, 0) + len(named)
            for k, name in enumerate(named):
                number = counts[clause.witness_id] - len(named) + k + 1
                out.append(Mention(
                    f"{clause.witness_id}-m{number:04d}", clause.clause_id, *span, clause_text(clause, *span),
                    ids.get(name, ""), role,
                ))
                at.setdefault((clause.witness_id, span[0]), out[-1].mention_id)
    return out, at


def clause_text(clause: Clause, start: int, end: int) -> str:
    """The seed's text between two file offsets inside a clause."""
    return clause.text[start - clause.start:end - clause.start]


@lru_cache(maxsize=None)
def _named(form: str) -> tuple[str, ...]:
    for entry in load_vocabulary("actors"):
        if entry.form == form:
            return tuple(entry.more["members"].split("+")) if entry.kind == "coordination" else (entry.lemma,)
    return (form,)


def _roles(events: Sequence[Event]) -> dict[Where, str]:
    out: dict[Where, str] = {}
    for event in events:
        content = event.status != "performed"
        for persons, role in ((event.about, "other"), (event.recipients, "recipient"), (event.agents, "agent")):
            for p in persons:
                out[event.clause.witness_id, p.start] = "content" if content else role
    return out


def _function(clause: Clause, lo: int, hi: int) -> str:
    """What a name does in its clause that no act has as a participant."""
    after = clause.norm[hi:hi + 2]
    if after[:1] == "之" and after[1:] not in ("", "禮"):
        return "place" if after[1:] in tuple("上下東西南北前後左右間席") else "possessor"
    if after[:1] and after[0] in "上下東西南北前後左右間":
        return "place"
    if clause.norm[max(0, lo - 1):lo] in ("無", "有"):
        return "absent" if clause.norm[lo - 1] == "無" else "other"
    return "other"


def persons_of(rows: Sequence[Person]) -> tuple[str, ...]:
    """Names of persons, in order."""
    return tuple(p.name for p in rows)
