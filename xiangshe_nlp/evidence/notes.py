"""What a note says of who acts: a person, and the verbs of which he is the subject.

Commentators write as the text that they explain: a name, then acts one after another (弟子降袒執弓). A
name goes on until its sentence ends or another is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..lexicon import alternation, load_vocabulary, once

AND = "[與及、]"
_AND = re.compile(AND)
NOT = frozenset("不未弗無")
ADVERBS = frozenset({"negator", "sequence", "manner", "mutual", "distributive", "side"})
REPORTED = re.compile("(?:古文|今文)[^。]*")  # what another text reads is not what the commentator says
ENDS = re.compile("[。！？；：“”「」 也者矣焉乎曰云謂]|所以|故曰")
RULED = frozenset("於于自由以在為非惟唯從其")  # before a name that is no subject
REACH = 40  # letters over which a name goes on


class Said(NamedTuple):
    """Names with a verb in a comment: folded verb, names, whether denied, file offsets, and whether the verb follows the name."""

    verb: str
    names: frozenset[str]
    denied: bool
    start: int
    end: int
    direct: bool = True


@once
def _names() -> re.Pattern[str]:
    acts = {entry.form for entry in load_vocabulary("actions")}  # 使 is to send, seldom an envoy
    names = alternation(entry.form for entry in load_vocabulary("actors") if entry.form not in acts)
    return re.compile(f"(?:{names})(?:{AND}(?:{names}))*")


@once
def _act() -> re.Pattern[str]:
    """Adverbs and a verb."""
    adverbs = alternation(entry.form for entry in load_vocabulary("particles") if entry.kind in ADVERBS)
    verbs = alternation(entry.form for entry in load_vocabulary("actions"))
    return re.compile(f"(?P<adverbs>(?:{adverbs})*)(?P<verb>{verbs})")


@once
def _owned() -> re.Pattern[str]:
    """What shows that the name before it only owns: 之, a thing."""
    acts = {entry.form for entry in load_vocabulary("actions")}
    return re.compile("之|" + alternation(entry.form for entry in load_vocabulary("objects") if entry.form not in acts))


@once
def _canonical() -> dict[str, tuple[str, ...]]:
    return {entry.form: tuple(entry.more["members"].split("+")) if entry.kind == "coordination" else (entry.lemma,)
            for entry in load_vocabulary("actors")}


def read_statements(norm: str, offsets: Sequence[int]) -> list[Said]:
    """Statements of a folded comment that someone does or does not do something.

    What it reports of another version of the text (古文, 今文) is left out.

    >>> [(said.verb, sorted(said.names), said.denied) for said in read_statements("樂正降者堂上正樂畢也", range(10))]
    [('降', ['樂正'], False)]
    >>> [said.verb for said in read_statements("弟子降袒執弓", range(6))]
    ['降', '袒', '執']
    """
    hidden = [match.span() for match in REPORTED.finditer(norm)]
    found = [match for match in _names().finditer(norm) if not any(a <= match.start() < b for a, b in hidden)]
    out: list[Said] = []
    for match, following in zip(found, [*(other.start() for other in found[1:]), len(norm)], strict=False):
        end = ENDS.search(norm, match.end())
        stop = min(following, end.start() if end else following, match.end() + REACH)
        names = frozenset(name for form in _AND.split(match[0]) for name in _canonical().get(form, (form,)))
        for verb, denied, last, direct in _verbs(norm, match, stop):
            out.append(Said(verb, names, denied, offsets[match.start()], offsets[last - 1] + 1, direct))
    return out


def _verbs(norm: str, name: re.Match[str], stop: int) -> Iterator[tuple[str, bool, int, bool]]:
    """Verbs of which a name is the subject: each, whether it is denied, where it ends, and whether it follows the name."""
    denied, last = False, -1
    for match in _act().finditer(norm, name.end(), stop):
        direct = match.start() == name.end()
        if last < 0 and not direct and (norm[name.start() - 1:name.start()] in RULED or _owned().match(norm, name.end())):
            return
        if not NOT.isdisjoint(match["adverbs"][:-1]):
            return  # 賓不俱升: what is denied is the adverb
        denied = match["adverbs"][-1:] in NOT if match["adverbs"] or match.start() != last else denied
        last = match.end()
        if _act().fullmatch(match["adverbs"][-1:]):
            yield match["adverbs"][-1], False, match.start("verb"), direct  # 辟薦: aside, and to move aside
        yield match["verb"], denied, last, direct
