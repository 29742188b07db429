"""Words of the modern translations, with lemma and part of speech: cut as jieba cuts, read by the vocabulary."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import accumulate

from ..lexicon import load_vocabulary
from ..wordings import SPACE, Found, Sense, without_space
from .tokens import Cutter, cutter
from .words import Word, Words, read_words, senses

VOCABULARIES = {"actor": "actors", "action": "actions", "object": "objects", "place": "places"}
MODERN = {
    "actor": "NOUN", "action": "VERB", "object": "NOUN", "place": "NOUN", "localizer": "NOUN", "head": "NOUN", "rite": "NOUN",
    "facing": "VERB", "distributive": "ADV", "both": "NOUN", "mutual": "ADV", "negation": "ADV", "conditional": "SCONJ",
    "absent": "VERB", "conjunction": "CCONJ", "link": "CCONJ", "with": "ADP", "preposition": "ADP", "path": "ADP", "instrument": "ADP",
    "toward": "ADP", "disposal": "ADP", "aspect": "PART", "likeness": "VERB", "alike": "ADJ", "particle": "PART",
    "pronoun": "PRON", "sequence": "ADV", "adverb": "ADV", "numeral": "NUM", "measure": "NOUN", "walk": "VERB",
    "general": "ADV", "pretext": "PART", "mention": "VERB", "outcome": "VERB",
}
# first letters of jieba's tags (the ICTCLAS set)
TAGS = {
    "n": "NOUN", "s": "NOUN", "f": "NOUN", "t": "NOUN", "q": "NOUN", "j": "NOUN", "v": "VERB", "a": "ADJ", "b": "ADJ", "z": "ADJ",
    "d": "ADV", "m": "NUM", "r": "PRON", "p": "ADP", "c": "CCONJ", "u": "PART", "y": "PART", "k": "PART", "h": "PART", "e": "INTJ",
    "i": "VERB", "l": "VERB",
}
PROPER = ("nr", "ns", "nz", "nt")


class ModernReader:
    """Reads the clauses of one translation, each wording once."""

    def __init__(self, letters: frozenset[str]) -> None:
        self.letters = letters
        self.wordings: dict[tuple[str, str], Found] = {}
        self.senses: dict[tuple[str, int], Sense] = {}  # of words, by what the reading of the clause takes them for

    def read(self, text: str, norm: str) -> Found:
        """Words of a clause with their places in it."""
        found = self.wordings.get((text, norm))
        if found is None:
            found = self.wordings[text, norm] = self._read(text, norm)
        return found

    @cached_property
    def cutter(self) -> Cutter:
        """Made when a translation is read, since the dictionary takes time."""
        return cutter(self.letters)

    def _read(self, text: str, norm: str) -> Found:
        words = read_words(norm)
        texts = self._cut(text, words)
        starts = list(accumulate(map(len, texts), initial=0))[:-1]
        read = {word.start: word for word in words}
        found = []
        for form, start in zip(texts, starts, strict=True):
            word = read.get(start)
            if word is not None and word.end - start != len(form):
                word = None
            key = form, id(word.sense) if word is not None else 0  # a vocabulary's senses stay, so their ids tell them apart
            sense = self.senses.get(key)
            if sense is None:
                sense = self.senses[key] = self._sense(form, norm[start:start + len(form)], word)
            found.append(sense)
        tokens = Found(starts, texts, found)
        return without_space(tokens) if SPACE in found else tokens

    def _cut(self, text: str, words: Words) -> list[str]:
        """Words as jieba has them; nothing is cut across the edges of a word of facing (上方|面朝|北, never 方面)."""
        cut = self.cutter.cut
        edges = [edge for word in words if word.kind == "F" for edge in (word.start, word.start + 2, word.end)]
        if not edges:
            return cut(text)
        return [form for a, b in zip([0, *edges], [*edges, len(text)], strict=True) if a < b for form in cut(text[a:b])]

    def _sense(self, text: str, folded: str, word: Word | None) -> Sense:
        if text.isspace():
            return SPACE
        sense = word.sense if word is not None else next(iter(senses().get(folded, ())), None)
        if sense is None:
            return _plain(text, folded, self.cutter.tags.get(text, ""))
        lemma = sense.lemmas[0] if sense.kind in VOCABULARIES and len(sense.lemmas) == 1 else folded
        return Sense(lemma, MODERN[sense.kind], _class_of(lemma, sense.kind))


def _plain(text: str, folded: str, tag: str) -> Sense:
    """A word that only jieba's dictionary knows; its lemma is the word in traditional letters."""
    if not any(char.isalnum() for char in text):
        return Sense(text, "PUNCT", "")
    upos = "PROPN" if tag.startswith(PROPER) else TAGS.get(tag[:1], "NUM" if text.isdigit() else "X")
    return Sense(folded, upos, "")


def _class_of(lemma: str, kind: str) -> str:
    """Class of a lemma in the classical vocabularies, so that all layers are counted alike."""
    return _vocabulary_classes(VOCABULARIES[kind]).get(lemma, kind) if kind in VOCABULARIES else kind


@lru_cache(maxsize=None)
def _vocabulary_classes(name: str) -> dict[str, str]:
    return {entry.lemma: entry.kind for entry in reversed(load_vocabulary(name))}
