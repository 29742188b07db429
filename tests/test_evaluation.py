"""The figures: the same as by hand, and never lower than they were.

The small example under tests/evaluation is a piece of the gold (迎賓拜至, 數獲, 請坐徹俎) with tables that
err on purpose; expected.json holds what the guide's own measure gives for them.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pandas as pd
import pytest

from xiangshe_nlp import load_corpus
from xiangshe_nlp.errors import InputError
from xiangshe_nlp.evaluation import evaluate, format_report, list_errors, load_gold, measure_rules, plot_data
from xiangshe_nlp.evaluation.acts import agent_cause, attribute_value, pair_acts, same_value
from xiangshe_nlp.evaluation.baselines import characters, jieba_cutter
from xiangshe_nlp.evaluation.calibration import expected_share
from xiangshe_nlp.evaluation.elsewhere import parsed, readings
from xiangshe_nlp.evaluation.gold import split_stages
from xiangshe_nlp.evaluation.matching import key, near, overlap
from xiangshe_nlp.evaluation.outcomes import FIGURES, Outcome, interval, ratio
from xiangshe_nlp.evaluation.study import Study, expected_precisions, study
from xiangshe_nlp.lexicon import load_vocabulary
from xiangshe_nlp.model import TABLES, Action
from xiangshe_nlp.tables import fields, read_csv

HERE = Path(__file__).parent
SMALL = HERE / "evaluation"
SEEDS = HERE.parent / "seeds"
README = HERE.parent / "README.md"
OTHER_NAMES = {"accuracy": "share"}


def read_small(name: str) -> pd.DataFrame:
    """One of the erring tables; columns that the schema has got since are empty."""
    plain = pd.read_csv(SMALL / "tables" / f"{name}.csv", dtype=str, keep_default_na=False)
    for field in fields(name):
        if field.name not in plain.columns:
            plain[field.name] = ""
    with tempfile.TemporaryDirectory() as folder:
        plain.to_csv(Path(folder) / "table.csv", index=False)
        return read_csv(Path(folder) / "table.csv", name)


def small_tables() -> tuple[dict[str, pd.DataFrame], dict[str, str]]:
    """The erring tables, and the texts that they are of."""
    tables = {name: read_small(name) for name in TABLES if (SMALL / "tables" / f"{name}.csv").is_file()}
    files = zip(tables["witnesses"]["witness_id"], tables["witnesses"]["file"], strict=True)
    return tables, {witness: (SEEDS / file).read_bytes().decode("utf-8") for witness, file in files}


@pytest.fixture(scope="module")
def small() -> pd.DataFrame:
    """Evaluation of the small example."""
    tables, texts = small_tables()
    return evaluate(tables, SMALL / "gold", texts)


def overall(frame: pd.DataFrame) -> dict[tuple[str, str], float]:
    """Values over the whole gold."""
    rows = frame[frame["slice"] == "all"]
    return {(r.figure, r.measure): r.value for r in rows.itertuples()}


def expected() -> dict[tuple[str, str], float]:
    """What the guide's measure gives, under our names."""
    out: dict[tuple[str, str], float] = {}
    for figure, values in json.loads((SMALL / "expected.json").read_text(encoding="utf-8")).items():
        if figure == "offsets_wrong":
            out[figure, "count"] = values
        elif figure == "lost_graphs":
            out["lost_graphs_recall", "share"] = values["recall"]
            out["lost_graphs_precision", "share"] = values["precision"]
        else:
            out |= {(figure, OTHER_NAMES.get(name, name)): value for name, value in values.items()
                    if name not in ("gold", "pred", "of") and value is not None}
    return out


OWN_FIGURES = ("citation_quotes", "reading_clauses", "lost_graphs_recurring")


def test_every_figure_is_that_of_the_guide(small: pd.DataFrame) -> None:
    got, want = overall(small), expected()
    assert {name for name in got if name[0] in FIGURES and name[0] not in OWN_FIGURES} == set(want)
    assert {name: got[name] for name in want} == pytest.approx(want, abs=2e-4)


@pytest.fixture(scope="module")
def whole() -> Study:
    """The evaluation of the seeds."""
    return study(load_corpus().tables, HERE / "gold")


