"""Where clauses end in a parsed stretch of base text: how editions of the Yili punctuate.

Each act is a clause of its own, but for a few close pairs (坐取爵, 執爵興, 降洗, 升實爵, 拜送爵, 盥洗, 立飲).
"""

from __future__ import annotations

from collections.abc import Sequence

from .phrases import Phrase

# posture, then what is done in it; motion, then what one has gone to do
SEATED = frozenset("坐俯跪")
MOVES = frozenset("升降出入進退反從")
GOALS = frozenset("就復反由")
SALUTES = frozenset("揖讓")
ERRANDS = frozenset("洗盥實酌受取迎拜請獻酢酬飲媵卒授送辭")
PAIRS = {
    "盥": "洗", "祭": "飲", "立": "飲卒", "袒": "執決", "奉": "升降進入", "決": "遂執", "搢": "挾", "拜": "送受稽", "執": "興負許",
    "興": "對辭取受",
}


def clause_ends(phrases: Sequence[Phrase], text: str) -> list[int]:
    """Where the clauses of a parsed stretch end.

    >>> from xiangshe_nlp.grammar import parse
    >>> text = "主人坐取爵於上篚以降"
    >>> clause_ends(parse(text), text)
    [8, 10]
    """
    ends: list[int] = []
    clause: list[Phrase] = []
    for k, phrase in enumerate(phrases):
        if clause and _cut_before(clause, phrase, phrases[k + 1:k + 3], text):
            ends.append(clause[-1].end)
            clause = []
        clause.append(phrase)
    if clause:
        ends.append(clause[-1].end)
    return ends


def _cut_before(clause: Sequence[Phrase], phrase: Phrase, later: Sequence[Phrase], text: str) -> bool:
    last = clause[-1]
    kinds = [p.kind for p in clause]
    if not {"V", "S", "L"} & set(kinds) and not (last.kind == "X" and len(kinds) > 1):
        seated = phrase.value == "order" and bool(later) and later[0].act is not None and later[0].act.entry.kind == "posture"
        return not seated and _cut_before_predicate(kinds, last, phrase)
    if phrase.kind == "V" and last.kind == "V":
        return not _joined(clause, phrase, later, text)
    if phrase.kind == "L":
        return last.kind != "V"
    if phrase.kind == "X":
        return not text.startswith("者", phrase.start) and _cut_before_unknown(clause, later)
    if phrase.kind == "S":
        return not (_open_order(clause) or text.startswith("者", phrase.start))
    if phrase.kind == "D":
        return _cut_before_adverb(clause, phrase, later)
    if phrase.kind == "V" and last.kind == "D":
        return False
    if phrase.kind == "P" and phrase.value == "自" and _form(last) in ("卻", "覆"):
        return False  # 卻手自弓下取一個: how the hand takes it
    if phrase.kind == "W" and last.kind == "V":
        return bool(later) and later[0].kind in "VDP"
    if phrase.kind == "P" and phrase.value == "當" and _bare(last) and last.act is not None:
        return last.act.entry.kind != "posture"  # 立當西序
    if phrase.kind == "P" and _goes_to_seat(last, [phrase], text):
        return bool(later) and later[0].kind != "F"
    if last.kind == "P" and len(kinds) > 1 and kinds[-2] == "V":
        return last.value != "自"
    if phrase.kind == "V" and last.value == "order":
        return phrase.act is None or phrase.act.entry.kind != "posture"  # 西面北上坐
    return last.kind not in ("D", "W", "P", "F", "A") or phrase.kind == "A"


def _cut_before_unknown(clause: Sequence[Phrase], later: Sequence[Phrase]) -> bool:
    last = clause[-1]
    if _form(last) == "曰":
        return "亦" not in (p.value for p in clause)
    complete = last.act is not None and (last.act.object is not None or last.act.place is not None)
    return complete and bool(later) and later[0].kind in "VDL" or last.kind not in ("V", "X", "D")


