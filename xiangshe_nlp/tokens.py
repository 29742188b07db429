"""Tokens of every layer, with lemma and part of speech (Universal Dependencies).

Classical text is cut by longest match over the vocabularies on folded text, all else letter by
letter: in classical Chinese a letter is a word, and a segmenter that does not know the rite finds
words where there are none. The modern translations are cut by jieba.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from . import modern_words
from .lexicon import load_vocabulary, once
from .model import Chapter, Clause, Token, own_offsets
from .modern_tokens import cutter
from .modern_words import Word, read_words
from .normalize import fold

CLASSICAL = ("actors", "actions", "objects", "places", "numerals", "particles", "titles", "function_words")
NAMES = {"actors": "NOUN", "actions": "VERB", "objects": "NOUN", "places": "NOUN", "numerals": "NUM", "titles": "PROPN"}
CLASSES = {
    "negator": "ADV", "conditional": "SCONJ", "sequence": "ADV", "purpose": "ADP", "link": "CCONJ", "distributive": "ADV",
    "manner": "ADV", "mutual": "ADV", "side": "NOUN", "turn": "VERB", "dress": "NOUN", "reply": "VERB", "source": "ADP",
    "final": "PART", "nominal": "PART", "attributive": "PART", "pronoun": "PRON", "coordinator": "CCONJ",
    "subordinator": "SCONJ", "adposition": "ADP", "auxiliary": "AUX", "adverb": "ADV", "demonstrative": "DET",
    "verb": "VERB", "noun": "NOUN", "adjective": "ADJ", "name": "PROPN",
}
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
BEFORE_NOUNS = frozenset({"ADP", "DET", "NUM"})
BODILY = frozenset({"posture", "motion", "turning", "salutation"})  # acts after which another may follow: 坐奠爵
SIDES = frozenset("東西南北左右")
BEFORE_VERBS = frozenset({"ADV", "AUX", "SCONJ"})


class Sense(NamedTuple):
    """What a vocabulary says of a form."""

    lemma: str
    upos: str
    kind: str


def tokenize(clauses: Sequence[Clause], chapter: Chapter) -> list[Token]:
    """Tokens of clauses; white space is none, every other character belongs to one token.

    Parameters
    ----------
    clauses : sequence of Clause
        Rows of `clauses`, in their order.
    chapter : Chapter
        The chapter, for the script of its witnesses.

    Returns
    -------
    list of Token
        Rows of `tokens`, numbered within each witness.
    """
    scripts = {witness.witness_id: witness.script for witness in chapter.witnesses}
    modern = frozenset("".join({clause.text for clause in clauses if clause.layer == "translation"}))
    counts: dict[str, int] = {}
    out: list[Token] = []
    for clause in clauses:
        translated = clause.layer == "translation"
        found = _modern(clause, modern, scripts.get(clause.witness_id, "Hans")) if translated else _classical(clause)
        number = counts.get(clause.witness_id, 0)
        for seq, (start, end, text, sense) in enumerate(found, start=1):
            number += 1
            out.append(Token(f"{clause.witness_id}-t{number:05d}", clause.clause_id, seq, start, end, text, *sense))
        counts[clause.witness_id] = number
    return out


# ---- classical layers


@once
def _senses() -> dict[str, tuple[Sense, ...]]:
    """Every folded form of the classical vocabularies with what each says of it."""
    out: dict[str, list[Sense]] = {}
    for name in CLASSICAL:
        for entry in load_vocabulary(name):
            upos = CLASSES.get(entry.kind) or NAMES.get(name, "X")
            lemma = entry.form if name == "numerals" else entry.lemma
            sense = Sense(lemma, upos, entry.kind)
            if all(sense.upos != known.upos for known in out.setdefault(entry.form, [])):
                out[entry.form].append(sense)
    return {form: tuple(senses) for form, senses in out.items()}


@once
def _lengths() -> dict[str, tuple[int, ...]]:
    out: dict[str, set[int]] = {}
    for form in _senses():
        out.setdefault(form[0], set()).add(len(form))
    return {first: tuple(sorted(lengths, reverse=True)) for first, lengths in out.items()}


def _classical(clause: Clause) -> Iterator[tuple[int, int, str, Sense]]:
    own = own_offsets(clause.start, clause.end, clause.skip) if clause.skip else range(clause.start, clause.end)
    before = Sense("", "", "")
    for lo, hi, senses in _matches(clause.norm):
        sense = senses[0] if len(senses) == 1 else _choose(senses, before, clause.norm[hi:hi + 1])
        before = sense
        for start, end in _whole(own, lo, hi) if clause.skip else ((own[lo], own[hi - 1] + 1),):
            whole = end - start == hi - lo
            yield start, end, clause.text[start - clause.start:end - clause.start], sense if whole else _letter(clause.norm[lo])


def _matches(norm: str) -> Iterator[tuple[int, int, tuple[Sense, ...]]]:
    """Longest matches and single letters of a folded clause, white space left out."""
    senses, lengths = _senses(), _lengths()
    i, size = 0, len(norm)
    while i < size:
        for length in lengths.get(norm[i], ()):
            found = senses.get(norm[i:i + length])
            if found is not None and i + length <= size:
                yield i, i + length, found
                i += length
                break
        else:
            if not norm[i].isspace():
                yield i, i + 1, (_letter(norm[i]),)
            i += 1


def _whole(own: Sequence[int], lo: int, hi: int) -> list[tuple[int, int]]:
    """File span of a token; one span a letter where a note interrupts it."""
    if own[hi - 1] - own[lo] == hi - 1 - lo:
        return [(own[lo], own[hi - 1] + 1)]
    return [(own[k], own[k] + 1) for k in range(lo, hi)]


@lru_cache(maxsize=None)
def _letter(char: str) -> Sense:
    if char.isalnum():
        return Sense(char, "NUM" if char.isdigit() else "X", "")
    return Sense(char, "PUNCT", "")


def _choose(senses: tuple[Sense, ...], previous: Sense, after: str) -> Sense:
    """The sense that fits between its neighbours: a noun after a preposition, a verb after an adverb.

    >>> washing = (Sense("洗", "VERB", "washing"), Sense("洗", "NOUN", "vessel"))
    >>> _choose(washing, Sense("於", "ADP", "adposition"), "").upos, _choose(washing, Sense("不", "ADV", "negator"), "爵").upos
    ('NOUN', 'VERB')
    """
    before = previous.upos if previous.kind not in BODILY else ""
    by = {sense.upos: sense for sense in reversed(senses)}
    ahead = _classes(after)
    if "PART" in by and "PRON" in by:
        return by["PART" if before in ("NOUN", "PROPN") and "NOUN" in ahead else "PRON"]
    if "VERB" in ahead and (before not in BEFORE_NOUNS or "NOUN" not in by):
        for upos in ("ADV", "PART", "AUX"):
            if upos in by:
                return by[upos]
    if before in BEFORE_VERBS and "VERB" in by:
        return by["VERB"]
    if before in BEFORE_NOUNS and "NOUN" in by:
        return by["NOUN"]
    if "VERB" in by and "NOUN" in by:
        if senses[0].lemma in SIDES or by["NOUN"].kind == "noun" or before == "VERB":
            return by["NOUN"]
        if before in ("", "NOUN", "PUNCT") and "NOUN" in ahead:
            return by["VERB"]
        return by["NOUN"] if previous.upos == "VERB" else senses[0]
    return senses[0]


@lru_cache(maxsize=None)
def _classes(letter: str) -> frozenset[str]:
    """Parts of speech that the word of this one letter can be."""
    return frozenset(sense.upos for sense in _senses().get(letter, ()))


# ---- modern texts


def _modern(clause: Clause, letters: frozenset[str], script: str) -> Iterator[tuple[int, int, str, Sense]]:
    for start, end, text, sense in _modern_words(clause.text, clause.norm, letters, script):
        yield clause.start + start, clause.start + end, text, sense


@lru_cache(maxsize=8192)
def _modern_words(text: str, norm: str, letters: frozenset[str], script: str) -> tuple[tuple[int, int, str, Sense], ...]:
    """Words of a modern clause with their places in it; a wording that recurs is cut once."""
    cut = cutter(letters)
    words = read_words(norm)
    read = {(word.start, word.end): word for word in words}
    out, at = [], 0
    for word in (word for piece in _pieces(text, words) for word in cut.cut(piece)):
        end = at + len(word)
        if not word.isspace():
            out.append((at, end, word, _modern_sense(word, read.get((at, end)), cut.tags.get(word, ""), script)))
        at = end
    return tuple(out)


def _pieces(text: str, words: modern_words.Words) -> list[str]:
    """The text parted at its words of facing, across which nothing is cut (上方|面朝|北, never 方面)."""
    cuts = [0, *(edge for word in words if word.kind == "F" for edge in (word.start, word.start + 2, word.end)), len(text)]
    return [text[a:b] for a, b in zip(cuts, cuts[1:], strict=False) if a < b]


def _modern_sense(text: str, word: Word | None, tag: str, script: str) -> Sense:
    sense = word.sense if word is not None else _unread(text, script)
    return _plain(text, tag, script) if sense is None else _known(text, sense.kind, sense.lemmas, script)


@lru_cache(maxsize=None)
def _known(text: str, kind: str, lemmas: tuple[str, ...], script: str) -> Sense:
    lemma = lemmas[0] if kind in VOCABULARIES and len(lemmas) == 1 else fold(text, script)
    return Sense(lemma, MODERN[kind], _class_of(lemma, kind))


@lru_cache(maxsize=None)
def _unread(text: str, script: str) -> modern_words.Sense | None:
    """What the vocabulary says of a word that the reading of the clause took otherwise."""
    return next(iter(modern_words.senses().get(fold(text, script), ())), None)


@lru_cache(maxsize=None)
def _plain(text: str, tag: str, script: str) -> Sense:
    """A word that only jieba's dictionary knows; its lemma is the word in traditional letters."""
    if not any(char.isalnum() for char in text):
        return Sense(text, "PUNCT", "")
    upos = "PROPN" if tag.startswith(PROPER) else TAGS.get(tag[:1], "NUM" if text.isdigit() else "X")
    return Sense(fold(text, script), upos, "")


@lru_cache(maxsize=None)
def _class_of(lemma: str, kind: str) -> str:
    """Class of a lemma in the classical vocabularies, so that all layers are counted alike."""
    name = VOCABULARIES.get(kind)
    if name is None:
        return kind
    return next((entry.kind for entry in load_vocabulary(name) if entry.lemma == lemma), kind)
