"""Bad input: one error each, which names file, line, column and the rule, and nothing is read half."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from xiangshe_nlp.errors import InputError
from xiangshe_nlp.witnesses import load_manifest, read_chapter, read_segments

MANIFEST = """\
title = "test"
[chapters.xiangshe]
title = "鄉射禮"
[layouts.jishi]
engine = "marked"
lines = [{ pattern = '鄉射禮第五', layer = "heading", optional = true }]
notes = [{ open = "〈", close = "〉", label = "案", layer = "collation", speaker = "四庫館臣", \
  interrupts = ["base", "commentary"], optional = true }]
labels = [{ pattern = '鄭注', layer = "commentary", speaker = "鄭玄" }]
[[witnesses]]
witness_id = "jishi"
chapter_id = "xiangshe"
title = "儀禮集釋"
author = "李如圭"
period = "宋"
language = "lzh"
script = "Hant"
layout = "jishi"
file = "jishi.txt"
sha256 = "HASH"
source = "test"
licence = "public domain"
redistributable = "yes"
"""
GOOD = "無介\n鄭注雖先飲酒主於射也\n"


def fill(folder: Path, text: str | bytes = GOOD, manifest: str = MANIFEST) -> Path:
    """A corpus of one witness; the manifest has the hash of the text, unless it gives one itself."""
    data = text.encode() if isinstance(text, str) else text
    (folder / "jishi.txt").write_bytes(data)
    (folder / "corpus.toml").write_text(manifest.replace("HASH", hashlib.sha256(data).hexdigest()), encoding="utf-8")
    return folder


def error_of(folder: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        read_segments(read_chapter(load_manifest(folder), "xiangshe"))
    return caught.value


def test_good_input_is_read(tmp_path: Path) -> None:
    found = read_segments(read_chapter(load_manifest(fill(tmp_path)), "xiangshe"))
    assert [(segment.layer, segment.speaker) for segment in found] == [("base", ""), ("commentary", "鄭玄")]


# ---- texts ----------------------------------------------------------------------------------------


def test_missing_seed(tmp_path: Path) -> None:
    (fill(tmp_path) / "jishi.txt").unlink()
    assert str(error_of(tmp_path)) == "jishi.txt: The text of witness jishi is in the corpus folder. Given: a folder without it"


def test_changed_seed(tmp_path: Path) -> None:
    (fill(tmp_path) / "jishi.txt").write_text(GOOD + "賓", encoding="utf-8")
    error = error_of(tmp_path)
    assert error.file == "jishi.txt"
    assert "SHA-256" in error.rule and "jishi" in error.rule
    assert error.given == hashlib.sha256((GOOD + "賓").encode()).hexdigest()


@pytest.mark.parametrize(("data", "line", "column", "given"), [
    ("無介\n鄭注雖".encode() + b"\xff", 2, 4, "byte FF (invalid start byte)"),
    ("無介\n鄭".encode() + "注".encode()[:2], 2, 2, "byte E6 (unexpected end of data)"),
    ("無介\n鄭".encode() + b"\xed\xa0\x80" + "注".encode(), 2, 2, "byte ED (lone surrogate)"),
    ("無介".encode("utf-16"), 1, 1, "byte FF (invalid start byte)"),
])
def test_not_utf8(tmp_path: Path, data: bytes, line: int, column: int, given: str) -> None:
    error = error_of(fill(tmp_path, data))
    assert (error.file, error.line, error.column, error.rule, error.given) == ("jishi.txt", line, column, "A text is UTF-8.", given)


@pytest.mark.parametrize("char", ["\0", "\x1b", "\x7f", "\x85", "\u2028", "\ufeff", "\r"])
def test_control_character(tmp_path: Path, char: str) -> None:
    error = error_of(fill(tmp_path, f"無介\n鄭{char}注雖"))
    assert (error.file, error.line, error.column, error.given) == ("jishi.txt", 2, 2, f"U+{ord(char):04X}")
    assert "control characters" in error.rule


@pytest.mark.parametrize("text", [GOOD.replace("\n", "\r\n"), GOOD.replace("\n", "\t\n"), GOOD.replace("\n", "\u3000\n")])
def test_what_is_white_space(tmp_path: Path, text: str) -> None:
    """CRLF, tabs and ideographic spaces are no faults; offsets count them."""
    found = read_segments(read_chapter(load_manifest(fill(tmp_path, text)), "xiangshe"))
    assert [segment.norm for segment in found] == ["無介", "雖先飲酒主於射也"]
    assert found[0].start == text.index("無")


def test_layout_that_does_not_fit(tmp_path: Path) -> None:
    error = error_of(fill(tmp_path, "無介【雖先飲酒】\n"))
    assert (error.file, error.line, error.column) == ("jishi.txt", 1, 1)
    assert error.rule == "Every mark that the manifest declares occurs in the file, or is declared optional."
    assert error.given == "a text without 鄭注 (commentary)"


@pytest.mark.parametrize(("text", "line", "column", "rule", "given"), [
    ("無介\n鄭注〈案脫", 2, 3, "A note that 〈 opens is closed by 〉.", "the end of the file without 〉"),
    ("無介\n鄭注脫〉", 2, 4, "A mark 〉 closes the note that 〈 opens.", "〉 without 〈"),
    ("無介\n鄭注〈案〈脫〉", 2, 5, "A note 〈…〉 ends before another begins.", "〈 in a note"),
])
def test_unbalanced_mark(tmp_path: Path, text: str, line: int, column: int, rule: str, given: str) -> None:
    error = error_of(fill(tmp_path, text))
    assert (error.file, error.line, error.column, error.rule, error.given) == ("jishi.txt", line, column, rule, given)


def test_crossing_marks(tmp_path: Path) -> None:
    second = '{ open = "（", close = "）", layer = "commentary" }]'
    manifest = MANIFEST.replace("optional = true }]\nlabels", f"optional = true }}, {second}\nlabels")
    error = error_of(fill(tmp_path, "無介（雖〈案先）飲〉鄭注", manifest))
    assert (error.line, error.column, error.given) == (1, 8, "） while 〈 is open")


def test_unbalanced_marks_where_the_manifest_allows_them(tmp_path: Path) -> None:
    manifest = MANIFEST.replace('interrupts = ["base", "commentary"]', "unopened = true, unclosed = true")
    found = read_segments(read_chapter(load_manifest(fill(tmp_path, "脫字〉無介\n鄭注雖〈案補", manifest)), "xiangshe"))
    assert [(segment.layer, segment.text) for segment in found] == [
        ("collation", "脫字"), ("base", "無介"), ("commentary", "雖"), ("collation", "補")]


def test_note_that_never_closes_where_that_is_allowed(tmp_path: Path) -> None:
    manifest = MANIFEST.replace('interrupts = ["base", "commentary"], optional = true', "unclosed = true")
    found = read_segments(read_chapter(load_manifest(fill(tmp_path, "無介鄭注雖〈案補", manifest)), "xiangshe"))
    assert [segment.layer for segment in found] == ["base", "commentary", "collation"]


def test_page_without_its_text(tmp_path: Path) -> None:
    layout = MANIFEST[MANIFEST.index('engine = "marked"'):MANIFEST.index("[[witnesses]]")]
    manifest = MANIFEST.replace(layout, 'engine = "webpage"\nsections = ["正文"]\n')
    error = error_of(fill(tmp_path, "# 乡射礼 ## 标签 三耦", manifest))
    assert (error.file, error.line, error.column) == ("jishi.txt", 1, 1)
    assert error.rule == "The page has a section ## 正文."


# ---- manifest -------------------------------------------------------------------------------------


def test_no_manifest(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^corpus.toml: A corpus is a folder with a manifest"):
        load_manifest(tmp_path)


def test_manifest_that_is_not_toml(tmp_path: Path) -> None:
    error = error_of(fill(tmp_path, manifest=MANIFEST.replace('engine = "marked"', "engine = marked")))
    assert (error.file, error.line, error.rule) == ("corpus.toml", 5, "A manifest is a TOML file.")


@pytest.mark.parametrize(("old", "new", "line", "given", "rule"), [
    ('period = "宋"', 'periode = "宋"', 14, "periode", "A witness has no other keys than"),
    ('period = "宋"\n', "", 9, "only witness_id", "A witness has period."),
    ('engine = "marked"', 'engine = "marked"\ncolour = "red"', 6, "colour", "Layout jishi has no other keys than"),
    ('engine = "marked"\n', "", 4, "only lines", "Layout jishi has engine."),
    ('engine = "marked"', 'engine = "guess"', 5, "guess", "engine is one of marked, webpage"),
    ('layer = "collation", ', "", 4, "only open", "Layout jishi, notes has layer."),
    ('interrupts = ["base", "commentary"]', 'interrupts = "yes"', 7, "yes", "interrupts is a list"),
    ('layer = "heading"', 'layer = "titel"', 6, "titel", "layer is one of base"),
    ("'鄭注'", "'鄭注('", 8, "鄭注(", "a pattern is a regular expression"),
    ("'鄭注'", "'鄭?'", 8, "鄭?", "a pattern does not fit the empty text"),
    ("labels = [", "labels = 1 #", 8, "1", "labels is a list"),
    ('language = "lzh"', 'language = "cmn"', 15, "cmn", "language is one of lzh, zh"),
    ('redistributable = "yes"', "redistributable = true", 9, "True", "redistributable is a string"),
    ('layout = "jishi"', 'layout = "shiji"', 17, "shiji", "layout is one of jishi"),
    ('chapter_id = "xiangshe"', 'chapter_id = "yan"', 11, "yan", "chapter_id is one of xiangshe"),
    ('witness_id = "jishi"', 'witness_id = "ji-shi"', 10, "ji-shi", "witness_id has the form"),
    ('"HASH"', '"abc"', 19, "abc", "sha256 has the form"),
    ("speaker = \"鄭玄\" }]", 'speaker = "鄭玄" }]\nspeakers = ["某氏"]', 4, "", "speakers is a table of names and persons"),
    ("labels = [{ pattern = '鄭注', layer = \"commentary\", speaker = \"鄭玄\" }]", "labels = ['鄭注']", 8, "鄭注", "is a table of keys"),
    ('[chapters.xiangshe]\ntitle = "鄉射禮"', '[chapters]\nxiangshe = "鄉射禮"', 3, "鄉射禮", "Chapter xiangshe is a table of keys"),
    ('title = "test"', 'titel = "test"', 1, "titel", "A manifest has no other keys than"),
    ('title = "鄉射禮"', 'name = "鄉射禮"', 3, "name", "Chapter xiangshe has no other keys than"),
])
def test_manifest_that_breaks_a_rule(tmp_path: Path, old: str, new: str, line: int, given: str, rule: str) -> None:
    assert old in MANIFEST
    error = error_of(fill(tmp_path, manifest=MANIFEST.replace(old, new, 1)))
    assert (error.file, error.line) == ("corpus.toml", line)
    assert rule in error.rule
    assert error.given.startswith(given)
    assert error.column is not None


def test_witnesses_are_a_list(tmp_path: Path) -> None:
    error = error_of(fill(tmp_path, manifest=MANIFEST.replace("[[witnesses]]", "[witnesses]")))
    assert (error.line, error.rule) == (9, "Witnesses are a list of tables, [[witnesses]].")


def test_two_witnesses_with_one_id(tmp_path: Path) -> None:
    twice = MANIFEST + MANIFEST[MANIFEST.index("[[witnesses]]"):]
    error = error_of(fill(tmp_path, manifest=twice))
    assert (error.file, error.line, error.rule, error.given) == ("corpus.toml", 24, "Every witness has an id of its own.", "jishi")


def test_chapter_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"The corpus has the chapters xiangshe\. Given: yan"):
        read_chapter(load_manifest(fill(tmp_path)), "yan")


# ---- stage table ----------------------------------------------------------------------------------

STAGES = "stage_id,seq,heading,english,phase,shooting_round,incipit\nxs01,1,戒賓,invitation,飲酒,,無介\n"


@pytest.mark.parametrize(("stages", "line", "rule"), [
    (None, None, "The stage table of xiangshe is in the corpus folder."),
    (STAGES.replace("incipit", "words"), 1, "A stage table has the columns"),
    (STAGES + STAGES.split("\n")[1] + "\n", 3, "Every stage has an id of its own."),
    (STAGES.replace(",1,", ",one,"), 2, "seq of a stage is a number."),
    (STAGES.replace("飲酒", "飲茶"), 2, "phase of a stage is one of"),
])
def test_stage_table(tmp_path: Path, stages: str | None, line: int | None, rule: str) -> None:
    manifest = MANIFEST.replace('title = "鄉射禮"', 'title = "鄉射禮"\nstages = "stages.csv"')
    if stages is not None:
        (tmp_path / "stages.csv").write_text(stages, encoding="utf-8")
    error = error_of(fill(tmp_path, manifest=manifest))
    assert (error.file, error.line) == ("stages.csv", line)
    assert error.rule.startswith(rule)


def test_tables_of_a_spreadsheet_program(tmp_path: Path) -> None:
    """It writes a byte order mark and CRLF."""
    manifest = MANIFEST.replace('title = "鄉射禮"', 'title = "鄉射禮"\nstages = "stages.csv"')
    (tmp_path / "stages.csv").write_bytes(b"\xef\xbb\xbf" + STAGES.replace("\n", "\r\n").encode())
    written = fill(tmp_path, manifest=manifest) / "corpus.toml"
    written.write_bytes(b"\xef\xbb\xbf" + written.read_bytes())
    chapter = read_chapter(load_manifest(tmp_path), "xiangshe")
    assert [(stage.stage_id, stage.incipit) for stage in chapter.stages] == [("xs01", "無介")]


@pytest.mark.parametrize("file", ["../zz.txt", "texts/../../zz.txt", "/zz.txt"])
def test_a_file_outside_the_folder(tmp_path: Path, file: str) -> None:
    (tmp_path / "zz.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "own").mkdir()
    error = error_of(fill(tmp_path / "own", manifest=MANIFEST.replace('"jishi.txt"', f'"{file}"')))
    line = MANIFEST[:MANIFEST.index("file = ")].count("\n") + 1
    assert (error.file, error.line, error.given) == ("corpus.toml", line, file)
    assert error.rule == "Witness jishi: file is in the corpus folder."


def test_a_stage_table_outside_the_folder(tmp_path: Path) -> None:
    manifest = MANIFEST.replace('title = "鄉射禮"', 'title = "鄉射禮"\nstages = "../stages.csv"')
    error = error_of(fill(tmp_path, manifest=manifest))
    assert (error.file, error.line, error.given) == ("corpus.toml", 4, "../stages.csv")
    assert error.rule == "Chapter xiangshe: stages is in the corpus folder."


def test_a_stage_table_that_is_no_name(tmp_path: Path) -> None:
    manifest = MANIFEST.replace('title = "鄉射禮"', 'title = "鄉射禮"\nstages = 5')
    assert str(error_of(fill(tmp_path, manifest=manifest))) == "corpus.toml:4:10: Chapter xiangshe: stages is a string. Given: 5"


def test_a_file_in_a_folder_of_the_folder(tmp_path: Path) -> None:
    fill(tmp_path, manifest=MANIFEST.replace('"jishi.txt"', '"texts/jishi.txt"'))
    (tmp_path / "texts").mkdir()
    (tmp_path / "jishi.txt").rename(tmp_path / "texts" / "jishi.txt")
    assert len(read_segments(read_chapter(load_manifest(tmp_path), "xiangshe"))) == 2


# ---- a public build -------------------------------------------------------------------------------


def test_withheld_text_is_no_fault(tmp_path: Path) -> None:
    (fill(tmp_path) / "jishi.txt").unlink()
    (tmp_path / "withheld.txt").write_text("# left out\njishi.txt\n", encoding="utf-8")
    chapter = read_chapter(load_manifest(tmp_path), "xiangshe")
    assert [witness.witness_id for witness in chapter.witnesses] == ["jishi"]
    assert chapter.texts == {}
    assert read_segments(chapter) == []
