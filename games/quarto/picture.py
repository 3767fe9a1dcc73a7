"""Quarto's position as SVG.

Each attribute has a sign of its own, none of them a colour alone: a round piece is a cylinder and a square one a box
seen from its corner; a tall piece is twice as high; a hollow piece has a hole in its top; a dark piece wears light
rings, a light one none. The four letters stand below each piece. The same to touch: the board, the piece that waits,
and the pieces that are left.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core import svg
from games.core.game import Seat
from games.core.notices import Notice, Say, clauses, sentences
from games.core.surface import Act, Cell, Item, Layout, Surface, Tray, Way
from games.quarto import board
from games.quarto.material import EMPTY, LINES, LINES_AND_SQUARES, PIECES, SQUARES, in_words
from games.quarto.state import State

CELL = 110
LEFT, TOP = 50, 46
_SIDE = 230
FRAMED = 30
"""How wide the frame of the board is."""
_SHELF = 62

_LIGHT, _LIGHT_TOP = "#f3dca6", "#fff3d6"
_DARK, _DARK_TOP = "#4a2f1f", "#6d4a33"
_RING: svg.Style = {"fill": "none", "stroke": "#efc894", "stroke_width": 3}
_FRAME, _BOARD, _WELL = "#5b3a22", "#b5834f", "#8a5a33"
_CREAM, _MARK = "#f6e7cb", "#f4cf4e"


def diagram(state: State, seat: Seat | None = None, letters: Mapping[str, str] = svg.ENGLISH, say: Say = str) -> str:
    """Draw the board, the last piece marked, a winning line; beside it the piece that waits, below it the pieces
    left."""
    body = [*grid(), *won(state), *_pieces(state, say), *_hand(state, say), *_left(state, say)]
    height = TOP + 4 * CELL + FRAMED + 24 + 2 * _SHELF + 62
    return svg.document(LEFT + 4 * CELL + _SIDE, height, "Quarto", _description(state, say), body)


def look(piece: int) -> str:
    """Draw a piece in a field of 40 × 40, without its letters."""
    drawn = "".join(draw_body(piece, 50, 78, 1.15))
    return svg.element("g", drawn, transform="scale(.4)")


def centre(square: int) -> tuple[float, float]:
    return LEFT + CELL * (square % 4 + 0.5), TOP + CELL * (3 - square // 4 + 0.5)


def grid() -> list[str]:
    """Draw the board of wood with its wells, framed; letters and numbers stand on the frame."""
    frame, side = FRAMED, 4 * CELL
    parts = [
        svg.rect(LEFT - frame, TOP - frame, side + 2 * frame, side + 2 * frame, rx=22, fill=_FRAME),
        svg.rect(LEFT, TOP, side, side, rx=10, fill=_BOARD),
    ]
    for square in range(16):
        x, y = centre(square)
        parts.append(svg.circle(x, y, 46, fill=_WELL, stroke="#6f4526", stroke_width=2))
    for index in range(4):
        at: svg.Style = {"fill": _CREAM, "font_weight": "bold"}
        parts.append(svg.text(LEFT + CELL * (index + 0.5), TOP - 9, "abcd"[index], 17, **at))
        parts.append(svg.text(LEFT - frame / 2, TOP + CELL * (3.5 - index) + 6, str(index + 1), 17, **at))
    return parts


def _pieces(state: State, say: Say) -> list[str]:
    parts = []
    for square, piece in enumerate(state.board):
        if piece == EMPTY:
            continue
        x, y = centre(square)
        if square == state.last:
            parts.append(svg.circle(x, y, 47, fill="none", stroke=_MARK, stroke_width=6, stroke_dasharray="14 8"))
        # tall and low pieces alike stand in the middle of the ring
        parts.append(_piece(piece, x, y + (20 if piece & 2 == 0 else 6), 1.0, SQUARES[square], say, label=y + 43))
    return parts


def won(state: State) -> list[str]:
    if state.winner is None:
        return []
    parts = []
    for line in state.completed:
        points = [centre(square) for square in line]
        if line[3] - line[0] == 5:
            # A block of 2 × 2 is framed; the ten other lines are struck through from end to end.
            (x1, y1), (x2, y2) = points[0], points[3]
            frame: svg.Style = {"fill": "none", "stroke": _MARK, "stroke_width": 7}
            parts.append(svg.rect(x1 - 47, y2 - 47, x2 - x1 + 94, y1 - y2 + 94, rx=14, **frame))
            continue
        (x1, y1), (x2, y2) = points[0], points[3]
        dx, dy = (x2 - x1) / 8, (y2 - y1) / 8
        x1, y1, x2, y2 = x1 - dx, y1 - dy, x2 + dx, y2 + dy
        parts.append(svg.line(x1, y1, x2, y2, stroke=_MARK, stroke_width=16, stroke_linecap="round"))
    return parts


def _hand(state: State, say: Say) -> list[str]:
    x, y = LEFT + 4 * CELL + (_SIDE + FRAMED) / 2, TOP + 1.5 * CELL
    words = _wrapped(say(board.status(state)), 22)
    parts = [svg.text(x, TOP + 14 + 19 * number, line, 14, font_weight="bold") for number, line in enumerate(words)]
    if state.given is not None and state.winner is None:
        parts.append(svg.rect(x - 56, y - 40, 112, 130, rx=8, fill="#ffffff", stroke=svg.LINE))
        parts.append(_piece(state.given, x, y + 56, 1.2, Notice("quarto-in-hand"), say))
    return parts


def _left(state: State, say: Say) -> list[str]:
    top = TOP + 4 * CELL + FRAMED + 24
    pieces = [piece for piece in range(16) if state.left >> piece & 1]
    parts = [svg.text(LEFT, top, say(Notice("quarto-left", pieces="" if pieces else "–")), 14, text_anchor="start")]
    for number, piece in enumerate(pieces):
        x = LEFT + 30 + (number % 8) * 74
        parts.append(_piece(piece, x, top + 58 + (number // 8) * (_SHELF + 22), 0.72, Notice("quarto-not-given"), say))
    return parts


def _piece(
    piece: int, x: float, foot: float, scale: float, where: Notice | str, say: Say, label: float | None = None
) -> str:
    """Draw a piece standing on ``foot``, its letters below or at ``label``."""
    low = foot + 21 * max(scale, 0.9) if label is None else label
    letters = svg.text(x, low, PIECES[piece], 12, fill=svg.INK if label is None else _CREAM)
    parts = [*draw_body(piece, x, foot, scale), letters]
    title = Notice("quarto-piece", piece=PIECES[piece], words=in_words(piece), where=where)
    return svg.titled(say(title), parts)


def draw_body(piece: int, x: float, foot: float, scale: float) -> list[str]:
    height = (24 if piece & 2 else 52) * scale
    wide = 25 * scale
    dark = bool(piece & 8)
    face: svg.Style = {
        "fill": _DARK if dark else _LIGHT,
        "stroke": svg.INK,
        "stroke_width": 1.8,
        "stroke_linejoin": "round",
    }
    top: svg.Style = {**face, "fill": _DARK_TOP if dark else _LIGHT_TOP}
    draw = _box if piece & 4 else _cylinder
    parts = draw(x, foot, wide, height, face, top, dark)
    if piece & 1:
        hole: svg.Style = {"fill": "#0e1116", "stroke": svg.PAPER if dark else svg.INK, "stroke_width": 1.5}
        parts.append(svg.element("ellipse", cx=x, cy=foot - height, rx=wide * 0.45, ry=wide * 0.19, **hole))
    return parts


def _cylinder(
    x: float, foot: float, wide: float, height: float, face: svg.Style, top: svg.Style, dark: bool
) -> list[str]:
    flat = wide * 0.4
    body = svg.path(
        *("M", x - wide, foot - height, "V", foot, "A", wide, flat, "0 0 0", x + wide, foot),
        *("V", foot - height, "Z"),
        **face,
    )
    parts = [body]
    rings = _rings(foot, height, wide) if dark else ()
    parts += [svg.path("M", x - wide, y, "A", wide, flat, "0 0 0", x + wide, y, **_RING) for y in rings]
    parts.append(svg.element("ellipse", cx=x, cy=foot - height, rx=wide, ry=flat, **top))
    return parts


def _box(x: float, foot: float, wide: float, height: float, face: svg.Style, top: svg.Style, dark: bool) -> list[str]:
    # A box seen from its corner: two faces and a lozenge on top, drawn a little wider than the cylinder.
    wide *= 1.12
    flat = wide * 0.45
    roof = foot - height
    parts = [
        svg.path(
            *("M", x - wide, roof, "V", foot, "L", x, foot + flat, "L", x + wide, foot, "V", roof, "Z"),
            **face,
        )
    ]
    rings = _rings(foot, height, wide) if dark else ()
    parts += [svg.path("M", x - wide, y, "L", x, y + flat, "L", x + wide, y, **_RING) for y in rings]
    parts.append(svg.line(x, roof + flat, x, foot + flat, stroke=svg.INK, stroke_width=1.8))
    parts.append(
        svg.path(*("M", x - wide, roof, "L", x, roof - flat, "L", x + wide, roof, "L", x, roof + flat, "Z"), **top)
    )
    return parts


def _rings(foot: float, height: float, wide: float) -> tuple[float, ...]:
    """Return how high the rings of dark wood lie: one round a low piece, two round a tall one."""
    return (foot - height * 0.45,) if height < 1.4 * wide else (foot - height * 0.18, foot - height * 0.78)


def _wrapped(sentence: str, width: int) -> list[str]:
    lines = [""]
    for word in sentence.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


def _description(state: State, say: Say) -> str:
    stands = [
        Notice("quarto-stands", square=SQUARES[square], words=in_words(piece))
        for square, piece in enumerate(state.board)
        if piece != EMPTY
    ]
    on_board = Notice("quarto-on-board", pieces=clauses(stands)) if stands else Notice("quarto-board-empty")
    return say(sentences((board.status(state), on_board)))


def layout(squares: bool) -> Layout:
    """Return the board; ``squares``: whether blocks of 2 × 2 count as lines (Q 4.2)."""
    lines = LINES_AND_SQUARES if squares else LINES
    return Layout(
        columns=4,
        rows=4,
        cells=tuple(Cell(name, number % 4, 3 - number // 4) for number, name in enumerate(SQUARES)),
        looks={text: look(piece) for piece, text in enumerate(PIECES)},
        lines=tuple(tuple(SQUARES[square] for square in line) for line in lines),
    )


def surface(state: State, seat: Seat | None = None) -> Surface:
    """Return the position. Its ways are the legal moves without the calls, which are acts: whether there is a line to
    call is not told (Q 3.2)."""
    won = state.winner is not None
    ways: tuple[Way, ...] = ()
    if not won and state.placed < 16:
        if state.given is None:
            left = (PIECES[piece] for piece in range(16) if state.left >> piece & 1)
            ways = tuple(Way(f"give {text}", (f"left:{text}",)) for text in left)
        else:
            free = (SQUARES[square] for square in range(16) if state.board[square] == EMPTY)
            ways = tuple(Way(f"place {name}", (name,)) for name in free)
    given = () if state.given is None else (Item(f"given:{PIECES[state.given]}", PIECES[state.given]),)
    left_over = tuple(Item(f"left:{PIECES[p]}", PIECES[p]) for p in range(16) if state.left >> p & 1)
    callers = (1, 2) if state.placed == 16 else (state.mover,)
    calls = not won and not state.automatic and state.placed >= 4
    return Surface(
        pieces={SQUARES[square]: PIECES[piece] for square, piece in enumerate(state.board) if piece != EMPTY},
        ways=ways,
        turn=() if won or state.placed == 16 else callers,
        trays=(Tray("given", given, state.mover if given else 0), Tray("left", left_over)),
        acts=tuple(Act("call", f"call {seat}", seat) for seat in callers) if calls else (),
        last=() if state.last is None else (SQUARES[state.last],),
        won=tuple(tuple(SQUARES[square] for square in line) for line in state.completed) if won else (),
        more={"calls": not state.automatic},
    )
