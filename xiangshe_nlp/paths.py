"""Where the seeds lie: in a checkout, or inside an installed wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
WITHHELD = "withheld.txt"


def seeds_folder() -> Path:
    """Folder of the seeds with their manifest: that of the checkout, else the one in the package.

    >>> seeds_folder().name
    'seeds'
    """
    checkout = _PACKAGE.parent / "seeds"
    if (_PACKAGE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return _PACKAGE / "seeds"


def withheld_files(folder: Path) -> frozenset[str]:
    """Names of the files that a public build leaves out of this folder; usually none.

    A file named here is missing on purpose (its rights are not known): no error, but to be said.

    >>> sorted(withheld_files(seeds_folder()))
    []
    """
    note = folder / WITHHELD
    if not note.is_file():
        return frozenset()
    lines = note.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))
