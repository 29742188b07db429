"""Phrases of ritual prose: who, what, where, which way, as patterns built from the vocabularies.

All patterns are for folded text (`norm`).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .lexicon import alternation, load_vocabulary

SIDES = "東南|東北|西南|西北|東|西|南|北"
# a direction is not part of the place when it begins what follows: 西面, 東上, 南肆, 南末
_AHEAD = "(?![面肆括末首]|上(?!射))"
LOCALIZER = f"(?:(?:東南|東北|西南|西北){_AHEAD}|[東西南北]{_AHEAD}|[上下前後左右間內外端末側](?!面)|中(?![庭亦]))"
BEFORE_ALIGNMENT = "(?<![東西南北](?=當))"  # 南當洗 says where the thing stands
FACING = re.compile(f"(?:{SIDES})(?:面|鄉(?!飲|射|大|先))")


class Patterns(NamedTuple):
    """Compiled patterns: persons, things, places, places after 於, and clauses without an act."""

    actor: re.Pattern[str]
    actors: re.Pattern[str]
    thing: re.Pattern[str]
    place: re.Pattern[str]
    owned: re.Pattern[str]
    at_place: re.Pattern[str]
    statics: tuple[tuple[re.Pattern[str], str], ...]


def _forms(name: str, *, without: tuple[str, ...] = ()) -> str:
    return alternation(entry.form for entry in load_vocabulary(name) if entry.form not in without)


def actor_pattern() -> str:
    """One person or group: a listed role, or one who is called after an act (執冪者)."""
    roles = _forms("actors")
    by_act = "(?:執|舉|媵|贊|沃|徹)[^拜受從之於者以而自與及皆]{1,2}者"
    part_of = "之(?:長|耦|弟子|吏|贊者|黨|右者)(?!者)"
    return f"(?:(?:{roles}|{by_act})(?:{part_of})?)"


@lru_cache(maxsize=None)
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
    owned = "(?:其|此|誘射之|中之|豐上之|所執)?"
    counted = f"{number}(?:個|算|純|矢|爵|觶)"
    titles = f"(?:周南|召南)?(?:{_forms('titles')})+"
    thing = f"(?:{owned}(?:{counted}|{noun})(?:(?:與|及)其?{noun})?|{titles}|之|諸)"
    statics = tuple(
        (re.compile(_fill(e.form, actor, noun, place, number)), e.lemma) for e in load_vocabulary("formulas")
    ) + ((re.compile(f"(?:{titles})作?"), "titles"),)
    return Patterns(re.compile(actor), re.compile(actors), re.compile(thing), re.compile(place + BEFORE_ALIGNMENT),
                    re.compile(f"{actor}之{noun}"),
                    re.compile(after_preposition), statics)


def _fill(form: str, actor: str, noun: str, place: str, number: str) -> str:
    return (
        form.replace("{ACT}", actor).replace("{THING}", noun).replace("{PLACE}", place).replace("{NUM}", number)
    )
