"""What a reader of a modern translation keeps in mind from clause to clause, and the names that it goes by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..lexicon import load_vocabulary, once
from .clauses import Parsed

Names = tuple[str, ...]
ATTENDANTS = ("有司",)
SHOOTERS = ("上射", "下射")
OFFICES = {"舉觶": "舉觶者"}  # one person is called by what he does (guide, rule v)
PARTNERS = {"大夫": "大夫之耦"}  # 鄭玄: 大夫雖眾皆與士為耦


@dataclass(slots=True)
class Memory:
    """What a reader keeps in mind between clauses."""

    current: Names = ()
    ruler: Names = ()  # who governed the sentence before
    rulers: list[Names] = field(default_factory=list)  # who governed those before it
    governing: Names = ()  # who governs this one
    series: list[tuple[str, int]] = field(default_factory=list)
    pair: Names = ()
    pair_at: int = -9
    leader: Names = ()  # who acts when another only goes with him
    given: Names = ()  # to whom something was given last
    giver: Names = ()
    orders: dict[str, tuple[Names, int]] = field(default_factory=dict)
    given_at: int = -9
    ahead: str = ""  # the sentence, folded
    mate: tuple[str, int] = ("", -9)
    sentence: int = 0
    doers: dict[str, tuple[Names, int]] = field(default_factory=dict)
    opened_by_name: bool = False
    supposed: bool = False  # he who governs is named in a condition only
    all_answers: bool = True
    opens: bool = True
    addressed: Names = ()
    commander: Names = ()  # who gave the last order


@once
def confidence() -> dict[str, float]:
    """How often each rule is right, as measured on passages whose acts are known."""
    return {entry.form: float(entry.more["precision"]) for entry in load_vocabulary("modern_rules")}


@once
def groups() -> frozenset[str]:
    """Names that stand for several persons."""
    return frozenset(entry.lemma for entry in load_vocabulary("actors") if entry.kind == "group")


@once
def commanders() -> frozenset[str]:
    """Names of those who may give orders: the host, rulers, and officers."""
    return frozenset(
        entry.lemma for entry in load_vocabulary("actors")
        if entry.kind in ("principal", "person") and entry.more["side"] in ("host", "staff")
    )


@once
def staff() -> frozenset[str]:
    """Names of those who serve the rite and do not shoot."""
    return frozenset(entry.lemma for entry in load_vocabulary("actors") if entry.more["side"] == "staff")


def is_plural(names: Names) -> bool:
    """Whether the names stand for more than one person."""
    return len(names) > 1 or bool(names) and names[0] in groups()


def joined(names: Iterable[str]) -> Names:
    """The names once each, in order."""
    return tuple(dict.fromkeys(names))


def names_of(memory: Memory, parsed: Parsed, indices: Sequence[int]) -> Names:
    """Canonical names of words; 其耦 and 耦 are the great officer's partner where he is in play."""
    if not indices:
        return ()
    out: list[str] = []
    for k in indices:
        word = parsed.words[k]
        lemmas = word.sense.lemmas if word.sense else ()
        if lemmas in (("一人",), ("二人",)):
            within = memory.current if is_plural(memory.current) and not memory.opens else lemmas
            lemmas = _office(memory) or within
        if lemmas == ("耦",) and not word.form.startswith("一"):
            near = {name for name, at in memory.series if memory.sentence - at < 3} | {*memory.current}
            near |= set(memory.pair) if memory.sentence - memory.pair_at < 5 else set()
            lemmas = next(((mate,) for name, mate in PARTNERS.items() if name in near or mate in near), lemmas)
        out += lemmas
    return joined(out) if len(out) > 1 else tuple(out)


def _office(memory: Memory) -> Names:
    """Who the persons are that this sentence counts, by what they do in it."""
    return next(((role,) for act, role in OFFICES.items() if act in memory.ahead), ())


def office_ahead(memory: Memory, parsed: Parsed) -> Names:
    """Those whom an order only counts (使二人舉觶)."""
    counted = "B" in parsed.shape or any(word.form.endswith("個人") for word in parsed.words)
    return _office(memory) if counted else ()
