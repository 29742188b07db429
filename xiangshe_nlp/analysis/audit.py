"""The translations audited: what each drops, and where it says something else than the base text.

A finding is a candidate with its evidence: the words of both sides, by way of the alignment. Only
what both sides state is compared; what a translation leaves open is no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..concepts import find_concepts
from ..evidence import translated_acts
from ..model import Action, Alignment, Clause, Stage, Variant
from ..reading.rows import own_text
from ..tables import to_rows
from .audit_subjects import find_subjects
from .audit_words import Finding, Pair, compare_words
from .stats import wilson

if TYPE_CHECKING:
    import pandas as pd

KINDS = ("dropped", "subject", "direction", "hand", "number", "negation", "reading")
BASE = ("base", "record")
NEGATED = re.compile("[不未無弗毋勿沒非別]")
FAULTY = frozenset({"脫", "訛", "衍"})
EMENDED = frozenset({"衍", "改", "訛"})
COLUMNS = ("witness_id", "kind", "stage_id", "heading", "base_id", "base", "target_ids", "text", "base_says", "text_says",
           "score", "shared", "carried")


def audit_translations(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Candidates for slips of the translations.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        `clauses`, `stages`, `alignments`, `actions`, `mentions`, `agent_evidence` and `variants` of a corpus.

    Returns
    -------
    DataFrame
        A row is a finding: the translation, its kind (`dropped`: a base clause without equivalent;
        `subject`, `direction`, `hand`, `number`, `negation`: both sides state it, and differ;
        `reading`: the translation goes with a reading that someone holds to be corrupt), stage, base
        clause and the clauses that translate it with their words, what either says, the likeness of
        the pair, whether the other translation has the same finding, and whether it names nobody here but
        carries on the subject of a slip before (`carried`: it is shared with none). In the order of the rite.
    """
    import pandas as pd

    clauses: list[Clause] = to_rows("clauses", tables["clauses"])
    stages: list[Stage] = to_rows("stages", tables["stages"])
    alignments: list[Alignment] = to_rows("alignments", tables["alignments"])
    actions: list[Action] = to_rows("actions", tables["actions"])
    pairs = list_pairs(clauses, alignments)
    found = [
        *find_dropped(pairs),
        *find_subjects(pairs, actions, to_rows("mentions", tables["mentions"]), tables["agent_evidence"]),
        *(finding for pair in pairs for finding in compare_words(pair)),
        *find_negations(pairs, translated_acts(actions, actions, alignments, clauses)),
        *find_readings(pairs, to_rows("variants", tables["variants"])),
    ]
    seq = {stage.stage_id: (stage.seq, stage.heading) for stage in stages}
    order = {clause.clause_id: k for k, clause in enumerate(clauses)}
    found.sort(key=lambda f: (seq.get(f.pair.base.stage_id, (0, ""))[0], order[f.pair.base.clause_id],
                              KINDS.index(f.kind), f.pair.witness_id, f.base_says))
    shared = _shared(found)
    return pd.DataFrame([_row(finding, seq, shared) for finding in found], columns=list(COLUMNS))


def list_pairs(clauses: Sequence[Clause], alignments: Iterable[Alignment]) -> list[Pair]:
    """Every base clause with what each translation has for it; nothing where it is dropped."""
    by_id = {clause.clause_id: clause for clause in clauses}
    order = {clause.clause_id: k for k, clause in enumerate(clauses)}
    targets: dict[tuple[str, str], list[str]] = {}
    scores: dict[tuple[str, str], float] = {}
    for row in alignments:
        if row.kind == "translation" and row.base_id and by_id[row.base_id].layer in BASE:
            key = row.base_id, row.target_witness
            targets.setdefault(key, []).extend([row.target_id] if row.target_id else [])
            scores[key] = row.score
    return [
        Pair(witness_id, by_id[base_id], tuple(by_id[k] for k in sorted(found, key=order.__getitem__)),
             scores[base_id, witness_id])
        for (base_id, witness_id), found in targets.items()
    ]


def _shared(found: Iterable[Finding]) -> set[tuple[str, str, str]]:
    """Findings that more than one translation has: base clause, kind, and what the base says."""
    seen: dict[tuple[str, str, str], set[str]] = {}
    for finding in found:
        if finding.carried:
            continue  # the translation itself says nothing here
        seen.setdefault((finding.pair.base.clause_id, finding.kind, finding.base_says), set()).add(finding.pair.witness_id)
    return {key for key, witnesses in seen.items() if len(witnesses) > 1}


