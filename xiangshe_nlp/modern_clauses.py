"""One clause of a modern translation: who stands as its subject, which acts it tells, which it only mentions.

Modern Chinese names acts without telling them: in relative clauses (放在俎西邊的觶), comparisons
(與三耦一樣), time clauses (上堂時), as what is declined or reported (辭謝賓下堂). Such verbs are set
aside here by the shape of the clause, written as one letter a word (see `modern_words.KINDS`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .modern_words import NUMBERS, Sense, Word, facing_of, number_in, read_words

NOUNS = frozenset("AOPLHJ1mdzu")
PLACED = frozenset({"奠", "陳", "設", "倚", "委"})  # acts that a thing as subject only undergoes
GOING = frozenset({"進", "行"})
REACHED = frozenset({"階", "門", "物", "楅"})  # 及階 及門 及物 及楅
FLIGHTS = frozenset({"西階", "阼階"})  # reached where 前 or 下 follows
RULING = frozenset({"授", "獻", "酬", "酢", "送", "迎", "對", "請", "告", "命", "使", "反", "復", "就", "適"})  # of whom or where
POSTS = frozenset({"位", "手", "左手", "右手", "左臂", "席", "篚", "洗", "楅", "豐", "中", "俎"})  # where a thing is put
SIDES = frozenset({"東", "西", "南", "北", "東南", "東北", "西南", "西北", "內", "外", "後", "behind", "inside", "outside", "中"})


class Told(NamedTuple):
    """An act as a clause tells it; places are indices of `norm`, `at` is the index of its word."""

    at: int
    lemma: str
    verb: tuple[int, int]
    sense: Sense
    commanded: bool
    negated: bool
    count: int | None
    object: tuple[int, int] | None
    thing: str
    recipients: tuple[int, ...]
    place: tuple[int, int] | None
    facing: str


class Parsed(NamedTuple):
    """A clause read: word indices of subjects and of those who act with them, and the acts told."""

    words: list[Word]
    shape: str
    subjects: tuple[int, ...]
    partners: tuple[int, ...]
    together: str
    acts: tuple[Told, ...]
    conditional: bool
    functions: dict[int, str]
    thing: str  # the thing last spoken of, here or before


def shape_of(words: list[Word]) -> str:
    """The clause with one letter a word."""
    return "".join([word.kind for word in words])


# ---- verbs that the clause only mentions


def compared(words: list[Word], shape: str) -> set[int]:
    """Words of a comparison: from 與, 像, 如 to 相同 or 一樣; from 如同 to the end.

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


def related(words: list[Word], shape: str) -> set[int]:
    """Verbs of relative clauses, and verbs that stand for a noun after 的 or 所.

    >>> words = read_words("拿起放在俎西邊的觶")
    >>> [words[k].form for k in related(words, shape_of(words))]
    ['放在']
    """
    out: set[int] = set()
    if not set(shape) & set("dzKH"):
        return out
    for k, letter in enumerate(shape):
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


def _relative(words: list[Word], shape: str, k: int, after: str) -> set[int]:
    """Verbs of the relative clause that ends before the 的 or 之 at `k`."""
    v = k - 1
    while v >= 0 and shape[v] in "OPLAHJ1mdzTGuF":
        v -= 1
    if v < 0 or shape[v] not in "VN":
        return set()
    gap = shape[v + 1:k]
    if after == "H":
        person = words[k + 1].lemma == "人"
        return _back(words, shape, v) if person or not set(gap) & set("LT") else set()
    if not gap:
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


def _back(words: list[Word], shape: str, v: int) -> set[int]:
    """Verbs from `v` back to the word that opens the phrase, or to the act whose person or place it tells of."""
    out: set[int] = set()
    last = v
    for k in range(v, -1, -1):
        sense = words[k].sense
        if shape[k] in "TGWSIB":
            break
        if shape[k] == "V" and sense is not None:
            if k < v and (sense.rule == "content" or k + 1 == last and words[k].lemma in RULING):
                break
            out.add(k)
            last = k
    return out


