"""The signs of the four colours: a shape, a letter and paint for each.

Board, page, paper and picture draw them from this one table, so that no two of them can differ. The letters here
are English; who draws for a reader hands in the letters of the reader's language.
"""

from __future__ import annotations

from typing import Final, NamedTuple

Corners = tuple[tuple[float, float], ...]


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
