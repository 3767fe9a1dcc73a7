"""Quarto in one minute: four pictures without words, as the rules page tells them."""

from __future__ import annotations

from games.core import svg
from games.core.game import Start
from games.core.replay import run_plainly
from games.quarto.game import Quarto
from games.quarto.material import EMPTY
from games.quarto.picture import CELL, FRAMED, LEFT, TOP, centre, draw_body, grid, won
from games.quarto.state import State

_GIVEN = ("give LRTF", "place b3", "give DSSH", "place c2", "give LSTH")
_LINE = ("give LRTF", "place a1", "give LSSH", "place b1", "give LRSF", "place c1", "give DRSF", "place c3",
         "give LSTH", "place d1", "give DRTH", "call 1")  # fmt: skip


def pictures() -> tuple[str, ...]:
    """Draw the pieces, a piece that is given, a line, and a call."""
    given, won = (run_plainly(Quarto(), Start(2), moves) for moves in (_GIVEN, _LINE))
    waiting = [svg.rect(x := 540, 150, 130, 150, rx=12, fill="#ffffff", stroke=svg.LINE), _bare(12, x + 65, 262, 1.4)]
    return (
        svg.sketch(
            0, 0, 480, 480, [_bare(piece, 60 + piece % 4 * 120, 90 + piece // 4 * 118, 1.15) for piece in range(16)]
        ),
        _board(given, waiting, 660),
        _board(won, [], 504),
        _board(won, [_called()], 504),
    )


def _board(state: State, more: list[str], wide: float) -> str:
    standing = [
        _bare(piece, centre(square)[0], centre(square)[1] + (20 if piece & 2 == 0 else 6), 1.0)
        for square, piece in enumerate(state.board)
        if piece != EMPTY
    ]
    body = [*grid(), *won(state), *standing, *more]
    return svg.sketch(LEFT - FRAMED - 2, TOP - FRAMED - 2, wide, 4 * CELL + 2 * FRAMED + 4, body)


def _bare(piece: int, x: float, foot: float, scale: float) -> str:
    return svg.element("g", *draw_body(piece, x, foot, scale))


def _called() -> str:
    bubble: svg.Style = {"fill": "#ffffff", "stroke": svg.INK, "stroke_width": 3}
    return svg.element(
        "g",
        svg.rect(130, 90, 280, 96, rx=44, **bubble),
        svg.text(270, 152, "Quarto!", 46, font_weight="bold", fill=svg.MARK),
    )
