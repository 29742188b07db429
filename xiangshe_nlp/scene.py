"""What a reader keeps in mind while reading on: who acts, who has the cup, who asked, who is together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .events import Event, Person
from .lexicon import load_vocabulary, once
from .state import Body, apply_act

UNSPECIFIED = "有司"
RECENT = 12  # acts for which a guest named by the way stays the host's partner

Names = tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """Agents of an act, how they are known, by which rule, and what else was possible."""

    names: Names
    source: str
    rule: str
    antecedent: Person | None = None
    instead: Names = ()


@dataclass
class Scene:
    """What a reader keeps in mind while reading on; one scene a witness, or a quoted sentence of the 記."""

    chain: Names = ()
    before: Names = ()
    joint: Names = ()
    several: set[Names] = field(default_factory=set)
    topic: Names = ()
    topic_before: Names = ()
    guest: str = ""
    guest_age: int = 0
    receiver: Names = ()
    giver: Names = ()
    bower: Names = ()
    asker: Names = ()
    consent: bool = False
    passive: bool = False
    pair: Names = ()
    led: Names = ()
    ordered: Names = ()
    order: Event | None = None
    commander: Names = ()
    attendants: bool = False
    last: Event | None = None
    last_names: Names = ()
    last_of: dict[str, Names] = field(default_factory=dict)
    named: dict[str, Person] = field(default_factory=dict)
    bodies: dict[str, Body] = field(default_factory=dict)

    def holds(self, names: Sequence[str]) -> bool:
        """Whether one of them has a cup in hand or before him."""
        return any(self.bodies.get(name, Body()).hand in ("holds", "near") for name in names)


@once
def principals() -> frozenset[str]:
    """The guests who deal with the host face to face: 賓, 介, 大夫 …"""
    return frozenset(e.lemma for e in load_vocabulary("actors") if e.kind == "principal" and e.more["side"] == "guest")


@once
def officers() -> frozenset[str]:
    """Persons who serve the rite and are neither host nor guest: 司射, 小臣正, 樂正 …"""
    return frozenset(e.lemma for e in load_vocabulary("actors") if e.more["side"] == "staff" and e.kind == "person")


@once
def _members() -> dict[str, Names]:
    return {e.lemma: tuple(e.more["members"].split("+")) for e in load_vocabulary("actors") if e.more["members"]}


@lru_cache(maxsize=None)
def is_single(name: str) -> bool:
    """Whether a name is that of one person, not of a group."""
    return any(e.lemma == name and e.kind in ("principal", "person") for e in load_vocabulary("actors"))


def thing_of(event: Event) -> str:
    """The object of an act as written; empty if it has none."""
    return event.object[0] if event.object else ""


def remember(event: Event, decision: Decision, scene: Scene) -> None:
    """Bring the scene up to date after an act."""
    for person in [*event.agents, *event.recipients, *event.companions]:
        scene.named[person.name] = person
        if person.name in principals():
            scene.guest, scene.guest_age = person.name, 0
    if event.status != "performed" or event.entry.kind == "likeness":
        scene.last = event if event.status == "performed" else scene.last
        return
    names = decision.names
    scene.guest_age += 1
    conditional = event.mood == "若" and "若" in event.clause.norm and "則" not in event.clause.norm
    if conditional:  # a condition is not what happens next
        return
    _remember_dealings(event, names, scene)
    scene.attendants = decision.source == "unspecified" and (
        scene.attendants or not scene.chain or _opens_stretch(event, scene))
    passing = decision.rule == "mutual" and names != scene.pair
    if decision.source != "unspecified" and not passing:
        if names != scene.chain:
            scene.before = scene.chain
        scene.chain = names
    for name in names:
        body = scene.bodies.get(name, Body())
        if event.verb != "酢" or event.recipients:  # who pours the return cup for himself keeps it
            scene.bodies[name] = apply_act(body, event.verb, thing_of(event), event.place[0] if event.place and event.located else "")
    scene.last_of[event.verb] = names
    scene.last, scene.last_names, scene.topic = event, names, ()


def _opens_stretch(event: Event, scene: Scene) -> bool:
    """Whether the act is the first after a note or at the head of a stage: 設篚於禁南 … 加二勺於兩壺."""
    return scene.last is None or scene.last.clause.segment_id != event.clause.segment_id


def _remember_dealings(event: Event, names: Names, scene: Scene) -> None:
    """Who gave, received, bowed, asked, ordered; which two are together."""
    recipients = tuple(p.name for p in event.recipients)
    if event.verb in ("獻", "酬", "酢"):
        scene.giver = names if event.verb == "獻" else scene.giver
        scene.receiver = recipients or scene.receiver
    if event.verb == "受" and thing_of(event) not in ("命", "算"):
        scene.receiver = names
    if event.verb == "拜" and "答" not in event.adverbs:
        scene.bower = names
    scene.consent = event.verb in ("許", "許諾") and event.entry.kind == "courtesy" and bool(scene.asker) and (
        names != scene.asker) and scene.last is not None and scene.last.verb in ("請", "告", "曰")
    if event.verb in ("請", "告") or event.verb == "受" and thing_of(event) == "命":
        scene.asker = names
    if "c" in event.entry.more["frame"] and event.entry.form != "請":
        scene.order, scene.commander, scene.ordered = event, names, recipients
    if event.verb == "相" and recipients:
        scene.led = names + recipients
    elif event.agents:
        scene.led = ()
    if event.companions:
        scene.joint = names + tuple(p.name for p in event.companions if p.name not in names)
    elif "相" not in event.adverbs and event.verb != "交" and names != scene.joint and event.first:
        scene.joint = ()
    if event.agents and "皆" in event.adverbs:
        scene.several.add(names)
    _remember_pair(names, scene)


def _remember_pair(names: Names, scene: Scene) -> None:
    for name in names:
        pair: Names = ()
        if name in ("上射", "下射"):
            pair = ("上射", "下射")
        elif name in ("勝者", "不勝者"):
            pair = ("勝者", "不勝者")
        elif _members().get(name) == ("上射", "下射"):
            pair = (name,)
        if pair and pair != scene.pair:
            scene.pair = pair
            scene.last_of.pop("射", None)
