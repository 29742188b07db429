"""How sure acts and agents are: beside simpler methods, and whether a confidence means what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..analysis.stats import wilson
from ..errors import InputError
from ..evaluation.study import BASELINES, HERE, Study, study
from . import theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Tables = Mapping[str, pd.DataFrame]

TITLES = {"events": "動作 acts, F1", "agent_all": "行事者 agents", "agent_elided": "不書之行事者 agents left out"}
OURS = "this package"
TEXTS = {HERE: (theme.BLUE, "o", "鄉射禮 this chapter, the gold"), "燕禮": (theme.RED, "s", "燕禮 a near chapter"),
         "士冠禮": (theme.GREEN, "^", "士冠禮 a far chapter"),
         "translated lines": (theme.PURPLE, "D", "今譯數行 lines of the first translation")}
OTHER_TEXT = (theme.GREY, "v", "")
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
    """A row is a method on a text: figure, value, interval; ours and the gold first. `tuned`: the method was
    tuned on that very text, so that the value is a best case."""
    import pandas as pd

    found = _study(tables)
    gold = found.beside_baselines()
    gold.insert(0, "text", HERE)
    names = {"events": ("events", OURS), "lacuna_acts": ("events", OURS), "lacuna_agents": ("agent_all", OURS),
             "agent_all": ("agent_all", OURS), "agent_elided": ("agent_elided", OURS),
             **{name: (of, english) for name, (of, english, _) in BASELINES.items()}}
    other = found.unseen()
    other = other[other["figure"].isin(names)].copy()
    other["figure"], other["method"] = zip(*(names[name] for name in other["figure"]), strict=True)
    other = other.merge(gold[["figure", "method", "chinese"]], on=["figure", "method"])
    out = pd.concat([gold, other[gold.columns]], ignore_index=True)
    order = {key: k for k, key in enumerate(gold[["figure", "method"]].itertuples(index=False, name=None))}
    out["row"] = [order[key] for key in zip(out["figure"], out["method"], strict=True)]
    out["tuned"] = out["text"].eq(HERE) & out["method"].eq(OURS)
    return out.sort_values("row", kind="stable", ignore_index=True).drop(columns="row")


def plot_measures(data: pd.DataFrame, figure: Figure) -> None:
    """Values with intervals, one panel a figure; full: tuned on that very text, hollow: not."""
    figures = [name for name in TITLES if name in set(data["figure"])]
    parts = {name: data[data["figure"].eq(name)] for name in figures}
    sizes = [part["method"].nunique() for part in parts.values()]
    axes = figure.subplots(len(figures), 1, sharex=True, height_ratios=sizes, squeeze=False)[:, 0]
    for ax, name in zip(axes, figures, strict=True):
        theme.plain_axes(ax, grid="x")
        rows = parts[name].drop_duplicates("method").reset_index(drop=True)
        for k, method in enumerate(rows["method"]):
            _plot_texts(ax, parts[name][parts[name]["method"].eq(method)], k)
        labels = [row.method if row.chinese == row.method else f"{row.chinese} {row.method}" for row in rows.itertuples()]
        ax.set_yticks(range(len(rows)), labels)
        ax.set_ylim(len(rows) - 0.4, -0.6)
        ax.set_title(TITLES[name], loc="left", fontsize=theme.MIDDLE)
    axes[-1].set_xlim(0, 102)
    axes[-1].set_xlabel("百分比，95 % 區間（以節重抽樣）　%, intervals over stages")
    _texts_legend(figure, data)


def _plot_texts(ax: Axes, rows: pd.DataFrame, y: float) -> None:
    """One method on all texts, one below the other."""
    step = 0.2
    for k, row in enumerate(rows.itertuples()):
        at = y + step * (k - (len(rows) - 1) / 2)
        colour, marker, _ = TEXTS.get(row.text, OTHER_TEXT)
        ax.hlines(at, 100 * row.low, 100 * row.high, color=colour, linewidth=1.6)
        ax.plot(100 * row.value, at, marker, color=colour, markerfacecolor=colour if row.tuned else "white", markersize=5.5)


def _texts_legend(figure: Figure, data: pd.DataFrame) -> None:
    from matplotlib.lines import Line2D

    shown = [TEXTS.get(text, (*OTHER_TEXT[:2], text)) for text in dict.fromkeys(data["text"])]
    handles = [Line2D([], [], color=colour, marker=marker, markerfacecolor="white", linewidth=1.6, label=label)
               for colour, marker, label in shown]
    figure.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=theme.SMALL, frameon=False,
                  title="實心：其法據其文而定，乃至善之數 full: tuned on that very text, a best case\n"
                        "空心：其法未嘗據其文 hollow: not tuned on it", title_fontsize=theme.SMALL)


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