def _row(finding: Finding, seq: Mapping[str, tuple[int, str]], shared: set[tuple[str, str, str]]) -> tuple[object, ...]:
    pair = finding.pair
    return (
        pair.witness_id, finding.kind, pair.base.stage_id, seq.get(pair.base.stage_id, (0, ""))[1], pair.base.clause_id,
        own_text(pair.base), "+".join(clause.clause_id for clause in pair.target),
        "，".join(clause.text for clause in pair.target), finding.base_says, finding.text_says, pair.score,
        not finding.carried and (pair.base.clause_id, finding.kind, finding.base_says) in shared, finding.carried,
    )


# ---- the kinds of findings


def find_dropped(pairs: Iterable[Pair]) -> Iterator[Finding]:
    """Base clauses that a translation drops."""
    for pair in pairs:
        if not pair.target:
            yield Finding(pair, "dropped", pair.base.norm, "")


def find_negations(pairs: Iterable[Pair], acts: Iterable[tuple[Action, Action | None, str]]) -> Iterator[Finding]:
    """Acts that one side denies, and the other tells without any negation."""
    at = {(pair.base.clause_id, pair.witness_id): pair for pair in pairs}
    for action, other, witness_id in acts:
        pair = at.get((action.clause_id, witness_id))
        if pair is None or other is None or action.negated == other.negated:
            continue
        silent = pair.base.norm if other.negated else "".join(clause.norm for clause in pair.target)
        if not NEGATED.search(silent):
            yield Finding(pair, "negation", _told(action), _told(other))


def _told(action: Action) -> str:
    return ("不" if action.negated else "") + action.action


def find_readings(pairs: Iterable[Pair], variants: Iterable[Variant]) -> Iterator[Finding]:
    """Clauses translated after a reading that someone holds to be corrupt.

    Two cases: a scholar would strike or change what the base text has, and the translation has it
    (敖繼公 on 司馬袒決執弓: 決 is not to be there); or a copy is faulty, and the translation goes with
    the copy. What a graph adds is sought among the concepts and the graphs of the translation.
    """
    at: dict[str, list[Pair]] = {}
    for pair in pairs:
        at.setdefault(pair.base.clause_id, []).append(pair)
    seen = set()
    for variant in variants:
        if variant.kind != "reported":
            continue
        corrupt, sound = _corrupt_and_sound(variant)
        for pair in at.get(variant.base_id, ()):
            key = pair.base.clause_id, pair.witness_id, corrupt, sound
            if corrupt != sound and key not in seen and _follows(pair, variant, corrupt, sound):
                seen.add(key)
                by = variant.reporter if variant.other_witness == variant.reporter else f"{variant.reporter}: {variant.other_witness}"
                yield Finding(pair, "reading", f"{sound or '∅'} ({by})", corrupt)


def _corrupt_and_sound(variant: Variant) -> tuple[str, str]:
    """The reading held to be corrupt and the one to be sound; both empty where nobody judges."""
    own, other = variant.reading.strip("∅"), variant.other_reading.strip("∅")
    if variant.note in FAULTY and "本" in variant.other_witness:
        return other, own
    if variant.note in EMENDED and "本" not in variant.other_witness:
        return own, other
    return "", ""


def _follows(pair: Pair, variant: Variant, corrupt: str, sound: str) -> bool:
    """Whether a translation has all that only the corrupt reading says, and nothing that only the sound one says."""
    own = variant.reading.strip("∅")
    if not pair.target or not corrupt or own not in pair.base.norm or (not own and corrupt in pair.base.norm):
        return False  # what is reported is of a note, not of this clause
    words = [set(words) for clause in pair.target for words in find_concepts(clause.norm, modern=True)]
    graphs = {graph for clause in pair.target for graph in clause.norm}

    def said(reading: str, unless: str) -> list[bool]:
        only = [graph for graph in reading if graph not in unless]
        return [graph in graphs or any(graph in found for found in words) for graph in only]

    return all(said(corrupt, sound)) and not any(said(sound, corrupt))


