"""Acts, agents and what goes with an act, compared with the gold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..lexicon import load_vocabulary
from ..model import Action
from .gold import Row
from .matching import accepted_names, key, names
from .outcomes import Outcome
from .view import View

WORDS = {"x": "explicit", "e": "resolved", "u": "unspecified"}
FIGURE_OF = {"x": "agent_explicit", "e": "agent_elided", "u": "agent_unspecified"}
ATTRIBUTES = {"object": "object", "recipient": "recipient", "place": "place", "facing": "facing", "count": "count",
              "negated": "neg"}
DECIDING = ("object", "negated")  # wrong, they make another act of it
WITH_CONTENT = "命使作請告曰"  # what is ordered or said may be quoted longer or shorter


class Pair(NamedTuple):
    """An act of the gold and the act of the tables that answers to it; either may be missing."""

    clause: Row
    gold: Row | None
    said: Action | None
    agent_right: bool
    before: str


def scored(action: Action) -> bool:
    """Whether an act is one that the gold reads: performed, and not 如."""
    return (action.status or "performed") == "performed" and action.action != "如"


def _verb_stands(view: View, witness: str, action: Action) -> bool:
    """Whether the text at the act's offsets is its verb, or begins as it does."""
    there, said = key(view.words(witness, action.start, action.end)), key(action.action)
    return said == there or said[:1] == there[:1]


def said_acts(view: View) -> dict[str, list[tuple[Action, bool]]]:
    """Acts of the base text by clause of the gold, each with whether its verb stands there."""
    out: dict[str, list[tuple[Action, bool]]] = {}
    for action in view.rows.get("actions", ()):
        clause = view.clauses.get(action.clause_id)
        if clause is None or clause.layer != "base" or not scored(action):
            continue
        witness = view.witness(clause)
        where = view.gold.at(witness, action.start)
        if where is not None:
            out.setdefault(where, []).append((action, _verb_stands(view, witness, action)))
    return {name: sorted(acts, key=lambda pair: pair[0].start) for name, acts in out.items()}


def gold_acts(view: View) -> dict[str, list[Row]]:
    """Acts of the gold by clause."""
    out: dict[str, list[Row]] = {}
    for row in view.gold.rows["events"]:
        if row["action"] not in ("", "-", "如"):
            out.setdefault(row["clause_id"], []).append(row)
    return out


def agent_fits(row: Row, agents: str) -> bool:
    """Whether the agents of an act are among those that the gold accepts (* accepts any)."""
    alt = row.get("alt") or ""
    return "*" in alt or names(agents) in accepted_names(row["agent"], alt)


def pair_acts(view: View) -> list[Pair]:
    """Acts of the gold and of the tables, clause by clause in reading order, the same verbs together.

    Acts that the gold calls optional count neither way: no pair, and none for the act that answers.
    """
    said, wanted, pairs, before = said_acts(view), gold_acts(view), [], ""
    for clause in view.gold.clauses:
        acts = said.get(clause["id"], [])
        free = list(range(len(acts)))
        for row in wanted.get(clause["id"], []):
            verbs = {key(verb) for verb in [row["action"], *row.get("alt_action", "").split("|")] if verb}
            found = next((k for k in free if acts[k][1] and key(acts[k][0].action) in verbs), None)
            if row.get("optional"):
                free = [k for k in free if k != found]
                continue
            action = None
            if found is not None:
                free.remove(found)
                action = acts[found][0]
            pairs.append(Pair(clause, row, action, action is not None and agent_fits(row, action.agents), before))
            before = row["agent"]
        pairs += [Pair(clause, None, acts[k][0], False, before) for k in free]
    return pairs


def classes() -> dict[str, str]:
    """Class of each verb of the vocabulary, by its comparable form."""
    return {key(entry.form): entry.kind for entry in load_vocabulary("actions")}


def attribute_value(name: str, raw: Any) -> str:
    """Comparable value of an attribute.

    >>> attribute_value("count", 2), attribute_value("negated", False), attribute_value("place", "楅之西")
    ('2', '', '楅西')
    """
    text = "" if raw is None else str(raw)
    if name == "negated":
        return "1" if text.lower() in ("1", "true") else ""
    return key(text).replace("之", "") if name == "place" else key(text)


def same_value(name: str, verb: str, want: str, got: str) -> bool:
    """Whether an attribute is right; contents of orders and requests may be longer or shorter."""
    return want == got or (name == "object" and verb in WITH_CONTENT and (want in got or got in want))


def acts(view: View) -> Iterator[Outcome]:
    """Acts with all that belongs to them."""
    class_of = classes()
    for pair in pair_acts(view):
        row, action = pair.gold, pair.said
        verb = row["action"] if row else action.action if action else ""
        kind = class_of.get(key(verb), "other")
        found = int(row is not None and action is not None)
        cause = "" if found else "verb not seen as an act" if row else "act where the gold has none"
        who = row["agent"] if row else action.agents if action else ""
        head = (pair.clause.get("stage", ""), pair.clause["id"], kind)
        tail = f"{pair.clause['id']} {pair.clause.get('text', '')}: {verb} ({who})"
        yield Outcome("events", *head, found, int(action is not None), int(row is not None), cause, tail)
        deciding = True
        for outcome in _attributes(pair, head, tail):
            deciding &= not outcome.cause or outcome.figure.removeprefix("attr_") not in DECIDING
            yield outcome
        full = found and pair.agent_right and deciding
        yield Outcome("event_with_agent_object_polarity", *head, int(full), int(action is not None), int(row is not None))
        if row is not None and action is not None:
            yield from _agent(pair, row, action, head)


