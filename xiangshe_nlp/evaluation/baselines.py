"""What simpler methods reach on the same gold: the measure of whether the rules are worth having."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..lexicon import load_vocabulary, matcher
from ..normalize import fold
from .acts import agent_fits, classes, gold_acts
from .gold import Gold, Row, load_gold, own_span
from .kanbun import kanbun_verbs
from .matching import key
from .outcomes import Outcome
from .view import View

if TYPE_CHECKING:
    import pandas as pd

Cutter = Callable[[str], Iterable[str]]
BASELINES = {
    "last_name_written": "agent: the last name that the text writes",
    "last_named_agent": "agent: the last one that the tables find written as agent",
    "most_frequent_agent": "agent: always the one written most often",
    "characters": "words: every character apart",
    "jieba": "words: jieba, its own dictionary, HMM off",
    "udkanbun": "words: UD-Kanbun, those that it tags as verbs",
}


class Place(NamedTuple):
    """An act of the gold with the offset of its verb."""

    clause: Row
    row: Row
    offset: int


def letters(view: View, clause: Row) -> tuple[str, list[int]]:
    """Own letters of a clause, folded, with their offsets."""
    text = view.text[clause["witness"]]
    own = [i for i in own_span(clause) if text[i].isalpha()]
    return fold("".join(text[i] for i in own)), own


def place_verbs(view: View) -> list[Place]:
    """Acts of the gold, each where its verb is next met in its clause; acts whose verb is not met are left out."""
    acts, out = gold_acts(view), []
    for clause in view.gold.clauses:
        text, own = letters(view, clause)
        plain, at = [key(c) for c in text], 0
        for row in acts.get(clause["id"], ()):
            verb = key(row["action"])
            hits = [k for k in range(len(plain)) if "".join(plain[k:k + len(verb)]) == verb]
            k = next((k for k in hits if k >= at), hits[0] if hits else None)
            if k is not None:
                at = k + 1
                out.append(Place(clause, row, own[k]))
    return out


def _names_written(view: View) -> list[tuple[str, int, str]]:
    """Every name of an actor in the base text, in the gold's reading order: clause, offset, name."""
    out = []
    for clause in view.gold.clauses:
        text, own = letters(view, clause)
        for start, _, entry in matcher("actors").scan(text):
            out.append((clause["id"], own[start], entry.lemma))  # type: ignore[attr-defined]
    return out


def last_name_written(view: View, places: list[Place]) -> Iterator[tuple[Place, str]]:
    """Agent: the last name that stands before the verb, whatever it does there."""
    order, written = view.gold.order, _names_written(view)
    k, last = 0, ""
    for place in places:
        here = (order[place.clause["id"]], place.offset)
        while k < len(written) and (order[written[k][0]], written[k][1]) < here:
            last, k = written[k][2], k + 1
        yield place, last


def last_named_agent(view: View, places: list[Place]) -> Iterator[tuple[Place, str]]:
    """Agent: the one written as agent in the clause or last before it, by the tables' own reading of names."""
    explicit = {}
    for action in view.rows.get("actions", ()):
        clause = view.clauses.get(action.clause_id)
        if clause is not None and clause.layer == "base" and action.agent_source == "explicit":
            explicit[view.witness(clause), action.start] = action.agents
    last = ""
    for place in places:
        last = explicit.get((place.clause["witness"], place.offset), last)
        yield place, last


def most_frequent_agent(view: View, places: list[Place]) -> Iterator[tuple[Place, str]]:
    """Agent: always the name that the tables find written as agent most often."""
    counted = Counter(a.agents for a in view.rows.get("actions", ()) if a.agent_source == "explicit")
    best = min(counted, key=lambda name: (-counted[name], name), default="")
    return ((place, best) for place in places)


def characters(text: str) -> Iterable[str]:
    """Every character a token."""
    return list(text)


def jieba_cutter() -> Cutter:
    """Cut by jieba with its own dictionary, HMM off, in a private tokenizer that says nothing."""
    import logging

    import jieba

    jieba.setLogLevel(logging.ERROR)
    tokenizer = jieba.Tokenizer()
    return lambda text: tokenizer.cut(text, HMM=False)


def word_outcomes(view: View, name: str, cut: Cutter) -> Iterator[Outcome]:
    """Acts that one finds by looking up the tokens of a segmenter among the verbs."""
    verbs = {key(entry.form) for entry in load_vocabulary("actions")}
    acts, class_of = gold_acts(view), classes()
    for clause in view.gold.clauses:
        found = Counter(verb for verb in map(key, cut(letters(view, clause)[0])) if verb in verbs and verb != "如")
        wanted = Counter(key(row["action"]) for row in acts.get(clause["id"], ()))
        for verb in sorted(found | wanted):
            said, want = found[verb], wanted[verb]
            yield Outcome(f"baseline_events_{name}", clause.get("stage", ""), clause["id"], class_of.get(verb, "other"),
                          min(said, want), said, want)


def baseline_outcomes(view: View, cutters: Mapping[str, Cutter]) -> Iterator[Outcome]:
    """All baselines, on the same acts of the gold."""
    places = place_verbs(view)
    for method in (last_name_written, last_named_agent, most_frequent_agent):
        for place, agents in method(view, places):
            right, given = int(agent_fits(place.row, agents)), place.row["given"] or "x"
            head = (place.clause.get("stage", ""), place.clause["id"], given)
            yield Outcome(f"baseline_agent_{method.__name__}", *head, right, 1, 1)
            if given == "e":
                yield Outcome(f"baseline_elided_{method.__name__}", *head, right, 1, 1)
    for name, cut in cutters.items():
        yield from word_outcomes(view, name, cut)


def cutters_for(gold_folder: Path | str) -> dict[str, Cutter]:
    """The segmenters that can be compared on a gold."""
    kanbun = kanbun_verbs(gold_folder)
    return {"characters": characters, "jieba": jieba_cutter(), **({"udkanbun": kanbun} if kanbun else {})}


def run_baselines(tables: Mapping[str, pd.DataFrame], gold_folder: Path | str, texts: Mapping[str, str]) -> list[Outcome]:
    """Outcomes of every baseline that can be run here."""
    gold: Gold = load_gold(gold_folder)
    return list(baseline_outcomes(View(tables, gold, texts), cutters_for(gold_folder)))
