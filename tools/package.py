"""The package's dependencies, for the build: the very versions that requirements.txt pins and the tests ran with.

A program is installed beside nothing else (`pipx`, `uv tool`), so that its pins are in nobody's way.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PIN = re.compile(r"^(?P<what>[A-Za-z0-9._-]+(\[[a-z,]+\])?==[^ ;\\]+)(?: *; *(?P<where>[^\\]+?))? *\\?$")


class Pins(MetadataHookInterface):
    """The hook that names the dependencies."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them to the project's metadata."""
        metadata["dependencies"] = pins((Path(self.root) / "requirements.txt").read_text(encoding="utf-8"))


def pins(text: str) -> list[str]:
    """Return the requirements of a pinned list without their hashes. Raises ValueError for a line that is none."""
    found = []
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith(("#", "--hash")):
            continue
        match = PIN.match(line)
        if match is None:
            raise ValueError(f"requirements.txt: not understood: {line}")
        found.append(match["what"] + (f" ; {match['where']}" if match["where"] else ""))
    return found
