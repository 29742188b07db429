"""jieba for the modern texts: a tokenizer of our own, silent, without its guesses at new words.

The module-wide tokenizer of jieba is never touched, and neither is its cache file, which all
processes of a machine share: the words that a text can contain are read from jieba's dictionary,
their weights as in the whole of it.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .lexicon import load_vocabulary

if TYPE_CHECKING:
    import jieba

LONGEST = 4  # longer forms of the vocabulary are phrases, for reading and not for cutting
LIGHTEST = 1000  # least weight of a term
PHRASE = re.compile("[的和、]")
COUNTED = re.compile("[一两二三]")  # 一揖, 答两拜: the number is a word of its own
WORD_CLASSES = frozenset({
    "actor", "action", "object", "place", "localizer", "adverb", "sequence", "mutual", "distributive", "both", "likeness",
    "conditional", "aspect", "alike", "facing",
})
# what jieba 0.42 says at import when warnings are shown: a deprecated import, and escapes in its sources
KNOWN_WARNINGS = ("pkg_resources is deprecated", "invalid escape sequence")


class Dictionary(NamedTuple):
    """Words of jieba's dictionary with weight and tag, and the sum of all its weights."""

    words: dict[str, tuple[int, str]]
    total: int


def import_jieba() -> Any:
    """The module jieba, imported without its known warnings; all others stay what they are."""
    with warnings.catch_warnings():
        for message in KNOWN_WARNINGS:
            warnings.filterwarnings("ignore", message=message)
        import jieba as module
    return module


@lru_cache(maxsize=1)
def _dictionary_text() -> str:
    spec = find_spec("jieba")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).with_name("dict.txt").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _total_weight() -> int:
    return sum(map(int, re.findall(r" (\d+) ?[a-z]*$", _dictionary_text(), re.MULTILINE)))


def read_dictionary(letters: Iterable[str]) -> Dictionary:
    """Words of jieba's dictionary that are written with these letters alone."""
    written = "".join(sorted(re.escape(letter) for letter in set(letters) if letter.isalnum()))
    lines = re.findall(rf"^([{written}]+) (\d+) ?([a-z]*)$", _dictionary_text(), re.MULTILINE) if written else []
    return Dictionary({word: (int(weight), tag) for word, weight, tag in lines}, _total_weight())


def _is_word(form: str, kind: str) -> bool:
    if kind not in WORD_CLASSES or not 2 <= len(form) <= LONGEST or PHRASE.search(form):
        return False
    return not (kind == "action" and COUNTED.search(form)) and (kind == "actor" or "之" not in form)


class Cutter:
    """A private jieba tokenizer over the words that some letters can form, and the vocabulary's.

    Parameters
    ----------
    letters : iterable of str
        Letters of the texts to be cut.
    """

    def __init__(self, letters: Iterable[str]) -> None:
        dictionary = read_dictionary(letters)
        self.tags = {word: tag for word, (_, tag) in dictionary.words.items()}
        self.tokenizer: jieba.Tokenizer = import_jieba().Tokenizer()
        self.tokenizer.FREQ = _with_prefixes({word: weight for word, (weight, _) in dictionary.words.items()})
        self.tokenizer.total = dictionary.total
        self.tokenizer.initialized = True  # so that it neither reads nor writes the shared cache, nor logs
        self._add_vocabulary()

    def _add_vocabulary(self) -> None:
        """The vocabulary's words, each with the weight at which it is kept whole."""
        tokenizer = self.tokenizer
        for entry in load_vocabulary("modern"):
            if _is_word(entry.form, entry.kind):
                weight = 1.0
                for piece in tokenizer.cut(entry.form, HMM=False):
                    weight *= max(tokenizer.FREQ.get(piece) or 1, 1) / tokenizer.total
                known = tokenizer.FREQ.get(entry.form) or 0
                tokenizer.FREQ.update(_with_prefixes({entry.form: max(int(weight * tokenizer.total) + 1, known, LIGHTEST)}, tokenizer.FREQ))

    def cut(self, text: str) -> list[str]:
        """Words of a text, in order; joined they give it back."""
        words: list[str] = self.tokenizer.lcut(text, HMM=False)
        return words


def _with_prefixes(weights: dict[str, int], known: dict[str, int] | None = None) -> dict[str, int]:
    """The weights with every beginning of a word, as jieba's search needs them."""
    out = dict(weights)
    known = known or {}
    for word in weights:
        for end in range(1, len(word)):
            if word[:end] not in out:
                out[word[:end]] = known.get(word[:end], 0)
    return out


@lru_cache(maxsize=4)
def cutter(letters: frozenset[str]) -> Cutter:
    """The cutter for a set of letters, made once."""
    return Cutter(letters)
