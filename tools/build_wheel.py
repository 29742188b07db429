"""Build the wheel into dist/ (dist/public/), without network: `python tools/build_wheel.py [--public] [--out DIR]`.

`--public` leaves out the texts whose rights are not known; see hatch_build.py. Both forms have one name, and
therefore a folder each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(out: Path, *, public: bool = False) -> Path:
    """Build one wheel and return its path."""
    environment = {**os.environ, "XIANGSHE_PUBLIC": "1" if public else "0", "SOURCE_DATE_EPOCH": "1577836800"}
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return max(out.glob("xiangshe_nlp-*.whl"), key=lambda path: path.stat().st_mtime_ns)


def main() -> None:
    """Read the arguments, build, and say what was written."""
    parser = argparse.ArgumentParser(description="Build the wheel.")
    parser.add_argument("--public", action="store_true", help="leave out the texts whose rights are not known")
    parser.add_argument("--out", type=Path, help="folder for the wheel (dist, or dist/public)")
    given = parser.parse_args()
    out = given.out or (ROOT / "dist" / "public" if given.public else ROOT / "dist")
    wheel = build(out.resolve(), public=given.public)
    form = "public form, without the texts whose rights are not known" if given.public else "with all seeds"
    print(f"written: {os.path.relpath(wheel)} ({form})")


if __name__ == "__main__":
    main()
