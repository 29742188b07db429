"""The figures: the same bytes from every process, nothing missing, nothing overlapping, told apart by all eyes."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import xiangshe_nlp as xn
from xiangshe_nlp import figures, fonts
from xiangshe_nlp.errors import InputError
from xiangshe_nlp.figures import audit, commentary, rite, roles, theme, witnesses
from xiangshe_nlp.tables import csv_bytes

FOLDER = Path(__file__).resolve().parent.parent / "figures"
WRITE = "import sys, xiangshe_nlp as xn; from xiangshe_nlp import figures; figures.write_figures(xn.load_corpus().tables, sys.argv[1])"


@pytest.fixture(scope="module")
def drawings() -> dict[str, figures.Drawing]:
    tables = xn.load_corpus().tables
    return {name: figures.draw(name, tables) for name in figures.PICTURES}


def test_the_committed_figures_are_those_of_the_manifest():
    assert figures.check_manifest(FOLDER) == []
    listed = (FOLDER / figures.MANIFEST).read_text(encoding="utf-8")
    for name in figures.PICTURES:
        assert all(f"  {name}.{kind}\n" in listed for kind in ("csv", "png", "svg"))
    assert len(listed.splitlines()) == 3 * len(figures.PICTURES)


def test_a_changed_lost_or_foreign_file_is_noticed(tmp_path):
    for path in FOLDER.iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "coverage.csv").write_bytes(b"changed")
    (tmp_path / "turns.png").unlink()
    (tmp_path / "foreign.svg").write_text("<svg/>", encoding="utf-8")
    assert figures.check_manifest(tmp_path) == ["coverage.csv", "foreign.svg", "turns.png"]


@pytest.mark.parametrize("name", figures.PICTURES)
def test_the_drawn_data_are_those_committed(drawings, name):
    """Exact on the pinned build; on another processor a last digit may differ, and no more."""
    got = drawings[name].data
    told = pd.read_csv(FOLDER / f"{name}.csv", dtype=str, keep_default_na=False)
    assert list(got.columns) == list(told.columns) and len(got) == len(told)
    for column in told.columns:
        if got[column].dtype.kind in "fiu":
            numbers = [float(value or "nan") for value in told[column]]
            np.testing.assert_allclose(got[column].to_numpy(float), numbers, atol=0.011, err_msg=column)
        else:
            assert got[column].fillna("").astype(str).tolist() == told[column].tolist(), column


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(tmp_path):
    """matplotlib 23693: whatever the hash seed; and no warning, so no missing glyph (matplotlib 14269)."""
    running = []
    for seed in ("0", "1"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": "1"}
        running.append(subprocess.Popen([sys.executable, "-W", "error", "-c", WRITE, str(tmp_path / seed)], env=env,
                                        stderr=subprocess.PIPE, text=True))
    for process in running:
        said = process.communicate(timeout=240)[1]
        assert process.returncode == 0 and said == ""
    one, two = ((tmp_path / seed / figures.MANIFEST).read_text(encoding="utf-8") for seed in ("0", "1"))
    assert one == two


def shown_texts(drawing: figures.Drawing, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, np.ndarray, float]]:
    """Every word that is drawn, with its box in pixels and its size in points."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    found: dict[int, Text] = {}
    draw = Text.draw

    def keep(self: Text, renderer: object) -> None:
        found[id(self)] = self
        draw(self, renderer)

    with fonts.use_style(font_size=theme.MIDDLE):
        figure = drawing.figure()
        canvas = FigureCanvasAgg(figure)
        canvas.draw()  # lays out
        monkeypatch.setattr(Text, "draw", keep)
        canvas.draw()
        monkeypatch.undo()
        renderer = canvas.get_renderer()
        return [(text.get_text(), text.get_window_extent(renderer).extents, text.get_fontsize())
                for text in found.values() if text.get_text().strip()]


