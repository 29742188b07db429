"""Acts, participants and names of the modern translations, in the terms of the base text.

The passages that no classical witness carries have clauses, acts and actors only here; what rests
on a translation is told apart by the witness of its rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..lexicon import load_vocabulary, once
from ..model import Action, Argument, Chapter, Clause, Mention, own_offsets
from .acts import Told
from .agents import resolve
from .clauses import Parsed, read_clause
from .memory import ATTENDANTS, Memory, Names, commanders, confidence, joined, names_of, office_ahead
from .words import facing_of

ENDS = frozenset("。！？!?")
QUOTES = {"“": "”", "「": "」", "『": "』", "‘": "’"}
LONGEST_SPEECH = 160
row = tuple.__new__  # a row from its cells in order, in a third of the time of calling its class

Done = tuple[Told, str, Names, str, str]  # an act, its status, agents, their source and rule
Telling = tuple[Clause, Parsed, list[Done]]  # a clause with what was made of it


@once
def _actor_names() -> frozenset[str]:
    return frozenset(entry.lemma for entry in load_vocabulary("actors") if entry.kind != "coordination")


@once
def _action_classes() -> dict[str, str]:
    return {entry.lemma: entry.kind for entry in load_vocabulary("actions")}


# ---- what is said, and what is ordered


def quoted_spans(text: str, clauses: Sequence[Clause]) -> list[tuple[int, int]]:
    """Spans of direct speech: in quotation marks, or set off by spaces after a colon.

    >>> from xiangshe_nlp.model import Clause
    >>> clause = Clause("w-c0001", "w-s0001", "w", "translation", 1, 0, 4, "报告宾说", "", "報告賓說", "：", False, "")
    >>> quoted_spans("报告宾说： 左右均。 ", [clause])
    [(6, 10)]
    """
    out: list[tuple[int, int]] = []
    for clause in clauses:
        if clause.mark in ("：", ":", "，") and not (out and clause.start < out[-1][1]):
            at = clause.end + 1
            if text[at:at + 1] in QUOTES:
                end = text.find(QUOTES[text[at]], at)
            elif clause.mark != "，" and text[at:at + 1] == " ":
                end = text.find(" ", at + 1)
            else:
                continue
            if 0 < end - at <= LONGEST_SPEECH:
                out.append((at + 1, end))
    return out


def _opens_sentence(before: Clause | None, clause: Clause) -> bool:
    return before is None or before.segment_id != clause.segment_id or before.mark in ENDS


class Reader:
    """One translation read from its first clause to its last."""

    def __init__(self, text: str, clauses: Sequence[Clause]) -> None:
        self.clauses = clauses
        self.quotes = quoted_spans(text, clauses)
        self.memory = Memory()
        self.thing = ""
        self.order: Names | None = None  # whom an order that goes on addresses

    def read(self) -> Iterator[Telling]:
        """Every clause with its acts and their agents."""
        before: Clause | None = None
        speech = 0
        for n, clause in enumerate(self.clauses):
            while speech < len(self.quotes) and self.quotes[speech][1] <= clause.start:
                speech += 1
            quoted = speech < len(self.quotes) and self.quotes[speech][0] <= clause.start
            parsed = read_clause(clause.norm, self.thing)
            self.thing = parsed.thing
            opens = _opens_sentence(before, clause)
            if "一人" in clause.norm or "一個人" in clause.norm or "二人" in clause.norm or "兩個人" in clause.norm:
                self.memory.ahead = self._sentence(n)
            yield self._quoted(clause, parsed) if quoted else self._told(clause, parsed, opens)
            before = clause

    def _sentence(self, n: int) -> str:
        """Folded text from clause `n` to the end of its sentence."""
        stop = n + 1
        while stop < len(self.clauses) and not _opens_sentence(self.clauses[stop - 1], self.clauses[stop]):
            stop += 1
        return "，".join(clause.norm for clause in self.clauses[n:stop])

    def _quoted(self, clause: Clause, parsed: Parsed) -> Telling:
        named = names_of(self.memory, parsed, parsed.subjects)
        names = named or self.memory.addressed or ATTENDANTS
        source = "explicit" if named else "resolved" if self.memory.addressed else "unspecified"
        return clause, parsed, [(act, "quoted", names, source, "speech") for act in parsed.acts]

    def _told(self, clause: Clause, parsed: Parsed, opens: bool) -> Telling:
        if self._order_goes_on(parsed, opens):
            assert self.order is not None
            return clause, parsed, [self._ordered(act, self.order) for act in parsed.acts]
        acts = [act for act in parsed.acts if not act.commanded]
        listed = not opens and self._lists_orders(parsed)
        bare = [act for act in acts if "R" in parsed.shape[act.at + 1:act.at + 4]] if listed else acts
        names, source, rule = resolve(self.memory, parsed, bare, opens)
        self._note_order(parsed, opens, names)
        out = []
        led = False
        for act in parsed.acts:
            if act in bare:
                out.append((act, "performed", self.memory.current if led else names, source, rule))
                led = led or act.lemma == "相"
            else:
                out.append(self._ordered(act, names if act in acts else self.order or ()))
        return clause, parsed, out

    def _lists_orders(self, parsed: Parsed) -> bool:
        """Whether the clause names, as parts of an order, ceremonies of others than those whom it addresses."""
        if self.order is None or not parsed.shape.rstrip("zdWLQYD").endswith("R"):
            return False
        return not set(names_of(self.memory, parsed, parsed.subjects)) <= set(self.order)

    def _order_goes_on(self, parsed: Parsed, opens: bool) -> bool:
        """Whether the clause still belongs to an order given before it in the sentence."""
        if self.order is None or opens or parsed.subjects:
            return False
        if "U" in parsed.shape[:2] or parsed.shape.endswith("Q"):
            return False
        return not any(act.sense.rule in ("command", "speech") for act in parsed.acts)

    def _note_order(self, parsed: Parsed, opens: bool, names: Names) -> None:
        if not parsed.acts:
            self.order = None if opens else self.order
            return
        order = speaker = None
        for act in reversed(parsed.acts):
            if act.sense.rule == "command" and not act.commanded:
                order = act
            elif act.sense.rule in ("content", "speech") and act.recipients:
                speaker = act
        if order is not None:
            self.order = joined(names_of(self.memory, parsed, order.recipients) or office_ahead(self.memory, parsed))
            if set(names) <= commanders():
                self.memory.commander = names
            self.memory.addressed = self.order
        elif opens or not parsed.shape.rstrip("Q").endswith("R"):
            self.order = None
        if order is None and speaker is not None:
            self.memory.addressed = joined(names_of(self.memory, parsed, speaker.recipients))

    def _ordered(self, act: Told, names: Names) -> Done:
        self.memory.orders[act.lemma] = names, self.memory.sentence
        return (act, "commanded", names, "resolved", "order") if names else (act, "commanded", ATTENDANTS, "unspecified", "order")


# ---- rows


Span = tuple[str, int | None, int | None]  # what is written, and where in the file
UNWRITTEN: Span = "", None, None


class Written:
    """Where the words of a clause stand in the file."""

    def __init__(self, clause: Clause) -> None:
        self.text, self.start = clause.text, clause.start
        self.own = own_offsets(clause.start, clause.end, clause.skip) if clause.skip else None

    def span(self, start: int, end: int) -> tuple[str, int, int]:
        """Text and file offsets of a span of `norm`."""
        if self.own is None:
            return self.text[start:end], self.start + start, self.start + end
        first, last = self.own[start], self.own[end - 1] + 1
        return self.text[first - self.start:last - self.start], first, last


class Rows:
    """Rows of one witness, numbered as they come."""

    def __init__(self, witness_id: str) -> None:
        self.witness_id = witness_id
        self.actions: list[Action] = []
        self.arguments: list[Argument] = []
        self.mentions: list[Mention] = []
        self.last: dict[str, str] = {}  # where each actor was last named

    def add(self, telling: Telling, memory: Memory) -> None:
        """Rows of one clause."""
        clause, parsed, acts = telling
        if parsed.functions or acts:
            written = Written(clause)
            named = self._mentions(clause, parsed, written, memory) if parsed.functions else {}
            told = [mention for found in named.values() for mention in found if mention.function in ("agent", "recipient")]
            for seq, act in enumerate(acts, start=1):
                verb = written.span(*act[0].verb)[1]
                self.last.update((mention.actor_id, mention.mention_id) for mention in told if mention.start < verb)
                self._action(clause, parsed, written, named, seq, act)
            self.last.update((mention.actor_id, mention.mention_id) for mention in told)

    def _mentions(self, clause: Clause, parsed: Parsed, written: Written, memory: Memory) -> dict[int, list[Mention]]:
        """Mentions by the index of their word; 賓主 names two."""
        out: dict[int, list[Mention]] = {}
        for k, function in parsed.functions.items():
            word = parsed.words[k]
            names = names_of(memory, parsed, [k])
            each = len(names) > 1 and word.sense is not None and names == word.sense.lemmas and len(names) == len(word.form)
            for n, name in enumerate(names if each else names[:1]):
                if name in _actor_names():
                    span = written.span(word.start + n, word.start + n + 1) if each else written.span(word.start, word.end)
                    mention_id = f"{self.witness_id}-m{len(self.mentions) + 1:04d}"
                    out.setdefault(k, []).append(row(Mention, (mention_id, clause.clause_id, span[1], span[2], span[0], name, function)))
                    self.mentions.append(out[k][-1])
        return out

    def _action(self, clause: Clause, parsed: Parsed, written: Written, named: dict[int, list[Mention]], seq: int, done: Done) -> None:
        act, status, names, source, rule = done
        action_id = f"{self.witness_id}-a{len(self.actions) + 1:04d}"
        thing = written.span(*act.object) if act.object else UNWRITTEN
        place = written.span(*act.place) if act.place else UNWRITTEN
        recipients = [mention for k in act.recipients for mention in named.get(k, ())]
        _, start, end = written.span(*act.verb)
        self.actions.append(Action(
            action_id, clause.clause_id, seq, start, end, act.lemma, _action_classes().get(act.lemma, "other"), status,
            "+".join(names), source, rule, confidence()[rule], thing[0], "+".join([m.text for m in recipients]), place[0],
            facing_of(act.facing) if act.facing else "", act.times, act.negated, "若" if parsed.conditional else "",
        ))
        self._agents(action_id, named, names, source, rule)
        if thing[0]:
            self._argument(action_id, "object", 1, "", thing, "explicit", rule)
        for n, mention in enumerate(recipients, start=1):
            self._argument(action_id, "recipient", n, mention.actor_id, (mention.text, mention.start, mention.end), "explicit", rule)
        if place[0]:
            self._argument(action_id, "place", 1, "", place, "explicit", rule)
        if act.facing:
            self._argument(action_id, "facing", 1, "", written.span(act.facing.start, act.facing.end), "explicit", rule)

    def _agents(self, action_id: str, named: dict[int, list[Mention]], names: Names, source: str, rule: str) -> None:
        written = [mention for found in named.values() for mention in found if mention.function == "agent"]
        here = {mention.actor_id: mention for mention in reversed(written)} if source == "explicit" else {}
        for n, name in enumerate(names, start=1):
            mention = here.get(name)
            text = (mention.text, mention.start, mention.end) if mention else (name, None, None)
            actor = name if name in _actor_names() else ""
            antecedent = "" if mention else self.last.get(name, "")
            self._argument(action_id, "agent", n, actor, text, source, rule, antecedent)

    def _argument(
        self, action_id: str, role: str, seq: int, actor: str, text: Span, source: str, rule: str,
        antecedent: str = "",
    ) -> None:
        certainty = confidence()[rule] if role == "agent" else 1.0
        self.arguments.append(row(Argument, (
            f"{action_id}-{role}-{seq}", action_id, role, seq, actor, *text, source, rule, antecedent, certainty,
        )))


def extract_modern(clauses: Sequence[Clause], chapter: Chapter) -> tuple[list[Action], list[Argument], list[Mention]]:
    """Acts, their participants and the names of the translations.

    Parameters
    ----------
    clauses : sequence of Clause
        Rows of `clauses`; only those of layer `translation` are read, in their order.
    chapter : Chapter
        The chapter, for the text between the clauses.

    Returns
    -------
    tuple of lists
        Rows of `actions`, `arguments` and `mentions`, in the order of the text.
    """
    actions: list[Action] = []
    arguments: list[Argument] = []
    mentions: list[Mention] = []
    told = [clause for clause in clauses if clause.layer == "translation"]
    for witness_id in dict.fromkeys(clause.witness_id for clause in told):
        reader = Reader(chapter.texts.get(witness_id, ""), [c for c in told if c.witness_id == witness_id])
        rows = Rows(witness_id)
        for telling in reader.read():
            rows.add(telling, reader.memory)
        actions += rows.actions
        arguments += rows.arguments
        mentions += rows.mentions
    return actions, arguments, mentions
