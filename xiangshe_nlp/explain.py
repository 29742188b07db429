"""Why an act has the agent it has, in one or two sentences: rule, antecedent, what else was possible, evidence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import InputError
from .lexicon import Entry, load_vocabulary

ENOUGH = 5  # decisions measured, from which a rule's own share is told
MEASURED = "鄉射禮, 燕禮 and 士冠禮 together"

if TYPE_CHECKING:
    import pandas as pd

    Tables = Mapping[str, pd.DataFrame]


def explain_agent(tables: Tables, action_id: str) -> str:
    """Sentences on the agent of one act.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Needs `actions`, `actors`, `arguments`, `clauses`, `mentions`; `agent_evidence` if there is one.
    action_id : str
        Key of the act.

    Returns
    -------
    str
        What was decided and by which rule, where the agent was last named, whom the plain chain would
        have given or who else was named since, and what other texts say.

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
    rule = _rule(act["agent_rule"], translated=clause["layer"] == "translation")
    sure = _measured(rule, act["confidence"])
    decided = f"{act['agents']} ({act['agent_source']}, {sure})"
    parts = [f"{act['action']} in 「{clause['text']}」 is by {decided}: {_meaning(rule, act['agent_rule'])}."]
    named = _antecedents(tables, action_id) if act["agent_source"] == "resolved" else []
    if named:
        homes = dict.fromkeys(mention["clause_id"] for mention in named)
        told = [f"「{home['text']}」 ({home['clause_id']})" for key in homes if (home := _row(tables["clauses"], "clause_id", key))]
        parts.append(f"Last named in {' and '.join(told)}.")
    if act["instead"]:
        parts.append(f"The plain chain would have given {act['instead']}.")
    elif named:
        parts.append(_passed_over(tables, act, clause, max(mention["start"] for mention in named)))
    return " ".join([*parts, *_evidence(tables, action_id)])


def _row(frame: pd.DataFrame, column: str, value: str) -> dict[str, Any] | None:
    found = frame[frame[column] == value]
    return None if found.empty else dict(found.iloc[0])


def _rule(name: str, *, translated: bool) -> Entry | None:
    """The row that says what a rule of the classical text, or of the translations, means."""
    rows = load_vocabulary("modern_rules" if translated else "agent_rules")
    return next((entry for entry in rows if entry.form == name), None)


def _measured(rule: Entry | None, confidence: float) -> str:
    """How sure the rule is, on what text that was measured, and whether it has been met often enough there."""
    if rule is not None and "n" not in rule.more:  # of the translations: the note tells what was counted
        return f"confidence {confidence:.2f}" + (f", {rule.note}" if rule.note else "")
    met = int((rule.more.get("n") if rule else "") or 0)
    if met >= ENOUGH:
        return f"{confidence:.0%} of such decisions were right when measured on {MEASURED}"
    return f"confidence {confidence:.2f}, the mean of rare rules: this one was met {met} times when measured on {MEASURED}"


def _meaning(rule: Entry | None, name: str) -> str:
    if rule is None or not rule.english:
        return f"rule {name}"
    return f"{rule.english} (rule {name}" + (f"; {rule.source})" if rule.source else ")")


def _antecedents(tables: Tables, action_id: str) -> list[dict[str, Any]]:
    """The mentions that the agents rest on."""
    arguments = tables["arguments"]
    mine = arguments[(arguments["action_id"] == action_id) & (arguments["role"] == "agent")]
    found = (_row(tables["mentions"], "mention_id", antecedent) for antecedent in mine["antecedent_id"])
    return [mention for mention in found if mention is not None]


def _passed_over(tables: Tables, act: Mapping[str, Any], clause: Mapping[str, Any], since: int) -> str:
    """Who else is named in the same layers of the witness since then, and so might have been meant."""
    clauses, mentions = tables["clauses"], tables["mentions"]
    layers = ("base", "record") if clause["layer"] in ("base", "record") else (clause["layer"],)
    there = clauses[(clauses["witness_id"] == clause["witness_id"]) & clauses["layer"].isin(layers)]["clause_id"]
    near = mentions[mentions["clause_id"].isin(set(there)) & mentions["start"].between(since + 1, act["start"] - 1)]
    names = near[near["function"] != "content"]["actor_id"].map(tables["actors"].set_index("actor_id")["name"]).dropna()
    others = [name for name in dict.fromkeys(names) if name not in act["agents"].split("+")]
    return f"Named since, and passed over: {', '.join(others)}." if others else "Nobody else is named since."


def _evidence(tables: Tables, action_id: str) -> list[str]:
    evidence = tables.get("agent_evidence")
    if evidence is None:
        return []
    out = []
    for row in evidence[evidence["action_id"] == action_id].itertuples():
        who = row.speaker or row.witness_id
        out.append(f"{who} {row.says}s" + (f" ({row.agents})." if row.agents else ".") if row.says != "silent" else f"{who} is silent.")
    return out
