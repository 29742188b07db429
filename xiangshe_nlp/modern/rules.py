"""Rules that find the agents of a modern clause that names no subject.

`RULES` names them in the order in which they are asked; how often each is right stands in
`data/lexicon/modern_rules.csv`.
"""

from __future__ import annotations

from collections.abc import Callable

from .acts import Told
from .clauses import Parsed
from .memory import ATTENDANTS, SHOOTERS, Memory, Names, commanders, groups, is_plural, joined, staff

HOST = ("主人",)
SERVED = frozenset({"薦", "設", "羞", "席", "尊", "張", "縣", "加"})


class Unnamed:
    """A clause without subject, as the rules see it."""

    def __init__(self, parsed: Parsed, acts: list[Told], partners: Names) -> None:
        self.parsed, self.acts, self.partners = parsed, acts, partners
        self.first = acts[0] if acts else None


Rule = Callable[[Memory, Unnamed], "Names | None"]


def rule_together(memory: Memory, clause: Unnamed) -> Names | None:
    """與X: he who acts is joined by the person named with 與 (與賓相對一揖)."""
    if not clause.partners or not memory.current or not (clause.acts or clause.parsed.together):
        return None
    if is_plural(memory.current) and set(clause.partners) & groups():
        return None
    memory.leader = memory.current
    return joined([*memory.current, *clause.partners])


def rule_all_of_them(memory: Memory, clause: Unnamed) -> Names | None:
    """皆, 各, 二人, 相: all those of whom the sentence before spoke one by one.

    主人至堂下東邊，賓至堂下西邊，皆袒左臂: both; a group goes on as it is; a shooter goes with his
    partner (大夫執弓到其射耦之南就位。皆…作揖).
    """
    if not clause.parsed.together and not any(act.sense.rule == "mutual" for act in clause.acts):
        return None
    one_by_one = joined(name for name, at in memory.series if at == memory.sentence)
    if len(one_by_one) > 1:
        return one_by_one
    single = len(memory.current) == 1
    if memory.sentence - memory.pair_at < 8 and single and memory.current[0] in memory.pair:
        return memory.pair
    if is_plural(memory.current):
        return None
    for reach in (2, 3):
        names = joined(name for name, at in memory.series if memory.sentence - at < reach)
        if len(names) > 1 and not set(names) & staff():
            return names
    if single and memory.sentence - memory.mate[1] < 2 and memory.mate[0] not in memory.current:
        return (*memory.current, memory.mate[0])
    return None


def rule_office(memory: Memory, clause: Unnamed) -> Names | None:
    """Acts that belong to one office are done by it (釋算: the tally-keeper; 演奏: the musicians)."""
    act = clause.first
    doer = act.sense.doer if act is not None and act.lemma == act.sense.lemmas[0] and not act.negated else ""
    return tuple(doer.split("+")) if doer else None


def rule_ordering(memory: Memory, clause: Unnamed) -> Names | None:
    """Orders are given by one who serves the rite or is its host; after others by him who gave the last.

    Source: 鄉射禮 二人舉觶, 無算爵 (使二人舉觶); the base text's rule `ordering`.
    """
    act = clause.first
    if act is None or act.sense.rule != "command" or not memory.commander:
        return None
    names = (memory.ruler if memory.opens else memory.current) or memory.current
    return None if set(names) & commanders() and not set(names) - commanders() else memory.commander


def rule_attendants(memory: Memory, clause: Unnamed) -> Names | None:
    """Food, stands, mats and vessels are set forth by attendants where a sentence begins with it.

    Source: 鄭玄 on 乃薦脯醢 (鄉飲酒禮): the host's officers do it.
    """
    served = clause.acts[:1] and clause.acts[0].lemma in SERVED
    return ATTENDANTS if memory.opens and served and not clause.acts[0].negated else None


def rule_finisher(memory: Memory, clause: Unnamed) -> Names | None:
    """He who washes is he who has done washing (洗爵畢), though another has spoken since.

    So it is with shooting, after the marshal, the caller of hits or the director has acted.
    """
    act = clause.first
    if act is None or act.lemma != "卒":
        return None
    names, at = memory.doers.get(act.thing, ((), -99))
    if act.thing == "射" and not set(memory.current) & staff() and memory.sentence - at > 1:
        return None
    return names if act.thing in ("洗", "盥", "射") else None


def rule_shooters(memory: Memory, clause: Unnamed) -> Names | None:
    """Shooting that names nobody is done by the pair, of whom one, or one of the staff, was last named."""
    act = clause.first
    shoots = act is not None and (act.lemma == "射" or act.lemma == "卒" and act.thing == "射")
    if not shoots or len(memory.current) != 1:
        return None
    if any(word.form in ("引導", "誘") for word in clause.parsed.words):  # 司射誘射
        return None
    if set(memory.current) & staff():
        return SHOOTERS if memory.pair == SHOOTERS else None
    return memory.pair if memory.current[0] in memory.pair else None


def rule_obedience(memory: Memory, clause: Unnamed) -> Names | None:
    """What was ordered is done next by him who was ordered (命令弟子拿進射箭器具。於是拿進…)."""
    act = clause.first
    names, at = memory.orders.get(act.lemma, ((), -9)) if act is not None else ((), -9)
    begins = memory.opens or clause.parsed.shape.startswith("U")
    return names if begins and memory.sentence - at < 2 and names != ATTENDANTS else None


def rule_receiver(memory: Memory, clause: Unnamed) -> Names | None:
    """What has been given is received by him to whom it was given."""
    received = clause.acts[:1] and clause.acts[0].lemma == "受" and not clause.acts[0].recipients
    late = memory.sentence - memory.given_at > 1
    return memory.given if received and not late and memory.current == memory.giver else None


def rule_giver(memory: Memory, clause: Unnamed) -> Names | None:
    """Drink is offered by him who offered before; after long by the host, whose feast it is."""
    if not memory.opens or not clause.acts or clause.acts[0].lemma != "獻":
        return None
    names, at = memory.doers.get("獻", ((), -99))
    return names if memory.sentence - at < 12 else HOST


def rule_governing(memory: Memory, clause: Unnamed) -> Names | None:
    """A sentence that names nobody goes on with him who governed the sentence before."""
    return memory.ruler if memory.opens and memory.ruler else None


def rule_chain(memory: Memory, clause: Unnamed) -> Names | None:
    """Within a sentence the agent goes on until another is named as agent."""
    return memory.current or None


RULES: tuple[tuple[str, Rule], ...] = (
    ("together", rule_together), ("all of them", rule_all_of_them), ("office", rule_office),
    ("ordering", rule_ordering), ("attendants", rule_attendants), ("finisher", rule_finisher), ("shooters", rule_shooters),
    ("giver", rule_giver), ("receiver", rule_receiver), ("obedience", rule_obedience),
    ("governing", rule_governing), ("chain", rule_chain),
)