@pytest.mark.slow
@pytest.mark.parametrize("name", figures.PICTURES)
def test_words_are_large_enough_within_the_figure_and_apart(drawings, name, monkeypatch):
    """Shown 800 pixels wide, a point is 1.39 pixels: nothing under 7.5 points, nothing cut off, nothing overlaid."""
    words = shown_texts(drawings[name], monkeypatch)
    width, height = theme.WIDTH * figures.DPI, figures.PICTURES[name].height * figures.DPI
    for text, box, size in words:
        assert size >= 7.5, text
        assert box[0] >= -1 and box[1] >= -1 and box[2] <= width + 1 and box[3] <= height + 1, f"cut off: {text}"
    clashes = []
    for (a, one, _), (b, two, _) in itertools.combinations(words, 2):
        across = min(one[2], two[2]) - max(one[0], two[0])
        down = min(one[3], two[3]) - max(one[1], two[1])
        if across > 3 and down > 5:
            clashes.append((a, b, round(across), round(down)))
    assert not clashes


def test_a_corpus_shows_its_figures_in_jupyter(drawings):
    drawing = drawings["commentary_chunks"]
    assert drawing._repr_png_().startswith(b"\x89PNG")
    assert repr(drawing).startswith("commentary_chunks: 諸家文風 ")


def test_what_was_tuned_on_its_own_text_is_marked(drawings):
    """A hundred per cent on the text that rules were made on stands beside what they reach on unseen text."""
    data = drawings["how_sure"].data
    assert set(data.loc[data["tuned"], "text"]) == {"鄉射禮"} and set(data.loc[data["tuned"], "method"]) == {"this package"}
    assert {"燕禮", "士冠禮", "translated lines"} <= set(data.loc[~data["tuned"] & data["method"].eq("this package"), "text"])


def test_no_gloss_of_a_drawn_label_is_cut(drawings):
    for name in ("agents_by_stage", "agents_written_and_all", "verbs_by_source", "verb_dispersion"):
        assert not drawings[name].data["label"].str.contains("…").any(), name


def test_an_unknown_figure_is_named():
    with pytest.raises(InputError, match="A figure is one of coverage"):
        figures.draw("covrage", {})


def seen(colour: str, blindness: np.ndarray) -> np.ndarray:
    """CIELAB of a colour as seen through a matrix of colour blindness."""
    rgb = np.array([int(colour[k:k + 2], 16) / 255 for k in (1, 3, 5)])
    linear = np.clip(blindness @ np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4), 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear
    f = np.cbrt(np.maximum(xyz / [0.9505, 1, 1.089], 1e-6))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


# Machado, Oliveira and Fernandes 2009, severity 1
BLINDNESS = {
    "none": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("colours", [tuple(rite.SOURCES.values()), tuple(rite.GROUPS.values()),
                                     tuple(witnesses.COLOURS.values()), tuple(roles.SIDES.values()), theme.VOICES[:5],
                                     tuple(colour for colour, _, _ in audit.SHARED.values())])
def test_colours_are_told_apart_by_all_eyes(colours, blindness):
    points = [seen(colour, BLINDNESS[blindness]) for colour in colours]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(points, 2)) > 8


def test_data_beside_the_figures_are_plain_csv(drawings):
    for drawing in drawings.values():
        text = csv_bytes(drawing.data).decode("utf-8")
        assert "\r" not in text and not text.startswith("\ufeff") and text.endswith("\n")
    assert drawings["particles"].data["panel"].nunique() == commentary.PANELS


def test_a_corpus_that_has_nothing_to_draw_is_told_so_and_gets_the_other_figures(tmp_path):
    """A chapter without a stage table still has its commentators."""
    tables = dict(xn.load_corpus().tables)
    tables["stages"] = tables["stages"].head(0)
    for name in ("segments", "clauses"):
        tables[name] = tables[name].assign(stage_id="")
    with pytest.raises(theme.NothingToDraw, match="needs a stage table"):
        figures.draw("coverage", tables)
    written = {path.name for path in figures.write_figures(tables, tmp_path)}
    assert "particles.csv" in written and figures.MANIFEST in written and "turns.csv" not in written
