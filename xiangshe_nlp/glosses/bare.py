"""Bare definitions, 「X，Y也」 and 「X Y」: the commonest form and the one that nothing marks.

The words of the base text say where a headword begins. What gives a reason (尊賢也, 示徧也, 由便也) or
tells an act on is kept out by words that open or carry a reason, and by what runs on in the base text.
The weights are set by hand, on two thirds of the gold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .definitions import Candidate, Item, Letters
from .words import any_of, forms, vocabulary

LEAST, LEAST_UNCLOSED, LONGEST_UNCLOSED = 1.9, 0.2, 6
OFFICE = re.compile("^(?:天子|諸侯|周)曰")
TOPIC = re.compile("者[^及而之也與謂]")
FACING = re.compile("[東西南北]面")


class Pair(NamedTuple):
    """A headword and an explanation that are tried, with what their words show.

    `whole`: the explanation begins with the headword (祭，祭肺也); `again`: it begins or ends with a
    word of it (出迎，出門也); `taken`: it has any word of it; `named`: it ends like a name.
    """

    first: int
    middle: int
    last: int
    sure: float
    head: str
    words: str
    whole: bool
    again: bool
    taken: bool
    named: bool


def read_pair(note: Letters, first: int, middle: int, last: int, sure: float) -> Pair:
    """The pair of these letters of a note."""
    head, words = note.text[first:middle], note.text[middle:last]
    particles = forms("function")
    whole = words.startswith(head)
    again = whole or words[0] == head[0] or (head[-1] in words and head[-1] not in particles)
    taken = again or not particles.issuperset(set(head).intersection(words))
    return Pair(first, middle, last, sure, head, words, whole, again, taken, ends_nominal(words))


def bare(note: Letters, start: int, *, inside: bool = False) -> Iterator[Candidate]:
    """X，Y也 and bare X Y that begin at a letter: words of the base text, then what they mean.

    `inside` asks only for those that may begin inside a statement.
    """
    if start in note.reported:
        return
    known, text = note.words(start), note.text
    for k in (*known, *(end for end in _phrase_taken_up(note, start) if end not in known)):
        if k >= note.size or text[k] in forms("closer") or (note.punctuated and k not in note.commas):
            continue
        if (inside and not _may_stand_inside(note, start, k)) or not _may_begin(note, start, k):
            continue
        goes_on = text[k] in forms("continuer") and text[k] not in text[start:k]
        for end, sure in _explanation_ends(note, k):
            if goes_on and end - k > 1:
                break
            if not sure and end - k > LONGEST_UNCLOSED:
                continue
            pair = read_pair(note, start, k, end, sure)
            score = weigh(note, pair) - (0.0 if k in known else 0.5)
            if score >= (LEAST if sure else LEAST_UNCLOSED):
                yield from _placed(note, pair, Item(start, end, (start, k), (k, end), "X，Y也", score))


def _may_begin(note: Letters, start: int, k: int) -> bool:
    """Whether an explanation may begin here, whatever its end: not within a word, unless it takes the headword up."""
    return note.text[k] == note.text[start] or not note.cuts_word(k)


def _may_stand_inside(note: Letters, start: int, k: int) -> bool:
    """Whether a headword is taken up, doubled or general, without which none begins inside a statement."""
    word = note.text[start:k]
    if note.text.startswith(word, k) or note.text.endswith(word, 0, start) or note.text[start - 1:start] == "凡":
        return True
    return k - start >= 2 and note.text[k] in (word[0], word[-1])


def _phrase_taken_up(note: Letters, start: int) -> list[int]:
    """End of a phrase whose first word is taken up again: 「執賢獲執其勝黨多獲之算」."""
    k = note.text.find(note.text[start], start + 2, start + 7)
    phrase = note.text[start:k] if k > 0 else ""
    return [k] if phrase and note.opens(start) and all(c in note.base for c in phrase) else []


def _explanation_ends(note: Letters, k: int) -> Iterator[tuple[int, float]]:
    """Ends of an explanation, also before 猶, 則 and words that give its aim or reason (當…, 尊大夫也)."""
    ends = note.ends(k)
    yield from ends
    last = ends[-1][0] if ends else k
    for end in range(k + 2, min(last, k + 9)):
        like = note.text[end] == "猶" and not note.text.startswith("不", end + 1)
        if like or (end - k >= 4 and note.text[end] == "則"):
            yield end, 0.9
        elif end - k >= 3 and (any_of("tail").match(note.text, end) or _short_reason(note, end, last)):
            yield end, 0.4


def _short_reason(note: Letters, end: int, last: int) -> bool:
    """Whether no more than a short reason follows up to the close of the statement."""
    return note.text[end - 1] != "者" and 1 < last - end <= 4 and bool(any_of("reason").match(note.text, end))


def _placed(note: Letters, pair: Pair, item: Item) -> Iterator[Candidate]:
    """A bare definition stands at the opening of a statement or after another definition.

    Inside a statement only a headword that is taken up or doubled is one: 「…得餘體也祭祭肺也」, 「大言獲獲得也」.
    """
    start, after = pair.first, pair.words
    spoken = note.text[start - 1:start] in ("云", "曰", "言")
    if not (pair.whole and spoken):
        yield Candidate(item, "open", pair.sure > 0)
    if pair.sure < 0.7 or note.opens(start):
        return
    if note.text[start - 1:start] == "凡" and pair.sure == 1.0:
        yield Candidate(item, "any", True)
    if note.text.endswith(pair.head, 0, start) and len(after) <= 2 and after[-1] != "之":
        yield Candidate(item._replace(score=item.score + 0.8), "any", True)
    elif not spoken and not _tells_on(note, pair) and _taken_at_once(pair):
        yield Candidate(item, "any", True)


def _tells_on(note: Letters, pair: Pair) -> bool:
    """Whether the words tell what is done or why, or are the base text again."""
    return bool(any_of("telling").search(pair.words.replace("不", ""), 1)
                or any_of("reason").search(pair.words, len(pair.head)) or note.has(pair.words))


def _taken_at_once(pair: Pair) -> bool:
    """Whether the explanation begins with the headword, or with its first or last word."""
    if pair.whole:
        return len(pair.head) > 1 or len(pair.words) != 2
    return len(pair.head) >= 2 and pair.words[0] in (pair.head[0], pair.head[-1])


def weigh(note: Letters, pair: Pair) -> float:
    """How much speaks for a bare definition: 0 where it cannot be one."""
    if not _can_head(note, pair) or not _can_explain(pair) or gives_reason(pair.head, pair.words):
        return 0.0
    if note.lost and not (pair.taken and pair.sure and len(pair.head) > 1):
        return 0.0
    return _speaks_for(pair) - _runs_across(note, pair) - _speaks_against(note, pair)


def _can_head(note: Letters, pair: Pair) -> bool:
    """Whether these letters can be a headword; a particle only in 「自由也」, 「諸於」, a denial only taken up."""
    head, particles = pair.head, forms("function")
    if head[0] in forms("negator") and not pair.whole:
        return False
    phrase = pair.middle in note.commas or len(head) > 2 or head[0] == "以"
    if len(head) > 1 and head[-1] not in particles and pair.first in note.strong and phrase:
        return True
    if (head[0] in particles and not (len(head) > 1 and head[0] == "及")) or head[-1] in particles:
        single = len(head) == len(pair.words) == 1 and pair.sure == 1.0
        return single and head not in forms("pronoun")
    return True


def _can_explain(pair: Pair) -> bool:
    """Whether the words can be an explanation: no words that only go on with the phrase before them."""
    words = pair.words
    if (len(words) == 1 and pair.sure < 1.0) or "曰" in OFFICE.sub("", words):
        return False
    if any_of("done_to").match(words) and pair.head in vocabulary("actions"):
        return False
    if pair.whole:
        goes_on = any_of("continuer").match(words, len(pair.head))
        return not goes_on and not (words[-1] == "之" and len(words) <= 3)
    if len(words) > 1 and words[0] not in pair.head and any_of("continuer").match(words):
        return False
    return not (words[-1] == "之" and len(words) > 2)


def _speaks_for(pair: Pair) -> float:
    """A full close, a short explanation, the headword taken up in it, a long headword, the note's beginning."""
    size = len(pair.words)
    score = 2.0 + (pair.sure or -2.0) + 1.0 * pair.taken + 0.5 * (pair.first == 0) + 0.2 * len(pair.head)
    if pair.sure:
        score += (1.0 if size <= 2 else 0.5 if size <= 4 else 0.0) - 0.05 * size
    return score


