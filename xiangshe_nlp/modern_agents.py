"""Who does the acts that a modern translation tells, clause after clause.

A sentence has one who governs it: the next sentence that names nobody goes on with him, whatever
was said in between of those who answered, attended or stood aside. Each rule below is one way of
knowing the agent; `RULES` names them in the order in which they are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from .lexicon import load_vocabulary
from .modern_acts import Told
from .modern_clauses import Parsed

Names = tuple[str, ...]
ATTENDANTS = ("有司",)
HOST = ("主人",)
SHOOTERS = ("上射", "下射")
ANSWERS = frozenset({"許", "許諾", "對", "送", "諾"})  # acts that answer another's and end there
SERVED = frozenset({"薦", "設", "羞", "席", "尊", "張", "縣", "加"})
OFFICES = {"舉觶": "舉觶者"}  # one person is called by what he does (guide, rule v)
PARTNERS = {"大夫": "大夫之耦"}  # 鄭玄: 大夫雖眾皆與士為耦


@dataclass
class Memory:
    """What a reader keeps in mind between clauses."""

    current: Names = ()
    ruler: Names = ()  # who governed the sentence before
    rulers: list[Names] = field(default_factory=list)  # who governed those before it
    governing: Names = ()  # who governs this one
    series: list[tuple[str, int]] = field(default_factory=list)
    pair: Names = ()
    pair_at: int = -9
    leader: Names = ()  # who acts when another only goes with him
    given: Names = ()  # to whom something was given last
    giver: Names = ()
    orders: dict[str, tuple[Names, int]] = field(default_factory=dict)
    given_at: int = -9
    ahead: str = ""  # the sentence, folded
    mate: tuple[str, int] = ("", -9)
    sentence: int = 0
    doers: dict[str, tuple[Names, int]] = field(default_factory=dict)
    opened_by_name: bool = False
    all_answers: bool = True
    opens: bool = True
    addressed: Names = ()


class Unnamed:
    """A clause without subject, as the rules see it."""

    def __init__(self, parsed: Parsed, acts: list[Told], partners: Names) -> None:
        self.parsed, self.acts, self.partners = parsed, acts, partners


@lru_cache(maxsize=None)
def confidence() -> dict[str, float]:
    """How often each rule is right, as measured on passages whose acts are known."""
    return {entry.form: float(entry.more["precision"]) for entry in load_vocabulary("modern_rules")}


Rule = Callable[[Memory, Unnamed], "Names | None"]


@lru_cache(maxsize=None)
def groups() -> frozenset[str]:
    """Names that stand for several persons."""
    return frozenset(entry.lemma for entry in load_vocabulary("actors") if entry.kind == "group")


@lru_cache(maxsize=None)
def staff() -> frozenset[str]:
    """Names of those who serve the rite and do not shoot."""
    return frozenset(entry.lemma for entry in load_vocabulary("actors") if entry.more["side"] == "staff")


def is_plural(names: Names) -> bool:
    """Whether the names stand for more than one person."""
    return len(names) > 1 or bool(names) and names[0] in groups()


def joined(names: Iterable[str]) -> Names:
    """The names once each, in order."""
    return tuple(dict.fromkeys(names))


def names_of(memory: Memory, parsed: Parsed, indices: Sequence[int]) -> Names:
    """Canonical names of words; 其耦 and 耦 are the great officer's partner where he is in play."""
    if not indices:
        return ()
    out: list[str] = []
    for k in indices:
        word = parsed.words[k]
        lemmas = word.sense.lemmas if word.sense else ()
        if lemmas in (("一人",), ("二人",)):
            within = memory.current if is_plural(memory.current) and not memory.opens else lemmas
            lemmas = next(((role,) for act, role in OFFICES.items() if act in memory.ahead), within)
        if lemmas == ("耦",) and not word.form.startswith("一"):
            near = {name for name, at in memory.series if memory.sentence - at < 3} | {*memory.current}
            near |= set(memory.pair) if memory.sentence - memory.pair_at < 5 else set()
            lemmas = next(((mate,) for name, mate in PARTNERS.items() if name in near or mate in near), lemmas)
        out += lemmas
    return joined(out) if len(out) > 1 else tuple(out)


# ---- rules for a clause that names no subject


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
    act = next(iter(clause.acts), None)
    doer = act.sense.doer if act is not None and act.lemma == act.sense.lemmas[0] and not act.negated else ""
    return tuple(doer.split("+")) if doer else None


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
    act = next(iter(clause.acts), None)
    if act is None or act.lemma != "卒":
        return None
    names, at = memory.doers.get(act.thing, ((), -99))
    if act.thing == "射" and not set(memory.current) & staff() and memory.sentence - at > 1:
        return None
    return names if act.thing in ("洗", "盥", "射") else None


