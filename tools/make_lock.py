"""Write requirements.lock: every package that pyproject.toml asks for, pinned, with hashes, without addresses;
and environment.yml with the same versions, for conda and Binder.

`make lock` keeps the versions that the lock has and adds or drops what pyproject.toml adds or drops;
`make lock UPGRADE=1` takes the newest that fit. The lock holds for Python 3.11 and newer on every
system (with environment markers where they differ), since the hashes of all files of a release stand in it.
uv resolves, in an environment of its own that is thrown away.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # without the windows that nobody opens here
PIP_ONLY = ("opencc",)  # conda-forge's package of that name is the C++ library
HEAD = """\
# For conda and Binder, in step with requirements.lock; written by `make lock`. With pip: make figures.
name: xiangshe_nlp
channels:
  - conda-forge
  - nodefaults
dependencies:
  - python=3.11
  - pip
"""


def run(*command: str | Path) -> None:
    """Run a command in the project's folder; stop with its exit code if it fails."""
    code = subprocess.run(list(map(str, command)), cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def environment(lock: str) -> str:
    """environment.yml: what package, notebooks and tests ask for by name, in the versions of the lock."""
    pinned = dict(re.findall(r"^([\w.-]+)==([^\s;\\]+)", lock, re.M))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["notebooks"], *extras["test"]]
    names = sorted(re.match(r"[\w-]+", line).group() for line in asked)  # type: ignore[union-attr]
    conda = [f"  - {CONDA_NAMES.get(name, name)}={pinned[name]}" for name in names if name not in PIP_ONLY]
    pip = [f"    - {name}=={pinned[name]}" for name in PIP_ONLY]
    return HEAD + "\n".join([*conda, "  - pip:", *pip, "    - -e .", ""])


def main(arguments: list[str]) -> None:
    """Resolve and write the lock."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        run(Path(folder, "bin", "python"), "-m", "pip", "install", "-q", "uv")
        run(
            Path(folder, "bin", "uv"), "pip", "compile", "pyproject.toml", "--all-extras", "--universal",
            "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url",
            "--no-emit-find-links", "--quiet", "--output-file", LOCK, *arguments,
        )  # fmt: skip
    lock = LOCK.read_text(encoding="utf-8")
    (ROOT / "environment.yml").write_text(environment(lock), encoding="utf-8")
    print(f"requirements.lock: {len(re.findall(r'^[^# ]+==', lock, re.M))} packages pinned; environment.yml in step")


if __name__ == "__main__":
    main(sys.argv[1:])
