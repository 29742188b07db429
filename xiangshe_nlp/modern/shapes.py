"""The shape of a modern clause, one letter a word, and the verbs by which it only names an act.

Modern Chinese names acts without telling them: in relative clauses (放在俎西邊的觶), comparisons
(與三耦一樣), time clauses (上堂時), as what is declined or reported (辭謝賓下堂). Each function here
finds the indices of such words, see `modern.words.KINDS` for the letters.
"""

from __future__ import annotations

import re

from .words import Word, Words

NOUNS = frozenset("AOPLHJ1mdzu")
RULING = frozenset({"授", "獻", "酬", "酢", "送", "迎", "對", "請", "告", "命", "使", "反", "復", "就", "適"})  # of whom or where
HANDLED = frozenset({"取", "執", "受", "授", "奠", "說", "視", "數", "徹", "挾"})  # of which thing it then tells
PLACED = frozenset({"奠", "陳", "設", "倚", "委"})  # acts that a thing as subject only undergoes

RELATING = frozenset("dzKH")
DONE_BY = re.compile("AY*T?u")  # a person and what he does, in words that no vocabulary has
RELATIVE = re.compile("A[Yu]*V+[uK]?(?=[dz](?:O|1m|$))|(?<=V)AY*T?u(?=[dz](?:O|1m|$))")
CEREMONY = re.compile("V*(?:[CY]V+)*[dz]*R")
PLACED_THING = re.compile("[YUuJ1m]*(?:(?:AC)*A[dz])?[OP]+[YUDu]*V")


def shape_of(words: Words) -> str:
    """The clause with one letter a word."""
    return "".join([word.kind for word in words])


def compared(words: Words, shape: str) -> set[int]:
    """Words of a comparison: from 與, 像, 如 to 相同 or 一樣; from 如同 to the end.

    >>> from xiangshe_nlp.modern.words import read_words
    >>> words = read_words("與賓酬主人時相同")
    >>> sorted(words[k].form for k in compared(words, shape_of(words)))
    ['主人', '時', '相同', '與', '賓', '酬']
    """
    out: set[int] = set()
    if "Q" not in shape and "S" not in shape:
        return out
    for k, letter in enumerate(shape):
        if letter == "Q":
            opening = max((shape.rfind(c, 0, k) for c in "WSI"), default=-1)
            if opening < 0:
                opening = next((j for j in range(k) if words[j].form == "和"), k)
            out.update(range(opening, k + 1))
    for k, letter in enumerate(shape):
        if letter == "S" and k not in out:
            out.update(range(k, len(words)))
    return out


def related(words: Words, shape: str) -> set[int]:
    """Verbs of relative clauses, and verbs that stand for a noun after 的 or 所.

    >>> from xiangshe_nlp.modern.words import read_words
    >>> words = read_words("拿起放在俎西邊的觶")
    >>> [words[k].form for k in related(words, shape_of(words))]
    ['放在']
    """
    out: set[int] = set()
    if RELATING.isdisjoint(shape):
        return out
    for k, letter in enumerate(shape):
        if letter not in "dzKH":
            continue
        if letter == "K" and words[k].lemma == "徧" and k and shape[:k].rstrip("Y").endswith("V"):
            out.add(len(shape[:k].rstrip("Y")) - 1)  # 旅酬已遍及眾賓: how far it went
        if words[k].form == "所":
            out.update(j for j in range(k + 1, min(k + 3, len(words))) if shape[j] == "V")
        if words[k].form == "者" and k and shape[k - 1] == "V":
            out |= _back(words, shape, k - 1)
        if letter not in "dz" or words[k].form not in "的之" or k == 0:
            continue
        after = shape[k + 1:k + 2]
        if after == "V" and words[k].form == "的":
            out.add(k + 1)
        out.update(_relative(words, shape, k, after))
    return out


def related_doers(words: Words, shape: str, verbs: set[int]) -> set[int]:
    """Persons of whose acts relative clauses tell, and what they do: they do nothing here.

    The noun that follows is a thing; a person who follows is one of those named (眾賓中不射的人).

    Parameters
    ----------
    verbs : set of int
        Verbs of the relative clauses, see `related`.

    >>> from xiangshe_nlp.modern.words import read_words
    >>> words = read_words("並取司射作示範的四枝矢")
    >>> sorted(words[k].form for k in related_doers(words, shape_of(words), set()))
    ['作', '司射', '示範']
    """
    out: set[int] = set()
    if "A" not in shape or RELATING.isdisjoint(shape):
        return out
    for match in RELATIVE.finditer(shape):
        inside = range(*match.span())
        told = {k for k in inside if shape[k] == "V"}
        if words[match.end()].form in "的之" and told <= verbs and (told or _is_done(words, inside)):
            out.update(inside)
    out.update(k for k in range(len(words) - 1) if shape[k] == "A" and words[k + 1].form == "所")
    return out


def _is_done(words: Words, inside: range) -> bool:
    """Whether the word between a person and an unknown verb, if there is one, is 作 or 做."""
    return all(words[k].lemma == "為" for k in inside if words[k].kind == "T")


