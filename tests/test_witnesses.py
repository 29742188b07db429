"""What each seed is read as.

Passages are named by witness: 003 = 儀禮集釋, 001 = 禮經本義, 004 = 儀禮注疏, 000 and 002 = translations.
"""

from __future__ import annotations

import pytest
from texts import WITNESSES, beginning, chapter, segments

from xiangshe_nlp.lexicon import load_vocabulary
from xiangshe_nlp.model import LAYERS, own_offsets, parse_skip
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.witnesses import read_witness, untiled

# ---- all seeds ------------------------------------------------------------------------------------


@pytest.mark.parametrize("witness_id", WITNESSES)
def test_segments_and_marks_tile_the_text(witness_id: str) -> None:
    found, reading = read_witness(chapter(), witness_id)
    assert list(untiled(chapter().texts[witness_id], found, reading.marks)) == []


@pytest.mark.parametrize("witness_id", WITNESSES)
def test_rows_keep_the_contract(witness_id: str) -> None:
    text, witness, seen = chapter().texts[witness_id], chapter().witness(witness_id), {""}
    for segment in segments(witness_id):
        assert text[segment.start:segment.end] == segment.text == segment.text.strip()
        own = "".join(text[at] for at in own_offsets(segment.start, segment.end, segment.skip))
        assert segment.norm == fold(own, witness.script)
        assert segment.layer in LAYERS
        assert all(segment.start < a < b < segment.end for a, b in parse_skip(segment.skip))
        assert segment.parent_id in seen
        assert (segment.speaker == "") == (segment.layer not in ("commentary", "subcommentary", "collation", "translation")
                                           and not segment.text.startswith("右"))
        seen.add(segment.segment_id)
    assert [segment.start for segment in segments(witness_id)] == sorted(segment.start for segment in segments(witness_id))


def test_speakers_are_persons() -> None:
    persons = {entry.lemma for entry in load_vocabulary("speakers")}
    assert {segment.speaker for w in WITNESSES for segment in segments(w)} - {"", "佚名"} <= persons
    assert [entry.form for entry in load_vocabulary("speakers") if fold(entry.form) != entry.form] == []


# ---- 003 儀禮集釋 ---------------------------------------------------------------------------------


def test_front_matter_heading_and_zheng_mulu() -> None:
    opening = [(segment.layer, segment.speaker, segment.text[:4]) for segment in segments("jishi")[:7]]
    assert opening == [
        ("front", "", "儀禮集釋"), ("front", "", "儀禮集釋"), ("front", "", "欽定四庫"), ("front", "", "儀禮集釋"),
        ("heading", "", "鄉射禮第"), ("commentary", "鄭玄", "州長春秋"), ("base", "", "郷射之禮"),
    ]


@pytest.mark.parametrize(("base", "note"), [
    ("郷射之禮主人戒賓賓出迎再拜主人荅再拜乃請", "主人州長也"),
    ("一人洗舉觶於賓", "一人主人之吏"),
    ("作相為司正", "爵備樂畢"),
])
def test_note_glued_to_a_base_line(base: str, note: str) -> None:
    found = beginning("jishi", note)
    parent = next(segment for segment in segments("jishi") if segment.segment_id == found.parent_id)
    assert base in parent.text
    assert chapter().texts["jishi"][found.start - 2:found.start] == "鄭注"
    assert (parent.layer, found.layer, found.speaker) == ("base", "commentary", "鄭玄")


def test_label_written_otherwise() -> None:
    assert beginning("jishi", "上堂西亷矢亦北括").speaker == "鄭玄"  # 鄭註


def test_editors_note_in_the_middle_of_a_clause() -> None:
    base, note = beginning("jishi", "司射適阼階上東北面"), beginning("jishi", "敖繼公雲阼階上告主人")
    assert base.norm.startswith("司射適阼階上東北面告於主人曰請射於賓")
    assert (note.layer, note.speaker, note.parent_id) == ("collation", "四庫館臣", base.segment_id)
    assert base.skip == f"{note.start - 2}-{note.end + 1}"  # with the brackets and 案


def test_editors_notes_inside_one_note() -> None:
    """A remark ends the stretch of the note that it is about; the note goes on as a segment of its own."""
    note = beginning("jishi", "不歌不笙不間")
    assert note.skip == "" and note.norm.endswith("以成王業")
    inside = [segment for segment in segments("jishi") if segment.parent_id == note.segment_id]
    assert [segment.layer for segment in inside] == ["collation"]
    later = [beginning("jishi", words) for words in ("至三分天下", "乃宣周南之化", "本其徳之初")]
    assert {(s.layer, s.speaker, s.parent_id) for s in later} == {("commentary", "鄭玄", note.parent_id)}


def test_graphs_outside_the_bmp() -> None:
    base = beginning("jishi", "尊於賓席之東")
    assert "左𤣥酒" in base.text
    assert "左玄酒" in base.norm
    assert len(base.norm) == base.end - base.start


# ---- 001 禮經本義 ---------------------------------------------------------------------------------


