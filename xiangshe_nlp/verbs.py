"""Verbs and adverbs of ritual prose: what may stand at a place, and what may follow it.

They stand in `data/lexicon/actions.csv`: `frame` letters are o (a thing may follow), r (a person may
follow), w (a person may follow, though a person after it rather begins the next clause), x (a person
may follow as goal), b (a person, then a thing), d (a place), c (the words of an order); `complements`
lists words that this verb takes as object (o=) or place (p=) though they are verbs or ambiguous
elsewhere; a verb with ! is one only before these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .lexicon import Entry, load_vocabulary, once
from .model import Span
from .phrases import COSTS, Act, Phrase, Reading

UNKNOWN_NOUN = 2.0
DIRECTIONS = "左右東西南北"
COUNTED = frozenset("拜揖讓獻辭請發射")  # acts that a number counts
BEFORE_VERB = frozenset("卒既反復禮疑固側逆終答拾誘改特橫辟繼將")  # forms that are adverbs only before a verb
RULED = frozenset("遂決下卒既與兼相反復席尊縣如" + DIRECTIONS)  # forms that are verbs only under `_verb_allowed`
_HEADS = re.compile("[一二三四五六七八九十]+人")

# end, object, recipient and place of an act
Way = tuple[int, Span | None, Span | None, Span | None]


class Verb(NamedTuple):
    """A verb with its frame; `ruled` where `_verb_allowed` has to say whether the form is one here."""

    entry: Entry
    form: str
    frame: str
    ruled: bool
    objects: re.Pattern[str] | None
    places: re.Pattern[str] | None


@once
def verbs() -> dict[str, list[Verb]]:
    """Verbs by their first graph."""
    out: dict[str, list[Verb]] = {}
    for entry in load_vocabulary("actions"):
        options = dict(part.split("=", 1) for part in entry.more["complements"].split())
        frame = entry.more["frame"]
        verb = Verb(entry, entry.form, frame, entry.form in RULED or "!" in frame, *(
            re.compile("|".join(sorted(options[key].split("|"), key=lambda w: -len(w)))) if options.get(key) else None
            for key in "op"
        ))
        out.setdefault(entry.form[0], []).append(verb)
    return out


@once
def adverbs() -> dict[str, list[Entry]]:
    """Adverbs and numbers by their first graph."""
    out: dict[str, list[Entry]] = {}
    for entry in [*load_vocabulary("particles"), *load_vocabulary("numerals")]:
        out.setdefault(entry.form[0], []).append(entry)
    return out


def _verb_allowed(r: Reading, i: int, verb: Verb) -> bool:
    """Whether a form that is also a particle, a direction or a noun can be a verb here."""
    text, form, end = r.text, verb.form, i + len(verb.form)
    before, after = text[i - 1:i], text[end:end + 1]
    if form == "遂":
        return before == "決"
    if form == "決":
        return after == "遂" or before in ("袒", "不")
    if form in DIRECTIONS:
        return before in ("少", "相") or (form == "東" and before == "以") or (form == "左" and after == "瑟")
    if form == "下" and after == "拜":
        return True
    if form in ("卒", "既", "與", "兼") or "!" in verb.frame:
        return bool(verb.objects and verb.objects.match(text, end))
    if form == "相":
        return bool(r.actor[end]) or after in ("拜", "祭", "旅", "") or text[i - 2:i] == "右手"
    if form == "反":
        return bool(verb.objects and verb.objects.match(text, end)) or after in ("於", "由", "")
    if form == "復":
        return bool(verb.objects and verb.objects.match(text, end)) or after in ("於", "")
    if form == "席":
        return (not before or before not in "就升降即復") and (after == "於" or bool(r.actor[end]))
    if form == "尊":
        return after in ("於", "兩")
    if form == "祝":
        return after in ("曰", "")  # elsewhere the invocator: 祝延尸
    if form == "縣":
        return after not in ("", "中")
    return form != "如"


def _arguments(r: Reading, j: int, verb: Verb) -> list[Way]:
    """Ways to go on after a verb that ends at `j`: end, object, recipient, place."""
    text, frame = r.text, verb.frame
    out: list[Way] = [(j, None, None, None)]
    if verb.objects and (m := verb.objects.match(text, j)):
        out.append((m.end(), m.span(), None, None))
    if "c" in frame and (end := r.actor[j]) and (m := _HEADS.match(text, end)):
        out.append((m.end(), None, (j, end), None))  # 作下大夫二人: how many of them
    if verb.places and (m := verb.places.match(text, j)):
        out.append((m.end(), None, None, m.span()))
    if "o" in frame and (end := r.thing[j]):
        if text[j:end] != verb.form:
            out.append((end, (j, end), None, None))
    elif "o" in frame:
        out += [(end, (j, end), None, None) for end in _unknown_nouns(r, j)]
    if end := r.actors[j]:
        out += _persons(r, j, end, frame)
    if "d" in frame and (end := r.at_place[j]):
        out.append((end, None, None, (j, end)))
    if verb.form == "辭" and text.startswith("以", j) and (end := r.thing[j + 1]):
        out.append((end, (j + 1, end), None, None))
    if verb.form == "實" and r.thing[j] and text[j] in "爵觶觚":
        return out  # 升實爵，於西階上獻: the place goes with what follows
    moves = verb.entry.kind == "motion"
    return out + [way for one in out if text[one[0]:one[0] + 1] in "於自" or r.fused
                  for way in _prepositional(r, *one, moves=moves)]


def _persons(r: Reading, j: int, end: int, frame: str) -> Iterator[Way]:
    """Ways to go on with persons who stand from `j` to `end`."""
    if "r" in frame or "w" in frame:
        yield end, None, (j, end), None
        if (one := r.actor[j]) != end:
            yield one, None, (j, one), None
        if "b" in frame and (stop := r.thing[end]):
            yield stop, (end, stop), (j, end), None
    if "x" in frame:
        yield end, (j, end), None, None


def _unknown_nouns(r: Reading, j: int) -> list[int]:
    """Ends of one or two graphs that no vocabulary has, where a verb wants a thing: 取龘於篚."""
    ends: list[int] = []
    for k in (j, j + 1):
        if not (k < len(r.text) and _is_unknown(r, k)):
            break
        ends.append(k + 1)
    return ends


def _is_unknown(r: Reading, k: int) -> bool:
    char = r.text[k]
    known = r.actor[k] or r.thing[k] or r.at_place[k] or r.facing[k] or k in r.statics
    return not (known or char in verbs() or char in adverbs() or char in "以與為於自當如則者也皆之")


def _prepositional(
    r: Reading, j: int, thing: Span | None, person: Span | None, place: Span | None, *, moves: bool
) -> list[Way]:
    """What 於 (at, to) or 自 (from) adds: a place, or a person toward whom the act goes."""
    text = r.text
    out: list[Way] = []
    written_in_object = thing is not None and text[thing[0]:thing[1]] == "諸"
    if not (text.startswith("於", j) or (text.startswith("自", j) and moves) or written_in_object):
        return out
    k = j if written_in_object else j + 1
    where, who = r.at_place[k], r.actors[k]
    if where and place is None:
        out.append((where, thing, person, (k, where)))
        if 0 < r.place[k] < where:
            out.append((r.place[k], thing, person, (k, r.place[k])))
    if who and person is None and text[j] == "於" and where <= who:
        out.append((who, thing, (k, who), place))
    return out


def verb_phrases(r: Reading, i: int) -> list[Phrase]:
    """Acts whose verb stands at `i`, with all that may follow it."""
    text, out = r.text, []
    for verb in verbs()[text[i]]:
        form = verb.form
        if not text.startswith(form, i) or (verb.ruled and not _verb_allowed(r, i, verb)):
            continue
        j = i + len(form)
        furnishes, joins = verb.entry.kind == "furnishing", "w" in verb.frame
        for end, thing, person, place in _arguments(r, j, verb):
            said = (thing is not None) + (person is not None) + (place is not None)
            cost = COSTS["V"] - 0.2 * said - 0.1 * (len(form) - 1)
            if thing and verb.objects and verb.objects.match(text, j):
                cost -= 0.05  # a verb's own complement before a verb that looks like it: 受命，擯者…
            if joins and person and person[0] == j:
                cost += 1.35  # the person rather begins the next clause
            if thing is not None and thing[0] == j and not r.thing[j] and _is_unknown(r, j):
                cost += UNKNOWN_NOUN
            if place and furnishes and text.startswith("當", end + 1) and text[end] in "東西南北":
                cost -= 0.5  # 設楅於中庭，南當洗
            out.append(Phrase("V", i, end, cost, Act((i, j), verb.entry, thing, person, place)))
    return out


def adverb_phrases(text: str, i: int) -> list[Phrase]:
    """Adverbs and numbers that stand at `i`."""
    out = []
    for entry in adverbs()[text[i]]:
        end = i + len(entry.form)
        if text.startswith(entry.form, i) and _adverb_allowed(text, i, end, entry):
            out.append(Phrase("D", i, end, COSTS["D"], value=entry.form, entry=entry))
    return out


def _adverb_allowed(text: str, i: int, end: int, entry: Entry) -> bool:
    after = text[end:end + 1]
    if entry.kind in ("number", "times"):
        return after in COUNTED or text.startswith("答拜", end)
    if entry.kind == "side":
        with_hand = ("handling", "drinking", "motion", "courtesy", "turning")
        return text[i - 1:i] not in ("少", "相") and (entry.form == "左右" or _verb_class(text, end) in with_hand)
    if entry.form == "遂":
        return text[i - 1:i] != "決"
    if entry.form == "反" and after in ("由", "於"):
        return False
    if entry.form == "相":
        return after in ("揖", "左", "交", "見", "拜", "右", "與")
    if entry.form in BEFORE_VERB:
        return after in verbs() or after in ("再", "壹", "一") or not after
    return True


def _verb_class(text: str, i: int) -> str:
    """Class of a verb that stands at `i`; empty if none does."""
    return next((v.entry.kind for v in verbs().get(text[i:i + 1], ()) if text.startswith(v.entry.form, i)), "")
