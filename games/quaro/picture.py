"""Quaro's position as SVG: the cross, each stone with the letter and the pattern of its colour.

The patterns: red plain, green one bar across, blue a cross, yellow a ring. The stones of the last turn have a thick
rim; the rows that the very last stone completed are drawn through it from end to end. The same to touch: the cross,
the hands before their players, and the bag.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core import svg
from games.core.game import Seat
from games.core.notices import Notice, Say, sentences, the_player
from games.core.surface import Act, Cell, Item, Layout, Surface, Tray, Way
from games.quaro import board
from games.quaro.material import COLOURS, EMPTY, NAMED, PLACES, ROWS, SQUARES, named, of
from games.quaro.state import State

_CELL = 62
RIM = 10
"""The frame round the cross: as wide as the hands beside it leave room for."""
_RIM = "#5b3a22"
LEFT, TOP = 78, 78
BOARD = 8 * _CELL
_FILL = ("#d9534f", "#3f9b57", "#3b6fc4", "#f2c53d")
_STREAK = 46
_INK = ("#ffffff", "#ffffff", "#ffffff", svg.INK)
_SIDES = {
    2: ((0, -1), (0, 1)),
    3: ((0, -1), (-1, 0), (0, 1)),
    4: ((0, -1), (-1, 0), (0, 1), (1, 0)),
}
"""On which side each seat sits, clockwise from the south (QU 1.3)."""


def diagram(state: State, seat: Seat | None = None, letters: Mapping[str, str] = svg.ENGLISH, say: Say = str) -> str:
    """Draw the cross with its stones, the rows just scored, the hands at the sides, the bag and the points."""
    body = [*grid(state), *draw_scored(state), *draw_stones(state, say), *draw_hands(state, say), *_corners(state, say)]
    return svg.document(BOARD + 2 * LEFT + 20, BOARD + 2 * TOP + 20, "Quaro", _description(state, say), body)


def look(colour: int) -> str:
    """Draw a stone in a field of 40 × 40."""
    return "".join(_stone(colour, 20, 20, 17))


def _centre(square: int) -> tuple[float, float]:
    column, row = PLACES[square]
    return _at(column, row)


def _at(column: float, row: float) -> tuple[float, float]:
    return 10 + LEFT + _CELL * (column + 0.5), 10 + TOP + _CELL * (7.5 - row)


def grid(state: State) -> list[str]:
    """Draw the cross in its rim."""
    corners = [(x - _CELL / 2, y - _CELL / 2) for x, y in map(_centre, range(len(SQUARES)))]
    around = "".join(f"M{svg.number(x)} {svg.number(y)}h{_CELL}v{_CELL}h-{_CELL}z" for x, y in corners)
    parts = [svg.element("path", d=around, fill=_RIM, stroke=_RIM, stroke_width=2 * RIM, stroke_linejoin="round")]
    for square, lying in enumerate(state.board):
        x, y = _centre(square)
        shade = ("#cda36d", "#f3e6cb")[sum(PLACES[square]) % 2]
        parts.append(svg.rect(x - _CELL / 2, y - _CELL / 2, _CELL, _CELL, fill=shade, stroke="#5b3a22"))
        if lying == EMPTY:
            parts.append(svg.text(x - _CELL / 2 + 11, y + _CELL / 2 - 5, SQUARES[square], 10, fill="#3d2816"))
    return parts


def draw_stones(state: State, say: Say) -> list[str]:
    parts = []
    for square, colour in enumerate(state.board):
        if colour == EMPTY:
            continue
        x, y = _centre(square)
        stone = _stone(colour, x, y, 23)
        if square in state.last:
            stone.insert(0, svg.circle(x, y, 27, fill=svg.PAPER, stroke=svg.INK, stroke_width=4))
        parts.append(svg.titled(say(_lies(square, colour)), stone))
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
    parts.append(svg.text(x, y + radius * 0.38, COLOURS[colour], radius * 1.06, fill=_INK[colour], font_weight="bold"))
    return parts


def draw_scored(state: State) -> list[str]:
    parts = []
    for row in state.scored:
        (x1, y1), (x2, y2) = _centre(ROWS[row][0]), _centre(ROWS[row][3])
        parts.append(
            svg.line(
                *(x1, y1, x2, y2),
                stroke="#f4cf4e",
                stroke_width=_STREAK,
                stroke_opacity=0.85,
                stroke_linecap="round",
            )
        )
    for row in state.scored:
        (x1, y1), (x2, y2) = _centre(ROWS[row][0]), _centre(ROWS[row][3])
        parts.append(svg.line(x1, y1, x2, y2, stroke=svg.MARK, stroke_width=5, stroke_linecap="round"))
    return parts


def draw_hands(state: State, say: Say) -> list[str]:
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
                title = Notice("quaro-in-hand", player=the_player(seat), colour=NAMED[colours[place]])
                parts.append(svg.titled(say(title), _stone(colours[place], x, y, 19)))
        x, y = _at(3.5 + right * 4.1, 3.5 + up * 5.2) if up else _at(3.5 + right * 4.35, 1.1)
        points = state.points[seat - 1]
        tally = say(Notice("quaro-tally", player=the_player(seat), points=points))
        label = f"{'▶ ' if on_turn else ''}{tally}"
        parts.append(svg.text(x, y + 5, label, 14, font_weight="bold" if on_turn else "normal"))
    return parts


def _corners(state: State, say: Say) -> list[str]:
    """Draw the bag in the corner that the cross leaves free, and the last scores in another."""
    x, y = _at(0.5, 7.3)
    parts = [svg.text(x, y - 4, say(Notice("quaro-the-bag")), 14, font_weight="bold")]
    for colour in range(4):
        cx, cy = x - 26 + 52 * (colour % 2), y + 22 + 36 * (colour // 2)
        parts.extend(_stone(colour, cx - 11, cy, 12))
        parts.append(svg.text(cx + 15, cy + 5, str(of(colour, state.bag)), 14))
    if state.scored:
        x, y = _at(6.5, 7.3)
        parts.append(svg.text(x, y - 4, say(Notice("quaro-last-stone")), 14, font_weight="bold"))
        parts.append(svg.text(x, y + 24, f"+{len(state.scored)}", 24, fill=svg.MARK, font_weight="bold"))
    return parts


def _lies(square: int, colour: int) -> Notice:
    return Notice("quaro-lies", square=SQUARES[square], colour=NAMED[colour])


def _description(state: State, say: Say) -> str:
    stands = tuple(_lies(square, colour) for square, colour in enumerate(state.board) if colour != EMPTY)
    parts = [
        board.status(state),
        Notice("quaro-on-board", stones=stands) if stands else Notice("quaro-board-empty"),
        *(
            Notice("quaro-holds", player=the_player(seat), stones=named(hand), points=points)
            for seat, (hand, points) in enumerate(zip(state.hands, state.points, strict=True), 1)
        ),
    ]
    if state.scored:
        rows = tuple("-".join(SQUARES[square] for square in ROWS[row]) for row in state.scored)
        parts.append(Notice("quaro-completed", rows=rows))
    return say(sentences(parts))


def layout() -> Layout:
    """Return the cross with its 82 rows (QU 1.2, QU 3.1)."""
    return Layout(
        columns=8,
        rows=8,
        cells=tuple(Cell(SQUARES[number], column, 7 - row) for number, (column, row) in enumerate(PLACES)),
        looks={letter: look(colour) for colour, letter in enumerate(COLOURS)},
        lines=tuple(tuple(SQUARES[square] for square in row) for row in ROWS),
    )


def surface(state: State, seat: Seat | None = None) -> Surface:
    """Return the position. Its ways are the single placements of QU 5: the script of the page goes on from there to the
    stones that a scoring one allows (QU 2.3) and to the draw (QU 2.4), and makes of them one entry."""
    over = state.over
    hand = 0 if over else state.hands[state.turn - 1]
    ways = tuple(
        Way(f"{COLOURS[colour]}{SQUARES[square]}", (f"hand:{COLOURS[colour]}", SQUARES[square]))
        for colour in range(4)
        if of(colour, hand)
        for square, lying in enumerate(state.board)
        if lying == EMPTY
    )
    if not over and not hand:
        ways = (Way("-", ("=pass",)),)
    hands = tuple(
        Tray(f"hand{seat}", _items(held, "hand" if seat == state.turn and not over else f"held{seat}"), seat)
        for seat, held in enumerate(state.hands, 1)
    )
    return Surface(
        pieces={SQUARES[square]: COLOURS[colour] for square, colour in enumerate(state.board) if colour != EMPTY},
        ways=ways,
        turn=() if over else (state.turn,),
        trays=(*hands, Tray("bag", _items(state.bag, "bag"))),
        acts=(Act("end", "end", state.turn),) if not over and state.out_of_reach else (),
        last=tuple(SQUARES[square] for square in state.last),
        won=tuple(tuple(SQUARES[square] for square in ROWS[row]) for row in state.scored),
        points=state.points,
    )


def _items(stones: int, key: str) -> tuple[Item, ...]:
    counted = ((letter, of(colour, stones)) for colour, letter in enumerate(COLOURS))
    return tuple(Item(f"{key}:{letter}", letter, count) for letter, count in counted if count)
