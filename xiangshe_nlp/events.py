"""Acts of the base text: one event a verb, with what its clause says of it.

Who does an act that does not name its agent is the question of `ellipsis`; here only what is
written is read. The rules follow the annotation guide in tests/gold/GUIDE.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .grammar import parse
from .lexicon import Entry, load_vocabulary, once
from .model import Clause, Span, own_offsets
from .phrases import Phrase, is_thing, patterns

NEGATORS = frozenset("不未無弗毋")
HEDGES = frozenset({"若", "則"})


@dataclass(frozen=True)
class Person:
    """A person or group as named: canonical name, the words, and their file offsets."""

    name: str
    text: str
    start: int
    end: int


@dataclass
class Event:
    """An act as its clause tells it; `agents` is empty where the clause names nobody."""

    clause: Clause
    start: int
    end: int
    entry: Entry
    agents: list[Person] = field(default_factory=list)
    object: tuple[str, int, int] | None = None
    recipients: list[Person] = field(default_factory=list)
    place: tuple[str, int, int] | None = None
    facing: tuple[str, int, int] | None = None
    companions: list[Person] = field(default_factory=list)
    count: int | None = None
    negated: bool = False
    mood: str = ""
    status: str = "performed"
    adverbs: frozenset[str] = frozenset()
    about: list[Person] = field(default_factory=list)
    first: bool = True
    located: bool = False

    @property
    def verb(self) -> str:
        """The verb in its dictionary form."""
        return self.entry.lemma


@lru_cache(maxsize=4096)
def parsed(norm: str) -> tuple[Phrase, ...]:
    return tuple(parse(norm))


@once
def _names() -> dict[str, Entry]:
    return {entry.form: entry for entry in load_vocabulary("actors")}


@once
def _numbers() -> dict[str, int]:
    return {entry.form: int(entry.lemma) for entry in load_vocabulary("numerals")}


def letters(clause: Clause) -> tuple[str, list[int]]:
    """Folded letters of a clause, without the marks inside it (《陔》), and their file offsets."""
    pairs = [
        (char, at) for char, at in zip(clause.norm, own_offsets(clause.start, clause.end, clause.skip), strict=True)
        if char.isalnum()
    ]
    return "".join(char for char, _ in pairs), [at for _, at in pairs]


@once
def _vessels() -> frozenset[str]:
    """Vessels that pass from hand to hand; of one graph, so that 觶南 is a place."""
    return frozenset(entry.form for entry in load_vocabulary("objects") if entry.kind == "vessel") - {"尊", "洗", "篚", "豐", "鼎"}


def name_persons(text: str, offsets: Sequence[int]) -> list[Person]:
    """Persons named in a folded phrase, coordinated ones apart, groups kept as groups.

    >>> [p.name for p in name_persons("賓及衆賓", range(4))]
    ['賓', '衆賓']
    >>> [p.name for p in name_persons("賓主人大夫", range(5))]
    ['賓', '主人', '大夫']
    """
    out, at = [], 0
    while at < len(text):
        m = patterns().name.match(text, at)
        if m is None:
            at += 1
            continue
        entry, span = _names().get(m[0]), (offsets[m.start()], offsets[m.end() - 1] + 1)
        if entry is not None and entry.kind == "coordination":
            out += [Person(name, m[0], *span) for name in entry.more["members"].split("+")]
        else:
            out.append(Person(entry.lemma if entry else m[0], m[0], *span))
        at = m.end()
    return out


def extract_events(clauses: Sequence[Clause], parses: Mapping[str, tuple[Phrase, ...]] | None = None) -> list[Event]:
    """Events of the base text and of the 記, in the order of the clauses.

    Parameters
    ----------
    clauses : sequence of Clause
        Rows of `clauses`; those of layers `base` and `record` are read.
    parses : mapping of str to tuple of Phrase, optional
        Phrases of clauses that have been parsed before, see `clauses.read_clauses`.

    Returns
    -------
    list of Event
        In reading order; places and facings that stand alone in a clause are with the act they
        belong to.
    """
    readers: dict[str, _Reader] = {}
    order: list[tuple[_Reader, int]] = []
    for clause in clauses:
        if clause.layer in ("base", "record"):
            reader = readers.setdefault(clause.layer, _Reader(parses or {}))
            before = len(reader.events)
            reader.read(clause)
            order += [(reader, k) for k in range(before, len(reader.events))]
    for reader in readers.values():
        reader.settle()
    return [reader.events[k] for reader, k in order]


class _Reader:
    """Reads clause after clause; holds what waits for its act."""

    def __init__(self, parses: Mapping[str, tuple[Phrase, ...]]) -> None:
        self.parses = parses
        self.events: list[Event] = []
        self.waiting: list[tuple[str, tuple[str, int, int]]] = []
        self.owned: list[tuple[str, tuple[str, int, int]]] = []
        self.owner: list[str] = []
        self.stretch = ("", "")

    def read(self, clause: Clause) -> None:
        norm, offsets = letters(clause)
        phrases = self.parses.get(clause.clause_id) or parsed(norm)
        if self._breaks_off(clause) or any(p.kind == "A" for p in phrases):
            self.settle()
        events = [] if self._is_layout(phrases) else list(_events_of(clause, phrases, norm, offsets))
        loose = _loose(phrases, norm, offsets)
        if not events:
            if any(p.kind == "S" for p in phrases):
                self.settle()
            named = [q.name for p in phrases if p.kind == "A" for q in _persons(p, norm, offsets)]
            if named and loose and not self.owner:  # 主人阼階之東，南面辭洗: with what he goes on to do
                self.owner, self.owned = named, loose
            elif not named:
                self.waiting += loose
            return
        acting = [p.name for p in events[0].agents]
        if self.owner and not acting:
            _give(events[0], self.owned)
        if acting:
            self.owner, self.owned = [], []
        if events[0].verb == "興":  # nobody turns in rising
            self.settle()
        _give(events[0], self.waiting)
        self.waiting = []
        self.events += events
        self.waiting += loose

    def _breaks_off(self, clause: Clause) -> bool:
        before, self.stretch = self.stretch, (clause.segment_id, clause.stage_id)
        if before != self.stretch:
            self.owner, self.owned = [], []
        return before != self.stretch

    def _is_layout(self, phrases: Sequence[Phrase]) -> bool:
        """席工於西階上，少東; 獻釋獲者於其位，少南: where it is, not a move."""
        located = bool(self.events) and self.events[-1].located
        return located and len(phrases) == 2 and phrases[0].value == "少" and _forms(phrases)[-1] in "東西南北左右"

    def settle(self) -> None:
        """Give what found no later act to the act before it."""
        if self.waiting and self.events:
            _give(self.events[-1], self.waiting)
        self.waiting = []


def _forms(phrases: Sequence[Phrase]) -> list[str]:
    return [p.act.entry.form if p.act else "" for p in phrases]


def _give(event: Event, things: Sequence[tuple[str, tuple[str, int, int]]]) -> None:
    for kind, value in things:
        if kind == "P" and event.place is None and value != event.object:
            event.place = value
        elif kind == "F" and event.facing is None:
            event.facing = value


def _loose(phrases: Sequence[Phrase], norm: str, offsets: Sequence[int]) -> list[tuple[str, tuple[str, int, int]]]:
    """Places and facings that stand after the last act of their clause, or without any."""
    last = max((k for k, p in enumerate(phrases) if p.kind in "VL"), default=-1)
    if any(p.kind == "S" and p.value not in ("order",) for p in phrases):
        return []
    return [(p.kind, _where(p, norm, offsets)) for p in phrases[last + 1:]
            if p.kind == "F" or p.kind == "P" and not norm[p.start:p.end].endswith("之席")]  # 衆賓之席 is no place


def _where(phrase: Phrase, norm: str, offsets: Sequence[int]) -> tuple[str, int, int]:
    start = phrase.start + (phrase.value in ("自", "於"))
    if norm[start] == "皆":
        start += 1
    return norm[start:phrase.end], offsets[start], offsets[phrase.end - 1] + 1


def _persons(phrase: Phrase, norm: str, offsets: Sequence[int]) -> list[Person]:
    return name_persons(norm[phrase.start:phrase.end], offsets[phrase.start:phrase.end])


def _written(span: Span, norm: str, offsets: Sequence[int]) -> tuple[str, int, int]:
    return norm[span[0]:span[1]], offsets[span[0]], offsets[span[1] - 1] + 1


def _events_of(clause: Clause, phrases: Sequence[Phrase], norm: str, offsets: Sequence[int]) -> Iterator[Event]:
    """Events of one clause, each with the modifiers that stand before it."""
    agents: list[Person] = []
    before: list[Phrase] = []
    made: list[Event] = []
    for k, phrase in enumerate(phrases):
        if phrase.kind == "A":
            agents = _persons(phrase, norm, offsets)
        elif phrase.kind == "L" and not made:
            made.append(_likeness(clause, phrase, agents, norm, offsets, before))
        elif phrase.kind == "V":
            event = _event(clause, phrase, agents, before, norm, offsets)
            event.first = not made
            if made and made[-1].verb == "決" and event.verb == "遂":
                event.negated = made[-1].negated
            made.append(event)
            if _is_order(event) and (content := _content(phrases[k + 1:])):
                event.object = event.object or _written((content[0].start, content[-1].end), norm, offsets)
            before = []
            continue
        before.append(phrase)
    _share_objects(made)
    ordered = False
    for event in made:
        if ordered and event.verb != "曰":
            event.status, event.agents = "commanded", []
        ordered = ordered or _is_order(event)
        yield event


def _content(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The words of an order: what follows in its clause, without 曰 and what is done alike."""
    if any(p.act is not None and p.act.entry.form == "曰" for p in phrases[:1]):
        return []
    last = max((k for k, p in enumerate(phrases) if p.kind in "VS"), default=-1)
    return list(phrases[:last + 1])


