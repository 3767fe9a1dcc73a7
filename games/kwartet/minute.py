"""Kwartet in one minute: four pictures without words, as the rules page tells them."""

from __future__ import annotations

from games.core import svg
from games.core.game import Start
from games.kwartet.game import Kwartet
from games.kwartet.material import NUMBERS
from games.kwartet.picture import back, draw_face, draw_quartet
from games.kwartet.state import State

_DEAL = {"quartets": 3, "hands": [["A1", "A2", "B1", "C3"], ["A3", "A4", "B2", "C1"], ["B3", "B4", "C2", "C4"]]}


def pictures() -> tuple[str, ...]:
    """Draw a hand, a question, a quartet, and what is counted at the end."""
    state = Kwartet().start(Start(3, {}, _DEAL))
    hidden = [back(28 + 38 * place, 14, str) for place in range(4)]
    bubble: svg.Style = {"fill": "#ffffff", "stroke": svg.INK, "stroke_width": 2}
    asked = svg.element(
        "g", svg.rect(62, 66, 84, 34, rx=16, **bubble), svg.text(104, 90, "A3?", 20, font_weight="bold")
    )
    return (
        _table([*hidden, *_row(state, ("A1", "A2", "B1", "C3"), 128)]),
        _table([*hidden, asked, *_row(state, ("A1", "A2", "B1", "C3"), 128)]),
        _table([*_row(state, ("A1", "A2", "A3", "A4"), 72)]),
        _table([draw_quartet(state, quartet, 46 + 48 * quartet, 72, str) for quartet in range(3)]),
    )


def _row(state: State, names: tuple[str, ...], y: float) -> list[str]:
    return [draw_face(state, NUMBERS[name], 28 + 38 * place, y) for place, name in enumerate(names)]


def _table(body: list[str]) -> str:
    return svg.sketch(0, 0, 208, 190, [svg.rect(2, 2, 204, 186, rx=14, fill="#efe6d2", stroke=svg.LINE), *body])
