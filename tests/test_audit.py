"""The translations audited: slips that a reader finds are found, and what a translation leaves open is none."""

from __future__ import annotations

import pandas as pd
import pytest

from xiangshe_nlp.analysis.audit import (
    KINDS,
    Pair,
    audit_translations,
    compare_words,
    count_agreement,
    count_findings,
    set_side_by_side,
)
from xiangshe_nlp.corpus import Corpus, load_corpus
from xiangshe_nlp.model import Clause


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus()


@pytest.fixture(scope="module")
def audit(corpus: Corpus) -> pd.DataFrame:
    return audit_translations(corpus.tables)


def rows(audit: pd.DataFrame, kind: str, base: str) -> dict[str, tuple[str, str, bool]]:
    found = audit[audit["kind"].eq(kind) & audit["base"].str.startswith(base)]
    return {r.witness_id: (r.base_says, r.text_says, r.shared) for r in found.itertuples()}


def pair(base: str, text: str, norm: str) -> Pair:
    def clause(name: str, layer: str, text: str, norm: str) -> Clause:
        return Clause(name, "s", name[:1], layer, 1, 0, len(text), text, "", norm, "，", False, "")

    return Pair("t", clause("b", "base", base, base), (clause("t", "translation", text, norm),), 1.0)


def test_the_hand_that_holds_the_bow(audit: pd.DataFrame) -> None:
    """右執簫，南揚弓: the first translation lets the marshal hold it with the left hand."""
    assert rows(audit, "hand", "右執簫") == {"niutrans": ("右", "左", False)}


def test_dropped_clauses(audit: pd.DataFrame) -> None:
    """速賓, and the director's own cup (立司正), are left out by the first translation only."""
    dropped = audit[audit["kind"].eq("dropped")]
    assert {"主人朝服", "無介", "遂卒觶"} <= set(dropped.loc[dropped["witness_id"].eq("niutrans"), "base"])
    assert not {"主人朝服", "無介", "遂卒觶"} & set(dropped.loc[dropped["witness_id"].eq("baihua"), "base"])
    assert dropped["text"].eq("").all()


def test_subjects(audit: pd.DataFrame) -> None:
    assert rows(audit, "subject", "揖衆賓") == {"baihua": ("主人", "相", False)}
    assert rows(audit, "subject", "乃退") == {"niutrans": ("主人", "賓", False), "baihua": ("主人", "賓", False)}


def test_corrupt_readings_that_both_follow(audit: pd.DataFrame) -> None:
    """敖繼公 on 取矢乘矢: 禮無決而不遂者，此決字當為衍文; both translators put on the thumb ring."""
    found = rows(audit, "reading", "司馬袒決執弓")
    assert set(found) == {"niutrans", "baihua"}
    assert {(corrupt, shared) for _, corrupt, shared in found.values()} == {("決", True)}


def test_report_on_a_note_is_none_on_the_clause(audit: pd.DataFrame) -> None:
    """今註疏本衍召南二字 is said of a note on 合樂, whose clause names 召南 itself."""
    assert rows(audit, "reading", "召南") == {}


@pytest.mark.parametrize(
    ("base", "text", "norm", "kinds"),
    [
        ("賓西階上北面拜", "宾在西阶上方拜谢主人", "賓在西階上方拜謝主人", []),  # the direction is left open
        ("賓西階上北面拜", "宾在东阶上面朝南拜谢", "賓在東階上面朝南拜謝", ["direction", "direction"]),
        ("席東南面", "面朝南站在席东边", "面朝南站在席東邊", []),  # 東 and 南面, not southeast
        ("左執爵", "左手执爵", "左手執爵", []),
        ("左執爵", "右手执爵", "右手執爵", ["hand"]),
        ("主人再拜", "主人三次下拜", "主人三次下拜", ["number"]),
        ("主人再拜", "主人两拜", "主人兩拜", []),
        ("兼挾乘矢", "并持四矢", "並持四矢", []),
        ("下射少右", "下射稍向左", "下射稍向左", ["direction"]),
    ],
)
def test_only_what_both_sides_state_is_compared(base: str, text: str, norm: str, kinds: list[str]) -> None:
    assert [finding.kind for finding in compare_words(pair(base, text, norm))] == kinds


