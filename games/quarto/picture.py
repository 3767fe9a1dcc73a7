"""Quarto's position as SVG.

Each attribute has a sign of its own, none of them a colour alone: a round piece is a cylinder and a square
one a box seen from its corner; a tall piece is twice as high; a hollow piece has a hole in its top; a dark
piece is filled and striped, a light one plain. The four letters stand below each piece.
"""

from __future__ import annotations

from games.core import svg
from games.core.notices import Notice, Say, clauses, sentences
from games.quarto import board
from games.quarto.material import EMPTY, PIECES, SQUARES, in_words
from games.quarto.state import State

CELL = 110
LEFT, TOP = 50, 46
_SIDE = 200
_SHELF = 62

_LIGHT, _LIGHT_TOP = "#f6e3b4", "#fffaf0"
_DARK, _DARK_TOP = "#4a3327", "#70503e"
_STRIPE = "#c9a98d"


def diagram(state: State, say: Say) -> str:
    """Draw the board, the last piece marked, a winning line; beside it the piece that waits, below it the pieces
    left."""
    body = [*grid(), *won(state), *_pieces(state, say), *_hand(state, say), *_left(state, say)]
    height = TOP + 4 * CELL + 34 + 2 * _SHELF + 62
    return svg.document(LEFT + 4 * CELL + _SIDE, height, "Quarto", _description(state, say), body)


def look(piece: int) -> str:
    """Draw a piece in a field of 40 × 40, without its letters."""
    drawn = "".join(draw_body(piece, 50, 78, 1.15))
    return svg.element("g", drawn, transform="scale(.4)")


def centre(square: int) -> tuple[float, float]:
    return LEFT + CELL * (square % 4 + 0.5), TOP + CELL * (3 - square // 4 + 0.5)


def grid() -> list[str]:
    parts = []
    for square in range(16):
        x, y = centre(square)
        parts.append(
            svg.rect(x - CELL / 2, y - CELL / 2, CELL, CELL, fill="#efe6d2", stroke=svg.LINE, stroke_width=1.5)
        )
        parts.append(svg.circle(x, y - 6, 38, fill="none", stroke=svg.LINE))
    for index in range(4):
        parts.append(svg.text(LEFT + CELL * (index + 0.5), TOP - 14, "abcd"[index], 17))
        parts.append(svg.text(LEFT - 22, TOP + CELL * (3.5 - index) + 6, str(index + 1), 17))
    return parts


def _pieces(state: State, say: Say) -> list[str]:
    parts = []
    for square, piece in enumerate(state.board):
        if piece == EMPTY:
            continue
        x, y = centre(square)
        if square == state.last:
            parts.append(
                svg.rect(
                    x - 51,
                    y - 51,
                    102,
                    102,
                    rx=6,
                    fill="none",
                    stroke=svg.MARK,
                    stroke_width=4,
                    stroke_dasharray="10 5",
                )
            )
        # tall and low pieces alike stand in the middle of the ring
        parts.append(_piece(piece, x, y + (20 if piece & 2 == 0 else 6), 1.0, SQUARES[square], say, label=y + 47))
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
            frame: svg.Style = {"fill": "none", "stroke": svg.MARK, "stroke_width": 6, "stroke_opacity": 0.75}
            parts.append(svg.rect(x1 - 47, y2 - 47, x2 - x1 + 94, y1 - y2 + 94, rx=14, **frame))
            continue
        (x1, y1), (x2, y2) = points[0], points[3]
        dx, dy = (x2 - x1) / 8, (y2 - y1) / 8
        x1, y1, x2, y2 = x1 - dx, y1 - dy, x2 + dx, y2 + dy
        parts.append(
            svg.line(x1, y1, x2, y2, stroke=svg.MARK, stroke_width=9, stroke_opacity=0.75, stroke_linecap="round")
        )
    return parts


def _hand(state: State, say: Say) -> list[str]:
    x, y = LEFT + 4 * CELL + _SIDE / 2, TOP + 1.5 * CELL
    words = _wrapped(say(board.status(state)), 22)
    parts = [svg.text(x, TOP + 14 + 19 * number, line, 14, font_weight="bold") for number, line in enumerate(words)]
    if state.given is not None and state.winner is None:
        parts.append(svg.rect(x - 56, y - 40, 112, 130, rx=8, fill="#ffffff", stroke=svg.LINE))
        parts.append(_piece(state.given, x, y + 56, 1.2, Notice("quarto-in-hand"), say))
    return parts


def _left(state: State, say: Say) -> list[str]:
    top = TOP + 4 * CELL + 34
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
    parts = [*draw_body(piece, x, foot, scale), svg.text(x, low, PIECES[piece], 12)]
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
    if dark:
        for part in (-0.6, -0.2, 0.2, 0.6):
            sag = flat * (1 - part * part) ** 0.5
            parts.append(_stripe(x + part * wide, foot - height + sag, foot + sag))
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
    if dark:
        for part in (-0.75, -0.5, -0.25, 0.25, 0.5, 0.75):
            sag = flat * (1 - abs(part))
            parts.append(_stripe(x + part * wide, roof + sag, foot + sag))
    parts.append(svg.line(x, roof + flat, x, foot + flat, stroke=svg.INK, stroke_width=1.8))
    parts.append(
        svg.path(*("M", x - wide, roof, "L", x, roof - flat, "L", x + wide, roof, "L", x, roof + flat, "Z"), **top)
    )
    return parts


def _stripe(x: float, top: float, bottom: float) -> str:
    return svg.line(x, top + 1, x, bottom - 1, stroke=_STRIPE, stroke_width=2)


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
