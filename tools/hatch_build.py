"""Build hook of the wheel: the seeds travel in it as `xiangshe_nlp/seeds`, with LICENSE-DATA.md.

With XIANGSHE_PUBLIC=1 the texts that may not be passed on, or of which nobody knows whether they may
(`redistributable` is not `yes` in the manifest), stay out; `withheld.txt` then names them, so that
`load_corpus()` can say which are missing instead of taking them for lost.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TARGET = "xiangshe_nlp/seeds"
NOTE = "Texts that this public build leaves out, since their rights are not known (see LICENSE-DATA.md):"


def entries(value: Any) -> Iterator[dict[str, Any]]:
    """Every table of the manifest that describes a file, wherever it stands."""
    if isinstance(value, dict):
        if "file" in value and "redistributable" in value:
            yield value
        for part in value.values():
            yield from entries(part)
    elif isinstance(value, list):
        for part in value:
            yield from entries(part)


def withheld_files(seeds: Path) -> list[str]:
    """File names whose text a public build leaves out, sorted."""
    manifest = tomllib.loads((seeds / "corpus.toml").read_text(encoding="utf-8"))
    described = {entry["file"]: entry["redistributable"] for entry in entries(manifest)}
    unknown = sorted(path.name for path in seeds.glob("*.txt") if described.get(path.name) != "yes")
    return unknown


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the seeds to a wheel; an editable install reads them where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to include."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        seeds = root / "seeds"
        public = os.environ.get("XIANGSHE_PUBLIC") == "1"
        withheld = withheld_files(seeds) if public else []
        include = build_data["force_include"]
        for path in sorted(seeds.iterdir()):
            if path.is_file() and path.name not in withheld and not path.name.startswith("."):
                include[str(path)] = f"{TARGET}/{path.name}"
        include[str(root / "LICENSE-DATA.md")] = f"{TARGET}/LICENSE-DATA.md"
        if public:
            note = Path(self.directory) / "withheld.txt"
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text("\n".join([f"# {NOTE}", *withheld, ""]), encoding="utf-8")
            include[str(note)] = f"{TARGET}/withheld.txt"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing but the wheel."""
        (Path(self.directory) / "withheld.txt").unlink(missing_ok=True)