def test_no_figure_drops(whole: Study) -> None:
    got = overall(evaluate(whole.tables, HERE / "gold", load_corpus().texts, with_baselines=False))
    bars = pd.read_csv(HERE / "gold" / "bars.csv")
    low = {(b.figure, b.measure): (got.get((b.figure, b.measure)), b.at_least) for b in bars.dropna(subset=["at_least"]).itertuples()}
    high = {(b.figure, b.measure): (got.get((b.figure, b.measure)), b.at_most) for b in bars.dropna(subset=["at_most"]).itertuples()}
    assert low and high
    assert not {name: pair for name, pair in low.items() if pair[0] is None or pair[0] < pair[1]}
    assert not {name: pair for name, pair in high.items() if pair[0] is None or pair[0] > pair[1]}


def test_no_figure_drops_on_text_that_rules_were_not_tuned_on(whole: Study) -> None:
    rows = whole.unseen()
    got = {(r.text, r.figure): r.value for r in rows.itertuples()}
    bars = pd.read_csv(HERE / "gold" / "other" / "bars.csv")
    assert len(bars) and not {
        (bar.text, bar.figure): got.get((bar.text, bar.figure)) for bar in bars.itertuples()
        if got.get((bar.text, bar.figure), 0) < bar.at_least
    }
    assert (rows["low"] <= rows["value"] + 1e-9).all()


def test_the_readme_says_what_was_measured(whole: Study) -> None:
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in README.read_text(encoding="utf-8").splitlines()
            if line.startswith("| ") and "tuned on" in line]
    got = {(r.text, r.figure): (r.value, r.of) for r in whole.unseen().itertuples()}
    for row, text in zip(rows[1:3], ("燕禮", "士冠禮"), strict=True):
        figures = ("clause_boundaries_inner", "events", "agent_explicit", "agent_elided", "agent_all")
        assert [float(cell) for cell in row[1:]] == pytest.approx([got[text, figure][0] for figure in figures], abs=0.0151)
        assert str(got[text, "events"][1]) in row[0]
    told = [got["translated lines", figure][0] for figure in ("lacuna_acts", "lacuna_agents")]
    assert [float(rows[3][2]), float(rows[3][5])] == pytest.approx(told, abs=0.0151)
    assert len(rows) == 4 and set(rows[0][1:]) == {"1.00"}


def test_readings_of_other_chapters_carry_their_text() -> None:
    for reading in readings(HERE / "gold"):
        for clause, event in ((c, e) for c in reading.gold.clauses for e in reading.gold.rows["events"] if e["clause_id"] == c["id"]):
            assert reading.text[int(clause["start"]):int(clause["end"])] == clause["text"]
            assert event["action"] == "-" or event["action"] in clause["text"], clause
            assert (event["action"] == "-") == (not event["agent"])


def test_a_confidence_is_what_was_counted(whole: Study) -> None:
    said = {entry.form: float(entry.more["precision"]) for entry in load_vocabulary("agent_rules")}
    assert {rule: share for rule, share in expected_precisions(whole.views).items() if abs(share - said[rule]) > 0.02} == {}
    assert expected_share({"chain": (98, 98)}, "chain") == pytest.approx(0.99)  # nothing known of rarer rules: one of two
    assert expected_share({"giver": (3, 1), "topic": (1, 1)}, "never met") == pytest.approx(0.5)


def test_an_optional_act_counts_neither_way() -> None:
    (chapter, view), *_ = parsed(HERE / "gold")
    pairs = pair_acts(view)
    bows = [pair for pair in pairs if "稽首" in (pair.gold["action"] if pair.gold else pair.said.action if pair.said else "")]
    assert chapter == "燕禮" and bows == []
    events = [row for row in view.gold.rows["events"] if row["action"] != "-"]
    assert len([pair for pair in pairs if pair.gold]) == len([row for row in events if not row["optional"]]) < len(events)


def test_calibration_tells_what_each_text_rests_on(whole: Study) -> None:
    texts = whole.confidence_by_text().set_index("text")
    assert list(texts.index) == ["鄉射禮", "燕禮", "士冠禮"]
    bins = whole.confidence_bins().groupby("text")["n"].sum()
    assert bins.to_dict() == texts["agents"].to_dict()
    assert whole.rules_by_text()["rule"].is_unique


def test_parts_add_up_to_the_whole(small: pd.DataFrame) -> None:
    events = small[(small["figure"] == "events") & (small["measure"] == "R")]
    n = events.set_index(["slice", "key"])["n"]
    assert n["part"].sum() == n["all"].sum() == n["stage"].sum() == n["kind"].sum()


def test_intervals_hold_their_value_and_are_the_same_each_time(small: pd.DataFrame) -> None:
    told = small.dropna(subset=["low"])
    assert len(told) and (told["low"] <= told["value"] + 1e-9).all() and (told["value"] <= told["high"] + 1e-9).all()
    outcomes = [Outcome("events", f"stage {k}", str(k), "", k % 3 != 0, 1, 1) for k in range(30)]
    assert interval(outcomes, "F1", by="stage") == interval(list(reversed(outcomes)), "F1", by="stage")


