"""Where a translation makes somebody else the subject than the base text, and does so of its own."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..evidence import expand, judge
from ..model import Action, Mention
from .audit_words import Finding, Pair

if TYPE_CHECKING:
    import pandas as pd


def find_subjects(pairs: Sequence[Pair], actions: Sequence[Action], mentions: Iterable[Mention],
                  evidence: pd.DataFrame) -> Iterator[Finding]:
    """Acts of which a translation names another agent (`evidence`), and clauses that open with another subject.

    A translation that keeps the subjects of the base text says no more than it. Nothing is found, therefore,
    where it names the agent as well; where the base clause tells another act of the person named (獲而未釋獲);
    and where the name is written in a clause before, at which it is no slip (主人一相出迎於門外，再拜: the
    second clause follows from the first on both sides). Where it was a slip there, it is carried on.
    """
    said = _Subjects(pairs, actions, mentions)
    at = {(pair.base.clause_id, pair.witness_id): pair for pair in pairs}
    acts = {action.action_id: action for action in actions}
    heard = [(pair, acts[row.action_id], row.agents, int(row.start))
             for row in evidence[evidence["says"].eq("disagree") & evidence["speaker"].eq("")].itertuples()
             if (pair := at.get((acts[row.action_id].clause_id, row.witness_id)))]
    found = [Finding(pair, "subject", action.agents, told) for pair, action, told, start in heard
             if said.written_in(pair, start) and said.differs(pair, action, told)]
    known = {(finding.pair.base.clause_id, finding.pair.witness_id) for finding in found}
    found += [finding for pair in pairs if (pair.base.clause_id, pair.witness_id) not in known for finding in said.opening(pair)]
    known |= {(finding.pair.base.clause_id, finding.pair.witness_id) for finding in found}
    found += [Finding(pair, "subject", action.agents, told, True) for pair, action, told, start in heard
              if (pair.base.clause_id, pair.witness_id) not in known and said.differs(pair, action, told)
              and any((clause_id, pair.witness_id) in known for clause_id in said.sources(pair, start))]
    seen = {(finding.pair.base.clause_id, finding.pair.witness_id, finding.text_says): finding for finding in reversed(found)}
    yield from seen.values()


class _Subjects:
    """Who is written as subject: in base clauses, and in the clauses that translate them."""

    def __init__(self, pairs: Iterable[Pair], actions: Iterable[Action], mentions: Iterable[Mention]) -> None:
        self.acts: dict[str, list[Action]] = {}
        for action in actions:
            if action.status == "performed":
                self.acts.setdefault(action.clause_id, []).append(action)
        self.named: dict[str, list[Mention]] = {}
        for mention in mentions:
            if mention.function == "agent":
                self.named.setdefault(mention.clause_id, []).append(mention)
        self.bases: dict[str, dict[int, list[str]]] = {}  # witness, start of a clause, base clauses that it translates
        for pair in pairs:
            for clause in pair.target:
                self.bases.setdefault(pair.witness_id, {}).setdefault(clause.start, []).append(pair.base.clause_id)
        self.starts = {witness_id: sorted(starts) for witness_id, starts in self.bases.items()}

    def written_in(self, pair: Pair, start: int) -> bool:
        """Whether a file offset is within the clauses that translate the base clause."""
        return any(clause.start <= start < clause.end for clause in pair.target)

    def sources(self, pair: Pair, start: int) -> list[str]:
        """Base clauses that are translated where a file offset of the translation is."""
        starts = self.starts[pair.witness_id]
        return self.bases[pair.witness_id][starts[max(bisect(starts, start) - 1, 0)]]

    def differs(self, pair: Pair, action: Action, told: str) -> bool:
        """Whether the clause that translates names the agent nowhere, and the base clause tells no act of the one named."""
        doers = {name for act in self.acts.get(pair.base.clause_id, ()) for name in act.agents.split("+")}
        names = [name.actor_id for clause in pair.target for name in self.named.get(clause.clause_id, ())]
        return not expand(told.split("+")) <= expand(doers) and not expand(action.agents.split("+")) <= expand(names)

    def opening(self, pair: Pair) -> Iterator[Finding]:
        """A single clause that opens with a subject who does none of the acts of the base clause: 如賓服, 宾穿着朝服."""
        acts = self.acts.get(pair.base.clause_id, [])
        names = self.named.get(pair.target[0].clause_id, []) if len(pair.target) == 1 else []
        if acts and any(name.start == pair.target[0].start for name in names):
            told = [name.actor_id for name in names]
            if all(judge(act.agents, told) == "disagree" for act in acts):
                yield Finding(pair, "subject", acts[0].agents, "+".join(told))
