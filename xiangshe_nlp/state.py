"""What an act needs and changes: posture, place and hands, as pure transitions over `data/rules.csv`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from .lexicon import load_vocabulary, once, read_rows

HANDS = ("free", "near", "holds")


@dataclass(frozen=True)
class Body:
    """What the text lets us know of one participant; an empty value is unknown.

    `hand` says of the vessel: holds, near (set down before oneself), free.
    """

    posture: str = ""
    place: str = ""
    hand: str = ""


class Transition(NamedTuple):
    """A row of rules.csv: what a verb needs and what it leaves."""

    verb: str
    thing: str
    with_place: str
    posture_before: str
    posture_after: str
    hand_before: str
    hand_after: str


@once
def transitions() -> dict[str, tuple[Transition, ...]]:
    """Rows of rules.csv by verb."""
    out: dict[str, tuple[Transition, ...]] = {}
    for row in read_rows("rules.csv"):
        one = Transition(*(row[name] for name in Transition._fields))
        out[one.verb] = out.get(one.verb, ()) + (one,)
    return out


@once
def _vessels() -> frozenset[str]:
    return frozenset(entry.form for entry in load_vocabulary("objects") if entry.kind == "vessel")


def find_transition(verb: str, thing: str, place: str) -> Transition | None:
    """The rule that holds for a verb with this object and place, or None."""
    for one in transitions().get(verb, ()):
        if one.with_place and (one.with_place == "yes") != bool(place):
            continue
        if one.thing == "vessel" and thing and thing not in _vessels() and thing not in ("之", "諸"):
            continue
        return one
    return None


def apply_act(body: Body, verb: str, thing: str = "", place: str = "") -> Body:
    """The body after an act.

    >>> apply_act(Body(), "取", "爵").hand, apply_act(Body(hand="holds"), "奠", "爵", "篚").hand
    ('holds', 'free')
    """
    one = find_transition(verb, thing, place)
    if one is None:
        return replace(body, place=place or body.place)
    return Body(one.posture_after or body.posture, place or body.place, one.hand_after or body.hand)


def can_do(body: Body, verb: str, thing: str = "", place: str = "") -> bool | None:
    """Whether the body allows the act; None where the text has not said enough.

    >>> can_do(Body(posture="seated"), "興"), can_do(Body(posture="standing"), "興"), can_do(Body(), "興")
    (True, False, None)
    """
    one = find_transition(verb, thing, place)
    if one is None or not (one.posture_before or one.hand_before):
        return None
    if one.posture_before and body.posture:
        return body.posture == one.posture_before
    if one.hand_before and body.hand:
        return body.hand != "free"
    return None
