"""All figures as one long table, the errors by cause, and the text that `xiangshe evaluate` prints."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from . import acts, agent_evidence, baselines, calibration, clause_pairs, details, elsewhere, layers, notes, parallels
from .gold import PARTS, Gold, load_gold, split_stages
from .outcomes import FIGURES, PRF, SHARE, Outcome, interval, ratio, totals
from .view import View

if TYPE_CHECKING:
    import pandas as pd

PARTS_OF_THE_WORK = (
    layers.offset_faults, layers.base_layer, layers.speakers, layers.boundaries, acts.acts, parallels.alignment,
    clause_pairs.alignment_pairs, parallels.stages, notes.statements, details.citation_quotes,
    details.reading_clauses, notes.lemma_links, notes.note_links,
    acts.lacuna_acts, notes.lost_graphs, details.lost_by_recurring_evidence, agent_evidence.agent_evidence,
)
SMALL = ("attr_recipient", "attr_facing", "attr_count", "attr_negated")
BY_STAGE = ("clause_boundaries_inner", "events", "agent_all", "agent_elided", "event_with_agent_object_polarity",
            "align_000", "align_002", "lacuna_acts", "lacuna_agents")
BY_KIND = ("layer_base_chars", "speaker_chars", "events", "agent_all", "glosses", "readings", "lost_graphs_recall",
           "lost_graphs_precision", "evidence_of_translations", "evidence_of_comments")
TRANSLATED = "translated lines"
OTHER = "text"  # slice of figures on other text than the gold


class Line(NamedTuple):
    """One value: of a figure, for a slice of the gold, with its interval."""

    figure: str
    measure: str
    slice: str
    key: str
    n: int
    value: float
    low: float | None
    high: float | None


def collect(view: View) -> list[Outcome]:
    """Everything compared, as outcomes; parts whose tables or gold are missing give none."""
    out = [outcome for part in PARTS_OF_THE_WORK for outcome in part(view)]
    return out + [outcome._replace(figure="attr_small") for outcome in out if outcome.figure in SMALL]


def measures_of(figure: str) -> tuple[str, ...]:
    """Measures by which a figure is told."""
    if figure in FIGURES:
        return FIGURES[figure].measures
    return PRF if figure.startswith("baseline_events") else SHARE


def lines_of(figure: str, outcomes: Sequence[Outcome], slice_: str, key: str, *, by: str = "") -> Iterator[Line]:
    """Values of a figure for a slice; with intervals where `by` says what is drawn again."""
    hit, said, wanted = totals(outcomes)
    for measure in measures_of(figure):
        low, high = interval(outcomes, measure, by=by) if by and outcomes else (None, None)
        n = said if measure in ("P", "count", "invented") else wanted
        value = ratio(measure, hit, said, wanted) if outcomes else math.nan
        yield Line(figure, measure, slice_, key, n, value, low, high)


def grouped(outcomes: Iterable[Outcome], field: str) -> dict[str, list[Outcome]]:
    """Outcomes by one of their fields, in order of first appearance."""
    out: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        out.setdefault(getattr(outcome, field), []).append(outcome)
    return out


def _split(view: View, outcomes: Iterable[Outcome]) -> dict[str, str]:
    """Part of each stage: the stage table's order first, then stages that only the gold has."""
    return split_stages([*view.heading.values(), *(o.stage for o in outcomes if o.stage)])


def summarize(view: View, outcomes: Sequence[Outcome], rules: Sequence[Outcome]) -> Iterator[Line]:
    """All lines of the report, from the outcomes."""
    part_of = _split(view, outcomes)
    by_figure = grouped(outcomes, "figure")
    for figure in [*FIGURES, *sorted(set(by_figure) - set(FIGURES))]:
        rows = by_figure.get(figure, [])
        if not rows:
            continue
        yield from lines_of(figure, rows, "all", "", by="" if figure == "offsets_wrong" else "stage")
        for part in PARTS:
            yield from lines_of(figure, [row for row in rows if part_of.get(row.stage) == part], "part", part)
        for field, wanted in (("stage", BY_STAGE), ("kind", BY_KIND)):
            if figure in wanted:
                for name, group in grouped(rows, field).items():
                    yield from lines_of(figure, group, field, name, by="unit" if field == "stage" else "")
    for rule, group in grouped(rules, "kind").items():
        yield from lines_of("agent_rule", group, "rule", rule)
    for bin_ in calibration.bins(view):
        name = f"{bin_.low:.2f}–{bin_.high:.2f}"
        yield Line("calibration", "said", "confidence", name, bin_.n, bin_.said, None, None)
        yield Line("calibration", "share", "confidence", name, bin_.n, bin_.right, None, None)


def passages(view: View, gold_folder: Path | str) -> Iterator[tuple[str, str, list[Outcome]]]:
    """Text, figure and outcomes of what was read by hand beside the gold, where such readings are there."""
    texts = {text: elsewhere.outcomes(parsed) for text, parsed in elsewhere.parsed(Path(gold_folder))}
    texts[TRANSLATED] = elsewhere.translation_outcomes(view, Path(gold_folder)) if view.has("actions") else []
    for text, outcomes in texts.items():
        by_figure = grouped(outcomes, "figure")
        for figure in [*FIGURES, *sorted(set(by_figure) - set(FIGURES))]:
            if figure in by_figure:
                yield text, figure, by_figure[figure]


