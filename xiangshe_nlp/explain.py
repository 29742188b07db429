"""Why an act has the agent it has, in one or two sentences: rule, antecedent, what else was possible, evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .lexicon import Entry, load_vocabulary

ENOUGH = 5  # decisions measured, from which a rule's own share is told

if TYPE_CHECKING:
    import pandas as pd

    Tables = Mapping[str, pd.DataFrame]


def explain_agent(tables: Tables, action_id: str) -> str:
    """Sentences on the agent of one act.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Needs `actions`, `arguments`, `clauses`, `mentions`; `agent_evidence` if there is one.
    action_id : str
        Key of the act.

    Returns
    -------
    str
        What was decided and by which rule, where the agent was last named, whom the plain chain would
        have given, and what other texts say.

    Raises
    ------
    InputError
        There is no such act.
    """
    act = _row(tables["actions"], "action_id", action_id)
    if act is None:
        raise InputError("An act is named by its action_id.", action_id)
    clause = _row(tables["clauses"], "clause_id", act["clause_id"])
    assert clause is not None
    sure = _measured(act["agent_rule"], act["confidence"])
    decided = f"{act['agents']} ({act['agent_source']}, {sure})"
    parts = [f"{act['action']} in 「{clause['text']}」 is by {decided}: {_meaning(act['agent_rule'])}."]
    named = _antecedent(tables, action_id)
    if named:
        parts.append(f"Last named in 「{named['text']}」 ({named['clause_id']}).")
    if act["instead"]:
        parts.append(f"The plain chain would have given {act['instead']}.")
    return " ".join([*parts, *_evidence(tables, action_id)])


def _row(frame: pd.DataFrame, column: str, value: str) -> dict[str, Any] | None:
    found = frame[frame[column] == value]
    return None if found.empty else dict(found.iloc[0])


def _rule(name: str) -> Entry | None:
    """The row that says what a rule of the base text or of the translations means."""
    rows = (*load_vocabulary("agent_rules"), *load_vocabulary("modern_rules"))
    return next((entry for entry in rows if entry.form == name), None)


def _measured(rule: str, confidence: float) -> str:
    """How sure the rule is, and whether it has been met often enough for that to rest on itself."""
    entry = _rule(rule)
    met = int((entry.more.get("n") if entry else "") or 0)
    if met >= ENOUGH:
        return f"{confidence:.0%} of such decisions were right when measured"
    return f"confidence {confidence:.2f}, the mean of rare rules: this one was met {met} times when measured"


def _meaning(rule: str) -> str:
    entry = _rule(rule)
    if entry is None or not entry.english:
        return f"rule {rule}"
    return f"{entry.english} (rule {rule}" + (f"; {entry.source})" if entry.source else ")")


def _antecedent(tables: Tables, action_id: str) -> dict[str, Any] | None:
    arguments = tables["arguments"]
    mine = arguments[(arguments["action_id"] == action_id) & (arguments["role"] == "agent")]
    for antecedent in mine["antecedent_id"]:
        mention = _row(tables["mentions"], "mention_id", antecedent)
        if mention is not None:
            return _row(tables["clauses"], "clause_id", mention["clause_id"])
    return None


def _evidence(tables: Tables, action_id: str) -> list[str]:
    evidence = tables.get("agent_evidence")
    if evidence is None:
        return []
    out = []
    for row in evidence[evidence["action_id"] == action_id].itertuples():
        who = row.speaker or row.witness_id
        out.append(f"{who} {row.says}s" + (f" ({row.agents})." if row.agents else ".") if row.says != "silent" else f"{who} is silent.")
    return out
