"""Words by which definitions are known: markers, closes, particles, and words that are not to be cut."""

from __future__ import annotations

import re
from functools import lru_cache

from ..lexicon import alternation, load_vocabulary, once


@once
def _forms() -> dict[str, frozenset[str]]:
    """Words of `gloss_patterns.csv` by class."""
    rows = load_vocabulary("gloss_patterns")
    return {kind: frozenset(e.form for e in rows if e.kind == kind) for kind in sorted({e.kind for e in rows})}


@once
def _patterns() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile("|".join(sorted(words, key=lambda form: (-len(form), form))))
            for kind, words in _forms().items()}


@lru_cache(maxsize=None)
def forms(kind: str) -> frozenset[str]:
    """Words of one class of `gloss_patterns.csv`."""
    return _forms()[kind]


@lru_cache(maxsize=None)
def any_of(kind: str) -> re.Pattern[str]:
    """Pattern of the forms of one class, which may be patterns themselves."""
    return _patterns()[kind]


@once
def titles() -> re.Pattern[str]:
    """Where a book begins to be quoted: 周禮, 大射曰, 詩云."""
    works = load_vocabulary("works")
    books = alternation(e.form for e in works if e.kind == "book")
    named = alternation(e.form for e in works if e.kind in ("chapter", "short", "part"))
    return re.compile(f"如?(?:{books})|(?:{named})(?:記|職)?(?:曰|云)")


@lru_cache(maxsize=None)
def vocabulary(name: str) -> frozenset[str]:
    """Forms of one vocabulary."""
    return frozenset(e.form for e in load_vocabulary(name))


@once
def known_words() -> dict[str, list[str]]:
    """Words that are not to be cut, by their first two letters: roles, places, things, offices, titles of songs."""
    words = {form for name in ("actors", "places", "objects", "titles") for form in vocabulary(name) if len(form) > 1}
    words |= {e.form for e in load_vocabulary("works") if e.kind in ("office", "chapter")}
    out: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (-len(word), word)):
        out.setdefault(word[:2], []).append(word)
    return out
