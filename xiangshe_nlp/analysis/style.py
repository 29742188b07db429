"""How commentators write: particles and formulas by voice, with what the size of each text allows.

The unit is a note (a segment): particles come in formulas, so that intervals resample notes and
null models deal whole notes to the voices. Words that a voice quotes between quotation marks are
not its own and are left out where the witness prints such marks. Features stand in
`data/lexicon/style.csv`; a longer one (所以) is never counted as the shorter ones in it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ..lexicon import load_vocabulary, matcher
from . import stats
from .coverage import count_letters

if TYPE_CHECKING:
    import pandas as pd

COMMENT_LAYERS = ("commentary", "subcommentary", "collation")
ENOUGH_LETTERS, ENOUGH_NOTES, ENOUGH_HITS = 400, 10, 5
QUOTED = re.compile("“[^“”]*”|‘[^‘’]*’|「[^「」]*」|『[^『』]*』")


def own_words(text: str) -> str:
    """A note without what it quotes between quotation marks.

    >>> own_words("云“皆進”者，以其將飲者於右")
    '云者，以其將飲者於右'
    """
    return QUOTED.sub("", text)


def select_notes(segments: pd.DataFrame, witnesses: pd.DataFrame) -> pd.DataFrame:
    """Notes of the commentators, in their own words.

    Returns
    -------
    DataFrame
        A row is a note: `voice`, `witness_id`, `speaker`, `own` words, `letters`. A speaker whom
        several witnesses quote is a voice in each of them: the same man, copied by other hands.
    """
    notes = segments[segments["layer"].isin(COMMENT_LAYERS) & segments["speaker"].ne("")]
    notes = notes[["segment_id", "witness_id", "layer", "speaker", "norm"]].copy()
    shared = notes.groupby("speaker")["witness_id"].nunique().loc[lambda n: n > 1].index
    title = dict(zip(witnesses["witness_id"], witnesses["title"].str.split().str[0], strict=True))
    notes["voice"] = [f"{speaker}·{title[witness]}" if speaker in shared else speaker
                      for speaker, witness in zip(notes["speaker"], notes["witness_id"], strict=True)]
    notes["own"] = notes.pop("norm").map(own_words)
    notes["letters"] = notes["own"].map(count_letters)
    return notes[notes["letters"] > 0].reset_index(drop=True)


@lru_cache(maxsize=4096)
def _found(text: str) -> dict[str, int]:
    """How often each feature stands in a text, longest match first."""
    out: dict[str, int] = {}
    for _, _, entry in matcher("style").scan(text):
        out[entry.lemma] = out.get(entry.lemma, 0) + 1  # type: ignore[attr-defined]
    return out


def feature_names() -> list[str]:
    """Features, in the order of the vocabulary."""
    return list(dict.fromkeys(entry.lemma for entry in load_vocabulary("style")))


def count_matrix(texts: list[str]) -> np.ndarray:
    """Counts: texts by features."""
    names = feature_names()
    return np.array([[found.get(name, 0) for name in names] for found in map(_found, texts)], float)


def measure_voices(notes: pd.DataFrame) -> pd.DataFrame:
    """A row is a voice: notes, letters, and whether its text is `enough` to be compared."""
    out = notes.groupby("voice").agg(speaker=("speaker", "first"), witness_id=("witness_id", "first"),
                                     notes=("letters", "size"), letters=("letters", "sum"))
    out["enough"] = (out["letters"] >= ENOUGH_LETTERS) & (out["notes"] >= ENOUGH_NOTES)
    return out.reset_index().sort_values(["letters", "voice"], ascending=[False, True], ignore_index=True)


def count_features(notes: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Particles and formulas by voice.

    Returns
    -------
    DataFrame
        A row is a feature in a voice: hits, rate per hundred letters (`per100`) with a 95 % interval
        (notes resampled), and `enough`: False where the text is too short to say.
    """
    import pandas as pd

    english = {entry.lemma: entry.english for entry in load_vocabulary("style")}
    parts = []
    for voice in measure_voices(notes).itertuples():
        part = notes[notes["voice"].eq(voice.voice)]
        counts, letters = count_matrix(part["own"].tolist()), part["letters"].to_numpy(float)
        weights = stats.resample(len(part), repeats)
        drawn = 100 * (weights @ counts) / np.maximum(weights @ letters, 1)[:, None]
        low, high = stats.percentiles(drawn)
        parts.append(pd.DataFrame({
            "voice": voice.voice, "feature": feature_names(), "english": [english[f] for f in feature_names()],
            "hits": counts.sum(0).astype("int64"), "letters": int(letters.sum()),
            "per100": (100 * counts.sum(0) / letters.sum()).round(3), "low": low.round(3), "high": high.round(3),
            "enough": bool(voice.enough)}))
    return pd.concat(parts, ignore_index=True)


