"""The acts that the analyses count, in the order of the rite.

Counted are acts that are performed and not denied: a bow that is not made (不拜) is no bow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = [
    "action_id", "clause_id", "witness_id", "stage_id", "stage_seq", "heading", "phase", "part", "action",
    "action_class", "agents", "agent_source", "agent_rule", "confidence", "object", "recipient", "place", "mood", "rests_on",
]


def select_acts(
    actions: pd.DataFrame, clauses: pd.DataFrame, stages: pd.DataFrame, *, gaps_from: str = "", negated: bool = False
) -> pd.DataFrame:
    """Performed acts of the base text, in the order of the rite.

    Parameters
    ----------
    actions, clauses, stages : DataFrame
        Tables of the corpus.
    gaps_from : str
        Witness id of a translation whose acts stand in for stages of which no base text is at hand; not
        for the 記, whose rules are no stage of the rite.
    negated : bool
        Whether acts that the text denies are kept.

    Returns
    -------
    DataFrame
        A row is an act. `rests_on` is `base` or `translation`; `part` is 射 in the three shootings, 飲 before
        and after; `at` counts the acts from 1.
    """
    where = clauses[["clause_id", "witness_id", "layer", "stage_id", "seq"]].rename(columns={"seq": "clause_seq"})
    stages = stages.assign(part=stages["shooting_round"].notna().map({True: "射", False: "飲"}), stage_seq=stages["seq"])
    stages = stages[["stage_id", "stage_seq", "heading", "phase", "part"]]
    acts = actions.merge(where, on="clause_id").merge(stages, on="stage_id")
    carried = clauses.loc[clauses["layer"].isin(("base", "record")), "stage_id"].unique()
    stand_in = acts["witness_id"].eq(gaps_from) & acts["layer"].eq("translation") & ~acts["stage_id"].isin(carried)
    acts["rests_on"] = acts["layer"].where(~stand_in, "translation")
    keep = acts["status"].eq("performed") & (acts["layer"].eq("base") | stand_in) & (~acts["negated"] | negated)
    acts = acts[keep].sort_values(["stage_seq", "witness_id", "clause_seq", "seq", "start"], kind="stable")
    acts = acts[COLUMNS].reset_index(drop=True)
    acts.insert(0, "at", range(1, len(acts) + 1))
    return acts


def split_agents(acts: pd.DataFrame) -> pd.DataFrame:
    """A row is an act by one of its agents: what two do together counts once for each (`agent`)."""
    split = acts.assign(agent=acts["agents"].str.split("+")).explode("agent")
    return split[split["agent"].fillna("").ne("")].reset_index(drop=True)
