"""Acts, their arguments and their agents, on passages of the Yili read as small corpora."""

from __future__ import annotations

import pytest

from xiangshe_nlp.acts import make_rows
from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.discourse import RULES
from xiangshe_nlp.ellipsis import decide_agents
from xiangshe_nlp.events import extract_events
from xiangshe_nlp.lexicon import load_vocabulary
from xiangshe_nlp.model import Action, Chapter, Segment, Witness
from xiangshe_nlp.normalize import fold
from xiangshe_nlp.speech import find_topics, mark_speech


def read(*stretches: str) -> list[Action]:
    """Acts of a base text given as stretches between notes."""
    text = "|".join(stretches)
    segments, at = [], 0
    for number, stretch in enumerate(stretches):
        segments.append(Segment(f"w-s{number}", "w", "base", "", "", at, at + len(stretch), stretch, "", fold(stretch), "s"))
        at += len(stretch) + 1
    witness = Witness("w", "c", "", "", "", "lzh", "Hant", "marked", "", "", len(text), "", "", "yes")
    clauses = segment_clauses(segments, Chapter("c", "", (witness,), {"w": text}, {}, ()), {})
    events = mark_speech(extract_events(clauses), clauses, {"w": text})
    actions, arguments, _ = make_rows(events, decide_agents(events, find_topics(clauses, events)), clauses)
    for argument in arguments:
        if argument.start is not None and argument.end is not None and argument.role in ("agent", "recipient"):
            assert text[argument.start:argument.end] == argument.text or fold(text[argument.start:argument.end]) == argument.text
    return actions


def agents(*stretches: str) -> list[str]:
    """Performed acts as verb:agents."""
    return [f"{a.action}:{a.agents}" for a in read(*stretches) if a.status == "performed"]


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        # 主人獻賓: the chain goes on until another is named as agent, not as recipient
        ("主人坐取爵實之西北面獻賓賓西階上拜", ["坐:主人", "取:主人", "實:主人", "獻:主人", "拜:賓"]),
        # 主人獻賓: attendants set out food, and the chain goes on after them
        ("賓升席乃設折俎坐左執爵", ["升:賓", "設:有司", "坐:賓", "執:賓"]),
        # 主人酬賓: he finishes washing who washed
        ("主人坐取觶洗賓不辭洗卒洗揖讓升", ["坐:主人", "取:主人", "洗:主人", "辭:賓", "卒:主人", "揖:主人+賓", "讓:主人+賓", "升:主人+賓"]),
        # 主人獻衆賓: who received the cup drinks
        ("主人西階上獻衆賓衆賓之長升拜受者三人主人拜送坐祭立飲",
         ["獻:主人", "升:衆賓之長", "拜:衆賓之長", "受:衆賓之長", "拜:主人", "送:主人", "坐:衆賓之長", "祭:衆賓之長",
          "立:衆賓之長", "飲:衆賓之長"]),
        # 遵入獻酢: after an answering bow he goes on who has the cup
        ("主人實爵坐奠爵拜大夫答拜坐祭卒爵", ["實:主人", "坐:主人", "奠:主人", "拜:主人", "拜:大夫", "坐:主人", "祭:主人", "卒:主人"]),
        # 一人舉觶: one person is the role that he takes
        ("一人洗舉觶於賓升實觶", ["洗:舉觶者", "舉:舉觶者", "升:舉觶者", "實:舉觶者"]),
        # 作射請釋獲: once the request is granted the asker goes on
        ("司射升請釋獲於賓賓許降搢扑", ["升:司射", "請:司射", "許:賓", "降:司射", "搢:司射"]),
        # 取矢委楅: the ordered do what was ordered
        ("司馬命弟子設楅乃設楅於中庭", ["命:司馬", "設:弟子"]),
        # 請坐徹俎: the messenger reports back
        ("司正北面請坐於賓賓辭以俎反命于主人", ["請:司正", "辭:賓", "反:司正"]),
        # 三耦初射: what is done to one another, and the way back to one
        ("司射進與司馬交於階前相左由堂下西階之東北面視上射", ["進:司射", "交:司射", "左:司射+司馬", "由:司射", "視:司射"]),
        # another chapter, 鄉飲酒禮 迎賓: the host greets one guest after the other
        ("主人迎于門外再拜賓賓答拜拜介介答拜揖衆賓", ["迎:主人", "拜:主人", "拜:賓", "拜:主人", "拜:介", "揖:主人"]),
    ],
)
def test_agents(passage: str, expected: list[str]) -> None:
    assert agents(passage) == expected