def compare_features(notes: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Which features tell the voices apart; voices with too little text are left out.

    The null model deals the notes to the voices at random, each keeping its number of notes; the
    statistic is Dunning's G² over all voices. p is corrected for all features tested.

    Returns
    -------
    DataFrame
        A row is a feature: hits, the voices that use it most and least with their rates per hundred
        letters, `log_ratio` between them, Cramér's V (share of letters), `p_adjusted`, and a verdict:
        `differs`, `open`, or `too few`.
    """
    import pandas as pd

    notes, names, member = _dealt(notes)
    counts, letters = count_matrix(notes["own"].tolist()), notes["letters"].to_numpy(float)
    size, hits = member.T @ letters, member.T @ counts
    observed = _homogeneity(hits, size)
    order = stats.shuffles(len(notes), repeats)
    null = np.array([_homogeneity(member.T @ counts[o], member.T @ letters[o]) for o in order])
    enough = (hits.sum(0) * size.min() / size.sum() >= 1) & (hits.sum(0) >= 2 * ENOUGH_HITS)
    p = stats.familywise_p(observed, null, enough, two_sided=False)
    rates = 100 * hits / size[:, None]
    top, last = rates.argmax(0), rates.argmin(0)
    k = np.arange(len(top))
    out = pd.DataFrame({
        "feature": feature_names(), "hits": hits.sum(0).astype("int64"),
        "most": [names[i] for i in top], "per100_most": rates[top, k].round(2),
        "least": [names[i] for i in last], "per100_least": rates[last, k].round(2),
        "log_ratio": stats.log_ratio(hits[top, k], size[top], hits[last, k], size[last]).round(2),
        "v": [round(stats.cramers_v([h, size - h]), 3) for h in hits.T], "p_adjusted": p.round(4)})
    out["verdict"] = stats.verdicts(p, np.ones(len(out)), enough, more="differs")
    return out.sort_values(["p_adjusted", "v", "feature"], ascending=[True, False, True], ignore_index=True)


def _dealt(notes: pd.DataFrame) -> tuple[pd.DataFrame, list[str], np.ndarray]:
    """Notes of the voices with enough text, the voices, and who wrote which note (notes by voices)."""
    voices = measure_voices(notes)
    names = voices.loc[voices["enough"], "voice"].tolist()
    notes = notes[notes["voice"].isin(names)].reset_index(drop=True)
    member = (notes["voice"].to_numpy(object)[:, None] == np.array(names, object)).astype(float)
    return notes, names, member


def _homogeneity(hits: np.ndarray, size: np.ndarray) -> np.ndarray:
    """G² of each feature: hits (voices by features) against sizes in letters."""
    expected = hits.sum(0) * (size / size.sum())[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(hits > 0, hits * np.log(hits / expected), 0.0)
    out: np.ndarray = 2 * terms.sum(0)
    return out


def compare_voices(notes: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """How far any two voices write apart, and whether two texts of one man are nearer than that.

    The distance is half the sum of differences between the shares of the features (0 the same, 1
    nothing in common). Short texts differ by chance: the null model deals the notes of both at
    random, `expected` is the distance then. Corrected by Holm over the pairs tested.

    Returns
    -------
    DataFrame
        A row is a pair of voices: `distance`, `expected`, `excess` of the one over the other with the
        95 % range of the null model (`null_low`, `null_high`), `p_holm`, verdict: `differs`, `open`, `too few`.
    """
    import pandas as pd

    voices = measure_voices(notes)
    enough = dict(zip(voices["voice"], voices["enough"], strict=True))
    rows = []
    for a, b in combinations(voices["voice"], 2):
        if not (enough[a] and enough[b]):
            rows.append((a, b, *[np.nan] * 5))
            continue
        part = notes[notes["voice"].isin((a, b))]
        counts, mine = count_matrix(part["own"].tolist()), part["voice"].eq(a).to_numpy()
        null = np.array([_distance(counts, mine[o]) for o in stats.shuffles(len(part), repeats)])
        observed = _distance(counts, mine)
        p = float(stats.permuted_p(observed, null))
        rows.append((a, b, observed, null.mean(), *np.percentile(null, [2.5, 97.5]), p))
    out = pd.DataFrame(rows, columns=["voice", "other", "distance", "expected", "null_low", "null_high", "p"])
    out["excess"] = out["distance"] - out["expected"]
    out["p_holm"] = stats.holm(out.pop("p")).round(4)
    out["verdict"] = stats.verdicts(out["p_holm"], out["excess"], out["distance"].notna(), more="differs")
    columns = ["distance", "expected", "excess", "null_low", "null_high"]
    out[columns] = out[columns].round(3)
    return out.sort_values(["excess", "voice", "other"], ascending=[False, True, True], ignore_index=True)


def _distance(counts: np.ndarray, mine: np.ndarray) -> float:
    """Half the summed difference between two profiles of features."""
    a, b = counts[mine].sum(0), counts[~mine].sum(0)
    return float(np.abs(a / max(a.sum(), 1) - b / max(b.sum(), 1)).sum() / 2)
