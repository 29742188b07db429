"""Whether a confidence means what it says, and how often each rule is right.

The confidence of an agent is that of its rule, column `precision` of `data/lexicon/agent_rules.csv`.
It is reckoned from the agents that the rule found in the gold and in the readings of other chapters
(`tests/gold/other`), all counted together:

    (right + 2 p) / (n + 2)

n agents of this rule, so many of them right; p is the share right of all rules but the two that find
most agents (`chain`, `named`) and the one that finds none (`nobody`). So a rule met twice is not said to be
always right, and one never met is said to be as good as such rules are. The gold, on which rules were
made, weighs about as much as the other chapters: the confidence lies between what is reached on text
that was tuned on, and on text of other rites.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .acts import Pair, pair_acts
from .gold import load_gold
from .outcomes import Outcome
from .view import View

if TYPE_CHECKING:
    import pandas as pd

EDGES = (0.0, 0.6, 0.8, 0.9, 0.95, 0.98, 1.0)
APART = ("chain", "named", "nobody")  # rules that tell nothing of how good the rarer rules are
WEIGHT = 2  # agents for which the share of the rarer rules stands


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


def count_rules(views: Iterable[View]) -> dict[str, tuple[int, int]]:
    """Agents that each rule found in some texts, and how many of them are right."""
    counts: dict[str, tuple[int, int]] = {}
    for view in views:
        for pair, _, rule in found(pair_acts(view)):
            n, right = counts.get(rule, (0, 0))
            counts[rule] = n + 1, right + int(pair.agent_right)
    return counts


def expected_share(counts: Mapping[str, tuple[int, int]], rule: str) -> float:
    """Share of the agents of a rule that is to be expected right, see the head of this module.

    >>> round(expected_share({"chain": (10, 9), "giver": (3, 2), "topic": (1, 1)}, "giver"), 2)
    0.7
    """
    rarer = [pair for name, pair in counts.items() if name not in APART]
    many, good = sum(n for n, _ in rarer), sum(right for _, right in rarer)
    p = good / many if many else 0.5
    n, right = counts.get(rule, (0, 0))
    return (right + WEIGHT * p) / (n + WEIGHT)


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
