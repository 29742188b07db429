"""What each witness carries: by layer, by voice, by stage; the gaps between, and the damage.

A letter is a character of the folded text that is neither a mark nor white space. What no witness
carries is shown as a gap and never filled; how long a gap is can only be estimated.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from . import stats

if TYPE_CHECKING:
    import pandas as pd

TEXT_LAYERS = ("base", "record", "commentary", "subcommentary", "collation", "translation")


def count_letters(text: str) -> int:
    """Letters of a text, marks and spaces apart.

    >>> count_letters("主人答，再拜。")
    5
    """
    return sum(unicodedata.category(c)[0] == "L" for c in text)


def measure_witnesses(witnesses: pd.DataFrame, segments: pd.DataFrame, clauses: pd.DataFrame) -> pd.DataFrame:
    """A row is a witness: characters of the file, segments, clauses, letters of base and of other text."""
    lettered = segments.assign(letters=segments["norm"].map(count_letters))
    text = lettered[lettered["layer"].isin(TEXT_LAYERS)]
    base = text[text["layer"].isin(("base", "record"))]
    out = witnesses[["witness_id", "title", "author", "period", "language", "script", "chars"]].copy()
    for name, frame, how in (("segments", text, "size"), ("clauses", clauses, "size"),
                             ("base_letters", base, "sum"), ("all_letters", text, "sum")):
        groups = frame.groupby("witness_id")
        counted = groups.size() if how == "size" else groups["letters"].sum()
        out[name] = out["witness_id"].map(counted).fillna(0).astype("int64")
    return out


def measure_voices(segments: pd.DataFrame) -> pd.DataFrame:
    """A row is a voice in a layer of a witness: its segments, letters, and share of the witness's letters."""
    text = segments[segments["layer"].isin(TEXT_LAYERS)]
    text = text.assign(letters=text["norm"].map(count_letters))
    keys = ["witness_id", "layer", "speaker"]
    out = text.groupby(keys, sort=True).agg(segments=("segment_id", "size"), letters=("letters", "sum")).reset_index()
    out["share"] = (out["letters"] / out.groupby("witness_id")["letters"].transform("sum")).round(3)
    keys = ["witness_id", "layer", "letters", "speaker"]
    return out.sort_values(keys, ascending=[True, True, False, True], key=_in_order, ignore_index=True)


def _in_order(column: pd.Series) -> pd.Series:
    """Sort key: layers in the order of the schema, all else as it is."""
    order = {layer: k for k, layer in enumerate(TEXT_LAYERS)}
    return column.map(order) if column.name == "layer" else column


def measure_coverage(segments: pd.DataFrame, clauses: pd.DataFrame, stages: pd.DataFrame) -> pd.DataFrame:
    """What each layer of each witness has on each stage.

    Returns
    -------
    DataFrame
        A row is a stage in a layer of a witness, also where it has nothing: `letters` and `clauses`.
        Letters of a segment that runs on into further stages are counted where its clauses stand.
    """
    text = clauses[clauses["layer"].isin(TEXT_LAYERS)]
    text = text.assign(letters=text["norm"].map(count_letters))
    pairs = segments.loc[segments["layer"].isin(TEXT_LAYERS), ["witness_id", "layer"]].drop_duplicates()
    grid = pairs.merge(stages[["stage_id", "seq", "heading", "english", "phase"]], how="cross")
    keys = ["witness_id", "layer", "stage_id"]
    counted = text.groupby(keys).agg(letters=("letters", "sum"), clauses=("clause_id", "size")).reset_index()
    out = grid.merge(counted, on=keys, how="left")
    out[["letters", "clauses"]] = out[["letters", "clauses"]].fillna(0).astype("int64")
    return out.sort_values(["witness_id", "layer", "seq"], key=_in_order, ignore_index=True)