def rule_shooters(memory: Memory, clause: Unnamed) -> Names | None:
    """Shooting that names nobody is done by the pair, of whom one, or one of the staff, was last named."""
    act = next(iter(clause.acts), None)
    shoots = act is not None and (act.lemma == "射" or act.lemma == "卒" and act.thing == "射")
    shows = any(word.form in ("引導", "誘") for word in clause.parsed.words)  # 司射誘射
    if not shoots or shows or len(memory.current) != 1:
        return None
    if set(memory.current) & staff():
        return SHOOTERS if memory.pair == SHOOTERS else None
    return memory.pair if memory.current[0] in memory.pair else None


def rule_obedience(memory: Memory, clause: Unnamed) -> Names | None:
    """What was ordered is done next by him who was ordered (命令弟子拿進射箭器具。於是拿進…)."""
    act = next(iter(clause.acts), None)
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
    ("attendants", rule_attendants), ("finisher", rule_finisher), ("shooters", rule_shooters),
    ("giver", rule_giver), ("receiver", rule_receiver), ("obedience", rule_obedience),
    ("governing", rule_governing), ("chain", rule_chain),
)


# ---- one clause after another


def resolve(memory: Memory, parsed: Parsed, acts: list[Told], opens: bool) -> tuple[Names, str, str]:
    """Agents, source and rule for the acts that a clause tells; the memory moves on.

    Parameters
    ----------
    memory : Memory
        What the clauses before have left; it is changed.
    parsed : Parsed
        The clause.
    acts : list of Told
        Those of its acts that it tells as done.
    opens : bool
        Whether the clause opens a sentence.
    """
    memory.opens = opens
    if opens:
        _open_sentence(memory)
    if not (acts or parsed.subjects or parsed.partners or parsed.together):
        memory.current = memory.ruler or memory.current if opens else memory.current
        return memory.current, "resolved", "chain"
    partners = _partners(memory, parsed, acts)
    if parsed.subjects:
        names = names_of(memory, parsed, parsed.subjects)
        names = names if is_plural(names) and set(partners) & groups() else joined([*names, *partners])
        memory.leader = names_of(memory, parsed, parsed.subjects)
        found = _in_office(memory, parsed, acts, names) or names, "explicit", "named"
    else:
        found = _unnamed(memory, Unnamed(parsed, acts, partners))
    _remember(memory, parsed, acts, found[0], found[2])
    return found


def _in_office(memory: Memory, parsed: Parsed, acts: list[Told], names: Names) -> Names:
    """The office that the subject takes: from then on he is called by it (司馬復又行司正之職).

    The great officer who takes the place of the second shooter acts with his partner from then on.
    """
    for k, word in enumerate(parsed.words[:-1]):
        if word.lemma == "為" and not acts and parsed.shape[k + 1] == "A":
            office = names_of(memory, parsed, [k + 1])
            if office == ("下射",):
                return joined([*names, *(PARTNERS[name] for name in names if name in PARTNERS)])
            return office if set(office) <= staff() else ()
    return ()


def _open_sentence(memory: Memory) -> None:
    """Let the sentence that ends govern the next, unless it only answered or attended."""
    memory.sentence += 1
    if not memory.all_answers and memory.governing:
        memory.rulers = [*memory.rulers[-3:], memory.ruler]
        memory.ruler = memory.governing
    memory.governing, memory.all_answers, memory.opened_by_name = (), True, False


def _partners(memory: Memory, parsed: Parsed, acts: list[Told]) -> Names:
    """Those who act with the subject; not those whom he only meets (與司馬相交), nor each one's own mate."""
    if not parsed.partners or acts and acts[0].sense.rule == "partner":
        return ()
    return names_of(memory, parsed, [k for k in parsed.partners if parsed.words[k].lemma != "耦"])


def _unnamed(memory: Memory, clause: Unnamed) -> tuple[Names, str, str]:
    if memory.opens and memory.ruler:
        memory.current = memory.ruler
    if "g" in clause.parsed.shape:  # 凡: a rule for all, nobody's act
        return ATTENDANTS, "unspecified", "unknown"
    for rule, find in RULES:
        names = find(memory, clause)
        if names and rule in ("governing", "chain"):
            names = _another(memory, clause, names)
        if names:
            source = "unspecified" if rule == "attendants" or rule == "office" and names == ATTENDANTS else "resolved"
            return names, source, rule
    return ATTENDANTS, "unspecified", "unknown"


