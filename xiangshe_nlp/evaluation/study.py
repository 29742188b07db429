"""The evaluation as tables to read: main figures beside baselines, by stage, rule and cause; what else it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ..analysis import cooccurrence, frequency
from ..errors import InputError
from ..paths import seeds_folder
from .calibration import measure_rules, plot_data
from .outcomes import FIGURES
from .report import evaluate, list_errors

if TYPE_CHECKING:
    import pandas as pd

Tables = Mapping[str, "pd.DataFrame"]
ELSEWHERE = "other_chapters.csv"
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
            `low`, `high`, `tuned_on`, `held_out`.
        """
        frame = self.figures[self.figures["figure"].isin(FIGURES) & self.figures["slice"].isin(["all", "part"])]
        wide = frame.assign(column=frame["key"].replace({"": "value", "tuned on": "tuned_on", "held out": "held_out"}))
        values = wide.pivot_table(index=["figure", "measure"], columns="column", values="value", sort=False)
        whole = frame[frame["slice"].eq("all")].set_index(["figure", "measure"])[["n", "low", "high"]]
        table = values.join(whole).reset_index()
        for name in ("P", "R"):
            of = table[table["measure"].eq(name)].set_index("figure")["value"]
            table[name] = table["figure"].map(of)
        table = table[~table["measure"].isin(["P", "R", "count"])].rename(columns={"n": "of"})
        columns = ["figure", "measure", "of", "P", "R", "value", "low", "high", "tuned_on", "held_out"]
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

    def elsewhere(self) -> pd.DataFrame:
        """Agents in other chapters, read over once by hand: `chapter`, `acts`, `right`, `share`."""
        counted = read_elsewhere(self.gold).groupby("chapter", sort=False)[["n", "right"]].sum().reset_index()
        counted["share"] = (counted["right"] / counted["n"]).round(3)
        return counted.rename(columns={"n": "acts"})


def read_elsewhere(gold: Path) -> pd.DataFrame:
    """What was counted in other chapters: `chapter`, `rule`, `n`, `right`; no rows where nothing was."""
    import pandas as pd

    path = gold / ELSEWHERE
    return pd.read_csv(path) if path.is_file() else pd.DataFrame(columns=["chapter", "rule", "n", "right"])


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
