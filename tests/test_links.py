"""Links of comments to the text that they are on.

Passages are named by witness and stage: 003 = 儀禮集釋, 001 = 禮經本義, 004 = 儀禮注疏.
"""

from __future__ import annotations

from functools import cache

import pytest

from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.glosses import find_glosses
from xiangshe_nlp.headwords import Stretch, find_signs, graph_headwords, opening_words
from xiangshe_nlp.lemmata import cited_words, find_words, read_lemmata
from xiangshe_nlp.links import link_comments
from xiangshe_nlp.model import Clause, Link, Segment
from xiangshe_nlp.note_ranges import explained_range
from xiangshe_nlp.paths import seeds_folder
from xiangshe_nlp.readings import find_readings
from xiangshe_nlp.staging import place_stages, stage_starts
from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments


@cache
def corpus() -> tuple[dict[str, Segment], dict[str, Clause], tuple[Link, ...]]:
    chapter = read_chapter(load_manifest(seeds_folder()), "xiangshe")
    segments = place_stages(read_segments(chapter), chapter.stages)
    clauses = segment_clauses(segments, chapter, stage_starts(segments, chapter.stages))
    links = tuple(link_comments(segments, clauses, find_glosses(segments, clauses), find_readings(segments, clauses)))
    return {s.segment_id: s for s in segments}, {c.clause_id: c for c in clauses}, links


def links_of(witness: str, words: str, kind: str) -> list[tuple[str, str, str]]:
    """Words of each link of a kind from the segment that begins with some words, and its first and last clause."""
    segments, clauses, links = corpus()
    out = []
    for link in links:
        segment = segments[link.from_segment]
        if segment.witness_id == witness and segment.norm.startswith(words) and link.kind == kind:
            text = segment.text[link.start - segment.start:link.end - segment.start]
            first, last = (clauses[c].norm if c else "" for c in (link.first_clause, link.last_clause))
            out.append((text, first, last))
    return out


def explain(note: str, *clauses: str) -> list[str]:
    """Clauses of a stretch that a note is on."""
    stretch = Stretch(clauses)
    first, last, _ = explained_range(note, stretch, find_signs(note, stretch))
    return list(clauses[first:last + 1])


# ---- notes ----------------------------------------------------------------------------------------


def test_a_headword_tells_its_clause() -> None:
    # 003 主人獻賓: 卒盡, five clauses after 卒爵
    assert explain("卒盡", "賓西階上北面坐卒爵", "興", "坐奠爵", "遂拜", "執爵興") == ["賓西階上北面坐卒爵"]
    # 003 遵入獻酢: 不去者 …
    assert explain("不去者大夫再重席正也", "大夫辭加席", "主人對", "不去加席") == ["不去加席"]


def test_headwords_from_first_to_last_span_the_clauses_between() -> None:
    # 003 陳設: 斯禁 …, 肆陳也
    clauses = ("尊於賓席之東", "兩壺", "斯禁", "左玄酒", "皆加勺", "篚在其南", "東肆")
    assert explain("斯禁禁切地無足者也設尊者北面西曰左尚之也肆陳也", *clauses)[-1] == "東肆"
    assert "斯禁" in explain("斯禁禁切地無足者也設尊者北面西曰左尚之也肆陳也", *clauses)


def test_a_note_on_what_comes_next_is_on_what_stands_just_before() -> None:
    # 003 主人獻賓: 將獻賓也; 賓酢主人: 將洗以酢主人
    assert explain("將獻賓也", "主人坐取爵於上篚", "以降") == ["主人坐取爵於上篚", "以降"]
    assert explain("將洗以酢主人", "主人阼階上答拜", "賓以虛爵降") == ["賓以虛爵降"]
    # 003 一人舉觶: 將進奠觶, where 奠觶 has stood before
    assert explain("將進奠觶", "坐奠觶", "賓答拜", "西階上北面") == ["西階上北面"]


def test_all_that_is_so_said_is_meant() -> None:
    # 003 遵入獻酢: 凡所不者殺於賓也
    assert explain("凡所不者殺於賓也", "設折俎", "不嚌肺", "不啐酒", "不告旨", "拜")[0] == "不嚌肺"
    assert explain("凡所不者殺於賓也", "設折俎", "不嚌肺", "不啐酒", "不告旨", "拜")[-1] == "不告旨"


def test_a_particle_is_a_headword_only_where_it_is_defined() -> None:
    # 003 主人獻賓 (嚌酒): 自由也; 迎賓: 以猶與也
    assert [note[k] for note in ["自由也"] for k in graph_headwords(note)] == ["自"]
    assert [note[k] for note in ["以猶與也"] for k in graph_headwords(note)] == ["以"]
    assert graph_headwords("以將酌己者") == []


