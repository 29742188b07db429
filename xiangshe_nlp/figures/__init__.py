"""Figures: from a table to a picture, with the drawn data beside it.

Each picture is two functions: one makes the table that is drawn, the other draws it and knows
nothing else. Both files and data are the same bytes whoever makes them on the pinned build; the
hashes stand in `figures/MANIFEST.sha256`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError
from ..files import write_aside
from ..fonts import METADATA, check_glyphs, figure_text, save_figure, use_style
from ..tables import csv_bytes
from . import audit, commentary, how_sure, rite, roles, theme, witnesses

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MANIFEST = "MANIFEST.sha256"
DPI = 160
Tables = Mapping[str, "pd.DataFrame"]


class Picture(NamedTuple):
    """A figure that the package knows to make."""

    title: str
    english: str
    height: float
    data: Callable[[Tables], pd.DataFrame]
    plot: Callable[[pd.DataFrame, Figure], None]


PICTURES: dict[str, Picture] = {
    "coverage": Picture("各本所載", "What each witness carries of each stage", 6.0,
                        witnesses.coverage_data, witnesses.plot_coverage),
    "acts_along_rite": Picture("儀節之推移", "Acts along the rite", 5.0, rite.acts_data, rite.plot_acts),
    "verbs_by_source": Picture("常見動作：其人寫明與否", "The most frequent acts, and whether the agent is written",
                               6.6, rite.verbs_data, rite.plot_verbs),
    "unnamed_along_rite": Picture("不書其人之動作", "Share of acts that do not name who does them", 4.6,
                                  rite.unnamed_data, rite.plot_unnamed),
    "agents_written_and_all": Picture("書名者與行事者", "Whom the text names, and who acts", 5.6,
                                      rite.agents_data, rite.plot_agents),
    "agents_by_stage": Picture("何人行於何節", "Who acts in which stage", 7.4, rite.stages_data, rite.plot_stages),
    "verb_dispersion": Picture("動作之分布", "Where along the rite the acts stand", 6.0,
                               rite.dispersion_data, rite.plot_dispersion),
    "particles": Picture("諸家虛詞", "Particles and formulas of the commentators", 7.2,
                         commentary.particles_data, commentary.plot_particles),
    "commentary_chunks": Picture("諸家文風", "Equal pieces of the commentaries by their particles", 6.4,
                                 commentary.chunks_data, commentary.plot_chunks),
    "encounters": Picture("施受之網", "Who acts toward whom", 6.4, roles.encounters_data, roles.plot_encounters),
    "turns": Picture("行事之更迭", "Who acts next", 6.4, roles.turns_data, roles.plot_turns),
    "how_sure": Picture("勝於簡法幾何", "Acts and agents beside simpler methods, and on unseen text", 7.4,
                        how_sure.measures_data, how_sure.plot_measures),
    "calibration": Picture("所稱可信度之虛實", "Whether a confidence means what it says", 5.2,
                           how_sure.calibration_data, how_sure.plot_calibration),
    "audit_along_rite": Picture("今譯與經文之異", "Where the translations part from the base text: candidates", 5.6,
                                audit.audit_data, audit.plot_audit),
}


@dataclass(frozen=True, repr=False)
class Drawing:
    """A picture of these tables: Jupyter shows it, `data` holds every value drawn, `save` writes it."""

    name: str
    data: pd.DataFrame

    def __repr__(self) -> str:
        picture = PICTURES[self.name]
        return f"{self.name}: {picture.title} {picture.english} ({len(self.data)} rows drawn)"

    def figure(self) -> Figure:
        """The matplotlib figure; make it and save it under `fonts.use_style`."""
        from matplotlib.figure import Figure

        picture = PICTURES[self.name]
        figure = Figure(figsize=(theme.WIDTH, picture.height), dpi=DPI, layout="constrained")
        picture.plot(self.data, figure)
        figure.suptitle(f"{picture.title}　{picture.english}", x=0.01, ha="left", fontsize=12)
        return figure

    def save(self, folder: Path | str) -> list[Path]:
        """Write NAME.svg, NAME.png and NAME.csv; returns the files."""
        stem = Path(folder) / self.name
        with use_style(self._words(), font_size=theme.MIDDLE, savefig_dpi=DPI):
            written = save_figure(self.figure(), stem)
        stem.with_suffix(".csv").write_bytes(csv_bytes(self.data))
        return [*written, stem.with_suffix(".csv")]

    def _repr_png_(self) -> bytes:
        out = BytesIO()
        with use_style(self._words(), font_size=theme.MIDDLE):
            self.figure().savefig(out, format="png", dpi=100, metadata=METADATA["png"])
        return out.getvalue()

    def _words(self) -> str:
        """All words of the figure, for the chain of fonts: those of a corpus of one's own may need more."""
        with use_style():
            words = figure_text(self.figure())
        check_glyphs(words)
        return words


def draw(name: str, tables: Tables) -> Drawing:
    """The picture of that name for these tables (`corpus.tables`).

    Raises
    ------
    InputError
        No picture has that name.
    NothingToDraw
        The tables lack what it shows.
    """
    if name not in PICTURES:
        raise InputError("A figure is one of " + ", ".join(PICTURES) + ".", name)
    return Drawing(name, PICTURES[name].data(tables))


def write_figures(
    tables: Tables, folder: Path | str, *, left_out: Callable[[str, str], None] = lambda name, reason: None
) -> list[Path]:
    """Write every figure with its data, and the manifest of their hashes, all or none (`files.write_aside`).

    Parameters
    ----------
    tables : mapping of str to DataFrame
        `corpus.tables`.
    folder : Path or str
        Where they are written.
    left_out : callable
        Called with the name of each figure for which the corpus has nothing, and what it would need.

    Returns
    -------
    list of Path
        The files written, the manifest last. A figure for which the corpus has nothing (no stages, no
        commentators) is left out.
    """
    written = []
    with write_aside(folder) as aside:
        for name in PICTURES:
            try:
                written += draw(name, tables).save(aside)
            except theme.NothingToDraw as error:
                left_out(name, error.rule)
        lines = [f"{_digest(path)}  {path.name}\n" for path in sorted(written)]
        (aside / MANIFEST).write_text("".join(lines), encoding="utf-8", newline="\n")
    return [Path(folder) / name for name in (*(path.name for path in written), MANIFEST)]


def check_manifest(folder: Path | str) -> list[str]:
    """Names of the files that are not what the manifest of the folder says; empty if all are."""
    folder = Path(folder)
    said = dict(line.split("  ", 1)[::-1] for line in (folder / MANIFEST).read_text(encoding="utf-8").splitlines())
    there = {path.name: _digest(path) for path in sorted(folder.iterdir()) if path.suffix in (".svg", ".png", ".csv")}
    return sorted(name for name in {**said, **there} if said.get(name) != there.get(name))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
