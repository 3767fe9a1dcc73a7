"""The look of the pieces: silhouettes in a field of 40 × 40, drawn for this program."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import svg
from games.core.svg import SIGNS
from games.quatro_chess.board import BISHOP, CASTLER, KING, KNIGHT, PAWN, QUEEN, ROOK, Colour

_FEET: Final = (
    "M5.5 33.4 A14.5 4.6 0 0 0 34.5 33.4 A14.5 4.6 0 0 0 5.5 33.4 Z",
    "M20 27.6 L35.5 33.2 L20 38.8 L4.5 33.2 Z",
    "M6 29.6 H34 V37.8 H6 Z",
    "M20 24.8 L35 38 H5 Z",
)
"""What the pieces of each colour stand on: disc, lozenge, block, wedge. It tells an army without its colour."""
_STANDING: Final = "translate(-2 .8) scale(1.1)"
"""Puts a silhouette, which ends at 29.5, on the middle of its foot."""
_ROOK: Final = (
    "M11.5 7.5 H16 V10.5 H18.2 V7.5 H21.8 V10.5 H24 V7.5 H28.5 V14 L25.2 16.8 L26.2 27 L28 29.5 "
    "H12 L13.8 27 L14.8 16.8 L11.5 14 Z"
)
_OUTLINES: Final = {
    PAWN: (
        "M20 8.2 A5.3 5.3 0 0 1 23.4 17.6 H25.6 V20 "
        "H23.2 Q23.4 25.5 27 29.5 H13 Q16.6 25.5 16.8 20 H14.4 V17.6 H16.6 A5.3 5.3 0 0 1 20 8.2 Z"
    ),
    KNIGHT: (
        "M13 29.5 Q12.6 24.6 17.6 20.6 Q18.6 19.6 18.2 18 Q15.6 19.9 13.4 20.6 Q11 20.8 10.2 17.6 "
        "L14.6 11.6 L15.4 6.2 L19.2 8.6 Q27.4 9.4 28.4 18.6 Q28.8 24.4 27.4 29.5 Z"
    ),
    BISHOP: (
        "M20 4.4 A2.4 2.4 0 0 1 21.7 8.5 Q27.4 12.6 26.4 18.6 Q25.8 21.6 23.2 23.2 L24.2 26.6 "
        "L27 29.5 H13 L15.8 26.6 L16.8 23.2 Q14.2 21.6 13.6 18.6 Q12.6 12.6 18.3 8.5 A2.4 2.4 0 0 1 20 4.4 Z"
    ),
    ROOK: _ROOK,
    CASTLER: _ROOK,
    QUEEN: (
        "M13.6 29.5 L14.4 25.4 L9.2 12.6 L14.8 17.4 L15.2 8 L18.6 15.6 "
        "L20 6.2 L21.4 15.6 L24.8 8 L25.2 17.4 L30.8 12.6 L25.6 25.4 L26.4 29.5 Z"
    ),
    KING: (
        "M18.8 3.2 H21.2 V5.6 H23.6 V8 H21.2 V11.4 Q23.4 9.8 26.4 10.4 Q30.8 11.6 29.8 16.4 "
        "Q28.8 20.4 25.4 24.6 L26.6 29.5 H13.4 L14.6 24.6 Q11.2 20.4 10.2 16.4 Q9.2 11.6 13.6 10.4 Q16.6 "
        "9.8 18.8 11.4 V8 H16.4 V5.6 H18.8 Z"
    ),
}
_DETAILS: Final = {
    KNIGHT: "M17.4 12.2 L18.8 13 M22.6 12.6 Q25.6 16 25 22",
    BISHOP: "M20 12.2 V19 M17 15.4 H23 M15.8 26.6 H24.2",
    ROOK: "M14.8 16.8 H25.2 M13.8 27 H26.2",
    CASTLER: "M14.8 16.8 H25.2 M13.8 27 H26.2",
    QUEEN: "M14.4 25.4 Q20 23.4 25.6 25.4",
    KING: "M20 13.4 V22 M14.6 24.6 Q20 22.8 25.4 24.6",
    PAWN: "",
}


class Paint(NamedTuple):
    """The colours of an army: the pieces, their outline; the sign and its letter."""

    fill: str
    line: str
    badge: str
    letter: str


_LINES: Final = {"white": "#1d2530", "red": "#2e0508", "black": "#f4efe2", "green": "#0b2a15"}
PAINTS: Final = tuple(Paint(s.army, _LINES[s.key], s.fill, s.ink) for s in SIGNS.values())
STONE: Final = Paint("#b5b0a6", "#4a463f", "#a9a49a", "#3f3c36")
_SIZES: Final = {
    "circle": (23.7, 23.4, 14.6),
    "diamond": (22.5, 22.2, 17.0),
    "square": (24.2, 23.9, 13.6),
    "triangle": (22.5, 21.8, 17.0),
}
"""Left edge, top edge and side of each shape as a sign: they look equally large."""


def piece(kind: int, colour: Colour, *, statue: bool = False) -> str:
    """Draw one piece in a field of 40 × 40, on the foot of its army: in its colours, or as a statue in stone."""
    paint = STONE if statue else PAINTS[colour]
    dashes: svg.Style = {"stroke_dasharray": "2.5 1.5"} if statue else {}
    standing = [svg.element("path", d=_OUTLINES[kind])]
    if _DETAILS[kind]:
        standing.append(svg.element("path", d=_DETAILS[kind], fill="none"))
    return svg.element(
        "g",
        svg.element("path", d=_FEET[colour]),
        svg.element("g", *standing, transform=_STANDING),
        fill=paint.fill,
        stroke=paint.line,
        stroke_width=1.4,
        stroke_linejoin="round",
        stroke_linecap="round",
        **dashes,
    )


def sign(colour: Colour, letter: str, *, statue: bool = False) -> str:
    """Draw a colour's sign with its letter, as cards bear it, at the lower right of a field of 40 × 40."""
    paint = STONE if statue else PAINTS[colour]
    sign = SIGNS[colour.key]
    left, top, side = _SIZES[sign.shape]
    outline: svg.Style = {"fill": paint.badge, "stroke": paint.line, "stroke_width": 1.2}
    if sign.outline:
        corners = [f"{svg.number(left + x * side)} {svg.number(top + y * side)}" for x, y in sign.outline]
        shape = svg.element("path", d=f"M{' L'.join(corners)} Z", stroke_linejoin="round", **outline)
    else:
        shape = svg.circle(left + side / 2, top + side / 2, side / 2, **outline)
    low, size = (36.6, 9.5) if sign.shape == "triangle" else (34.4, 10.5)
    return shape + svg.text(31, low, letter, size, fill=paint.letter, font_weight="bold")
