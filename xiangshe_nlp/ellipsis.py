"""Who does what: a decision on the agents of every act, explicit, resolved by a rule of `discourse`, or unspecified."""

from __future__ import annotations

from collections.abc import Sequence

from .discourse import RULES, attendants
from .events import Event, Person
from .scene import UNSPECIFIED, Decision, Names, Scene, is_single, remember, thing_of


def decide_agents(events: Sequence[Event], topics: dict[str, list[Person]]) -> list[Decision]:
    """A decision for every event, in order.

    Parameters
    ----------
    events : sequence of Event
        In reading order, see `events.extract_events`.
    topics : dict
        Clause id to persons whom a clause without an act names in its head, for the first act after it.
    """
    out: list[Decision] = []
    scenes: dict[tuple[str, str, str], Scene] = {}
    for k, event in enumerate(events):
        key = (event.clause.witness_id, event.clause.layer, event.clause.segment_id if event.clause.layer == "record" else "")
        scene = scenes.setdefault(key, Scene())
        decision = _decide(event, scene, events[k + 1:k + 4], topics.get(event.clause.clause_id, []))
        remember(event, decision, scene)
        out.append(decision)
    return out


def _decide(event: Event, scene: Scene, ahead: Sequence[Event], topics: Sequence[Person]) -> Decision:
    if event.status != "performed":
        return _not_performed(event, scene)
    if event.agents:
        return _explicit(event, scene, ahead)
    scene.topic = tuple(p.name for p in topics)
    scene.topic_before = scene.topic or scene.topic_before
    for person in topics:
        scene.named[person.name] = person
    for rule in RULES:
        names = rule(event, scene, ahead)
        if names:
            names = tuple(dict.fromkeys(names))
            source = "unspecified" if rule is attendants else "resolved"
            instead = () if names == scene.chain else scene.chain
            return Decision(names, source, rule.__name__, scene.named.get(names[0]), instead)
    return Decision((UNSPECIFIED,), "unspecified", "nobody")


def _not_performed(event: Event, scene: Scene) -> Decision:
    """What is ordered is for those who are ordered; of what is said only a written agent is known."""
    rule = "ordered" if event.status == "commanded" else "spoken"
    written = tuple(dict.fromkeys(p.name for p in event.agents))
    if written:
        scene.ordered = written if rule == "ordered" else scene.ordered
        return Decision(written, "explicit", rule, event.agents[0])
    if rule == "ordered" and scene.ordered:  # 不勝者皆襲，說決拾: within an order too the chain goes on
        return Decision(scene.ordered, "resolved", rule, scene.named.get(scene.ordered[0]))
    return Decision((UNSPECIFIED,), "unspecified", rule)


def _explicit(event: Event, scene: Scene, ahead: Sequence[Event]) -> Decision:
    names = tuple(dict.fromkeys(p.name for p in event.agents))
    person = event.agents[0]
    offered_to = event.verb == "獻" and not event.recipients and bool(scene.giver) and scene.giver != names
    scene.passive = offered_to and ("每" in event.adverbs or bool(ahead) and "則" in ahead[0].adverbs)
    if scene.passive:  # 每一人獻, 衆賓獻則…: they are offered to
        event.recipients, event.agents = event.agents, []
        return Decision(scene.giver, "resolved", "giver", scene.named.get(scene.giver[0]))
    if names[0] in ("一人", "二人", "人", "三人"):
        return Decision(_role_of(names[0], event, scene, ahead), "explicit", "role", person)
    return Decision(names, "explicit", "named", person)


def _role_of(name: str, event: Event, scene: Scene, ahead: Sequence[Event]) -> Names:
    """一人 is the role that it takes: 一人洗，舉觶 the one who raises the goblet; 一人拜受爵 among musicians a musician."""
    for later in (event, *ahead):
        if later is not event and later.agents and later.clause is not event.clause:
            break
        if later.verb == "舉" and thing_of(later) in ("觶", "爵", "觚"):
            return (f"舉{thing_of(later)}者",)
    last = scene.last
    offered = last is not None and last.verb == "獻" and not last.recipients  # 笙入 … 主人獻之，一人拜
    for names in (scene.chain, scene.before if offered else ()):
        if len(names) == 1 and not is_single(names[0]):
            return names
    return (name,)
