"""Setting up: one lock, one environment.yml in step with it, two commands, one wheel in two forms."""

from __future__ import annotations

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SHAPES_OUTPUT = {"pandas", "pyarrow", "numpy", "scipy", "matplotlib", "pillow", "fonttools", "jieba", "scikit-learn",
                 "networkx", "opencc"}  # fmt: skip
CONDA_NAMES = {"matplotlib-base": "matplotlib"}
TOP = {"seeds", "notebooks", "xiangshe_nlp", "environment.yml", "tests", "figures", "pyproject.toml", "Makefile",
       "README.md", "CHANGELOG.md", "LICENSE", "LICENSE-DATA.md", "CITATION.cff", "docs", ".ci", "requirements.lock",
       "tools", "benchmarks", "data", ".gitignore", ".gitattributes"}  # fmt: skip


class Pin(NamedTuple):
    """One entry of the lock."""

    name: str
    version: str
    marker: Marker | None
    hashes: list[str]


def read_lock(text: str) -> list[Pin]:
    """Entries of the lock; a line of another kind (option, address, comment) fails."""
    entries = text.replace("\\\n", " ").splitlines()
    pins = []
    for entry in entries:
        found = re.fullmatch(r"([\w.-]+)==([\w.+!]+)(?: ; ([^#]*?))?((?:\s+--hash=sha256:[0-9a-f]{64})+)\s*", entry)
        assert found is not None, f"a line that is no pin with hashes: {entry[:80]}"
        name, version, marker, hashes = found.groups()
        pins.append(Pin(canonicalize_name(name), version, Marker(marker) if marker else None, hashes.split()))
    return pins


PINS = read_lock(LOCK)
APPLY = {pin.name: pin.version for pin in PINS if pin.marker is None or pin.marker.evaluate()}


