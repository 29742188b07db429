"""No missing glyph, and the same bytes from every process."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import matplotlib
import pytest

from xiangshe_nlp import fonts
from xiangshe_nlp.errors import InputError

matplotlib.use("agg")

SENTENCE = "主人戒賓"  # 鄉射禮 opens with it
RARE = "𠋣𤣥𨕖𩔖"  # occur in the seeds; Noto Serif CJK has none of them
ABSENT = "\U000323b0"  # unassigned: no font has it

DRAW = """
import sys
from xiangshe_nlp import fonts
import matplotlib
matplotlib.use("agg")
from matplotlib.figure import Figure
with fonts.use_style():
    figure = Figure(figsize=(3, 2))
    axes = figure.subplots()
    axes.plot([-1, 0, 1], [0.5, -0.25, 1], label="賓 guest")
    axes.set_title("主人戒賓 𠋣𤣥𨕖𩔖")
    axes.legend()
    fonts.save_figure(figure, sys.argv[1])
"""


def draw(text: str) -> matplotlib.figure.Figure:
    """A small figure with a title, drawn."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3, 1))
    figure.subplots().set_title(text)
    FigureCanvasAgg(figure).draw()
    return figure


def hide(monkeypatch: pytest.MonkeyPatch, *, bundled: bool = True, installed: bool = True) -> None:
    """A machine without the package's fonts, or without any font of its own but DejaVu."""
    if bundled:
        monkeypatch.setattr(fonts, "bundled_fonts", lambda: ORIGINAL()[-1:])
    if installed:
        monkeypatch.setattr(fonts, "installed_fonts", list)


ORIGINAL = fonts.bundled_fonts


def test_two_fonts_and_dejavu_are_the_chain() -> None:
    assert fonts.font_chain() == ["Xiangshe Serif TC", "Xiangshe Rare", "DejaVu Sans"]


@pytest.mark.parametrize("text", [SENTENCE, RARE, "Zhǔrén jiè bīn ǜ ǘ −3 ① → ≥ χ² ∅ 〈案〉"])
def test_draws_without_any_warning(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, bundled=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with fonts.use_style():
            draw(text)


def test_every_graph_of_the_project_is_in_the_chain(tool) -> None:
    cut = tool("cut_fonts")
    have = frozenset().union(*map(fonts.coverage, fonts.bundled_fonts()))
    graphs = {char for text in cut.project_texts() for char in text if cut.is_drawn(char)}
    assert len(graphs) > 1500
    missing = "".join(sorted(char for char in graphs if ord(char) not in have))
    assert not missing, f"no bundled font has {missing}: run python tools/cut_fonts.py and commit what it writes"


def test_every_graph_of_the_seeds_is_in_the_package_fonts_themselves(root: Path) -> None:
    have = frozenset().union(*map(fonts.coverage, fonts.bundled_fonts()[:2]))
    for seed in sorted((root / "seeds").glob("*.txt")):
        text = fonts.drawn(seed.read_text(encoding="utf-8"))
        missing = [char for char in text if ord(char) not in have and ord(char) > 0x2E80]
        assert not missing, f"{seed.name}: {''.join(missing)}"


def test_cut_fonts_are_renamed_and_carry_their_licence(root: Path) -> None:
    from fontTools.ttLib import TTFont

    for path in fonts.bundled_fonts()[:2]:
        names = TTFont(path)["name"]
        assert names.getDebugName(1).startswith("Xiangshe")
        shown = " ".join(str(name) for name in names.names if name.nameID in (1, 3, 4, 6))
        assert "Noto" not in shown and "Hana" not in shown
        assert "SIL Open Font License" in names.getDebugName(13)
        licence = path.with_name(f"OFL-{path.stem.removesuffix('-Regular')}.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence and "Reserved Font Name" in licence


def test_one_clear_error_instead_of_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch)
    message = r"apt-get install fonts-noto-cjk.*Given: 主 \(U\+4E3B\), 人 .*in no font"
    with pytest.raises(InputError, match=message) as error:
        fonts.check_glyphs(SENTENCE)
    assert "\n" not in str(error.value)
    with pytest.raises(InputError), fonts.use_style(SENTENCE):
        draw(SENTENCE)


def test_a_figure_with_a_graph_in_no_font_is_not_saved(tmp_path: Path) -> None:
    from matplotlib.figure import Figure

    with fonts.use_style():
        figure = Figure()
        figure.subplots().set_xlabel(f"賓{ABSENT}")
        with pytest.raises(InputError, match=r"U\+323B0"):
            fonts.save_figure(figure, tmp_path / "boxes")
    assert not list(tmp_path.iterdir())


def test_a_font_installed_after_the_first_import_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """matplotlib 13810: its list of fonts is made once and grows stale."""
    from matplotlib import font_manager

    hide(monkeypatch, installed=False)
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [str(path) for path in tmp_path.iterdir()])
    with pytest.raises(InputError):
        fonts.font_chain(SENTENCE)
    shutil.copy(ORIGINAL()[0], tmp_path / "Installed.otf")
    assert fonts.font_chain(SENTENCE) == ["DejaVu Sans", "Xiangshe Serif TC"]


def test_broken_font_file_is_passed_over(tmp_path: Path) -> None:
    broken = tmp_path / "Broken.ttf"
    broken.write_bytes(b"no font")
    assert fonts.coverage(broken) == frozenset()


def test_dollar_and_minus_are_drawn_as_they_stand() -> None:
    """matplotlib 29173, 15062."""
    with fonts.use_style():
        figure = draw("賓 $5 and $x$")
        assert figure.axes[0].title.get_parse_math() is False
        figure.axes[0].plot([-2, 2], [-2, 2])
        figure.canvas.draw()
        assert "-2" in fonts.figure_text(figure) and "\u2212" not in fonts.figure_text(figure)


def test_settings_of_the_user_do_not_hold_and_come_back() -> None:
    with matplotlib.rc_context({"font.size": 31, "lines.linewidth": 9}):
        with fonts.use_style(font_size=9):
            assert matplotlib.rcParams["font.size"] == 9 and matplotlib.rcParams["lines.linewidth"] == 1.5
        assert matplotlib.rcParams["font.size"] == 31


def test_two_processes_with_other_hash_seeds_save_the_same_bytes(tmp_path: Path, root: Path) -> None:
    """matplotlib 23693: date, ids of clip paths and software tag made every file another."""
    hashes = []
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-W", "error", "-c", DRAW, str(tmp_path / seed)]
        subprocess.run(command, cwd=root, env=environment, check=True)
        files = sorted(tmp_path.glob(f"{seed}.*"))
        assert [path.suffix for path in files] == [".png", ".svg"]
        hashes.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in files])
    assert hashes[0] == hashes[1]
