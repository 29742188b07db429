"""Who acts toward whom, and who acts beside whom, with null models for either.

Toward: an act has an agent and a person at whom it goes, written or resolved. Beside: two roles
act within one window of the rite. Roles that act much meet much; what counts is what goes beyond it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from . import stats
from .acts import split_agents

if TYPE_CHECKING:
    import pandas as pd

ENOUGH_ACTS = 8
ENOUGH_PAIR = 4
WINDOW = 8


def pair_roles(acts: pd.DataFrame, arguments: pd.DataFrame, actors: pd.DataFrame) -> pd.DataFrame:
    """Who acts toward whom.

    Parameters
    ----------
    acts : DataFrame
        Made by `acts.select_acts`.
    arguments, actors : DataFrame
        Tables of the corpus.

    Returns
    -------
    DataFrame
        A row is an act by one agent toward one person (`agent`, `recipient`, canonical names); what
        two do to three others is six rows. An object that is a person (戒賓) counts as one toward
        whom the act goes. `written` is True where the text names both.
    """
    names = actors.set_index("actor_id")["name"]
    people = arguments[arguments["actor_id"].ne("") & arguments["action_id"].isin(acts["action_id"])]
    people = people.assign(name=people["actor_id"].map(names))
    agents = people[people["role"].eq("agent")][["action_id", "name", "source"]]
    toward = people[people["role"].isin(("recipient", "object"))][["action_id", "name", "source"]]
    pairs = agents.merge(toward, on="action_id", suffixes=("", "_toward"))
    pairs = pairs.rename(columns={"name": "agent", "name_toward": "recipient"})
    pairs["written"] = pairs["source"].eq("explicit") & pairs["source_toward"].eq("explicit")
    pairs = pairs[pairs["agent"].ne(pairs["recipient"])].drop_duplicates(["action_id", "agent", "recipient"])
    about = acts[["at", "action_id", "stage_id", "heading", "phase", "action", "confidence"]]
    pairs = about.merge(pairs[["action_id", "agent", "recipient", "written"]], on="action_id")
    return pairs.sort_values(["at", "agent", "recipient"], ignore_index=True)


def count_encounters(pairs: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """How often each role acts toward each other, against what their activity alone would give.

    The null model deals the recipients of one phase of the rite anew among its acts, nobody acting
    toward himself: every role keeps how often it acts and is acted on while it is on the scene.
    p is two-sided, corrected for all pairs with enough acts.

    Returns
    -------
    DataFrame
        A row is an ordered pair that occurs: acts, how many of them the text writes in full, the most
        frequent verbs, acts `expected` with the null model's 95 % range, `log_ratio`, `p_adjusted`, verdict.
    """
    import pandas as pd

    roles = sorted(set(pairs["agent"]) | set(pairs["recipient"]))
    code = {role: k for k, role in enumerate(roles)}
    agent, recipient = pairs["agent"].map(code).to_numpy(), pairs["recipient"].map(code).to_numpy()
    observed = _table(agent, recipient, len(roles))
    null = np.array([_table(agent, dealt, len(roles)) for dealt in _deal(agent, recipient, pairs["phase"], repeats)])
    cells = np.argwhere(observed > 0)
    i, j = cells[:, 0], cells[:, 1]
    seen, drawn = observed[i, j], null[:, i, j]
    active = (observed.sum(1) + observed.sum(0)) >= ENOUGH_ACTS
    enough = active[i] & active[j] & (np.maximum(seen, drawn.mean(0)) >= ENOUGH_PAIR)
    out = pd.DataFrame({
        "agent": [roles[k] for k in i], "recipient": [roles[k] for k in j], "acts": seen.astype("int64"),
        **_beside_chance(seen, drawn, enough)})
    keys = ["agent", "recipient"]
    out = out.merge(pairs.groupby(keys)["written"].sum().rename("written").reset_index(), on=keys)
    out = out.merge(_top_verbs(pairs, keys), on=keys)
    return out.sort_values(["acts", *keys], ascending=[False, True, True], ignore_index=True)


def _beside_chance(seen: np.ndarray, drawn: np.ndarray, enough: np.ndarray) -> dict[str, Any]:
    """Columns that say of each count what chance gives and whether it is more or less than that."""
    expected = drawn.mean(0)
    p = stats.familywise_p(seen, drawn, enough)
    low, high = stats.percentiles(drawn)
    return {
        "expected": expected.round(1), "low": low.round(1), "high": high.round(1),
        "log_ratio": np.log2((seen + 0.5) / (expected + 0.5)).round(2),
        "p_adjusted": p.round(4), "verdict": stats.verdicts(p, seen - expected, enough)}


def _table(a: np.ndarray, b: np.ndarray, size: int) -> np.ndarray:
    """How often each code of `a` meets each code of `b`."""
    return np.bincount(a * size + b, minlength=size * size).reshape(size, size)


def _deal(agent: np.ndarray, recipient: np.ndarray, phase: pd.Series, repeats: int) -> list[np.ndarray]:
    """Recipients dealt anew within each phase, none to himself as far as exchanges can help it."""
    rng = np.random.default_rng(stats.SEED)
    groups = [np.flatnonzero(phase.eq(name).to_numpy()) for name in dict.fromkeys(phase)]
    out = []
    for _ in range(repeats):
        dealt = recipient.copy()
        for group in groups:
            dealt[group] = recipient[rng.permutation(group)]
            for at in group[dealt[group] == agent[group]]:
                other = group[(dealt[group] != agent[at]) & (agent[group] != dealt[at])]
                if len(other):
                    swap = other[rng.integers(len(other))]
                    dealt[at], dealt[swap] = dealt[swap], dealt[at]
        out.append(dealt)
    return out


def _top_verbs(pairs: pd.DataFrame, keys: list[str], top: int = 3) -> pd.DataFrame:
    """The most frequent verbs of each pair, with their counts."""
    counts = pairs.groupby([*keys, "action"]).size().rename("n").reset_index()
    counts = counts.sort_values([*keys, "n", "action"], ascending=[True, True, False, True])
    counts["verbs"] = counts["action"] + " " + counts["n"].astype(str)
    return counts.groupby(keys).head(top).groupby(keys)["verbs"].agg("、".join).reset_index()


def measure_roles(pairs: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Who gives and who receives.

    Returns
    -------
    DataFrame
        A row is a role: acts `given` and `received`, `partners` in either, the share of its encounters
        in which it is the agent with a 95 % interval (stages resampled), and `between`, how much of
        the traffic between others passes through it (betweenness in the network of encounters).
    """
    import networkx as nx
    import pandas as pd

    given = pd.crosstab(pairs["stage_id"], pairs["agent"])
    taken = pd.crosstab(pairs["stage_id"], pairs["recipient"])
    roles = sorted(set(given.columns) | set(taken.columns))
    given, taken = given.reindex(columns=roles, fill_value=0), taken.reindex(columns=roles, fill_value=0)
    weights = stats.resample(len(given), repeats)
    out_drawn, in_drawn = weights @ given.to_numpy(float), weights @ taken.to_numpy(float)
    low, high = stats.percentiles(out_drawn / np.maximum(out_drawn + in_drawn, 1))
    graph = nx.Graph()
    graph.add_nodes_from(roles)
    graph.add_edges_from(sorted({tuple(sorted(pair)) for pair in zip(pairs["agent"], pairs["recipient"], strict=True)}))
    between = nx.betweenness_centrality(graph)
    out = pd.DataFrame({"role": roles, "given": given.sum().to_numpy(), "received": taken.sum().to_numpy(),
                        "partners": [graph.degree[role] for role in roles]})
    total = out["given"] + out["received"]
    out["share_given"] = (out["given"] / total).round(3)
    out["low"], out["high"] = np.where(total >= ENOUGH_ACTS, [low, high], np.nan).round(3)
    out["between"] = [round(between[role], 3) for role in roles]
    return out.iloc[np.lexsort((np.arange(len(out)), -total))].reset_index(drop=True)


