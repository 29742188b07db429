"""Which clauses of a stretch of base text a note explains, from the words that it takes up.

Everything here works on folded text without punctuation in the clauses, as in `headwords`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .headwords import Sign, Stretch, words

_NEXT = re.compile("以?將")
_NEXT_ALONE = re.compile("以?將[^也]*也?。?$")
_STOP = re.compile("[也。]")


def _places(signs: Sequence[Sign]) -> list[int]:
    """Clauses that the signs point at; a word that stands in several points at the nearest.

    A word with which a note begins is read before the others: of its clauses, the nearest that is.
    """
    out = [sign.clauses[0] for sign in signs if len(sign.clauses) == 1]
    for sign in signs:
        if len(sign.clauses) == 1:
            continue
        if sign.kind == "mention" and (len(sign.clauses) > 2 or words().place.fullmatch(sign.word)):
            continue
        if not out:
            out.append(sign.clauses[-1])
        elif sign.at == 0 and sign.kind == "headword" and sign.clauses[0] <= min(out):
            out.append(max(k for k in sign.clauses if k <= min(out)))
        elif not any(min(out) <= k <= max(out) for k in sign.clauses):
            out.append(min(sign.clauses, key=lambda k: min(abs(k - p) for p in out)))
    return out


def _by_persons(note: str, stretch: Stretch) -> list[int]:
    """Clauses that alone name a person of whom the note speaks, or that make someone that person."""
    named = [set(words().person.findall(clause)) for clause in stretch.clauses]
    out = []
    for person in words().person.findall(note):
        found = [k for k, names in enumerate(named) if person in names]
        found = [k for k in found if "為" + person in stretch.clauses[k]] or found
        out += found if len(found) == 1 else []
    return out


def _just_before(stretch: Stretch) -> tuple[int, int]:
    """The last clause, with the clauses that it goes on."""
    first = last = len(stretch.clauses) - 1
    while first > 0 and words().goes_on.match(stretch.clauses[first]):
        first -= 1
    return first, last


def explained_range(
    note: str, stretch: Stretch, signs: Sequence[Sign], before: tuple[int, int] | None = None
) -> tuple[int, int, float]:
    """First and last clause of the stretch that a note explains, and how sure that is.

    A note on what comes next (將獻賓也), and one whose words recur nowhere, is on what stands just
    before it, with the clause that this goes on (坐取爵於上篚, 以降). One that begins with a reason and
    then takes up a word is on both. What continues a note is on what the note is on. A note on the
    name of the rite is on the whole stretch.

    Parameters
    ----------
    note : str
        Folded text of the note.
    stretch : Stretch
        The base clauses that it may be on.
    signs : sequence of Sign
        Words of the note that stand in the stretch, from `find_signs`.
    before : tuple of int, optional
        Range of the note that this one continues.

    >>> from xiangshe_nlp.headwords import find_signs
    >>> stretch = Stretch(["賓西階上北面坐卒爵", "興", "坐奠爵", "遂拜", "執爵興"])
    >>> explained_range("卒盡", stretch, find_signs("卒盡", stretch))[:2]
    (0, 0)
    """
    last = len(stretch.clauses) - 1
    found = [] if _NEXT_ALONE.match(note) else _places(signs)
    if found and before is None and signs[0].at > len(_STOP.split(note, 1)[0]):
        found += _just_before(stretch)
    if found:
        first, end = min(found), max(found)
        if end == last - 1 and stretch.clauses[last].startswith(("自", "於")):
            end = last
        if first == end == 0 and stretch.clauses[0].endswith(("之禮", "之儀")):
            end = last
        return first, end, 0.9
    if before:
        return *before, 0.7
    found = [] if _NEXT.match(note) else _by_persons(note, stretch)
    if found:
        return min(found), max(found), 0.6
    first, last = _just_before(stretch)
    return first, last, 0.5
