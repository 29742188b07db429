"""Which text carries which stage of the rite, what none carries, and where graphs were lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..analysis import coverage
from . import theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

COLOURS = {"base": theme.BLUE, "record": theme.SKY, "commentary": theme.ORANGE, "subcommentary": theme.RED,
           "collation": theme.PURPLE, "translation": theme.GREY}


def coverage_data(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """A row is a stage in a layer of a witness: letters, graphs known to be lost, and `gap`, True where no
    witness has base text or record."""
    if tables["stages"].empty or tables["clauses"].empty:
        raise theme.NothingToDraw("A figure of coverage needs a stage table and clauses.", "none")
    out = coverage.measure_coverage(tables["segments"], tables["clauses"], tables["stages"])
    lost = coverage.count_damage(tables["variants"], tables["segments"], tables["clauses"])
    out = out.merge(lost, on=["witness_id", "layer", "stage_id"], how="left")
    out["lost"] = out["lost"].fillna(0).astype("int64")
    carried = out[out["layer"].isin(("base", "record"))].groupby("stage_id")["letters"].sum()
    out["gap"] = out["stage_id"].map(carried).fillna(0).eq(0)
    titles = tables["witnesses"].set_index("witness_id")
    out.insert(1, "title", out["witness_id"].map(titles["title"].str.split().str[0]))
    rank = {name: k for k, name in enumerate(titles.index)}
    return out.sort_values("witness_id", key=lambda c: c.map(rank), kind="stable", ignore_index=True)


def plot_coverage(data: pd.DataFrame, figure: Figure) -> None:
    """A square for each stage in each layer, its area as the letters; gaps hatched through all layers."""
    rows = data[["witness_id", "title", "layer"]].drop_duplicates().reset_index(drop=True)
    place = {(row.witness_id, row.layer): k for k, row in enumerate(rows.itertuples())}
    data = data.assign(y=[place[key] for key in zip(data["witness_id"], data["layer"], strict=True)])
    ax, total = figure.subplots(1, 2, width_ratios=[8.6, 1], sharey=True)
    theme.plain_axes(ax)
    theme.stage_axis(ax, theme.stage_rows(data))
    for seq in data.loc[data["gap"], "seq"].unique():
        ax.axvspan(seq - 0.5, seq + 0.5, facecolor="none", edgecolor=theme.RULE, hatch="////", linewidth=0, zorder=1)
    some = data[data["letters"] > 0]
    size = 88 * np.sqrt(some["letters"] / some["letters"].max())
    colours = some["layer"].map(COLOURS)
    ax.scatter(some["seq"], some["y"], s=size.round(2), c=colours, marker="s", linewidths=0, zorder=3)
    for row in some[some["lost"] > 0].itertuples():
        ax.annotate(str(row.lost), (row.seq, row.y), (0, 6), textcoords="offset points", ha="center", fontsize=7.5,
                    color=theme.BLACK, zorder=4)
    first = rows["witness_id"].ne(rows["witness_id"].shift())
    labels = [_name_row(row, new) for row, new in zip(rows.itertuples(), first, strict=True)]
    ax.set_yticks(range(len(rows)), labels)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    _plot_totals(total, data, rows)
    _legend(figure, theme.narrow_phases(theme.stage_rows(data)))


def _name_row(row: Any, new: bool) -> str:
    """Work and layer; at the first row of a work its name in Latin letters too."""
    work, english = theme.labels("witness").get(row.witness_id, (row.title, "", ""))[:2]
    name = work if english and row.layer == "translation" else f"{work}·{theme.labels('layer')[row.layer][0]}"
    return f"{name}\n{english}" if new and english else name


def _plot_totals(ax, data: pd.DataFrame, rows: pd.DataFrame) -> None:  # type: ignore[no-untyped-def]
    """Letters of each layer as bars with their numbers."""
    theme.plain_axes(ax)
    letters = data.groupby("y")["letters"].sum().reindex(range(len(rows)), fill_value=0)
    ax.barh(letters.index, letters, color=rows["layer"].map(COLOURS), height=0.62)
    for y, n in letters.items():
        ax.annotate(f"{n:,}", (n, y), (3, 0), textcoords="offset points", va="center", fontsize=theme.SMALL)
    ax.set_xlim(0, max(letters.max(), 1) * 1.9)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="y", length=0, labelleft=False)
    ax.set_xlabel("字數\nletters", fontsize=theme.SMALL)


def _legend(figure: Figure, phases: str) -> None:
    """What colours, hatching and numbers mean; below the axis the phases named in Chinese alone."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [Line2D([], [], color=colour, marker="s", linestyle="", label=theme.both("layer", layer))
               for layer, colour in COLOURS.items()]
    gap = Patch(facecolor="none", edgecolor=theme.RULE, hatch="////", label="經、記皆缺 neither base text nor record")
    lost = Line2D([], [], linestyle="", label="方上數字：已知所失字數 number: graphs known to be lost")
    figure.legend(handles=[*handles, gap, lost], loc="outside lower center", ncols=3, fontsize=theme.SMALL,
                  frameon=False, columnspacing=1.6, handletextpad=0.4, title=phases, title_fontsize=theme.SMALL)
