"""SVG by hand: elements as text, for diagrams without scripts, styles, identifiers or outside references; and the signs
of the four colours: a shape, a letter and paint for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

INK = "#1d2530"
PAPER = "#fbf7ee"
LINE = "#8d8371"
MARK = "#b3261e"
"""Ink, ground, grid and mark of every diagram; a mark is never a colour alone but a thick ring or stroke."""

_FONT = "Verdana, DejaVu Sans, sans-serif"
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


Style = dict[str, str | float]
"""Presentation attributes that several elements share."""
Corners = tuple[tuple[float, float], ...]


def escape(text: str) -> str:
    """Escape a text for an element or an attribute; characters that XML forbids become U+FFFD."""
    clean = "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "\ufffd" for c in text
    )
    return clean.translate(_ESCAPES)


def number(value: float) -> str:
    """Write a coordinate with at most one decimal: the same text on every machine."""
    return f"{value:.1f}".removesuffix(".0")


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Write one element; underscores in attribute names become hyphens (``stroke_width``)."""
    written = "".join(
        f' {key.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(children)}</{name}>" if children else f"<{name}{written}/>"


def rect(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: str | float) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: str | float) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def path(*steps: str | float, **attributes: str | float) -> str:
    """Write a path from commands and coordinates: ``path("M", 0, 0, "L", 10, 10, stroke=INK)``."""
    return element("path", d=" ".join(s if isinstance(s, str) else number(s) for s in steps), **attributes)


def text(x: float, y: float, content: str, size: float = 14, **attributes: str | float) -> str:
    """Write text centred on ``x`` with its baseline on ``y``, in ink, unless the attributes say otherwise."""
    attributes = {"text_anchor": "middle", "fill": INK, **attributes}
    return element("text", escape(content), x=x, y=y, font_size=size, **attributes)


def titled(title: str, children: Iterable[str]) -> str:
    """Write a group with a title of its own, read aloud and shown under the pointer."""
    return element("g", element("title", escape(title)), *children)


def document(width: float, height: float, title: str, description: str, body: Iterable[str]) -> str:
    """Write a whole diagram on its own ground. ``description`` says in words what there is to see."""
    return element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(description)),
        rect(1, 1, width - 2, height - 2, rx=10, fill=PAPER, stroke=LINE),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=_FONT,
    )


def sketch(left: float, top: float, width: float, height: float, body: Iterable[str]) -> str:
    """Write a small picture without words, beside a text that says what it shows; readers by ear skip it."""
    return element(
        "svg",
        *(part for part in body if not part.startswith("<text")),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(height)}",
        aria_hidden="true",
        font_family=_FONT,
    )


class Sign(NamedTuple):
    """A colour's sign.

    ``outline`` are the corners of the shape in a square of side 1, none for a circle. ``fill`` is its paint, ``ink``
    the letter's. ``army`` is the paint of the colour's pieces on a board: green is lighter there, because red and
    green of the same darkness are one colour to many.
    """

    key: str
    letter: str
    shape: str
    outline: Corners
    fill: str
    ink: str
    army: str


SIGNS: Final = {
    sign.key: sign
    for sign in (
        Sign("white", "W", "circle", (), "#ffffff", "#182024", "#ffffff"),
        Sign("red", "R", "diamond", ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)), "#c62f26", "#ffffff", "#c62f26"),
        Sign("black", "B", "square", ((0, 0), (1, 0), (1, 1), (0, 1)), "#1b2226", "#ffffff", "#1b2226"),
        Sign("green", "G", "triangle", ((0.5, 0), (1, 0.96), (0, 0.96)), "#19753c", "#ffffff", "#63b877"),
    )
}
"""By the key that records use for the colour, in turn order."""

ENGLISH: Final = {key: sign.letter for key, sign in SIGNS.items()}
"""The English letter of each colour."""