def test_opens_and_ends_inside_a_note() -> None:
    first = beginning("benyi", "器由堂西出")
    assert (first.layer, first.speaker, first.parent_id) == ("commentary", "蔡德晉", "")
    assert first.text.endswith("此大夫之射儀也")
    last = segments("benyi")[-1]
    assert (last.layer, last.speaker, last.end) == ("commentary", "郝敬", len(chapter().texts["benyi"]))


def test_page_furniture() -> None:
    assert [(s.layer, s.text) for s in segments("benyi")[:5]] == [
        ("front", "卷四"), ("paratext", "關燈"), ("paratext", "小"), ("paratext", "中"), ("paratext", "大")]


@pytest.mark.parametrize(("words", "speaker"), [
    ("衆賓繼射不言儀者", "郝敬"),  # alone in its bracket
    ("司射不告卒射者", "鄭玄"),  # second in its bracket, after a space
    ("尺有握猶言尺有四寸", "敖繼公"),
    ("徹猶除也", "鄭玄"),  # second in its bracket, without a space
    ("弟子降袒執弓", "郝敬"),
    ("射爵即罰觯也", "蔡德晉"),  # nobody is named
    ("獻畢司馬受爵奠於篚", "蔡德晉"),  # 敖君善謂 names him inside the compiler's own words
    ("折折分其牲體", "蔡德晉"),  # 敖君善以臑字為衍文
])
def test_speakers_in_brackets(words: str, speaker: str) -> None:
    assert beginning("benyi", words).speaker == speaker


def test_own_words_of_the_compiler_stay_one_piece() -> None:
    assert " 按算獲之法" in beginning("benyi", "賢猶勝也").text
    assert beginning("benyi", "獻畢釋獲者西行").text.endswith(" 此以上獻釋獲者也")


def test_headings_with_sentences_of_the_record() -> None:
    headings = [segment for segment in segments("benyi") if segment.layer == "heading"]
    assert [heading.text for heading in headings] == ["右再射釋獲", "右取矢視算", "右飲不勝者", "右獻獲者釋獲者"]
    records = [segment.text for segment in segments("benyi") if segment.layer == "record"]
    assert sum(map(len, records)) == 143
    assert records[:3] == ["鹿中髤前足跪鑿背容八算釋獲者奉之先首", "箭籌八十長尺有握握素",
                           "賓主人射則司射擯升降卒射即席而反位卒事"]
    note = beginning("benyi", "若左右鈞則無此")
    assert note.parent_id == headings[2].segment_id


def test_base_resumes_after_the_record() -> None:
    assert beginning("benyi", "司馬袒決執弓升命取矢").layer == "base"
    assert sum(len(segment.norm) for segment in segments("benyi") if segment.layer == "base") == 966


# ---- 004 儀禮注疏 ---------------------------------------------------------------------------------


def test_note_between_the_clauses_of_a_sentence() -> None:
    at = segments("zhushu").index(beginning("zhushu", "长，众宾长。"))
    before, note, after = segments("zhushu")[at - 1:at + 2]
    assert before.text.endswith("大夫之觯长受，")
    assert after.text == "而错，皆不拜。"
    assert [segment.layer for segment in (before, note, after)] == ["base", "commentary", "base"]


def test_subcommentary_is_lemmata_and_body() -> None:
    at = segments("zhushu").index(beginning("zhushu", "“司正”至“于宾”。"))
    block = segments("zhushu")[at:at + 3]
    assert [segment.text[:9] for segment in block] == ["“司正”至“于宾”", "注“请坐”至“倦焉", "自此尽“少退北上”"]
    assert {(segment.layer, segment.speaker) for segment in block} == {("subcommentary", "賈公彥")}
    assert {segment.parent_id for segment in block} == {beginning("zhushu", "请坐，欲与宾燕").segment_id}
    assert beginning("zhushu", "注“授宾”至“礼之”。").layer == "subcommentary"  # directly after [疏]


def test_layers_of_zhushu() -> None:
    assert segments("zhushu")[0].layer == "heading"
    assert sum(char.isalpha() for s in segments("zhushu") if s.layer == "base" for char in s.text) == 535


# ---- 000 and 002 ----------------------------------------------------------------------------------


def test_one_segment_a_line() -> None:
    path, *lines = segments("niutrans")
    assert (path.layer, path.text) == ("paratext", "双语数据/仪礼/乡射礼/target.txt")
    assert [line.text for line in lines] == [line.strip() for line in chapter().texts["niutrans"].split("\n")[2:]]
    assert {(line.layer, line.speaker) for line in lines} == {("translation", "佚名")}


def test_of_the_page_only_the_text_is_translation() -> None:
    title, metadata = segments("baihua")[:2]
    assert (title.layer, title.text) == ("heading", "乡射礼第五")
    assert (metadata.layer, metadata.text[:3]) == ("paratext", "类型：")
    translation = [segment for segment in segments("baihua") if segment.layer == "translation"]
    assert len(translation) == 51
    assert translation[0].text.startswith("乡射的礼仪。主人前往告知宾客")
    assert translation[1].text.startswith("于是铺设宾席")
    assert translation[-1].text.startswith("记：如果大夫参与") and translation[-1].text.endswith("则袒露上身。")
    rest = "".join(segment.text for segment in segments("baihua") if segment.layer == "paratext")
    assert all(words in rest for words in ("本章概览", "时间线", "标签", "原始页面", "为什么值得读"))