def dated(words: list[Word], shape: str) -> set[int]:
    """Verbs of a time clause (上堂時), which say when and not what comes next."""
    out: set[int] = set()
    if "H" not in shape:
        return out
    for k, word in enumerate(words):
        if shape[k] == "H" and word.lemma == "時":
            out |= _back(words, shape, k - 1)
    return out


def declined(words: list[Word], shape: str) -> set[int]:
    """Verbs that are the content of another: what is bowed for, declined, reported or asked.

    >>> words = read_words("辭謝主人為之洗爵")
    >>> [words[k].form for k in declined(words, shape_of(words))]
    ['洗爵']
    """
    out: set[int] = set()
    for k, word in enumerate(words):
        mentions = shape[k] == "q" or shape[k] == "V" and word.sense is not None and word.sense.rule == "content"
        if not mentions or k in out:
            continue
        j = k + 1
        while j < len(words) and (shape[j] in "AdzJNYDOP1muMCT") and not _leads(words[j]):
            j += 1
        if j < len(words) and shape[j] == "V" and not _said(words[j]):
            stop = next((i for i in range(j, len(words)) if shape[i] == "E" or _said(words[i])), len(words))
            out.update(range(j, stop))
    return out


def _leads(word: Word) -> bool:
    return word.sense is not None and word.sense.kind == "path"


def _said(word: Word) -> bool:
    return word.sense is not None and word.sense.rule == "speech"


def pleaded(words: list[Word], shape: str) -> set[int]:
    """Verbs between 以 and 為由: a reason given."""
    end = shape.find("x")
    if end < 0:
        return set()
    start = next((k for k, word in enumerate(words) if word.form == "以"), end)
    return set(range(start, end))


def ordered(words: list[Word], shape: str, skip: set[int]) -> tuple[int, set[int]]:
    """Index of the verb that orders, and the verbs of its order."""
    for k, word in enumerate(words):
        if shape[k] == "V" and k not in skip and word.sense and word.sense.rule == "command":
            verbs = {j for j in range(k + 1, len(words)) if shape[j] == "V"}
            return k, {j for j in verbs if not _said(words[j]) and not _nominal(words, shape, j)}
    return len(words), set()


def _nominal(words: list[Word], shape: str, k: int) -> bool:
    """Whether the verb at `k` stands with its like before 之儀: the acts of a ceremony that is told."""
    return bool(re.match("V*(?:[CY]V+)*[dz]*R", shape[k:]))


def undergone(words: list[Word], shape: str, subjects: tuple[int, ...]) -> set[int]:
    """Verbs of placing that tell a state, not an act: the thing placed is their subject.

    >>> words = read_words("篚在壺的南邊")
    >>> undergone(words, shape_of(words), ())
    set()
    >>> words = read_words("弓矢陳放在東夾東邊")
    >>> [words[k].form for k in undergone(words, shape_of(words), ())]
    ['陳放']
    """
    if subjects or "G" in shape:
        return set()
    placing = {k for k, word in enumerate(words) if shape[k] == "V" and word.lemma in PLACED}
    states = {k for k in placing if words[k].lemma == "陳" and "O" not in shape[k:]}
    if re.match("[YUuJ1m]*(?:(?:AC)*A[dz])?[OP]+[YUDu]*V", shape):
        return placing
    return states


# ---- who


