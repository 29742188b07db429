"""Where the stages of the rite begin in a text, and which stage a segment is in."""

from __future__ import annotations

import pytest
from texts import beginning, chapter, lenient, read, segments

from xiangshe_nlp.staging import find_incipit, place_stages, stage_starts
from xiangshe_nlp.witnesses import read_segments


def test_stages_begin_where_their_words_stand() -> None:
    starts = stage_starts(read_segments(chapter()), chapter().stages)
    assert [stage for _, stage in starts["jishi"]] == [f"xs{n:02}" for n in range(1, 28)]
    assert [stage for _, stage in starts["benyi"]] == [f"xs{n}" for n in range(30, 37)]
    assert [stage for _, stage in starts["zhushu"]] == [f"xs{n}" for n in range(45, 51)]
    text = chapter().texts["jishi"]
    middle = {stage: at for at, stage in starts["jishi"]}["xs04"]  # 速賓 runs on in the same segment
    assert text[middle:middle + 5] == "及門主人一"
    last = {stage: at for at, stage in starts["zhushu"]}["xs50"]  # the text breaks off in these words
    assert chapter().texts["zhushu"][last:last + 9] == "主人释服，乃息司正"


@pytest.mark.parametrize(("witness_id", "words", "stage_id"), [
    ("benyi", "器由堂西出", "xs29"),  # a note whose base text is lost
    ("benyi", "右飲不勝者", "xs33"),  # the stage that it closes
    ("benyi", "主人亦飲于西階上", "xs51"),  # a sentence of the 記
    ("benyi", "主人位阼階至受罰爵", "xs51"),  # and the note on it
    ("benyi", "若左右鈞則無此", "xs33"),  # a note on the heading
    ("jishi", "相主人家臣擯贊傳命者", "xs04"),  # on 主人一相, a stage that begins inside the segment before
    ("jishi", "州長春秋", "xs01"),  # 鄭目錄, before the first stage
    ("zhushu", "注“释服”至“息之”。", "xs50"),
    ("jishi", "鄉射禮第五", ""),
    ("jishi", "欽定四庫全書", ""),
    ("niutrans", "乡射的礼仪", ""),
])
def test_stage_of_a_segment(witness_id: str, words: str, stage_id: str) -> None:
    placed = {segment.segment_id: segment.stage_id for segment in place_stages(read_segments(chapter()), chapter().stages)}
    assert placed[beginning(witness_id, words).segment_id] == stage_id


def test_incipit_of_formulas_and_damaged_ones() -> None:
    assert find_incipit("反位席工西階上少東樂正先升", "席工於西階上少東樂正") == [2]  # a graph is lost
    assert find_incipit("賓禮辭許", "席工於西階上少東樂正") == []
    assert find_incipit("", "") == []


def test_a_text_that_begins_inside_a_stage() -> None:
    found, _ = read("退還射宮\n乃席賓南面東上衆賓之席繼而西\n", lenient(chapter().layouts["jishi"]))
    assert stage_starts(found, chapter().stages)["w"] == [(0, "xs01"), (5, "xs02")]


def test_formulas_that_recur_do_not_mislead() -> None:
    """司馬… stands again before 數獲 is told; a stage that stands out of order is not taken for its beginning."""
    one, two, three = (stage.incipit for stage in chapter().stages[:3])
    found, _ = read(f"{three}\n{one}\n{two}\n{three}\n{one}\n", lenient(chapter().layouts["jishi"]))
    assert [stage for _, stage in stage_starts(found, chapter().stages)["w"]] == ["xs01", "xs01", "xs02", "xs03"]


def test_no_stage_table_no_stages() -> None:
    assert list(place_stages(segments("benyi"), ())) == list(segments("benyi"))