def _share_objects(made: Sequence[Event]) -> None:
    """掩束之, 束而委之: two verbs with one object."""
    for one, two in zip(made, made[1:], strict=False):
        side_by_side = one.end == two.start or two.adverbs == {"而"}
        shared = one.entry.kind == two.entry.kind or two.adverbs == {"而"}
        if side_by_side and shared and one.object is None and "o" in one.entry.more["frame"] and two.object and two.object[0] == "之":
            one.object = two.object


def _is_order(event: Event) -> bool:
    frame = event.entry.more["frame"]
    helps = "h" in frame and bool(event.recipients)  # 贊工遷樂, but 贊授肺
    return helps or "c" in frame and event.entry.form != "請"


def _event(clause: Clause, phrase: Phrase, agents: list[Person], before: Sequence[Phrase], norm: str,
           offsets: Sequence[int]) -> Event:
    assert phrase.act is not None
    act = phrase.act
    words = [p.value for p in before if p.kind == "D"]
    event = Event(
        clause, offsets[act.verb[0]], offsets[act.verb[1] - 1] + 1, act.entry, list(agents),
        object=_written(act.object, norm, offsets) if act.object else None,
        recipients=name_persons(norm[slice(*act.recipient)], offsets[slice(*act.recipient)]) if act.recipient else [],
        place=_written(act.place, norm, offsets) if act.place else None,
        negated=bool(NEGATORS & set(words)),
        mood="若" if HEDGES & set(norm) else "",
        adverbs=frozenset(words),
    )
    event.count = next((_numbers()[w] for w in words if w in _numbers()), None) or _counted(event.object)
    event.located = act.place is not None and norm[act.place[0] - 1] == "於"
    _companions(event, before, norm, offsets)
    if event.object is None and "o" in event.entry.more["frame"]:
        fronted = [_where(p, norm, offsets) for p in before if p.kind == "P" and norm[p.end - 1] in _vessels()]
        event.object = fronted[0] if fronted else None  # 大夫之觶長受: the thing first
    _give(event, [(p.kind, _where(p, norm, offsets)) for p in before if p.kind == "F" or (p.kind == "P" and p.value != "自")])
    _give(event, [(p.kind, _where(p, norm, offsets)) for p in before if p.kind == "P"])
    return event


