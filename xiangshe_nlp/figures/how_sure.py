"""How sure acts and agents are: beside simpler methods, and whether a confidence means what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..analysis.stats import wilson
from ..errors import InputError
from ..evaluation.study import HERE, Study, study
from . import theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    Tables = Mapping[str, pd.DataFrame]

TITLES = {"events": "動作 acts, F1", "agent_all": "行事者 agents", "agent_elided": "不書之行事者 agents left out"}
OURS = "this package"
TUNED = "規則據此而定 the rules were tuned on it"
UNTUNED = "規則未嘗據此 no rule was tuned on it"


def _study(tables: Tables) -> Study:
    if "witnesses" not in tables or "actions" not in tables:
        raise theme.NothingToDraw("How sure the tables are is drawn from witnesses, segments, clauses and actions.", "none")
    try:
        found = study(tables)
    except InputError as error:
        raise theme.NothingToDraw("How sure the tables are is measured against the gold of a checkout.", "no gold") from error
    signs = {row["witness"] for row in _gold_clauses(found)}
    if not signs <= {str(file)[:3] for file in tables["witnesses"]["file"]}:
        raise theme.NothingToDraw("The gold is of the seeds.", "another corpus")
    return found


def _gold_clauses(found: Study) -> list[dict[str, str]]:
    from ..evaluation.gold import load_gold

    return load_gold(found.gold).clauses


def measures_data(tables: Tables) -> pd.DataFrame:
    """A row is a method: figure, value, interval; ours first."""
    return _study(tables).beside_baselines()


def plot_measures(data: pd.DataFrame, figure: Figure) -> None:
    """Values with intervals, one panel a figure; full: this package, hollow: simpler methods."""
    figures = [name for name in TITLES if name in set(data["figure"])]
    sizes = [int(data["figure"].eq(name).sum()) for name in figures]
    axes = figure.subplots(len(figures), 1, sharex=True, height_ratios=sizes, squeeze=False)[:, 0]
    for ax, name in zip(axes, figures, strict=True):
        theme.plain_axes(ax, grid="x")
        rows = data[data["figure"].eq(name)].reset_index(drop=True)
        for k, row in enumerate(rows.itertuples()):
            ours = row.method == OURS
            colour = theme.BLUE if ours else theme.RED
            ax.hlines(k, 100 * row.low, 100 * row.high, color=colour, linewidth=1.8)
            ax.plot(100 * row.value, k, "o" if ours else "s", color=colour, markerfacecolor=colour if ours else "white", markersize=6)
        labels = [row.method if row.chinese == row.method else f"{row.chinese} {row.method}" for row in rows.itertuples()]
        ax.set_yticks(range(len(rows)), labels)
        ax.set_ylim(len(rows) - 0.4, -0.6)
        ax.set_title(TITLES[name], loc="left", fontsize=theme.MIDDLE)
    axes[-1].set_xlim(0, 102)
    axes[-1].set_xlabel("百分比，95 % 區間（以節重抽樣）　%, intervals over stages")


def calibration_data(tables: Tables) -> pd.DataFrame:
    """A row is a group of agents: how sure the tables are of them, how many are right, and of which text."""
    data = _study(tables).confidence_bins()
    data["group"] = [f"{100 * low:.0f}–{100 * high:.0f} %" for low, high in zip(data["low"], data["high"], strict=True)]
    data["right"] = data["right"] * data["n"]
    data = data[["text", "group", "n", "said", "right"]]
    data["right"] = data["right"].round().astype("int64")
    data["low"], data["high"] = wilson(data["right"].to_numpy(), data["n"].to_numpy())
    data["share"] = data["right"] / data["n"]
    return data.round({"said": 3, "low": 3, "high": 3, "share": 3})


def plot_calibration(data: pd.DataFrame, figure: Figure) -> None:
    """Upright line: the confidence said; dot and bar: the share right with its interval. They should meet."""
    texts = list(dict.fromkeys(data["text"]))
    sizes = [int(data["text"].eq(text).sum()) for text in texts]
    axes = figure.subplots(len(texts), 1, sharex=True, height_ratios=sizes, squeeze=False)[:, 0]
    for ax, text in zip(axes, texts, strict=True):
        theme.plain_axes(ax, grid="x")
        rows = data[data["text"].eq(text)].reset_index(drop=True)
        for k, row in enumerate(rows.itertuples()):
            ax.hlines(k, 100 * row.low, 100 * row.high, color=theme.BLUE, linewidth=1.8)
            ax.plot(100 * row.share, k, "o", color=theme.BLUE, markersize=6, label="實際正確 right" if k == 0 and ax is axes[0] else None)
            ax.plot(100 * row.said, k, "|", color=theme.RED, markersize=17, markeredgewidth=2.4,
                    label="所稱可信度 said" if k == 0 and ax is axes[0] else None)
        ax.set_yticks(range(len(rows)), [f"{row.group}　n = {row.n}" for row in rows.itertuples()])
        ax.set_ylim(len(rows) - 0.4, -0.6)
        ax.set_title(f"{text}　{TUNED if text == HERE else UNTUNED}", loc="left", fontsize=theme.MIDDLE)
    axes[-1].set_xlabel("百分比，95 % 區間（Wilson）　%, with Wilson intervals")
    figure.legend(loc="outside lower center", ncols=2, fontsize=theme.SMALL, frameon=False)