def count_cooccurrence(acts: pd.DataFrame, *, window: int = WINDOW, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Which roles act beside each other.

    The acts of each phase are cut into windows of so many acts. The null model turns the sequence of
    each role round within each phase by a random step: a role keeps how much and in what runs
    it acts, only who is beside it is left to chance. p is two-sided, corrected for all pairs.

    Returns
    -------
    DataFrame
        A row is a pair of roles: windows in which both act, `expected` with the null model's 95 %
        range, `log_ratio`, `p_adjusted`, and a verdict: `more`, `less`, `open`, or `too few`.
    """
    import pandas as pd

    present, phases, roles = _presence(acts, window)
    observed = present.T @ present
    null = np.array([turned.T @ turned for turned in _turns(present, phases, repeats)])
    i, j = np.triu_indices(len(roles), 1)
    seen, drawn = observed[i, j], null[:, i, j]
    out = pd.DataFrame({
        "role": [roles[k] for k in i], "other": [roles[k] for k in j], "windows": seen.astype("int64"),
        **_beside_chance(seen, drawn, np.maximum(seen, drawn.mean(0)) >= ENOUGH_PAIR)})
    return out.sort_values(["windows", "role", "other"], ascending=[False, True, True], ignore_index=True)


def _presence(acts: pd.DataFrame, window: int) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Windows by roles (1 where the role acts), the phase of each window, the roles that act enough."""
    import pandas as pd

    place = acts.groupby("phase", sort=False).cumcount() // window
    key = acts["phase"].astype(str) + "-" + place.astype(str)
    order = {name: k for k, name in enumerate(dict.fromkeys(key))}
    split = split_agents(acts.assign(window=key.map(order)))
    table = pd.crosstab(split["window"], split["agent"]).reindex(range(len(order)), fill_value=0)
    table = table.loc[:, table.sum() >= ENOUGH_ACTS]
    phases = np.array([name.rsplit("-", 1)[0] for name in order])
    return table.gt(0).to_numpy(float), phases, list(table.columns)


def _turns(present: np.ndarray, phases: np.ndarray, repeats: int) -> list[np.ndarray]:
    """The windows with each role's column turned round within each phase by a random step."""
    rng = np.random.default_rng(stats.SEED)
    groups = [np.flatnonzero(phases == name) for name in dict.fromkeys(phases.tolist())]
    out = []
    for _ in range(repeats):
        rows = np.empty(present.shape, dtype="int64")
        for group in groups:
            step = rng.integers(0, len(group), size=present.shape[1])
            rows[group] = group[(np.arange(len(group))[:, None] + step) % len(group)]
        out.append(np.take_along_axis(present, rows, axis=0))
    return out


def follow_roles(acts: pd.DataFrame) -> pd.DataFrame:
    """Who acts next: the turns of the rite, which need no written recipient.

    Returns
    -------
    DataFrame
        A row is a change of the acting person within a stage: after an act of `agent` comes one of
        `recipient`, who did not take part in the first. The columns are those of `pair_roles`;
        `action` joins both verbs (拜→拜), `written` is True where the text names both agents.
    """
    import pandas as pd

    columns = ["at", "action_id", "stage_id", "heading", "phase", "action", "confidence", "agents", "agent_source"]
    records = list(acts[columns].itertuples(index=False))
    rows = []
    for one, two in pairwise(records):
        before, after = one.agents.split("+"), two.agents.split("+")
        if one.stage_id == two.stage_id and one.agents and two.agents:
            written = one.agent_source == two.agent_source == "explicit"
            sure = round(one.confidence * two.confidence, 3)
            rows += [(*one[:5], f"{one.action}→{two.action}", sure, a, b, written)
                     for a in before if a not in after for b in after if b not in before]
    return pd.DataFrame(rows, columns=[*columns[:7], "agent", "recipient", "written"])
