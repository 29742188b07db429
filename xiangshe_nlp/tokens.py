"""Tokens of every layer, with lemma and part of speech (Universal Dependencies).

Classical text is cut by longest match over the vocabularies on folded text, all else letter by
letter: in classical Chinese a letter is a word, and a segmenter that does not know the rite finds
words where there are none. The modern translations are cut as jieba cuts them. A wording that recurs
is read once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import count, islice, repeat
from operator import add

from .lexicon import load_vocabulary, once
from .model import Chapter, Clause, Token
from .modern.reader import ModernReader
from .wordings import SPACE, Found, Sense, interrupted, letter, own_text

CLASSICAL = ("actors", "actions", "objects", "places", "numerals", "particles", "titles", "function_words")
NAMES = {"actors": "NOUN", "actions": "VERB", "objects": "NOUN", "places": "NOUN", "numerals": "NUM", "titles": "PROPN"}
CLASSES = {
    "negator": "ADV", "conditional": "SCONJ", "sequence": "ADV", "purpose": "ADP", "link": "CCONJ", "distributive": "ADV",
    "manner": "ADV", "mutual": "ADV", "side": "NOUN", "turn": "VERB", "dress": "NOUN", "reply": "VERB", "source": "ADP",
    "final": "PART", "nominal": "PART", "attributive": "PART", "pronoun": "PRON", "coordinator": "CCONJ",
    "subordinator": "SCONJ", "adposition": "ADP", "auxiliary": "AUX", "adverb": "ADV", "demonstrative": "DET",
    "verb": "VERB", "noun": "NOUN", "adjective": "ADJ", "name": "PROPN",
}
BEFORE_NOUNS = frozenset({"ADP", "DET", "NUM"})
BODILY = frozenset({"posture", "motion", "turning", "salutation"})  # acts after which another may follow: 坐奠爵
SIDES = frozenset("東西南北左右")
BEFORE_VERBS = frozenset({"ADV", "AUX", "SCONJ"})


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
    modern = frozenset("".join({clause.text for clause in clauses if clause.layer == "translation"}))
    readers = {witness.witness_id: ModernReader(modern) for witness in chapter.witnesses}
    ids = {witness.witness_id: _token_ids(witness.witness_id) for witness in chapter.witnesses}
    columns: tuple[list[str], list[str], list[int], list[int], list[str]] = [], [], [], [], []
    token_ids, clause_ids, seqs, starts, texts = columns
    senses: list[Sense] = []
    for clause in clauses:
        text = clause.text if not clause.skip else own_text(clause)
        read = readers[clause.witness_id].read if clause.layer == "translation" else _classical
        found = read(text, clause.norm)
        if clause.skip:
            found = interrupted(clause, found)
        size = len(found.texts)
        token_ids += islice(ids[clause.witness_id], size)
        clause_ids += repeat(clause.clause_id, size)
        seqs += range(1, size + 1)
        starts += [clause.start + start for start in found.starts]
        texts += found.texts
        senses += found.senses
    ends = map(add, starts, map(len, texts))
    rows = zip(token_ids, clause_ids, seqs, starts, ends, texts, *zip(*senses, strict=True), strict=True)
    return list(map(partial(tuple.__new__, Token), rows))  # a quarter of the time of calling `Token`


def _token_ids(witness_id: str) -> Iterator[str]:
    """Ids in order, from 1; written by tens, for there are tens of thousands.

    >>> list(islice(_token_ids("jishi"), 2))
    ['jishi-t00001', 'jishi-t00002']
    """
    for number in count():
        tens = f"{witness_id}-t{number:04d}"
        for digit in "0123456789" if number else "123456789":
            yield tens + digit


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


@lru_cache(maxsize=8192)
def _classical(text: str, norm: str) -> Found:
    """Tokens of a clause: longest matches and single letters, white space left out."""
    known, lengths = _senses(), _lengths()
    starts, texts, found = [], [], []
    sense = SPACE
    at, size = 0, len(norm)
    while at < size:
        for length in lengths.get(norm[at], ()):
            form = norm[at:at + length]
            if form in known:
                break
        else:
            form = norm[at]
        start, at = at, at + len(form)
        senses = known.get(form)
        if senses is None:
            if form.isspace():
                continue
            sense = letter(form)
        else:
            sense = senses[0] if len(senses) == 1 else _choose(senses, sense, norm[at:at + 1])
        starts.append(start)
        texts.append(text[start:at])
        found.append(sense)
    return Found(starts, texts, found)


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