def _cut_before_predicate(kinds: Sequence[str], last: Phrase, phrase: Phrase) -> bool:
    """Whether a clause that has no act yet ends here: a place, a facing, a name that stands by itself."""
    if kinds == ["P"] and last.value == "當":
        return phrase.kind in "FSD" or phrase.act is not None and phrase.act.entry.kind in ("drinking", "washing", "handling")
    if set(kinds) <= {"P", "F"} and phrase.kind == "A":
        return True
    if kinds == ["P"]:
        return phrase.kind in "PSA" or phrase.kind == "V" and last.value == "自" and phrase.act is not None and (
            phrase.act.place is not None and phrase.act.entry.form != "適")
    if kinds == ["F"] and _form(phrase) == "興":
        return True  # nobody turns in rising: the facing ends what was before
    if kinds == ["D"] and last.value == "則" and last.end - last.start > 2:
        return phrase.value == "則"  # 大夫之矢，則兼束之
    if kinds in (["F"], ["P", "F"]):
        return phrase.kind in "SA"
    return phrase.kind == "A" and "A" in kinds


def _form(phrase: Phrase) -> str:
    return phrase.act.entry.form if phrase.act else ""


def _open_order(clause: Sequence[Phrase]) -> bool:
    """Whether the clause holds an order whose words go on; 從之 (go with him) closes it."""
    if _form(clause[-1]) in ("從", "曰") or _closes_order(clause[-1]):
        return False
    return any(
        p.kind == "V" and p.act is not None and {"c", "h"} & set(p.act.entry.more["frame"]) and p.act.object is None
        for p in clause
    )


def _closes_order(phrase: Phrase) -> bool:
    """舉觶於賓: the words of an order that say to whom or where are complete."""
    return phrase.act is not None and any(
        span is not None and span[0] > phrase.act.verb[1] for span in (phrase.act.recipient, phrase.act.place)
    ) and "c" not in phrase.act.entry.more["frame"]


def _told(clause: Sequence[Phrase]) -> bool:
    """Whether an order has said what is to be done: 使人相祭, but 命弟子俟徹俎."""
    order = next(k for k, p in enumerate(clause) if p.act is not None and {"c", "h"} & set(p.act.entry.more["frame"]))
    words = [p for p in clause[order + 1:] if p.kind == "V"]
    return _form(clause[order]) == "使" and bool(words) and words[-1].act is not None and words[-1].act.object is not None


def _bare(phrase: Phrase) -> bool:
    return phrase.act is not None and phrase.end == phrase.act.verb[1]


def _joined(clause: Sequence[Phrase], phrase: Phrase, later: Sequence[Phrase], text: str) -> bool:
    """Whether two acts that stand side by side are one clause."""
    last, before = clause[-1], (clause[-2].value or clause[-2].kind) if len(clause) > 1 else ""
    assert last.act is not None and phrase.act is not None
    one, two = last.act.entry.form, phrase.act.entry.form
    if two == "曰":
        return last.act.entry.kind == "command" or _bare(last) and last.act.entry.kind == "courtesy"
    if _open_order(clause):
        return two == "從" or not _told(clause)
    if one in SEATED:
        return _bare(last) and not (later and later[0].kind == "V" and _pair(phrase, later[0], ""))
    if one == "還":
        return two in "視授"
    if one == "讓" and two not in MOVES:
        return True  # 讓取弓矢: yield to one another in doing it
    if one in MOVES and ({p.value for p in clause} & {"皆", "以"} or _goes_to_seat(phrase, later, text)):
        return False
    return _pair(last, phrase, before)


def _goes_to_seat(phrase: Phrase, later: Sequence[Phrase], text: str) -> bool:
    """實爵主人之席前: one fills the cup and goes with it to the front of a seat."""
    fills = phrase.act is not None and phrase.act.entry.form == "實"
    return fills and bool(later) and later[0].kind == "P" and text[later[0].start:later[0].end].endswith("席前")


