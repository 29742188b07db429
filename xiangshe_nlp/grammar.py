"""A grammar of ritual prose: folded base text to a chain of phrases, the cheapest chain that covers it.

Kinds of phrases: A who acts, W whom one acts with, P where, F facing, D adverbs, V an act with its
arguments, L likeness (如初), S a clause without an act, X what the vocabularies do not know. Verbs
and what may follow them stand in `data/lexicon/actions.csv`: `frame` letters are o (a thing may
follow), r (a person may follow), w (a person may follow, though a person after it rather begins the
next clause), x (a person may follow as goal), b (a person, then a thing), d (a place), c (the words of
an order); `complements` lists words that this verb takes as object (o=) or place (p=) though they are verbs or ambiguous elsewhere;
a verb with ! is one only before these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

from .lexicon import Entry, load_vocabulary, once
from .model import Span
from .phrases import LOCALIZER, Reading

COSTS = {"A": 1.0, "W": 1.0, "P": 1.2, "F": 0.8, "D": 0.6, "V": 1.0, "L": 1.0, "S": 1.4, "X": 6.0}
# what stands badly side by side: two agents, an agent without an act, a place without an act
CLASHES = {("A", "A"): 3.0, ("P", "A"): 2.0, ("F", "A"): 1.5, ("D", "A"): 0.3, ("W", "A"): 3.0, ("A", "S"): 0.2,
           ("D", "S"): 0.6, ("F", "P"): 0.4, ("P", "P"): 0.4, ("V", "X"): 1.0, ("D", "$"): 3.0, ("A", "$"): 2.0,
           ("W", "$"): 3.0, ("P", "$"): 0.3, ("X", "X"): -3.5, ("W", "W"): 2.0, ("D", "W"): 0.0, ("D", "P"): 0.2}
_CLASHES_WITH = {kind: {last: CLASHES.get((last, kind), 0.0) for last in ("^", *COSTS)} for kind in COSTS}
UNKNOWN_NOUN = 2.0
DIRECTIONS = "左右東西南北"
# forms that are verbs only under the rules of `_verb_allowed`
COUNTED = frozenset("拜揖讓獻辭請發射")  # acts that a number counts
BEFORE_VERB = frozenset("卒既反復禮疑固側逆終答拾誘改特橫辟繼")  # forms that are adverbs only before a verb
RULED = frozenset("遂決下卒既與兼相反復席尊縣如" + DIRECTIONS)


class Act(NamedTuple):
    """A verb and its arguments, as spans of the folded text."""

    verb: Span
    entry: Entry
    object: Span | None = None
    recipient: Span | None = None
    place: Span | None = None

    def shift(self, by: int) -> Act:
        """The same act so many characters further on."""
        moved = [span and (span[0] + by, span[1] + by) for span in (self.object, self.recipient, self.place)]
        return Act((self.verb[0] + by, self.verb[1] + by), self.entry, *moved)


class Phrase(NamedTuple):
    """One phrase of the chain; `value` names adverbs (form) and clauses without an act (name)."""

    kind: str
    start: int
    end: int
    cost: float
    act: Act | None = None
    value: str = ""
    entry: Entry | None = None

    def shift(self, by: int) -> Phrase:
        """The same phrase so many characters further on."""
        act = self.act and self.act.shift(by)
        return Phrase(self.kind, self.start + by, self.end + by, self.cost, act, self.value, self.entry) if by else self


# end, object, recipient and place of an act
Way = tuple[int, Span | None, Span | None, Span | None]


class _Verb(NamedTuple):
    """A verb with its frame; `ruled` where `_verb_allowed` has to say whether the form is one here."""

    entry: Entry
    form: str
    frame: str
    ruled: bool
    objects: re.Pattern[str] | None
    places: re.Pattern[str] | None


@once
def _verbs() -> dict[str, list[_Verb]]:
    out: dict[str, list[_Verb]] = {}
    for entry in load_vocabulary("actions"):
        options = dict(part.split("=", 1) for part in entry.more["complements"].split())
        frame = entry.more["frame"]
        verb = _Verb(entry, entry.form, frame, entry.form in RULED or "!" in frame, *(
            re.compile("|".join(sorted(options[key].split("|"), key=lambda w: -len(w)))) if options.get(key) else None
            for key in "op"
        ))
        out.setdefault(entry.form[0], []).append(verb)
    return out


@once
def _adverbs() -> dict[str, list[Entry]]:
    out: dict[str, list[Entry]] = {}
    for entry in [*load_vocabulary("particles"), *load_vocabulary("numerals")]:
        out.setdefault(entry.form[0], []).append(entry)
    return out


_LIKE = re.compile(
    "如(?:初入|初|之|其|升射(?:之儀)?|[^如]{1,2}服|作射|(?:[^如]{0,3}?之)?禮|[主人賓大夫介公獻酬]{1,3}之?禮|上射|三耦|右獲|左獲|[^如]{1,4}之[禮儀為])"
)
_HEADS = re.compile("[一二三四五六七八九十]+人")


def _verb_allowed(r: Reading, i: int, verb: _Verb) -> bool:
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
    if form == "縣":
        return after not in ("", "中")
    return form != "如"


def _arguments(r: Reading, j: int, verb: _Verb) -> list[Way]:
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
    return not (known or char in _verbs() or char in _adverbs() or char in "以與為於自當如則者也皆之")


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


def _verb_phrases(r: Reading, i: int) -> list[Phrase]:
    text, out = r.text, []
    for verb in _verbs()[text[i]]:
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


def _adverb_phrases(text: str, i: int) -> list[Phrase]:
    out = []
    for entry in _adverbs()[text[i]]:
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
        return after in _verbs() or after in ("再", "壹", "一") or not after
    return True


def _verb_class(text: str, i: int) -> str:
    """Class of a verb that stands at `i`; empty if none does."""
    return next((v.entry.kind for v in _verbs().get(text[i:i + 1], ()) if text.startswith(v.entry.form, i)), "")


def _with_phrases(r: Reading, i: int) -> list[Phrase]:
    """以賓 (taking the guest along), 以爵 (with the cup), 與司馬 (with the marshal), 為之 (for them)."""
    text, out = r.text, []
    if text[i] in "以與為":
        k = i + 2 if text[i + 1:i + 2] == "其" else i + 1  # 與其耦
        if end := r.actors[k]:
            out.append(Phrase("W", i, end, COSTS["W"], Act((k, k), _NONE, None, (k, end)), text[i]))
        elif text[i] == "以" and (end := r.thing[i + 1]):
            out.append(Phrase("W", i, end, COSTS["W"], Act((i + 1, i + 1), _NONE, (i + 1, end)), text[i]))
        elif text.startswith("為之", i):
            out.append(Phrase("W", i, i + 2, COSTS["W"], None, "為"))
    if (end := r.thing[i]) and text.startswith("以", end) and text[i] != "之":  # 一純以取: the object first
        out.append(Phrase("W", i, end + 1, COSTS["W"], Act((i, i), _NONE, (i, end)), "以"))
    return out


_NONE = Entry("", "", "", "", "", "", {})


@lru_cache(maxsize=1024)
def _unknown(at: int) -> Phrase:
    return Phrase("X", at, at + 1, COSTS["X"])


def _phrases_at(r: Reading, i: int) -> list[Phrase]:
    """All phrases that may start at `i`."""
    text, char = r.text, r.text[i]
    out = [_unknown(i)]
    if char in _verbs():
        out += _verb_phrases(r, i)
    if char in _adverbs():
        out += _adverb_phrases(text, i)
    if char in "以與為" or r.thing[i]:
        out += _with_phrases(r, i)
    if one := r.actor[i]:
        for end in (one,) if r.actors[i] == one else (one, r.actors[i]):
            out.append(Phrase("A", i, end, COSTS["A"] + (0.4 if end - i == 1 and _ambiguous(char) else 0)))
    if r.place[i] or r.beside[i] or char in "當自於皆":
        out += _place_phrases(r, i)
    if end := r.facing[i]:
        out.append(Phrase("F", i, end, COSTS["F"]))
    if char == "如" and (m := _LIKE.match(text, i)):
        out.append(Phrase("L", i, m.end(), COSTS["L"] - 0.1 * (m.end() - i - 2)))
    if char == "少" and text[i + 1:i + 2] and text[i + 1] in DIRECTIONS and _SIDE.match(text, i + 1):
        out.append(Phrase("D", i, i + 1, 0.1, value="少"))
    if r.topical:
        out += _topic_phrases(r, i)
    if i in r.statics:
        out += [Phrase("S", i, end, COSTS["S"], None, name) for end, name in r.statics[i]]
    return out


_SIDE = re.compile(LOCALIZER)


@lru_cache(maxsize=None)
def _ambiguous(char: str) -> bool:
    """Whether a role of one graph is also a verb, an adverb or a common noun: 相, 長, 人."""
    return char not in "賓工" and (char in _verbs() or char in _adverbs() or char in "人長子士女父母")


def _place_phrases(r: Reading, i: int) -> list[Phrase]:
    text, out = r.text, []
    if r.place[i] > i + 1:
        out.append(Phrase("P", i, r.place[i], COSTS["P"]))
    if r.beside[i]:
        out.append(Phrase("P", i, r.beside[i], COSTS["P"]))
    if text[i] in "當自於" and (end := r.at_place[i + 1] or r.actor[i + 1]):
        out.append(Phrase("P", i, end, COSTS["P"] - 0.1, value=text[i]))
    if text[i] == "當" and r.facing[i + 1]:  # the place was lost in digitisation
        out.append(Phrase("P", i, i + 1, COSTS["P"], value="當"))
    if text.startswith("皆當", i) and (end := r.place[i + 2]):
        out.append(Phrase("P", i, end, COSTS["P"], value="當"))
    return out


def _topic_phrases(r: Reading, i: int) -> list[Phrase]:
    """What a clause with 則 is about, before 則: 豫則鉤楹內, 大夫之矢則兼束之."""
    text, out = r.text, []
    for end in (i + 1, i + 2):
        if text.startswith("則", end) and r.actor[i] != end and not any(c in _verbs() or c in "若以則遂乃既" for c in text[i:end]):
            out.append(Phrase("D", i, end, 1.2, value="則"))
    if (end := r.owned[i]) and text.startswith("則", end):
        out.append(Phrase("D", i, end, 1.0, value="則"))
    return out


def parse(text: str) -> list[Phrase]:
    """The cheapest chain of phrases that covers a folded stretch of base text.

    >>> [(p.kind, "主人坐取爵於上篚"[p.start:p.end]) for p in parse("主人坐取爵於上篚")]
    [('A', '主人'), ('V', '坐'), ('V', '取爵於上篚')]
    """
    best: list[dict[str, tuple[float, Phrase | None, str]]] = [{} for _ in range(len(text) + 1)]
    best[0]["^"] = (0.0, None, "")
    reading = Reading(text)
    for i in range(len(text)):
        before = [(last, cost) for last, (cost, _, _) in best[i].items()]
        for phrase in _phrases_at(reading, i):
            kind, own, reached = phrase.kind, phrase.cost, best[phrase.end]
            least = reached[kind][0] if kind in reached else inf
            clashes = _CLASHES_WITH[kind]
            for last, cost in before:
                total = cost + own + clashes[last]
                if total < least - 1e-9:
                    least = total
                    reached[kind] = (total, phrase, last)
    return _trace(best)


def _trace(best: list[dict[str, tuple[float, Phrase | None, str]]]) -> list[Phrase]:
    last = best[-1]
    kind = min(last, key=lambda k: (last[k][0] + CLASHES.get((k, "$"), 0.0), k))
    chain: list[Phrase] = []
    at = len(best) - 1
    while at:
        _, phrase, before = best[at][kind]
        assert phrase is not None
        chain.append(phrase)
        at, kind = phrase.start, before
    return chain[::-1]
