"""What all figures share: colours that everyone can tell apart, bilingual labels, the axis of the stages.

Colours are those of Okabe and Ito (Color Universal Design, 2008) and the scale cividis; nothing is
told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from textwrap import shorten
from typing import TYPE_CHECKING

from ..errors import InputError
from ..lexicon import load_vocabulary, read_rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

BLACK, ORANGE, SKY, GREEN = "#000000", "#E69F00", "#56B4E9", "#009E73"
YELLOW, BLUE, RED, PURPLE, GREY = "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#8A8A8A"
PALE, RULE = "#F1F1EE", "#C9C9C4"
VOICES = (BLUE, RED, GREEN, PURPLE, ORANGE, SKY, BLACK, GREY)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
SMALL, MIDDLE = 8.5, 9.5
WIDTH = 8.0
SHADES = "Blues"
LONGEST = 26
NARROW = 4.5  # a phase of fewer stages has no room for its English name


class NothingToDraw(InputError):
    """The tables lack what a figure shows: a corpus without stages, without acts, without commentators."""


@lru_cache(maxsize=None)
def labels(kind: str) -> dict[str, tuple[str, str, str]]:
    """Chinese label, English label and group of each key of a kind.

    >>> labels("layer")["base"][:2]
    ('經', 'base text')
    """
    return {row["key"]: (row["chinese"], row["english"], row["group"])
            for row in read_rows("labels.csv") if row["kind"] == kind}


def both(kind: str, key: str, joint: str = " ") -> str:
    """Label of a key in Chinese and English."""
    chinese, english = labels(kind).get(key, (key, "", ""))[:2]
    return f"{chinese}{joint}{english}".strip()


@lru_cache(maxsize=None)
def _english(vocabulary: str) -> dict[str, str]:
    return {entry.lemma: entry.english for entry in reversed(load_vocabulary(vocabulary)) if entry.english}


def glossed(name: str, vocabulary: str) -> str:
    """A word of a vocabulary with its English gloss, cut where it grows long.

    >>> glossed("坐", "actions")
    '坐 sit'
    """
    english = _english(vocabulary).get(name, "")
    short = english.split(";")[0].split(" or ")[0].split(",")[0]
    return f"{name} {shorten(short, LONGEST, placeholder='…')}".strip()


def name_voice(voice: str) -> str:
    """A voice in both languages: the commentator, and the work that quotes him where several do.

    >>> name_voice("鄭玄·儀禮集釋")
    '鄭玄 Zheng Xuan · 儀禮集釋 Yili jishi'
    """
    works = {chinese: english for chinese, english, _ in labels("witness").values()}
    speaker, _, work = voice.partition("·")
    name = f"{speaker} {_english('speakers').get(speaker, '')}".strip()
    return f"{name} · {work} {works.get(work, '')}".strip() if work else name


def key_of_names(voices: Iterable[str], width: int) -> str:
    """Every commentator and work of some voices once, in both languages, in lines of about `width` letters."""
    names = dict.fromkeys(name for voice in voices for name in name_voice(voice).split(" · "))
    lines = [""]
    for name in sorted(names, key=lambda n: n.split()[0] in {chinese for chinese, _, _ in labels("witness").values()}):
        if len(lines[-1]) + len(name) > width:
            lines.append("")
        lines[-1] += ("　" if lines[-1] else "") + name
    return "\n".join(lines)


def plain_axes(ax: Axes, *, grid: str = "") -> None:
    """Only the lines that are read: no box, a pale grid along one axis."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(RULE)
    ax.tick_params(color=RULE, labelsize=SMALL, length=3)
    ax.set_axisbelow(True)
    if grid:
        ax.grid(axis=grid, color=PALE, linewidth=0.9)  # type: ignore[arg-type]


def stage_axis(ax: Axes, stages: pd.DataFrame) -> None:
    """Stages along x, their headings upright from top to bottom, phases in both languages above.

    `stages` has `seq`, `heading` and `phase`, one row a stage in order.
    """
    ax.set_xlim(stages["seq"].min() - 0.6, stages["seq"].max() + 0.6)
    ax.set_xticks(stages["seq"], ["\n".join(heading) for heading in stages["heading"]], fontsize=8, linespacing=0.95)
    ax.tick_params(axis="x", length=0, pad=2)
    for k, (phase, part) in enumerate(stages.groupby("phase", sort=False)):
        first, last = part["seq"].min() - 0.5, part["seq"].max() + 0.5
        if k % 2 == 0:
            ax.axvspan(first, last, color=PALE, zorder=0, linewidth=0)
        name_phase(ax, str(phase), (first + last) / 2, wide=last - first > NARROW)


def name_phase(ax: Axes, phase: str, x: float, *, wide: bool) -> None:
    """A phase above the axes: in both languages where there is room, else in Chinese from top to bottom."""
    ax.annotate(both("phase", phase, "\n") if wide else "\n".join(phase), (x, 1), (0, 3), ha="center", va="bottom",
                xycoords=("data", "axes fraction"), textcoords="offset points", fontsize=SMALL,
                linespacing=1.05 if wide else 0.9)


def narrow_phases(stages: pd.DataFrame) -> str:
    """English names of the phases that `stage_axis` names in Chinese alone, for a line below."""
    width = stages.groupby("phase", sort=False).size()
    return "　".join(both("phase", phase) for phase in width.index[width <= NARROW])


def stage_rows(frame: pd.DataFrame) -> pd.DataFrame:
    """One row a stage, in order, of a table that repeats `seq`, `heading`, `phase`."""
    return frame.drop_duplicates("seq").sort_values("seq", ignore_index=True)[["seq", "heading", "phase"]]