# ---- counted


def count_findings(audit: pd.DataFrame, by: str = "heading") -> pd.DataFrame:
    """How many findings of each kind each translation has.

    Parameters
    ----------
    audit : DataFrame
        See `audit_translations`.
    by : str
        Column by which the findings are counted beside the translation: `heading` for the course of
        the rite, `kind`, `shared` or `carried`.

    Returns
    -------
    DataFrame
        A row is a translation and a value of `by`, in the order in which they appear; a column a kind.
    """
    import pandas as pd

    first = audit[by].drop_duplicates()
    table = pd.crosstab([audit["witness_id"], audit[by]], audit["kind"])
    kinds = [kind for kind in KINDS if kind in table.columns]
    table = table.reindex(columns=kinds).reset_index()
    table.columns.name = None
    rank = {value: k for k, value in enumerate(first)}
    return table.sort_values(["witness_id", by], key=lambda column: column.map(rank) if column.name == by else column,
                             ignore_index=True)


def count_agreement(evidence: pd.DataFrame, actions: pd.DataFrame) -> pd.DataFrame:
    """How often the translations name the agent that a rule found.

    Parameters
    ----------
    evidence, actions : DataFrame
        Tables `agent_evidence` and `actions`; commentators are left out.

    Returns
    -------
    DataFrame
        A row is a rule, the most frequent first: `acts`; `acts_named`, of which any translation names a subject; for
        each translation how often it does and how often the same (`WITNESS_names`, `WITNESS_agrees`); both together
        as `share`, with a Wilson interval.
    """
    import pandas as pd

    told = evidence[evidence["speaker"].eq("")].merge(actions[["action_id", "agent_rule"]], on="action_id")
    out = told.groupby("agent_rule")["action_id"].nunique().rename("acts").to_frame()
    named = told[told["says"].ne("silent")].groupby("agent_rule")["action_id"].nunique()
    out["acts_named"] = named.reindex(out.index, fill_value=0)
    for witness_id in sorted(told["witness_id"].unique()):
        part = pd.crosstab(told["agent_rule"], told["says"].where(told["witness_id"].eq(witness_id)))
        part = part.reindex(out.index, columns=["agree", "disagree"], fill_value=0)
        out[f"{witness_id}_names"], out[f"{witness_id}_agrees"] = part.sum(axis=1), part["agree"]
    names, agrees = (out.filter(like=end).sum(axis=1) for end in ("_names", "_agrees"))
    low, high = wilson(agrees, names)
    out = out.assign(share=(agrees / names.where(names > 0)).round(3), low=low.round(3), high=high.round(3))
    return out.reset_index().sort_values(["acts", "agent_rule"], ascending=[False, True], ignore_index=True)


def set_side_by_side(audit: pd.DataFrame, tables: Mapping[str, pd.DataFrame], kinds: Sequence[str] = KINDS) -> pd.DataFrame:
    """Findings with the words of every translation, also of those in which nothing was found.

    Parameters
    ----------
    audit : DataFrame
        See `audit_translations`.
    tables : mapping of str to DataFrame
        `clauses` and `alignments`.
    kinds : sequence of str
        Kinds to show.

    Returns
    -------
    DataFrame
        A row is a base clause and what of it is said otherwise, in the order of the rite: `heading`, `kind`, `base`,
        `base_says`, `text_says`, `found_in` (translations joined by +; in brackets one that only carries the slip on),
        and a column for each translation.
    """
    texts: dict[str, dict[str, str]] = {}
    for pair in list_pairs(to_rows("clauses", tables["clauses"]), to_rows("alignments", tables["alignments"])):
        texts.setdefault(pair.witness_id, {})[pair.base.clause_id] = "，".join(clause.text for clause in pair.target)
    keys = ["base_id", "heading", "kind", "base", "base_says"]
    where = audit["witness_id"].mask(audit["carried"], "(" + audit["witness_id"] + ")")
    out = audit.assign(witness_id=where)[audit["kind"].isin(kinds)].groupby(keys, sort=False, as_index=False).agg(
        text_says=("text_says", "first"), found_in=("witness_id", "+".join))
    for witness_id, said in texts.items():
        out[witness_id] = out["base_id"].map(said).fillna("")
    return out.drop(columns="base_id")
