"""Make .venv from requirements.lock and install the project into it, editable. Needs the standard library alone.

Every package comes with its hash; jieba, published as source only, is built with the setuptools of
the lock, so that nothing unpinned ever runs.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
VENV = ROOT / ".venv"
NEEDED = (3, 11)
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PIP_TARGET", "PIP_USER")  # settings that would install elsewhere


def say(line: str, *, last: bool = False) -> None:
    """One line that replaces the one before, on a terminal; nothing in a pipe."""
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns - 1
        print("\r\x1b[K" + line[:width], end="\n" if last else "", flush=True)


def pip(what: str, *arguments: str | Path) -> None:
    """Run the environment's pip, telling how far it is; on failure show its last lines and stop."""
    command = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    environment = {k: v for k, v in os.environ.items() if k not in FOREIGN}
    said: list[str] = []
    with subprocess.Popen(
        [*command, *map(str, arguments)], cwd=ROOT, env=environment, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line.rstrip())
            found = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line)
            if found:
                say(f"{what}: {found.group(1)}")
            elif line.startswith("Installing collected packages"):
                say(f"{what}: unpacking")
    if process.returncode:
        say(f"{what}: failed", last=True)
        sys.exit("\n".join([*said[-15:], f"set-up stopped: {what} failed (the lines above are pip's)"]))


def block(name: str) -> str:
    """The lines of the lock that pin one package."""
    found = re.search(rf"^{name}==.*?(?=^\S|\Z)", LOCK.read_text(encoding="utf-8"), re.M | re.S)
    if found is None:
        sys.exit(f"requirements.lock does not pin {name}")
    return found.group()


def make_environment() -> None:
    """Create .venv with this Python, unless it is there with the same minor version."""
    python = VENV / "bin" / "python"
    have = "import sys; print(*sys.version_info[:2])"
    if python.exists():
        said = subprocess.run([python, "-c", have], capture_output=True, text=True, check=False).stdout.split()
        if said == [str(part) for part in sys.version_info[:2]]:
            return
    say("set-up: new environment in .venv")
    venv.create(VENV, with_pip=True, clear=True)


def main() -> None:
    """Environment, locked packages, project."""
    if sys.version_info < NEEDED:
        sys.exit(f"xiangshe_nlp needs Python 3.11 or newer; this is {sys.version.split()[0]} ({sys.executable}).")
    make_environment()
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "setuptools.lock")
        first.write_text(block("setuptools"), encoding="utf-8")
        pip("set-up", "--require-hashes", "-r", first)
    pip("set-up", "--require-hashes", "--no-build-isolation", "-r", LOCK)
    pip("set-up", "--no-deps", "--no-build-isolation", "--no-index", "-e", ".")
    count = len(re.findall(r"^\S+==", LOCK.read_text(encoding="utf-8"), re.M))
    say(f"set-up: Python {sys.version.split()[0]} and the {count} packages of requirements.lock in .venv", last=True)


if __name__ == "__main__":
    main()
