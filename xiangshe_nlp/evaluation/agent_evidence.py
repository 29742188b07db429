"""What other texts say of the agents: how well it is read, and how often it agrees with each rule."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import Action, Evidence
from .matching import names
from .outcomes import Outcome
from .view import View

READ, TRANSLATIONS, COMMENTS = "agent_evidence", "evidence_of_translations", "evidence_of_comments"


def agent_evidence(view: View) -> Iterator[Outcome]:
    """Evidence compared with acts checked by hand; then, by the rule that decided, where a text speaks, whether it agrees.

    Disagreement is no error: a translator may err, or the rule.
    """
    if not view.has("agent_evidence", "actions"):
        return
    acts: dict[str, Action] = {action.action_id: action for action in view.rows["actions"]}
    heard = [(acts[row.action_id], row) for row in view.rows["agent_evidence"] if row.action_id in acts]
    if "evidence" in view.gold.rows:
        yield from _checked(view, heard)
    for action, row in heard:
        if row.says != "silent":
            clause = view.clauses[action.clause_id]
            cause = "" if row.says == "agree" else "another agent"
            words = f"{clause.text} {action.action}: {action.agents}; {row.witness_id} {row.speaker} {row.agents}"
            yield Outcome(COMMENTS if row.speaker else TRANSLATIONS, view.stage_of(clause), action.action_id,
                          action.agent_rule, int(not cause), 1, 1, cause, words)


def _checked(view: View, heard: list[tuple[Action, Evidence]]) -> Iterator[Outcome]:
    """Rows of evidence.tsv: an act, a text, and what that text says of its agent."""
    found: dict[tuple[str, int, str, str], Evidence] = {}
    for action, said in heard:
        place = view.witness(view.clauses[action.clause_id])
        found[place, action.start, view.name[said.witness_id], said.speaker] = said
    for wanted in view.gold.rows["evidence"]:
        base, start = wanted["witness"], int(wanted["start"])
        row = found.get((base, start, wanted["text_witness"], wanted["speaker"]))
        right = row is not None and row.says == wanted["says"] and names(row.agents) == names(wanted["named"])
        got = f"{row.says} {row.agents}" if row else "nothing"
        words = f"{wanted['clause']} {wanted['action']}: {wanted['says']} {wanted['named']}, here {got}"
        yield Outcome(READ, view.gold.stage(base, start), f"{base}:{start}", wanted["speaker"] or wanted["text_witness"],
                      int(right), 1, 1, "" if right else "evidence misread", words)
