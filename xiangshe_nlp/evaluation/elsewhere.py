"""How the parser does on other chapters, on passages that no rule was tuned on; and on translated lines.

A reading (`tests/gold/other/*.tsv`) carries its base text. The text is put through the parser without
its marks, each part of the passage as one stretch, and compared as the gold is: the same outcomes, the
same measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ..acts import make_rows
from ..clauses import segment_clauses
from ..ellipsis import decide_agents
from ..events import extract_events
from ..model import Chapter, Segment, Witness
from ..normalize import fold
from ..paths import seeds_folder
from ..speech import find_topics, mark_speech
from ..tables import to_frame
from .acts import acts, agent_fits, line_outcomes
from .baselines import last_name_written, last_named_agent, place_verbs
from .gold import Gold, index_clauses, read_gold
from .layers import boundaries
from .outcomes import Outcome
from .view import SIGLUM, View

FOLDER = "other"
CHAPTERS = {"yanli": "燕禮", "shiguan": "士冠禮"}
MEASURED = ("clause_boundaries_inner", "events", "agent_explicit", "agent_elided", "agent_unspecified", "agent_all", "agent_source")
TRANSLATED, TRANSLATION = "translated_lines.tsv", "000"
BETWEEN = "\n"  # parts a line each


class Reading(NamedTuple):
    """A passage of another chapter: its name, its parts as text, and the reading by hand."""

    chapter: str
    text: str
    parts: tuple[tuple[str, int, int], ...]
    gold: Gold


def readings(gold_folder: Path) -> list[Reading]:
    """Readings of other chapters beside a gold; none where it has none."""
    return [_read(path) for path in sorted((gold_folder / FOLDER).glob("*.tsv"), reverse=True) if path.name != TRANSLATED]


def _read(path: Path) -> Reading:
    """One file: its rows repeat the clause for each act."""
    rows, clauses, events = read_gold(path), [], []
    text, seen = "", ""
    parts: list[tuple[str, int, int]] = []
    siglum = path.stem[:SIGLUM]
    for row in rows:
        name = f"C{row['clause']}"
        if row["clause"] != seen:
            seen = row["clause"]
            if not parts or parts[-1][0] != row["stage"]:
                text += BETWEEN if text else ""
                parts.append((row["stage"], len(text), 0))
            start, text = len(text), text + row["text"]
            parts[-1] = (row["stage"], parts[-1][1], len(text))
            clauses.append({
                "id": name, "witness": siglum, "start": str(start), "end": str(len(text)), "text": row["text"],
                "stage": row["stage"], "optional_after": "1" if row["mark"] == "·" else "", "optional_inside": row["inside"],
            })
        events.append({**row, "clause_id": name})
    gold = Gold({"clauses": clauses, "events": events}, *index_clauses(clauses))
    return Reading(CHAPTERS.get(path.stem, path.stem), text, tuple(parts), gold)


def parse_reading(reading: Reading) -> View:
    """The passage as the parser reads it, beside the reading by hand."""
    siglum = reading.gold.clauses[0]["witness"]
    witness = Witness(siglum, siglum, reading.chapter, "", "", "lzh", "Hant", "plain", siglum, "", len(reading.text), "", "", "yes")
    segments = [
        Segment(f"{siglum}-s{k:04d}", siglum, "base", "", "", start, end, reading.text[start:end], "",
                fold(reading.text[start:end]), "")
        for k, (_, start, end) in enumerate(reading.parts, start=1)
    ]
    chapter = Chapter(siglum, reading.chapter, (witness,), {siglum: reading.text}, {}, ())
    clauses = segment_clauses(segments, chapter, {})
    events = mark_speech(extract_events(clauses), clauses, chapter.texts)
    actions, _, _ = make_rows(events, decide_agents(events, find_topics(clauses, events)), clauses)
    rows: dict[str, Sequence[Any]] = {"witnesses": [witness], "segments": segments, "clauses": clauses, "actions": actions}
    return View({name: to_frame(name, table) for name, table in rows.items()}, reading.gold, chapter.texts)


@lru_cache(maxsize=4)
def parsed(gold_folder: Path) -> tuple[tuple[str, View], ...]:
    """Each reading beside a gold, parsed; kept, since figures, rules and calibration all ask for it."""
    return tuple((reading.chapter, parse_reading(reading)) for reading in readings(gold_folder))


def outcomes(view: View) -> list[Outcome]:
    """What is compared in a passage: ends of clauses, acts, agents; and agents by two simpler methods."""
    own = [outcome for part in (boundaries, acts) for outcome in part(view) if outcome.figure in MEASURED]
    return own + list(_simpler(view))


def _simpler(view: View) -> Iterator[Outcome]:
    places = [place for place in place_verbs(view) if not place.row.get("optional")]
    for method in (last_name_written, last_named_agent):
        for place, agents in method(view, places):
            yield Outcome(f"baseline_agent_{method.__name__}", place.clause["stage"], place.clause["id"], "",
                          int(agent_fits(place.row, agents)), 1, 1)


def translation_outcomes(view: View, gold_folder: Path) -> list[Outcome]:
    """Acts and agents in lines of the first translation that no rule was tuned on."""
    path = gold_folder / FOLDER / TRANSLATED
    seed = next((seeds_folder() / w.file for w in view.rows["witnesses"] if view.name[w.witness_id] == TRANSLATION), None)
    if not path.is_file() or seed is None or not seed.is_file():
        return []
    lines, at = [], 0
    for number, line in enumerate(seed.read_bytes().decode("utf-8").split("\n"), start=1):
        lines.append({"unit": str(number), "start": str(at), "end": str(at + len(line)), "stage": str(number)})
        at += len(line) + 1
    return list(line_outcomes(view, lines, read_gold(path)))
