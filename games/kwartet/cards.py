"""The look of the cards: an emblem and a colour for each quartet, drawn for this program; the number in dots."""

from __future__ import annotations

from typing import Final

from games.core import svg
from games.kwartet.material import CARDS

_EMBLEMS: Final = (
    "M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z",  # star
    "M11 2v12H3.5zM13 5l7 9h-7zM2.5 16h19l-3.5 5.5h-12z",  # boat
    "M12 2.5L22 11h-3v10.5h-5V15h-4v6.5H5V11H2z",  # house
    "M12 2l6.5 8H16l4.5 6H14v6h-4v-6H3.5L8 10H5.5z",  # tree
    "M2 12c3.5-5 9-6.5 14-1.5L21.5 6v12L16 13.5C11 18.5 5.5 17 2 12z",  # fish
    "M3 19.5L2 7l5.5 4.5L12 4l4.5 7.5L22 7l-1 12.5z",  # crown
    "M12 2.5c4 0 6 3 6 7 0 5 1.5 6.5 2.5 7.5v1.5h-17V17C4.5 16 6 14.5 6 9.5c0-4 2-7 6-7z"  # bell
    "M9.5 20h5a2.5 2.5 0 0 1-5 0z",
    "M8 3a5.5 5.5 0 0 1 5 7.7l8.5 8.5V22h-4v-2.5H15V17h-2.5v-2.5l-1.2-1A5.5 5.5 0 1 1 8 3z",  # key
    "M15 2.5a9.8 9.8 0 1 0 6.5 14.3A8 8 0 0 1 15 2.5z",  # moon
    "M4 20C4 9 10 3.5 21 3c0 11-5 17-15 16.5L4 22z",  # leaf
    "M12 2c4 5.4 6.5 8.8 6.5 12.5a6.5 6.5 0 0 1-13 0C5.5 10.8 8 7.4 12 2z",  # drop
    "M12 21C5 15.5 2 12 2 8.2A5 5 0 0 1 12 6a5 5 0 0 1 10 2.2C22 12 19 15.5 12 21z",  # heart
    "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4z"  # sun
    "M4.2 5.6l1.4-1.4L8.4 7 7 8.4zM15.6 17l1.4-1.4 2.8 2.8-1.4 1.4zM4.2 18.4L7 15.6 8.4 17l-2.8 2.8z"
    "M15.6 7l2.8-2.8 1.4 1.4L17 8.4z",
)
_PAINTS: Final = (
    *("#0b5f5a", "#2a5aa0", "#a33b24", "#2f7a35", "#b4560f", "#6b3c8f", "#7d6200", "#43505c", "#2c2f7d", "#5c6b15"),
    *("#00677d", "#a01d4d", "#8a4b00"),
)
"""A colour for each emblem. The second half of the alphabet has the same, dark on light."""
LEFT: Final = 6.5
WIDE: Final = 27
"""Where a card lies in its field, from edge to edge."""


def look(card: int) -> str:
    """Draw a card in a field of 40 × 40: its index, the emblem of its quartet, and which of the four it is."""
    number = card % 4
    paint = _PAINTS[card // 4 % len(_PAINTS)]
    parts = [
        svg.rect(LEFT, 1, WIDE, 38, rx=3.5, fill="#fffdf7", stroke="#3b4650", stroke_width=1.2),
        svg.text(9, 12.2, CARDS[card], 12.2, fill=paint, text_anchor="start", font_weight="bold"),
        _panel(card // 4, 10, 14.5, 20, 17),
        *(svg.circle(13.4 + 4.4 * dot, 35, 1.4, fill=paint if dot == number else "#cfd5d3") for dot in range(4)),
    ]
    return "".join(parts)


def quartet_look(quartet: int) -> str:
    """Draw four cards laid down as a stack in a field of 40 × 40."""
    paper: svg.Style = {"fill": "#fffdf7", "stroke": "#3b4650"}
    stacked = (svg.rect(6 + 2 * step, 6 - 1.5 * step, 24, 32, rx=3, **paper) for step in (2, 1))
    letter = svg.text(18, 36.5, CARDS[4 * quartet][0], 13, fill=_paints(quartet)[1], font_weight="bold")
    return "".join([*stacked, _panel(quartet, 6, 6, 24, 32), letter])


def _paints(quartet: int) -> tuple[str, str]:
    """Return the paint of a quartet's ground, and of what stands on it."""
    paint = _PAINTS[quartet % len(_PAINTS)]
    return (paint, "#ffffff") if quartet < len(_PAINTS) else ("#f1e7cf", paint)


def _panel(quartet: int, x: float, y: float, wide: float, high: float) -> str:
    """Draw a quartet's emblem on its ground."""
    ground, ink = _paints(quartet)
    size = (0.78 if wide > high else 0.62) * min(wide, high) / 24
    left, top = x + wide / 2 - 12 * size, y + min(wide, high) / 2 - 12 * size
    at = f"translate({svg.number(left)} {svg.number(top)}) scale({size:.2f})"
    emblem = svg.element("path", d=_EMBLEMS[quartet % len(_EMBLEMS)], fill=ink, transform=at)
    return svg.rect(x, y, wide, high, rx=2.5, fill=ground, stroke=_PAINTS[quartet % len(_PAINTS)]) + emblem
