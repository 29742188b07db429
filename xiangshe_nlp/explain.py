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
    named = _antecedent(tables, action_id)
    if named is not None:
        home = _row(tables["clauses"], "clause_id", named["clause_id"])
        assert home is not None
        parts.append(f"Last named in 「{home['text']}」 ({home['clause_id']}).")
    if act["instead"]:
        parts.append(f"The plain chain would have given {act['instead']}.")
    elif named is not None and act["agent_source"] != "explicit":
        parts.append(_passed_over(tables, act, named))
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


def _antecedent(tables: Tables, action_id: str) -> dict[str, Any] | None:
    """The mention that the agent rests on."""
    arguments = tables["arguments"]
    mine = arguments[(arguments["action_id"] == action_id) & (arguments["role"] == "agent")]
    found = (_row(tables["mentions"], "mention_id", antecedent) for antecedent in mine["antecedent_id"])
    return next((mention for mention in found if mention is not None), None)


def _passed_over(tables: Tables, act: Mapping[str, Any], named: Mapping[str, Any]) -> str:
    """Who else was named between the agent's last naming and the act, and so might have been meant."""
    order = list(tables["clauses"]["clause_id"])
    between = set(order[order.index(named["clause_id"]):order.index(act["clause_id"]) + 1])
    mentions, layers = tables["mentions"], tables["clauses"].set_index("clause_id")["layer"]
    near = mentions[mentions["clause_id"].isin(between) & mentions["clause_id"].map(layers).isin(("base", "record"))]
    near = near[(near["start"] > named["start"]) & (near["start"] < act["start"])]
    names = tables["actors"].set_index("actor_id")["name"]
    others = [f"{names[m.actor_id]} ({m.function})" for m in near.itertuples() if names[m.actor_id] not in act["agents"].split("+")]
    return f"Named since, and passed over: {', '.join(dict.fromkeys(others))}." if others else "Nobody else is named since."


def _evidence(tables: Tables, action_id: str) -> list[str]:
    evidence = tables.get("agent_evidence")
    if evidence is None:
        return []
    out = []
    for row in evidence[evidence["action_id"] == action_id].itertuples():
        who = row.speaker or row.witness_id
        out.append(f"{who} {row.says}s" + (f" ({row.agents})." if row.agents else ".") if row.says != "silent" else f"{who} is silent.")
    return out