def test_rules_and_confidence_are_told_apart(small: pd.DataFrame) -> None:
    tables, texts = small_tables()
    rules = measure_rules(tables, SMALL / "gold", texts)
    sure = plot_data(tables, SMALL / "gold", texts)
    found = small[(small["figure"] == "agent_all") & (small["slice"] == "all")]["n"].item()
    assert rules["n"].sum() == sure["n"].sum() == found
    assert (rules["right"] <= rules["n"]).all() and sure["said"].between(sure["low"], sure["high"]).all()


def test_errors_have_cause_and_example() -> None:
    tables, texts = small_tables()
    errors = list_errors(tables, SMALL / "gold", texts, examples=2)
    assert "verb not seen as an act" in set(errors["cause"])
    assert errors["examples"].str.len().gt(0).all() and (errors["stages"] <= errors["n"]).all()


def test_report_shows_every_third_stage_and_baselines(small: pd.DataFrame) -> None:
    text = format_report(small)
    for word in ("every third stage", "agent_elided", "Rules that find agents", "baseline_events_jieba"):
        assert word in text


def test_a_part_without_its_table_is_left_out() -> None:
    tables, texts = small_tables()
    del tables["variants"], tables["alignments"]
    figures = set(evaluate(tables, SMALL / "gold", texts, with_baselines=False)["figure"])
    assert "events" in figures and not figures & {"readings", "lost_graphs_recall", "align_000"}


def test_gold_without_clauses_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"clauses\.tsv"):
        load_gold(tmp_path)


def test_every_third_stage_is_shown_apart() -> None:
    parts = split_stages(["戒賓", "陳設", "速賓", "戒賓", "迎賓拜至", "主人獻賓", "賓酢主人"])
    assert [stage for stage, part in parts.items() if part == "every third stage"] == ["速賓", "賓酢主人"]


@pytest.mark.parametrize(("one", "two"), [("主人荅再拜", "主人答再拜"), ("衆賓辯", "众宾徧"), ("觶", "觯"), ("挩手", "帨手"), ("𠋣", "倚")])
def test_graphs_of_one_word_are_one(one: str, two: str) -> None:
    assert key(one) == key(two)


def test_words_and_spans_that_are_near_enough() -> None:
    assert near("出次揖", "出次揖也") and not near("出次揖", "次")
    assert overlap((0, 10), (5, 10)) == 0.5 and overlap((0, 2), (2, 4)) == 0
    assert attribute_value("place", "楅之西") == attribute_value("place", "楅西")
    assert same_value("object", "命", "納射器", "納射器") and not same_value("object", "命", "取矢", "納射器")
    assert ratio("F1", 0, 0, 0) == 0 and ratio("invented", 3, 5, 4) == 2


def test_a_wrong_agent_has_a_cause() -> None:
    action = Action("a", "c", 1, 0, 1, "洗", "washing", "performed", "賓", "resolved", "chain", 0.9, "", "", "", "", None, False, "")
    row = {"agent": "主人", "given": "e", "alt": ""}
    assert agent_cause(row, action, "賓") == "chain goes on though the agent changes"
    assert agent_cause(row, action, "主人") == "chain broken though the agent goes on"
    assert agent_cause({**row, "agent": "賓+主人"}, action, "賓") == "one of several, or several for one"


def test_segmenters_say_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    words = list(jieba_cutter()("主人坐取爵於上篚"))
    assert "".join(words) == "主人坐取爵於上篚" and list(characters("拜送")) == ["拜", "送"]
    assert capfd.readouterr() == ("", "")


def test_columns_that_the_main_figures_pass_over_are_measured() -> None:
    tables = dict(load_corpus().tables)
    texts = load_corpus().texts
    wrong = tables | {"citations": tables["citations"].assign(quote=~tables["citations"]["quote"]),
                      "variants": tables["variants"].assign(base_id=tables["clauses"]["clause_id"].iloc[0])}
    right, off = (overall(evaluate(given, HERE / "gold", texts, with_baselines=False)) for given in (tables, wrong))
    assert (right["citation_quotes", "share"], off["citation_quotes", "share"]) == (1.0, 0.0)
    assert right["reading_clauses", "share"] == 1.0 and off["reading_clauses", "share"] < 0.2
    # most rows of the list of set phrases find one place: without these, recall is no longer whole
    assert right["lost_graphs_recurring", "share"] < right["lost_graphs_recall", "share"]
