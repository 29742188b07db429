"""What holds of every reading: joined in order it gives its text back, and no check across tables finds anything."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xiangshe_nlp.clauses import segment_clauses
from xiangshe_nlp.collation import collate_witnesses
from xiangshe_nlp.lacunae import find_lost_graphs
from xiangshe_nlp.links import link_comments
from xiangshe_nlp.model import Chapter, Clause, Segment, Witness, own_offsets
from xiangshe_nlp.paths import seeds_folder
from xiangshe_nlp.staging import place_stages, stage_starts
from xiangshe_nlp.tables import to_frame
from xiangshe_nlp.validate import validate
from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments, read_witness

WITNESSES = ("jishi", "benyi", "zhushu", "niutrans", "baihua")
WITHOUT_CLAUSES = ("front", "paratext", "heading")


@cache
def chapter() -> Chapter:
    return read_chapter(load_manifest(seeds_folder()), "xiangshe")


def read(of: Chapter) -> tuple[list[Segment], list[Clause]]:
    segments = place_stages(read_segments(of), of.stages)
    return segments, segment_clauses(segments, of, stage_starts(segments, of.stages))


@cache
def seeds() -> tuple[list[Segment], list[Clause]]:
    return read(chapter())


def defects(of: Chapter, segments: list[Segment], clauses: list[Clause]) -> list[str]:
    """What the checks find in segments, clauses, links and variants of a chapter."""
    links = link_comments(segments, clauses)
    rows = {
        "witnesses": of.witnesses, "stages": of.stages, "segments": segments, "clauses": clauses, "links": links,
        "variants": [*find_lost_graphs(segments, clauses), *collate_witnesses(segments, clauses, links)],
    }
    frames = {name: to_frame(name, table) for name, table in rows.items()}
    return [str(defect) for defect in validate(frames, of.texts)]


@pytest.mark.parametrize("witness_id", WITNESSES)
def test_segments_marks_and_space_joined_give_the_text_back(witness_id: str) -> None:
    text = chapter().texts[witness_id]
    segments, reading = read_witness(chapter(), witness_id)
    pieces = {at: text[at] for row in segments for at in own_offsets(row.start, row.end, row.skip)}
    pieces |= {at: text[at] for start, end in reading.marks for at in range(start, end)}
    pieces |= {at: char for at, char in enumerate(text) if char.isspace()}
    assert "".join(pieces[at] for at in sorted(pieces)) == text


@pytest.mark.parametrize("witness_id", WITNESSES)
def test_clauses_joined_give_the_letters_of_their_segments_back(witness_id: str) -> None:
    segments, clauses = seeds()
    letters = [
        "".join(filter(str.isalnum, row.norm)) for row in segments
        if row.witness_id == witness_id and row.layer not in WITHOUT_CLAUSES
    ]
    order = {row.segment_id: k for k, row in enumerate(segments)}
    mine = [row for row in clauses if row.witness_id == witness_id]
    mine.sort(key=lambda row: (order[row.segment_id], row.start))
    assert "".join(letters) == "".join(char for row in mine for char in row.norm if char.isalnum())


def test_the_seeds_have_no_defect() -> None:
    assert defects(chapter(), *seeds()) == []


BASE = st.sampled_from(
    ["主人坐取爵於上篚以降", "賓降", "主人阼階前西面坐奠爵興辭降", "無介", "東北面告於主人", "𤣥酒在西"]
)
NOTE = st.sampled_from(["將獻賓也", "從主人也", "卒盡", "對荅", "今文無阼階", "挩拭也啐嘗也"])
REMARK = st.sampled_from(["", "〈案今註疏本脫者字據宋本補〉", "〈案乃今註疏本訛作又從宋本改〉"])
PASSAGE = st.tuples(BASE, REMARK, NOTE, REMARK, NOTE)


@settings(max_examples=60, deadline=None)
@given(st.lists(PASSAGE, min_size=1, max_size=8), st.booleans())
def test_any_text_of_the_layout_has_no_defect(passages: list[tuple[str, ...]], glued: bool) -> None:
    """Base text with remarks inside, notes on the same line or the next, notes with remarks inside."""
    lines = [
        f"　　{base[:2]}{remark}{base[2:]}{'' if glued else chr(10) + '　　'}鄭注{note}{inside}{more}\n"
        for base, remark, note, inside, more in passages
    ]
    text = "儀禮集釋\n鄉射禮第五\n" + "".join(lines) + "　　無介〈案宋本有介字〉\n"
    witness = Witness("w", "c", "", "李如圭", "", "lzh", "Hant", "jishi", "w.txt", "", len(text), "", "", "yes")
    of = Chapter("c", "", (witness,), {"w": text}, {"w": chapter().layouts["jishi"]}, ())
    assert defects(of, *read(of)) == []
