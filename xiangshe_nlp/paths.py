"""Where the seeds lie: in a checkout, or inside an installed wheel."""

from __future__ import annotations

from pathlib import Path


def seeds_folder() -> Path:
    """Folder of the seeds with their manifest: that of the checkout, else the one in the package.

    >>> seeds_folder().name
    'seeds'
    """
    package = Path(__file__).resolve().parent
    checkout = package.parent / "seeds"
    if (package.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return package / "seeds"