def evaluate(
    tables: Mapping[str, pd.DataFrame], gold_folder: Path | str, texts: Mapping[str, str], *, with_baselines: bool = True
) -> pd.DataFrame:
    """Compare tables with a gold.

    Parameters
    ----------
    tables : mapping of str to DataFrame
        Tables of the schema; parts of the work whose table is missing are left out.
    gold_folder : Path or str
        Folder with clauses.tsv, events.tsv and any of the other files of gold.
    texts : mapping of str to str
        Text of each witness, by witness id.

    Returns
    -------
    DataFrame
        One value a row: `figure`, `measure` (P, R, F1, share, missed, invented, count, said),
        `slice` (all, part, stage, kind, rule, confidence, text: what is not the gold) with its `key`, `n`, `value`, and `low`
        and `high` (95 % bootstrap over stages, within a stage over clauses; else empty).
    """
    import pandas as pd

    gold: Gold = load_gold(gold_folder)
    view = View(tables, gold, texts)
    outcomes = collect(view)
    if with_baselines:
        outcomes += list(baselines.baseline_outcomes(view, baselines.cutters_for(gold_folder)))
    lines = list(summarize(view, outcomes, calibration.rule_outcomes(view)))
    for text, figure, rows in passages(view, gold_folder):
        lines += lines_of(figure, rows, OTHER, text, by="stage")
    frame = pd.DataFrame(lines, columns=list(Line._fields))
    return frame.round({"value": 4, "low": 4, "high": 4})


def list_errors(
    tables: Mapping[str, pd.DataFrame], gold_folder: Path | str, texts: Mapping[str, str], *, examples: int = 3
) -> pd.DataFrame:
    """Errors grouped by cause, each with a few examples.

    Returns
    -------
    DataFrame
        `figure`, `cause`, `n`, `stages` (how many have it), `examples` (joined by ' · '); the most
        frequent causes first.
    """
    import pandas as pd

    view = View(tables, load_gold(gold_folder), texts)
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in collect(view):
        if outcome.cause and outcome.figure != "attr_small":
            groups.setdefault((outcome.figure, outcome.cause), []).append(outcome)
    rows = [
        (figure, cause, len(group), len({o.stage for o in group}), " · ".join([o.example for o in group][:examples]))
        for (figure, cause), group in groups.items()
    ]
    rows.sort(key=lambda row: (list(FIGURES).index(row[0]), -row[2], row[1]))
    return pd.DataFrame(rows, columns=["figure", "cause", "n", "stages", "examples"])


def format_report(frame: pd.DataFrame) -> str:
    """The report as text: figures with intervals and both parts, then rules, confidence, baselines."""
    parts = [_figures(frame, [f for f in FIGURES if f in set(frame["figure"])], "Figures")]
    other = frame[frame["slice"] == OTHER]
    if len(other):
        parts.append("Text that rules were not tuned on (value, 95 % interval, of)\n" + "\n".join(
            f"  {row.key} {row.figure:<34}{row.measure:>6}{row.value:>8.3f}  {row.low:.3f}–{row.high:.3f}{row.n:>6}"
            for row in other.itertuples()))
    rules = frame[frame["figure"] == "agent_rule"].sort_values(["n", "key"], ascending=[False, True])
    if len(rules):
        parts.append("Rules that find agents (agents found, share right)\n" + "\n".join(
            f"  {row.key:<36}{row.n:>6}{row.value:>8.3f}" for row in rules.itertuples()))
    sure = frame[frame["figure"] == "calibration"].pivot_table(index=["key", "n"], columns="measure", values="value", sort=False)
    if len(sure):
        parts.append("Confidence of agents (said, right)\n" + "\n".join(
            f"  {key:<36}{n:>6}{row['said']:>8.3f}{row['share']:>8.3f}" for (key, n), row in sure.iterrows()))
    names = sorted({figure for figure in frame["figure"] if figure.startswith("baseline_")})
    if names:
        parts.append(_figures(frame, names, "Baselines"))
    return "\n\n".join(parts) + "\n"


def _figures(frame: pd.DataFrame, figures: Sequence[str], title: str) -> str:
    """Lines of some figures: value, interval, the same in every third stage and in the others, number compared."""
    lines = [f"{title:<36}{'':>9}{'value':>8}{'95 % interval':>17}{PARTS[0]:>14}{PARTS[1]:>19}{'of':>7}"]
    shown = frame[frame["figure"].isin(figures) & frame["slice"].isin(["all", "part"])]
    values = {(r.figure, r.measure, r.key): r for r in shown.itertuples()}
    for figure in figures:
        for measure in measures_of(figure):
            row = values[figure, measure, ""]
            form = "{:.0f}" if measure in ("count", "missed", "invented") else "{:.3f}"
            span = "" if row.low != row.low or row.low is None else f"{form.format(row.low)}–{form.format(row.high)}"
            both = [form.format(values[figure, measure, part].value) if values[figure, measure, part].n else "" for part in PARTS]
            lines.append(f"  {figure:<34}{measure:>9}{form.format(row.value):>8}{span:>17}{both[0]:>14}{both[1]:>19}{row.n:>7}")
    return "\n".join(lines)
