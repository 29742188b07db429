"""Clauses, actions and actors of the ritual texts: 鄉射禮 and whatever chapter you bring.

>>> import xiangshe_nlp as xn
>>> corpus = xn.load_corpus()
>>> corpus.stages.loc[0, "heading"]
'戒賓'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import InputError, XiangsheError

if TYPE_CHECKING:
    from .corpus import Corpus, load_corpus

__all__ = ["Corpus", "InputError", "XiangsheError", "load_corpus"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Load what needs pandas only when it is asked for."""
    if name in ("Corpus", "load_corpus"):
        from . import corpus

        return getattr(corpus, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
