"""Folded forms: traditional script, one character for one, so that offsets carry over.

The text itself is never altered. What folds into what stands in `data/lexicon/variants.csv`, each
row with its kind and source; simplified script is converted character by character.
"""

from __future__ import annotations

from functools import lru_cache

from .lexicon import load_vocabulary


@lru_cache(maxsize=None)
def _folds(script: str) -> dict[int, str]:
    """Translation table of the variants that hold for a script (`Hant`, `Hans`, or both)."""
    return {
        ord(entry.form): entry.lemma
        for entry in load_vocabulary("variants")
        if entry.more["script"] in ("", script)
    }


@lru_cache(maxsize=None)
def _converter():  # type: ignore[no-untyped-def]
    from opencc import OpenCC  # here, since only simplified texts need it

    return OpenCC("s2t")


@lru_cache(maxsize=None)
def _traditional(char: str) -> str:
    """Traditional form of one simplified character; itself where one does not become one."""
    converted: str = _converter().convert(char)
    return converted if len(converted) == 1 else char


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
    >>> fold("众宾复位", script="Hans")
    '衆賓復位'
    """
    table = _folds(script)
    if script == "Hans":
        table = {**{ord(c): _traditional(c) for c in set(text) if ord(c) not in table}, **table}
    return text.translate(table)
