"""Layouts told by marks alone, and what holds of whatever is read by them."""

from __future__ import annotations

import re
import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st
from texts import SEEDS, WITNESSES, chapter, lenient, read

from xiangshe_nlp.errors import InputError
from xiangshe_nlp.model import parse_skip
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.witnesses import load_manifest
from xiangshe_nlp.witnesses.layout import Layout, read_layout

PRINTED = read_layout("printed", {
    "engine": "marked", "breaks": False,
    "furniture": [r"\)¶\n(?:<pb:[^>]*>¶\n)*\(", r"<pb:[^>]*>¶\n", r"¶\n", "/"],
    "lines": [{"pattern": "#.*", "layer": "paratext"}, {"pattern": "儀禮卷第五", "layer": "front"},
              {"pattern": "鄉射禮第五.*?", "layer": "heading"}],
    "notes": [{"open": "(", "close": ")", "layer": "commentary", "speaker": "鄭玄"}],
    "labels": [{"pattern": "記(?=大夫與)", "layer": "record", "until": "file", "keep": True, "optional": True}],
})
PAGE = """#+TITLE: 儀禮
<pb:KR1d0026_SBCK_005-1a>¶
儀禮卷第五¶
鄕射禮第五　儀禮　鄭氏注¶
鄕射之禮主人戒賔賔出迎再拜主人荅再拜乃請(主人州長/也鄕大夫)¶
<pb:KR1d0026_SBCK_005-1b>¶
(若在焉則稱/鄕大夫也)賔禮辭許主人再¶
拜賔荅再拜
"""


def test_printed_lines_pages_and_broken_notes() -> None:
    found, wrong = read(PAGE, PRINTED)
    assert wrong == []
    assert [(segment.layer, segment.norm) for segment in found] == [
        ("paratext", "#+TITLE: 儀禮"), ("front", "儀禮卷第五"), ("heading", "鄉射禮第五　儀禮　鄭氏注"),
        ("base", "鄉射之禮主人戒賓賓出迎再拜主人答再拜乃請"), ("commentary", "主人州長也鄉大夫若在焉則稱鄉大夫也"),
        ("base", "賓禮辭許主人再拜賓答再拜"),
    ]


def test_record_to_the_end_of_the_file() -> None:
    text = PAGE + "(以其同/故)記大夫與則¶\n公士爲賔(不敢/使)使能不¶\n宿戒\n"
    found, wrong = read(text, PRINTED)
    assert wrong == []
    assert [(segment.norm, segment.parent_id) for segment in found if segment.layer == "record"] == [
        ("記大夫與則公士為賓", ""), ("使能不宿戒", "")]


def test_label_to_the_end_of_a_printed_line() -> None:
    layout = read_layout("printed", {"engine": "marked", "breaks": False, "furniture": [r"¶\n"],
                                     "labels": [{"pattern": "釋曰", "layer": "commentary", "speaker": "author"}]})
    for end in ("¶\n", "\n"):
        text = f"無介釋曰畧也{end}乃席賓{end}南面¶\n"
        found, wrong = read(text, layout)
        assert wrong == []
        assert [(segment.layer, segment.norm.replace("\n", "")) for segment in found] == [
            ("base", "無介"), ("commentary", "畧也".replace("畧", "略")), ("base", "乃席賓南面")]


def test_heading_between_printed_lines() -> None:
    found, wrong = read("#+T\n儀禮卷第五¶\n鄉射之禮¶\n鄉射禮第五¶\n主人戒賓(戒/警)¶\n", PRINTED)
    assert wrong == []
    assert [segment.norm for segment in found] == ["#+T", "儀禮卷第五", "鄉射之禮", "鄉射禮第五", "主人戒賓", "戒警"]


def test_words_of_a_label_where_it_is_none() -> None:
    jishi = lenient(chapter().layouts["jishi"])
    found, wrong = read("無介\n釋曰此鄭注所謂畧也〈案鄭注脫也字〉\n", jishi)
    assert wrong == []
    assert [(segment.layer, segment.norm) for segment in found] == [
        ("base", "無介"), ("commentary", "此鄭注所謂略也"), ("collation", "鄭注脫也字")]
    brackets = read_layout("brackets", {
        "engine": "marked", "notes": [{"open": "（", "close": "）", "layer": "commentary", "speaker": "鄭玄"}],
        "labels": [{"pattern": "釋曰", "layer": "subcommentary", "speaker": "賈公彥", "inside": ["base", "commentary"]}]})
    found, _ = read("無介（釋曰不釋）\n釋曰雖先飲酒", brackets)
    assert [(segment.layer, segment.text) for segment in found] == [
        ("base", "無介"), ("commentary", "釋曰不釋"), ("subcommentary", "雖先飲酒")]
    zhushu = lenient(chapter().layouts["zhushu"])
    found, _ = read("主人释曰：无介注“一人”。\n注“二人”。", zhushu, script="Hans")
    assert [segment.layer for segment in found] == ["base", "subcommentary"]