def asked(*extras: str) -> list[Requirement]:
    """What pyproject.toml asks for, with these extras."""
    lines = list(PROJECT["project"]["dependencies"])
    for extra in extras:
        lines += PROJECT["project"]["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


def test_lock_pins_everything_with_hashes_and_without_addresses() -> None:
    assert len(PINS) > 80 and "://" not in LOCK
    assert not re.search(r"^\s*(-i|-f|-e|--(?!hash))|^[^#]* @ ", LOCK, re.M)


@pytest.mark.parametrize("line", ["--index-url x", "pandas>=3", "pandas==3.0.6", "numpy @ file"])
def test_lock_reader_refuses_what_is_no_pin_with_hashes(line: str) -> None:
    with pytest.raises(AssertionError, match="no pin"):
        read_lock(line)


def test_lock_is_the_only_requirements_file() -> None:
    assert [path.name for path in ROOT.glob("requirements*")] == ["requirements.lock"]


def test_lock_has_what_the_project_asks_for_within_its_ranges() -> None:
    backend = [Requirement(line) for line in PROJECT["build-system"]["requires"]]
    for need in [*asked("notebooks", "test", "dev"), *backend]:
        assert need.specifier.contains(APPLY[canonicalize_name(need.name)]), need


def test_every_range_has_an_upper_or_lower_bound_and_what_shapes_output_is_asked_for() -> None:
    assert {canonicalize_name(need.name) for need in asked()} >= SHAPES_OUTPUT
    assert all(need.specifier for need in asked("notebooks", "test", "dev"))


def test_this_environment_is_the_one_of_the_lock() -> None:
    differ = {name: (version, importlib.metadata.version(name)) for name, version in APPLY.items()
              if importlib.metadata.version(name) != version}  # fmt: skip
    assert not differ, f"run make figures to bring .venv to the lock: {differ}"


@pytest.mark.parametrize("python", ["3.11.2", "3.11.9", "3.12.1", "3.13.0"])
def test_lock_pins_each_package_once_for_every_python(python: str) -> None:
    minor = ".".join(python.split(".")[:2])
    environment = {"python_full_version": python, "python_version": minor}
    names = [pin.name for pin in PINS if pin.marker is None or pin.marker.evaluate(environment)]
    assert len(names) == len(set(names)) and set(names) >= SHAPES_OUTPUT


def test_environment_yml_is_in_step_with_the_lock() -> None:
    listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert listed["channels"] == ["conda-forge", "nodefaults"]
    conda = dict(line.split("=") for line in listed["dependencies"] if isinstance(line, str) and "=" in line)
    pip = next(line["pip"] for line in listed["dependencies"] if isinstance(line, dict))
    assert conda.pop("python") == "3.11" and "-e ." in pip
    both = {CONDA_NAMES.get(name, name): version for name, version in conda.items()}
    both |= dict(line.split("==") for line in pip if "==" in line)
    assert both == {name: APPLY[name] for name in both}
    assert set(both) == {canonicalize_name(need.name) for need in asked("notebooks", "test")}


def test_only_one_distribution_of_opencc() -> None:
    """`opencc` and `opencc-python-reimplemented` install the same files."""
    assert set(importlib.metadata.packages_distributions()["opencc"]) == {"OpenCC"}
    assert [pin.name for pin in PINS if "opencc" in pin.name] == ["opencc"]


def test_import_of_the_package_is_light(tmp_path: Path) -> None:
    """jieba, pandas, matplotlib and the rest are imported only where they are needed."""
    heavy = ["pandas", "numpy", "pyarrow", "scipy", "matplotlib", "PIL", "fontTools", "jieba", "sklearn", "networkx",
             "opencc", "IPython"]  # fmt: skip
    code = f"import sys, xiangshe_nlp; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "", "")


# ---- the commands --------------------------------------------------------------------------------


def make(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run make in a folder as it runs by hand, not as a part of the make that runs the tests."""
    outer = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    clean = {name: value for name, value in os.environ.items() if name not in outer} | environment
    return subprocess.run(["make", *arguments], cwd=folder, env=clean, capture_output=True, text=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout whose environment is set up, with commands that only note that they were called."""
    for name in ("requirements.lock", "pyproject.toml", "tools/set_up.py", "tools/run_notebooks.py", "seeds/a.txt",
                 "xiangshe_nlp/__init__.py", "notebooks/01_a.ipynb"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in (".venv/bin/xiangshe", ".venv/bin/python"):
        command = tmp_path / name
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text(f'#!/bin/sh\necho "{command.name} $1" >> called\n')
        command.chmod(0o755)
    (tmp_path / ".make").mkdir()
    (tmp_path / ".make/env").write_text("")
    return tmp_path


def called(folder: Path) -> list[str]:
    """What was called since the last look."""
    log = folder / "called"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return sorted(lines)


def change(folder: Path, name: str) -> None:
    """Let a file be newer than everything else."""
    for path in folder.rglob("*"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    os.utime(folder / name)


EVERYTHING = ["python tools/run_notebooks.py", "xiangshe build", "xiangshe figures"]


def test_second_call_does_only_what_a_change_asks_for(checkout: Path) -> None:
    done = make(checkout, "figures")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("written: ") and called(checkout) == EVERYTHING
    assert make(checkout, "figures").returncode == 0 and called(checkout) == []
    change(checkout, "notebooks/01_a.ipynb")
    assert make(checkout, "figures").returncode == 0 and called(checkout) == EVERYTHING[:1]


@pytest.mark.parametrize("name", ["seeds/a.txt", "xiangshe_nlp/__init__.py"])
def test_a_changed_text_or_module_makes_everything_again(checkout: Path, name: str) -> None:
    make(checkout, "figures")
    called(checkout)
    change(checkout, name)
    assert make(checkout, "figures").returncode == 0 and called(checkout) == EVERYTHING


def test_a_changed_lock_sets_up_again(checkout: Path) -> None:
    (checkout / "tools/set_up.py").write_text("print('set up again')")
    (checkout / ".make/env").unlink()
    done = make(checkout, ".make/env", f"PYTHON={sys.executable}")
    assert done.stdout == "set up again\n"
    change(checkout, "requirements.lock")
    assert make(checkout, ".make/env", f"PYTHON={sys.executable}").stdout == "set up again\n"


def test_without_a_new_enough_python_one_clear_line(checkout: Path) -> None:
    (checkout / ".make/env").unlink()
    done = make(checkout, "figures", "PYTHON=false")
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    assert done.returncode == 2 and len(lines) == 1 and lines[0].startswith("No Python 3.11 or newer")
    assert called(checkout) == []


def test_make_alone_lists_the_commands(checkout: Path) -> None:
    said = make(checkout).stdout
    commands = ["help", "figures", "test", "lab", "bench", "lint", "lock", "wheel", "clean"]
    assert [line.split()[1] for line in said.splitlines()] == commands


def test_ci_script_is_sound_and_can_be_run() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["bash", "-n", script]).returncode == 0
    assert all(f"make {name}" in script.read_text(encoding="utf-8") for name in ("lint", "test", "figures"))


def test_top_level_is_tidy() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.split("/")[0] for name in names.splitlines()} - TOP == set()


# ---- what was made stays made ----


def writing(folder: Path, *, files: str = "data/a.csv figures/a.svg figures/a.png") -> None:
    """Let the command of the small checkout write these files, those of data/ with `build`."""
    command = folder / ".venv/bin/xiangshe"
    command.write_text(
        f'#!/bin/sh\necho "xiangshe $1" >> called\ncase $1 in build) to=data;; *) to=figures;; esac\nmkdir -p $to\n'
        f'for file in {files}; do case $file in $to/*) echo "$1" > $file;; esac; done\n'
    )


@pytest.mark.parametrize(("lost", "again"), [
    ("data/a.csv", ["xiangshe build"]), ("data", ["xiangshe build"]), ("figures/a.png", ["xiangshe figures"]),
])  # fmt: skip
def test_what_is_lost_is_made_again(checkout: Path, lost: str, again: list[str]) -> None:
    writing(checkout)
    make(checkout, "figures")
    called(checkout)
    shutil.rmtree(checkout / lost) if (checkout / lost).is_dir() else (checkout / lost).unlink()
    done = make(checkout, "figures")
    assert (done.returncode, done.stderr, called(checkout)) == (0, "", again)
    assert (checkout / lost).exists() and done.stdout.splitlines()[-1].startswith("written: 1 tables in data/, 1 figures")


def test_what_was_changed_is_made_again(checkout: Path) -> None:
    writing(checkout)
    make(checkout, "figures")
    called(checkout)
    (checkout / "data/a.csv").write_text("changed")
    assert make(checkout, "figures").returncode == 0 and called(checkout) == ["xiangshe build"]
    assert (checkout / "data/a.csv").read_text() == "build\n"


def test_where_nothing_is_made_nothing_is_said_to_be_written(checkout: Path) -> None:
    writing(checkout)
    assert make(checkout, "figures").stdout.splitlines()[-1].startswith("written: ")
    done = make(checkout, "figures")
    assert called(checkout) == EVERYTHING and done.stdout.splitlines()[-1].startswith("up to date: 1 tables in data/")


# ---- what travels --------------------------------------------------------------------------------


def described() -> dict[str, dict[str, str]]:
    """Witnesses as the manifest describes them."""
    manifest = tomllib.loads((ROOT / "seeds" / "corpus.toml").read_text(encoding="utf-8"))
    return {witness["witness_id"]: witness for witness in manifest["witnesses"]}


def test_rights_are_said_of_every_witness_as_the_manifest_has_them() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([^`]+)` .*\| (\w+) \|$", (ROOT / "LICENSE-DATA.md").read_text(), re.M)
    assert {row[0]: row[1:] for row in rows} == {
        name: (witness["file"], witness["redistributable"]) for name, witness in described().items()
    }


def test_citation_has_version_and_authors_of_the_package() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == PROJECT["project"]["version"]
    assert cited["authors"] == PROJECT["project"]["authors"]


@pytest.fixture(scope="module", params=["whole", "public"])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[bool, Path]:
    """The wheel, in both forms."""
    public = request.param == "public"
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "tools/build_wheel.py", "--out", str(out), *(["--public"] if public else [])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert [path.suffix for path in out.iterdir()] == [".whl"]
    return public, next(out.iterdir())


@pytest.mark.parametrize(("arguments", "folder"), [([], "dist"), (["--public"], "dist/public"), (["--public", "--out", "x"], "x")])
def test_the_two_forms_do_not_overwrite_each_other(
    arguments: list[str], folder: str, tool: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    """Both wheels have the same name."""
    builder, outs = tool("build_wheel"), []
    monkeypatch.setattr(builder, "build", lambda out, public: outs.append(out) or out / "w.whl")
    monkeypatch.setattr(builder, "ROOT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["build_wheel.py", *arguments])
    monkeypatch.chdir(tmp_path)
    builder.main()
    assert outs == [tmp_path / folder]


def withheld(public: bool) -> list[str]:
    """Witnesses that this form leaves out."""
    return [name for name, witness in described().items() if public and witness["redistributable"] != "yes"]


def test_wheel_carries_seeds_fonts_vocabularies_and_licences(wheel: tuple[bool, Path]) -> None:
    public, path = wheel
    names = set(zipfile.ZipFile(path).namelist())
    expected = ("seeds/corpus.toml", "seeds/LICENSE-DATA.md", "data/lexicon/variants.csv", "data/fonts/OFL-XiangsheRare.txt")
    assert {f"xiangshe_nlp/{name}" for name in expected} <= names
    assert ("xiangshe_nlp/seeds/withheld.txt" in names) == public
    for name, witness in described().items():
        assert (f"xiangshe_nlp/seeds/{witness['file']}" in names) == (name not in withheld(public))
    assert not [name for name in names if name.startswith(("tests/", "notebooks/", "tools/"))]


def test_public_wheel_has_no_sentence_of_the_withheld_texts(wheel: tuple[bool, Path]) -> None:
    public, path = wheel
    archive = zipfile.ZipFile(path)
    carried = "\n".join(archive.read(name).decode("utf-8", "ignore") for name in archive.namelist())
    for name in withheld(public):
        text = (ROOT / "seeds" / described()[name]["file"]).read_text(encoding="utf-8")
        pieces = [text[k:k + 24] for k in range(0, len(text) - 24, 24)]
        found = [piece for piece in pieces if piece in carried and re.search(r"[\u4e00-\u9fff]{8}", piece)]
        assert not found, (name, found[:3])


LOAD = """
import sys, warnings
import xiangshe_nlp as xn
corpus = xn.load_corpus()
print(xn.__file__)
print(len(corpus.witnesses), *sorted(set(corpus.segments.witness_id)))
print(*corpus.missing)
"""


@pytest.mark.slow
def test_corpus_loads_from_the_wheel_in_an_empty_folder(wheel: tuple[bool, Path], tmp_path: Path) -> None:
    public, path = wheel
    site, empty = tmp_path / "site", tmp_path / "empty"
    empty.mkdir()
    install = ["-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(site), str(path)]
    subprocess.run([sys.executable, *install], check=True)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run([sys.executable, "-c", LOAD], cwd=empty, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    where, witnesses, missing = done.stdout.splitlines()
    left_out = withheld(public)
    assert Path(where).is_relative_to(site)
    assert witnesses.split() == ["5", *sorted(set(described()) - set(left_out))]
    assert missing.split() == left_out
    assert list(empty.iterdir()) == []