def test_a_note_ends_no_chain() -> None:
    assert agents("主人坐取觶於篚以降", "洗") == ["坐:主人", "取:主人", "降:主人", "洗:主人"]


def test_a_name_inside_a_name_is_never_counted() -> None:
    acts = read("釋獲者坐而釋獲", "衆賓皆降", "司射適堂西")
    assert [a.agents for a in acts] == ["釋獲者", "釋獲者", "衆賓", "司射"]


def test_arguments_of_one_act() -> None:
    (sits, sets) = read("主人阼階前西面坐奠爵於篚下")
    assert (sits.place, sits.facing, sets.object, sets.place) == ("阼階前", "西面", "爵", "篚下")
    (bows,) = read("主人西南面三拜衆賓")
    assert (bows.count, bows.recipient, bows.facing) == (3, "衆賓", "西南面")
    (bows,) = read("賓不拜既爵")
    assert (bows.negated, bows.object) == (True, "既爵")


def test_orders_and_speeches_are_not_performed() -> None:
    acts = read("司馬命獲者執旌以負侯獲者適侯")
    assert [(a.action, a.status) for a in acts] == [
        ("命", "performed"), ("執", "commanded"), ("負", "commanded"), ("適", "performed")]
    acts = read("司射北面告於賓曰三耦卒射賓揖")
    assert [(a.action, a.status) for a in acts] == [
        ("告", "performed"), ("曰", "performed"), ("卒", "quoted"), ("揖", "performed")]


def test_an_agent_is_never_a_silent_guess() -> None:
    for act in read("主人坐取爵興適洗", "薦脯醢", "乃射"):
        assert act.agent_source in ("explicit", "resolved", "unspecified") and act.agent_rule and 0 < act.confidence <= 1


def test_every_rule_has_a_source_and_a_row() -> None:
    rows = {entry.form for entry in load_vocabulary("agent_rules")}
    for rule in RULES:
        assert "Source:" in (rule.__doc__ or ""), rule.__name__
        assert rule.__name__ in rows


def test_vocabulary_of_other_chapters_works() -> None:
    # 大射 and 燕禮: offices that the seeds never name
    assert agents("小臣自阼階下北面請媵爵者公命長", "射人告具于公", "宰夫薦脯醢") == [
        "請:小臣", "命:公", "告:射人", "薦:宰夫"]


def test_offsets_of_one_witness_are_not_those_of_another() -> None:
    """Two witnesses that name others at the same offsets: roles and antecedents are each one's own."""
    texts = {"w": "主人坐取爵興", "v": "大夫坐取爵興", "x": "獻大夫坐取爵"}
    segments = [Segment(f"{key}-s1", key, "base", "", "", 0, 6, text, "", text, "s") for key, text in texts.items()]
    witnesses = tuple(Witness(key, "c", "", "", "", "lzh", "Hant", "marked", "", "", 6, "", "", "yes") for key in texts)
    clauses = segment_clauses(segments, Chapter("c", "", witnesses, texts, {}, ()), {})
    events = mark_speech(extract_events(clauses), clauses, texts)
    actions, arguments, mentions = make_rows(events, decide_agents(events, find_topics(clauses, events)), clauses)
    home = {action.action_id: action.action_id[0] for action in actions}
    rests = [argument for argument in arguments if argument.antecedent_id]
    assert {home[argument.action_id] for argument in rests} >= {"w", "v"}
    assert all(argument.antecedent_id[0] == home[argument.action_id] for argument in rests)
    assert [mention.function for mention in mentions] == ["agent", "agent", "recipient"]