def find_subjects(words: list[Word], shape: str, aside: set[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Word indices of the subjects of a clause and of those with whom they act.

    A name before the first verb is a subject unless a preposition rules it or it owns what follows
    (主人席前, 大夫的南邊).

    >>> words = read_words("賓則在西階上方對主人答兩拜")
    >>> [words[k].form for k in find_subjects(words, shape_of(words), set())[0]]
    ['賓']
    """
    subjects: list[int] = []
    partners: list[int] = []
    k = 0
    while k < len(words):
        letter = shape[k]
        if k in aside:
            k += 1
        elif letter == "V":
            if not _ends_phase(shape, k):
                break
            k += 1
        elif words[k].form == "由" and shape[k + 1:k + 2] == "A" and not _owns(words, shape, k + 1):
            k += 1  # 由獲者報獲
        elif letter in "TGXq":
            k = _end_of_phrase(shape, k + 1, words)
        elif letter == "W":
            stop = _end_of_phrase(shape, k + 1, words)
            partners += [j for j in range(k + 1, stop) if shape[j] == "A" and not _owns(words, shape, j)]
            k = stop
        elif letter == "A" and subjects and words[k].lemma == "一人":
            k += 1  # 樂工中為首者一人
        elif letter == "A" and not _owns(words, shape, k):
            subjects.append(k)
            k += 1
        else:
            k += 1
    return _narrowed(words, shape, subjects), tuple(partners)


def _ends_phase(shape: str, k: int) -> bool:
    """Whether the verb at `k` is done with before a new subject (洗爵畢主人…)."""
    return bool(re.match("VO?K[YU]*A", shape[k:]))


def _end_of_phrase(shape: str, k: int, words: list[Word]) -> int:
    """Index after the noun phrase that a preposition rules."""
    while k < len(shape) and shape[k] in "AOPLHJ1mdzuC":
        if shape[k] == "A" and k and shape[k - 1] in "LP" and not _owns(words, shape, k):
            break  # a name after a place begins anew
        k += 1
    return k


def _owns(words: list[Word], shape: str, k: int) -> bool:
    """Whether the name at `k` owns the place or thing that follows, alone or with another (賓和大夫之弓)."""
    rest = shape[k + 1:]
    if rest[:1] in ("d", "z") and words[k + 1].form in "的之":
        return True
    if rest[:2] == "CA" and _owns(words, shape, k + 2) and shape[k + 3:k + 4] in ("d", "z"):
        return True
    return rest[:1] in tuple("PO") and words[k + 1].start == words[k].end or rest[:1] == "L" and rest[:2] != "LA"


def _narrowed(words: list[Word], shape: str, subjects: list[int]) -> tuple[int, ...]:
    """Of 眾賓中…三人 only the narrower name remains."""
    kept = [
        k for n, k in enumerate(subjects)
        if not (n + 1 < len(subjects) and any(w.form == "中" for w in words[k + 1:subjects[n + 1]]))
    ]
    return tuple(kept)


# ---- what


@lru_cache(maxsize=8192)
def read_clause(norm: str, thing: str = "") -> Parsed:
    """Subjects and acts of a folded clause.

    `thing` is what the clauses before spoke of last: what is put down without being named again.

    >>> parsed = read_clause("主人坐下取爵在手")
    >>> [act.lemma for act in parsed.acts]
    ['坐', '取']
    """
    words = read_words(norm)
    shape = shape_of(words)
    if not set(shape) & set("AVTWw"):
        return _bare(words, shape, thing)
    likened = compared(words, shape)
    aside = likened | related(words, shape) | dated(words, shape) | pleaded(words, shape)
    subjects, partners = find_subjects(words, shape, aside)
    aside |= declined(words, shape) | undergone(words, shape, subjects)
    order, commanded = ordered(words, shape, aside)
    acts = _read_acts(words, shape, aside, commanded, thing)
    together = "".join(letter for k, letter in enumerate(shape) if letter in "DB" and k not in aside and k < order)
    conditional = any(letter == "I" and k not in likened for k, letter in enumerate(shape))
    functions = _functions(words, shape, subjects, partners, acts, aside, order)
    thing = next((word.form for word in reversed(words) if word.kind == "O" and word.lemma not in POSTS), thing)
    return Parsed(words, shape, subjects, partners, together, tuple(acts), conditional, functions, thing)


def _bare(words: list[Word], shape: str, thing: str) -> Parsed:
    """A clause that names nobody and tells nothing."""
    thing = next((word.form for word in reversed(words) if word.kind == "O" and word.lemma not in POSTS), thing)
    together = "".join([letter for letter in shape if letter in "DB"])
    return Parsed(words, shape, (), (), together, (), "I" in shape, {}, thing)


def _read_acts(words: list[Word], shape: str, aside: set[int], commanded: set[int], thing: str) -> list[Told]:
    acts: list[Told] = []
    verbs = [k for k, letter in enumerate(shape) if k not in aside and (letter == "V" or _walks(words, shape, k))]
    for n, k in enumerate(verbs):
        lemmas = _lemmas(words, shape, k, verbs, thing)
        if not lemmas:
            continue
        limit = verbs[n + 1] if n + 1 < len(verbs) else len(words)
        start = verbs[n - 1] + 1 if n else 0
        for m, lemma in enumerate(lemmas):
            acts.append(_told(words, shape, k, m, lemma, (start, limit), k in commanded, aside))
    return acts


def _lemmas(words: list[Word], shape: str, k: int, verbs: list[int], thing: str) -> tuple[str, ...]:
    """Acts that the verb at `k` tells in this clause; none where it only completes another."""
    word = words[k]
    sense = word.sense
    assert sense is not None
    if shape[k] != "V":
        return ("由",) if shape[k] == "T" else ("進",)
    if re.match("V[O1m]*K", shape[k:]) and words[k + shape[k:].index("K")].lemma == "畢":
        return ("卒",)
    if sense.by:
        spoken_of = frozenset({thing}) if sense.lemmas[0] != "設" else frozenset()
        return _by_thing(_things(words, shape, k, verbs) or spoken_of, sense)
    if sense.rule == "goal":
        return _goal(words, shape, k, verbs)
    if sense.rule == "path" and any(w.lemma == "出" for w in words[k + 1:]):
        return ()
    if word.lemma == "進" and _path_before(shape, words, k) and any(j == k + 1 and _is_goal(words[j]) for j in verbs):
        return ()
    if sense.lemmas == ("反",) and (k + 1 in verbs or shape[k + 1:k + 2] == "G"):
        return ()
    return sense.lemmas


def _by_thing(things: frozenset[str], sense: Sense) -> tuple[str, ...]:
    """The act by what it is done to: 放下弓 is 釋, 放下觶 is 奠; 戴上扳指和護袖 is 決 and 遂."""
    default: tuple[str, ...] = ()
    found: list[str] = []
    for names, lemma in sense.by:
        if "*" in names:
            default = (lemma,)
        elif names & things and lemma not in found:
            found.append(lemma)
    if sense.lemmas == ("決",):
        return tuple(found)
    return tuple(found[:1]) or default


def _things(words: list[Word], shape: str, k: int, verbs: list[int]) -> frozenset[str]:
    """Forms of the things that the verb at `k` may act on: after 把, else after it, else before it."""
    stop = next((j for j in verbs if j > k), len(words))
    held = next(([words[i].form for i in range(j, k) if shape[i] == "O"] for j in range(k) if shape[j] == "G"), [])
    ruled = next((j for j in range(k + 1, stop) if shape[j] == "T" and not words[k].form.endswith("著")), stop)
    after = [words[j].form for j in range(k + 1, stop) if shape[j] == "O" and (j < ruled or shape[j - 1] == "d")]
    before = [words[j].form for j in range(k) if shape[j] == "O"]
    if words[k].lemma == "奠":
        after = [words[j].form for j in range(k + 1, stop) if words[j].form in after and words[j].lemma not in POSTS]
    return frozenset(held or after or before)


def _walks(words: list[Word], shape: str, k: int) -> bool:
    """Whether the word at `k` is a way that one goes (由司馬的南邊…至), or walking without a way."""
    sense = words[k].sense
    if sense is None or sense.kind not in ("path", "walk"):
        return False
    if sense.kind == "walk":
        return len(words[k].form) > 1 and not _path_before(shape, words, k) and "V" not in shape[:k]
    stop = k + 1
    while stop < len(words) and shape[stop] in NOUNS:
        stop += 1
    sides = [word for word in words[k + 1:stop] if word.kind == "L" and word.lemma in SIDES]
    if not sides or stop >= len(words):
        return False
    then = words[stop + (shape[stop] in "YDU"):]
    return bool(then) and (then[0].kind == "w" or _is_goal(then[0]) or then[0].kind == "V" and then[0].lemma in ("進", "行"))


def _is_goal(word: Word) -> bool:
    return word.sense is not None and word.sense.rule == "goal"


def _path_before(shape: str, words: list[Word], k: int) -> bool:
    return any(words[j].form in ("由", "從", "轉由", "轉從") for j in range(k))


def _goal(words: list[Word], shape: str, k: int, verbs: list[int]) -> tuple[str, ...]:
    """適 or 及 by the goal: steps, gate, shooting mark and rack are reached (及階), all else gone to."""
    rest = shape[k + 1:]
    if rest[:1] in ("W", "V") or not rest:
        return ()  # 行至與階相直: a place only
    later = [j for j in verbs if j > k]
    if later and words[later[0]].lemma == "就" and not set(shape[k + 1:later[0]]) & set("FVE"):
        return ()
    earlier = [j for j in verbs if j < k]
    if earlier and earlier[-1] == k - 1 and words[k - 1].lemma in GOING and not _path_before(shape, words, k):
        return ()
    stop = next((j for j in range(k + 1, len(words)) if shape[j] not in "POLdzJ"), len(words))
    head = max((j for j in range(k + 1, stop) if shape[j] in "PO"), default=None)
    if head is not None:
        tail = [word.lemma for word in words[head + 1:stop] if word.kind == "L"]
        near = tail[:1] in (["before"], ["前"], ["下"]) or words[min(head + 1, len(words) - 1)].form == "口"
        if words[head].lemma in REACHED and (not tail or near) or words[head].lemma in FLIGHTS and near:
            return ("及",)
    return ("適",)


def _told(
    words: list[Word], shape: str, k: int, m: int, lemma: str, limits: tuple[int, int], commanded: bool, aside: set[int]
) -> Told:
    word = words[k]
    sense = word.sense
    assert sense is not None
    a, b = sense.verbs[min(m, len(sense.verbs) - 1)]
    start, limit = limits
    span, thing = _object(words, shape, k, limits)
    if lemma == "卒" and sense.lemmas[0] != "卒":
        span, thing = (word.start + a, word.start + b), sense.lemmas[0]
    elif sense.rule.startswith("of:"):
        thing = sense.rule[3:]  # 射畢, 洗完爵
    return Told(
        k, lemma, (word.start + a, word.start + b), sense, commanded, _negated(words, shape, k), _count(words, shape, k, limit),
        span, thing, _recipients(words, shape, k, start, limit), _place(words, shape, k, limits), _facing_at(words, k, limits, m),
    )


def _negated(words: list[Word], shape: str, k: int) -> bool:
    """Whether 不, 未 stands before the verb, adverbs and a purpose between (不下堂洗觶) aside."""
    j = k - 1
    while j >= 0 and shape[j] in "YUDMw":
        j -= 1
    if j >= 0 and shape[j] == "N":
        return True
    return j == k - 1 >= 1 and shape[j] == "V" and words[j].lemma in ("降", "升") and _negated(words, shape, j)


def _count(words: list[Word], shape: str, k: int, limit: int) -> int | None:
    number = number_in(words[k].form) if words[k].form.endswith(("拜", "揖")) else None
    if number is None:
        m = re.match("[OA]*(1)m", shape[k + 1:limit])
        if m and words[k + 1 + m.start(1) + 1].form in ("次", "遍", "番"):
            number = NUMBERS.get(words[k + 1 + m.start(1)].form)
        elif shape[max(0, k - 2):k] == "1m":
            number = NUMBERS.get(words[k - 2].form)
    return number


def _object(words: list[Word], shape: str, k: int, limits: tuple[int, int]) -> tuple[tuple[int, int] | None, str]:
    """Span and lemma of the thing acted on: after 把 or 將 before the verb, else after the verb."""
    start, limit = limits
    taken = next((j for j in range(start, k) if shape[j] == "G"), None)
    at = k + 1 if taken is None else taken + 1
    end = limit if taken is None else k
    while at < end and (shape[at] in "1mJA" or words[at].form in ("了", "著")) and taken is None:
        at += 1
    last = None
    thing = ""
    j = at
    while j < end and shape[j] in "OPL1mdzJCuA":
        if shape[j] == "O":
            last, thing = j, words[j].lemma
        elif shape[j] in "uPA" and last is None and taken is None:
            break
        j += 1
    if last is None:
        return None, ""
    first = at
    while taken is None and first > k + 1 and shape[first - 1] in "1mJ":
        first -= 1
    return (words[first].start, words[last].end), thing


def _recipients(words: list[Word], shape: str, k: int, start: int, limit: int) -> tuple[int, ...]:
    """Persons toward whom the act goes: named after the verb, or after 對, 向, 給 before it."""
    out = []
    for j in range(k + 1, limit):
        if shape[j] == "A" and not _owns(words, shape, j):
            out.append(j)
        elif shape[j] not in "CdAJ1mMOG" and words[j].form not in ("與", "給", "以") and not out:
            break
        elif out and shape[j] not in "C":
            break
    if out:
        return tuple(out)
    for j in range(start, k):
        if shape[j] == "T" and words[j].sense and words[j].sense.kind == "toward" and shape[j + 1:j + 2] == "A":
            return (j + 1,) if not _owns(words, shape, j + 1) else ()
    return ()


def _place(words: list[Word], shape: str, k: int, limits: tuple[int, int]) -> tuple[int, int] | None:
    """Phrase of place: ruled by 在, 由, 於 before or after the verb, or the goal of a move."""
    start, limit = limits
    for j in range(start, k):
        if shape[j] == "T" and words[j].sense and words[j].sense.kind in ("preposition", "path"):
            return _noun_span(words, shape, j + 1, k)
    for j in range(k + 1, limit):
        if shape[j] == "T" and words[j].sense and words[j].sense.kind == "preposition":
            return _noun_span(words, shape, j + 1, limit)
    sense = words[k].sense
    if sense and (sense.rule in ("goal", "path") or words[k].form.endswith(("在", "於"))):
        return _noun_span(words, shape, k + 1, limit)
    return None


def _noun_span(words: list[Word], shape: str, at: int, end: int) -> tuple[int, int] | None:
    j = at
    while j < end and shape[j] in NOUNS:
        j += 1
    while j > at and shape[j - 1] in "dzu1mJC":
        j -= 1
    return (words[at].start, words[j - 1].end) if j > at else None


def _facing_at(words: list[Word], k: int, limits: tuple[int, int], m: int) -> str:
    before = next((facing_of(words[j]) for j in range(limits[0], k) if words[j].kind == "F"), "")
    if before or m:
        return before if not m else ""
    if limits[1] == len(words):
        return next((facing_of(words[j]) for j in range(k + 1, limits[1]) if words[j].kind == "F"), "")
    return ""


def _functions(
    words: list[Word], shape: str, subjects: tuple[int, ...], partners: tuple[int, ...], acts: list[Told], aside: set[int],
    order: int,
) -> dict[int, str]:
    """What each name does in its clause."""
    out = {}
    receiving = {k for act in acts for k in act.recipients}
    for k, letter in enumerate(shape):
        if letter != "A":
            continue
        if k in subjects:
            out[k] = "agent"
        elif k and (shape[k - 1] == "X" or words[k - 1].form == "不用"):
            out[k] = "absent"
        elif k in aside or k > order and k not in receiving:
            out[k] = "content"
        elif _owns(words, shape, k):
            place = shape[k + 1:k + 3].lstrip("d")[:1] in ("L", "P", "H")
            out[k] = "place" if place else "possessor"
        elif k in receiving:
            out[k] = "recipient"
        else:
            out[k] = "agent" if k in partners else "other"
    return out
