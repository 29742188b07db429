"""Graphs lost in digitisation: found by what the text must have said, never where a whole text lacks nothing."""

from __future__ import annotations

from functools import cache

import pytest

from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.lacunae import find_lost_graphs
from xiangshe_nlp.model import Alignment, Clause, Segment, Variant
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.paths import seeds_folder
from xiangshe_nlp.staging import place_stages, stage_starts
from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments


def segment(text: str, layer: str = "base", number: int = 1, witness: str = "w") -> Segment:
    return Segment(f"{witness}-s{number}", witness, layer, "", "", 0, len(text), text, "", fold(text), "")


def lost(text: str, layer: str = "base") -> list[tuple[str, str]]:
    """What stands before each loss, and the graph."""
    return [(text[:row.start][-2:], row.other_reading) for row in find_lost_graphs([segment(text, layer)], [])]


@cache
def of_the_seeds() -> tuple[dict[str, str], tuple[Variant, ...]]:
    chapter = read_chapter(load_manifest(seeds_folder()), "xiangshe")
    segments = place_stages(read_segments(chapter), chapter.stages)
    clauses = segment_clauses(segments, chapter, stage_starts(segments, chapter.stages))
    return chapter.texts, tuple(find_lost_graphs(segments, clauses))


@pytest.mark.parametrize(("words", "found"), [
    ("主人阼階上當北面再拜賓西階上當北面荅再拜", [("上當", "楣"), ("上當", "楣")]),  # 鄉飲酒 and 鄉射, 拜至
    ("面鼓執越內右手相入", [("越內", "弦")]),  # 鄉射 and 燕禮, 工入
    ("有司左執弣右執而授弓", [("右執", "弦")]),  # 鄉射 and 大射, 取弓矢
    ("無爵使二人舉觶", [("無", "算")]),  # 鄉射, 無算爵
    ("燕樂亦無數或間或合無樂", [("合無", "算")]),
    ("故謂之右巨指鉤古文", [("指鉤", "弦")]),  # 大射, 挾矢
    ("後首越內弦右手相", [("後首", "挎")]),  # 鄉飲酒, 工入
])
def test_set_phrases_of_the_rite(words: str, found: list[tuple[str, str]]) -> None:
    assert lost(words) == found


@pytest.mark.parametrize("words", [
    "主人阼階上當楣北面再拜",
    "當階北面揖及階揖",
    "面鼓執越內弦右手相入",
    "改實八算於中興執而俟",
    "右執簫南揚弓命去侯",
    "阼階上北面答拜",
])
def test_whole_phrases_lack_nothing(words: str) -> None:
    assert lost(words) == []


def test_a_witness_that_has_the_graph_elsewhere_is_believed() -> None:
    # 鄉射, 作射請釋獲: 算 stands in the text, so 無爵 (without rank) may be what it says
    assert lost("一人執算以從之無爵者不與") == []


def test_a_verb_without_what_it_wants_is_found_though_the_graph_is_unknown() -> None:
    assert lost("射者當東面立楣下之楣") == [("者當", "□")]


def test_the_edge_of_a_lemma_has_two_graphs() -> None:
    # 004 無算爵: “无”至“不拜”
    rows = [segment("無爵，使二人舉觶"), segment("“無”至“不拜”。", "subcommentary", 2)._replace(start=20, end=29)]
    assert [(row.segment_id, row.start, row.other_reading) for row in find_lost_graphs(rows, [])] == [
        ("w-s1", 1, "算"), ("w-s2", 23, "算")]


def test_a_title_that_is_none() -> None:
    # 004 無算樂: 次歌《鵲巢》、《采》、《采蘩》
    assert [graph for _, graph in lost("次歌《鵲巢》、《采》、《采蘩》，皆三終", "subcommentary")] == ["蘋"]
    assert lost("次歌《鵲巢》、《采蘩》，皆三終", "subcommentary") == []


def test_a_move_that_only_translations_tell() -> None:
    """004 請坐徹俎: 受命于主人，[適]西階上; 適 nowhere in a long text, and a translation goes there."""
    filler = "賓主人大夫皆坐卒爵拜既爵" * 20
    own = segment(f"受命於主人，西階上，北面請坐於賓{filler}")
    other = segment("適堂西適洗適階西適次" * 20, witness="x")
    clauses = [
        Clause("w-c1", "w-s1", "w", "base", 1, 0, 5, own.text[:5], "", own.norm[:5], "，", False, ""),
        Clause("w-c2", "w-s1", "w", "base", 2, 6, 9, own.text[6:9], "", own.norm[6:9], "，", False, ""),
        Clause("t-c1", "t-s1", "t", "translation", 1, 0, 6, "來到西階上方", "", "來到西階上方", "，", False, ""),
    ]
    pairs = [Alignment("g1", "w-c2", "t-c1", "t", "translation", 1.0)]
    found = find_lost_graphs([own, other], clauses, pairs)
    assert [(row.start, row.other_reading, row.base_id) for row in found] == [(6, "適", "w-c2")]
    assert find_lost_graphs([own, other], clauses) == []
    standing = [clauses[0], clauses[1], clauses[2]._replace(text="站在西階上方", norm="站在西階上方")]
    assert find_lost_graphs([own, other], standing, pairs) == []


def test_the_seeds_lost_these_graphs() -> None:
    texts, found = of_the_seeds()
    graphs = [row.other_reading for row in found if row.witness_id == "jishi"]
    assert {graph: graphs.count(graph) for graph in sorted(set(graphs))} == {"弦": 12, "楣": 2, "邦": 1}
    assert not [row for row in found if row.witness_id == "benyi"]
    assert all(row.other_reading not in texts[row.witness_id] or row.other_reading == "算爵" for row in found)


def test_a_loss_names_the_letter_after_it_and_its_evidence() -> None:
    texts, found = of_the_seeds()
    first = found[0]
    assert texts["jishi"][first.start:first.end] == "北"
    assert (first.kind, first.reading) == ("lost-glyph", "∅")
    assert "當楣北面" in first.note and "鄉飲酒禮" in first.other_witness
    assert first.base_id


def test_loss_at_the_end_of_a_segment() -> None:
    # 003 誘射: 執弓不挾右執 | 鄭注
    texts, found = of_the_seeds()
    words = [texts[row.witness_id][row.start - 6:row.start] for row in found if row.start is not None]
    assert found[words.index("執弓不挾右執")].other_reading == "弦"
