"""Checks across tables: the smallest tables that are right, and for each check the smallest fault that it finds."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from xiangshe_nlp.checks import CHECKS
from xiangshe_nlp.model import (
    Action,
    Actor,
    Alignment,
    Argument,
    Citation,
    Clause,
    Gloss,
    Link,
    Mention,
    Segment,
    Stage,
    Token,
    Variant,
    Witness,
)
from xiangshe_nlp.tables import to_frame
from xiangshe_nlp.validate import rule, validate

TEXT = "主人戒賓賓出迎鄭注戒猶警也"  # 鄉射禮 戒賓, with the first words of 鄭玄's note
MARKS = {"w": [(7, 9)]}  # 鄭注
WITNESS = Witness("w", "c", "儀禮集釋", "李如圭", "宋", "lzh", "Hant", "jishi", "w.txt", "0", 13, "", "", "yes")
SEGMENTS = (
    Segment("s1", "w", "base", "", "", 0, 7, TEXT[:7], "", TEXT[:7], "x1"),
    Segment("s2", "w", "commentary", "鄭玄", "s1", 9, 13, TEXT[9:], "", TEXT[9:], "x1"),
)
CLAUSES = (
    Clause("c1", "s1", "w", "base", 1, 0, 4, "主人戒賓", "", "主人戒賓", "，", True, "x1"),
    Clause("c2", "s1", "w", "base", 2, 4, 7, "賓出迎", "", "賓出迎", "。", True, "x1"),
    Clause("c3", "s2", "w", "commentary", 3, 9, 13, "戒猶警也", "", "戒猶警也", "。", True, "x1"),
)
TOKENS = tuple(
    Token(f"t{k}", clause.clause_id, k, clause.start + k - 1, clause.start + k, char, char, "NOUN", "")
    for clause in CLAUSES[:1] for k, char in enumerate(clause.text, start=1)
)
ACT = Action(
    "a1", "c1", 1, 2, 3, "戒", "speech", "performed", "主人", "explicit", "named", 1.0, "", "賓", "", "", None,
    False, "",
)
RIGHT: dict[str, tuple[Any, ...]] = {
    "witnesses": (WITNESS,),
    "segments": SEGMENTS,
    "clauses": CLAUSES,
    "tokens": TOKENS,
    "actions": (ACT,),
    "arguments": (Argument("a1-agent-1", "a1", "agent", 1, "zhuren", "主人", 0, 2, "explicit", "named", "m1", 1.0),),
    "mentions": (Mention("m1", "c1", 0, 2, "主人", "zhuren", "agent"),),
    "actors": (Actor("zhuren", "主人", "zhǔrén", "host", "host", "", ""),),
    "stages": (Stage("x1", "c", 1, "戒賓", "invitation of the guest", "飲酒", None, "主人戒賓"),),
    "alignments": (Alignment("g1", "c1", "", "w", "translation", 0.5),),
    "links": (Link("l1", "s2", 9, 10, "headword", "w", "base", "c1", "c1", 0.9, "x1"),),
    "variants": (Variant("v1", "reported", "w", "c1", "壹", "古文", "一", "s2", 9, 13, "鄭玄", ""),),
    "glosses": (Gloss("o1", "s2", "鄭玄", "戒", "警", "X猶Y也", 9, 13),),
    "citations": (Citation("q1", "s2", "鄭玄", "詩", "", False, 9, 10),),
}
# code: table, row, column, value that breaks the rule of the code and no rule before it
FAULTS: dict[str, tuple[str, int, str, Any]] = {
    "V03": ("clauses", 1, "clause_id", "c1"),
    "V04": ("segments", 0, "layer", "text"),
    "V05": ("clauses", 0, "stage_id", "x9"),
    "V06": ("links", 0, "score", 1.5),
    "V07": ("actions", 0, "agents", "主人+客"),
    "V11": ("citations", 0, "end", 9),
    "V12": ("clauses", 1, "text", "賓出"),
    "V13": ("segments", 0, "skip", "5-3"),
    "V14": ("clauses", 2, "norm", "戒猶警"),
    "V15": ("segments", 1, "start", 6),
    "V16": ("witnesses", 0, "chars", 14),
    "V21": ("clauses", 1, "start", 5),
    "V22": ("tokens", 3, "start", 2),
    "V23": ("mentions", 0, "end", 5),
    "V24": ("clauses", 2, "seq", 4),
    "V25": ("actions", 0, "agents", ""),
    "V31": ("links", 0, "last_clause", ""),
    "V32": ("alignments", 0, "base_id", ""),
    "V33": ("variants", 0, "other_reading", ""),
    "V34": ("glosses", 0, "start", 8),
}


def frames() -> dict[str, pd.DataFrame]:
    return {name: to_frame(name, rows) for name, rows in RIGHT.items()}


def codes(tables: dict[str, pd.DataFrame]) -> list[str]:
    return [defect.code for defect in validate(tables, {"w": TEXT}, MARKS)]


def test_right_tables_have_no_defect() -> None:
    assert validate(frames(), {"w": TEXT}, MARKS) == []


def test_a_missing_column_is_all_that_is_said() -> None:
    tables = frames()
    tables["clauses"] = tables["clauses"].drop(columns="mark")
    assert codes(tables) == ["V01"]


def test_a_wrong_type_is_all_that_is_said() -> None:
    tables = frames()
    tables["clauses"]["seq"] = tables["clauses"]["seq"].astype("float64")
    assert codes(tables) == ["V02"]


@pytest.mark.parametrize("code", FAULTS)
def test_each_check_finds_its_smallest_fault(code: str) -> None:
    table, row, column, value = FAULTS[code]
    tables = frames()
    tables[table].loc[row, column] = value
    found = codes(tables)
    assert code in found
    tables[table].loc[row, column] = getattr(RIGHT[table][row], column)
    assert codes(tables) == []


@pytest.mark.parametrize(("marks", "found"), [([(7, 9)], []), ([(7, 8)], ["注"]), ([], ["鄭注"])])
def test_letters_without_a_segment_are_found_unless_they_are_a_mark(marks: list[tuple[int, int]], found: list[str]) -> None:
    defects = validate(frames(), {"w": TEXT}, {"w": marks})
    assert [(defect.code, defect.row, defect.given) for defect in defects] == [("V15", "w", given) for given in found]


def test_without_marks_letters_without_a_segment_are_not_looked_for() -> None:
    assert validate(frames(), {"w": TEXT}) == []


def test_every_check_has_a_fault_and_a_rule() -> None:
    assert list(CHECKS) == ["V01", "V02", *FAULTS]
    assert all(rule(code).endswith(".") for code in CHECKS)


def test_a_defect_says_rule_and_place() -> None:
    tables = frames()
    tables["links"].loc[0, "score"] = 1.5
    assert str(validate(tables, {"w": TEXT})[0]) == (
        "V06 links l1: A score or confidence lies between 0 and 1. Given: score 1.5"
    )
