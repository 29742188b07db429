"""Clauses of unpunctuated base text. Every passage is of 鄉射禮 unless said otherwise."""

from __future__ import annotations

import pytest

from xiangshe_nlp.cuts import clause_ends
from xiangshe_nlp.grammar import parse
from xiangshe_nlp.normalize import fold


def cut(text: str) -> list[str]:
    """The clauses of a stretch of base text."""
    norm = fold(text)
    ends = clause_ends(parse(norm), norm)
    return [norm[a:b] for a, b in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize(
    "marked",
    [
        "主人坐取爵於上篚|以降",  # 主人獻賓
        "主人坐奠爵於篚|興對|賓反位",
        "坐取觶以興|反位",  # 主人酬賓
        "升實爵|西階上獻衆賓|衆賓之長升拜受者三人",  # 主人獻衆賓
        "實之賓之席前|西北面獻賓",
        "主人阼階上拜送爵|賓少退|薦脯醢",
        "執旌負侯而俟",  # 三耦初射
        "當階|北面揖|及階|揖",
        "左右撫矢而乘之",  # 取矢委楅
        "卻手自弓下取一個|兼諸弣|順羽|且興",  # 三耦拾取矢
        "獲者執爵|使人執其薦與俎從之|適右個|設薦俎",  # 獻獲者
        "乃設楅於中庭|南當洗|東肆",
        "使二人舉觶於賓介|洗|升實觶|於西階上皆坐奠觶",  # 鄉飲酒禮 二人舉觶
        "主人復阼階東|西面|賓東北面盥",  # 鄉飲酒禮 賓酢主人
    ],
)
def test_clauses_are_those_of_the_editions(marked: str) -> None:
    assert cut(marked.replace("|", "")) == fold(marked).split("|")


def test_a_reading_joined_in_order_is_the_text() -> None:
    text = fold("司射適堂西袒決遂取弓於階西兼挾乘矢升自西階階上北面告於賓曰弓矢既具有司請射")
    assert "".join(cut(text)) == text


def test_unknown_words_are_kept_and_end_no_parse() -> None:
    text = "主人坐取龘於上篚以降"
    assert "".join(cut(text)) == text and cut(text)[-1] == "以降"


def test_time_grows_with_length() -> None:
    short = "主人坐取爵於上篚以降賓降主人阼階前西面坐奠爵興辭降賓對"
    phrases = parse(short * 40)
    assert [p.end - p.start for p in phrases[: len(parse(short))]] == [p.end - p.start for p in parse(short)]


def test_a_formula_has_the_graph_that_it_needs() -> None:
    """A formula is only looked for where its letters stand: wherever it matches, the match, or what it looks ahead to, has them."""
    from xiangshe_nlp.paths import seeds_folder
    from xiangshe_nlp.phrases import patterns
    from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments

    chapter = read_chapter(load_manifest(seeds_folder()), "xiangshe")
    texts = [segment.norm for segment in read_segments(chapter) if segment.layer in ("base", "record", "commentary")]
    found = 0
    for pattern, name, needs in patterns().statics:
        for text in texts:
            for match in pattern.finditer(text):
                assert not match[1] or needs in text[match.start():match.end(1) + 2], (name, match[1])
                found += bool(match[1])
    assert found > 100
