"""How often things are done, by whom, with what; how that differs between parts of the rite.

Tables of acts come from `acts.select_acts`. Shares have Wilson intervals where single acts are
compared, and intervals from resampled stages where a chain of acts would feign more evidence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import stats
from .acts import split_agents

if TYPE_CHECKING:
    import pandas as pd

ENOUGH_ACTS = 8
ENOUGH_STAGES = 4
SOURCES = ("explicit", "resolved", "unspecified")


def count_values(acts: pd.DataFrame, column: str = "action") -> pd.DataFrame:
    """How often each value of a column of the acts occurs (`action`, `action_class`, `object` …).

    Returns
    -------
    DataFrame
        A row is a value: acts, share of the acts that have any value there with its Wilson 95 %
        interval, and the number of stages in which it occurs; most frequent first.
    """
    filled = acts[acts[column].fillna("").ne("")]
    out = filled.groupby(column).agg(acts=("action_id", "size"), stages=("stage_id", "nunique")).reset_index()
    low, high = stats.wilson(out["acts"], len(filled))
    out.insert(2, "share", (out["acts"] / max(len(filled), 1)).round(4))
    out.insert(3, "low", low.round(4))
    out.insert(4, "high", high.round(4))
    return out.sort_values(["acts", column], ascending=[False, True], ignore_index=True)


def count_sources(acts: pd.DataFrame, by: str = "action") -> pd.DataFrame:
    """How the agent is known, for each value of a column (`action`, `heading`, `phase` …).

    Returns
    -------
    DataFrame
        A row is a value: acts whose agent is written, resolved, unspecified; `unnamed`, the share of
        acts that do not write their agent, with a Wilson 95 % interval; the mean confidence.
    """
    import pandas as pd

    if not len(acts):
        return pd.DataFrame(columns=[by, *SOURCES, "acts", "unnamed", "low", "high", "confidence"])
    out = pd.crosstab(acts[by], acts["agent_source"]).reindex(columns=SOURCES, fill_value=0)
    out.columns.name = None
    out["acts"] = out.sum(axis=1)
    low, high = stats.wilson(out["acts"] - out["explicit"], out["acts"])
    out["unnamed"] = ((out["acts"] - out["explicit"]) / out["acts"]).round(4)
    out["low"], out["high"] = low.round(4), high.round(4)
    out["confidence"] = acts.groupby(by)["confidence"].mean().round(3)
    return out.reset_index().sort_values(["acts", by], ascending=[False, True], ignore_index=True)


def compare_agents(acts: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Whom the text names against who acts: what counting only the written agents would miss.

    Returns
    -------
    DataFrame
        A row is an agent: acts in which it is written and acts in all, its share of either,
        the difference with a 95 % interval (stages resampled), how many of its acts are probably not
        its own (`doubtful`, by the confidence of each), and a verdict: `more` where it acts more than
        its name is written, `less`, `open`, or `too few`.
    """
    import pandas as pd

    split = split_agents(acts)
    split = split.assign(written=split["agent_source"].eq("explicit"))
    every = pd.crosstab(split["stage_id"], split["agent"])
    named = pd.crosstab(split["stage_id"], split["agent"], values=split["written"], aggfunc="sum").fillna(0)
    weights = stats.resample(len(every), repeats)
    drawn = _shares(weights @ every.to_numpy(float)) - _shares(weights @ named.to_numpy(float))
    low, high = stats.percentiles(drawn)
    total, written = every.sum().to_numpy(), named.sum().to_numpy().astype("int64")
    out = pd.DataFrame({"agent": every.columns, "written": written, "acts": total})
    out["share_written"], out["share"] = _shares(written[None, :])[0].round(4), _shares(total[None, :])[0].round(4)
    out["difference"] = (out["share"] - out["share_written"]).round(4)
    out["low"], out["high"] = low.round(4), high.round(4)
    out["doubtful"] = out["agent"].map((1 - split["confidence"]).groupby(split["agent"]).sum()).round(1)
    apart = np.where((low > 0) | (high < 0), 0.0, 1.0)
    enough = (total >= ENOUGH_ACTS) & (every.gt(0).sum() >= ENOUGH_STAGES).to_numpy()
    out["verdict"] = stats.verdicts(apart, out["difference"], enough)
    return out.sort_values(["acts", "agent"], ascending=[False, True], ignore_index=True)


def _shares(counts: np.ndarray) -> np.ndarray:
    """Each row's counts as shares of the row's sum."""
    out: np.ndarray = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return out