def test_counts_add_up(audit: pd.DataFrame) -> None:
    assert set(audit["kind"]) <= set(KINDS)
    for by in ("heading", "shared"):
        counted = count_findings(audit, by)
        kinds = [column for column in counted.columns if column in KINDS]
        assert int(counted[kinds].to_numpy().sum()) == len(audit)


def test_findings_keep_the_order_of_the_rite(corpus: Corpus, audit: pd.DataFrame) -> None:
    seq = dict(zip(corpus.stages["stage_id"], corpus.stages["seq"], strict=True))
    order = audit["stage_id"].map(seq)
    assert order.is_monotonic_increasing
    assert audit["base_id"].isin(corpus.clauses["clause_id"]).all()


def test_a_direction_faced_is_no_place(audit: pd.DataFrame) -> None:
    """席東南面: east of the mat, facing south (or the mat's east); 在席位东南方面向而立 stands southeast of it."""
    assert rows(audit, "direction", "席东南面") == {"baihua": ("東南面", "南+東", False)}


def test_a_slip_at_the_subject_carries_over_the_clauses_that_follow(audit: pd.DataFrame) -> None:
    """主人如賓服，遂從之，拜辱于門外: 宾穿着朝服 makes the guest do all of it."""
    for base in ("如宾服", "遂从之", "拜辱于门外"):
        assert rows(audit, "subject", base) == {"baihua": ("主人", "賓", False)}, base
    carried = audit[audit["carried"] & audit["witness_id"].eq("baihua")]
    assert set(carried["base"]) == {"遂从之", "拜辱于门外", "乃退"}


def test_a_slip_that_is_carried_on_is_shared_with_none(corpus: Corpus, audit: pd.DataFrame) -> None:
    """乃退: 宾于是告退 names the guest, 然后退去 nobody; the page has him from 宾穿着朝服."""
    assert not audit.loc[audit["carried"], "shared"].any()
    table = set_side_by_side(audit, corpus.tables, ("subject",)).set_index("base")
    assert table.loc["乃退", "found_in"] == "(baihua)+niutrans" and table.loc["如宾服", "found_in"] == "baihua"


def test_the_words_of_a_clause_are_shown_without_a_note_in_them(audit: pd.DataFrame) -> None:
    """東北面〈案敖繼公云…〉告於主人: the editors' remark is not the base text."""
    assert "東北面告於主人" in set(audit["base"]) and not audit["base"].str.contains("[〈案]").any()


@pytest.mark.parametrize("base", ["再拜", "獲而未釋獲", "遂告於大夫", "以授有司於西方", "辟設于乏南", "降卒射", "勝者又射"])
def test_a_translation_that_keeps_the_subjects_of_the_base_text_contradicts_nothing(audit: pd.DataFrame, base: str) -> None:
    assert rows(audit, "subject", base) == {}


def test_agreement_by_rule(corpus: Corpus) -> None:
    table = count_agreement(corpus.tables["agent_evidence"], corpus.actions).set_index("agent_rule")
    assert (table["baihua_agrees"] <= table["baihua_names"]).all() and (table["niutrans_names"] <= table["acts"]).all()
    told = corpus.tables["agent_evidence"].query("speaker == '' and says != 'silent'")
    assert table.filter(like="_names").to_numpy().sum() == len(told)
    assert (table["acts_named"] <= table["acts"]).all() and table.loc["greeting", "acts_named"] == 1
    assert table.loc["named", "share"] > 0.98 and table["share"].between(table["low"], table["high"]).sum() > 15


def test_side_by_side_shows_the_translation_without_the_slip_too(corpus: Corpus, audit: pd.DataFrame) -> None:
    table = set_side_by_side(audit, corpus.tables, ("hand", "reading")).set_index("base")
    hand = table.loc["右執簫"]
    assert hand["found_in"] == "niutrans" and hand["niutrans"] == "以左手持弓的梢端" and "右手" in hand["baihua"]
    assert set(table.loc["司馬袒決執弓", "found_in"].split("+")) == {"niutrans", "baihua"}
    assert "dropped" not in set(table["kind"])
