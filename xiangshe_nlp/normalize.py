"""Folded forms: traditional script, one character for one, so that offsets carry over.

The text itself is never altered. What folds into what stands in `data/lexicon/variants.csv`, each
row with its kind and source; a row with a script holds for texts in that script alone. Simplified
script is converted character by character first, where that table has no better answer (里, 几, 尸
stay what they are in a ritual text). Compatibility ideographs fold into the graphs that Unicode
gives for them.
"""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .lexicon import load_vocabulary

COMPATIBILITY = (range(0x2F00, 0x2FD6), range(0xF900, 0xFAD9), range(0x2F800, 0x2FA1E))
FIRST_GRAPH = "\u2e80"  # below it there is nothing to convert
SURROGATES = frozenset(map(chr, range(0xD800, 0xE000)))  # no characters


def fold(text: str, script: str = "Hant") -> str:
    """Folded form of a text, with exactly as many code points.

    Parameters
    ----------
    text : str
        Text of a witness or a form to look up.
    script : {"Hant", "Hans"}
        Script of the text; `Hans` is converted first.

    >>> fold("主人荅再拜于門外")
    '主人答再拜於門外'
    >>> fold("众宾复位，尸坐于几后", script="Hans")
    '衆賓復位，尸坐於几後'
    """
    table = _table(script)
    if script == "Hans":
        new = {char for char in set(text) - SURROGATES if char >= FIRST_GRAPH and ord(char) not in table}
        if new:
            _convert(sorted(new), table)
    return text.translate(table)


@cache
def _table(script: str) -> dict[int, str]:
    """Translation table of a script; that of `Hans` grows with the characters it meets."""
    table = {
        ord(entry.form): entry.lemma
        for entry in load_vocabulary("variants")
        if entry.more["script"] in ("", script)
    }
    if script != "Hans":
        for char in (chr(code) for block in COMPATIBILITY for code in block):
            plain = _plain(char)
            table[ord(char)] = table.get(ord(plain), plain)
    return table


def _plain(char: str) -> str:
    """The graph that Unicode gives for a compatibility ideograph; any other character itself."""
    plain = unicodedata.normalize("NFKC", char)
    return plain if len(plain) == 1 else char


@cache
def _converter() -> Any:
    """OpenCC with its table of characters alone: its phrases, of no use here, take forty times as long to load."""
    import opencc  # here, since only simplified texts need it

    characters = Path(opencc.__file__).parent / "clib" / "share" / "opencc" / "STCharacters.ocd2"
    if not characters.is_file():
        return opencc.OpenCC("s2t")
    table = {"type": "ocd2", "file": str(characters)}
    config = {"name": "characters", "segmentation": {"type": "mmseg", "dict": table}, "conversion_chain": [{"dict": table}]}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "characters.json"
        path.write_text(json.dumps(config), encoding="utf-8")
        return opencc.OpenCC(str(path))


def _convert(chars: list[str], table: dict[int, str]) -> None:
    """Add the traditional forms of simplified characters to a table, each folded by that table.

    The characters are converted in one call but apart, so that no phrase is seen in them.
    """
    plain = [_plain(char) if any(ord(char) in block for block in COMPATIBILITY) else char for char in chars]
    converted = _converter().convert("\n".join(plain)).split("\n")
    for char, simple, traditional in zip(chars, plain, converted, strict=True):
        found = traditional if len(traditional) == 1 else simple
        table[ord(char)] = table.get(ord(simple), table.get(ord(found), found))
