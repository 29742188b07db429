"""Definitions by commentators. Passages are of 鄉射禮 in 儀禮集釋 (鄭玄) unless said otherwise."""

from __future__ import annotations

import sys

import pytest
from texts import note_on

from xiangshe_nlp.corpus import read_chapters
from xiangshe_nlp.glosses import find_glosses
from xiangshe_nlp.model import GLOSS_PATTERNS, Segment
from xiangshe_nlp.statements import find_statements
from xiangshe_nlp.witnesses import read_segments

RITE = "大夫降立於賓南賓西階上拜受爵主人拜送爵賓降立於階西大夫拜受爵衆賓皆降北面立升降自西階"


def defined(base: str, note: str, **more: str) -> list[tuple[str, str]]:
    """Headwords with their explanations; the chapter also has the formulas of the rite."""
    rite = Segment("x-s0000", "x", "base", "", "", 0, len(RITE), RITE, "", RITE, "")
    return [(g.headword, g.gloss) for g in find_glosses([rite, *note_on(base, note, **more)], [])]


@pytest.fixture(scope="module")
def segments() -> list[Segment]:
    """Segments of the seeds."""
    return read_segments(read_chapters()[0])


@pytest.mark.parametrize(
    ("base", "note", "expected"),
    [
        ("乃薦脯醢", "薦進", [("薦", "進")]),  # a bare pair
        ("主人戒賓賓出迎再拜乃請", "戒猶警也語也出迎出門也請告也", [("戒", "警"), ("戒", "語"), ("出迎", "出門"), ("請", "告")]),
        ("坐挩手執爵遂祭酒興席末坐啐酒", "挩拭也啐嘗也古文挩作帨", [("挩", "拭"), ("啐", "嘗")]),
        ("尊於賓席之東兩壺斯禁左玄酒", "斯禁禁切地無足者也設尊者北面西曰左尚之也",
         [("斯禁", "禁切地無足者"), ("左", "西")]),
        ("羹定", "肉謂之羹定猶孰也", [("羹", "肉"), ("定", "孰")]),
        ("賓厭衆賓賓少進", "引手曰厭少進差在前也今文皆曰揖衆賓", [("厭", "引手"), ("少進", "差在前")]),
        ("縣於洗東北西面", "此縣謂磬也縣於東方辟射位也", [("縣", "磬")]),
        ("取弓於階西兼挾乘矢", "方持矢曰挾乘矢四矢也", [("挾", "方持矢"), ("乘矢", "四矢")]),
        ("衆賓之長升拜受者三人", "長其老者言三人則衆賓多矣", [("長", "其老者")]),
        ("若有餘算則橫諸純下餘純", "餘純雙不滿十者橫委於十純下蓋在所委之西也", [("餘純", "雙不滿十者")]),  # 蔡德晉
        ("適右個設薦俎獲者南面坐適左個中亦如之左個之西北三步", "右個侯北向以東為右偏側為個左個侯西偏中侯中間也",
         [("右", "東"), ("個", "偏側"), ("左個", "侯西偏"), ("中", "侯中間")]),  # 蔡德晉
        ("乃羞賓兼斂算", "兼斂算者兼斂左右之算而執之也", [("兼斂算", "兼斂左右之算而執之")]),  # 敖繼公
        ("獲者坐而獲", "射者中則大言獲獲得也", [("獲", "得")]),  # the doubled word
        ("大夫雖衆皆與士爲耦", "士謂衆賓之在下者及羣士來觀禮者也", [("士", "衆賓之在下者及羣士來觀禮者")]),
        ("左何瑟面鼓執越內右手相", "越瑟下孔所以發越其聲者也", [("越", "瑟下孔所以發越其聲者")]),
        ("賓主人射", "射者繹己之志君子務焉", [("射", "繹己之志")]),
        ("興執而俟", "執所取算", []),  # what is held, not what holding is
        ("三耦拾取矢", "其非射時則謂之拾拾斂也所以蔽膚斂衣也", [("拾", "其非射時"), ("拾", "斂"), ("拾", "所以蔽膚斂衣")]),
        ("設楅", "楅猶幅也所以承笴齊矢者", [("楅", "幅"), ("楅", "所以承笴齊矢者")]),
        ("弟子設豐", "豐以木為之其形似豆所以承罰爵者降則反於堂西也", [("豐", "所以承罰爵者")]),  # 蔡德晉
        ("司馬又命獲者倚旌", "為當負侯也獲者亦弟子也", [("獲者", "弟子")]),
        ("卒射釋獲者", "卒射衆耦俱射畢也", [("卒射", "衆耦俱射畢")]),  # 蔡德晉
        ("薦俎辟設於乏南", "辟敖君善謂如辟奠之辟謂離於故處也", [("辟", "如辟奠之辟"), ("辟", "離於故處")]),  # 蔡德晉
        ("禮射不主皮", "禮射即鄉射大射之類張侯射之禮讓為主崇文德也", [("禮射", "鄉射大射之類")]),  # 郝敬
        ("每委異之", "每委異之謂十雙為一處蓋又在其南也", [("每委異之", "十雙為一處")]),  # 蔡德晉
        ("皆有祭", "或更得餘體也祭祭肺也", [("祭", "祭肺")]),  # 蔡德晉
        ("射爵者徧", "射爵即罰觶也", [("射爵", "罰觶")]),  # 蔡德晉
        ("主人酬賓", "酬之言周忠信為周", [("酬", "周")]),  # 鄉飲酒禮
        ("疑立", "疑讀為疑然從於趙盾之疑疑正立自定之貌", [("疑", "疑然從於趙盾之疑"), ("疑", "正立自定之貌")]),  # 鄉飲酒禮
        ("奏貍首間若一", "貍首逸詩曾孫也貍之言不來也", [("貍首", "逸詩曾孫"), ("貍", "不來")]),  # 大射
        ("甸人執大燭於庭", "甸人掌共薪蒸者庭大燭為位廣也", [("甸人", "掌共薪蒸者")]),  # 燕禮
    ],
)
def test_definitions_are_those_of_the_note(base: str, note: str, expected: list[tuple[str, str]]) -> None:
    assert defined(base, note) == expected


