"""Whether a confidence means what it says, and how often each rule is right."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .acts import Pair, pair_acts
from .gold import load_gold
from .outcomes import Outcome
from .view import View

if TYPE_CHECKING:
    import pandas as pd

EDGES = (0.0, 0.6, 0.8, 0.9, 0.95, 0.98, 1.0)


class Bin(NamedTuple):
    """Agents said with about the same confidence: how many, how sure on average, how many right."""

    low: float
    high: float
    n: int
    said: float
    right: float


def found(pairs: list[Pair]) -> list[tuple[Pair, float, str]]:
    """Acts found, each with the confidence and the rule of its agent."""
    return [(pair, pair.said.confidence, pair.said.agent_rule) for pair in pairs if pair.gold and pair.said]


def rule_outcomes(view: View) -> list[Outcome]:
    """Agents of the acts found, under the rule that found them."""
    return [
        Outcome("agent_rule", pair.clause.get("stage", ""), pair.clause["id"], rule, int(pair.agent_right), 1, 1)
        for pair, _, rule in found(pair_acts(view))
    ]


def bins(view: View) -> list[Bin]:
    """Agents of the acts found, put together by their confidence; empty bins are left out."""
    acts = [(confidence, pair.agent_right) for pair, confidence, _ in found(pair_acts(view))]
    out = []
    for low, high in zip(EDGES, EDGES[1:], strict=False):
        inside = [(c, right) for c, right in acts if low <= c < high or (high == EDGES[-1] and c == high)]
        if inside:
            n = len(inside)
            out.append(Bin(low, high, n, sum(c for c, _ in inside) / n, sum(right for _, right in inside) / n))
    return out


def measure_rules(tables: Mapping[str, pd.DataFrame], gold_folder: Path | str, texts: Mapping[str, str]) -> pd.DataFrame:
    """How often each rule finds the right agent.

    Returns
    -------
    DataFrame
        One row a rule: `rule`, `n` (agents that it found, of acts in the gold), `right`, `share`,
        and `said` (mean confidence).
    """
    import pandas as pd

    rows: dict[str, list[tuple[float, bool]]] = {}
    for pair, confidence, rule in found(pair_acts(View(tables, load_gold(gold_folder), texts))):
        rows.setdefault(rule, []).append((confidence, pair.agent_right))
    table = [
        (rule, len(acts), sum(right for _, right in acts), sum(right for _, right in acts) / len(acts),
         sum(confidence for confidence, _ in acts) / len(acts))
        for rule, acts in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
    return pd.DataFrame(table, columns=["rule", "n", "right", "share", "said"]).round({"share": 3, "said": 3})


def plot_data(tables: Mapping[str, pd.DataFrame], gold_folder: Path | str, texts: Mapping[str, str]) -> pd.DataFrame:
    """Calibration of the agents: `low`, `high`, `n`, `said` (mean confidence), `right` (share right)."""
    import pandas as pd

    return pd.DataFrame(bins(View(tables, load_gold(gold_folder), texts)), columns=list(Bin._fields)).round(3)
