"""Cut the package's two fonts to the graphs that corpus, vocabularies, notebooks and documents use.

No machine has a Chinese font by default, and whole ones weigh dozens of megabytes. The graphs are
collected from the project's files in both scripts, joined with those of `tools/font_graphs.txt` (so the
list only grows) and written back there. The graphs of daily use in both scripts are added, so that a new
word in a vocabulary or another chapter seldom asks for a new cut. The fonts are the same bytes wherever they are cut from the
same releases (Debian: apt-get install fonts-noto-cjk fonts-hanazono). Both licences reserve names or allow
renaming (SIL OFL 1.1, condition 3), hence families of our own.

    python tools/cut_fonts.py [--also FILE …] [--noto FILE.ttc] [--hana FILE.ttf]
"""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont
from opencc import OpenCC

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "xiangshe_nlp" / "data" / "fonts"
GRAPHS = ROOT / "tools" / "font_graphs.txt"
NOTO = Path("/usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc")
HANA = Path("/usr/share/fonts/truetype/hanazono/HanaMinB.ttf")
SERIF, RARE = "Xiangshe Serif TC", "Xiangshe Rare"
OURS = "Cut and renamed by xiangshe_nlp contributors."
ADOBE = f"© 2017-2022 Adobe, with Reserved Font Name 'Source'. {OURS}"
GLYPHWIKI = f"Copyright 2008-2017 GlyphWiki Project. {OURS}"
FIXED_TIME = 3660681600  # 2020-01-01, in seconds from 1904 as the head table counts

# Taken whole, as far as the font has them: what labels, tables and pinyin need beyond the texts' own graphs.
BLOCKS = (
    (0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x2FF), (0x300, 0x30C), (0x370, 0x3FF), (0x1E00, 0x1EFF), (0x2000, 0x206F),
    (0x2070, 0x209F), (0x2100, 0x214F), (0x2150, 0x218F), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2460, 0x24FF),
    (0x2500, 0x257F), (0x25A0, 0x26FF), (0x3000, 0x303F), (0x3200, 0x32FF), (0xFE30, 0xFE4F), (0xFF01, 0xFF5E),
)  # fmt: skip
# What can end in a figure: a test sees that the fonts have it all.
DRAWN = (
    "seeds/*", "xiangshe_nlp/**/*.py", "xiangshe_nlp/**/*.csv", "xiangshe_nlp/**/*.html", "notebooks/*.ipynb",
    "figures/*.csv",
)  # fmt: skip
BESIDE = ("docs/**/*.md", "*.md", "tests/**/*.*")


def project_texts(patterns: Iterable[str] = DRAWN) -> Iterator[str]:
    """Texts of the project, file by file."""
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a failing sample of the tests
            continue
        yield json.dumps(json.loads(text), ensure_ascii=False) if path.suffix == ".ipynb" else text


def common_graphs() -> set[str]:
    """Graphs of daily use: the first levels of Big5 (traditional) and GB 2312 (simplified)."""
    tails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    big5 = (bytes([row, tail]) for row in range(0xA4, 0xC7) for tail in tails)
    gb = (bytes([row, tail]) for row in range(0xB0, 0xD8) for tail in range(0xA1, 0xFF))
    return {char for codec, codes in (("big5", big5), ("gb2312", gb)) for code in codes
            if len(char := code.decode(codec, "ignore")) == 1}


def is_drawn(char: str) -> bool:
    """True for what has a picture: no control, private, unassigned or lone surrogate code point."""
    return unicodedata.category(char)[0] != "C" and not char.isspace()


def collect_graphs(texts: Iterable[str]) -> set[str]:
    """All graphs of the texts, each in both scripts."""
    graphs = {char for text in texts for char in text if is_drawn(char)}
    for table in ("s2t", "t2s", "s2tw", "s2hk", "t2jp"):
        graphs |= {char for char in OpenCC(table).convert("\n".join(sorted(graphs))) if is_drawn(char)}
    return graphs


def open_noto(path: Path) -> TTFont:
    """The face for traditional script (TC) of the collection."""
    for font in TTCollection(str(path), lazy=True).fonts:
        if font["name"].getDebugName(1) == "Noto Serif CJK TC":
            return font
    sys.exit(f"{path.name} has no face Noto Serif CJK TC")


def rename(font: TTFont, family: str, notice: str) -> None:
    """Name the cut font; keep copyright and licence."""
    names = font["name"]
    kept = {number: names.getDebugName(number) for number in (0, 5, 13, 14) if names.getDebugName(number)}
    names.names = []
    postscript = family.replace(" ", "") + "-Regular"
    ours = {0: notice, 1: family, 2: "Regular", 3: f"{postscript};1.0", 4: family, 6: postscript}
    licence = {13: "This Font Software is licensed under the SIL Open Font License, Version 1.1."}
    for number, text in sorted({**licence, **kept, **ours}.items()):
        names.setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        cff = font["CFF "].cff
        cff.fontNames = [postscript]
        top: Any = cff.topDictIndex[0]
        top.FamilyName, top.FullName = family, family


def cut(font: TTFont, graphs: Iterable[int], family: str, notice: str, out: Path) -> None:
    """Write the part of a font that has these graphs, as the same bytes every time."""
    options = Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.name_IDs, options.name_languages = ["*"], ["*"]
    options.hinting, options.desubroutinize, options.notdef_outline = False, True, True
    options.drop_tables += ["BASE", "DSIG", "VORG", "vhea", "vmtx", "GSUB", "FFTM"]
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=sorted(graphs))
    subsetter.subset(font)
    rename(font, family, notice)
    font.recalcTimestamp = False
    font["head"].modified = font["head"].created = FIXED_TIME
    font.save(str(out), reorderTables=True)


def main() -> None:
    """Collect, write the list, cut, and say what was written."""
    parser = argparse.ArgumentParser(description="Cut the package's fonts.")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="more texts whose graphs are wanted")
    parser.add_argument("--noto", type=Path, default=NOTO, help="NotoSerifCJK-Regular.ttc")
    parser.add_argument("--hana", type=Path, default=HANA, help="HanaMinB.ttf")
    given = parser.parse_args()
    also = [path.read_text(encoding="utf-8") for path in given.also]
    graphs = collect_graphs([*project_texts(DRAWN + BESIDE), *also])
    graphs |= set(GRAPHS.read_text(encoding="utf-8")) - {"\n"} if GRAPHS.exists() else set()
    noto, hana = open_noto(given.noto), TTFont(str(given.hana), recalcTimestamp=False)
    serif, rare = set(noto.getBestCmap()), set(hana.getBestCmap())
    wanted = {ord(char) for char in graphs}
    wide = {ord(char) for char in common_graphs()} | {code for first, last in BLOCKS for code in range(first, last + 1)}
    FONTS.mkdir(parents=True, exist_ok=True)
    cut(noto, (wanted | wide) & serif, SERIF, ADOBE, FONTS / "XiangsheSerifTC-Regular.otf")
    cut(hana, (wanted - serif) & rare, RARE, GLYPHWIKI, FONTS / "XiangsheRare-Regular.ttf")
    have = sorted(wanted & (serif | rare))
    lines = ["".join(map(chr, have[k:k + 64])) for k in range(0, len(have), 64)]
    GRAPHS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    without = "".join(sorted(chr(code) for code in wanted - serif - rare))
    few = len((wanted - serif) & rare)
    print(f"written: {len(have)} graphs, of which {few} in {RARE}; in neither font: {without or 'none'}")


if __name__ == "__main__":
    main()