def _pair(last: Phrase, phrase: Phrase, before: str) -> bool:
    assert last.act is not None and phrase.act is not None
    one, two = last.act.entry.form, phrase.act.entry.form
    if one == "興" and before == "V":
        return False
    if one == "拜" and two == "受" and (before == "答" or phrase.act.place is not None):
        return False  # 拜，受爵於筵前; 答拜，受爵
    if two[0] in PAIRS.get(one, ()):
        return (before != "不" or one == "決") and (one != "祭" or _bare(last)) and (one not in ("盥", "祭") or _bare(phrase))
    if one == "絕" and two == "祭":
        return True
    if two == "辭" and last.act.place is None and last.act.entry.kind == "handling":
        return True
    if one == "由":
        return two == "適" or two in MOVES and _bare(phrase)
    if _bare(last) and "o" in last.act.entry.more["frame"] and last.act.entry.kind == phrase.act.entry.kind == "handling":
        return phrase.act.object is not None  # 掩束之: two verbs, one object
    if one in MOVES and (_bare(last) or (one == "從" and two in MOVES)):
        goal = two in GOALS and not _bare(phrase)
        return before not in ("反", "少") and (_errand(one, phrase) or one == "從" or goal)
    if one in SALUTES:
        return before != "相" and one != two and (two in SALUTES or two in MOVES or two == "行") and _bare(phrase) or two == "就"
    if one == "厭":
        return two in MOVES and _bare(phrase)
    return False


def _errand(move: str, phrase: Phrase) -> bool:
    """What one goes to do, said in one breath: 降洗, 升實爵, 進受爵; but 升，授主人爵, 升，拜洗."""
    verb = _form(phrase)
    if move == "進":
        return verb in "受取薦"
    return verb in ERRANDS and (move, verb) != ("升", "授") and not (verb == "拜" and not _bare(phrase))


def _cut_before_adverb(clause: Sequence[Phrase], phrase: Phrase, later: Sequence[Phrase]) -> bool:
    last = clause[-1]
    if last.kind == "D":
        return False
    following = later[0] if later else None
    if phrase.value == "而" and phrase.end - phrase.start == 1:
        return False
    to_all = phrase.value in ("皆", "各") and any(p.act is not None and p.act.recipient for p in clause)
    if _open_order(clause) and phrase.value not in ("遂", "乃", "而後", "則") and not to_all and phrase.entry is not None:
        return False
    numbered = phrase.entry is not None and phrase.entry.kind in ("number", "times")
    if numbered and _form(last) == "揖" and following is not None and _form(following) == "讓":
        return False  # 壹揖壹讓升
    if phrase.value == "不" and _negated_pair(clause, following):
        return False
    if phrase.value == "以":
        return not _purpose_joined(clause, following)
    if phrase.value == "不" and following is not None and following.act is not None and last.act is not None:
        return not (last.act.entry.form == "執" and _bare(following) and last.act.object is not None)
    return last.kind in ("V", "S", "L", "X")


def _negated_pair(clause: Sequence[Phrase], following: Phrase | None) -> bool:
    """不貫不釋, 不易不洗: two bare verbs, each denied."""
    if len(clause) < 2 or clause[-2].value != "不" or following is None:
        return False
    short = all(p.end - p.start == 1 for p in (clause[-1], following))
    return short and clause[-1].kind in "VX" and following.kind in "VX"


def _purpose_joined(clause: Sequence[Phrase], following: Phrase | None) -> bool:
    """Whether 以 and what follows go on with the clause: 取觶以興, 執一算以告, but 取爵於篚，以降."""
    if following is None or following.kind == "X":
        return True
    if following.kind != "V" or following.act is None:
        return False
    last = clause[-1].act
    kind = following.act.entry.kind
    if kind in ("motion", "posture"):
        if not _bare(following):
            return following.act.entry.form == "從" or (following.act.entry.form == "升" and last is not None and _bare(clause[-1]))
        return last is not None and last.place is None
    return kind != "shooting" and following.act.place is None and following.act.recipient is None
