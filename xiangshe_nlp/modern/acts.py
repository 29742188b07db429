"""Acts that a modern clause tells, under the names that the base text has for them, with their circumstances.

What is put down decides the verb (放下弓 is 釋, 放下觶 is 奠, 放矢 is 委), and so does the goal of a
move (及階, 適洗).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .shapes import NOUNS, owns
from .words import NUMBERS, Sense, Word, Words, number_in

GOING = frozenset({"進", "行"})
REACHED = frozenset({"階", "門", "物", "楅"})  # 及階 及門 及物 及楅
FLIGHTS = frozenset({"西階", "阼階"})  # reached where 前 or 下 follows
POSTS = frozenset({"位", "手", "左手", "右手", "左臂", "席", "篚", "洗", "楅", "豐", "中", "俎"})  # where a thing is put
SIDES = frozenset({"東", "西", "南", "北", "東南", "東北", "西南", "西北", "內", "外", "後", "behind", "inside", "outside", "中"})

new = tuple.__new__  # a named tuple from its fields in order, in a third of the time of calling its class
FINISHED = re.compile("V[O1m]*K")
COUNTED = re.compile("[OA]*(1)m")


class Told(NamedTuple):
    """An act as a clause tells it; places are indices of `norm`, `at` is the index of its word."""

    at: int
    lemma: str
    verb: tuple[int, int]
    sense: Sense
    commanded: bool
    negated: bool
    times: int | None
    object: tuple[int, int] | None
    thing: str
    recipients: tuple[int, ...]
    place: tuple[int, int] | None
    facing: Word | None


def read_acts(words: Words, shape: str, aside: set[int], commanded: set[int], thing: str) -> list[Told]:
    acts: list[Told] = []
    verbs = [
        k for k, letter in enumerate(shape) if letter in "VTw" and k not in aside and (letter == "V" or _walks(words, shape, k))
    ]
    for n, k in enumerate(verbs):
        lemmas = _lemmas(words, shape, k, verbs, thing)
        if not lemmas:
            continue
        limit = verbs[n + 1] if n + 1 < len(verbs) else len(words)
        start = verbs[n - 1] + 1 if n else 0
        for m, lemma in enumerate(lemmas):
            acts.append(_told(words, shape, k, m, lemma, (start, limit), k in commanded, aside))
    return acts


def _lemmas(words: Words, shape: str, k: int, verbs: list[int], thing: str) -> tuple[str, ...]:
    """Acts that the verb at `k` tells in this clause; none where it only completes another."""
    word = words[k]
    sense = word.sense
    assert sense is not None
    if shape[k] != "V":
        return ("由",) if shape[k] == "T" else ("進",)
    if "K" in shape and FINISHED.match(shape, k) and words[shape.index("K", k)].lemma == "畢":
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


def _things(words: Words, shape: str, k: int, verbs: list[int]) -> frozenset[str]:
    """Forms of the things that the verb at `k` may act on: after 把, else after it, else before it."""
    stop = next((j for j in verbs if j > k), len(words))
    held = next(([words[i].form for i in range(j, k) if shape[i] == "O"] for j in range(k) if shape[j] == "G"), [])
    ruled = next((j for j in range(k + 1, stop) if shape[j] == "T" and not words[k].form.endswith("著")), stop)
    after = [words[j].form for j in range(k + 1, stop) if shape[j] == "O" and (j < ruled or shape[j - 1] == "d")]
    before = [words[j].form for j in range(k) if shape[j] == "O"]
    if words[k].lemma == "奠":
        after = [words[j].form for j in range(k + 1, stop) if words[j].form in after and words[j].lemma not in POSTS]
    return frozenset(held or after or before)


def _walks(words: Words, shape: str, k: int) -> bool:
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


def _path_before(shape: str, words: Words, k: int) -> bool:
    return any(words[j].form in ("由", "從", "轉由", "轉從") for j in range(k))


def _goal(words: Words, shape: str, k: int, verbs: list[int]) -> tuple[str, ...]:
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
    words: Words, shape: str, k: int, m: int, lemma: str, limits: tuple[int, int], commanded: bool, aside: set[int]
) -> Told:
    word = words[k]
    sense = word.sense
    assert sense is not None
    a, b = sense.verbs[min(m, len(sense.verbs) - 1)]
    start, limit = limits
    span, thing = _object(words, shape, k, limits, aside) if "O" in shape else (None, "")
    if lemma == "卒" and sense.lemmas[0] != "卒":
        span, thing = (word.start + a, word.start + b), sense.lemmas[0]
    elif sense.rule.startswith("of:"):
        thing = sense.rule[3:]  # 射畢, 洗完爵
    return new(Told, (
        k, lemma, (word.start + a, word.start + b), sense, commanded, "N" in shape and _negated(words, shape, k),
        _count(words, shape, k, limit), span, thing, _recipients(words, shape, k, start, limit, aside) if "A" in shape else (),
        _place(words, shape, k, limits, aside), _facing_at(words, k, limits, m) if "F" in shape else None,
    ))


def _negated(words: Words, shape: str, k: int) -> bool:
    """Whether 不, 未 stands before the verb, adverbs and a purpose between (不下堂洗觶) aside."""
    j = k - 1
    while j >= 0 and shape[j] in "YUDMw":
        j -= 1
    if j >= 0 and shape[j] == "N":
        return True
    return j == k - 1 >= 1 and shape[j] == "V" and words[j].lemma in ("降", "升") and _negated(words, shape, j)


def _count(words: Words, shape: str, k: int, limit: int) -> int | None:
    number = number_in(words[k].form) if words[k].form.endswith(("拜", "揖")) else None
    if number is None and "1" in shape:
        m = COUNTED.match(shape, k + 1, limit)
        if m and words[m.start(1) + 1].form in ("次", "遍", "番"):
            number = NUMBERS.get(words[m.start(1)].form)
        elif shape[max(0, k - 2):k] == "1m":
            number = NUMBERS.get(words[k - 2].form)
    return number


def _object(words: Words, shape: str, k: int, limits: tuple[int, int], aside: set[int]) -> tuple[tuple[int, int] | None, str]:
    """Span and lemma of the thing acted on: after 把 or 將 before the verb, else after the verb."""
    start, limit = limits
    taken = next((j for j in range(start, k) if shape[j] == "G"), None)
    at = k + 1 if taken is None else taken + 1
    if shape[at:at + 1] == "A" and at in aside:
        at = next((j + 1 for j in range(at, limit) if shape[j] in "dz"), at)  # what a relative clause is on
    end = limit if taken is None else k
    while at < end and (shape[at] in "1mJA" or words[at].form in ("了", "著")) and taken is None:
        at += 1
    last = None
    thing = ""
    j = at
    while j < end and shape[j] in "OPL1mdzJCuA":
        if shape[j] == "O" and shape[j + 1:j + 3].lstrip("d")[:1] != "L":
            last, thing = j, words[j].lemma
        elif shape[j] in "uPA" and last is None and taken is None:
            break
        j += 1
    sense = words[k].sense
    if last is None and taken is None and sense and k and shape[k - 1] == "O" and words[k - 1].form in sense.before:
        return (words[k - 1].start, words[k - 1].end), words[k - 1].lemma
    if last is None:
        return None, ""
    first = at
    owned = shape[at] in "dz" and words[at].form in "的之"
    while taken is None and first > k + 1 and (shape[first - 1] in "1mJ" or owned and shape[first - 1] in "AC"):
        first -= 1
    return (words[first].start, words[last].end), thing


def _recipients(words: Words, shape: str, k: int, start: int, limit: int, aside: set[int]) -> tuple[int, ...]:
    """Persons toward whom the act goes: named after the verb, or after 對, 向, 給 before it."""
    out = []
    for j in range(k + 1, limit):
        if shape[j] == "A" and j in aside:
            break
        if shape[j] == "A" and not owns(words, shape, j):
            out.append(j)
        elif shape[j] not in "CdAJ1mMOG" and words[j].form not in ("與", "給", "以") and not out:
            break
        elif out and shape[j] not in "C":
            break
    if out:
        return tuple(out)
    for j in range(start, k):
        if shape[j] == "T" and _ruled_by(words[j], "toward") and shape[j + 1:j + 2] == "A":
            return _together(words, shape, j + 1)
    return ()


def _together(words: Words, shape: str, k: int) -> tuple[int, ...]:
    """The name at `k` and those joined to it (向賓和大夫); none where the last owns what follows."""
    out = [k]
    while shape[out[-1] + 1:out[-1] + 3] == "CA":
        out.append(out[-1] + 2)
    return () if owns(words, shape, out[-1]) else tuple(out)


def _ruled_by(word: Word, *kinds: str) -> bool:
    return word.sense is not None and word.sense.kind in kinds


def _place(words: Words, shape: str, k: int, limits: tuple[int, int], aside: set[int]) -> tuple[int, int] | None:
    """Phrase of place: ruled by 在, 由, 於 before or after the verb, or the goal of a move."""
    start, limit = limits
    ruling = [j for j in range(start, limit) if shape[j] == "T" and j not in aside] if "T" in shape else ()
    for j in ruling:
        if j < k and _ruled_by(words[j], "preposition", "path"):
            return _noun_span(words, shape, j + 1, k)
    for j in ruling:
        if j > k and _ruled_by(words[j], "preposition"):
            return _noun_span(words, shape, j + 1, limit)
    sense = words[k].sense
    if sense and (sense.rule in ("goal", "path") or words[k].form.endswith(("在", "於"))):
        return _noun_span(words, shape, k + 1, limit)
    return None


def _noun_span(words: Words, shape: str, at: int, end: int) -> tuple[int, int] | None:
    j = at
    while j < end and shape[j] in NOUNS:
        j += 1
    while j > at and shape[j - 1] in "dzu1mJCH" and not (shape[j - 1] == "H" and words[j - 1].lemma == "所"):
        j -= 1
    return (words[at].start, words[j - 1].end) if j > at else None


def _facing_at(words: Words, k: int, limits: tuple[int, int], m: int) -> Word | None:
    """The word of facing before the verb; after it only where no other act follows."""
    if m:
        return None
    before = next((words[j] for j in range(limits[0], k) if words[j].kind == "F"), None)
    if before is None and limits[1] == len(words):
        return next((words[j] for j in range(k + 1, limits[1]) if words[j].kind == "F"), None)
    return before
