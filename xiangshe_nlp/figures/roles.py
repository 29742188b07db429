"""Who acts toward whom, and after whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..analysis import cooccurrence
from . import theme
from .rite import acts_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    Tables = Mapping[str, pd.DataFrame]

SIDES = {"host": theme.BLUE, "guest": theme.RED, "staff": theme.GREEN}
SIDE_NAMES = {"host": "主黨 host's side", "guest": "賓黨 guests' side", "staff": "執事 officers"}
TOP_ROLES, RING = 14, 20


def _count(pairs: pd.DataFrame) -> pd.DataFrame:
    if pairs.empty:
        raise theme.NothingToDraw("A figure of encounters needs acts of one person toward or after another.", "none")
    return cooccurrence.count_encounters(pairs)


def encounters_data(tables: Tables) -> pd.DataFrame:
    """A row is an ordered pair among the roles with most encounters: acts of the one toward the other,
    expectation, verdict, and the places `x`, `y` of both on the ring."""
    pairs = cooccurrence.pair_roles(acts_of(tables), tables["arguments"], tables["actors"])
    out = _count(pairs)
    sides = tables["actors"].set_index("name")["side"]
    weight = out.groupby("agent")["acts"].sum().add(out.groupby("recipient")["acts"].sum(), fill_value=0)
    top = weight.sort_values(ascending=False, kind="stable").index[:RING]
    out = out[out["agent"].isin(top) & out["recipient"].isin(top)].reset_index(drop=True)
    places = _ring({side: [role for role in top if sides.get(role, "staff") == side] for side in SIDES})
    for end in ("agent", "recipient"):
        out[f"{end}_side"] = [sides.get(role, "staff") for role in out[end]]
        out[f"{end}_x"] = [places[role][0] for role in out[end]]
        out[f"{end}_y"] = [places[role][1] for role in out[end]]
    return out


def _ring(roles: dict[str, list[str]]) -> dict[str, tuple[float, float]]:
    """Places on a flat ring at equal heights, so that no labels meet: the host's side in the east, on the
    right, the guests in the west, as in the hall; the officers below them on the shorter side."""
    columns = {1: list(roles["host"]), -1: list(roles["guest"])}
    for role in roles["staff"]:
        columns[1 if len(columns[1]) <= len(columns[-1]) else -1].append(role)
    places = {}
    for side, column in columns.items():
        for k, role in enumerate(column):
            y = 1 - 2 * (k + 0.5) / len(column)
            places[role] = (round(side * (0.45 + 0.55 * float(np.sqrt(1 - y * y))), 4), round(y, 4))
    return places


def plot_encounters(data: pd.DataFrame, figure: Figure) -> None:
    """Roles on a ring by side, an arrow for each ordered pair, its width as the number of acts."""
    from matplotlib.lines import Line2D

    ax = figure.subplots()
    ax.set_axis_off()
    for row in data.sort_values("acts", kind="stable").itertuples():
        bend = _bend(row.agent_x, row.agent_y, row.recipient_x, row.recipient_y)
        ax.annotate("", (row.recipient_x, row.recipient_y), (row.agent_x, row.agent_y), zorder=1, arrowprops={
            "arrowstyle": "-|>,head_width=0.22,head_length=0.4", "connectionstyle": f"arc3,rad={bend}",
            "shrinkA": 8, "shrinkB": 8, "linewidth": round(0.5 + 0.8 * float(np.sqrt(row.acts - 1)), 3),
            "color": SIDES[row.agent_side], "alpha": 0.85 if row.acts > 2 else 0.45})
    nodes = _nodes(data)
    ax.scatter(nodes["x"], nodes["y"], s=(22 + 5 * nodes["acts"]).clip(upper=420), c=nodes["side"].map(SIDES), zorder=3,
               edgecolors="white", linewidths=1)
    for node in nodes.itertuples():
        away = 1 if node.x > 0 else -1
        ax.annotate(theme.glossed(node.role, "actors"), (node.x, node.y), (14 * away, 0), textcoords="offset points",
                    fontsize=theme.SMALL, va="center", ha="left" if away > 0 else "right", zorder=4)
    ax.set_xlim(-1.75, 1.75)
    ax.set_ylim(-1.05, 1.05)
    handles = [Line2D([], [], color=colour, marker="o", label=SIDE_NAMES[side]) for side, colour in SIDES.items()]
    figure.legend(handles=handles, loc="outside lower center", ncols=3, fontsize=theme.SMALL, frameon=False,
                  title="箭頭自施者至受者，粗細隨次數 arrows go from who acts to whom, wider for more acts",
                  title_fontsize=theme.SMALL)


def _bend(x: float, y: float, to_x: float, to_y: float) -> float:
    """How far an arrow bends from the straight line. Between roles of one side it bulges into the hall, those
    that go down more than those that go up, so that no two lie on each other; across the hall all bend alike."""
    if (x > 0) != (to_x > 0):
        return 0.16
    return (0.62 if to_y < y else -0.36) * (1 if x > 0 else -1)


def _nodes(data: pd.DataFrame) -> pd.DataFrame:
    """A row is a role: its place, side, and the acts in which it takes part."""
    import pandas as pd

    columns = ["role", "side", "x", "y", "acts"]
    ends = [data[[end, f"{end}_side", f"{end}_x", f"{end}_y", "acts"]].set_axis(columns, axis=1)
            for end in ("agent", "recipient")]
    return pd.concat(ends).groupby(columns[:4], sort=True)["acts"].sum().reset_index()


def turns_data(tables: Tables) -> pd.DataFrame:
    """A row is an ordered pair among the most active roles: how often the second acts next after the first."""
    turns = _count(cooccurrence.follow_roles(acts_of(tables)))
    weight = turns.groupby("agent")["acts"].sum().sort_values(ascending=False, kind="stable")
    rank = {role: k for k, role in enumerate(weight.index[:TOP_ROLES])}
    out = turns[turns["agent"].isin(rank) & turns["recipient"].isin(rank)]
    out = out.assign(row=out["agent"].map(rank), column=out["recipient"].map(rank))
    return out.sort_values(["row", "column"], ignore_index=True)


def plot_turns(data: pd.DataFrame, figure: Figure) -> None:
    """A matrix: rows act, columns act next. Triangles mark what chance does not explain."""
    from matplotlib.colors import LogNorm

    ax = figure.subplots()
    theme.plain_axes(ax)
    size = int(max(data["row"].max(), data["column"].max())) + 1
    shade = np.full((size, size), np.nan)
    shade[data["row"], data["column"]] = data["acts"]
    ax.imshow(shade, cmap=theme.SHADES, norm=LogNorm(0.4, max(float(data["acts"].max()), 2)), aspect="auto")
    bright = float(data["acts"].max()) ** 0.6  # above it, white is read better than black
    for row in data.itertuples():
        mark = {"more": " ▲", "less": " ▼"}.get(row.verdict, "")
        ax.annotate(f"{row.acts}{mark}", (row.column, row.row), ha="center", va="center", fontsize=theme.SMALL,
                    color="white" if row.acts > bright else "black")
    rows, columns = data.drop_duplicates("row"), data.drop_duplicates("column")
    ax.set_yticks(rows["row"], [theme.glossed(role, "actors") for role in rows["agent"]])
    ax.set_xticks(columns["column"], ["\n".join(role) for role in columns["recipient"]], linespacing=0.95)
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel("繼而行事者 who acts next")
    ax.set_ylabel("先行事者 who acts first")
    ax.tick_params(length=0)
    figure.supxlabel("▲ 多於預期 ▼ 少於預期（隨機模型，已校正）more or less than the null model gives, corrected",
                     fontsize=theme.SMALL)