def _runs_across(note: Letters, pair: Pair) -> float:
    """What speaks against its borders: a formula of the rite that runs across (拜|受觶), a longer word of the base text."""
    against, fresh = 0.0, pair.words[0] != pair.head[0]
    if fresh and pair.middle not in note.commas and note.runs_on(pair.middle):
        against += 3.0
    if fresh and not note.opens(pair.first) and note.runs_on(pair.first):
        against += 1.0 if pair.taken else 3.0
    longest = next(iter(note.words(pair.first)), pair.middle)
    return against + (1.0 if pair.middle + 1 < longest < pair.last else 0.0)


def _speaks_against(note: Letters, pair: Pair) -> float:
    """A role as headword with no name for it, a topic or a reason inside, words of the base text told again."""
    head, words = pair.head, pair.words
    against = 2.0 * (head[-1] == "之") + 0.5 * bool(pair.sure and any_of("reason").search(words, 1))
    if not (pair.taken if note.lost else pair.again) and _acts(head):
        against += 2.5
    if "者" in words[1:-1] and any(note.nominal(end) for end in range(pair.middle + 2, pair.last)):
        against += 1.5
    if head in vocabulary("titles"):
        return against
    equal = len(words) == 3 and note.text[pair.last:pair.last + 1] == "也"
    if head in vocabulary("actors") and not (pair.whole or equal or nominal_phrase(words)):
        against += 3.0
    if not pair.again and not pair.named and len(words) > 2 and note.has(words[:2]):
        against += 2.0
    return against + _too_long(note, pair) + _told(pair)


