"""The code in the how-tos: each block with the file that the line above it names."""

from __future__ import annotations

import re

from tests.support.stack import CHECKOUT

PAGES = ("add-a-game.md", "add-a-pairing-system.md", "add-a-tie-break.md")
BLOCK = re.compile(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> dict[str, str]:
    """Return the files of a how-to by their paths, as they stand there."""
    return dict(BLOCK.findall((CHECKOUT / "docs" / "howto" / page).read_text(encoding="utf-8")))


def all_blocks() -> dict[str, str]:
    """Return the files of all how-tos."""
    return {path: code for page in PAGES for path, code in blocks(page).items()}