def test_a_person_named_in_every_clause_tells_none() -> None:
    stretch = Stretch(["主人坐奠爵", "主人盥", "主人洗"])
    assert opening_words(find_signs("主人重之", stretch)) == []
    # 004 二人舉觶: but one who is defined, and whom one clause names, tells it
    defined = find_signs("二人，主人之贊者。", Stretch(["使二人舉觶於賓與大夫"]))
    assert [sign.word for sign in opening_words(defined)] == ["二人"]


@pytest.mark.parametrize(("words", "first", "last"), [
    ("司射主人之吏也", "司射適堂西", "有司請射"),  # 003 請射: from its first words to …
    ("楅猶幅也", "命弟子設楅", "命弟子設楅"),  # 003 取矢
    ("榮屋翼也", "東西當東榮", "東西當東榮"),  # 003 陳設
])
def test_notes_of_the_seeds(words: str, first: str, last: str) -> None:
    found = links_of("jishi", words, "comment")
    assert len(found) == 1
    assert found[0][1] == first
    assert words.startswith("司射") or found[0][2] == last


def test_one_comment_link_for_each_note_and_remark() -> None:
    segments, _, links = corpus()
    comments = [link.from_segment for link in links if link.kind == "comment"]
    assert len(comments) == len(set(comments))
    assert {s for s, row in segments.items() if row.layer in ("commentary", "collation")} <= set(comments)


def test_a_note_is_on_the_stage_in_which_it_stands() -> None:
    # 003: 揖降 ends 主人酬賓, 主人揖降 begins 主人獻衆賓; a note there does not go back
    words = ["賓揖降", "主人洗爵"]
    segments = [Segment("s1", "w", "base", "", "", 0, 7, "".join(words), "", "".join(words), "x1"),
                Segment("s2", "w", "commentary", "鄭玄", "s1", 7, 11, "揖降禮也", "", "揖降禮也", "x2")]
    clauses = [Clause("c1", "s1", "w", "base", 1, 0, 3, words[0], "", words[0], "。", True, "x1"),
               Clause("c2", "s1", "w", "base", 2, 3, 7, words[1], "", words[1], "。", True, "x2")]
    assert [link.first_clause for link in link_comments(segments, clauses) if link.kind == "comment"] == ["c2"]


def test_no_link_of_a_note_crosses_a_stage() -> None:
    segments, clauses, links = corpus()
    for link in links:
        if link.kind == "comment" and segments[link.from_segment].layer == "commentary" and link.first_clause:
            assert clauses[link.first_clause].stage_id == clauses[link.last_clause].stage_id, link


@pytest.mark.parametrize(
    ("witness", "words", "first", "last"),
    [
        ("jishi", "猶有故之辭拾更也", "司射猶挾乘矢", "拾"),  # both are particles elsewhere; 003 拾取弓矢
        ("jishi", "相主人家臣擯贊傳命者", "主人一相出迎於門外", "主人一相出迎於門外"),  # 003 速賓
        ("jishi", "笴矢幹也今文無南", "阼階下之東南", "堂前三笴西面北上坐"),  # the reading's own clause; 003 遷樂
        ("jishi", "言若者或射或否", "賓主人大夫若皆與射", "主人與賓為耦"),  # and all that hangs on it
        ("jishi", "言若有者", "若有東面者", "則北上"),
        ("jishi", "撫拊之也", "司馬襲", "左右撫矢而乘之"),  # 上既言襲矣
        ("jishi", "衆賓射者降比之耦乃徧", "司射乃比衆耦", "辯"),  # 徧 for 辯
        ("benyi", "卒射衆耦俱射畢也", "卒射", "拱而俟"),  # 左右, 俟 are in his definitions
        ("benyi", "有執爵者謂勝者弟子", "有執爵者", "有執爵者"),
    ],
)
def test_a_note_is_on_the_words_that_it_defines_and_reports_on(witness: str, words: str, first: str, last: str) -> None:
    assert [link[1:] for link in links_of(witness, words, "comment")] == [(first, last)]


def test_nothing_is_defined_in_a_report() -> None:
    # 003 少立 …古文曰少退立; 適 in 今文曰適序西; 004 反 in 古文曰反坐
    assert [link[0] for link in links_of("jishi", "奠觶表其位也", "headword")] == ["奠觶", "少立"]
    assert [link[0] for link in links_of("jishi", "改更也", "headword")] == ["改"]
    assert links_of("zhushu", "不舉者，盛禮已崇", "headword") == []


# ---- what has no base text --------------------------------------------------------------------------


def test_a_comment_without_its_base_text_is_linked_to_the_stage_alone() -> None:
    # 001 opens in the middle of 蔡德晉's note on 大夫與耦射, whose base text is missing
    segments, _, links = corpus()
    link = next(row for row in links if segments[row.from_segment].witness_id == "benyi")
    assert (link.first_clause, link.last_clause, link.stage_id) == ("", "", "xs29")


