"""What is done along the rite, and who is known to do it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..analysis import frequency
from ..analysis.acts import select_acts, split_agents
from . import theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    Tables = Mapping[str, pd.DataFrame]

GROUPS = {"body": theme.SKY, "salute": theme.BLUE, "drink": theme.RED, "handle": theme.ORANGE, "shoot": theme.GREEN,
          "speak": theme.PURPLE}
SOURCES = {"explicit": theme.BLUE, "resolved": theme.ORANGE, "unspecified": theme.GREY}
TOP_VERBS, TOP_AGENTS, TOP_SPREAD = 26, 18, 20


def stand_in(tables: Tables) -> str:
    """The translation that stands in where no base text is: the one with most acts there; empty if none."""
    clauses = tables["clauses"]
    told = clauses[clauses["layer"].eq("translation")].merge(tables["actions"][["clause_id"]], on="clause_id")
    carried = clauses.loc[clauses["layer"].isin(("base", "record")), "stage_id"].unique()
    counts = told[~told["stage_id"].isin(carried) & told["stage_id"].ne("")].groupby("witness_id").size()
    return str(counts.index[counts.to_numpy().argmax()]) if len(counts) else ""


def acts_of(tables: Tables, *, gaps: bool = False) -> pd.DataFrame:
    """Acts of the base text; with `gaps` those of a translation where no base text is."""
    instead = stand_in(tables) if gaps else ""
    acts = select_acts(tables["actions"], tables["clauses"], tables["stages"], gaps_from=instead)
    if acts.empty:
        raise theme.NothingToDraw("A figure of acts needs acts of the base text in stages of the stage table.", "none")
    return acts


def _with_stages(frame: pd.DataFrame, tables: Tables) -> pd.DataFrame:
    """The table with a row for every stage, also where nothing is counted."""
    stages = tables["stages"][["stage_id", "seq", "heading", "english", "phase"]]
    frame = frame.drop(columns=["heading", "phase", "stage_seq"], errors="ignore")
    return stages.merge(frame, on="stage_id", how="left")


def acts_data(tables: Tables) -> pd.DataFrame:
    """A row is a group of acts in a stage: how many, and whether base text or a translation tells of them."""
    acts = acts_of(tables, gaps=True)
    acts = acts.assign(group=acts["action_class"].map({k: v[2] for k, v in theme.labels("class").items()}))
    out = _with_stages(frequency.count_by_stage(acts, "group"), tables)
    out["acts"] = out["acts"].fillna(0).astype("int64")
    return out.fillna({"group": "", "rests_on": ""})


def plot_acts(data: pd.DataFrame, figure: Figure) -> None:
    """Stacked bars; hatched where only a translation tells of the acts."""
    ax = figure.subplots()
    theme.plain_axes(ax, grid="y")
    stages = theme.stage_rows(data)
    theme.stage_axis(ax, stages)
    for rests_on, hatch in (("base", ""), ("translation", "////")):
        bottom = np.zeros(len(stages))
        for group, colour in GROUPS.items():
            part = data[data["group"].eq(group) & data["rests_on"].eq(rests_on)]
            height = part.groupby("seq")["acts"].sum().reindex(stages["seq"], fill_value=0).to_numpy()
            ax.bar(stages["seq"], height, bottom=bottom, color=colour if not hatch else "white", edgecolor=colour,
                   hatch=hatch, linewidth=0.6, width=0.8)
            bottom += height
    ax.set_ylabel("動作數 acts")
    _acts_legend(figure, theme.narrow_phases(stages))


def _acts_legend(figure: Figure, phases: str) -> None:
    from matplotlib.patches import Patch

    handles = [Patch(color=colour, label=theme.both("group", group)) for group, colour in GROUPS.items()]
    told = Patch(facecolor="white", edgecolor=theme.GREY, hatch="////", label="據今譯 told by a translation only")
    figure.legend(handles=[*handles, told], loc="outside lower center", ncols=3, fontsize=theme.SMALL, frameon=False,
                  title=phases, title_fontsize=theme.SMALL)


def verbs_data(tables: Tables) -> pd.DataFrame:
    """A row is a verb among the most frequent: acts by how their agent is known, share unnamed with interval."""
    out = frequency.count_sources(acts_of(tables)).head(TOP_VERBS)
    out.insert(1, "label", [theme.glossed(verb, "actions") for verb in out["action"]])
    return out


def plot_verbs(data: pd.DataFrame, figure: Figure) -> None:
    """Stacked counts on the left; on the right the share without a written agent and its interval."""
    left, right = figure.subplots(1, 2, width_ratios=[2.3, 1], sharey=True)
    theme.plain_axes(left, grid="x")
    theme.plain_axes(right, grid="x")
    y, start = np.arange(len(data)), np.zeros(len(data))
    for source, colour in SOURCES.items():
        if not data[source].any():
            continue  # none of these verbs has such agents
        left.barh(y, data[source], left=start, color=colour, height=0.72, label=theme.both("source", source))
        start += data[source].to_numpy(float)
    left.set_yticks(y, data["label"])
    left.set_ylim(len(data) - 0.4, -0.6)
    left.set_xlabel("動作數 acts")
    _intervals(right, data["unnamed"], data["low"], data["high"], y)
    right.set_xlim(-3, 103)
    right.set_xlabel("不書其人 % unnamed, 95 %")
    figure.legend(loc="outside lower center", ncols=3, fontsize=theme.SMALL, frameon=False)


def _intervals(ax: Axes, value: pd.Series, low: pd.Series, high: pd.Series, y: np.ndarray) -> None:
    """Shares as points with their intervals, in per cent."""
    ax.hlines(y, 100 * low.to_numpy(float), 100 * high.to_numpy(float), color=theme.GREY, linewidth=1.6)
    ax.plot(100 * value.to_numpy(float), y, "o", color=theme.BLACK, markersize=4)


def unnamed_data(tables: Tables) -> pd.DataFrame:
    """A row is a stage: acts, share of them without a written agent with a Wilson interval."""
    acts = acts_of(tables)
    out = _with_stages(frequency.count_sources(acts, by="stage_id"), tables)
    counts = ["explicit", "resolved", "unspecified", "acts"]
    out[counts] = out[counts].fillna(0).astype("int64")
    return out.assign(all_unnamed=round(float(acts["agent_source"].ne("explicit").mean()), 4))


def plot_unnamed(data: pd.DataFrame, figure: Figure) -> None:
    """A point a stage, its area as the acts of the stage; the line is the share in all acts."""
    ax = figure.subplots()
    theme.plain_axes(ax, grid="y")
    theme.stage_axis(ax, theme.stage_rows(data))
    some = data[data["acts"] > 0]
    ax.vlines(some["seq"], 100 * some["low"], 100 * some["high"], color=theme.SKY, linewidth=2)
    ax.scatter(some["seq"], 100 * some["unnamed"], s=8 + 1.1 * some["acts"], color=theme.BLUE, zorder=3, linewidths=0)
    ax.axhline(100 * data["all_unnamed"].iloc[0], color=theme.RED, linewidth=1.2, linestyle="--")
    ax.set_ylim(-3, 103)
    ax.set_ylabel("不書其人 % unnamed, 95 %")
    phases = theme.narrow_phases(theme.stage_rows(data))
    said = "點之大小隨動作數 area of a point: number of acts　虛線：全篇 dashed: all acts"
    figure.supxlabel(f"{phases}\n{said}", fontsize=theme.SMALL)


def agents_data(tables: Tables) -> pd.DataFrame:
    """A row is an agent among those who act most: share of written and of all acts, difference with interval."""
    out = frequency.compare_agents(acts_of(tables)).head(TOP_AGENTS)
    out.insert(1, "label", [theme.glossed(agent, "actors") for agent in out["agent"]])
    return out


def plot_agents(data: pd.DataFrame, figure: Figure) -> None:
    """Hollow: share among written agents; full: share among all. Right: the difference and its interval."""
    left, right = figure.subplots(1, 2, width_ratios=[1.7, 1], sharey=True)
    theme.plain_axes(left, grid="x")
    theme.plain_axes(right, grid="x")
    y = np.arange(len(data))
    written, every = 100 * data["share_written"].to_numpy(float), 100 * data["share"].to_numpy(float)
    left.hlines(y, written, every, color=theme.RULE, linewidth=2)
    left.plot(written, y, "o", color=theme.ORANGE, markerfacecolor="white", markersize=6, label="書名者 written only")
    left.plot(every, y, "o", color=theme.BLUE, markersize=6, label="合推知者 all acts")
    left.set_yticks(y, data["label"])
    left.set_ylim(len(data) - 0.4, -0.6)
    left.set_xlabel("所佔百分比\n% of acts")
    right.axvline(0, color=theme.RULE, linewidth=1)
    for k, row in enumerate(data.itertuples()):
        shown = row.verdict in ("more", "less")
        colour, face = (theme.BLACK, theme.BLACK) if shown else (theme.GREY, "white")
        right.hlines(k, 100 * row.low, 100 * row.high, color=colour, linewidth=1.6)
        right.plot(100 * row.difference, k, "o", color=colour, markerfacecolor=face, markersize=5)
    right.set_xlabel("差 difference, 95 %\n百分點 points")
    figure.legend(loc="outside lower center", ncols=2, fontsize=theme.SMALL, frameon=False)


def stages_data(tables: Tables) -> pd.DataFrame:
    """A row is an agent in a stage: acts, those told only by a translation apart (`rests_on`)."""
    split = split_agents(acts_of(tables, gaps=True))
    top = frequency.count_values(split, "agent").head(TOP_AGENTS)["agent"]
    out = _with_stages(frequency.count_by_stage(split[split["agent"].isin(top)], "agent"), tables)
    out["acts"] = out["acts"].fillna(0).astype("int64")
    out = out.fillna({"agent": "", "rests_on": ""})
    out["rank"] = out["agent"].map({agent: k for k, agent in enumerate(top)}).fillna(-1).astype("int64")
    out["label"] = [theme.glossed(agent, "actors") for agent in out["agent"]]
    return out.sort_values(["seq", "rank"], ignore_index=True)


def plot_stages(data: pd.DataFrame, figure: Figure) -> None:
    """Agents by stages, darker where a role acts more; framed where a translation alone tells of it."""
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import FixedLocator, FuncFormatter

    ax = figure.subplots()
    theme.plain_axes(ax)
    theme.stage_axis(ax, theme.stage_rows(data))
    some = data[data["acts"] > 0]
    names = some.drop_duplicates("rank").sort_values("rank")
    cells = ax.scatter(some["seq"], some["rank"], c=some["acts"], cmap=theme.SHADES, marker="s", s=88,
                       norm=LogNorm(0.4, max(int(some["acts"].max()), 2)), edgecolors=theme.RED, zorder=3,
                       linewidths=[0.0 if rests_on == "base" else 1.2 for rests_on in some["rests_on"]])
    ax.set_yticks(names["rank"], names["label"].str.replace(" ", "\n", n=1), linespacing=0.9)
    ax.set_ylim(names["rank"].max() + 0.6, -0.6)
    bar = figure.colorbar(cells, ax=ax, location="bottom", shrink=0.4, pad=0.01, aspect=28)
    ticks = [n for n in (1, 3, 10, 30) if n <= some["acts"].max()]
    bar.ax.xaxis.set_major_locator(FixedLocator(ticks))
    bar.ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    bar.ax.xaxis.set_minor_locator(FixedLocator([]))
    bar.set_label("動作數 acts；紅框：僅據今譯 framed red: told by a translation only", fontsize=theme.SMALL)
    figure.supxlabel(theme.narrow_phases(theme.stage_rows(data)), fontsize=theme.SMALL)


def dispersion_data(tables: Tables) -> pd.DataFrame:
    """A row is an act of one of the most frequent verbs: its place `at` in the rite, with the verb's DP."""
    acts = acts_of(tables)
    spread = frequency.measure_dispersion(acts).head(TOP_SPREAD).sort_values(["dp", "action"], ignore_index=True)
    spread.insert(0, "rank", range(len(spread)))
    spread.insert(1, "label", [theme.glossed(verb, "actions") for verb in spread["action"]])
    columns = ["at", "action", "phase", "stage_id"]
    out = acts[columns].merge(spread, on="action").sort_values(["rank", "at"], ignore_index=True)
    return out.assign(all_acts=len(acts))


