"""Files of one folder, all of them or none: written aside, then put in place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ASIDE = ".aside-"


@contextmanager
def write_aside(out: Path | str) -> Iterator[Path]:
    """A folder to write into; its files are put into `out` when all are written, and none if one fails.

    A new folder comes into being by one rename. Into a folder that is there the files are renamed one by
    one, after all have been written. What an interrupted writing left aside is removed.
    """
    out = Path(out)
    new = not out.exists()
    (out.parent if new else out).mkdir(parents=True, exist_ok=True)  # an error that names it if it is a file
    aside = out.parent / (ASIDE + out.name) if new else out / ASIDE
    for left in [aside, *out.glob(f"{ASIDE}*")]:
        shutil.rmtree(left, ignore_errors=True)
    aside.mkdir()
    try:
        yield aside
        if new:
            aside.rename(out)
        else:
            for path in sorted(aside.iterdir()):
                path.replace(out / path.name)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
