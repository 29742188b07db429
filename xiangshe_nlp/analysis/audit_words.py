"""What both a base clause and its translation state: directions, hands, numbers; where they have nothing in common.

Only what both sides state is compared; what a translation leaves open is no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..concepts import find_concepts
from ..lexicon import load_vocabulary
from ..model import Clause

COMPASS = "東西南北"
HAND_BEFORE = "手執祭加撫挾相大臂"  # what one does with a hand: 左執爵, 右祭脯醢
FACED = re.compile("[東西南北]{1,2}面")
FACED_MODERN = re.compile("(?:面[朝向]|朝|向)[東西南北]{1,2}|[東西南北]{1,2}(?:向|面)")


class Pair(NamedTuple):
    """A base clause and the clauses of one translation that go with it."""

    witness_id: str
    base: Clause
    target: tuple[Clause, ...]
    score: float


class Finding(NamedTuple):
    """Something that a translation says otherwise; `carried` where it only runs on from a clause before."""

    pair: Pair
    kind: str
    base_says: str
    text_says: str
    carried: bool = False


def compare_words(pair: Pair) -> Iterator[Finding]:
    """Directions, hands and numbers that both sides state, with nothing in common."""
    if not pair.target:
        return
    norm = "，".join(clause.norm for clause in pair.target)
    for kind, read in COMPARED:
        one, two = read(pair.base.norm, False), read(norm, True)
        if one and two and not one & two:
            yield Finding(pair, kind, _join(one), _join(two))
    yield from _moved(pair, norm)


def _moved(pair: Pair, norm: str) -> Iterator[Finding]:
    """The direction that the base faces taken for the place: 席東南面, "east of the mat, facing south", 在席位東南方.

    Each side must have a direction of its kind alone, and the translation no other than the base.
    """
    faced, stood = facings(pair.base.norm, False), sides(norm, True)
    if faced and stood and not facings(norm, True) and not sides(pair.base.norm, False) and stood <= set("".join(faced)):
        yield Finding(pair, "direction", _join(faced), _join(stood))


def _join(words: Collection[str]) -> str:
    """Words of a finding; 東南面 without the 南面 that it also is."""
    return "+".join(sorted(word for word in words if not any(word != other and other.endswith(word) for other in words)))


def facings(norm: str, modern: bool) -> frozenset[str]:
    """Directions faced. In the base text 東南面 may be 東 and 南面, so its parts count too.

    >>> facings("席東南面", False) & facings("面朝南站在席東邊", True)
    frozenset({'南面'})
    """
    found = {words[0] for words in find_concepts(norm, modern=modern) if words[0][-1] == "面" and len(words[0]) > 1}
    if not modern:
        found |= {word[-2:] for word in found}
    return frozenset(found)


def sides(norm: str, modern: bool) -> frozenset[str]:
    """Points of the compass at which something is, not those that are faced; the host's steps are the eastern ones.

    >>> sorted(sides("阼階上北面", False)), sorted(sides("在西階上方面朝北", True))
    (['東'], ['西'])
    """
    faced = FACED_MODERN if modern else FACED
    return frozenset(set(faced.sub("", norm).replace("阼", "東")) & set(COMPASS))


def turns(norm: str, modern: bool) -> frozenset[str]:
    """Left and right, hands apart.

    >>> sorted(turns("下射少右", False)), sorted(turns("左執爵", False))
    (['右'], [])
    """
    return frozenset(re.findall(f"([左右])(?![{'手臂' if modern else HAND_BEFORE}])", norm))


def hands(norm: str, modern: bool) -> frozenset[str]:
    """Hands that are named, or with which something is done.

    >>> hands("右執簫", False), hands("以左手持弓的梢端", True)
    (frozenset({'右'}), frozenset({'左'}))
    """
    return frozenset(re.findall(f"([左右])(?=[{'手臂' if modern else HAND_BEFORE}])", norm))


@lru_cache(maxsize=None)
def _digits() -> Mapping[str, str]:
    return {entry.form: entry.lemma for entry in load_vocabulary("numerals") if len(entry.form) == 1}


def numbers(norm: str, modern: bool) -> frozenset[str]:
    """Numbers from two on; one is said too lightly in modern Chinese to be compared.

    >>> sorted(numbers("再拜", False)), sorted(numbers("兩拜", True))
    (['2'], ['2'])
    """
    found = {_digits()[graph] for graph in norm if graph in _digits()} - {"1"}
    return frozenset(found | ({"4"} if "乘矢" in norm else set()))


Reader = Callable[[str, bool], frozenset[str]]
COMPARED: tuple[tuple[str, Reader], ...] = (
    ("direction", facings), ("direction", sides), ("direction", turns), ("hand", hands), ("number", numbers),
)
