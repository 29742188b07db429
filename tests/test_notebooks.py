"""What nbval lacks: that every notebook was executed, in order, says nothing on stderr, and only reads."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

Notebook = dict[str, Any]
Check = Callable[[Notebook], list[str]]


def code_cells(notebook: Notebook) -> list[dict[str, Any]]:
    """The code cells, in order."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def source(cell: dict[str, Any]) -> str:
    """Source of a cell as one string."""
    return "".join(cell["source"])


def trees(notebook: Notebook) -> list[tuple[str, ast.Module]]:
    """Every code cell, named, parsed; magics do not parse and so fail (nbval 147)."""
    return [(f"cell {cell['id']}", ast.parse(source(cell))) for cell in code_cells(notebook)]


def output_texts(notebook: Notebook) -> list[str]:
    """Every textual output, HTML and SVG included."""
    texts = []
    for cell in code_cells(notebook):
        for output in cell["outputs"]:
            texts.append("".join(output.get("text", "")))
            texts += ["".join(data) for kind, data in output.get("data", {}).items() if not kind.startswith("image/")]
    return texts


def not_executed(notebook: Notebook) -> list[str]:
    """Counts of the code cells are 1..n: all were executed, once, in order."""
    counts = [cell["execution_count"] for cell in code_cells(notebook)]
    return [] if counts == list(range(1, len(counts) + 1)) and counts else [f"execution counts {counts}"]


def complains(notebook: Notebook) -> list[str]:
    """No cell wrote to stderr or ended in an error."""
    outputs = [output for cell in code_cells(notebook) for output in cell["outputs"]]
    said = ["".join(output["text"]) for output in outputs if output.get("name") == "stderr"]
    return said + [output["ename"] for output in outputs if output["output_type"] == "error"]


def hides_output(notebook: Notebook) -> list[str]:
    """No cell ends in `;`, which suppresses nothing here (nbval 194)."""
    return [source(cell) for cell in code_cells(notebook) if source(cell).rstrip().endswith(";")]


def defines(notebook: Notebook) -> list[str]:
    """No def, class or lambda: what is worth a name belongs to the package and its tests."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    return [name for name, tree in trees(notebook) if any(isinstance(node, kinds) for node in ast.walk(tree))]


def handles_files_or_patterns(notebook: Notebook) -> list[str]:
    """No regular expression and no path or file in a cell."""
    banned = {"re", "regex", "os", "pathlib", "glob", "io", "shutil", "sys", "subprocess", "fnmatch"}
    found = []
    for name, tree in trees(notebook):
        for node in ast.walk(tree):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if {module.split(".")[0] for module in modules} & banned or is_path_or_pattern(text) or opens(node):
                found.append(f"{name}: {ast.unparse(node)}")
    return found


def opens(node: ast.AST) -> bool:
    """A call that opens a file or searches with a pattern."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    asks = any(word.arg == "regex" and getattr(word.value, "value", True) for word in node.keywords)
    return asks or called in {"open", "Path", "read_csv", "read_parquet", "to_csv", "savefig", "extract", "extractall"}


def is_path_or_pattern(text: str) -> bool:
    """A string that names a file or folder, or is a regular expression."""
    folder = re.search(r"^(~|\.\.?)?/|^(seeds|figures|data|notebooks|tests|docs)/", text)
    return bool(folder or re.search(r"\.(csv|txt|svg|png|json|toml|py)$", text) or re.search(r"\\[dswbDSWB]|\(\?[:=!<]|\[\^|\.[*+]", text))


def is_chatty(notebook: Notebook) -> list[str]:
    """At least as many text cells as code cells: a reader is told what he sees and how sure it is."""
    code = len(code_cells(notebook))
    text = sum(cell["cell_type"] == "markdown" for cell in notebook["cells"])
    return [] if text >= code else [f"{text} text cells for {code} code cells"]


def is_long(notebook: Notebook) -> list[str]:
    """A cell has at most eight lines; about three is the aim."""
    return [f"{cell['id']}: {len(source(cell).splitlines())} lines" for cell in code_cells(notebook)
            if len(source(cell).splitlines()) > 8]


