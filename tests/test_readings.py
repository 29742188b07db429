"""Reported readings. Passages are of 鄉射禮 in 儀禮集釋 unless said otherwise."""

from __future__ import annotations

import pytest
from texts import note_on

from xiangshe_nlp.corpus import build_chapter, read_chapters
from xiangshe_nlp.model import Clause, Segment
from xiangshe_nlp.readings import find_readings
from xiangshe_nlp.witnesses import read_segments

Report = tuple[str, str, str, str]


def reported(base: str, note: str, **more: str) -> list[Report]:
    """Whose reading, what is said of it, what this witness has, what the other has."""
    return [(v.other_witness, v.note.split("；")[0], v.reading, v.other_reading)
            for v in find_readings(note_on(base, note, **more), [])]


@pytest.fixture(scope="module")
def segments() -> list[Segment]:
    """Segments of the seeds."""
    return read_segments(read_chapters()[0])


@pytest.mark.parametrize(
    ("base", "note", "expected"),
    [
        ("卒盥壹揖", "乃降將更盥也古文壹皆作一", [("古文", "作", "壹", "一")]),
        ("賓厭衆賓衆賓皆入", "引手曰厭今文皆曰揖衆賓", [("今文", "作", "厭衆賓", "揖衆賓")]),
        ("賓厭介介厭衆賓衆賓皆入門左", "引手曰厭今文皆作揖又曰衆賓皆入左無門",
         [("今文", "作", "厭", "揖"), ("今文", "無", "門", "∅")]),  # 鄉飲酒禮
        ("主人阼階前西面坐奠爵", "重以主人事煩賓也今文無阼階", [("今文", "無", "阼階", "∅")]),
        ("進坐取觶興坐奠觶拜", "今文坐取觶無進又曰坐奠之拜", [("今文", "無", "進", "∅"), ("今文", "作", "坐奠觶拜", "坐奠之拜")]),
        ("乃射而後下射射", "古文而後作後非也", [("古文", "作", "而後", "後")]),
        ("遵者降席", "今文遵為僎或為全", [("今文", "作", "遵", "僎"), ("今文", "作", "遵", "全")]),  # 鄉飲酒禮
        ("揖豫則鉤楹內", "今言豫者謂州學也周禮作序宜從榭州立榭者下鄉也",
         [("周禮", "作", "豫", "序"), ("鄭玄", "改", "豫", "榭")]),
        ("升媵觶于賓", "宰夫也今文曰騰觶", [("今文", "作", "媵觶", "騰觶")]),  # 燕禮
        ("執觶者洗升賓觶大夫之觶", "今文無執觶及賓觶大夫之觶皆為爵",
         [("今文", "無", "執觶", "∅"), ("今文", "作", "賓觶大夫之觶", "爵")]),
    ],
)
def test_recensions_as_zheng_reports_them(base: str, note: str, expected: list[Report]) -> None:
    assert reported(base, note) == expected


@pytest.mark.parametrize(
    ("host", "remark", "expected"),
    [
        ("不言拜辱者", "今註疏本脫者字據宋本補", [("今註疏本", "脫", "者", "∅"), ("宋本", "有", "者", "者")]),
        ("盥手乃洗爵", "乃今註疏本訛作又從宋本改", [("今註疏本", "訛", "乃", "又"), ("宋本", "改", "乃", "乃")]),
        ("主人辭洗進", "此下今註疏本衍也字據宋本刪", [("今註疏本", "衍", "∅", "也"), ("宋本", "無", "∅", "∅")]),
        ("定猶孰也", "孰從宋本今註疏本作熟下同", [("宋本", "作", "孰", "孰"), ("今註疏本", "作", "孰", "熟")]),
        ("至三分天下而有其二", "今註疏本脫而有其二四字據宋本補",
         [("今註疏本", "脫", "而有其二", "∅"), ("宋本", "有", "而有其二", "而有其二")]),
        ("古文而後作後非也", "今註疏本脫此四字據宋本補", [("今註疏本", "脫", "作後非也", "∅"), ("宋本", "有", "作後非也", "作後非也")]),
        ("坐取爵實之賓之席前", "唐石經作賓席之前據鄉飲酒禮亦言實之賓之席前", [("唐石經", "作", "賓之席前", "賓席之前")]),
        ("三耦卒射亦如之", "三耦誤敖繼公云三當作二二耦謂次耦下耦也", [("敖繼公", "改", "三", "二")]),
        ("三耦拾取矢", "此句拾取矢三字當是因上文遂命三耦拾取矢衍此三字耳", [("四庫館臣", "衍", "拾取矢", "∅")]),
        ("坐奠爵于篚興對", "興對二字監本毛本俱脫據唐石經補",
         [("監本", "脫", "興對", "∅"), ("毛本", "脫", "興對", "∅"), ("唐石經", "有", "興對", "興對")]),
        ("坐奠爵于篚", "奠字監本訛作尊", [("監本", "訛", "奠", "尊")]),
    ],
)
def test_copies_as_the_editors_report_them(host: str, remark: str, expected: list[Report]) -> None:
    assert reported(host, remark, layer="collation", speaker="四庫館臣") == expected


