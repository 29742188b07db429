"""Execute the notebooks in the order of their names, in place, and write what changed.

What is written depends on code and texts alone: no timings, versions or ids of a run, a fresh kernel and
an empty IPython profile for each notebook, one BLAS thread, fixed hash seed. A notebook whose cell fails,
or says something on stderr, is left as it was and named.

    python tools/run_notebooks.py [--check] [NOTEBOOK …]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
ENVIRONMENT = {
    "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    "JUPYTER_PREFER_ENV_PATH": "1", "COLUMNS": "120", "NO_COLOR": "1",
}  # fmt: skip


def tidy(notebook: Any) -> Any:
    """The notebook without what differs from run to run."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(METADATA)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number:02d}"
        cell.metadata = nbformat.from_dict({"tags": cell.metadata.tags} if cell.metadata.get("tags") else {})
        for output in cell.get("outputs", ()):
            output.pop("transient", None)
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
    return notebook


def complaints(notebook: Any) -> str:
    """What the cells said on stderr."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", ()))
    return "".join(output.text for output in outputs if output.get("name") == "stderr")


def execute(path: Path) -> bytes:
    """The executed notebook as it is to be written; stops with one line if a cell fails."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=["--log-level=ERROR"],
    )  # fmt: skip
    try:
        client.execute()
    except CellExecutionError as error:
        sys.exit(f"{error.traceback}\n{path.name}: a cell failed: {error.ename}: {error.evalue}")
    said = complaints(notebook)
    if said:
        sys.exit(f"{said}\n{path.name}: a cell says something on stderr (above)")
    return (nbformat.writes(tidy(notebook)) + "\n").encode("utf-8")


def say(line: str) -> None:
    """Progress for people: one line a step on a terminal, nothing in a pipe."""
    if sys.stdout.isatty():
        print(line, flush=True)


def main() -> None:
    """Execute all notebooks or those named."""
    parser = argparse.ArgumentParser(description="Execute the notebooks in place.")
    parser.add_argument("notebooks", type=Path, nargs="*", help="notebooks (all of notebooks/)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if something would change")
    given = parser.parse_args()
    changed = []
    paths = [path.resolve() for path in given.notebooks] or sorted((ROOT / "notebooks").glob("*.ipynb"))
    with tempfile.TemporaryDirectory() as profile:
        os.environ.update(ENVIRONMENT, IPYTHONDIR=profile)
        for number, path in enumerate(paths, start=1):
            say(f"notebooks: {path.name} ({number} of {len(paths)})")
            new = execute(path)
            if new != path.read_bytes():
                changed.append(path.name)
                if not given.check:
                    path.write_bytes(new)
    say(f"notebooks: {len(paths)} executed, changed: {', '.join(changed) or 'none'}")
    if given.check and changed:
        sys.exit(f"executed again, these notebooks differ: {', '.join(changed)}")


if __name__ == "__main__":
    main()
