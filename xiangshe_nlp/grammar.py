"""A grammar of ritual prose: folded base text to a chain of phrases, the cheapest chain that covers it.

The kinds of phrases are those of `phrases`; what a verb may take is told by `verbs`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf

from .lexicon import Entry, load_vocabulary, once
from .phrases import COSTS, LOCALIZER, Act, Phrase, Reading
from .verbs import DIRECTIONS, adverb_phrases, adverbs, verb_phrases, verbs

# what stands badly side by side: two agents, an agent without an act, a place without an act
CLASHES = {("A", "A"): 3.0, ("P", "A"): 2.0, ("F", "A"): 1.5, ("D", "A"): 0.3, ("W", "A"): 3.0, ("A", "S"): 0.2,
           ("D", "S"): 0.6, ("F", "P"): 0.4, ("P", "P"): 0.4, ("V", "X"): 1.0, ("D", "$"): 3.0, ("A", "$"): 2.0,
           ("W", "$"): 3.0, ("P", "$"): 0.3, ("X", "X"): -3.5, ("W", "W"): 2.0, ("D", "W"): 0.0, ("D", "P"): 0.2}
_CLASHES_WITH = {kind: {last: CLASHES.get((last, kind), 0.0) for last in ("^", *COSTS)} for kind in COSTS}


@once
def _likeness() -> re.Pattern[str]:
    return re.compile(f"如(?:{'|'.join(entry.form for entry in load_vocabulary('likenesses'))})")  # the first that fits


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
    if char in verbs():
        out += verb_phrases(r, i)
    if char in adverbs():
        out += adverb_phrases(text, i)
    if char in "以與為" or r.thing[i]:
        out += _with_phrases(r, i)
    if one := r.actor[i]:
        for end in (one,) if r.actors[i] == one else (one, r.actors[i]):
            out.append(Phrase("A", i, end, COSTS["A"] + (0.4 if end - i == 1 and _ambiguous(char) else 0)))
    if r.place[i] or r.beside[i] or char in "當自於皆":
        out += _place_phrases(r, i)
    if end := r.facing[i]:
        out.append(Phrase("F", i, end, COSTS["F"]))
    if char == "如" and (m := _likeness().match(text, i)):
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
    return char not in "賓工" and (char in verbs() or char in adverbs() or char in "人長子士女父母")


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
        if text.startswith("則", end) and r.actor[i] != end and not any(c in verbs() or c in "若以則遂乃既" for c in text[i:end]):
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