def test_a_scholar_is_the_source_and_the_one_who_quotes_him_the_reporter() -> None:
    """禮經本義 卷四, 蔡德晉 on 獲者之俎."""
    rows = find_readings(note_on("獲者之俎折脊脅肺臑", "臂下骨曰臑敖君善以臑字為衍文", speaker="蔡德晉"), [])
    assert [(v.reporter, v.other_witness, v.reading, v.other_reading) for v in rows] == [("蔡德晉", "敖繼公", "臑", "∅")]


def test_words_that_the_sub_commentary_finds_in_its_copy() -> None:
    """儀禮注疏 卷十三, 賈公彥 on 無算爵."""
    rows = find_readings(note_on("使二人举觯。宾与大夫不兴", "经“宾”上有“于”字者，误。", layer="subcommentary",
                                 speaker="賈公彥", script="Hans"), [])
    assert [(v.other_witness, v.reading, v.other_reading) for v in rows] == [("賈公彥", "∅", "于")]


@pytest.mark.parametrize(
    ("base", "note"),
    [
        ("盥洗", "盥者當為介酌"),  # 當為 of a duty: 鄉飲酒禮
        ("獲者倚旌", "為當負侯也"),
        ("今文", "今郡國行此鄉射禮皮弁服與禮為異"),
        ("作上耦射", "還左還也作使也"),
        ("乃飲", "宜飲酒也"),
    ],
)
def test_what_only_looks_like_a_report(base: str, note: str) -> None:
    assert reported(base, note) == []


def test_remarks_within_a_note_report_on_the_note() -> None:
    rows = find_readings(note_on("賓辭洗", "必進者方辭洗宜違其位也", after="今註疏本脫其字據宋本補"), [])
    assert [(v.reading, v.other_reading) for v in rows] == [("其", "∅"), ("其", "其")]


def test_the_clause_is_that_of_the_reading() -> None:
    base, note = note_on("賓卒洗揖讓升主人拜洗", "今文無揖讓")
    clauses = [Clause(f"x-c{k}", base.segment_id, "x", "base", k, a, b, base.text[a:b], "", base.norm[a:b], "", True, "")
               for k, (a, b) in enumerate([(0, 3), (3, 6), (6, 10)], start=1)]
    assert [v.base_id for v in find_readings([base, note], clauses)] == ["x-c2"]


def test_rows_of_the_seeds_lie_where_they_say(segments: list[Segment]) -> None:
    by_id = {segment.segment_id: segment for segment in segments}
    rows = find_readings(segments, [])
    assert len(rows) > 70 and len({row.variant_id for row in rows}) == len(rows)
    for row in rows:
        segment = by_id[row.segment_id]
        assert row.start is not None and row.end is not None
        phrase = segment.text[row.start - segment.start:row.end - segment.start]
        assert row.kind == "reported" and row.reporter == segment.speaker
        assert row.other_reading in ("∅", row.reading) or row.other_reading in phrase


def test_a_report_points_at_the_clause_that_has_the_reading() -> None:
    """Of editors on words of a note at the note's clause, of a note at the base text, of two words in one at the first."""
    rows = build_chapter(read_chapters()[0])
    clauses = {clause.clause_id: clause for clause in rows["clauses"]}
    at = {(v.witness_id, v.start): clauses[v.base_id] for v in rows["variants"] if v.kind == "reported"}
    expected = {
        ("jishi", 1095): ("commentary", "盥手乃洗爵"),  # 乃今註疏本訛作又
        ("jishi", 1837): ("commentary", "主人辭洗進"),  # 此下今註疏本衍也字
        ("jishi", 5013): ("base", "弟子說束"),  # 今文説皆作稅
        ("jishi", 7727): ("base", "退反位"),  # 今註疏本脫退字
        ("zhushu", 2604): ("base", "賓與大夫不興"),  # 經“賓”上有“於”字者
        ("zhushu", 4065): ("base", "執觶者洗"),  # 今文無執觶
        ("zhushu", 4071): ("base", "賓觶以之主人"),  # 賓觶、大夫之觶 stand in the text before
    }
    assert {key: (at[key].layer, at[key].norm) for key in expected} == expected
