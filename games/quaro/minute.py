"""Quaro in one minute: four pictures without words, as the rules page tells them."""

from __future__ import annotations

from games.core import svg
from games.core.game import Start
from games.core.replay import run_plainly
from games.quaro.game import Quaro
from games.quaro.picture import BOARD, LEFT, TOP, draw_hands, draw_scored, draw_stones, grid
from games.quaro.state import State

_START = Start(2, {}, {"hands": ["RGBR", "GBYY"]})
_ROW = ("Rd4 +R", "Ge4 +G", "Bf4 +R", "Yg4 +B")
_TWO = ("Rd4 +R", "Ge4 +G", "Bf4 +R", "Gg5 +B", "Rg3 +R", "Bg6 +R", "Ra3 +R", "Yg4 +G")


def pictures() -> tuple[str, ...]:
    """Draw the hands at the empty board, a first stone, a row, and two rows at once."""
    return tuple(_board(run_plainly(Quaro(), _START, moves)) for moves in ((), _ROW[:1], _ROW, _TWO))


def _board(state: State) -> str:
    body = [*grid(state), *draw_scored(state), *draw_stones(state, str), *draw_hands(state, str)]
    return svg.sketch(LEFT - 4, TOP - 44, BOARD + 28, BOARD + 108, body)
