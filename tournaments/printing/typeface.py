"""The typeface of printed documents: how wide a line is, and what becomes of one that is too long."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from tournaments.printing.right_to_left import written

FONTS = Path(__file__).parent / "fonts"
PLAIN, BOLD = "Viertal", "Viertal-Bold"
ELLIPSIS = "…"


@cache
def load_fonts() -> None:
    """Read the typeface, once."""
    pdfmetrics.registerFont(TTFont(PLAIN, str(FONTS / "DejaVuSansCondensed.ttf")))
    pdfmetrics.registerFont(TTFont(BOLD, str(FONTS / "DejaVuSansCondensed-Bold.ttf")))


def width(text: str, size: float, bold: bool = False) -> float:
    """Return how wide a line of text is."""
    load_fonts()
    return float(pdfmetrics.stringWidth(written(text), BOLD if bold else PLAIN, size))


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """Return the text, or as much of it as fits, with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def halves(text: str) -> tuple[str, str]:
    """Return a text in two lines, cut behind a space or a hyphen where that leaves the shortest lines."""
    cuts = [at + 1 for at, letter in enumerate(text[:-1]) if letter in " -"] or [len(text) // 2]
    cut = min(cuts, key=lambda at: (max(len(text[:at].rstrip()), len(text) - at), at))
    return text[:cut].rstrip(), text[cut:]
