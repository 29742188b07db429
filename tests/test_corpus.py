"""Composition: load_corpus, its tables, the public form, determinism, the command line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import xiangshe_nlp as xn
from xiangshe_nlp import cli
from xiangshe_nlp.corpus import check_corpus
from xiangshe_nlp.model import TABLES, own_offsets
from xiangshe_nlp.tables import csv_bytes, data_dictionary, fields, read_csv, to_frame, to_rows, write_tables


@pytest.fixture(scope="module")
def corpus() -> xn.Corpus:
    return xn.load_corpus()


def test_every_table_has_the_columns_of_the_schema(corpus: xn.Corpus) -> None:
    assert list(corpus.tables) == list(TABLES)
    for name, frame in corpus.tables.items():
        assert list(frame.columns) == [field.name for field in fields(name)], name
        assert len(frame), name


def test_offsets_are_true(corpus: xn.Corpus) -> None:
    texts = corpus.texts
    for name in ("segments", "clauses"):
        for row in corpus.tables[name].itertuples():
            assert texts[row.witness_id][row.start:row.end] == row.text
            assert len(row.norm) == len(own_offsets(row.start, row.end, row.skip))
    witness = corpus.clauses.set_index("clause_id")["witness_id"]
    for name in ("tokens", "mentions"):
        for row in corpus.tables[name].itertuples():
            assert texts[witness[row.clause_id]][row.start:row.end] == row.text


def test_the_tables_pass_the_coded_checks(corpus: xn.Corpus) -> None:
    check_corpus(corpus)


def test_a_defect_is_named(corpus: xn.Corpus) -> None:
    broken = dict(corpus.tables)
    broken["mentions"] = broken["mentions"].assign(actor_id="nobody")
    with pytest.raises(xn.InputError, match=r"V05 mentions"):
        check_corpus(xn.Corpus(broken, corpus.chapters))


def test_why_names_rule_and_antecedent(corpus: xn.Corpus) -> None:
    acts = corpus.actions[corpus.actions["agent_rule"] == "cup_holder"]
    said = corpus.why(acts["action_id"].iloc[0])
    assert "cup_holder" in said and "Last named in" in said and "plain chain would have given" in said
    with pytest.raises(xn.InputError, match="action_id"):
        corpus.why("no such act")


def test_why_tells_all_names_it_rests_on_and_whom_it_passes_over(corpus: xn.Corpus) -> None:
    arguments = corpus.arguments[(corpus.arguments["role"] == "agent") & corpus.arguments["antecedent_id"].ne("")]
    clause_of = corpus.mentions.set_index("mention_id")["clause_id"]
    rests = arguments["antecedent_id"].map(clause_of)
    assert rests.str.split("-").str[0].eq(arguments["action_id"].str.split("-").str[0]).all()  # never another witness
    two = rests.groupby(arguments["action_id"]).nunique()
    said = corpus.why(two.index[two > 1][0])
    assert " and 「" in said.partition("Last named in")[2]
    acts = corpus.actions[corpus.actions["action_id"].str.startswith("niutrans") & corpus.actions["agent_source"].eq("resolved")]
    sentences = [corpus.why(key) for key in acts["action_id"].iloc[::40]]
    assert any("passed over" in one for one in sentences) and any("Nobody else" in one for one in sentences)


def test_no_table_of_that_name(corpus: xn.Corpus) -> None:
    with pytest.raises(AttributeError, match="has no table"):
        corpus.nonsense  # noqa: B018


def test_rows_and_frames_are_the_same(corpus: xn.Corpus) -> None:
    for name in ("actions", "arguments", "stages", "citations"):
        frame = corpus.tables[name]
        pd.testing.assert_frame_equal(to_frame(name, to_rows(name, frame)), frame)


def test_csv_survives_a_spreadsheet(tmp_path: Path, corpus: xn.Corpus) -> None:
    """A BOM before the header, and cells that read NA and None, come back as they were."""
    frame = corpus.tables["actors"].assign(note="NA", english="None")
    path = tmp_path / "actors.csv"
    path.write_bytes(b"\xef\xbb\xbf" + csv_bytes(frame))
    pd.testing.assert_frame_equal(read_csv(path, "actors"), frame)


def test_the_public_form_has_no_text_of_unknown_rights() -> None:
    public = xn.load_corpus(public=True)
    assert public.missing == ("niutrans", "baihua")
    assert set(public.clauses["witness_id"]) == {"jishi", "benyi", "zhushu"}
    assert set(public.witnesses["witness_id"]) > set(public.missing)  # what is missing is said


def test_one_table_fails_none_is_written(tmp_path: Path, corpus: xn.Corpus) -> None:
    frames = {"actors": corpus.actors, "stages": object()}
    with pytest.raises(AttributeError):
        write_tables(frames, tmp_path)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def run(*arguments: str, seed: str = "0", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run([sys.executable, "-m", "xiangshe_nlp.cli", *arguments], capture_output=True, text=True,
                          check=False, env=environment, cwd=cwd)


@pytest.mark.slow
def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path, corpus: xn.Corpus) -> None:
    for seed in ("1", "2"):
        done = run("build", "--out", str(tmp_path / seed), seed=seed)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr  # silent in a pipe
        assert done.stdout.startswith("written: 16 tables")
    for name in TABLES:
        one, two = ((tmp_path / seed / f"{name}.csv").read_bytes() for seed in ("1", "2"))
        assert one == two == csv_bytes(corpus.tables[name]), name
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "1" / f"{name}.parquet"), corpus.tables[name])


def test_bad_input_is_one_line_and_exit_code_2(tmp_path: Path, root: Path) -> None:
    shutil.copytree(root / "seeds", tmp_path / "corpus")
    seed = next((tmp_path / "corpus").glob("003*.txt"))
    seed.write_bytes(seed.read_bytes().replace("主人戒賓".encode(), "主人戒客".encode()))
    done = run("build", "--corpus", str(tmp_path / "corpus"), "--out", str(tmp_path / "out"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and seed.name in done.stderr and "SHA-256" in done.stderr
    assert not (tmp_path / "out").exists()


def test_check_says_what_differs(tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(root / "figures", tmp_path / "figures")
    assert cli.main(["check", "--write"]) == 0
    assert cli.main(["check"]) == 0
    hashes = tmp_path / cli.HASHES
    hashes.write_text(hashes.read_text(encoding="utf-8").replace("  actions.csv", "0  actions.csv"), encoding="utf-8")
    assert cli.main(["check"]) == 1
    assert "actions.csv" in capsys.readouterr().out


def test_committed_hashes_are_those_of_the_tables(root: Path, corpus: xn.Corpus) -> None:
    import hashlib

    said = (root / cli.HASHES).read_text(encoding="utf-8")
    made = "".join(f"{hashlib.sha256(csv_bytes(frame)).hexdigest()}  {name}.csv\n" for name, frame in corpus.tables.items())
    assert made == said, "run `xiangshe check --write` after a change that is meant"


def test_the_data_dictionary_is_the_schema(root: Path) -> None:
    assert (root / "docs" / "data_dictionary.md").read_text(encoding="utf-8") == data_dictionary()


def test_the_example_of_the_readme_runs(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    assert "resolved" in printed and "is by 主人" in printed


def test_the_map_of_the_modules_names_every_module(root: Path) -> None:
    package = root / "xiangshe_nlp"
    whole = {"analysis", "evaluation", "figures", "witnesses"}  # packages that the map names as one
    paths = [path.relative_to(package) for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in whole]
    there = {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths} - {"__init__", "__main__"}
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [name for name in sorted(there) if f"`{name}`" not in text] == []


def test_imports_run_one_way(root: Path) -> None:
    """Stages never import each other; only composition knows them; matplotlib is in figures and fonts alone."""
    package = root / "xiangshe_nlp"
    stages = {"clauses", "tokens", "events", "ellipsis", "alignment", "links", "collation", "glosses", "citations",
              "readings", "lacunae", "modern", "evidence"}
    allowed = {("ellipsis", "events"), ("speech", "events"), ("acts", "events"), ("acts", "ellipsis"),
               ("tokens", "modern")}  # the words of a translation are read once
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        inside = path.relative_to(package).parts
        name, dots = inside[0].removesuffix(".py"), r"\." * len(inside)
        if name in stages:
            used = set(re.findall(rf"^from {dots}(\w+)[\w.]* import", source, re.MULTILINE)) & stages - {name}
            assert {(name, other) for other in used} <= allowed, (name, used)
        if name not in ("figures", "fonts"):
            assert "import matplotlib" not in source and "from matplotlib" not in source, path
        if name not in ("corpus", "cli", "__init__", "analysis", "evaluation", "figures"):
            assert f"from {'.' * len(inside)}corpus" not in source, path
