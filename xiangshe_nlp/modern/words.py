"""Words of the modern translations: what `data/lexicon/modern.csv` says they mean in the rite's terms.

A form may have several senses (洗 the basin, 洗 to wash); the words that stand beside it decide.
The forms are written as the translations have them and folded here, so they match `norm`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..lexicon import Entry, load_vocabulary, once
from ..normalize import fold

NUMBERS = {"一": 1, "兩": 2, "二": 2, "再": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
DIRECTIONS = ("東北", "東南", "西北", "西南", "東", "西", "南", "北")
END = "$"  # in a condition: the edge of the clause
# one letter a kind of word, so that the shape of a clause can be read as a string
KINDS = {
    "actor": "A", "action": "V", "object": "O", "place": "P", "localizer": "L", "head": "H", "rite": "R", "facing": "F",
    "distributive": "D", "both": "B", "mutual": "M", "negation": "N", "conditional": "I", "absent": "X", "conjunction": "C",
    "link": "E", "with": "W", "preposition": "T", "path": "T", "instrument": "T", "toward": "T", "disposal": "G", "aspect": "K",
    "likeness": "S", "alike": "Q", "particle": "d", "pronoun": "J", "sequence": "U", "adverb": "Y", "numeral": "1",
    "measure": "m", "walk": "w", "pretext": "x", "mention": "q", "general": "g", "outcome": "Y",
}
OTHER = "u"
new = tuple.__new__  # a named tuple from its fields in order, in a third of the time of calling its class


class Sense(NamedTuple):
    """One meaning of a form.

    `verbs` are the spans of the verb itself within the form, one for each act that the form tells;
    `by` names the act by the thing acted on; `after` and `before` are words of which one must
    follow or stand before; `rule` says how the act is built, `doer` who alone does it.
    """

    kind: str
    lemmas: tuple[str, ...]
    verbs: tuple[tuple[int, int], ...]
    by: tuple[tuple[frozenset[str], str], ...]
    after: tuple[str, ...]
    before: tuple[str, ...]
    rule: str
    doer: str
    entry: Entry


class Word(NamedTuple):
    """A word of a clause, with its place in `norm`, the letter of its kind and its first lemma.

    `sense` is None, and `lemma` empty, for what no vocabulary knows.
    """

    start: int
    end: int
    form: str
    sense: Sense | None
    kind: str = OTHER
    lemma: str = ""


Words = tuple[Word, ...]


def _verbs(form: str, parts: str, count: int) -> tuple[tuple[int, int], ...]:
    """Spans of the verb in a form: where one of the alternatives of `parts` stands, else the whole."""
    for alternative in filter(None, parts.split(";")):
        pieces = alternative.split("+")
        if all(piece in form for piece in pieces):
            return tuple((form.rindex(piece), form.rindex(piece) + len(piece)) for piece in pieces)
    return ((0, len(form)),) * count


def _by(cell: str) -> tuple[tuple[frozenset[str], str], ...]:
    out = []
    for case in filter(None, cell.split(";")):
        things, _, lemma = case.partition("=")
        out.append((frozenset(fold(thing, "Hans") for thing in things.split("|")), lemma))
    return tuple(out)


def _words(cell: str) -> tuple[str, ...]:
    return tuple(fold(word, "Hans") for word in cell.split("|")) if cell else ()


def _sense(entry: Entry, form: str) -> Sense:
    more: Mapping[str, str] = entry.more
    lemmas = tuple(entry.lemma.split("+")) if entry.kind in ("action", "actor") else (entry.lemma,)
    return Sense(
        entry.kind, lemmas, _verbs(form, fold(more["verb"], "Hans"), len(lemmas)), _by(more["by"]), _words(more["after"]),
        _words(more["before"]), more["rule"], more["doer"], entry,
    )


@once
def senses() -> dict[str, tuple[Sense, ...]]:
    """Every folded form with its senses, in the order of the file; actors of the rite come last."""
    out: dict[str, list[Sense]] = {}
    for entry in load_vocabulary("modern"):
        form = fold(entry.form, "Hans")
        out.setdefault(form, []).append(_sense(entry, form))
    plain = {"verb": "", "by": "", "after": "", "before": "", "rule": "", "doer": ""}
    for entry in load_vocabulary("actors"):
        if entry.kind != "coordination" and len(entry.form) > 1 and entry.form not in out and not entry.form.endswith(("人", "長")):
            actor = entry._replace(kind="actor", more=plain)
            out[entry.form] = [_sense(actor, entry.form)]
    return {form: tuple(found) for form, found in out.items()}


@once
def _lengths() -> dict[str, tuple[int, ...]]:
    """Lengths of the forms, the longest first, by the first two letters; of single letters by themselves."""
    out: dict[str, set[int]] = {}
    for form in senses():
        out.setdefault(form[:2], set()).add(len(form))
    for start, lengths in out.items():
        lengths |= out.get(start[0], set())
    return {start: tuple(sorted(lengths, reverse=True)) for start, lengths in out.items()}


@once
def _plain() -> dict[str, tuple[Sense, str, str]]:
    """Forms that mean one thing wherever they stand: their sense, the letter of its kind and its first lemma."""
    firsts = ((form, found[0]) for form, found in senses().items())
    return {
        form: (sense, KINDS[sense.kind], sense.lemmas[0])
        for form, sense in firsts if not (sense.after or sense.before) and sense.kind != "facing"
    }


def _fits(sense: Sense, text: str, start: int, end: int) -> bool:
    if any(text.startswith(word, end) if word != END else end >= len(text) for word in sense.after):
        return True
    return any(text.endswith(word, 0, start) if word != END else start == 0 for word in sense.before)


@lru_cache(maxsize=8192)
def read_words(text: str) -> Words:
    """Words of a folded clause, left to right; a run of unknown letters is one word without sense.

    >>> [(word.form, word.kind) for word in read_words("主人坐下取爵")]
    [('主人', 'A'), ('坐下', 'V'), ('取', 'V'), ('爵', 'O')]
    """
    out: list[Word] = []
    lengths, plain, known = _lengths(), _plain(), senses()
    i, size, unknown = 0, len(text), 0
    while i < size:
        word = None
        for length in lengths.get(text[i:i + 2]) or lengths.get(text[i], ()):
            form = text[i:i + length]
            if form in plain:
                word = new(Word, (i, i + len(form), form, *plain[form]))
                break
            if form in known:
                word = _word_at(text, i, length)
                break
        if word is None:
            i += 1
            continue
        if unknown < i and not text[unknown:i].isspace():
            out.append(new(Word, (unknown, i, text[unknown:i], None, OTHER, "")))
        out.append(word)
        i = unknown = word.end
    if unknown < size and not text[unknown:].isspace():
        out.append(Word(unknown, size, text[unknown:], None))
    return tuple(out)


def _word_at(text: str, start: int, longest: int) -> Word | None:
    """The longest form at `start` of which a sense fits its neighbours."""
    for end in range(min(start + longest, len(text)), start, -1):
        form = text[start:end]
        for sense in senses().get(form, ()):
            if not (sense.after or sense.before) or _fits(sense, text, start, end):
                word = Word(start, end, form, sense, KINDS[sense.kind], sense.lemmas[0])
                return _facing(text, word) if sense.kind == "facing" else word
    return None


def _facing(text: str, word: Word) -> Word | None:
    """A word of facing with the direction that follows it; None where none does."""
    for direction in DIRECTIONS:
        if text.startswith(direction, word.end):
            end = word.end + len(direction)
            end += text.startswith("方", end) and not text.startswith("方向", end)
            return word._replace(end=end, form=text[word.start:end])
    return None


def facing_of(word: Word) -> str:
    """Direction that a word of facing names, as the Yili writes it (面朝西南: 西南面)."""
    return next((d + "面" for d in DIRECTIONS if d in word.form), "")


def number_in(form: str) -> int | None:
    """How often, where a verb's own form says it (答兩拜: 2).

    >>> number_in("答兩拜"), number_in("答拜")
    (2, None)
    """
    return next((NUMBERS[char] for char in form if char in NUMBERS), None)