@pytest.mark.parametrize(
    ("base", "note"),
    [
        ("主人降", "從賓也降立阼階東西面當東序"),  # what is done
        ("賓拜", "拜受觶"),  # a formula of the rite
        ("主人西南面三拜衆賓", "三拜示徧也壹拜不備禮也"),  # a reason
        ("主人酬賓升不拜洗", "酬禮殺也"),
        ("不洗遂獻笙", "不洗者賤也"),  # a denied act
        ("樂正告於賓乃降", "樂正降者堂上正樂畢也"),  # a topic that is no word of the base text
        ("大夫辭主人降", "大夫不降尊也"),
        ("衆賓拜大夫", "大夫猶北面少前"),  # 猶 is still: 燕禮
        ("賓進受酬", "賓受酬猶不拜"),
        ("命大夫之耦", "命大夫之耦曰子與某子射"),  # speech, no definition
        ("下射左執弓", "大射曰左執弣"),  # a book, no definition
        ("賓服鄉服以拜賜", "今文曰賓服鄉服"),  # a reading: 鄉飲酒禮
    ],
)
def test_reasons_acts_speech_and_readings_are_no_definitions(base: str, note: str) -> None:
    assert defined(base, note) == []


def test_punctuation_says_where_a_headword_ends() -> None:
    """儀禮注疏 卷十三, simplified and punctuated."""
    base, note = "主人释服，乃息司正。", "释服，说朝服，服玄端也。息犹劳也。"
    assert defined(base, note, script="Hans") == [("释服", "说朝服，服玄端"), ("息", "劳")]


def test_forms_are_named() -> None:
    rows = find_glosses(note_on("羹定侯", "肉謂之羹定猶孰也侯謂所射布也"), [])
    assert [g.pattern for g in rows] == ["Y謂之X", "X猶Y也", "X謂Y"]


