"""Where along the rite the translations drop something, or say something else than the base text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..analysis.audit import KINDS, audit_translations
from . import theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHARED = {False: (theme.BLUE, "o", "一譯獨有 of one translation alone"), True: (theme.RED, "D", "諸譯皆同 shared by another")}
APART, SIZE = 0.2, 42


def audit_data(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """A row is a kind of finding in a stage of a translation: base clauses of the stage, findings, and how many
    of them another translation shares. Kinds of which nothing is found are left out."""
    stages, clauses = tables["stages"][["stage_id", "seq", "heading", "phase"]], tables["clauses"]
    told = clauses.loc[clauses["layer"].eq("translation"), "witness_id"].drop_duplicates()
    base = clauses[clauses["layer"].isin(("base", "record"))].groupby("stage_id").size()
    audit = audit_translations(tables)
    if stages.empty or told.empty or audit.empty:
        raise theme.NothingToDraw("A figure of the audit needs a stage table and translations with findings.", "none")
    keys = ["stage_id", "witness_id", "kind"]
    counts = audit.groupby(keys)["shared"].agg(findings="size", shared="sum").reset_index()
    out = stages.merge(told.rename("witness_id"), how="cross")
    out = out.merge(audit["kind"].drop_duplicates(), how="cross")
    out = out.merge(counts, on=keys, how="left")
    out = out.sort_values(["seq", "kind"], key=lambda c: c.map(KINDS.index) if c.name == "kind" else c, kind="stable",
                          ignore_index=True)
    out.insert(4, "base_clauses", out["stage_id"].map(base).fillna(0).astype("int64"))
    return out.fillna({"findings": 0, "shared": 0}).astype({"findings": "int64", "shared": "int64"})


def plot_audit(data: pd.DataFrame, figure: Figure) -> None:
    """A mark for the findings of a kind in a stage, with their number; totals on the right; hatched: no base text."""
    rows = data[["kind", "witness_id"]].drop_duplicates()
    rows = rows.sort_values("kind", key=lambda c: c.map(KINDS.index), kind="stable", ignore_index=True)
    place = {(row.kind, row.witness_id): k for k, row in enumerate(rows.itertuples())}
    data = data.assign(y=[place[key] for key in zip(data["kind"], data["witness_id"], strict=True)])
    ax, total = figure.subplots(1, 2, width_ratios=[9, 1], sharey=True)
    theme.plain_axes(ax)
    theme.stage_axis(ax, theme.stage_rows(data))
    for seq in data.loc[data["base_clauses"].eq(0), "seq"].unique():
        ax.axvspan(seq - 0.5, seq + 0.5, facecolor="none", edgecolor=theme.RULE, hatch="////", linewidth=0, zorder=1)
    _marks(ax, data)
    for k in np.flatnonzero(rows["kind"].ne(rows["kind"].shift()))[1:]:
        ax.axhline(k - 0.5, color=theme.RULE, linewidth=0.8)
    first = rows["kind"].ne(rows["kind"].shift())
    names = [f"{theme.both('slip', row.kind)}\n{theme.both('witness', row.witness_id)}" if new else theme.both("witness", row.witness_id)
             for row, new in zip(rows.itertuples(), first, strict=True)]
    ax.set_yticks(range(len(rows)), names)
    ax.set_ylim(len(rows) - 0.4, -0.6)
    _plot_totals(total, data)
    _legend(figure, theme.narrow_phases(theme.stage_rows(data)))


def _marks(ax: Axes, data: pd.DataFrame) -> None:
    """Findings of one translation and shared ones; side by side where a stage has both."""
    for shared, (colour, marker, _) in SHARED.items():
        count = data["shared"] if shared else data["findings"] - data["shared"]
        both = data["shared"].gt(0) & data["findings"].gt(data["shared"])
        for row, n, moved in zip(data.itertuples(), count, both, strict=True):
            if n:
                y = row.y + (APART if shared else -APART) * moved
                size = round(SIZE * float(np.sqrt(n)), 2)
                ax.scatter(row.seq, y, s=size, color=colour, marker=marker, linewidths=0, zorder=3)
                if n > 1:
                    ax.annotate(str(n), (row.seq, y), (size ** 0.5 / 2 + 2, 0), textcoords="offset points", va="center",
                                fontsize=8, zorder=4)


def _plot_totals(ax: Axes, data: pd.DataFrame) -> None:
    """All findings of each row, the shared ones among them."""
    theme.plain_axes(ax)
    sums = data.groupby("y")[["findings", "shared"]].sum()
    own = sums["findings"] - sums["shared"]
    ax.barh(sums.index, own, color=SHARED[False][0], height=0.55)
    ax.barh(sums.index, sums["shared"], left=own, color=SHARED[True][0], height=0.55)
    for y, n in sums["findings"].items():
        ax.annotate(str(n), (n, y), (3, 0), textcoords="offset points", va="center", fontsize=theme.SMALL)
    ax.set_xlim(0, max(sums["findings"].max(), 1) * 1.6)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="y", length=0, labelleft=False)
    ax.set_xlabel("合計\nall", fontsize=theme.SMALL)


def _legend(figure: Figure, phases: str) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Line2D | Patch] = [Line2D([], [], color=colour, marker=marker, linestyle="", label=label)
                                     for colour, marker, label in SHARED.values()]
    handles.append(Patch(facecolor="none", edgecolor=theme.RULE, hatch="////", label="經、記皆缺 neither base text nor record"))
    figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=theme.SMALL, frameon=False,
                  title=phases, title_fontsize=theme.SMALL)
