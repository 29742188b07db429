"""Who does the acts that a modern translation tells, clause after clause.

A sentence has one who governs it: the next sentence that names nobody goes on with him, whatever
was said in between of those who answered, attended or stood aside. A clause without a subject is
left to the rules of `modern.rules`.
"""

from __future__ import annotations

from .acts import Told
from .clauses import Parsed
from .memory import ATTENDANTS, PARTNERS, SHOOTERS, Memory, Names, groups, is_plural, joined, names_of, staff
from .rules import RULES, Unnamed

ANSWERS = frozenset({"許", "許諾", "對", "送", "諾"})  # acts that answer another's and end there


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
    memory.governing, memory.all_answers, memory.opened_by_name, memory.supposed = (), True, False, False


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
        names = _another(memory, clause, names) if names else names
        if names:
            source = "unspecified" if rule == "attendants" or rule == "office" and names == ATTENDANTS else "resolved"
            return names, source, rule
    return ATTENDANTS, "unspecified", "unknown"


def _another(memory: Memory, clause: Unnamed, names: Names) -> Names:
    """Nobody speaks or gives to himself: he to whom the act goes is not who goes on."""
    toward = {name for act in clause.acts for name in names_of(memory, clause.parsed, act.recipients)}
    if "TJ" in clause.parsed.shape and "為他" in "".join(word.form for word in clause.parsed.words):
        toward |= set(names)
    if not toward & set(names):
        return names
    if memory.leader and set(memory.leader) < set(names) and not toward & set(memory.leader):
        return memory.leader
    earlier = [memory.ruler, *reversed(memory.rulers)]
    return next((found for found in earlier if found and not toward & set(found)), ())


def _is_answer(act: Told) -> bool:
    return act.lemma in ANSWERS or act.lemma == "拜" and (act.sense.entry.form[0] in "答回" or "送" in act.sense.entry.form)


def _remember(memory: Memory, parsed: Parsed, acts: list[Told], names: Names, rule: str) -> None:
    aside = rule in ("attendants", "office") or names == ATTENDANTS
    answers = bool(acts) and names != (memory.governing or memory.ruler) and all(_is_answer(act) for act in acts)
    memory.all_answers = memory.all_answers and (answers or aside or not acts and not parsed.subjects)
    for act in acts:
        if not act.negated:
            memory.doers[act.lemma] = names, memory.sentence
        if act.lemma in ("授", "獻"):
            memory.given, memory.giver = _given_to(memory, parsed, act, names), names
            memory.given_at = memory.sentence
    for k, function in parsed.functions.items():
        act_of = parsed.words[k + 1].lemma if function in ("recipient", "content") and k + 1 < len(parsed.words) else ""
        if act_of in ("洗", "盥"):
            memory.doers[act_of] = names_of(memory, parsed, [k]), memory.sentence  # 辭謝主人洗爵: the host washes
    if not acts and not parsed.subjects and not parsed.together:
        return
    if acts and not parsed.subjects and all(act.sense.rule == "mutual" and act.lemma != "行" for act in acts):
        return  # 各在對方的左手 is said of both; the chain stays with one
    if not acts and is_plural(memory.current) and set(names) < set(memory.current):
        _keep_series(memory, parsed, acts, names, rule)
        return  # 上射在右邊: where one of them stands
    led = _led(memory, parsed, acts) if "A" in parsed.shape else ()
    memory.current = joined([*names, *led]) if led else names
    if aside:
        return  # within this sentence only
    takes_over = parsed.subjects and not memory.opened_by_name and not answers and not set(names) < set(memory.governing)
    if not acts and _tells_being(parsed):
        _keep_series(memory, parsed, acts, names, rule)
        return
    if memory.supposed and acts and not parsed.conditional:
        memory.supposed = False
        takes_over = takes_over or names != memory.governing  # 如果賓參與，則告賓: who tells him goes on
    if not memory.governing or set(names) > set(memory.governing) or takes_over:
        memory.supposed = parsed.conditional
        waits = bool(acts) and all(act.negated for act in acts)  # 賓、主人、大夫皆未降
        memory.governing, memory.opened_by_name = names, bool(parsed.subjects) and not waits
    _keep_series(memory, parsed, acts, names, rule)


def _tells_being(parsed: Parsed) -> bool:
    """Whether a clause without acts says who they are, with whom they are paired, or how many (主人與賓組成射耦, 大夫雖多)."""
    for k, word in enumerate(parsed.words):
        if word.lemma == "雖" or word.lemma == "耦" and k not in parsed.subjects:
            return True
        if word.kind == "A" and k and parsed.words[k - 1].lemma == "為":
            return True
    return False


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
