"""Definitions with a marker, each form a generator of candidates over one note.

X猶Y也, X謂Y, X之言Y也, Y曰X, Y謂之X, X者Y也, X亦Y也, and 即, 以Y為X, 以…為之所以Y, 讀如Y.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..lexicon import load_vocabulary, once
from .bare import gives_reason, nominal_phrase
from .definitions import CALLED, LONGEST_GLOSS, Candidate, Item, Letters, Span
from .words import any_of, forms, titles, vocabulary

AS = re.compile(r"以(?P<y>[東西南北])為(?P<x>[左右前後內外])")
MADE_OF = re.compile(r"(?P<x>.{1,2})以[^也]{1,3}為之[^也]{0,8}?(?P<y>所以[^也]{1,14})")
ALSO = re.compile(r"(?P<y>[^也者]{1,3})為(?P<x>.{1,2})")
ALIKE = re.compile("亦(?P<y>[^也]{1,4})也")
FACING = re.compile(r"[東西南北]面(?=[東西南北]$)")
MARKER = re.compile("[猶謂曰]|以其")
TOPIC = re.compile("者(?!也|$)")
IN_A_ROW = re.compile(".[^曰]{1,4}曰")
DENIAL = re.compile("[不無未]")
SOUND = re.compile(r".*?之(?P<c>[^也者])")


def candidates(note: Letters) -> dict[int, list[Candidate]]:
    """All possible definitions with a marker, by their first letters; bare ones come from `bare`."""
    found = [*marked(note), *called(note), *taken_as(note), *made_of(note), *also(note), *topics(note)]
    out: dict[int, list[Candidate]] = {}
    for candidate in sorted(found, key=lambda c: (c.item.first, c.item.last, -c.item.score, c.item.pattern)):
        if candidate.item.first not in note.reported:
            out.setdefault(candidate.item.first, []).append(candidate)
    return out


def marked(note: Letters) -> Iterator[Candidate]:
    """X猶Y也, X謂Y, X之言Y也, X讀如Y, X即Y: the word stands just before the marker."""
    for m in any_of("marker").finditer(note.text):
        marker, k = m.group(), m.start()
        if note.text.startswith("謂之", k) or note.text[k - 1:k] in ("所", "何", "可"):
            continue
        ends = list(_marked_ends(note, m.end(), marker))
        for head, known in _words_before(note, k):
            if note.cuts_word(head[0]) or (note.punctuated and marker == "謂" and not note.after_mark(head[0])):
                continue
            base = _worth_of_head(note, marker, head, known)
            for end, sure in ends:
                if _still(note, marker, head, note.text[m.end():end]):
                    continue
                score = base + _worth_of_words(marker, note.text[m.end():end], sure)
                item = Item(head[0], end, head, (m.end(), end), _markers()[marker], score)
                yield Candidate(item, "any" if known and marker != "即" else "open", sure > 0)


def _worth_of_head(note: Letters, marker: str, head: Span, known: bool) -> float:
    """What speaks for a headword before a marker: the marker, its length, that a statement begins with it."""
    left = note.text[note.opening(head[1]):head[0]]
    worth = {"猶": 6.0, "謂": 5.0, "即": 3.0}.get(marker[0], 5.0) + 0.2 * (head[1] - head[0])
    worth += 0.5 * note.opens(head[0]) - 2.0 * (not known)
    return worth - 1.5 * (0 < len(left) < 3 and left[0] not in forms("function"))


def _worth_of_words(marker: str, words: str, sure: float) -> float:
    """What speaks for the words after a marker: a sure end, no great length, no other marker inside."""
    size = len(words)
    worth = (sure or -2.0) - 0.01 * size - 0.1 * max(0, size - 6) - 2.0 * bool(MARKER.search(words, 1))
    if marker == "即":
        return worth - 0.3 * max(0, size - 4)
    return worth - 0.2 * (size - 1) if marker == "之言" else worth


def _still(note: Letters, marker: str, head: Span, words: str) -> bool:
    """Whether 猶 is no marker here but says "still": 猶不拜, 大夫猶北面."""
    role = note.text[slice(*head)] in vocabulary("actors")
    return marker == "猶" and (len(words) > 4 or (len(words) > 1 and (words[0] == "不" or role)))


@once
def _markers() -> dict[str, str]:
    """Markers with the form of definition that each makes."""
    return {e.form: e.lemma for e in load_vocabulary("gloss_patterns") if e.kind == "marker"}


def _marked_ends(note: Letters, start: int, marker: str) -> Iterator[tuple[int, float]]:
    """Ends of what a marker explains by, with those that this marker has: 讀如…之Y, 之言Y, 謂Y則, 即Y."""
    sound = SOUND.match(note.text, start, min(note.size, start + 14)) if marker.startswith("讀") or marker == "謂" else None
    if sound and marker == "謂" and not (note.text[start] == "如" and sound["c"] in note.text[max(0, start - 8):start]):
        sound = None
    plain = dict(note.ends(start))
    for end in range(start + 1, min(note.size, start + LONGEST_GLOSS) + 1) if not sound else [sound.end()]:
        sure = 2.0 if sound else max(plain.get(end, -1.0), _own_end(note, start, end, marker))
        if end == start + 1 and sure < 0.9 and note.text[start] in forms("continuer"):
            continue
        if sure >= 0.0 and not _ends_in_verb(note, end, marker, sure):
            yield end, sure
        if sure >= 1.0:
            return


def _own_end(note: Letters, start: int, end: int, marker: str) -> float:
    """How surely an explanation ends here after this marker, -1 if not at all."""
    size, last = end - start, note.text[end - 2:end]
    if marker == "之言" and size == 1 and last[-1] not in forms("negator"):
        return 0.9
    if marker == "即" and size > 2 and last in forms("nominal"):
        return 0.9
    if marker == "即" and size <= 2:
        return 0.1
    if marker == "謂" and size > 2 and note.text.startswith(("則", "謂"), end):
        return 0.5
    return 0.3 if marker == "謂" and size > 4 and _verb_with_it(last) else -1.0


def _ends_in_verb(note: Letters, end: int, marker: str, sure: float) -> bool:
    """Whether the words end in 之 and so are no name: 即取之, or 諸侯之 cut from what it owns."""
    last = note.text[end - 2:end]
    return last[-1] == "之" and (marker == "即" or not (sure or _verb_with_it(last)))


def _verb_with_it(last: str) -> bool:
    """Whether two letters are a verb and its object 之."""
    return last[-1] == "之" and last[0] in vocabulary("actions")


@once
def _sizes_of_names() -> list[int]:
    """How many letters the names of commentators have."""
    return sorted({len(name) for name in vocabulary("speakers")})


def _words_before(note: Letters, k: int) -> Iterator[tuple[Span, bool]]:
    """Headwords before a marker: words of the base text, else the beginning of a short statement."""
    end = k - 1 if note.text[k - 1:k] == "者" and not note.has(note.text[max(0, k - 2):k]) else k
    end -= next((size for size in _sizes_of_names() if size < end and note.text[end - size:end] in vocabulary("speakers")), 0)
    longest = end
    for start in range(end - 1, max(-1, end - 11), -1):
        word = note.text[start:end]
        if not note.has(word) or (len(word) > 1 and word[-1] in forms("connective")):
            break
        if word[0] in forms("function") and start not in note.strong and not (word[-1] == "者" and len(word) > 1):
            continue
        longest = start
        yield (start, end), not note.lost or start in note.strong
    start = note.opening(end + 1) if end else 0
    limit = 2 if note.text.startswith("猶", k) else 6 if note.lost else 4
    edges = {note.text[start], note.text[end - 1]} if end else set()
    if start < longest and 0 < end - start <= limit and not edges & forms("function"):
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
            y = (start + facing.end() if facing else start + general, k - (note.text[k - 1] == "則"))
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
    row = bool(IN_A_ROW.match(note.text, start, start + 6)) or start + 1 == note.size
    if not ends and (general or row or start + 1 in note.strong):
        ends = [start + 1]
    for end in ends:
        sure = note.closes(end)
        score = 4.0 + sure + 0.19 * (end - start) + (0.5 if note.known.get(start) == end else 0.0)
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
        head, opens = note.text[start:k], note.opens(start)
        if note.text[k + 1:k + 3] == head + "也":  # 後者後也
            yield Candidate(Item(start, k + 2, (start, k), (k + 1, k + 2), "X者Y也", 3.0), "any", True)
        if not _can_be_topic(note, start, k):
            continue
        role = note.has(note.text[start:k + 1])
        for end, sure in note.ends(k + 1):
            words = note.text[k + 1:end]
            if not sure or not _says_what(note, head, words, end) or (role and not nominal_phrase(words)):
                continue
            if not opens and note.text[end:end + 1] != "也":
                continue
            if any(k in note.weak for k in range(k + 2, end)):
                break
            score = 4.0 + sure - 0.06 * len(words) - 1.5 * (not opens) - _worth_of_denial(words)
            if score >= 2.8:
                item = Item(start, end, (start, k + 1) if role else (start, k), (k + 1, end), "X者Y也", score)
                yield Candidate(item, "open" if opens else "any", True)


def _can_be_topic(note: Letters, start: int, k: int) -> bool:
    """Whether the words before 者 are a headword: no particle, no part of a longer phrase of the base text."""
    head = note.text[start:k]
    if (head[0] in forms("function") and head != "皆") or note.has(note.text[start:k + 2]):
        return False
    return note.opens(start) or (len(head) > 1 and not note.runs_on(start))


def _says_what(note: Letters, head: str, words: str, end: int) -> bool:
    """Whether what follows X者 says what it is: no reason, no denial, no act done to something."""
    if any_of("continuer").match(words) or gives_reason(head, words) or note.text.startswith("故", end):
        return False
    denial = words[0] in forms("negator") and words[0] not in (head[0], "無")
    return not denial and not (words[-1] == "之" and 2 < len(words) < 9)


def _worth_of_denial(words: str) -> float:
    """What a denial or 為 inside speaks against a definition."""
    if DENIAL.search(words, 1, 5):
        return 2.5
    return 1.5 if DENIAL.search(words, 1) or "為" in words[:-1] else 0.0


def _topic_spans(note: Letters) -> Iterator[Span]:
    """Words of the base text before 者, and not within a denial."""
    for m in TOPIC.finditer(note.text):
        k = m.start()
        denied: set[str] = set()
        for start in range(k - 1, max(-1, k - 11), -1):
            if not note.has(note.text[start:k]):
                break
            if not note.opens(start):
                denied = set(note.text[note.opening(start):start]) & forms("negator")
            if note.opens(start) or not denied:
                yield start, k


def made_of(note: Letters) -> Iterator[Candidate]:
    """X以…為之…所以Y: what a thing is made of, and what it is for (「豐以木為之其形似豆所以承罰爵者」)."""
    for m in MADE_OF.finditer(note.text):
        x = next((x for x in ((m.start(), m.end("x")), (m.end("x") - 1, m.end("x"))) if note.has(note.text[slice(*x)])), None)
        last = end_of_aim(note, *m.span("y"))
        if x and last and note.opens(x[0]):
            yield Candidate(Item(x[0], last, x, (m.start("y"), last), "其他", 4.0), "open", True)


def end_of_aim(note: Letters, first: int, last: int) -> int:
    """Where 所以Y ends: at a nominal 者, else at the close of the statement; 0 where it does not close."""
    ends = (end for end in range(first + 3, last + 1) if note.text[end - 1] == "者" and note.nominal(end))
    return next(ends, last if note.closes(last) == 1.0 else 0)


def also(note: Letters) -> Iterator[Candidate]:
    """X亦Y也, of two roles: 「獲者亦弟子也」."""
    roles = vocabulary("actors")
    for m in ALIKE.finditer(note.text):
        k, last = m.start(), m.end("y")
        for start in range(note.opening(k), k):
            if note.text[start:k] in roles and m["y"] in roles and note.has(note.text[start:k]):
                yield Candidate(Item(start, last, (start, k), m.span("y"), "X，Y也", 5.0), "open", True)


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