def _too_long(note: Letters, pair: Pair) -> float:
    """What the length of an explanation says against it, and a 者 that ends nothing."""
    size, against = len(pair.words), 0.0
    if size > 9 and not pair.again and not pair.named:
        against += 1.0 if note.text[pair.last:pair.last + 1] == "也" else 2.0
    if size > 12:
        against += 1.0 + 0.2 * (size - 12) if pair.again and not pair.whole else 3.0
    if pair.words.endswith("者") and size < 3 and pair.sure < 1.0:
        against += 3.0
    return against


def _told(pair: Pair) -> float:
    """What words say against it that tell what is done, or a topic of which more is said."""
    against = 2.0 * bool(TOPIC.search(pair.words))
    if not pair.whole and not pair.named and pair.words[0] not in pair.head and any_of("telling").search(pair.words, 1):
        against += 1.5 if pair.again else 3.0
    return against


def _acts(head: str) -> bool:
    """Whether a headword is a role with what it does (賓升), not a role or two (賓介)."""
    actors = vocabulary("actors")
    return head not in actors and any(head[:k] in actors and head[k:] not in actors for k in range(1, len(head)))


def gives_reason(head: str, words: str) -> bool:
    """Whether the words after a headword tell why rather than what.

    A denied act (不…者) is explained only by a denial; else a denial, a word of motive or an aim is a reason.

    >>> [gives_reason(*pair) for pair in (("戒", "警"), ("三拜", "示徧"), ("不屬", "不相續"), ("不洗", "賤"))]
    [False, True, False, True]
    """
    if words.startswith(head):
        return False
    negators = forms("negator")
    if head[0] in negators and words[0] != head[0]:
        return True
    shares = len(head) > 1 and any(c in words for c in head)
    if words[0] in negators and words[0] != "無" and words[0] not in head and not shares:
        return True
    return bool(any_of("reason").match(words) or any_of("reason_within").search(words))


def ends_nominal(words: str) -> bool:
    """Whether words end like a name: 者, 之屬, 之吏 …

    >>> [ends_nominal(words) for words in ("賓黨之年少者", "出門")]
    [True, False]
    """
    return words[-1] == "者" or words[-2:] in forms("nominal")


def nominal_phrase(words: str) -> bool:
    """Whether words name someone: 賓黨之年少者, 州長, 大夫耦及衆賓.

    >>> [nominal_phrase(words) for words in ("州長", "大夫耦及衆賓", "位阼階", "門內東面")]
    [True, True, False, False]
    """
    if FACING.search(words):
        return False
    if ends_nominal(words):
        return len(words) <= 12
    return len(words) <= 2 or (len(words) <= 6 and ("之" in words[1:-1] or "及" in words[1:-1]))
