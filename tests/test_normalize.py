"""Folded forms: ritual graphs in both scripts, and what must hold of every text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xiangshe_nlp import normalize
from xiangshe_nlp.errors import InputError
from xiangshe_nlp.lexicon import load_vocabulary, read_rows
from xiangshe_nlp.normalize import fold

# Graphs of the rite, as printed in simplified script and as the folded form has them. Where OpenCC's first choice is
# the modern word (几 幾, 尸 屍, 腊 臘), the graph of the ritual books stands.
RITUAL = {
    # persons
    "宾": "賓", "众": "衆", "众宾": "衆賓", "尸": "尸", "获者": "獲者", "释获者": "釋獲者", "乐正": "樂正", "执爵者": "執爵者",
    # things
    "几": "几", "俎": "俎", "笾": "籩", "豆": "豆", "铏": "鉶", "敦": "敦", "簋": "簋", "簠": "簠", "觯": "觶", "觚": "觚", "丰": "豐",
    "腊": "腊", "肴": "肴", "干肉": "乾肉", "荐": "薦", "斗": "斗", "钟": "鍾", "扑": "扑", "个": "個", "余": "餘", "侯": "侯", "乏": "乏",
    "决": "決", "遂": "遂", "韦": "韋", "屦": "屨", "缁": "緇", "纁": "纁", "币": "幣", "贽": "贄", "算": "算", "楅": "楅", "筹": "籌",
    "面": "面", "里": "里", "谷": "谷", "舍": "舍",
    # acts
    "献": "獻", "酢": "酢", "酬": "酬", "复": "復", "后": "後", "云": "云", "采": "采", "辟": "辟", "占": "占", "征": "徵", "仆": "仆",
    "系": "繫", "升": "升", "发": "發", "尽": "盡", "并": "並", "折": "折", "卷": "卷", "冲": "衝", "说": "說", "脱": "脫", "挟": "挾",
    "扬": "揚", "与": "與", "于": "於", "为": "為", "咸": "咸", "饥": "飢", "杯": "杯", "据": "據", "制": "制", "曲": "曲", "郁": "鬱",
    # pieces of music and books
    "驺虞": "騶虞", "采蘩": "采蘩", "采苹": "采蘋", "葛覃": "葛覃", "关雎": "關雎", "鹊巢": "鵲巢", "礼": "禮", "仪礼": "儀禮",
}

# Variant graphs of prints and of web copies.
PRINTED = {
    "荅": "答", "賔": "賓", "靣": "面", "鄕": "鄉", "郷": "鄉", "飮": "飲", "敎": "教", "旣": "既", "卽": "即", "强": "強", "眾": "衆",
    "爲": "為", "説": "說", "絶": "絕", "羮": "羹", "吿": "告", "閒": "間", "戸": "戶", "毎": "每", "筭": "算", "皃": "貌", "内": "內",
    "𤣥": "玄", "𧰼": "象", "𨕖": "選", "𠋣": "倚", "𩔖": "類", "㑹": "會", "䙝": "褻", "个": "個", "适": "適", "觯": "觶",
    "雲": "云", "複": "復", "撲": "扑", "偶": "耦", "朿": "束", "巳": "已", "\uf92c": "郎", "\u2f00": "一",
}


@pytest.mark.parametrize(("simplified", "folded"), RITUAL.items())
def test_ritual_graphs_of_simplified_texts(simplified: str, folded: str) -> None:
    assert fold(simplified, "Hans") == folded


@pytest.mark.parametrize("folded", sorted(set(RITUAL.values())))
def test_traditional_graphs_stay(folded: str) -> None:
    assert fold(folded) == folded
    assert fold(folded, "Hans") == folded


@pytest.mark.parametrize(("printed", "folded"), PRINTED.items())
def test_variant_graphs(printed: str, folded: str) -> None:
    assert fold(printed) == folded


def test_graphs_that_are_readings_stay_apart() -> None:
    """What the commentators distinguish is no matter of graphs: 古文挩作帨, 今文辯皆作徧, 竝併也."""
    for one, two in (("挩", "帨"), ("辯", "徧"), ("並", "併"), ("壹", "一"), ("豫", "序"), ("說", "脫"), ("己", "已")):
        assert fold(one) == one != fold(two) == two


GRAPHS = st.text(st.characters(min_codepoint=0x3400, max_codepoint=0x2FA1F, exclude_categories=["Cs"]) | st.characters())


@given(GRAPHS, st.sampled_from(["Hant", "Hans"]))
def test_folding_keeps_length_and_is_idempotent(text: str, script: str) -> None:
    folded = fold(text, script)
    assert len(folded) == len(text)
    assert fold(folded, script) == folded


@given(GRAPHS, GRAPHS)
def test_folding_knows_no_context(one: str, two: str) -> None:
    assert fold(one + two, "Hans") == fold(one, "Hans") + fold(two, "Hans")


def test_compatibility_ideographs_follow_the_table_of_their_script() -> None:
    assert fold("\uf9e9", "Hans") == "里"


def test_the_whole_converter_serves_where_its_table_of_characters_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda path: False)
    assert normalize._converter.__wrapped__().convert("众") == "衆"


def test_every_graph_folds_to_one_that_stays() -> None:
    graphs = "".join(map(chr, (*range(0x2E80, 0xA000), *range(0xF900, 0xFB00), *range(0x20000, 0x30000))))
    for script in ("Hant", "Hans"):
        folded = fold(graphs, script)
        assert len(folded) == len(graphs)
        assert fold(folded, script) == folded


def test_rows_of_variants() -> None:
    rows = load_vocabulary("variants")
    assert {len(row.form) + len(row.lemma) for row in rows} == {2}
    assert {row.more["script"] for row in rows} <= {"", "Hant", "Hans"}
    assert {row.kind for row in rows} == {"orthographic", "conversion", "print", "simplified"}
    assert [row.form for row in rows if not (row.english and row.source)] == []
    assert len({(row.form, row.more["script"]) for row in rows}) == len(rows)


@pytest.mark.parametrize("name", ["actors", "actions", "objects", "places", "numerals", "speakers"])
def test_vocabularies_are_written_folded(name: str) -> None:
    """A form that is not folded never matches `norm`, and nobody notices."""
    assert [entry.form for entry in load_vocabulary(name) if fold(entry.form) != entry.form] == []


def test_a_vocabulary_row_with_an_unquoted_comma_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x.csv").write_text("form,lemma\n[^如]{1,2}服,服\n", encoding="utf-8")
    monkeypatch.setattr("xiangshe_nlp.lexicon.files", lambda package: tmp_path)
    with pytest.raises(InputError, match=r"x\.csv:2"):
        read_rows("x.csv")
