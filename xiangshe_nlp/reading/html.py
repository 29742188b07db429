"""The page of `reading`: one self-contained piece of HTML, for Jupyter or a browser.

Actors are blue and underlined, acts vermilion with a dotted line beneath (colours of Okabe and Ito),
so that neither rests on colour alone. Agents that the text leaves out stand small in brackets before
their act. Everything that comes from a text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from ..model import Clause, Segment, own_offsets
from .rows import Stretch, compare, own_text

LAYER_NAMES = {"commentary": "注", "subcommentary": "疏", "collation": "案", "record": "記", "base": "經"}
STYLE = """
.xn-reading{background:#fff;color:#1a1a1a;font:16px/1.7 "Noto Serif CJK TC","Source Han Serif TC","Songti TC",serif;
 max-width:78rem;padding:.5rem 1rem}
.xn-reading h3{font-size:1.25em;margin:.2em 0}
.xn-reading .xn-key{font-size:.8em;color:#555;margin-bottom:.6em}
.xn-reading table{border-collapse:collapse;width:100%;table-layout:fixed;background:#fff}
.xn-reading td,.xn-reading th{vertical-align:top;text-align:left;padding:.5em .7em;border-top:1px solid #ccc;
 background:#fff;color:inherit;font-size:1em;white-space:normal;overflow-wrap:anywhere}
.xn-reading th{font-size:.8em;color:#555;font-weight:normal}
.xn-reading .xn-base{font-size:1.25em}
.xn-reading .xn-actor{color:#0072B2;text-decoration:underline;text-underline-offset:.2em}
.xn-reading .xn-act{color:#B34700;border-bottom:2px dotted #B34700;font-weight:bold;margin-right:2px}
.xn-reading .xn-left-out{font-size:.6em;color:#0072B2;vertical-align:.35em}
.xn-reading .xn-key .xn-left-out{font-size:.9em;vertical-align:0}
.xn-reading .xn-cut{color:#999;padding:0 .15em}
.xn-reading .xn-note{margin:.35em 0 0 1em;font-size:.95em}
.xn-reading .xn-who{font-size:.8em;color:#555}
.xn-reading .xn-more{margin:.35em 0 0 1em;font-size:.85em;color:#333}
.xn-reading .xn-label{display:inline-block;min-width:2.6em;color:#555}
.xn-reading .xn-none{color:#777}
"""
KEY = (
    '<div class="xn-key"><span class="xn-actor">行禮者</span> actor · <span class="xn-act">動作</span> act · '
    '<span class="xn-left-out">〔賓〕</span> agent that the text leaves out · <span class="xn-cut">·</span> border of clauses</div>'
)


def page(heading: str, stretches: Sequence[Stretch], titles: Mapping[str, str], also: Sequence[str] = ()) -> str:
    """A view of some stretches as HTML."""
    witnesses: dict[str, str] = {}
    for stretch in stretches:
        witnesses |= {witness.witness_id: witness.title for witness, _ in stretch.translations}
    heads = "".join(f"<th>{escape(title)}</th>" for title in witnesses.values())
    rows = "".join(_row(stretch, list(witnesses), titles) for stretch in stretches)
    others = f'<div class="xn-key">另見 also {escape("；".join(also))}</div>' if also else ""
    return (
        f'<div class="xn-reading" lang="lzh-Hant"><style>{STYLE}</style><h3>{escape(heading)}</h3>{others}{KEY}'
        f'<table><colgroup><col style="width:52%"></colgroup><tr><th>經 base · 注 notes</th>{heads}</tr>{rows}</table></div>'
    )


def _row(stretch: Stretch, witnesses: list[str], titles: Mapping[str, str]) -> str:
    """One stretch: base text with what stands on it, and the translations beside it."""
    words = {witness.witness_id: text for witness, text in stretch.translations}
    cells = "".join(f'<td lang="zh">{escape(words.get(key, ""))}</td>' for key in witnesses)
    return f"<tr><td>{''.join(_left(stretch, titles))}</td>{cells}</tr>"


def _left(stretch: Stretch, titles: Mapping[str, str]) -> Iterator[str]:
    if stretch.clauses:
        record = "記 " if stretch.clauses[0].layer == "record" else ""
        base = '<span class="xn-cut">·</span>'.join(_clause(clause, stretch) for clause in stretch.clauses)
        yield f'<div class="xn-base"><span class="xn-who">{record}</span>{base}</div>'
    if stretch.lost:
        yield f'<div class="xn-none">{escape(stretch.lost)}</div>'
    for note in stretch.notes:
        yield _note(note, titles)
    variants = [_pair(*compare(v, titles), v.reporter or v.kind, v.note) for v in stretch.variants]
    glosses = [_pair(g.headword, g.gloss, g.speaker, g.pattern) for g in stretch.glosses]
    books = [_pair(f"《{c.work}{'·' if c.chapter else ''}{c.chapter}》", "", c.speaker, "引" if c.quote else "稱")
             for c in stretch.citations]
    for label, name, found in (("異文", "variants", variants), ("訓詁", "glosses", glosses), ("引書", "books", books)):
        if found:
            yield f'<div class="xn-more"><span class="xn-label" title="{name}">{label}</span> {"；".join(found)}</div>'


def _pair(head: str, words: str, who: str, why: str) -> str:
    """One variant, gloss or book in a line, with who says it and how."""
    return f'<b>{escape(head)}</b> {escape(words)} <span class="xn-who" title="{escape(why)}">{escape(who)}</span>'


def _note(note: Segment, titles: Mapping[str, str]) -> str:
    title = titles.get(note.witness_id, note.witness_id)
    who = f"{LAYER_NAMES.get(note.layer, note.layer)} {note.speaker}"
    return f'<div class="xn-note"><span class="xn-who" title="{escape(title)}">{escape(who)}</span> {escape(own_text(note))}</div>'


def _clause(clause: Clause, stretch: Stretch) -> str:
    """The words of a clause with actors and acts marked, and agents that are left out before their acts."""
    acts = [a for a in stretch.actions if a.clause_id == clause.clause_id and a.status == "performed"]
    kinds = {o: "xn-actor" for m in stretch.mentions if m.clause_id == clause.clause_id for o in range(m.start, m.end)}
    kinds |= {offset: "xn-act" for act in acts for offset in range(act.start, act.end)}
    left_out = {a.start: a.agents.replace("+", "、") for a in acts if a.agent_source != "explicit" and a.agents}
    titles = {a.start: f"{a.action}: {a.agents} ({a.agent_source})" for a in acts}
    out, said = [], ""
    offsets = own_offsets(clause.start, clause.end, clause.skip)
    for (kind, _), run in groupby(offsets, key=lambda o: (kinds.get(o, ""), o in titles and o)):
        places = list(run)
        text = escape("".join(clause.text[offset - clause.start] for offset in places))
        agents = left_out.get(places[0], "")
        if agents and agents != said:
            out.append(f'<span class="xn-left-out">〔{escape(agents)}〕</span>')
        said = agents or said
        tip = f' title="{escape(titles[places[0]])}"' if places[0] in titles else ""
        out.append(f'<span class="{kind}"{tip}>{text}</span>' if kind else text)
    return f'<span title="{escape(clause.clause_id)}">{"".join(out)}</span>'
