"""Fonts for figures: a chain that has every graph of the corpus, on machines that have no Chinese font.

Two fonts travel in the package, cut to the graphs of corpus, vocabularies, notebooks and daily use by
`tools/cut_fonts.py`; DejaVu Sans, which comes with matplotlib, ends the chain. A text with other
graphs falls back to installed fonts, found by what they cover and not by their names; where none
has a graph there is one error that names it, never a figure with boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

from .errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BUNDLED = ("XiangsheSerifTC-Regular.otf", "XiangsheRare-Regular.ttf")
SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")

# Text as text ($ is a dollar sign, minus is a hyphen that every font has), and the same bytes in every process.
STYLE: dict[str, Any] = {
    "text.parse_math": False,
    "axes.unicode_minus": False,
    "axes.formatter.use_mathtext": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "xiangshe_nlp",
    "pdf.fonttype": 42,
}
# What a saved file tells of its making: nothing that changes from run to run or from version to version.
METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "png": {"Software": None},
}


def bundled_fonts() -> list[Path]:
    """Files of the chain that are always there: the package's own, then matplotlib's DejaVu Sans."""
    import matplotlib

    folder = Path(__file__).resolve().parent / "data" / "fonts"
    last = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    return [path for path in [*(folder / name for name in BUNDLED), last] if path.is_file()]


def installed_fonts() -> list[Path]:
    """Font files of this machine as it is now, sorted; matplotlib's own list may be older than they are."""
    from matplotlib import font_manager

    found = {Path(name) for name in font_manager.findSystemFonts()}
    return sorted(path for path in found if path.suffix.lower() in SUFFIXES)


@lru_cache(maxsize=None)
def coverage(path: Path) -> frozenset[int]:
    """Code points that a font has a picture of; nothing if the file is no font that can be drawn.

    >>> ord("𤣥") in coverage(bundled_fonts()[1])
    True
    """
    from matplotlib.ft2font import FT2Font

    try:
        return frozenset(code for code, glyph in FT2Font(str(path)).get_charmap().items() if glyph)
    except (RuntimeError, OSError):
        return frozenset()


def drawn(text: str) -> str:
    """The graphs of a text that need a picture, each once, in the order of their code points.

    >>> drawn("再拜，\\n再拜")
    '再拜，'
    """
    return "".join(sorted(char for char in set(text) if not char.isspace() and category(char) not in ("Cc", "Cf")))


@lru_cache(maxsize=None)
def _family(path: Path) -> str:
    """Make a font known to matplotlib by its path, in this process, and return its family."""
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    font_manager.fontManager.addfont(str(path))
    return str(FT2Font(str(path)).family_name)


def _fonts_for(text: str) -> list[Path]:
    """The chain of files for a text: the bundled ones, then installed ones as far as they are needed."""
    chain = bundled_fonts()
    missing = {ord(char) for char in drawn(text)}.difference(*map(coverage, chain))
    if missing:
        candidates = {path: coverage(path) & missing for path in installed_fonts()}
        while missing and candidates:
            best = min(candidates, key=lambda path: (-len(candidates[path] & missing), path.name))
            if not candidates[best] & missing:
                break
            chain.append(best)
            missing -= candidates.pop(best)
    if missing:
        named = ", ".join(f"{chr(code)} (U+{code:04X})" for code in sorted(missing)[:12])
        more = f" and {len(missing) - 12} more" if len(missing) > 12 else ""
        raise InputError(
            "Every graph to be drawn is in a font of the package or of this machine. Install one that has them and "
            "run again, nothing else is needed: Noto Serif CJK or Hanazono (Debian: apt-get install fonts-noto-cjk "
            "fonts-hanazono).",
            f"{named}{more}, in no font.",
        )
    return chain


def check_glyphs(text: str) -> None:
    """See that every graph of a text can be drawn.

    Raises
    ------
    InputError
        Graphs are in no bundled and no installed font; the message names them and what to install.

    >>> check_glyphs("主人戒賓 𠋣𤣥𨕖𩔖")
    """
    _fonts_for(text)


def font_chain(text: str = "") -> list[str]:
    """Families for matplotlib's `font.family` which together have every graph of the text.

    >>> font_chain("主人戒賓")
    ['Xiangshe Serif TC', 'Xiangshe Rare', 'DejaVu Sans']

    Raises
    ------
    InputError
        As `check_glyphs`.
    """
    return [_family(path) for path in _fonts_for(text)]


@contextmanager
def use_style(text: str = "", **changes: Any) -> Iterator[None]:
    """Draw with the chain of fonts and settings that give the same bytes everywhere.

    The user's own matplotlib settings do not hold inside. Since `$` is drawn as it stands, ticks of a
    logarithmic axis need a plain formatter.

    Parameters
    ----------
    text : str
        Text beyond the corpus that will be drawn; its graphs extend the chain.
    **changes
        More settings, with `_` for the dot (`font_size=9`).
    """
    import matplotlib

    chain = font_chain(text)
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**STYLE, "font.family": chain})
        matplotlib.rcParams.update({name.replace("_", ".", 1): value for name, value in changes.items()})
        yield


def figure_text(figure: Figure) -> str:
    """All words that a figure shows: titles, labels, ticks, legends, notes."""
    import warnings

    from matplotlib.text import Text

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # to be said better by check_glyphs
        figure.draw_without_rendering()  # ticks have no words before
    found = [artist for artist in figure.findobj(Text) if isinstance(artist, Text) and artist.get_visible()]
    return "\n".join(artist.get_text() for artist in found)


def save_figure(figure: Figure, stem: Path | str, *, formats: Iterable[str] = ("svg", "png")) -> list[Path]:
    """Save a figure that was drawn under `use_style`, without date or version, as `stem.svg` and `stem.png`.

    Call it inside the same `use_style`. Returns the files written.

    Raises
    ------
    InputError
        A word of the figure has a graph that no font has.
    """
    check_glyphs(figure_text(figure))
    written = []
    for form in formats:
        path = Path(f"{stem}.{form}")
        figure.savefig(path, format=form, metadata=METADATA.get(form))
        written.append(path)
    return written