def test_a_note_over_several_lines() -> None:
    """Furniture interrupts it; a line of it that begins like a heading is none."""
    found, wrong = read("無介【雖先飲酒\n關燈\n右手執之\n主於射也】\n", lenient(chapter().layouts["benyi"]), "蔡德晉")
    assert wrong == []
    assert [(segment.layer, segment.norm) for segment in found] == [
        ("base", "無介"), ("commentary", "雖先飲酒\n\n右手執之\n主於射也"), ("paratext", "關燈")]


def test_page_with_text_before_its_title() -> None:
    layout = read_layout("page", {"engine": "webpage", "layer": "translation", "sections": ["正文"]})
    found, wrong = read("首页 # 乡射礼 ## 正文 没有介。 于是设席。 ## 标签 三耦", layout, script="Hans")
    assert wrong == []
    assert [(segment.layer, segment.text) for segment in found] == [
        ("paratext", "首页"), ("heading", "乡射礼"), ("paratext", "正文"), ("translation", "没有介。"),
        ("translation", "于是设席。"), ("paratext", "标签"), ("paratext", "三耦")]


def test_names_that_only_the_manifest_knows() -> None:
    layout = read_layout("named", {
        "engine": "marked", "speakers": {"王某甫": "王某"},
        "notes": [{"open": "【", "close": "】", "layer": "commentary", "speaker": "author"}],
        "labels": [{"pattern": "{person}曰", "layer": "commentary", "inside": ["commentary"], "until": "note"}],
    })
    found, _ = read("無介【王某甫曰畧也張稷若曰殺也】", layout)
    assert [segment.speaker for segment in found] == ["", "王某", "張爾岐"]


def test_layouts_of_the_documentation() -> None:
    guide = (SEEDS.parent / "docs" / "corpus.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^    \[layouts\..*\n(?:    .*\n)*", guide, re.MULTILINE)
    layouts = {name: table for block in blocks for name, table in tomllib.loads(block.replace("…", ""))["layouts"].items()}
    assert set(layouts) == {"jishi", "benyi", "printed", "lines", "page"}
    assert all(read_layout(name, table) for name, table in layouts.items())


def test_manifest_of_the_seeds_counts_their_characters() -> None:
    declared = {witness.witness_id: witness.chars for witness in load_manifest(SEEDS).witnesses}
    assert declared == {witness_id: len(chapter().texts[witness_id]) for witness_id in WITNESSES}


# ---- properties -----------------------------------------------------------------------------------

LAYOUTS = [lenient(layout) for layout in (*(chapter().layouts[w] for w in ("jishi", "benyi", "zhushu", "niutrans")), PRINTED)]
WORDS = ["主人", "賓拜", "𤣥酒", "鄭注", "鄭目錄雲", "釋曰", "释曰：", "〈案", "〈", "〉", "【", "】", "（", "）", "[疏]",
         "注“", "”", "右飲", "郝仲輿曰", "敖君善曰", "關燈", "大", "卷四", "第五",
         "鄉射禮第五", "(", ")", "/", "¶\n", "<pb:1a>¶\n", ")¶\n(", "#+T", "記大夫與",
         "\n", "\n", "　", " ", "。"]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(LAYOUTS), st.lists(st.sampled_from(WORDS), max_size=30).map("".join), st.sampled_from(["Hant", "Hans"]))
def test_whatever_reads_tiles(layout: Layout, text: str, script: str) -> None:
    try:
        found, wrong = read(text, layout, script=script)
    except InputError as error:
        assert error.line is not None and error.column is not None
        return
    assert wrong == []
    for segment in found:
        assert text[segment.start:segment.end] == segment.text
        assert all(segment.start < a < b < segment.end for a, b in parse_skip(segment.skip))


STRETCH = st.text("主人賓拜送爵升降𤣥", min_size=1, max_size=6)
NOTE = st.tuples(STRETCH, st.none() | STRETCH, STRETCH)  # words, an editors' note, words
PARAGRAPH = st.tuples(NOTE, st.none() | NOTE, st.booleans())  # base text, a note of Zheng's, whether it is glued


@settings(max_examples=150, deadline=None)
@given(st.lists(PARAGRAPH, min_size=1, max_size=6))
def test_what_is_written_is_read(paragraphs: list[tuple[tuple[str, str | None, str], tuple[str, str | None, str] | None, bool]]) -> None:
    """A text written in the marks of 儀禮集釋 is read as what was written."""
    text, expected = "", []
    for base, note, glued in paragraphs:
        for layer, words in (("base", base), ("commentary", note)):
            if words is None:
                continue
            text += ("鄭注" if glued else "\n　　鄭注") if layer == "commentary" else "\n　　"
            text += words[0] + (f"〈案{words[1]}〉" if words[1] else "") + words[2]
            remark = [("collation", fold(words[1]))] if words[1] else []
            if layer == "commentary" and remark:
                expected += [(layer, fold(words[0])), *remark, (layer, fold(words[2]))]
            else:
                expected += [(layer, fold(words[0] + words[2])), *remark]
    found, wrong = read(text, LAYOUTS[0])
    assert wrong == []
    assert [(segment.layer, segment.norm) for segment in found] == expected