def _relative(words: Words, shape: str, k: int, after: str) -> set[int]:
    """Verbs of the relative clause that ends before the 的 or 之 at `k`; none where its own verb is unknown (司射作示範的矢)."""
    v = k - 1
    while v >= 0 and shape[v] in "OPLAHJ1mdzTGuFR":
        v -= 1
    if v < 0 or shape[v] not in "VN":
        return set()
    gap = shape[v + 1:k]
    if after == "O" and DONE_BY.fullmatch(gap) and _is_done(words, range(v + 1, k)):
        return set()
    person = after == "H" and words[k + 1].lemma == "人"
    if "R" in gap and not person:
        return set()
    if after == "H":
        return _back(words, shape, v) if person or not set(gap) & set("LT") else set()
    if not gap or gap in "uK" and len(words[k - 1].form) == 1:  # 送來的弓
        return _back(words, shape, v) if after in tuple("OPAu") or not after and words[k].form == "的" else set()
    if not after:
        return _back(words, shape, v) if words[k].form == "的" else set()
    if "T" in gap or words[v].form.endswith("在"):
        return {v} if after in tuple("OA") else set()
    if after in tuple("OAu") and v and shape[v - 1] == "V" and words[v - 1].sense and not _intransitive(words[v - 1]):
        return {v}
    return set()


def _intransitive(word: Word) -> bool:
    return word.sense is not None and word.sense.lemmas[-1] in ("興", "坐", "立", "進", "退", "升", "降", "出", "入")


def _back(words: Words, shape: str, v: int) -> set[int]:
    """Verbs from `v` back to the word that opens the phrase, or to the act whose person or place it tells of."""
    out: set[int] = set()
    last = v
    for k in range(v, -1, -1):
        sense = words[k].sense
        if shape[k] in "TGWSIB":
            break
        if shape[k] == "V" and sense is not None:
            near = k + 1 == last and words[k].lemma in RULING
            thing = words[k].lemma in HANDLED and not set(shape[k + 1:last].lstrip("A")) - set("Yu")
            if k < v and (sense.rule == "content" or near or thing):
                break
            out.add(k)
            last = k
    return out


def dated(words: Words, shape: str) -> set[int]:
    """Verbs of a time clause (上堂時), which say when and not what comes next."""
    out: set[int] = set()
    if "H" not in shape:
        return out
    for k, word in enumerate(words):
        if shape[k] == "H" and word.lemma == "時":
            out |= _back(words, shape, k - 1)
    return out


def declined(words: Words, shape: str) -> set[int]:
    """Verbs that are the content of another: what is bowed for, declined, reported or asked.

    >>> from xiangshe_nlp.modern.words import read_words
    >>> words = read_words("辭謝主人為之洗爵")
    >>> [words[k].form for k in declined(words, shape_of(words))]
    ['洗', '爵']
    """
    out: set[int] = set()
    for k, letter in enumerate(shape):
        if letter not in "Vq" or letter == "V" and not _tells_of(words[k]) or k in out:
            continue
        j = k + 1
        while j < len(words) and (shape[j] in "AdzJNYDOP1muMCT") and not _leads(words[j]):
            j += 1
        if j < len(words) and shape[j] == "V" and not _said(words[j]):
            stop = next((i for i in range(j, len(words)) if shape[i] == "E" or _said(words[i])), len(words))
            out.update(range(j, stop))
    return out


def _tells_of(word: Word) -> bool:
    return word.sense is not None and word.sense.rule in ("content", "part")


def _leads(word: Word) -> bool:
    return word.sense is not None and word.sense.kind == "path"


def _said(word: Word) -> bool:
    return word.sense is not None and word.sense.rule == "speech"


def pleaded(words: Words, shape: str) -> set[int]:
    """Verbs between 以 and 為由: a reason given."""
    end = shape.find("x")
    if end < 0:
        return set()
    start = next((k for k, word in enumerate(words) if word.form == "以"), end)
    return set(range(start, end))


def ordered(words: Words, shape: str, skip: set[int]) -> tuple[int, set[int]]:
    """Index of the verb that orders, and the verbs of its order."""
    for k, letter in enumerate(shape):
        if letter == "V" and k not in skip and _orders(words[k]):
            verbs = {j for j in range(k + 1, len(words)) if shape[j] == "V"}
            return k, {j for j in verbs if not _said(words[j]) and not _nominal(words, shape, j)}
    return len(words), set()


def _orders(word: Word) -> bool:
    return word.sense is not None and word.sense.rule == "command"


def _nominal(words: Words, shape: str, k: int) -> bool:
    """Whether the verb at `k` stands with its like before 之儀: the acts of a ceremony that is told."""
    return CEREMONY.match(shape, k) is not None


def undergone(words: Words, shape: str, subjects: tuple[int, ...]) -> set[int]:
    """Verbs of placing that tell a state, not an act: the thing placed is their subject.

    >>> from xiangshe_nlp.modern.words import read_words
    >>> words = read_words("篚在壺的南邊")
    >>> undergone(words, shape_of(words), ())
    set()
    >>> words = read_words("弓矢陳放在東夾東邊")
    >>> [words[k].form for k in undergone(words, shape_of(words), ())]
    ['陳放']
    """
    if subjects or "G" in shape or "V" not in shape:
        return set()
    placing = {k for k, word in enumerate(words) if shape[k] == "V" and word.lemma in PLACED}
    if not placing:
        return placing
    states = {k for k in placing if words[k].lemma == "陳" and "O" not in shape[k:]}
    if PLACED_THING.match(shape):
        return placing
    return states


def owns(words: Words, shape: str, k: int) -> bool:
    """Whether the name at `k` owns the place or thing that follows, alone or with another (賓和大夫之弓)."""
    after = shape[k + 1:k + 2]
    if not after:
        return False
    if after in "dz" and words[k + 1].form in "的之" or after == "K" and words[k + 1].form == "之後":
        return True
    if after == "C" and shape[k + 2:k + 3] == "A" and owns(words, shape, k + 2) and shape[k + 3:k + 4] in ("d", "z"):
        return True
    return after in "PO" and words[k + 1].start == words[k].end or after == "L" and shape[k + 2:k + 3] != "A"