def _attributes(pair: Pair, head: tuple[str, str, str], tail: str) -> Iterator[Outcome]:
    """Object, recipient, place, facing, count and negation of one act."""
    row, action = pair.gold, pair.said
    for name, column in ATTRIBUTES.items():
        want = attribute_value(name, row.get(column)) if row else ""
        got = attribute_value(name, getattr(action, name)) if action else ""
        if not want and not got:
            continue
        cause, hit, said = "", 0, int(bool(got))
        if row and action:
            good = same_value(name, row["action"], want, got)
            hit = int(bool(want) and bool(got) and good)
            if good and not want:
                said = 0
            cause = "" if good else f"{name} missed" if not got else f"{name} invented" if not want else f"{name} wrong"
        yield Outcome(f"attr_{name}", *head, hit, said, int(bool(want)), cause, f"{tail}: gold {want or '-'}, here {got or '-'}")


def _agent(pair: Pair, row: Row, action: Action, head: tuple[str, str, str]) -> Iterator[Outcome]:
    """Agent of one act found, and whether it is said rightly how it is known."""
    given = row["given"] or "x"
    right = int(pair.agent_right)
    cause = "" if right else agent_cause(row, action, pair.before)
    example = (f"{pair.clause['id']} {pair.clause.get('text', '')}: {row['action']}, gold {row['agent']}, "
               f"here {action.agents} by {action.agent_rule}")
    for figure in (FIGURE_OF[given], "agent_all"):
        yield Outcome(figure, *head, right, 1, 1, cause, example)
    known = action.agent_source == WORDS[given]
    why = "" if known else f"{WORDS[given]} said to be {action.agent_source}"
    yield Outcome("agent_source", *head, int(known), 1, 1, why, example)


def agent_cause(row: Row, action: Action, before: str) -> str:
    """What kind of error a wrong agent is.

    `before` is the gold's agent of the act before: it tells a chain that went on too long from one
    that was broken too early.
    """
    want, got, last = names(row["agent"]), names(action.agents), names(before)
    if want & got:
        return "one of several, or several for one"
    if row["given"] == "x":
        return "agent written, another taken"
    if row["given"] == "u" or key("有司") in got:
        return "attendants and named persons confused"
    if got == last:
        return "chain goes on though the agent changes"
    if want == last:
        return "chain broken though the agent goes on"
    return "another person altogether"


def lacuna_acts(view: View) -> Iterator[Outcome]:
    """Acts that the first translation tells where no classical text is, line by line."""
    lines, wanted = view.gold.rows.get("align_000"), view.gold.rows.get("lacuna_acts")
    if lines is None or wanted is None or not view.has("actions"):
        return
    yield from line_outcomes(view, lines, wanted)


def line_outcomes(view: View, lines: list[Row], wanted: list[Row]) -> Iterator[Outcome]:
    """Acts of some lines of the first translation, and their agents."""
    by_unit = _told_acts(view, lines)
    stages = {row["unit"]: row.get("stage", "") for row in lines}
    rows: dict[str, list[Row]] = {}
    for row in wanted:
        if row["action"] not in ("", "-"):
            rows.setdefault(row["unit"], []).append(row)
    for unit, acts_wanted in rows.items():
        yield from _line_acts(unit, stages.get(unit, ""), acts_wanted, by_unit.get(unit, []))


def _told_acts(view: View, lines: list[Row]) -> dict[str, list[Action]]:
    """Acts of the first translation by line."""
    out: dict[str, list[Action]] = {}
    spans = [(int(row["start"]), int(row["end"]), row["unit"]) for row in lines]
    for action in view.rows["actions"]:
        clause = view.clauses.get(action.clause_id)
        if clause is not None and view.witness(clause) == "000" and scored(action):
            unit = next((name for a, b, name in spans if a <= action.start < b), "")
            out.setdefault(unit, []).append(action)
    return {unit: sorted(found, key=lambda action: action.start) for unit, found in out.items()}


def _line_acts(unit: str, stage: str, wanted: list[Row], told: list[Action]) -> Iterator[Outcome]:
    """Acts of one line; those that the gold calls optional count neither way."""
    free = list(range(len(told)))
    for row in sorted(wanted, key=lambda row: bool(row["optional"])):
        verbs = {key(verb) for verb in [row["action"], *row["alt_action"].split("|")] if verb}
        found = next((k for k in free if key(told[k].action) in verbs), None)
        if found is not None:
            free.remove(found)
        if row["optional"]:
            continue
        head = (stage, f"line {unit}", "")
        cause = "" if found is not None else "act of the translation not seen"
        example = f"line {unit}: {row['action']} ({row['agents']})"
        yield Outcome("lacuna_acts", *head, int(found is not None), int(found is not None), 1, cause, example)
        if found is not None:
            got = told[found].agents
            right = "*" in (row["agents"], row["alt"]) or names(got) in accepted_names(row["agents"], row["alt"])
            yield Outcome("lacuna_agents", *head, int(right), 1, 1, "" if right else "agent of the translation wrong",
                          f"{example}, here {got}")
    for k in free:
        yield Outcome("lacuna_acts", stage, f"line {unit}", "", 0, 1, 0, "act that the translation does not tell",
                      f"line {unit}: {told[k].action} ({told[k].agents})")
