"""Quatro Chess in one minute: four pictures without words, as the rules page tells them."""

from __future__ import annotations

from games.core import svg
from games.core.game import Start
from games.core.svg import SIGNS
from games.quatro_chess import play
from games.quatro_chess.board import PAWN, STATUE, Colour
from games.quatro_chess.diagram import EDGE, FIELD, MARGIN, RIM, draw_piece, grid
from games.quatro_chess.play import begin
from games.quatro_chess.points import BY_PLACE
from games.quatro_chess.state import State

_OUT = ("f2f4", "b6d6", "g11g9", "k4i4", "forfeit green")
_PAWNS = ((6 * 12 + 4, Colour.WHITE), (4 * 12 + 6, Colour.RED), (7 * 12 + 8, Colour.BLACK), (8 * 12 + 3, Colour.GREEN))
_FAR = {"white": (2, 0, 8, 1), "red": (11, 2, 1, 8), "black": (2, 11, 8, 1), "green": (0, 2, 1, 8)}
"""Where each colour promotes: column and row from the upper left, columns and rows (QC 3.3)."""


def pictures() -> tuple[str, ...]:
    """Draw the armies, an army of statues, where pawns promote, and what each place is worth."""
    start = Start(seats=4)
    return (
        _board(_men(begin(start))),
        _board(_men(play.run(begin(start), _OUT))),
        _board([*map(_far, _FAR), *(draw_piece(at, PAWN << 2 | colour, False, str) for at, colour in _PAWNS)]),
        _ladder(),
    )


def _board(body: list[str]) -> str:
    edge = EDGE - 2 * (MARGIN - RIM)
    return svg.sketch(MARGIN - RIM, MARGIN - RIM, edge, edge, [grid(), *body])


def _men(state: State) -> list[str]:
    return [draw_piece(square, code, False, str) for square, code in enumerate(state.board) if code & (31 | STATUE)]


def _far(key: str) -> str:
    column, row, columns, rows = _FAR[key]
    return svg.rect(
        *(MARGIN + column * FIELD + 4, MARGIN + row * FIELD + 4, columns * FIELD - 8, rows * FIELD - 8),
        rx=8,
        fill=SIGNS[key].army,
        fill_opacity=0.85,
        stroke=svg.INK,
        stroke_width=2,
    )


def _ladder() -> str:
    bars = []
    for place, points in enumerate(BY_PLACE):
        high = 60 + 48 * int(points)
        style: svg.Style = {"fill": "#0d5c57" if place == 3 else "#ece7dc", "stroke": svg.LINE}
        ink: svg.Style = {"fill": "#ffffff"} if place == 3 else {}
        bars.append(svg.rect(12 + 122 * place, 488 - high, 110, high, rx=12, **style))
        figure = svg.text(67 + 122 * place, 476, str(points), 44, font_weight="bold", **ink)
        bars.append(svg.element("g", figure))
    return svg.sketch(0, 0, 500, 496, bars)
