"""Colours of the style sheets, and how well one is read on another."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "tournaments/static/tournaments"
DARK = "prefers-color-scheme: dark"
CUSTOM = re.compile(r"--([\w-]+): (#[0-9a-f]+)\b")


def tokens(scheme: str) -> dict[str, str]:
    """Return the colours of tokens.css by name, ``light`` or ``dark``."""
    light, _media, dark = (STATIC / "tokens.css").read_text("utf-8").partition(DARK)
    return dict(CUSTOM.findall({"light": light, "dark": dark}[scheme]))


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG 2 counts it, 1 to 21."""

    def light(colour: str) -> float:
        digits = colour.lstrip("#")
        digits = "".join(c * 2 for c in digits) if len(digits) == 3 else digits
        parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lights = sorted((light(first), light(second)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)
