"""The evaluation as tables to read: main figures beside baselines, by stage, rule and cause; what else it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..analysis import cooccurrence, frequency
from ..errors import InputError
from ..lexicon import load_vocabulary
from ..paths import seeds_folder
from . import elsewhere
from .acts import pair_acts
from .calibration import bins, count_rules, expected_share, found, measure_rules, plot_data
from .gold import PARTS, load_gold
from .outcomes import FIGURES
from .report import evaluate, lines_of, list_errors, passages
from .view import View

if TYPE_CHECKING:
    import pandas as pd

Tables = Mapping[str, "pd.DataFrame"]
HERE = "鄉射禮"
BASELINES = {
    "baseline_agent_last_name_written": ("agent_all", "last name written", "前文最近之名"),
    "baseline_agent_last_named_agent": ("agent_all", "last agent written, names read rightly", "前文最近書名之行事者"),
    "baseline_agent_most_frequent_agent": ("agent_all", "always the most frequent", "恒為最常見者"),
    "baseline_elided_last_name_written": ("agent_elided", "last name written", "前文最近之名"),
    "baseline_elided_last_named_agent": ("agent_elided", "last agent written, names read rightly", "前文最近書名之行事者"),
    "baseline_elided_most_frequent_agent": ("agent_elided", "always the most frequent", "恒為最常見者"),
    "baseline_events_characters": ("events", "every character apart", "逐字"),
    "baseline_events_jieba": ("events", "jieba", "jieba"),
    "baseline_events_udkanbun": ("events", "UD-Kanbun", "UD-Kanbun"),
}


def standard_gold() -> Path:
    """Folder of the gold in a checkout.

    >>> standard_gold().name
    'gold'

    Raises
    ------
    InputError
        The package is installed without its checkout: the gold does not travel in the wheel.
    """
    folder = seeds_folder().parent / "tests" / "gold"
    if not (folder / "events.tsv").is_file():
        raise InputError("The gold lies in tests/gold of a checkout; elsewhere its folder has to be named.", "none here")
    return folder


def texts_of(tables: Tables) -> dict[str, str]:
    """Texts of the witnesses as far as their segments carry them; all else is blank, so that offsets hold."""
    out = {}
    for witness in tables["witnesses"].itertuples():
        text = [" "] * int(witness.chars)
        own = tables["segments"][tables["segments"]["witness_id"].eq(witness.witness_id)]
        for start, end, words in zip(own["start"], own["end"], own["text"], strict=True):
            text[start:end] = words
        out[str(witness.witness_id)] = "".join(text)
    return out


@dataclass(frozen=True)
class Study:
    """Evaluation of some tables against a gold; every part is computed when it is first asked for."""

    tables: Tables
    texts: Mapping[str, str]
    gold: Path

    @cached_property
    def figures(self) -> pd.DataFrame:
        """All values, see `report.evaluate`."""
        return evaluate(self.tables, self.gold, self.texts)

    @cached_property
    def confidence(self) -> pd.DataFrame:
        """Agents by how sure the tables are of them, see `calibration.plot_data`."""
        return plot_data(self.tables, self.gold, self.texts)

    @cached_property
    def rules(self) -> pd.DataFrame:
        """Rules that find agents, see `calibration.measure_rules`."""
        return measure_rules(self.tables, self.gold, self.texts)

    @cached_property
    def errors(self) -> pd.DataFrame:
        """Errors by cause with examples, see `report.list_errors`."""
        return list_errors(self.tables, self.gold, self.texts)

    def summary(self) -> pd.DataFrame:
        """One row a figure: its main measure with interval, and both parts of the gold.

        Returns
        -------
        DataFrame
            `figure`, `measure` (F1 where there is precision and recall), `of`, `P`, `R`, `value`,
            `low`, `high`, `other_stages`, `every_third_stage`: rules were tuned on both.
        """
        frame = self.figures[self.figures["figure"].isin(FIGURES) & self.figures["slice"].isin(["all", "part"])]
        wide = frame.assign(column=frame["key"].replace({"": "value", **{part: part.replace(" ", "_") for part in PARTS}}))
        values = wide.pivot_table(index=["figure", "measure"], columns="column", values="value", sort=False)
        whole = frame[frame["slice"].eq("all")].set_index(["figure", "measure"])[["n", "low", "high"]]
        table = values.join(whole).reset_index()
        for name in ("P", "R"):
            of = table[table["measure"].eq(name)].set_index("figure")["value"]
            table[name] = table["figure"].map(of)
        table = table[~table["measure"].isin(["P", "R", "count"])].rename(columns={"n": "of"})
        columns = ["figure", "measure", "of", "P", "R", "value", "low", "high", "other_stages", "every_third_stage"]
        return table[columns].reset_index(drop=True).round(3)

    def by(self, slice_: str, figure: str, measure: str = "") -> pd.DataFrame:
        """A figure by stage, kind, rule or confidence: `key`, `n`, `value`, `low`, `high`, the lowest first."""
        frame = self.figures
        rows = frame[frame["figure"].eq(figure) & frame["slice"].eq(slice_)]
        wanted = measure or ("F1" if "F1" in set(rows["measure"]) else str(rows["measure"].iloc[0]))
        rows = rows[rows["measure"].eq(wanted)].sort_values(["value", "key"], kind="stable")
        return rows[["key", "n", "value", "low", "high"]].reset_index(drop=True).round(3)

    def examples(self) -> pd.DataFrame:
        """One example a row: `figure`, `cause`, `example`."""
        rows = self.errors[self.errors["figure"].ne("clause_boundaries_all")]  # told by the inner ones
        apart = rows.assign(example=rows["examples"].str.split(" · ")).explode("example")
        return apart[["figure", "cause", "example"]].reset_index(drop=True)

    def beside_baselines(self) -> pd.DataFrame:
        """What simpler methods reach: `figure`, `method`, `value`, `low`, `high`, `of`; ours first in each figure."""
        import pandas as pd

        main = self.figures[self.figures["slice"].eq("all") & self.figures["measure"].isin(["F1", "share"])]
        rows = main.set_index("figure")
        out = []
        for figure in ("events", "agent_all", "agent_elided"):
            methods = [(figure, "this package", "本書")]
            methods += [(name, english, chinese) for name, (of, english, chinese) in BASELINES.items() if of == figure]
            out += [
                (figure, english, chinese, rows.loc[name, "value"], rows.loc[name, "low"], rows.loc[name, "high"],
                 int(rows.loc[name, "n"]))
                for name, english, chinese in methods if name in rows.index
            ]
        columns = ["figure", "method", "chinese", "value", "low", "high", "of"]
        return pd.DataFrame(out, columns=columns).round(3)

    @cached_property
    def views(self) -> dict[str, View]:
        """Tables beside each reading by hand: of the gold, and of the passages of other chapters."""
        return {HERE: View(self.tables, load_gold(self.gold), self.texts), **dict(elsewhere.parsed(self.gold))}

    def unseen(self) -> pd.DataFrame:
        """What is reached on passages of other chapters, and on translated lines read for a second trial.

        Returns
        -------
        DataFrame
            `text`, `figure`, `of`, `P`, `R`, `value` (F1, else the share right), `low`, `high`.
        """
        import pandas as pd

        rows = []
        for text, figure, outcomes in passages(self.views[HERE], self.gold):
            lines = {line.measure: line for line in lines_of(figure, outcomes, "text", text, by="stage")}
            main = lines.get("F1") or lines["share"]
            p, r = (lines[name].value if name in lines else None for name in ("P", "R"))
            of = lines["R"].n if "R" in lines else main.n
            rows.append((text, figure, of, p, r, main.value, main.low, main.high))
        columns = ["text", "figure", "of", "P", "R", "value", "low", "high"]
        return pd.DataFrame(rows, columns=columns).astype({"P": float, "R": float}).round(3)

    def rules_by_text(self) -> pd.DataFrame:
        """Rules that find agents: `rule`, for each text the number found and right, `share` of all, `said`."""
        import pandas as pd

        counts = {text: count_rules([view]) for text, view in self.views.items()}
        together = count_rules(self.views.values())
        said = {entry.form: float(entry.more["precision"]) for entry in load_vocabulary("agent_rules")}
        rows = [
            {"rule": rule, **{text: "{1}/{0}".format(*counts[text].get(rule, (0, 0))) for text in counts},
             "share": right / n, "said": said.get(rule)}
            for rule, (n, right) in sorted(together.items(), key=lambda item: (-item[1][0], item[0]))
        ]
        return pd.DataFrame(rows).round({"share": 3})

    def confidence_by_text(self) -> pd.DataFrame:
        """Whether a confidence holds, text by text.

        Returns
        -------
        DataFrame
            `text`, `agents`, `right` (share), `said` (mean confidence), and `said_without`: what would
            have been said if this text had not been counted. Only the last is independent of the text.
        """
        import pandas as pd

        rows = []
        for text, view in self.views.items():
            others = count_rules(other for name, other in self.views.items() if name != text)
            agents = found(pair_acts(view))
            n = len(agents)
            right = sum(pair.agent_right for pair, _, _ in agents)
            said = sum(sure for _, sure, _ in agents)
            without = sum(expected_share(others, rule) for _, _, rule in agents)
            rows.append((text, n, right / n, said / n, without / n))
        return pd.DataFrame(rows, columns=["text", "agents", "right", "said", "said_without"]).round(3)

    def confidence_bins(self) -> pd.DataFrame:
        """Agents by how sure the tables are of them, text by text: `text`, `low`, `high`, `n`, `said`, `right`."""
        import pandas as pd

        rows = [(text, *bin_) for text, view in self.views.items() for bin_ in bins(view)]
        return pd.DataFrame(rows, columns=["text", "low", "high", "n", "said", "right"])


def expected_precisions(views: Mapping[str, View]) -> dict[str, float]:
    """What `agent_rules.csv` should say of each rule it has: the formula at the head of `calibration`."""
    counts = count_rules(views.values())
    return {entry.form: round(expected_share(counts, entry.form), 2) for entry in load_vocabulary("agent_rules")}


def study(tables: Tables, gold: Path | str | None = None) -> Study:
    """The evaluation of a corpus's tables; without a folder, against the gold of the checkout."""
    return Study(tables, texts_of(tables), Path(gold) if gold else standard_gold())