def test_a_note_after_a_heading_is_on_the_stage_that_it_closes() -> None:
    # 001 右飲不勝者【敖君善曰若左右鈞則無此…】
    segments, _, links = corpus()
    link = next(row for row in links if segments[row.from_segment].norm.startswith("若左右鈞則無此"))
    assert (link.first_clause, link.to_layer, link.stage_id) == ("", "heading", "xs33")


# ---- the editors' remarks ------------------------------------------------------------------------------


def test_a_remark_is_on_the_clause_in_which_it_stands() -> None:
    # 003 請射: 司射適阼階上東北面〈案敖繼公云…〉告於主人; 戒賓: 不言拜辱者〈案今註疏本脫者字…〉
    _, clauses, links = corpus()
    assert links_of("jishi", "敖繼公云阼階上告主人", "comment")[0][1] == "東北面告於主人"
    first = next(link for link in links if link.from_segment == "jishi-s0009")
    assert first.to_layer == "commentary"
    assert "拜辱者" in clauses[first.first_clause].norm


# ---- the sub-commentary ------------------------------------------------------------------------------


def test_first_words_of_a_lemma_open_a_clause() -> None:
    # 004 二人舉觶: 舉觶者皆洗觶, not 使二人舉觶於賓與大夫 before it
    assert links_of("zhushu", "“舉觶”至“薦右”", "lemma")[0][1:] == ("舉觶者皆洗觶", "坐奠於薦右")


def test_base_text_that_is_called_so_is_base_text() -> None:
    # 004 經云“辯”: the note has 在上辯
    assert links_of("zhushu", "經云“辯”", "headword")[0][1:] == ("辯", "辯")


def test_a_remark_is_on_the_words_that_it_reports_on() -> None:
    # 003 大夫雖衆: 以耦告於大夫曰〈案今註疏本脫以耦二字〉; 司射請射: 三耦卒射亦如之〈案三耦誤〉
    assert links_of("jishi", "今注疏本脫以耦二字", "comment")[0][1] == "以耦告於大夫"
    assert links_of("jishi", "三耦誤敖繼公", "comment")[0][1] == "三耦卒射"


def test_lemmata_of_base_and_note() -> None:
    # 004 請坐徹俎
    assert links_of("zhushu", "“司正”至“於賓”", "lemma") == [("“司正”至“于宾”。", "司正升自西階", "北面請坐於賓")]
    assert links_of("zhushu", "注“請坐”至“倦焉”", "lemma") == [("注“请坐”至“倦焉”。", "請坐", "強有力者猶倦焉")]
    # 004: the note stands in the middle of the sentence that the lemma spans
    assert links_of("zhushu", "“主人”至“面立”", "lemma")[0][1:] == ("主人取俎", "西面立")


def test_a_lemma_that_lost_a_graph_still_finds_its_text() -> None:
    # 004 無算爵: “无”至“不拜” for 無算至不拜
    assert links_of("zhushu", "“無”至“不拜”", "lemma") == [("“无”至“不拜”。", "無爵", "不拜")]
    assert find_words("乃羞無算爵使二人舉觶", "無爵") == (2, 5)
    assert find_words("乃羞無爵使二人舉觶", "無算爵") == (2, 4)
    assert find_words("賓酬主人", "大夫") is None


def test_read_lemmata_forms() -> None:
    assert [lemma[2:] for lemma in read_lemmata("“主人”至“再拜”。注“賓出”至“禮也”。")] == [
        (False, "主人", "再拜"), (True, "賓出", "禮也")]
    assert read_lemmata("注「賓出至禮也」")[0][2:] == (True, "賓出", "禮也")
    assert read_lemmata("司正至於賓")[0][2:] == (False, "司正", "於賓")
    assert read_lemmata("俎所盛骨體，骨體是餚之貴者，故辭之也。") == []
    assert read_lemmata("“執爵”者，主人也。") == []


def test_words_quoted_by_the_sub_commentary() -> None:
    cited = cited_words("云“皆進，坐奠於薦右”者，云“坐奠之，不敢授”者")
    assert [words for _, _, words, _ in cited] == ["皆進坐奠於薦右", "坐奠之不敢授"]
    found = links_of("zhushu", "賓與大夫皆席末答拜者", "headword")  # 004 二人舉觶
    assert found[0] == ("皆进，坐奠于荐右", "舉觶者皆進", "坐奠於薦右")


def test_links_do_not_depend_on_the_order_of_witnesses() -> None:
    segments, clauses, links = corpus()
    names = sorted({s.witness_id for s in segments.values()})
    shuffled = [s for name in names for s in segments.values() if s.witness_id == name]
    rows = list(clauses.values())
    again = link_comments(shuffled, rows, find_glosses(shuffled, rows), find_readings(shuffled, rows))
    assert sorted(again) == sorted(links)