def test_rows_of_the_seeds_lie_where_they_say(segments: list[Segment]) -> None:
    """The whole phrase opens or holds the headword, and holds the explanation, letter for letter."""
    by_id = {segment.segment_id: segment for segment in segments}
    rows = find_glosses(segments, [])
    assert len(rows) > 150
    for row in rows:
        segment = by_id[row.segment_id]
        phrase = segment.text[row.start - segment.start:row.end - segment.start]
        assert segment.start <= row.start < row.end <= segment.end and row.speaker == segment.speaker
        assert row.pattern in GLOSS_PATTERNS
        if "〈" not in phrase:
            assert row.gloss in phrase


def test_each_witness_counts_its_own_rows(segments: list[Segment]) -> None:
    rows = find_glosses(segments, [])
    assert len({row.gloss_id for row in rows}) == len(rows)
    assert all(row.gloss_id.split("-")[0] == row.segment_id.split("-")[0] for row in rows)


def test_a_note_without_base_text_claims_little() -> None:
    assert defined("", "北面立賓位也") == []
    assert defined("大夫北面立", "北面立賓位也") == [("北面立", "賓位")]
    assert defined("乃羞", "") == []


def test_work_grows_with_length() -> None:
    """Eight times the note takes hardly more than eight times the calls."""
    note = "挩拭也啐嘗也賓升席自西方賓升降由下也" * 40

    def calls(text: str) -> int:
        made = [0]

        def count(*_: object) -> None:
            made[0] += 1

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            defined("坐挩手執爵遂祭酒興席末坐啐酒", text)
        finally:
            sys.setprofile(before)
        return made[0]

    calls(note)
    assert 4 * calls(note) < calls(note * 8) < 12 * calls(note)


def test_statements_of_stages(segments: list[Segment]) -> None:
    said = [(s.speaker, s.pattern, s.scope, s.topic, s.upto) for s in find_statements(segments)]
    assert ("蔡德晉", "右…", "above", "再射釋獲", "") in said
    assert ("蔡德晉", "此以上…", "above", "獻釋獲者", "") in said
    assert ("賈公彥", "自此盡…論…", "below", "请坐彻俎", "少退北上") in said
    assert len(said) == 10


def test_statements_lie_where_they_say(segments: list[Segment]) -> None:
    by_id = {segment.segment_id: segment for segment in segments}
    for row in find_statements(segments):
        segment = by_id[row.segment_id]
        phrase = segment.text[row.start - segment.start:row.end - segment.start]
        assert row.topic in phrase and row.upto in phrase and phrase[0] in "右自此"


@pytest.mark.parametrize(
    ("words", "on", "expected"),
    [
        ("释曰：崇，重也。凡饮酒，礼成於酬。", "盛礼已崇", []),  # the label stands outside a segment
        ("崇，重也。凡饮酒，礼成於酬。", "盛礼已崇", [("崇", "重", "X，Y也")]),
        ("经云“辩”，谓堂上众宾已上皆饮讫。云“卒受”者，谓最末後饮者。", "辩卒受者兴",
         [("辩", "堂上众宾已上皆饮讫", "X謂Y"), ("卒受", "最末後饮者", "X謂Y")]),
        ("云“酒清肴乾，强有力者犹倦焉”者，此《礼记聘义》文。", "请坐于宾", []),  # 猶 within what is quoted
        ("云“执觯者酌在上辩，降复位”者，谓二人举觯酌堂上众宾已上辩。", "辩卒受者兴", []),  # a sentence, no word
    ],
)
def test_the_sub_commentary_defines_what_it_quotes(words: str, on: str, expected: list[tuple[str, str, str]]) -> None:
    rows = find_glosses(note_on(on, words, layer="subcommentary", speaker="賈公彥", script="Hans"), [])
    assert [(g.headword, g.gloss, g.pattern) for g in rows] == expected