def compare_verbs(acts: pd.DataFrame, *, at_least: int = 10) -> pd.DataFrame:
    """Share and rank of each verb among all acts, and among those that write their agent.

    Parameters
    ----------
    acts : DataFrame
        Acts, see `analysis.acts.select_acts`.
    at_least : int
        Verbs with fewer acts are left out: their ranks say nothing.

    Returns
    -------
    DataFrame
        `action`, `acts`, `share`, `rank`, `written`, `share_written`, `rank_written`; the verbs whose
        share changes most when only written agents are counted come first.
    """
    counts = frequency.count_values(acts, "action").set_index("action")[["acts"]]
    written = acts[acts["agent_source"].eq("explicit")]
    counts["written"] = written.groupby("action").size().reindex(counts.index, fill_value=0)
    for name, suffix in (("acts", ""), ("written", "_written")):
        counts[f"share{suffix}"] = (counts[name] / counts[name].sum()).round(3)
        counts[f"rank{suffix}"] = counts[name].rank(ascending=False, method="min").astype("int64")
    shown = counts[counts["acts"] >= at_least].reset_index()
    change = (shown["share_written"] - shown["share"]).abs()
    shown = shown.loc[change.sort_values(ascending=False, kind="stable").index]
    return shown[["action", "acts", "share", "rank", "written", "share_written", "rank_written"]].reset_index(drop=True)


def compare_turns(acts: pd.DataFrame) -> pd.DataFrame:
    """Which pairs act in turn more or less than chance, with all agents and with written ones only.

    Returns
    -------
    DataFrame
        `agent`, `recipient` (who acts next), `acts`, `verdict`, `written`, `verdict_written`; pairs of
        which either says more than "too few", those whose verdict changes first.
    """
    keys = ["agent", "recipient"]
    parts = []
    for rows, names in ((acts, {"acts": "acts", "verdict": "verdict"}),
                        (acts[acts["agent_source"].eq("explicit")], {"acts": "written", "verdict": "verdict_written"})):
        counted = cooccurrence.count_encounters(cooccurrence.follow_roles(rows))
        parts.append(counted[[*keys, *names]].rename(columns=names))
    both = parts[0].merge(parts[1], on=keys, how="outer").fillna({"acts": 0, "written": 0}).fillna("too few")
    both = both.astype({"acts": "int64", "written": "int64"})
    said = both[["verdict", "verdict_written"]].isin(["more", "less"]).any(axis=1)
    both = both[said].assign(changes=both["verdict"].ne(both["verdict_written"]))
    return both.sort_values(["changes", "acts", *keys], ascending=[False, False, True, True]).reset_index(drop=True)
