"""The forms of a definition, each a generator of candidates over one note.

X猶Y也, X謂Y, X之言Y也, Y曰X, Y謂之X, X者Y也, X，Y也, and 即, 以Y為X, 讀如Y. What gives a reason
(尊賢也, 示徧也, 由便也) or tells an act on is kept out by words that open or carry a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .definitions import CALLED, Item, Letters, Span, any_of, forms, titles, vocabulary
from .lexicon import load_vocabulary

LEAST = 1.9
AS = re.compile(r"以(?P<y>[東西南北])為(?P<x>[左右前後內外])")
ALSO = re.compile(r"(?P<y>[^也者]{1,3})為(?P<x>.{1,2})")
OFFICE = re.compile("^(?:天子|諸侯|周)曰")
FACING = re.compile(r"[東西南北]面(?=[東西南北]$)")
MARKER = re.compile("[猶謂曰]|以其")
TOPIC = re.compile("者[^及而之也與謂]")
DENIAL = re.compile("[不無未]")
SOUND = re.compile(r".*?之(?P<c>.)")


class Candidate(NamedTuple):
    """A possible definition: `place` says where it may begin (open, chain, any), `closed` whether its end is sure."""

    item: Item
    place: str
    closed: bool


def candidates(note: Letters, *, topic_forms: bool = True) -> dict[int, list[Candidate]]:
    """All possible definitions with a marker, by their first letters; bare ones come from `bare`."""
    found = [*marked(note), *called(note), *taken_as(note), *(topics(note) if topic_forms else ())]
    out: dict[int, list[Candidate]] = {}
    for candidate in sorted(found, key=lambda c: (c.item.first, c.item.last, -c.item.score, c.item.pattern)):
        if candidate.item.first not in note.reported:
            out.setdefault(candidate.item.first, []).append(candidate)
    return out


def marked(note: Letters) -> Iterator[Candidate]:
    """X猶Y也, X謂Y, X之言Y也, X讀如Y, X即Y: the word stands just before the marker."""
    markers = _markers()
    for m in any_of("marker").finditer(note.text):
        marker, k = m.group(), m.start()
        if note.text.startswith("謂之", k) or note.text[k - 1:k] in ("所", "何", "可"):
            continue
        for head, known in _words_before(note, k):
            role = note.text[slice(*head)] in vocabulary("actors")
            if note.cuts_word(head[0]):
                continue
            base = {"猶": 6.0, "謂": 5.0, "即": 3.0}.get(marker[0], 5.0) - (0.0 if known else 2.0)
            base += 0.2 * (head[1] - head[0]) + (0.5 if note.opens(head[0]) else 0.0)
            left = note.text[note.opening(head[1]):head[0]]
            base -= 1.5 if 0 < len(left) < 3 and left[0] not in forms("function") else 0.0
            place = "open" if marker == "即" or not known else "any"
            for end, sure in _marked_ends(note, m.end(), marker):
                size = end - m.end()
                if note.punctuated and marker == "謂" and not (head[0] in note.breaks or head[0] in note.commas):
                    continue
                words = note.text[m.end():end]
                if marker == "猶" and (size > 4 or (size > 1 and (words[0] == "不" or role))):
                    continue  # 猶不拜, 大夫猶北面: still
                if words[-1] == "之" and (marker == "即" or not (sure or words[-2:-1] in vocabulary("actions"))):
                    continue
                score = base + (sure or -2.0) - 0.1 * max(0, size - 6) - 2.0 * bool(MARKER.search(words, 1))
                score -= 0.3 * max(0, size - 4) if marker == "即" else 0.2 * (size - 1) if marker == "之言" else 0.0
                item = Item(head[0], end, head, (m.end(), end), markers[marker], score)
                yield Candidate(item, place, sure > 0)


@lru_cache(maxsize=None)
def _markers() -> dict[str, str]:
    """Markers with the form of definition that each makes."""
    return {e.form: e.lemma for e in load_vocabulary("gloss_patterns") if e.kind == "marker"}


def _marked_ends(note: Letters, start: int, marker: str) -> Iterator[tuple[int, float]]:
    """Ends of what a marker explains by, with those that this marker has: 讀如…之Y, 之言Y, 謂Y則, 即Y."""
    sound = SOUND.match(note.text, start, min(note.size, start + 14)) if marker.startswith("讀") else None
    plain = dict(note.ends(start))
    for end in range(start + 1, min(note.size, start + 24) + 1):
        sure = plain.get(end)
        if sound and end == sound.end():
            sure = 1.0
        elif marker == "之言" and end == start + 1:
            sure = max(sure or 0.0, 0.9)
        elif marker == "即" and end - start <= 2 and not sure:
            sure = 0.1
        elif marker == "謂" and note.text[end:end + 1] == "則" and end - start > 2:
            sure = 0.5
        elif marker == "謂" and end - start > 4 and not sure and note.text[end - 1] == "之" and (
                note.text[end - 2] in vocabulary("actions")):
            sure = 0.3
        if sure is not None and not (marker[0] == "猶" and sure < 1.0 and end - start > 4):
            yield end, sure
        if sure == 1.0:
            return


def _words_before(note: Letters, k: int) -> Iterator[tuple[Span, bool]]:
    """Headwords before a marker: words of the base text, else the beginning of a short statement."""
    end = k - 1 if note.text[k - 1:k] == "者" and not note.has(note.text[max(0, k - 2):k]) else k
    for name in sorted(vocabulary("speakers"), key=len):
        if note.text.endswith(name, 0, end) and end > len(name):
            end -= len(name)
            break
    longest = end
    for start in range(end - 1, max(-1, end - 11), -1):
        word = note.text[start:end]
        if not note.has(word) or (len(word) > 1 and word[-1] in "而於以則乃"):
            break
        if word[0] in forms("function") and start not in note.strong and not (word[-1] == "者" and len(word) > 1):
            continue
        longest = start
        yield (start, end), not note.lost or start in note.strong
    start = note.opening(end + 1) if end else 0
    limit = 2 if note.text.startswith("猶", k) else 6 if note.lost else 4
    if start < longest and 0 < end - start <= limit and not {note.text[start], note.text[end - 1]} & forms("function"):
        yield (start, end), False


def called(note: Letters) -> Iterator[Candidate]:
    """Y謂之X and Y曰X: the word follows, and the base text has it."""
    for m in CALLED.finditer(note.text):
        marker, k = m.group(), m.start()
        opening = note.opening(k)
        if k in note.strong:
            continue
        for start in range(max(opening, k - (14 if marker == "謂之" else 8)), k):
            facing, general = FACING.search(note.text[start:k]), note.text[start] == "凡"
            y = (start + facing.end() if facing else start + general, k)
            if not _names(note, y, marker) or (start > opening and note.runs_on(start)):
                continue
            place = "any" if (facing and start == opening) or general else "open" if start == opening else "chain"
            first = y[0] if facing else start
            for end, score, closed in _ends_of_name(note, m.end(), marker, general):
                item = Item(first, end, (m.end(), end), y, "Y謂之X" if marker == "謂之" else "Y曰X", score)
                yield Candidate(item, place, closed)


def _ends_of_name(note: Letters, start: int, marker: str, general: bool) -> Iterator[tuple[int, float, bool]]:
    """Ends of the word that 曰 or 謂之 gives, with score and whether the end is sure.

    After 凡, or in a row of such definitions (推手曰揖引手曰厭), the base text need not have the word.
    """
    ends = [end for end in note.words(start) if end - start <= 4]
    row = bool(re.match(".[^曰]{1,4}曰", note.text[start:start + 6])) or start + 1 == note.size
    if not ends and (general or row or start + 1 in note.strong):
        ends = [start + 1]
    for end in ends:
        sure = note.closes(end)
        score = 4.0 + sure + 0.2 * (end - start) + (0.5 if note.known.get(start) == end else 0.0)
        score -= 1.0 if note.runs_on(end) and not sure else 0.0
        if marker == "謂之" or sure:
            yield end, score + (1.0 if marker == "謂之" else 0.0), True
        else:
            yield end, score - 0.5, False
            yield end, score - 2.0, True


def _names(note: Letters, y: Span, marker: str) -> bool:
    """Whether the words before 曰 can be a definition rather than a speaker, a book or a command."""
    words = note.text[y[0]:y[1]]
    if not words or any_of("continuer").match(words):
        return False
    if marker == "謂之":
        return True
    return not (any_of("speech").search(words) or titles().search(words + "曰") or words in vocabulary("actors"))


def topics(note: Letters) -> Iterator[Candidate]:
    """X者Y也, where X is a word of the base text and Y gives no reason."""
    for start, k in _topic_spans(note):
        opens, head = note.opens(start), note.text[start:k]
        if note.text[k + 1:k + 3] == head + "也":
            yield Candidate(Item(start, k + 2, (start, k), (k + 1, k + 2), "X者Y也", 3.0), "any", True)
            continue
        if (head[0] in forms("function") and head != "皆") or note.has(note.text[start:k + 2]):
            continue
        if not opens and (len(head) < 2 or note.runs_on(start)):
            continue
        role = note.has(note.text[start:k + 1])
        for end, sure in note.ends(k + 1):
            words = note.text[k + 1:end]
            if not sure or any_of("continuer").match(words) or gives_reason(head, words) or note.text[end:end + 1] == "故":
                continue
            if words[0] in forms("negator") and words[0] not in (head[0], "無"):
                continue
            if (role and not nominal_phrase(words)) or (words[-1] == "之" and 2 < len(words) < 9):
                continue
            score = 4.0 + sure - 0.06 * len(words) - (0.0 if opens else 1.5)
            score -= 1.5 if DENIAL.search(words, 1) or "為" in words[:-1] else 0.0
            score -= 9.0 if not opens and note.text[end:end + 1] != "也" else 0.0
            if score >= 2.8:
                item = Item(start, end, (start, k + 1) if role else (start, k), (k + 1, end), "X者Y也", score)
                yield Candidate(item, "open" if opens else "any", True)


def _topic_spans(note: Letters) -> Iterator[Span]:
    """Words of the base text before 者, and not within a denial."""
    for m in re.finditer("者(?!也|$)", note.text):
        k = m.start()
        denied = set()
        for start in range(k - 1, max(-1, k - 11), -1):
            if not note.has(note.text[start:k]):
                break
            if not note.opens(start):
                denied = set(note.text[note.opening(start):start]) & forms("negator")
            if note.opens(start) or not denied:
                yield start, k


def gives_reason(head: str, words: str) -> bool:
    """Whether the words after a headword tell why rather than what.

    A denied act (不…者) is explained only by a denial; else a denial, a word of motive or an aim is a reason.

    >>> [gives_reason(*pair) for pair in (("戒", "警"), ("三拜", "示徧"), ("不屬", "不相續"), ("不洗", "賤"))]
    [False, True, False, True]
    """
    if words.startswith(head):
        return False
    denied = head[0] in forms("negator")
    if denied and words[0] != head[0]:
        return True
    if words[0] in forms("negator") and words[0] != "無" and words[0] not in head and not (len(head) > 1 and any(c in words for c in head)):
        return True
    return bool(any_of("reason").match(words) or any_of("reason_within").search(words))


def nominal_phrase(words: str) -> bool:
    """Whether words name someone: 賓黨之年少者, 州長, 大夫耦及衆賓."""
    if words.endswith(("者", "類", "屬")):
        return len(words) <= 12
    return len(words) <= 2 or (len(words) <= 6 and ("之" in words[1:-1] or "及" in words[1:-1]))


def bare(note: Letters, start: int, *, inside: bool = False) -> Iterator[Candidate]:
    """X，Y也 and bare X Y that begin at a letter: the words of the base text, then what they mean.

    `inside` asks only for those that may begin inside a statement.
    """
    if start in note.reported:
        return
    ends = note.words(start)
    again = [end for end in _taken_up(note, start) if end not in ends]
    for k in (*ends, *again):
        if k >= note.size or note.text[k] in forms("closer") or (note.punctuated and k not in note.commas):
            continue
        if inside and not _taken_inside(note, start, k):
            continue
        for end, sure in _gloss_ends(note, k):
            if end - k > 1 and note.text[k] in forms("continuer") and note.text[k] not in note.text[start:k]:
                break
            score = weigh(note, (start, k), (k, end), sure) - (0.5 if k in again else 0.0)
            if score >= (LEAST if sure else 0.2):
                yield from _placed(note, Item(start, end, (start, k), (k, end), "X，Y也", score), sure)


def _taken_inside(note: Letters, start: int, k: int) -> bool:
    """Whether a headword is taken up, doubled or general, without which none begins inside a statement."""
    word = note.text[start:k]
    if note.text.startswith(word, k) or note.text.endswith(word, 0, start) or note.text[start - 1:start] == "凡":
        return True
    return k - start >= 2 and note.text[k] in (word[0], word[-1])


def _taken_up(note: Letters, start: int) -> list[int]:
    """End of a phrase whose first word is taken up again: 「執賢獲執其勝黨多獲之算」."""
    k = note.text.find(note.text[start], start + 2, start + 7)
    phrase = note.text[start:k] if k > 0 else ""
    return [k] if phrase and note.opens(start) and all(c in note.base for c in phrase) else []


def _gloss_ends(note: Letters, k: int) -> Iterator[tuple[int, float]]:
    """Ends of an explanation, also before 猶, 則 and words that give its aim or reason (當…, 尊大夫也)."""
    ends = note.ends(k)
    last = ends[-1][0] if ends else k
    yield from ends
    for end in range(k + 2, min(last, k + 9)):
        size = end - k
        if note.text[end] == "猶" or (size >= 4 and note.text[end] == "則"):
            yield end, 0.9
        elif (size >= 3 and any_of("tail").match(note.text, end)) or (
                size >= 3 and note.text[end - 1] != "者" and last - end <= 4 and any_of("reason").match(note.text, end)):
            yield end, 0.4


def _placed(note: Letters, item: Item, sure: float) -> Iterator[Candidate]:
    """A bare definition stands at the opening of a statement or after another definition.

    Inside a statement only a headword that is taken up or doubled is one: 「…得餘體也祭祭肺也」, 「大言獲獲得也」.
    """
    start, k, end = item.head[0], item.head[1], item.last
    word, after = note.text[start:k], note.text[k:end]
    whole, spoken = after.startswith(word), note.text[start - 1:start] in ("云", "曰", "言")
    if not (whole and spoken):
        yield Candidate(item, "open", sure > 0)
    if sure < 0.7 or note.opens(start):
        return
    if note.text[start - 1:start] == "凡" and sure == 1.0:
        yield Candidate(item, "any", True)
    if note.text.endswith(word, 0, start) and len(after) <= 2 and after[-1] != "之":
        yield Candidate(item._replace(score=item.score + 0.8), "any", True)
        return
    told = any_of("telling").search(after.replace("不", ""), 1) or any_of("reason").search(after, len(word)) or note.has(after)
    if spoken or told or (whole and len(word) == 1 and len(after) == 2):
        return
    if whole or (len(word) >= 2 and after[0] in (word[0], word[-1])):
        yield Candidate(item, "any", True)


def weigh(note: Letters, x: Span, y: Span, sure: float) -> float:
    """How much speaks for a bare definition; the weights are set by hand.

    For it: a full close, a short explanation, the headword taken up in it, the note's beginning.
    Against it: a role as headword with no name after it, a formula of the rite that runs across
    (拜|受觶), words of the base text told again, a denial or particles inside, great length.
    """
    head, words = note.text[x[0]:x[1]], note.text[y[0]:y[1]]
    whole = words.startswith(head)
    if not _can_head(note, x, words, sure) or (head[0] in forms("negator") and not whole) or gives_reason(head, words):
        return 0.0
    if (len(words) == 1 and sure < 1.0) or "曰" in OFFICE.sub("", words):
        return 0.0
    if words[0] != head[0] and note.cuts_word(x[1]):
        return 0.0
    if len(words) > 1 and words[0] not in head and any_of("continuer").match(words):
        return 0.0
    if whole and (any_of("continuer").match(words, len(head)) or (words[-1] == "之" and len(words) <= 3)):
        return 0.0
    if not whole and words[-1] == "之" and len(words) > 2:
        return 0.0
    again = whole or words[0] == head[0] or (head[-1] in words and head[-1] not in forms("function"))
    taken = again or any(c in words for c in head if c not in forms("function"))
    score = 2.0 + (sure if sure else -2.0) + (1.0 if taken else 0.0) + (0.5 if x[0] == 0 else 0.0) + 0.2 * len(head)
    if sure:
        score += (1.0 if len(words) <= 2 else 0.5 if len(words) <= 4 else 0.0) - 0.05 * len(words)
    if note.lost and not (taken and sure and len(head) > 1):
        return 0.0
    score -= 3.0 if words[0] != head[0] and x[1] not in note.commas and note.runs_on(x[1]) else 0.0
    score -= 2.5 if not taken and _acts(head) else 0.0
    if not note.opens(x[0]) and note.runs_on(x[0]) and words[0] != head[0]:
        score -= 1.0 if taken else 3.0
    score -= 0.5 if sure and any_of("reason").search(words, 1) else 0.0
    score -= 1.5 if any(note.nominal(end) for end in range(y[0] + 2, y[1])) else 0.0
    longest = next(iter(note.words(x[0])), x[1])
    score -= 1.0 if longest > x[1] + 1 and longest < y[1] else 0.0
    return score - 2.0 * (head[-1] == "之") - _against(note, head, words, (whole, again), sure, y[1])


def _acts(head: str) -> bool:
    """Whether a headword is a role with what it does (賓升), not two roles (賓介)."""
    actors = vocabulary("actors")
    return any(head[:k] in actors and head[k:] not in actors for k in range(1, len(head))) and head not in actors


def _can_head(note: Letters, x: Span, words: str, sure: float) -> bool:
    """Whether these letters can be a headword at all; a particle only in 「自由也」, 「諸於」."""
    head = note.text[x[0]:x[1]]
    if len(head) > 1 and x[0] in note.breaks and x[1] in note.commas:
        return True
    if (head[0] in forms("function") and not (len(head) > 1 and head[0] == "及")) or head[-1] in forms("function"):
        return len(head) == 1 and head not in tuple("也者矣其之此所不無未凡") and len(words) == 1 and sure == 1.0
    return True


def _against(note: Letters, head: str, words: str, taken: tuple[bool, bool], sure: float, end: int) -> float:
    """What speaks against an explanation, by its length and its words."""
    whole, again = taken
    ended = words.endswith("者") or note.text[end:end + 1] == "也"
    against = 0.0
    if head in vocabulary("titles"):
        return against
    if len(words) > 9 and not again:
        against += 1.0 if ended else 2.0
    if len(words) > 12:
        against += 1.0 + 0.2 * (len(words) - 12) if again and not whole else 3.0
    if head in vocabulary("actors") and not whole and not nominal_phrase(words):
        against += 3.0
    if words.endswith("者") and len(words) < 3 and sure < 1.0:
        against += 3.0
    if not again and len(words) > 2 and note.has(words[:2]) and not words.endswith("者"):
        against += 2.0
    if not whole and words[0] not in head and not words.endswith("者") and any_of("telling").search(words, 1):
        against += 1.5 if again else 3.0
    if TOPIC.search(words):
        against += 2.0
    return against


def taken_as(note: Letters) -> Iterator[Candidate]:
    """以Y為X, of a side or a part (「以東為右」), and the parallel 「偏側為個」 that follows."""
    for m in AS.finditer(note.text):
        if not note.has(m.group("x")):
            continue
        item = Item(m.start(), m.end(), m.span("x"), m.span("y"), "其他", 3.0)
        yield Candidate(item, "any", True)
        yield Candidate(item, "any", False)
        also = ALSO.match(note.text, m.end())
        if also and note.has(also.group("x")[0]):
            last = also.start("x") + (2 if len(also.group("x")) == 2 and note.has(also.group("x")) else 1)
            item = Item(also.start(), last, (also.start("x"), last), also.span("y"), "其他", 2.5)
            yield Candidate(item, "chain", True)
            yield Candidate(item, "chain", False)
