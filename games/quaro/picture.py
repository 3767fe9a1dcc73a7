"""Quaro's position as SVG: the cross, each stone with the letter and the pattern of its colour.

The patterns: red plain, green one bar across, blue a cross, yellow a ring. The stones of the last turn have a
thick rim; the rows that the very last stone completed are drawn through it from end to end.
"""

from __future__ import annotations

from games.core import svg
from games.quaro import board
from games.quaro.material import COLOUR_NAMES, COLOURS, EMPTY, PLACES, ROWS, SQUARES, in_words, of
from games.quaro.state import State

_CELL = 62
_LEFT, _TOP = 78, 78
_BOARD = 8 * _CELL
_FILL = ("#d9534f", "#3f9b57", "#3b6fc4", "#f2c53d")
_STREAK = 46
_INK = ("#ffffff", "#ffffff", "#ffffff", svg.INK)
_SIDES = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (-1, 0), (0, 1)),
    4: ((0, -1), (-1, 0), (0, 1), (1, 0)),
}
"""On which side each seat sits, clockwise from the south (QU 1.3)."""


def diagram(state: State) -> str:
    """Draw the cross with its stones, the rows just scored, the hands at the sides, the bag and the points."""
    body = [*_grid(state), *_scored(state), *_stones(state), *_hands(state), *_corners(state)]
    return svg.document(_BOARD + 2 * _LEFT + 20, _BOARD + 2 * _TOP + 20, "Quaro", _description(state), body)


def _centre(square: int) -> tuple[float, float]:
    column, row = PLACES[square]
    return _at(column, row)


def _at(column: float, row: float) -> tuple[float, float]:
    return 10 + _LEFT + _CELL * (column + 0.5), 10 + _TOP + _CELL * (7.5 - row)


def _grid(state: State) -> list[str]:
    parts = []
    for square, lying in enumerate(state.board):
        x, y = _centre(square)
        parts.append(
            svg.rect(x - _CELL / 2, y - _CELL / 2, _CELL, _CELL, fill="#efe6d2", stroke=svg.LINE, stroke_width=1.5)
        )
        if lying == EMPTY:
            parts.append(svg.text(x - _CELL / 2 + 11, y + _CELL / 2 - 5, SQUARES[square], 10, fill="#6b6252"))
    return parts


def _stones(state: State) -> list[str]:
    parts = []
    for square, colour in enumerate(state.board):
        if colour == EMPTY:
            continue
        x, y = _centre(square)
        stone = _stone(colour, x, y, 23)
        if square in state.last:
            stone.insert(0, svg.circle(x, y, 27, fill=svg.PAPER, stroke=svg.INK, stroke_width=4))
        parts.append(svg.titled(f"{SQUARES[square]} {COLOUR_NAMES[colour]}", stone))
    return parts


def _stone(colour: int, x: float, y: float, radius: float) -> list[str]:
    parts = [svg.circle(x, y, radius, fill=_FILL[colour], stroke=svg.INK, stroke_width=1.5)]
    mark: svg.Style = {"stroke": _INK[colour], "stroke_width": 2, "stroke_opacity": 0.7, "fill": "none"}
    far, near = radius * 0.92, radius * 0.5
    if COLOURS[colour] in "GB":
        parts.append(svg.path("M", x - far, y, "H", x - near, "M", x + near, y, "H", x + far, **mark))
    if COLOURS[colour] == "B":
        parts.append(svg.path("M", x, y - far, "V", y - near, "M", x, y + near, "V", y + far, **mark))
    if COLOURS[colour] == "Y":
        parts.append(svg.circle(x, y, radius * 0.76, **mark))
    parts.append(svg.text(x, y + radius * 0.32, COLOURS[colour], radius * 0.9, fill=_INK[colour], font_weight="bold"))
    return parts


def _scored(state: State) -> list[str]:
    parts = []
    for row in state.scored:
        (x1, y1), (x2, y2) = _centre(ROWS[row][0]), _centre(ROWS[row][3])
        parts.append(
            svg.line(
                *(x1, y1, x2, y2),
                stroke=svg.MARK,
                stroke_width=_STREAK,
                stroke_opacity=0.22,
                stroke_linecap="round",
            )
        )
    for row in state.scored:
        (x1, y1), (x2, y2) = _centre(ROWS[row][0]), _centre(ROWS[row][3])
        parts.append(svg.line(x1, y1, x2, y2, stroke=svg.MARK, stroke_width=5, stroke_linecap="round"))
    return parts


def _hands(state: State) -> list[str]:
    parts = []
    for seat, (right, up) in enumerate(_SIDES[len(state.hands)], 1):
        colours = [colour for colour in range(4) for _ in range(of(colour, state.hands[seat - 1]))]
        on_turn = not state.over and seat == state.turn
        for place in range(4):
            offset = 2 + place
            x, y = _at(offset if up else 3.5 + right * 4.6, 3.5 + up * 4.55 if up else offset)
            dashes: svg.Style = {"stroke_dasharray": "4 4"} if place >= len(colours) else {}
            parts.append(svg.circle(x, y, 20, fill="#ffffff", stroke=svg.LINE, **dashes))
            if place < len(colours):
                parts.append(
                    svg.titled(f"seat {seat}: {COLOUR_NAMES[colours[place]]}", _stone(colours[place], x, y, 19))
                )
        x, y = _at(3.5 + right * 4.1, 3.5 + up * 5.2) if up else _at(3.5 + right * 4.35, 1.35)
        points = state.points[seat - 1]
        label = f"{'▶ ' if on_turn else ''}Seat {seat}: {points}"
        parts.append(svg.text(x, y + 5, label, 14, font_weight="bold" if on_turn else "normal"))
    return parts


def _corners(state: State) -> list[str]:
    """Draw the bag in the corner that the cross leaves free, and the last scores in another."""
    x, y = _at(0.5, 7.3)
    parts = [svg.text(x, y - 4, "Bag", 14, font_weight="bold")]
    for colour in range(4):
        cx, cy = x - 26 + 52 * (colour % 2), y + 22 + 36 * (colour // 2)
        parts.extend(_stone(colour, cx - 11, cy, 12))
        parts.append(svg.text(cx + 15, cy + 5, str(of(colour, state.bag)), 14))
    if state.scored:
        x, y = _at(6.5, 7.3)
        parts.append(svg.text(x, y - 4, "Last stone", 14, font_weight="bold"))
        parts.append(svg.text(x, y + 24, f"+{len(state.scored)}", 24, fill=svg.MARK, font_weight="bold"))
    return parts


def _description(state: State) -> str:
    stands = [
        f"{SQUARES[square]} {COLOUR_NAMES[colour]}" for square, colour in enumerate(state.board) if colour != EMPTY
    ]
    scored = ["-".join(SQUARES[square] for square in ROWS[row]) for row in state.scored]
    parts = [board.status(state), f"On the board: {', '.join(stands) or 'nothing yet'}."]
    parts.extend(
        f"Seat {seat}: {in_words(hand)}; points: {points}."
        for seat, (hand, points) in enumerate(zip(state.hands, state.points, strict=True), 1)
    )
    if scored:
        parts.append(f"The last stone completed {', '.join(scored)}.")
    return " ".join(parts)