def _counted(thing: tuple[str, int, int] | None) -> int | None:
    """Number of a measured object: 三等, 一個, 八算; 乘矢 states none."""
    if thing is None:
        return None
    text = thing[0].rsplit("之", 1)[-1] or thing[0]  # 中之八算
    number = _numbers().get(text[0])
    return number if number is not None and (len(text) == 1 or text[1] in "等個算純矢") else None


def _companions(event: Event, before: Sequence[Phrase], norm: str, offsets: Sequence[int]) -> None:
    """以賓: whom the agent takes along is a recipient; 以爵: what he takes along is an object."""
    for p in before:
        if p.value == "則" and event.object and event.object[0] == "諸" and is_thing(norm[p.start:p.end]):
            event.object = _written((p.start, p.end), norm, offsets)  # 奇則又縮諸純下: the object first
        if p.kind != "W":
            continue
        if p.act is None:  # 為之
            event.about, event.recipients, event.agents = event.agents, event.agents, []
        elif p.act.recipient is not None:
            persons = name_persons(norm[slice(*p.act.recipient)], offsets[slice(*p.act.recipient)])
            event.companions = persons
            event.recipients = event.recipients or persons
        elif p.act.object is not None and (event.object is None or event.object[0] == "諸"):
            event.object = _written(p.act.object, norm, offsets)
            event.count = event.count or _counted(event.object)


def _likeness(clause: Clause, phrase: Phrase, agents: list[Person], norm: str, offsets: Sequence[int],
              before: Sequence[Phrase]) -> Event:
    """如初, 如賓禮: stands for acts not spelled out."""
    entry = next(e for e in load_vocabulary("actions") if e.form == "如")
    words = frozenset(p.value for p in before if p.kind == "D")
    return Event(
        clause, offsets[phrase.start], offsets[phrase.start] + 1, entry, list(agents),
        object=_written((phrase.start + 1, phrase.end), norm, offsets), adverbs=words,
    )
