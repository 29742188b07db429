"""Phrases of ritual prose: who, what, where, which way, as patterns built from the vocabularies.

All patterns are for folded text (`norm`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .lexicon import alternation, load_vocabulary, once

SIDES = "東南|東北|西南|西北|東|西|南|北"
# a direction is not part of the place when it begins what follows: 西面, 東上, 南肆, 南末
_AHEAD = "(?![面鄉肆括末首]|上(?!射))"
LOCALIZER = f"(?:(?:東南|東北|西南|西北){_AHEAD}|[東西南北]{_AHEAD}|[上下前後左右間內外端末側](?!面)|中(?![庭亦]))"
BEFORE_ALIGNMENT = "(?<![東西南北](?=當))"  # 南當洗 says where the thing stands
FACING = f"(?:{SIDES})(?:面|鄉(?!飲|射|大|先))"


class Patterns(NamedTuple):
    """Compiled patterns: persons, things, places, places after 於 and beside a person, facings, and clauses without an act.

    All but `name` are zero-width and hold the phrase in their first group, so that one pass finds a
    phrase at every position. A clause without an act has its name, and a graph without which it cannot be.
    """

    name: re.Pattern[str]
    facing: re.Pattern[str]
    actor: re.Pattern[str]
    actors: re.Pattern[str]
    thing: re.Pattern[str]
    place: re.Pattern[str]
    owned: re.Pattern[str]
    at_place: re.Pattern[str]
    beside: re.Pattern[str]
    statics: tuple[tuple[re.Pattern[str], str, str], ...]


class Reading:
    """A stretch of folded text with the ends of the phrases that start at each position; 0 where none does.

    Each pattern is run once over the whole text, which is many times faster than trying it at every
    position.
    """

    def __init__(self, text: str) -> None:
        p = patterns()
        self.text = text
        self.actor, self.actors = _ends(p.actor, text), _ends(p.actors, text)
        self.thing, self.owned = _ends(p.thing, text), _ends(p.owned, text)
        self.place, self.at_place = _ends(p.place, text), _ends(p.at_place, text)
        self.beside = _ends(p.beside, text)
        self.facing, self.beside = _ends(p.facing, text), _ends(p.beside, text)
        self.statics: dict[int, list[tuple[int, str]]] = {}
        for pattern, name, needs in p.statics:
            for m in () if needs not in text else pattern.finditer(text):
                if m.end(1) > m.start():
                    self.statics.setdefault(m.start(), []).append((m.end(1), name))


def is_thing(words: str) -> bool:
    """Whether words are the name of a thing, counted or owned."""
    return _ends(patterns().thing, words)[0] == len(words)


def _ends(pattern: re.Pattern[str], text: str) -> list[int]:
    out = [0] * (len(text) + 2)
    for m in pattern.finditer(text):
        if m.end(1) > m.start():
            out[m.start()] = m.end(1)
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
    actors = f"{actor}(?:(?:及|與){actor})*"
    site = f"(?:{_forms('places')})"
    set_up = f"所(?:設|陳){site}之{LOCALIZER}"
    at_site = f"(?:{actor}之|其)?(?:堂[上下](?={site}))?{site}(?:之?{LOCALIZER})?(?:之{LOCALIZER})?(?:{number}[笴步])?"
    place = f"(?:{set_up}|{at_site}|(?:{actor}之|其){LOCALIZER})"
    after_preposition = f"(?:{place}|{actor}(?:{site}之?)?{LOCALIZER}|[下上左右前後](?![面射耦]))"
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
        re.compile(actor), _everywhere(FACING), _everywhere(actor), _everywhere(actors), _everywhere(thing),
        _everywhere(place + BEFORE_ALIGNMENT), _everywhere(f"{actor}之{noun}"), _everywhere(after_preposition),
        _everywhere(beside), statics,
    )


def _fill(form: str, actor: str, noun: str, place: str, number: str) -> str:
    return (
        form.replace("{ACT}", actor).replace("{THING}", noun).replace("{PLACE}", place).replace("{NUM}", number)
    )
