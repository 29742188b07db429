"""Write requirements.lock: every package that pyproject.toml asks for, pinned, with hashes, without addresses.

`make lock` keeps the versions that the lock has and adds or drops what pyproject.toml adds or drops;
`make lock UPGRADE=1` takes the newest that fit. The lock holds for Python 3.11 and newer on every
system (with environment markers where they differ), since the hashes of all files of a release stand in it.
uv resolves, in an environment of its own that is thrown away.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"


def run(*command: str | Path) -> None:
    """Run a command in the project's folder; stop with its exit code if it fails."""
    code = subprocess.run(list(map(str, command)), cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


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
    print(f"requirements.lock: {LOCK.read_text().count('==')} packages pinned")


if __name__ == "__main__":
    main(sys.argv[1:])
