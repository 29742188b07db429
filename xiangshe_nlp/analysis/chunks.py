"""Equal pieces of the commentaries on the plane that shows most of how they differ.

Rates of particles hang on the length of a text; pieces of one length can be compared. The plane
is found by principal components, whose signs are fixed so that every machine draws the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import stats
from .style import count_matrix, feature_names

if TYPE_CHECKING:
    import pandas as pd

SIZE = 250
FEATURES = 20


def cut_chunks(notes: pd.DataFrame, size: int = SIZE) -> pd.DataFrame:
    """A row is a piece of `size` letters of one voice, notes put end to end; what is left over at the
    end is dropped. A voice of less than two pieces has too little text and no row."""
    import pandas as pd

    rows = []
    for voice, part in notes.groupby("voice", sort=True):
        letters = "".join(c for c in "".join(part["own"]) if c.isalpha())
        pieces = [letters[i:i + size] for i in range(0, len(letters) - size + 1, size)]
        if len(pieces) > 1:
            rows += [(voice, k, piece) for k, piece in enumerate(pieces, start=1)]
    return pd.DataFrame(rows, columns=["voice", "chunk", "text"])


def _profiles(chunks: pd.DataFrame) -> tuple[np.ndarray, list[str]]:
    """Standardised frequencies of the most frequent features: pieces by features."""
    counts = count_matrix(chunks["text"].tolist())
    top = np.sort(np.argsort(-counts.sum(0), kind="stable")[:FEATURES])
    top = top[counts[:, top].std(0) > 0]
    chosen = counts[:, top]
    return (chosen - chosen.mean(0)) / chosen.std(0), [feature_names()[k] for k in top]


def principal_axes(profiles: np.ndarray, axes: int = 2) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scores, loadings and shares of variance of the first axes. The largest loading of each axis is
    made positive, for the sign that a decomposition gives is arbitrary.

    >>> scores, loadings, shares = principal_axes(np.array([[1.0, 1.0], [-1.0, -1.0]]), 1)
    >>> loadings.round(3).tolist(), shares.round(3).tolist()
    ([[0.707, 0.707]], [1.0])
    """
    _, values, vectors = np.linalg.svd(profiles, full_matrices=False)
    vectors = vectors[:axes]
    largest = np.abs(vectors.round(9)).argmax(axis=1)
    vectors = vectors * np.sign(vectors[np.arange(len(vectors)), largest])[:, None]
    return profiles @ vectors.T, vectors, (values ** 2 / np.sum(values ** 2))[:axes]


def project_chunks(chunks: pd.DataFrame) -> pd.DataFrame:
    """A row is a piece: its place on the first two axes (`pc1`, `pc2`)."""
    scores, _, _ = principal_axes(_profiles(chunks)[0])
    return chunks[["voice", "chunk"]].assign(pc1=scores[:, 0].round(3), pc2=scores[:, 1].round(3))


def weigh_features(chunks: pd.DataFrame) -> pd.DataFrame:
    """A row is a feature: its weight on the first two axes; `pc1_share` and `pc2_share` tell how much
    of all variance each axis shows. Largest weights first."""
    import pandas as pd

    profiles, names = _profiles(chunks)
    _, loadings, shares = principal_axes(profiles)
    out = pd.DataFrame({"feature": names, "pc1": loadings[0].round(3), "pc2": loadings[1].round(3)})
    out["pc1_share"], out["pc2_share"] = round(float(shares[0]), 3), round(float(shares[1]), 3)
    order = np.lexsort((np.arange(len(out)), -np.hypot(out["pc1"], out["pc2"]).round(3)))
    return out.iloc[order].reset_index(drop=True)


def classify_chunks(chunks: pd.DataFrame, *, repeats: int = stats.REPEATS) -> pd.DataFrame:
    """Could one tell whose a piece is? Each piece in turn is given to the voice whose other pieces
    are nearest in the mean, all features counting alike.

    Returns
    -------
    DataFrame
        A row is a voice, the last row all: pieces, how many were told rightly, the share with a
        Wilson 95 % interval, the share expected if the voices were dealt at random, and p against it.
    """
    import pandas as pd

    profiles, _ = _profiles(chunks)
    names = sorted(chunks["voice"].unique())
    codes = chunks["voice"].map({name: k for k, name in enumerate(names)}).to_numpy()
    right = _told(profiles, codes, len(names))
    null = np.array([_told(profiles, codes[o], len(names)).mean() for o in stats.shuffles(len(codes), repeats)])
    rows = [(name, int((codes == k).sum()), int(right[codes == k].sum())) for k, name in enumerate(names)]
    out = pd.DataFrame([*rows, ("全部 all", len(codes), int(right.sum()))], columns=["voice", "chunks", "right"])
    low, high = stats.wilson(out["right"], out["chunks"])
    out["share"], out["low"], out["high"] = (out["right"] / out["chunks"]).round(3), low.round(3), high.round(3)
    out["chance"] = np.nan
    out["p"] = np.nan
    out.loc[len(names), "chance"] = round(float(null.mean()), 3)
    out.loc[len(names), "p"] = round(float(stats.permuted_p(right.mean(), null)), 4)
    return out


def _told(profiles: np.ndarray, codes: np.ndarray, voices: int) -> np.ndarray:
    """Which pieces are nearest to the mean of their own voice, the piece itself left out."""
    member = (codes[:, None] == np.arange(voices)).astype(float)
    total, size = member.T @ profiles, member.sum(0)
    own = (total[codes] - profiles) / np.maximum(size[codes] - 1, 1)[:, None]
    means = np.repeat((total / size[:, None])[None], len(codes), axis=0)
    means[np.arange(len(codes)), codes] = own
    out: np.ndarray = ((means - profiles[:, None]) ** 2).sum(2).round(9).argmin(1) == codes
    return out
