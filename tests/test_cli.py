"""The command line for people: a corpus of one's own, errors in one line, files that are written whole."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from xiangshe_nlp import __version__, cli, tables
from xiangshe_nlp.figures import write_figures

Said = pytest.CaptureFixture[str]
# 鄉飲酒禮 as a Kanripo file has it, with every mark that the example of docs/corpus.md declares.
PRINTED = """\
#+TITLE: 儀禮
<pb:KR1d0026_SBCK_004-1a>¶
儀禮卷第四¶
鄕飮酒禮第四　儀禮　鄭氏注¶
鄕飮酒之禮主人就先生而謀賔介(主人謂/諸侯之)¶
<pb:KR1d0026_SBCK_004-1b>¶
(鄕大夫/也)主人戒賔賔拜辱主人¶
荅拜乃請賔賔禮辭許主人再拜賔荅拜(戒/警)¶
(也告/也)記鄕朝服而謀賔介皆使能不宿戒¶
"""
MANIFEST = """\
title = "儀禮・鄉飲酒禮"
[chapters.yinjiu]
title = "鄉飲酒禮"
LAYOUT
[[witnesses]]
witness_id = "sbck"
chapter_id = "yinjiu"
title = "儀禮 卷四"
author = "鄭玄"
period = "東漢"
language = "lzh"
script = "Hant"
layout = "printed"
file = "sbck.txt"
sha256 = "HASH"
source = "test"
licence = "public domain"
redistributable = "yes"
"""


@pytest.fixture
def own(tmp_path: Path, root: Path) -> Path:
    """A corpus in the printed layout of docs/corpus.md."""
    guide = (root / "docs" / "corpus.md").read_text(encoding="utf-8")
    layouts = re.findall(r"^    \[layouts\.printed\]\n(?:    .+\n)+", guide, re.MULTILINE)
    layout = next(block for block in layouts if "furniture" in block)
    assert "printed" in tomllib.loads(layout)["layouts"]
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "sbck.txt").write_bytes(PRINTED.encode())
    manifest = MANIFEST.replace("LAYOUT", layout).replace("HASH", hashlib.sha256(PRINTED.encode()).hexdigest())
    (folder / "corpus.toml").write_text(manifest, encoding="utf-8")
    return folder


def one_line(capsys: Said) -> str:
    """What was said on stderr, which is one line."""
    (line,) = capsys.readouterr().err.splitlines()
    return line


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "xiangshe_nlp", *arguments], capture_output=True, check=False,
                          env={**os.environ, **environment})


# ---- a corpus of one's own ------------------------------------------------------------------------


def test_the_printed_layout_of_the_documentation_builds(own: Path, tmp_path: Path, capsys: Said) -> None:
    """Marks of pages are furniture, however many letters they have."""
    assert cli.main(["build", "--corpus", str(own), "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.startswith("written: 16 tables")


def test_figures_that_are_left_out_are_named_with_the_reason(own: Path, tmp_path: Path, capsys: Said) -> None:
    assert cli.main(["figures", "--corpus", str(own), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out.splitlines()
    assert any(line.startswith("left out: coverage: A figure of coverage needs a stage table") for line in said)
    assert sum(line.startswith("left out: ") for line in said) > 1


def test_a_gold_of_another_corpus_is_no_measure(own: Path, root: Path, capsys: Said) -> None:
    assert cli.main(["evaluate", "--corpus", str(own), "--gold", str(root / "tests" / "gold")]) == 2
    assert "The gold is of the corpus that it measures" in one_line(capsys)


# ---- errors in one line ---------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["build", "figures"])
@pytest.mark.parametrize("out", ["afile", "afile/x"])
def test_an_out_that_cannot_be_a_folder(own: Path, tmp_path: Path, command: str, out: str, capsys: Said) -> None:
    (tmp_path / "afile").write_text("kept")
    assert cli.main([command, "--corpus", str(own), "--out", str(tmp_path / out)]) == 2
    assert "afile" in one_line(capsys)
    assert (tmp_path / "afile").read_text() == "kept"


def test_check_where_nothing_is_committed(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["check", "--corpus", str(own)]) == 2
    assert "tables.sha256" in one_line(capsys)
    assert cli.main(["check", "--corpus", str(own), "--write"]) == 0
    assert cli.main(["check", "--corpus", str(own)]) == 2
    assert "MANIFEST.sha256" in one_line(capsys)


def test_an_interrupted_command_says_so(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "data_dictionary", interrupt)
    assert cli.main(["dictionary"]) == 130
    assert one_line(capsys) == "xiangshe: interrupted"


# ---- ways to call it ------------------------------------------------------------------------------


def test_output_is_utf8_whatever_the_terminal_says() -> None:
    done = run("dictionary", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").startswith("# Data dictionary")


def test_version_and_help() -> None:
    assert run("--version").stdout.decode().split() == ["xiangshe", __version__]
    done = run()
    assert done.returncode == 0
    assert "write every table as CSV and Parquet" in done.stdout.decode() == run("--help").stdout.decode()


# ---- files that are written whole -----------------------------------------------------------------


class Unwritable:
    """A table that fails when it is to be written, as if the writing were interrupted there."""

    def to_csv(self, **_: Any) -> str:
        raise KeyboardInterrupt


def test_a_new_folder_comes_into_being_whole(tmp_path: Path) -> None:
    frames = {"stages": tables.to_frame("stages", [])}
    (tmp_path / ".aside-new").mkdir()  # left by a writing that was killed
    (tmp_path / ".aside-new" / "old.csv").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        tables.write_tables({**frames, "actors": Unwritable()}, tmp_path / "new")  # type: ignore[dict-item]
    assert list(tmp_path.iterdir()) == []
    written = tables.write_tables(frames, tmp_path / "new")
    assert written == [tmp_path / "new" / "stages.csv", tmp_path / "new" / "stages.parquet"]
    assert sorted((tmp_path / "new").iterdir()) == written and list(tmp_path.iterdir()) == [tmp_path / "new"]
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o777 & ~umask()


def umask() -> int:
    """The mask for new files of this process."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_folder_that_is_there_loses_old_leftovers_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / ".aside-x1y2").mkdir()
    (tmp_path / "note.txt").write_text("mine")
    tables.write_tables({"stages": tables.to_frame("stages", [])}, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["note.txt", "stages.csv", "stages.parquet"]


def test_figures_are_written_aside_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from xiangshe_nlp import figures

    def stop(name: str, _: object) -> figures.Drawing:
        assert not (tmp_path / "new").exists(), name
        raise KeyboardInterrupt

    monkeypatch.setattr(figures, "draw", stop)
    with pytest.raises(KeyboardInterrupt):
        write_figures({}, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
