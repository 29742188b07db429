"""One clause or one stage side by side, and the concordance, on the tables of the seeds."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pandas as pd
import pytest

from xiangshe_nlp.concordance import KWIC_COLUMNS, kwic
from xiangshe_nlp.corpus import load_corpus
from xiangshe_nlp.errors import InputError
from xiangshe_nlp.reading import show_clause, show_stage

Tables = dict[str, pd.DataFrame]


@pytest.fixture(scope="module")
def tables() -> Tables:
    """The tables of the seeds."""
    return load_corpus().tables


class Words(HTMLParser):
    """What a browser would show of a page, and whether its tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.shown, self.open = "", [""]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("col", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.shown += data if self.open[-1] != "style" else ""


def shown(page: str) -> str:
    """The words of a page that closes all its tags."""
    words = Words()
    words.feed(page)
    assert words.open == [""]
    return words.shown


def test_a_clause_shows_all_its_witnesses(tables: Tables) -> None:
    """賓厭衆賓: the note defines 厭 and reports that the Han script has 揖衆賓."""
    view = show_clause(tables, "賓厭衆賓")
    text = str(view)
    for words in ("經  賓厭衆賓", "引手曰厭", "厭  賓  → 衆賓", "今文 揖衆賓", "厭: 引手 (鄭玄)"):
        assert words in text
    assert text.count("譯  ") == 2
    page = shown(view._repr_html_())
    assert "引手曰厭" in page and "今文 揖衆賓" in page


def test_a_clause_is_found_by_id_and_by_words_in_any_script(tables: Tables) -> None:
    clause = show_clause(tables, "賓厭衆賓").stretches[0].clauses[0]
    assert show_clause(tables, clause.clause_id).stretches[0].clauses == (clause,)
    assert show_clause(tables, "宾厌众宾").stretches[0].clauses == (clause,)


@pytest.mark.parametrize("words", ["主人坐取爵於上篚以降", "賓取俎，還授司正", "射若中"])
def test_words_that_cross_a_cut_show_the_stretch(tables: Tables, words: str) -> None:
    view = show_clause(tables, words)
    clauses = view.stretches[0].clauses
    assert len(clauses) == 2 and clauses[0].clause_id in view.heading and clauses[1].clause_id in view.heading
    assert not view.also


def test_other_places_of_the_words_are_named(tables: Tables) -> None:
    view = show_clause(tables, "再拜")
    assert view.stretches[0].clauses[0].norm == "再拜" and len(view.also) > 5
    assert f"另見 also  {view.also[0]}" in str(view) and view.also[-1] in shown(view._repr_html_())


def test_what_is_lost_is_found_where_it_stood(tables: Tables) -> None:
    """無算爵: the copy lost 算 throughout."""
    places = kwic(tables, "無算爵", window=3)
    assert len(places) > 5 and set(places["restored"]) <= {"算", "算爵"}
    texts = load_corpus().texts
    for row in places.itertuples():
        assert row.match.startswith("无〔算") and texts[row.witness_id][row.start:row.end] in ("无爵", "无")
    assert show_clause(tables, "無算爵").stretches[0].clauses[0].norm == show_clause(tables, "無爵").stretches[0].clauses[0].norm
    assert kwic(tables, "主人", window=3)["restored"].eq("").all()


def test_actors_and_acts_are_marked_and_agents_left_out_are_said(tables: Tables) -> None:
    """主人坐取爵於上篚以降: the second clause does not say who goes down."""
    page = show_stage(tables, "主人獻賓")._repr_html_()
    assert re.search(r'<span class="xn-actor">主人</span><span class="xn-act" title="坐: 主人 \(explicit\)">坐</span>', page)
    assert re.search(r'以<span class="xn-left-out">〔主人〕</span><span class="xn-act"[^>]*>降</span>', page)


def test_a_stage_goes_from_note_to_note(tables: Tables) -> None:
    view = show_stage(tables, "主人獻賓")
    assert len(view.stretches) > 10
    assert all(stretch.clauses and stretch.notes for stretch in view.stretches[:8])
    stage = tables["stages"].set_index("heading").loc["主人獻賓", "stage_id"]
    base = tables["clauses"].query("layer == 'base' and stage_id == @stage")
    assert [c.clause_id for s in view.stretches for c in s.clauses] == base["clause_id"].tolist()
    assert show_stage(tables, stage).heading == view.heading


def test_a_copy_that_agrees_is_said_to_be_followed(tables: Tables) -> None:
    assert "乃 從 宋本" in str(show_stage(tables, "主人獻賓"))


def test_a_stage_without_base_text_shows_translations_and_the_note_that_is_left(tables: Tables) -> None:
    """大夫與耦射: 蔡德晉's note stands at the head of the file, its base text is lost."""
    view = show_stage(tables, "大夫與耦射")
    assert not view.stretches[0].clauses and len(view.stretches[0].translations) == 2
    assert "揖進出次揖也" in str(view) and "經文不存" in str(view)
    assert "經文不存" in shown(view._repr_html_())


def test_what_the_translations_alone_have_of_a_stage_is_said(tables: Tables) -> None:
    """息司正 breaks off after two clauses: the rest stands in the translations."""
    last = show_stage(tables, "息司正").stretches[-1]
    assert last.lost.startswith("經文無此") and len(last.translations) == 2
    assert "宾不参加" in last.translations[0][1] and "慰劳" not in last.translations[0][1]
    assert "經文無此" in str(show_stage(tables, "息司正"))
    assert not any(stretch.lost for stretch in show_stage(tables, "戒賓").stretches)


def test_notes_on_a_heading_stand_at_the_end_of_its_stage(tables: Tables) -> None:
    last = show_stage(tables, "獻釋獲者").stretches[-1]
    assert not last.clauses and "獲者及釋獲者分卑" in last.notes[0].text


def test_what_comes_from_a_text_is_escaped(tables: Tables) -> None:
    view = show_clause(tables, "賓厭衆賓")
    stretch = view.stretches[0]
    evil = "<script>alert('&')</script>"
    note = stretch.notes[0]._replace(text=evil, start=0, end=len(evil), skip="", speaker=evil)
    gloss = stretch.glosses[0]._replace(headword=evil, gloss=evil, pattern='"' + evil, speaker=evil)
    page = replace(view, heading=evil, stretches=(replace(stretch, notes=(note,), glosses=(gloss,)),))._repr_html_()
    assert "<script>" not in page and shown(page).count(evil) == 6


def test_pages_need_nothing_from_elsewhere(tables: Tables) -> None:
    page = show_stage(tables, "主人獻賓")._repr_html_()
    assert not re.search(r"https?:|src=|@import|url\(", page)


@pytest.mark.parametrize("name", ["", "主人獻天", "xs99"])
def test_no_such_stage(tables: Tables, name: str) -> None:
    with pytest.raises(InputError, match="A stage is named by its id or its heading"):
        show_stage(tables, name)


@pytest.mark.parametrize("words", ["", "jishi-c99999", "天地玄黃"])
def test_no_such_clause(tables: Tables, words: str) -> None:
    with pytest.raises(InputError, match="A clause is named by its id, or by words"):
        show_clause(tables, words)


def test_the_concordance_folds_and_passes_over_punctuation(tables: Tables) -> None:
    """坐奠觯 of the simplified, punctuated 注疏 stands as 坐奠觯 and 坐，奠觯."""
    places = kwic(tables, "坐奠觶", window=4)
    assert tuple(places.columns) == KWIC_COLUMNS
    assert {"jishi", "zhushu"} <= set(places["witness_id"])
    assert {"坐奠觶", "坐奠觯"} <= set(places["match"])
    assert kwic(tables, "坐奠觯", window=4).equals(places)
    assert (places["left"].str.replace(r"\W", "", regex=True).str.len() <= 4).all()


def test_places_of_the_concordance_are_in_the_texts(tables: Tables) -> None:
    texts = load_corpus().texts
    places = kwic(tables, "奠爵", window=3)
    assert len(places) > 10
    for row in places.itertuples():
        assert texts[row.witness_id][row.start:row.end] == row.match
        assert texts[row.witness_id][row.start - len(row.left):row.end + len(row.right)] == row.left + row.match + row.right
    clauses = tables["clauses"].set_index("clause_id")
    for row in places.itertuples():
        assert clauses.loc[row.clause_id, "start"] <= row.start < clauses.loc[row.clause_id, "end"]


def test_a_concordance_of_nothing(tables: Tables) -> None:
    assert kwic(tables, "不見於此書").empty
    for words, window in (("", 3), ("，", 3), ("賓", -1)):
        with pytest.raises(InputError, match="has words to look for"):
            kwic(tables, words, window=window)


def test_a_stage_in_either_script() -> None:
    corpus = load_corpus()
    for name in ("戒宾", " 戒賓 ", "xs01 "):
        assert str(corpus.stage(name)) == str(corpus.stage("戒賓"))


def test_a_clause_stands_under_its_layer() -> None:
    corpus = load_corpus()
    for layer, label in (("base", "經"), ("record", "記"), ("commentary", "注"), ("translation", "譯")):
        clause = corpus.clauses[corpus.clauses["layer"] == layer].iloc[0]
        assert f"\n{label}  {clause['text'][:1]}" in str(corpus.clause(clause["clause_id"]))
