"""What one comparison gives, and how figures are made of many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

SEED = 20240229
DRAWS = 1000


class Outcome(NamedTuple):
    """One thing compared: how many were found rightly, said by the tables, and wanted by the gold.

    `unit` is the clause, line or note; `kind` what is compared (class of verb, speaker, pattern);
    `cause` and `example` say what went wrong, if anything did.
    """

    figure: str
    stage: str
    unit: str
    kind: str
    hit: int
    said: int
    wanted: int
    cause: str = ""
    example: str = ""


class Figure(NamedTuple):
    """A figure of the report: by which measures it is told, and what it is."""

    measures: tuple[str, ...]
    english: str


PRF = ("P", "R", "F1")
SHARE = ("share",)
FIGURES: dict[str, Figure] = {
    "offsets_wrong": Figure(("count",), "rows whose offsets do not give their text"),
    "layer_base_chars": Figure(PRF, "characters of the base text"),
    "speaker_chars": Figure(SHARE, "characters of commentary with the right speaker"),
    "clause_boundaries_all": Figure(PRF, "ends of clauses"),
    "clause_boundaries_inner": Figure(PRF, "ends of clauses where no note stands"),
    "events": Figure(PRF, "acts"),
    "agent_explicit": Figure(SHARE, "agents named in the clause, of acts found"),
    "agent_elided": Figure(SHARE, "agents left out, of acts found"),
    "agent_unspecified": Figure(SHARE, "attendants not named, of acts found"),
    "agent_all": Figure(SHARE, "agents, of acts found"),
    "agent_source": Figure(SHARE, "whether the agent is said to be written, resolved or unspecified"),
    "event_with_agent_object_polarity": Figure(PRF, "acts with agent, object and negation"),
    "attr_object": Figure(PRF, "objects"),
    "attr_recipient": Figure(PRF, "recipients"),
    "attr_place": Figure(PRF, "places"),
    "attr_facing": Figure(PRF, "directions faced"),
    "attr_count": Figure(PRF, "counts"),
    "attr_negated": Figure(PRF, "negations"),
    "attr_small": Figure(("missed", "invented"), "recipients, directions, counts, negations"),
    "align_000": Figure(PRF, "clauses with lines of the first translation"),
    "align_002": Figure(PRF, "clauses with sentences of the second translation"),
    "align_pairs": Figure(PRF, "single clauses with single clauses of the translations"),
    "dropped_by_000": Figure(PRF, "clauses that the first translation drops"),
    "stage_base": Figure(SHARE, "stages of base clauses"),
    "stage_000": Figure(SHARE, "stages of lines of the first translation"),
    "stage_002": Figure(SHARE, "stages of sentences of the second translation"),
    "glosses": Figure(PRF, "definitions"),
    "readings": Figure(PRF, "readings reported"),
    "citations": Figure(PRF, "books named"),
    "citation_quotes": Figure(SHARE, "whether words are quoted, of books found"),
    "reading_clauses": Figure(SHARE, "clauses that have the reading, of reports found"),
    "lemma_links": Figure(PRF, "lemma lines of the sub-commentary"),
    "note_links": Figure(PRF, "clauses that a note is on"),
    "lacuna_acts": Figure(PRF, "acts told by a translation where no classical text is"),
    "lacuna_agents": Figure(SHARE, "agents of these acts"),
    "agent_evidence": Figure(SHARE, "acts checked by hand of which a text is read aright to say or not to say the agent"),
    "evidence_of_translations": Figure(SHARE, "agents with which a translation that speaks of them agrees"),
    "evidence_of_comments": Figure(SHARE, "agents with which a commentator who speaks of them agrees"),
    "lost_graphs_precision": Figure(SHARE, "lost graphs said, that are"),
    "lost_graphs_recall": Figure(SHARE, "lost graphs found"),
    "lost_graphs_recurring": Figure(SHARE, "lost graphs found by evidence that finds more than one"),
}


def ratio(measure: str, hit: float, said: float, wanted: float) -> float:
    """Value of a measure from sums; 0 where nothing is there to be measured.

    >>> round(ratio("F1", 8, 10, 12), 4)
    0.7273
    """
    if measure in ("count", "invented"):
        return said - hit
    if measure == "missed":
        return wanted - hit
    over = {"P": said, "R": wanted, "share": wanted, "F1": (said + wanted) / 2}[measure]
    return hit / over if over else 0.0


def totals(outcomes: Iterable[Outcome]) -> tuple[int, int, int]:
    """Sums of hit, said, wanted."""
    hit = said = wanted = 0
    for outcome in outcomes:
        hit, said, wanted = hit + outcome.hit, said + outcome.said, wanted + outcome.wanted
    return hit, said, wanted


def interval(outcomes: Sequence[Outcome], measure: str, *, by: str) -> tuple[float, float]:
    """Bootstrap interval (95 %) of a measure: whole stages or units are drawn again, with a fixed seed.

    Parameters
    ----------
    by : {"stage", "unit"}
        What is drawn: errors of one stage hang together, so stages give the honest interval where
        there are many.
    """
    import numpy as np

    sums: dict[str, list[int]] = {}
    for outcome in outcomes:
        cell = sums.setdefault(getattr(outcome, by), [0, 0, 0])
        for k, value in enumerate((outcome.hit, outcome.said, outcome.wanted)):
            cell[k] += value
    table = np.array([sums[name] for name in sorted(sums)], dtype=float)
    n = len(table)
    weights = np.random.default_rng(SEED).multinomial(n, np.full(n, 1 / n), size=DRAWS)
    drawn = weights @ table
    values = [ratio(measure, *row) for row in drawn.tolist()]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)
