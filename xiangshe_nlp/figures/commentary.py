"""How the commentators write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..analysis import chunks, style
from . import theme

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    Tables = Mapping[str, pd.DataFrame]

PANELS = 12
KEY = f"""一點為 {chunks.SIZE} 字之片，括號內為片數 a point is a piece of {chunks.SIZE} letters; in brackets how many
線為虛詞：多用之片在其方，愈長愈重 a line is a particle: pieces with much of it lie that way; longer weighs more"""


def _notes(tables: Tables) -> pd.DataFrame:
    """Notes of the commentators, if there is something to compare."""
    notes = style.select_notes(tables["segments"], tables["witnesses"])
    enough = int(style.measure_voices(notes)["enough"].sum())
    if enough < 2:
        raise theme.NothingToDraw("Commentators are compared where two of them have enough text.", f"{enough} with enough")
    return notes


def particles_data(tables: Tables) -> pd.DataFrame:
    """A row is a feature in a voice: rate per hundred letters with interval; the features that tell
    the voices apart best, with the corrected p (`p_adjusted`)."""
    notes = _notes(tables)
    best = style.compare_features(notes).head(PANELS)[["feature", "p_adjusted", "verdict"]]
    out = style.count_features(notes).merge(best, on="feature")
    rank = {feature: k for k, feature in enumerate(best["feature"])}
    order = {voice: k for k, voice in enumerate(style.measure_voices(notes)["voice"])}
    out.insert(0, "panel", out["feature"].map(rank))
    out.insert(1, "row", out["voice"].map(order))
    return out.sort_values(["panel", "row"], ignore_index=True)


def plot_particles(data: pd.DataFrame, figure: Figure) -> None:
    """A panel for each feature; full points where the voice has text enough, hollow where not."""
    axes = figure.subplots(3, 4, sharey=True).ravel()
    voices = data.drop_duplicates("row").sort_values("row")
    for ax, (_, part) in zip(axes, data.groupby("panel"), strict=False):
        theme.plain_axes(ax, grid="x")
        for row in part.itertuples():
            colour = theme.VOICES[row.row % len(theme.VOICES)] if row.enough else theme.GREY
            ax.hlines(row.row, row.low, row.high, color=colour, linewidth=1.8)
            ax.plot(row.per100, row.row, theme.MARKERS[row.row % len(theme.MARKERS)], color=colour,
                    markerfacecolor=colour if row.enough else "white", markersize=5)
        first = part.iloc[0]
        star = " *" if first["verdict"] == "differs" else ""
        ax.set_title(f"{first['feature']}{star}  {first['english'].split(';')[0]}", fontsize=theme.MIDDLE, loc="left")
        reach = max(part.loc[part["enough"], "high"].max(), part["per100"].max(), 0.01)
        ax.set_xlim(-0.05 * reach, 1.12 * reach)
        ax.set_yticks(voices["row"], [voice.replace("·", "\n") for voice in voices["voice"]], linespacing=0.95)
        ax.set_ylim(len(voices) - 0.4, -0.6)
    for ax in axes[data["panel"].nunique():]:
        ax.set_visible(False)
    key = theme.key_of_names(voices["voice"], 96)
    said = "每百字 per 100 letters, 95 %；* 諸家有別 voices differ；空心：字數不足 hollow: too little text"
    figure.supxlabel(f"{key}\n{said}", fontsize=theme.SMALL)


def chunks_data(tables: Tables) -> pd.DataFrame:
    """A row is a piece of a voice (`kind` piece) or a feature (`kind` feature) with its place on both axes."""
    import pandas as pd

    pieces = chunks.cut_chunks(_notes(tables))
    places = chunks.project_chunks(pieces).assign(kind="piece")
    order = {voice: k for k, voice in enumerate(style.measure_voices(_notes(tables))["voice"])}
    places = places.sort_values("voice", key=lambda c: c.map(order), kind="stable")
    weights = chunks.weigh_features(pieces).assign(kind="feature")
    out = pd.concat([places, weights], ignore_index=True)
    shares = ["pc1_share", "pc2_share"]
    out[shares] = weights[shares].iloc[0].to_numpy()
    out["chunk"] = out["chunk"].fillna(0).astype("int64")
    out = out.fillna({"voice": "", "feature": ""})
    return out[["kind", "voice", "chunk", "feature", "pc1", "pc2", *shares]]


def plot_chunks(data: pd.DataFrame, figure: Figure) -> None:
    """Pieces as points by voice; features as words where they pull the pieces."""
    ax = figure.subplots()
    theme.plain_axes(ax)
    ax.axhline(0, color=theme.PALE, linewidth=1, zorder=0)
    ax.axvline(0, color=theme.PALE, linewidth=1, zorder=0)
    pieces, words = data[data["kind"].eq("piece")], data[data["kind"].eq("feature")].head(14)
    axes = ["pc1", "pc2"]
    reach = 0.85 * float(np.abs(pieces[axes].to_numpy()).max() / np.abs(words[axes].to_numpy()).max())
    drawn: list[tuple[float, float]] = []
    for row in words.itertuples():
        if any(np.hypot(row.pc1 - x, row.pc2 - y) < 0.06 for x, y in drawn):
            continue  # two words on one spot cannot be read; the data have both
        drawn.append((row.pc1, row.pc2))
        x, y = row.pc1 * reach, row.pc2 * reach
        ax.plot([0, x], [0, y], color=theme.RULE, linewidth=0.9, zorder=1)
        side = "left" if x > 0 else "right"
        ax.annotate(theme.glossed(row.feature, "style").replace(" ", "\n", 1), (x, y), (3 * np.sign(x), 0), va="center", ha=side,
                    ma=side, textcoords="offset points", linespacing=0.95, color=theme.GREY, fontsize=theme.SMALL, zorder=2)
    spread = [*pieces["pc1"], *(x * reach for x, _ in drawn)]
    room = 0.1 * (max(spread) - min(spread))
    ax.set_xlim(min(spread) - room, max(spread) + room)
    for k, (voice, part) in enumerate(pieces.groupby("voice", sort=False)):
        ax.plot(part["pc1"], part["pc2"], theme.MARKERS[k % 8], color=theme.VOICES[k % 8], markersize=7, linestyle="",
                markeredgecolor="white", markeredgewidth=0.6, label=f"{theme.name_voice(str(voice))}（{len(part)}）", zorder=3)
    ax.set_xlabel(f"第一軸 axis 1（{100 * data['pc1_share'].iloc[0]:.0f} % 變異 of variance）")
    ax.set_ylabel(f"第二軸 axis 2（{100 * data['pc2_share'].iloc[0]:.0f} %）")
    ax.plot([], [], color=theme.RULE, linewidth=1.2, label="虛詞 a particle")
    figure.legend(loc="outside lower center", ncols=2, fontsize=theme.SMALL, frameon=False,
                  title=KEY, title_fontsize=theme.SMALL)
