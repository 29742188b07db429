"""What translations and commentators say of who acts: read from real sentences, never overruling."""

from __future__ import annotations

from pathlib import Path

import pytest

from xiangshe_nlp.corpus import build_chapter, read_chapters
from xiangshe_nlp.evaluation.agent_evidence import agent_evidence
from xiangshe_nlp.evaluation.gold import load_gold
from xiangshe_nlp.evaluation.view import View
from xiangshe_nlp.evidence import gather_evidence, judge
from xiangshe_nlp.evidence.notes import read_statements
from xiangshe_nlp.model import Chapter, Evidence
from xiangshe_nlp.tables import to_frame

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("actions", "mentions", "alignments", "links", "segments", "clauses")
Built = tuple[Chapter, dict[str, list]]


@pytest.fixture(scope="module")
def built() -> Built:
    chapter = read_chapters()[0]
    rows = {name: list(found) for name, found in build_chapter(chapter).items()}
    rows["agent_evidence"] = gather_evidence(*(rows[name] for name in NEEDED))
    return chapter, rows


def said_of(built: Built, clause: str, verb: str, witness_id: str, speaker: str = "", *, agents: str = "") -> set[tuple[str, str]]:
    """Verdicts and names that a text has for the acts of a verb in the base clauses of these words."""
    _, rows = built
    clauses = {c.clause_id for c in rows["clauses"] if c.layer == "base" and c.norm == clause}
    acts = {a.action_id for a in rows["actions"] if a.clause_id in clauses and a.action == verb and agents in ("", a.agents)}
    assert acts
    return {(e.says, e.agents) for e in rows["agent_evidence"]
            if e.action_id in acts and e.witness_id == witness_id and e.speaker == speaker}


def test_every_act_has_a_row_for_each_translation(built: Built) -> None:
    _, rows = built
    layer = {c.clause_id: c.layer for c in rows["clauses"]}
    acts = [a.action_id for a in rows["actions"] if layer[a.clause_id] in ("base", "record") and a.status == "performed"]
    for witness_id in ("niutrans", "baihua"):
        heard = [e.action_id for e in rows["agent_evidence"] if e.witness_id == witness_id]
        assert sorted(heard) == sorted(acts)
    assert len({(e.action_id, e.witness_id, e.speaker) for e in rows["agent_evidence"]}) == len(rows["agent_evidence"])


def test_quoted_words_hold_name_and_verb(built: Built) -> None:
    chapter, rows = built
    for e in rows["agent_evidence"]:
        assert (e.start is None) == (e.end is None) == (e.says == "silent") == (not e.agents)
        if e.start is not None:
            assert 0 < e.end - e.start < 120
            assert chapter.texts[e.witness_id][e.start:e.end].strip()


def test_subject_written_in_the_sentence(built: Built) -> None:
    """主人阼階前西面坐奠爵，興，辭降: the first translation names the host once for three acts."""
    assert said_of(built, "興辭降", "辭", "niutrans", agents="主人") == {("agree", "主人")}


def test_no_subject_in_the_sentence_is_silence(built: Built) -> None:
    """起立，退后站立片刻: a sentence without a subject says nothing, though a reader knows who is meant."""
    assert said_of(built, "少立", "立", "niutrans") == {("silent", "")}


def test_dropped_clause_is_silence(built: Built) -> None:
    assert said_of(built, "遂卒觶", "卒", "niutrans") == {("silent", "")}


def test_translations_that_name_another(built: Built) -> None:
    """揖衆賓 is the host's; one translator gives it to the attendant."""
    assert said_of(built, "揖衆賓", "揖", "baihua") == {("disagree", "相")}
    assert said_of(built, "乃退", "退", "niutrans", agents="主人") == {("disagree", "賓")}


def test_subject_of_a_condition(built: Built) -> None:
    """不勝則不執弓 is said of those named before 如; 賓主人大夫若皆與射，則遂告於賓 is not: they do not announce it."""
    assert said_of(built, "則亦執弛弓", "執", "niutrans") == {("agree", "大夫之耦")}
    assert said_of(built, "則遂告於賓", "告", "niutrans") == {("silent", "")}


