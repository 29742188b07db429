"""Words of the modern texts: the dictionary and the method of jieba, without its guesses at new words.

The words that a text can contain are read from the dictionary of the package jieba, their weights as
in the whole of it, and a text is cut into its most probable words, as jieba does with HMM off. Its
code is not run: it would print, write a cache file that all processes share, and take thrice as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.util import find_spec
from math import inf, log
from pathlib import Path
from typing import NamedTuple

from ..lexicon import load_vocabulary

LONGEST = 4  # longer forms of the vocabulary are phrases, for reading and not for cutting
LIGHTEST = 1000  # least weight of a term
PHRASE = re.compile("[的和、]")
COUNTED = re.compile("[一两二三]")  # 一揖, 答两拜: the number is a word of its own
WORD_CLASSES = frozenset({
    "actor", "action", "object", "place", "localizer", "adverb", "sequence", "mutual", "distributive", "both", "likeness",
    "conditional", "aspect", "alike", "facing",
})
TOTAL = 60_101_967  # sum of all weights of jieba's dictionary
ALL = log(TOTAL)
NO_WAY = -inf
LETTER = "[\u4E00-\u9FD5a-zA-Z0-9+#&._%-]"  # of which jieba makes words; all else is cut letter by letter
BLOCKS = re.compile(rf"{LETTER}+|\r\n|.", re.DOTALL)
HAN = re.compile("[\u4E00-\u9FD5]+")
LATIN = re.compile("[a-zA-Z0-9]")


class Dictionary(NamedTuple):
    """What the dictionary says of words: how much each weighs, and its tag."""

    weights: dict[str, int]
    tags: dict[str, str]


@lru_cache(maxsize=1)
def _dictionary_text() -> str:
    spec = find_spec("jieba")
    assert spec is not None and spec.origin is not None
    return "\n" + Path(spec.origin).with_name("dict.txt").read_bytes().decode()


def read_dictionary(letters: Iterable[str]) -> Dictionary:
    """Words of jieba's dictionary that are written with these letters alone."""
    written = "".join(sorted(letter for letter in set(letters) if letter.isalnum() and re.match(LETTER, letter)))
    found = re.findall(rf"\n([{written}]+) (\d+) ?([a-z]*)", _dictionary_text()) if written else []
    words, weights, tags = zip(*found, strict=True) if found else ((), (), ())
    return Dictionary(dict(zip(words, map(int, weights), strict=True)), dict(zip(words, tags, strict=True)))


def _is_word(form: str, kind: str) -> bool:
    if kind not in WORD_CLASSES or not 2 <= len(form) <= LONGEST or PHRASE.search(form):
        return False
    return not (kind == "action" and COUNTED.search(form)) and (kind == "actor" or "之" not in form)


class Cutter:
    """Cuts texts into the words that some letters can form, and the vocabulary's.

    Parameters
    ----------
    letters : iterable of str
        Letters of the texts to be cut.
    """

    def __init__(self, letters: Iterable[str]) -> None:
        self.weights, self.tags = read_dictionary(letters)
        self._chances = {word: log(weight) - ALL for word, weight in self.weights.items()}
        # length of the longest word that begins with two letters
        self._longest = {word[:2]: len(word) for word in sorted(self.weights, key=len) if len(word) > 1}
        for entry in load_vocabulary("modern"):
            if _is_word(entry.form, entry.kind):
                self._add(entry.form)

    def _add(self, form: str) -> None:
        """Add a word of the vocabulary with the weight at which it is kept whole."""
        share = 1.0
        for piece in self.cut(form):
            share *= self.weights.get(piece, 1) / TOTAL
        self.weights[form] = max(int(share * TOTAL) + 1, self.weights.get(form, 0), LIGHTEST)
        self._chances[form] = log(self.weights[form]) - ALL
        self._longest[form[:2]] = max(self._longest.get(form[:2], 0), len(form))

    def cut(self, text: str) -> list[str]:
        """Words of a text, in order; joined they give it back."""
        if HAN.fullmatch(text):
            return self._path(text)
        words: list[str] = []
        for block in BLOCKS.findall(text):
            words += [block] if block.isspace() else _join_latin(self._path(block))
        return words

    def _path(self, block: str) -> list[str]:
        """The most probable words of a block, of equals the longer; found from its end, the best way on from each letter.

        A letter that begins words but is none itself is no way on, as in jieba.
        """
        chances, longest, size = self._chances, self._longest, len(block)
        scores, ends = [0.0] * (size + 1), [0] * size
        for start in range(size - 1, -1, -1):
            end = start + 1
            chance = chances.get(block[start])
            best = chance + scores[end] if chance is not None else NO_WAY
            reach = longest.get(block[start:start + 2])
            for stop in range(start + 2, min(start + reach, size) + 1) if reach else ():
                chance = chances.get(block[start:stop])
                if chance is not None and chance + scores[stop] >= best:
                    best, end = chance + scores[stop], stop
            scores[start], ends[start] = best if best > NO_WAY else scores[end] - ALL, end
        words, start = [], 0
        while start < size:
            words.append(block[start:ends[start]])
            start = ends[start]
        return words


def _join_latin(words: Iterable[str]) -> list[str]:
    """The words, of which single Latin letters and digits that follow each other are one."""
    out: list[str] = []
    run = False
    for word in words:
        latin = len(word) == 1 and LATIN.match(word) is not None
        if latin and run:
            out[-1] += word
        else:
            out.append(word)
        run = latin
    return out


@lru_cache(maxsize=4)
def cutter(letters: frozenset[str]) -> Cutter:
    """The cutter for a set of letters, made once."""
    return Cutter(letters)