def plot_dispersion(data: pd.DataFrame, figure: Figure) -> None:
    """A stroke for each act; on the right Gries's DP beside what a random spread would give."""
    left, right = figure.subplots(1, 2, width_ratios=[3, 1], sharey=True)
    theme.plain_axes(left)
    theme.plain_axes(right, grid="x")
    _phases_of_acts(left, data)
    left.vlines(data["at"], data["rank"] - 0.36, data["rank"] + 0.36, color=theme.BLUE, linewidth=0.7)
    verbs = data.drop_duplicates("rank").sort_values("rank")
    left.set_yticks(verbs["rank"], verbs["label"] + "  " + verbs["acts"].astype(str))
    left.set_ylim(len(verbs) - 0.4, -0.6)
    left.set_xlim(0, data["all_acts"].iloc[0] + 1)
    left.set_xlabel("經文動作之序\nacts in the order of the rite")
    right.hlines(verbs["rank"], verbs["low"], verbs["high"], color=theme.RULE, linewidth=5,
                 label="隨機所期 by chance, 95 %")
    for shown, face in ((True, theme.RED), (False, "white")):
        part = verbs[verbs["verdict"].eq("clustered").eq(shown)]
        right.plot(part["dp"], part["rank"], "o", color=theme.RED, markerfacecolor=face, markersize=5,
                   label="聚於數節 clustered" if shown else "未能斷定 not shown")
    right.set_xlim(0, 1)
    right.set_xlabel("DP：0 均勻 even\n1 聚 clustered")
    figure.legend(loc="outside lower center", ncols=3, fontsize=theme.SMALL, frameon=False)


def _phases_of_acts(ax: Axes, data: pd.DataFrame) -> None:
    """Phases as bands over the acts; one of a few acts has no room for its name."""
    for k, (phase, part) in enumerate(data.sort_values("at").groupby("phase", sort=False)):
        first, last = part["at"].min(), part["at"].max()
        share = (last - first) / data["all_acts"].iloc[0]
        if k % 2 == 0:
            ax.axvspan(first, last, color=theme.PALE, linewidth=0, zorder=0)
        if share > 0.022:
            theme.name_phase(ax, str(phase), (first + last) / 2, wide=share > 0.1)
