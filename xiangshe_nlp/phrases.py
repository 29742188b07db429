"""Phrases of ritual prose: who, what, where, which way, as patterns built from the vocabularies.

Kinds of phrases: A who acts, W whom one acts with, P where, F facing, D adverbs, V an act with its
arguments, L likeness (如初), S a clause without an act, X what the vocabularies do not know. All patterns are for folded text (`norm`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .lexicon import Entry, alternation, load_vocabulary, once
from .model import Span

COSTS = {"A": 1.0, "W": 1.0, "P": 1.2, "F": 0.8, "D": 0.6, "V": 1.0, "L": 1.0, "S": 1.4, "X": 6.0}
SIDES = "東南|東北|西南|西北|東|西|南|北"
# a direction is not part of the place when it begins what follows: 西面, 東上, 南肆, 南末
_AHEAD = "(?![面鄉肆括末首]|上(?!射))"
LOCALIZER = f"(?:(?:東南|東北|西南|西北){_AHEAD}|[東西南北]{_AHEAD}|[上下前後左右間內外端末側](?!面)|中(?![庭亦]))"
SIDE_OF = "下上左右前後"
BEFORE_ALIGNMENT = "(?<![東西南北](?=當))"  # 南當洗 says where the thing stands
FACING = f"(?:{SIDES})(?:面|鄉(?!飲|射|大|先))"


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


class Patterns(NamedTuple):
    """Compiled patterns: persons, facings, things, places, what else may follow 於, places beside a person, formulas.

    `aligned` is a place before what says where it stands. A formula, which is a clause without an act,
    has its name, and letters without which it cannot be; its pattern is zero-width and holds it in its
    first group, so that one pass finds it at every position.
    """

    name: re.Pattern[str]
    facing: re.Pattern[str]
    thing: re.Pattern[str]
    place: re.Pattern[str]
    aligned: re.Pattern[str]
    owned: re.Pattern[str]
    after: re.Pattern[str]
    beside: re.Pattern[str]
    statics: tuple[tuple[re.Pattern[str], str, str], ...]


class Reading:
    """A stretch of folded text with the ends of the phrases that start at each position; 0 where none does.

    A pattern is run once over the whole text, which is many times faster than trying it at every
    position; what begins with a person is looked for only where a person stands.
    """

    def __init__(self, text: str) -> None:
        p = patterns()
        self.text = text
        self.actor, self.thing, self.facing = _ends(p.name, text), _ends(p.thing, text), _ends(p.facing, text)
        people = [at for at, end in enumerate(self.actor) if end]
        self.actors = _together(self.actor, people, text)
        self.topical, self.fused = "則" in text, "諸" in text  # a topic before 則; 諸, which is 之於
        self.owned = _ends_at(p.owned, text, people if self.topical else ())
        self.beside = _ends_at(p.beside, text, people if "左" in text or "右" in text else ())
        place = _ends(p.place, text)
        after = _ends(p.after, text)
        self.at_place = [end or other for end, other in zip(place, after, strict=True)]
        self.place = _aligned(place, text) if "當" in text else place
        self.statics: dict[int, list[tuple[int, str]]] = {}
        for pattern, name, needs in p.statics:
            for m in pattern.finditer(text) if needs in text else ():
                if m.end(1) > m.start():
                    self.statics.setdefault(m.start(), []).append((m.end(1), name))


def is_thing(words: str) -> bool:
    """Whether words are the name of a thing, counted or owned."""
    m = patterns().thing.match(words)
    return (m.end() if m else 0) == len(words)


def _ends(pattern: re.Pattern[str], text: str) -> list[int]:
    """Ends of a phrase by the position where it starts."""
    out, at, search = [0] * (len(text) + 2), 0, pattern.search
    while m := search(text, at):
        start, end = m.span()
        out[start] = end
        at = start + 1
    return out


def _ends_at(pattern: re.Pattern[str], text: str, positions: Sequence[int]) -> list[int]:
    """Ends of a phrase that is looked for at some positions alone."""
    out = [0] * (len(text) + 2)
    for at in positions:
        if m := pattern.match(text, at):
            out[at] = m.end()
    return out


def _together(actor: Sequence[int], people: Sequence[int], text: str) -> list[int]:
    """Ends of persons that 及 or 與 joins, by where the first of them starts."""
    out = [*actor]
    for at in people:
        end = actor[at]
        while text[end:end + 1] in ("及", "與") and actor[end + 1]:
            end = actor[end + 1]
        out[at] = end
    return out


def _aligned(place: Sequence[int], text: str) -> list[int]:
    """Ends of places, without the direction that says where a thing stands: 庭 in 設於庭南當洗."""
    out = [*place]
    for at, end in enumerate(place):
        if end and text.startswith("當", end):
            m = patterns().aligned.match(text, at)
            out[at] = m.end() if m else 0
    return out


def _everywhere(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?=({pattern}))")


def _forms(name: str, *, without: tuple[str, ...] = ()) -> str:
    return alternation(entry.form for entry in load_vocabulary(name) if entry.form not in without)


def actor_pattern() -> str:
    """One person or group: a listed role, or one who is called after an act (執冪者)."""
    together = f"(?:{alternation(e.form for e in load_vocabulary('actors') if e.kind == 'coordination')})"
    roles = alternation(e.form for e in load_vocabulary("actors") if e.kind != "coordination")
    by_act = "(?:執|舉|媵|贊|沃|徹)[^拜受從之於者以而自與及皆]{1,2}者"
    part_of = "之(?:長|耦|弟子|吏|贊者|黨|右者)(?!者)"
    return f"(?:{together}(?!之?[左右])|(?:{roles}|{by_act})(?:{part_of})?)"  # 賓主人之左: the guest, at the host's left


@once
def patterns() -> Patterns:
    """Patterns of the vocabularies in the package."""
    number = f"(?:{alternation(e.form for e in load_vocabulary('numerals') if e.kind == 'number')})"
    actor = actor_pattern()
    site = f"(?:{_forms('places')})"
    set_up = f"所(?:設|陳){site}之{LOCALIZER}"
    at_site = f"(?:{actor}之|其)?(?:堂[上下](?={site}))?{site}(?:之?{LOCALIZER})?(?:之{LOCALIZER})?(?:{number}[笴步])?"
    place = f"(?:{set_up}|{at_site}|(?:{actor}之|其){LOCALIZER})"
    after = f"(?:{actor}(?:{site}之?)?{LOCALIZER}|[{SIDE_OF}](?![面射耦]))"
    noun = f"(?:{_forms('objects', without=('之', '諸'))})"
    owned = f"(?:其|此|誘射之|(?:{actor})?所[執媵]|{site}{LOCALIZER}?之)?"
    counted = f"{number}(?:個|算|純|矢|爵|觶|勺|席)"
    beside = f"{actor}[左右](?=(?:{SIDES})面|[坐立答拜再奠])"  # 介右答拜: at the right of the second guest
    titles = f"(?:周南|召南)?(?:{_forms('titles')})+"
    thing = f"(?:{owned}(?:{counted}|{noun})(?:(?:與|及)其?{noun})?|{titles}|之|諸)"
    statics = tuple(
        (_everywhere(_fill(e.form, actor, noun, place + BEFORE_ALIGNMENT, number)), e.lemma, e.more["needs"])
        for e in load_vocabulary("formulas")
    ) + ((_everywhere(f"(?:{titles})作?"), "titles", ""),)
    return Patterns(
        re.compile(actor), re.compile(FACING), re.compile(thing), re.compile(place), re.compile(place + BEFORE_ALIGNMENT),
        re.compile(f"{actor}之{noun}"), re.compile(after), re.compile(beside), statics,
    )


def _fill(form: str, actor: str, noun: str, place: str, number: str) -> str:
    return (
        form.replace("{ACT}", actor).replace("{THING}", noun).replace("{PLACE}", place).replace("{NUM}", number)
    )