def tells_of_the_run(notebook: Notebook) -> list[str]:
    """No memory address, path, time or version in an output (nbval 6, 10)."""
    patterns = (r" at 0x[0-9a-f]{6,}", r"/(home|root|tmp|usr|Users|work)/", r"site-packages", r"\b[Vv]ersion \d+\.\d+",
                r"\b\d+(\.\d+)? ?(ms|µs|s ±)\b", r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d")  # fmt: skip
    return [f"{pattern}: {found.group()}" for text in output_texts(notebook) for pattern in patterns
            if (found := re.search(pattern, text))]


def shows_sets(notebook: Notebook) -> list[str]:
    """No set is shown: its order changes with the hash seed."""
    pattern = re.compile(r"(frozenset\(|set\()?\{['\"]?[^:{}]+\}\)?$")
    return [text[:60] for text in output_texts(notebook) if pattern.match(text)]


def has_a_run_in_its_metadata(notebook: Notebook) -> list[str]:
    """Metadata and ids are those that tools/run_notebooks.py writes."""
    found = [] if notebook["metadata"].get("language_info") == {"name": "python"} else ["metadata of the notebook"]
    for number, cell in enumerate(notebook["cells"], start=1):
        if cell.get("id") != f"cell-{number:02d}" or set(cell["metadata"]) - {"tags"}:
            found.append(f"cell {number}")
    return found


def skips_comparison(notebook: Notebook) -> list[str]:
    """No cell is taken out of the comparison by a marker or a tag of nbval."""
    return [cell["id"] for cell in code_cells(notebook)
            if "nbval" in source(cell).lower() or any("nbval" in tag or tag == "raises-exception"
                                                      for tag in cell["metadata"].get("tags", ()))]


CHECKS: list[Check] = [not_executed, complains, hides_output, defines, handles_files_or_patterns, is_chatty, is_long,
                       tells_of_the_run, shows_sets, has_a_run_in_its_metadata, skips_comparison]  # fmt: skip


def test_there_are_notebooks_in_the_order_of_the_method() -> None:
    assert NOTEBOOKS, "no notebooks in notebooks/"
    numbers = [path.name[:3] for path in NOTEBOOKS]
    assert numbers == [f"{number:02d}_" for number in range(1, len(numbers) + 1)]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, check: Check) -> None:
    found = check(json.loads(path.read_text(encoding="utf-8")))
    assert not found, f"{path.name}: {check.__doc__}\n" + "\n".join(found)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_first_code_cell_loads_the_corpus(path: Path) -> None:
    assert "load_corpus" in source(code_cells(json.loads(path.read_text(encoding="utf-8")))[0])


def sample(code: str = "corpus", *, count: int | None = 1, **output: Any) -> Notebook:
    """A notebook of one text cell and one code cell."""
    cell = {"cell_type": "code", "id": "cell-02", "metadata": {}, "source": code, "execution_count": count,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": ""} | output]}  # fmt: skip
    text = {"cell_type": "markdown", "id": "cell-01", "metadata": {}, "source": "text"}
    return {"metadata": {"language_info": {"name": "python"}}, "cells": [text, cell]}


def test_a_sound_notebook_passes_every_check() -> None:
    assert [check.__name__ for check in CHECKS if check(sample("corpus.actions.head()", text="5 拜"))] == []


@pytest.mark.parametrize(("check", "notebook"), [
    (not_executed, sample(count=None)),
    (not_executed, sample(count=3)),
    (complains, sample(name="stderr", text="warning")),
    (complains, sample(output_type="error", ename="KeyError")),
    (hides_output, sample("corpus;")),
    (defines, sample("def f(): pass")),
    (defines, sample("sorted(a, key=lambda x: x)")),
    (handles_files_or_patterns, sample("import re")),
    (handles_files_or_patterns, sample("from pathlib import Path")),
    (handles_files_or_patterns, sample("read('../seeds/a')")),
    (handles_files_or_patterns, sample("actions[actions.text.str.contains('再.*拜')]")),
    (handles_files_or_patterns, sample("open(name)")),
    (is_chatty, {"cells": sample()["cells"] + sample()["cells"][1:]}),
    (is_long, sample("a\n" * 9)),
    (tells_of_the_run, sample(text="<Axes at 0x7f2b3c4d5e6f>")),
    (tells_of_the_run, sample(text="12.5 ms")),
    (shows_sets, sample(text="{'賓', '主人'}")),
    (has_a_run_in_its_metadata, sample() | {"metadata": {"language_info": {"name": "python", "version": "3.11.2"}}}),
    (skips_comparison, sample("# NBVAL_SKIP\ncorpus")),
], ids=lambda value: value.__name__ if callable(value) else "")  # fmt: skip
def test_every_check_sees_its_fault(check: Check, notebook: Notebook) -> None:
    assert check(notebook)