def find_gaps(coverage: pd.DataFrame, layers: tuple[str, ...] = ("base", "record")) -> pd.DataFrame:
    """Runs of stages whose text no witness carries in these layers.

    Parameters
    ----------
    coverage : DataFrame
        Made by `measure_coverage`.

    Returns
    -------
    DataFrame
        A row is a gap: its first and last stage, how many stages, and the letters that the
        translations have there.
    """
    import pandas as pd

    stages = coverage.drop_duplicates("stage_id").sort_values("seq")
    carried = coverage[coverage["layer"].isin(layers)].groupby("stage_id")["letters"].sum()
    told = coverage[coverage["layer"].eq("translation")].groupby("stage_id")["letters"].sum()
    missing = stages[stages["stage_id"].map(carried).fillna(0).eq(0)]
    run = (missing["seq"].diff() != 1).cumsum()
    rows = []
    for _, part in missing.groupby(run):
        first, last = part.iloc[0], part.iloc[-1]
        rows.append((first["stage_id"], last["stage_id"], f"{first['heading']} – {last['heading']}",
                     f"{first['english']} – {last['english']}", len(part),
                     int(part["stage_id"].map(told).fillna(0).sum())))
    columns = ["first_stage", "last_stage", "heading", "english", "stages", "translation_letters"]
    return pd.DataFrame(rows, columns=columns)


def estimate_gaps(coverage: pd.DataFrame, translation: str, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """How much base text the gaps may have held, by the length of a translation there.

    The ratio of base to translation in the stages that have both is carried over to the gaps; the
    interval resamples these stages and adds the scatter of single stages, for a gap is itself a few
    stages. An estimate of length only: nothing of the lost words is known by it.

    Returns
    -------
    DataFrame
        A row is a gap: letters estimated, with a 95 % interval.
    """
    wide = coverage[coverage["layer"].eq("base")].groupby("stage_id")["letters"].sum()
    told = coverage[coverage["witness_id"].eq(translation)].groupby("stage_id")["letters"].sum()
    both = wide.index[(wide > 0) & (wide.index.map(told).fillna(0) > 0)]
    base, length = wide[both].to_numpy(float), told[both].to_numpy(float)
    gaps = find_gaps(coverage, ("base",))
    if len(both) < 5 or gaps.empty:
        return gaps.assign(estimate=np.nan, low=np.nan, high=np.nan)
    ratio = base.sum() / length.sum()
    weights = stats.resample(len(both), repeats)
    drawn = (weights @ base) / np.maximum(weights @ length, 1)
    noise = np.random.default_rng(stats.SEED).integers(0, len(both), size=repeats)
    seq = coverage.drop_duplicates("stage_id").set_index("stage_id")["seq"]
    rows = []
    for gap in gaps.itertuples():
        inside = seq.index[seq.between(seq[gap.first_stage], seq[gap.last_stage])]
        letters = float(told.reindex(inside).fillna(0).sum())
        scatter = (base / length - ratio)[noise] / np.sqrt(gap.stages)
        low, high = stats.percentiles((drawn + scatter) * letters)
        rows.append((round(ratio * letters), round(float(low)), round(float(high))))
    gaps["translation_letters"] = _told_by(told, seq, gaps)
    gaps[["estimate", "low", "high"]] = rows
    return gaps


def _told_by(told: pd.Series, seq: pd.Series, gaps: pd.DataFrame) -> list[int]:
    """Letters of one translation in each gap."""
    return [int(told.reindex(seq.index[seq.between(seq[a], seq[b])]).fillna(0).sum())
            for a, b in zip(gaps["first_stage"], gaps["last_stage"], strict=True)]


def count_damage(variants: pd.DataFrame, segments: pd.DataFrame, clauses: pd.DataFrame) -> pd.DataFrame:
    """Graphs lost in digitisation. A row is a witness and layer on a stage: how many are known to be lost."""
    lost = variants[variants["kind"].eq("lost-glyph")]
    by_clause = clauses.set_index("clause_id")["stage_id"]
    where = segments.set_index("segment_id")[["layer", "stage_id"]]
    stage = lost["base_id"].map(by_clause)
    stage = stage.where(stage.fillna("").ne(""), lost["segment_id"].map(where["stage_id"])).fillna("")
    lost = lost.assign(stage_id=stage, layer=lost["segment_id"].map(where["layer"]).fillna("base"))
    return lost.groupby(["witness_id", "layer", "stage_id"]).size().rename("lost").reset_index()