def _another(memory: Memory, clause: Unnamed, names: Names) -> Names:
    """Nobody speaks or gives to himself: he to whom the act goes is not who goes on."""
    toward = {name for act in clause.acts[:1] for name in names_of(memory, clause.parsed, act.recipients)}
    if "TJ" in clause.parsed.shape and "為他" in "".join(word.form for word in clause.parsed.words):
        toward |= set(names)
    if not toward & set(names):
        return names
    if memory.leader and set(memory.leader) < set(names) and not toward & set(memory.leader):
        return memory.leader
    earlier = [memory.ruler, *reversed(memory.rulers)]
    return next((found for found in earlier if found and not toward & set(found)), names)


def _is_answer(act: Told) -> bool:
    return act.lemma in ANSWERS or act.lemma == "拜" and (act.sense.entry.form[0] in "答回" or "送" in act.sense.entry.form)


def _remember(memory: Memory, parsed: Parsed, acts: list[Told], names: Names, rule: str) -> None:
    aside = rule in ("attendants", "office") or names == ATTENDANTS
    answers = bool(acts) and all(_is_answer(act) for act in acts) and names != (memory.governing or memory.ruler)
    memory.all_answers = memory.all_answers and (answers or aside or not acts and not parsed.subjects)
    for act in acts:
        if not act.negated:
            memory.doers[act.lemma] = names, memory.sentence
        if act.lemma in ("授", "獻"):
            memory.given, memory.giver = _given_to(memory, parsed, act, names), names
            memory.given_at = memory.sentence
    for k, word in enumerate(parsed.words if "A" in parsed.shape else ()):
        if word.lemma in ("洗", "盥") and parsed.functions.get(k - 1, "") in ("recipient", "content"):
            memory.doers[word.lemma] = names_of(memory, parsed, [k - 1]), memory.sentence  # 辭謝主人洗爵: the host washes
    if not acts and not parsed.subjects and not parsed.together:
        return
    if acts and all(act.sense.rule == "mutual" and act.lemma != "行" for act in acts) and not parsed.subjects:
        return  # 各在對方的左手 is said of both; the chain stays with one
    if not acts and is_plural(memory.current) and set(names) < set(memory.current):
        _keep_series(memory, parsed, acts, names, rule)
        return  # 上射在右邊: where one of them stands
    led = _led(memory, parsed, acts) if "A" in parsed.shape else ()
    memory.current = joined([*names, *led]) if led else names
    if aside:
        return  # within this sentence only
    takes_over = parsed.subjects and not memory.opened_by_name and not answers and not set(names) < set(memory.governing)
    if not memory.governing or set(names) > set(memory.governing) or takes_over:
        waits = bool(acts) and all(act.negated for act in acts)  # 賓、主人、大夫皆未降
        memory.governing, memory.opened_by_name = names, bool(parsed.subjects) and not waits
    _keep_series(memory, parsed, acts, names, rule)


def _led(memory: Memory, parsed: Parsed, acts: list[Told]) -> Names:
    """Those whom one leads, as the blind musicians, and who then go with him (相工, 鄉射禮 遷樂)."""
    return names_of(memory, parsed, [k for act in acts if act.lemma == "相" for k in act.recipients])


def _given_to(memory: Memory, parsed: Parsed, act: Told, names: Names) -> Names:
    """Those to whom a thing is given; 他 is he of whom the sentence before spoke."""
    toward = names_of(memory, parsed, act.recipients)
    if toward or not any(word.kind == "J" for word in parsed.words[act.at:]):
        return toward
    earlier = (memory.governing, memory.ruler, *reversed(memory.rulers))
    return next((found for found in earlier if found and found != names), ())


def _keep_series(memory: Memory, parsed: Parsed, acts: list[Told], names: Names, rule: str) -> None:
    if rule in ("together", "all of them") or is_plural(names):
        memory.series = []
        if len(names) == 2 and not set(names) & staff():
            memory.pair, memory.pair_at = names, memory.sentence
    elif parsed.subjects:
        memory.series = [(name, at) for name, at in memory.series if name != names[0]] + [(names[0], memory.sentence)]
    if len(names) == 1 and names[0] in SHOOTERS:
        memory.pair, memory.pair_at = SHOOTERS, memory.sentence
    if acts and acts[0].sense.rule == "partner" and parsed.partners:
        memory.mate = (names_of(memory, parsed, parsed.partners)[0], memory.sentence)
    for k, word in enumerate(parsed.words if len(parsed.functions) > len(parsed.subjects) else ()):
        if word.lemma == "耦" and k not in parsed.subjects:
            memory.mate = (names_of(memory, parsed, [k])[0], memory.sentence)