def compare_groups(
    acts: pd.DataFrame, column: str = "action", by: str = "phase", *, repeats: int = stats.REPEATS
) -> pd.DataFrame:
    """Which values mark a part of the rite: keyness with stages as the units.

    The effect is the binary logarithm of the ratio of rates in the part and outside it. The null
    model deals the labels of the parts to the stages at random, so that a verb which one chain
    repeats many times is not taken for a mark of the whole part.

    Returns
    -------
    DataFrame
        A row is a value in a part: acts here and elsewhere, rates per hundred acts, `log_ratio`
        with a 95 % interval (stages resampled within and without), G² for comparison, `p_adjusted`
        (for all values and parts tested), and a verdict: `more`, `less`, `open`, or `too few`.
        Of two parts the first is told alone, for the other is its mirror.
    """
    import pandas as pd

    counts = pd.crosstab(acts["stage_id"], acts[column])
    label = acts.drop_duplicates("stage_id").set_index("stage_id")[by].reindex(counts.index).to_numpy()
    names = list(dict.fromkeys(acts.sort_values("stage_seq")[by]))
    names = names[:1] if len(names) == 2 else names
    table = counts.to_numpy(float)
    orders = stats.shuffles(len(table), repeats)
    out = pd.concat([_compare_group(counts, label == name).assign(part=name) for name in names], ignore_index=True)
    null = np.hstack([_effects(table, np.asarray(label == name, float)[orders]) for name in names])
    enough = np.concatenate([_enough(table, label == name) for name in names])
    out["p_adjusted"] = stats.familywise_p(out["log_ratio"], null, enough).round(4)
    out["log_ratio"] = out["log_ratio"].round(2)
    out["verdict"] = stats.verdicts(out["p_adjusted"], out["log_ratio"], enough)
    out.insert(0, by, out.pop("part"))
    return out


def _effects(table: np.ndarray, member: np.ndarray) -> np.ndarray:
    """Log ratio of every value, inside against outside, for each draw of members (draws by stages)."""
    size = table.sum(1)
    outside = 1 - member
    return stats.log_ratio(member @ table, (member @ size)[:, None], outside @ table, (outside @ size)[:, None])


def _enough(table: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Which values have acts enough, in stages enough on either side."""
    out: np.ndarray = (table.sum(0) >= ENOUGH_ACTS) & (min(inside.sum(), (~inside).sum()) >= ENOUGH_STAGES)
    return out


def _compare_group(counts: pd.DataFrame, inside: np.ndarray, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Rates and effect of every value in the stages that are inside, with the interval of the effect."""
    import pandas as pd

    table = counts.to_numpy(float)
    here, there = table[inside], table[~inside]
    drawn_in, drawn_out = stats.resample(len(here), repeats), stats.resample(len(there), repeats, stats.SEED + 1)
    low, high = stats.percentiles(stats.log_ratio(
        drawn_in @ here, (drawn_in @ here.sum(1))[:, None], drawn_out @ there, (drawn_out @ there.sum(1))[:, None]))
    a, b, n, m = here.sum(0), there.sum(0), here.sum(), there.sum()
    return pd.DataFrame({
        counts.columns.name: counts.columns, "here": a.astype("int64"), "elsewhere": b.astype("int64"),
        "per100_here": (100 * a / max(n, 1)).round(2), "per100_elsewhere": (100 * b / max(m, 1)).round(2),
        "log_ratio": _effects(table, inside[None, :].astype(float))[0], "low": low.round(2), "high": high.round(2),
        "g2": [round(stats.log_likelihood([[x, n - x], [y, m - y]]), 1) for x, y in zip(a, b, strict=True)]})


def measure_dispersion(acts: pd.DataFrame, column: str = "action", *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """How evenly a value is spread along the rite.

    Gries's DP with the stages as parts: 0 where a value is spread as the acts are, near 1 where it
    sits in one place. Rare values are uneven by chance alone: the null model deals the acts to the
    stages at random, each stage keeping its number of acts.

    Returns
    -------
    DataFrame
        A row is a value: acts, stages, `dp`, the `expected` dp of a random deal with its 95 %
        range, `p_adjusted`, and a verdict: `clustered`, `open` or `too few`.
    """
    import pandas as pd

    counts = pd.crosstab(acts["stage_id"], acts[column])
    size, total = counts.sum(axis=1).to_numpy(float), counts.sum().to_numpy()
    values = acts[column].map({name: k for k, name in enumerate(counts.columns)}).to_numpy()
    stage = acts["stage_id"].map({name: k for k, name in enumerate(counts.index)}).to_numpy()
    null = np.array([_dp(_cross(values, stage[order], counts.shape[::-1]), size)
                     for order in stats.shuffles(len(acts), repeats)])
    observed, expected = _dp(counts.to_numpy(float).T, size), null.mean(0)
    enough = total >= ENOUGH_ACTS
    p = stats.familywise_p(observed, null, enough, two_sided=False)
    low, high = stats.percentiles(null)
    out = pd.DataFrame({
        column: counts.columns, "acts": total, "stages": counts.gt(0).sum().to_numpy(), "dp": observed.round(3),
        "expected": expected.round(3), "low": low.round(3), "high": high.round(3), "p_adjusted": p.round(4),
        "verdict": stats.verdicts(p, observed - expected, enough, more="clustered")})
    return out.sort_values(["acts", column], ascending=[False, True], ignore_index=True)


def _cross(a: np.ndarray, b: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Counts of codes `a` (rows) by codes `b` (columns)."""
    return np.bincount(a * shape[1] + b, minlength=shape[0] * shape[1]).reshape(shape).astype(float)


def _dp(counts: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Gries's DP of each row of counts over parts of these sizes."""
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    out: np.ndarray = np.abs(share - size / size.sum()).sum(axis=1) / 2
    return out


def count_by_stage(acts: pd.DataFrame, column: str = "action_class") -> pd.DataFrame:
    """A row is a value of a column in a stage: how many acts, in the order of the rite; `rests_on`
    tells whether base text or a translation tells of them."""
    keys = ["stage_seq", "stage_id", "heading", "phase", "rests_on", column]
    return acts.groupby(keys, sort=True).size().rename("acts").reset_index()
