"""Books that commentators cite. Passages are of 鄉射禮 in 儀禮集釋 and 儀禮注疏 unless said otherwise."""

from __future__ import annotations

import pytest
from texts import note_on

from xiangshe_nlp.citations import find_citations
from xiangshe_nlp.corpus import read_chapters
from xiangshe_nlp.lexicon import load_vocabulary
from xiangshe_nlp.witnesses import read_segments

Cited = tuple[str, str, bool]


def cited(note: str, **more: str) -> list[Cited]:
    """Work, chapter, and whether words are quoted."""
    return [(c.work, c.chapter, c.quote) for c in find_citations(note_on("賓", note, **more))]


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("簫弓末也大射曰左執弣", [("儀禮", "大射", True)]),
        ("反從降之位也鄉飲酒曰當西序東面", [("儀禮", "鄉飲酒禮", True)]),
        ("詩云既立之監", [("詩", "", True)]),
        ("周禮作序", [("周禮", "", False)]),
        ("周禮鍾師以鍾鼓奏九夏", [("周禮", "鍾師", True)]),  # 鄉飲酒禮
        ("如周禮司弓矢職云射甲革椹質", [("周禮", "司弓矢", True)]),  # 郝敬
        ("何休公羊注云側手為膚", [("公羊傳注", "", True)]),  # 郝敬
        ("易曰天地養萬物", [("易", "", True)]),  # 鄉飲酒禮
        ("春秋襄二十九年吳公子札來聘", [("春秋", "襄公二十九年", True)]),  # 鄉飲酒禮
        ("少牢饋食禮曰皇尸命工祝", [("儀禮", "少牢饋食禮", True)]),  # 燕禮
    ],
)
def test_books_in_unpunctuated_notes(note: str, expected: list[Cited]) -> None:
    assert cited(note) == expected


@pytest.mark.parametrize(
    "note",
    [
        "大射賓射燕射是已",  # rites, no book
        "今郡國行此鄉射禮皮弁服與禮為異",
        "三者皆小雅篇也",  # songs, not quoted
        "射人曰具",  # an office that speaks
        "上文言請坐於賓",
    ],
)
def test_rites_songs_and_speakers_are_no_books(note: str) -> None:
    assert cited(note) == []


def test_editions_are_no_books_but_the_sub_commentary_is_one() -> None:
    remark = "今註疏本脫其字據宋本補又郷飲酒禮疏引此注亦有其字"
    assert cited(remark, layer="collation", speaker="四庫館臣") == [("儀禮疏", "鄉飲酒禮", False)]
    assert cited("考疏內引注文亦有敢字", layer="collation", speaker="四庫館臣") == [("儀禮疏", "", False)]
    assert cited("疏內云引孝經説", layer="collation", speaker="四庫館臣")[0] == ("儀禮疏", "", True)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("云“酒清肴乾”者，此《礼记聘义》文。", [("禮記", "聘義", True)]),  # the words before are of the book
        ("《公食大夫》既食，“有司卷三牲之俎。”", [("儀禮", "公食大夫禮", True)]),
        ("虽非正文，亦据《周礼》而言。", [("周禮", "", False)]),
        ("《乡饮酒》、《燕礼》、《大射》宾客皆有俎", [("儀禮", "鄉飲酒禮", False), ("儀禮", "燕禮", False), ("儀禮", "大射", False)]),
        ("案《少仪》云：“排阖说屦於户内。”郑注云：“虽众敌。”", [("禮記", "少儀", True), ("禮記注", "少儀", True)]),
        ("郑注《锺师》云：“歌之大者。”", [("周禮注", "鍾師", True)]),
        ("襄公四年：“穆叔如晋。”", [("左傳", "襄公四年", True)]),
        ("云“如《燕礼》媵爵之为”者，与此同", []),  # words of the note that it explains
        ("知以鼓奏《陔》而已也", []),  # a piece of music
        ("《墨子》云：“节用。”", [("墨子", "", True)]),  # a title that no vocabulary has
    ],
)
def test_books_in_the_sub_commentary(words: str, expected: list[Cited]) -> None:
    assert cited(words, layer="subcommentary", speaker="賈公彥", script="Hans") == expected


def test_offsets_are_of_the_bare_name() -> None:
    segments = read_segments(read_chapters()[0])
    by_id = {segment.segment_id: segment for segment in segments}
    names = []
    for row in find_citations(segments):
        segment = by_id[row.segment_id]
        names.append(segment.text[row.start - segment.start:row.end - segment.start])
        assert row.speaker == segment.speaker
    assert {"礼记聘义", "周禮司弓矢", "公羊注", "孝經緯援神契", "襄公四年"} <= set(names)
    assert not any(mark in name for name in names for mark in "《》“”，。")


def test_every_title_has_its_work() -> None:
    for entry in load_vocabulary("works"):
        assert entry.more["work"] and entry.lemma == f"{entry.more['work']} {entry.more['chapter']}".strip()
