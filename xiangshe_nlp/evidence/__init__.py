"""What other texts say of who does an act: translations through the alignment, commentators through the links.

Evidence is shown beside a decision and never overrules it; where it disagrees often, the rule that
decided is to be looked at. A translation speaks only where it writes the subject in the same
sentence; a commentator only where he names someone with the verb of the act.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import repeat

from ..concepts import find_concepts
from ..lexicon import load_vocabulary, once
from ..model import Action, Alignment, Clause, Evidence, Link, Mention, Segment, own_offsets
from .notes import Said, read_statements

BASE = ("base", "record")
ENDS = frozenset("。！？!?")
SAME_NAME, SAME_CONCEPT, SAME_STATUS = 1.0, 0.8, 0.1


def gather_evidence(
    actions: Sequence[Action], mentions: Sequence[Mention], alignments: Sequence[Alignment],
    links: Sequence[Link], segments: Sequence[Segment], clauses: Sequence[Clause],
) -> list[Evidence]:
    """Evidence on the agents of all acts of the base text and the 記.

    Parameters
    ----------
    actions, mentions, alignments, links, segments, clauses : sequences of rows
        Tables of the chapter, translations included.

    Returns
    -------
    list of Evidence
        For each act one row a translation, and one a commentator whose note is on its clause, in
        the order of the acts. `agents` are those named there; `start` to `end` are the words from
        the name to the verb. A text that says nothing is silent, without agents and offsets.
    """
    layer = {clause.clause_id: clause.layer for clause in clauses}
    base = [action for action in actions if layer[action.clause_id] in BASE and action.status == "performed"]
    found: dict[str, list[Evidence]] = {}
    for evidence in (*_of_translations(base, actions, mentions, alignments, clauses),
                     *_of_comments(base, links, segments, clauses)):
        found.setdefault(evidence.action_id, []).append(evidence)
    return [evidence for action in base for evidence in found.get(action.action_id, [])]


@once
def _members() -> dict[str, frozenset[str]]:
    return {entry.lemma: frozenset(entry.more["members"].split("+"))
            for entry in load_vocabulary("actors") if entry.more["members"]}


@lru_cache(maxsize=None)
def _persons(name: str) -> frozenset[str]:
    return _members().get(name, frozenset([name]))


def expand(names: Iterable[str]) -> frozenset[str]:
    """Persons whom names stand for: a pair is its two archers.

    >>> sorted(expand(["上耦"]))
    ['上射', '下射']
    """
    return frozenset().union(*map(_persons, names))


def judge(agents: str, others: Iterable[str]) -> str:
    """Verdict on agents by those whom another text names: part of them is no contradiction.

    >>> judge("主人+賓", ["主人"]), judge("主人", ["賓"]), judge("耦", ["大夫之耦"])
    ('agree', 'disagree', 'agree')
    """
    return _verdict(agents, frozenset(others))


@lru_cache(maxsize=None)
def _company(agents: str) -> tuple[frozenset[str], frozenset[str]]:
    """Names in a cell, and the persons whom they stand for."""
    names = frozenset(agents.split("+"))
    return names, expand(names)


@lru_cache(maxsize=None)
def _verdict(agents: str, others: frozenset[str]) -> str:
    own, _ = _company(agents)
    return "agree" if _within(own, others) or _within(others, own) else "disagree"


def _within(one: frozenset[str], two: frozenset[str]) -> bool:
    """Whether all of the one are among the other; 耦 may be 大夫之耦."""
    whole = expand(two)
    return all(_persons(a) <= whole or any(a.endswith("之" + b) or b.endswith("之" + a) for b in two) for a in one)


# ---- translations


def _of_translations(base: Sequence[Action], actions: Sequence[Action], mentions: Sequence[Mention],
                     alignments: Sequence[Alignment], clauses: Sequence[Clause]) -> list[Evidence]:
    reader = _Reader(mentions, clauses)
    theirs = _by_clause(actions)
    linked: dict[tuple[str, str], list[Action]] = {}
    for row in alignments:
        if row.kind == "translation" and row.base_id and row.target_id:
            linked.setdefault((row.base_id, row.target_witness), []).extend(theirs.get(row.target_id, ()))
    return [
        reader.hear(action, other or _only_doer(linked.get((action.clause_id, witness_id), [])), witness_id)
        for action, other, witness_id in translated_acts(base, actions, alignments, clauses)
    ]


def translated_acts(
    base: Sequence[Action], actions: Sequence[Action], alignments: Sequence[Alignment], clauses: Sequence[Clause]
) -> list[tuple[Action, Action | None, str]]:
    """Acts of the base with the acts by which each translation renders them, by way of the alignment.

    Returns
    -------
    list of (Action, Action or None, str)
        Act, its rendering if there is one, and the witness; once for each translation.
    """
    by_id = {clause.clause_id: clause for clause in clauses}
    place = {clause.clause_id: k for k, clause in enumerate(clauses)}
    ours, theirs = _by_clause(base), _by_clause(actions)
    groups: dict[tuple[str, str], list[Alignment]] = {}
    for row in alignments:
        if row.base_id in ours and row.kind == "translation":
            groups.setdefault((row.target_witness, row.group_id), []).append(row)
    out: list[tuple[Action, Action | None, str]] = []
    for (witness_id, _), rows in groups.items():
        if len(rows) == 1:
            acts, told = ours[rows[0].base_id], theirs.get(rows[0].target_id, [])
        else:
            acts = _in_order((row.base_id for row in rows), ours, place)
            told = _in_order((row.target_id for row in rows), theirs, place)
        out += zip(acts, pair_acts(acts, told, by_id), repeat(witness_id))
    return out


def _in_order(clause_ids: Iterable[str], acts: dict[str, list[Action]], place: dict[str, int]) -> list[Action]:
    """Acts of some clauses, in the order of the text."""
    return [act for clause_id in sorted({*clause_ids} & acts.keys(), key=place.__getitem__) for act in acts[clause_id]]


def _only_doer(acts: Sequence[Action]) -> Action | None:
    """The last of some acts if all are done by the same; a translation may tell an act in another verb."""
    return max(acts, key=lambda act: act.start) if len({act.agents for act in acts}) == 1 else None


def _by_clause(actions: Iterable[Action]) -> dict[str, list[Action]]:
    out: dict[str, list[Action]] = {}
    for action in actions:
        out.setdefault(action.clause_id, []).append(action)
    return out


def pair_acts(some: Sequence[Action], others: Sequence[Action], by_id: dict[str, Clause]) -> list[Action | None]:
    """For each act of the base its act in a translation: the likeliest series of pairs, in order."""
    out: list[Action | None] = [None] * len(some)
    like = [[_likeness(one, two, by_id) for two in others] for one in some]
    if not others:
        return out
    if len(some) == 1:
        most = max(like[0])
        return [others[like[0].index(most)] if most else None]
    best = [[0.0] * (len(others) + 1) for _ in range(len(some) + 1)]
    for i in range(len(some)):
        for j in range(len(others)):
            pair = best[i][j] + like[i][j] if like[i][j] else 0.0
            best[i + 1][j + 1] = max(best[i][j + 1], best[i + 1][j], pair)
    i, j = len(some), len(others)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            out[i] = others[j]
    return out


def _likeness(one: Action, two: Action, by_id: dict[str, Clause]) -> float:
    """How far an act of a translation may render one of the base: by its name, or by what its word may translate."""
    if one.action == two.action:
        worth = SAME_NAME
    else:
        clause = by_id[two.clause_id]
        if one.action not in _translates(clause.norm[two.start - clause.start:two.end - clause.start]):
            return 0.0
        worth = SAME_CONCEPT
    return worth + SAME_STATUS * (one.status == two.status)


@lru_cache(maxsize=None)
def _translates(word: str) -> frozenset[str]:
    """What a modern word may translate."""
    return frozenset(concept for words in find_concepts(word, modern=True) for concept in words)


class _Reader:
    """Reads who is said to act in a translation: the subject written in the same sentence."""

    def __init__(self, mentions: Iterable[Mention], clauses: Iterable[Clause]) -> None:
        named: dict[str, list[Mention]] = {}
        for mention in mentions:
            if mention.function in ("agent", "recipient"):
                named.setdefault(mention.clause_id, []).append(mention)
        self.named: dict[str, list[Mention]] = {}  # in the sentence so far, for each clause
        last: Clause | None = None
        for clause in clauses:
            if clause.layer == "translation":
                goes_on = last is not None and last.segment_id == clause.segment_id and ENDS.isdisjoint(last.mark)
                so_far = self.named[last.clause_id] if goes_on and last else []
                own = named.get(clause.clause_id)
                self.named[clause.clause_id] = so_far + own if own else so_far
                last = clause

    def hear(self, action: Action, other: Action | None, witness_id: str) -> Evidence:
        """What a translation says of the agent of an act; nothing, if it writes no subject in the sentence."""
        if other is not None and other.agents:
            agents, wanted = _company(other.agents)
            met = {name: start for name, start in self._subjects(other).items() if not wanted.isdisjoint(_persons(name))}
            if wanted <= expand(met):
                start = min([other.start, *met.values()])
                return Evidence(action.action_id, witness_id, "", judge(action.agents, agents), other.agents, start, other.end)
        return Evidence(action.action_id, witness_id, "", "silent", "", None, None)

    def _subjects(self, act: Action) -> dict[str, int]:
        """Subjects written before an act in its sentence, each with its last place; for what is ordered, those ordered."""
        functions = ("agent", "recipient") if act.agent_rule == "order" else ("agent",)
        return {mention.actor_id: mention.start for mention in self.named[act.clause_id]
                if mention.function in functions and mention.start < act.end}


# ---- commentators


def _of_comments(base: Sequence[Action], links: Sequence[Link], segments: Sequence[Segment],
                 clauses: Sequence[Clause]) -> list[Evidence]:
    by_segment = {segment.segment_id: segment for segment in segments}
    acts = _by_clause(base)
    order = [clause.clause_id for clause in clauses]
    at = {clause_id: k for k, clause_id in enumerate(order)}
    heard: dict[tuple[str, str, str], Evidence] = {}
    for link in links:
        if link.kind != "comment" or not link.first_clause:
            continue
        segment = by_segment[link.from_segment]
        on = [action for clause_id in order[at[link.first_clause]:at[link.last_clause] + 1]
              for action in acts.get(clause_id, ())]
        said = read_statements(segment.norm, own_offsets(segment.start, segment.end, segment.skip)) if on else []
        for action in on:
            key = action.action_id, segment.witness_id, segment.speaker
            evidence = _weigh(action, on, said, segment)
            if key not in heard or heard[key].says == "silent":
                heard[key] = evidence
    return list(heard.values())


def _weigh(action: Action, on: Sequence[Action], said: Sequence[Said], segment: Segment) -> Evidence:
    """What a comment says of the agent of an act.

    Of acts with one verb it speaks of those whose agent it names; whom no such act has, it tells
    something else of (衆賓皆升 of what follows), and is silent on this one.
    """
    for one in said:
        if one.verb != action.action or judge(action.agents, one.names) == "disagree":
            continue
        if one.denied != action.negated and not one.direct:
            continue
        if one.denied == action.negated or not any(
                other.action == one.verb and other.negated == one.denied for other in on if other is not action):
            says = "agree" if one.denied == action.negated else "disagree"
            return Evidence(action.action_id, segment.witness_id, segment.speaker, says, "+".join(sorted(one.names)),
                            one.start, one.end)
    return Evidence(action.action_id, segment.witness_id, segment.speaker, "silent", "", None, None)