def test_commentators(built: Built) -> None:
    assert said_of(built, "乃降", "降", "jishi", "鄭玄", agents="樂正") == {("agree", "樂正")}  # 樂正降者堂上正樂畢也
    assert said_of(built, "乃降", "降", "jishi", "鄭玄", agents="相者") == {("agree", "相者")}  # 相者降立西方
    assert said_of(built, "袒執弓", "執", "benyi", "郝敬") == {("agree", "弟子")}  # 弟子降袒執弓
    assert said_of(built, "辟設於乏南", "設", "benyi", "蔡德晉") == {("agree", "獲者")}  # 獲者亦移薦俎北行故設於乏南
    assert said_of(built, "階前命弟子俟徹俎", "命", "zhushu", "賈公彥") == {("agree", "司正")}  # 司正降自西階，階前命之
    assert said_of(built, "還授弟子", "還", "zhushu", "賈公彥") == {("silent", "")}  # 賓、主人俎 are theirs, not they
    assert said_of(built, "側降", "降", "jishi", "鄭玄") == {("silent", "")}  # 賓不從降 denies another
    assert said_of(built, "賓升", "升", "jishi", "鄭玄") <= {("silent", ""), ("agree", "賓")}  # 賓不俱升 is no denial


def test_reported_text_is_not_the_commentator() -> None:
    """鄭玄 on 長受酬: 古文曰受酬者不拜 is what another text reads."""
    norm = "言酬者不拜者，嫌酬堂下異位當拜也。古文曰受酬者不拜。"
    assert [(s.verb, sorted(s.names), s.denied) for s in read_statements(norm, range(len(norm) + 1))] == [
        ("拜", ["酬者"], True)]


def test_denied_is_the_verb_not_its_adverb() -> None:
    """鄭玄 on 迎賓拜至: 賓不俱升 denies that they go up together, 賓不從降 that the guest goes down."""
    for norm, said in (("三讓而主人先升者", [("升", ["主人"], False)]), ("賓不俱升者", []), ("賓不降", [("降", ["賓"], True)])):
        found = read_statements(norm, range(len(norm) + 1))
        assert [(s.verb, sorted(s.names), s.denied) for s in found] == said


def test_a_name_goes_on_until_its_sentence_ends_or_another_is_named() -> None:
    """蔡德晉 on 獻釋獲者 (辟 is both adverb and verb), on 獻獲者; 賈公彥 on 二人舉觶."""
    for norm, said in (
        ("釋獲者西行辟薦反", "西行辟薦反"), ("司馬受爵奠於篚北行復位獲者亦移薦俎", "受奠北行復薦"),
        ("司正當監旅酬訖，故降，使二人舉觶", "監旅酬降使舉"),
    ):
        assert "".join(s.verb for s in read_statements(norm, range(len(norm) + 1))) == said


@pytest.mark.parametrize(
    ("agents", "others", "verdict"),
    [("主人", ["主人"], "agree"), ("上耦", ["下射", "上射"], "agree"), ("耦", ["大夫之耦"], "agree"),
     ("主人+賓", ["賓"], "agree"), ("賓", ["衆賓"], "disagree"), ("獲者", ["釋獲者"], "disagree")],
)
def test_verdicts(agents: str, others: list[str], verdict: str) -> None:
    assert judge(agents, others) == verdict


def test_as_checked_by_hand(built: Built) -> None:
    chapter, rows = built
    view = View({name: to_frame(name, found) for name, found in rows.items()}, load_gold(ROOT / "tests" / "gold"), chapter.texts)
    checked = [o for o in agent_evidence(view) if o.figure == "agent_evidence"]
    assert len(checked) >= 60
    assert sum(o.hit for o in checked) / len(checked) >= 0.9


def test_order_of_rows_does_not_matter(built: Built) -> None:
    _, rows = built
    shuffled = {name: rows[name] for name in NEEDED}
    shuffled["alignments"] = rows["alignments"][::-1]
    again: list[Evidence] = gather_evidence(*(shuffled[name] for name in NEEDED))
    assert sorted(map(str, again)) == sorted(map(str, rows["agent_evidence"]))
