"""The position as SVG: the cross with its four armies; the corners say who is on turn and who is out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import svg
from games.core.notation import listed
from games.core.signs import ENGLISH
from games.quatro_chess.board import (
    FILES,
    KIND_NAMES,
    NAMES,
    NUMBERS,
    SIZE,
    SQUARES,
    STATUE,
    Colour,
    kind,
)
from games.quatro_chess.notation import write
from games.quatro_chess.shapes import badge, piece
from games.quatro_chess.state import Reason, State, Step
from games.quatro_chess.views import checked, status

_FIELD: Final = 40
_MARGIN: Final = 28
_EDGE: Final = SIZE * _FIELD + 2 * _MARGIN
_LIGHT: Final = "#f3e8cf"
_DARK: Final = "#d0b283"
_ROCK: Final = "#8b867b"
_CARD_WIDTH: Final = 76
_CARD_HEIGHT: Final = 63
_CORNERS: Final = ((True, False), (True, True), (False, True), (False, False))
"""Whether each colour's card lies left, and above: in the corner clockwise of its side."""
_NOTES: Final = {
    Reason.MATE: "mated",
    Reason.STALEMATE: "stalemated",
    Reason.RESIGN: "resigned",
    Reason.FORFEIT: "forfeited",
}


def diagram(state: State, letters: Mapping[str, str] = ENGLISH) -> str:
    """Draw the whole diagram, with a title and a description for those who cannot see it.

    ``letters`` are the colours' letters in the reader's language.
    """
    in_check = checked(state)
    body = [_grid(), _labels()]
    body += [_last_move(state.last)] if isinstance(state.last, Step) else []
    for square in SQUARES:
        code = state.board[square]
        if code:
            king_checked = not code & STATUE and kind(code) == 6 and Colour(code & 3) in in_check
            body.append(_piece(square, code, king_checked, letters))
    body += [_card(state, colour, letters) for colour in Colour]
    return svg.document(_EDGE, _EDGE, "Quatro Chess", _description(state), body)


def _corner_of(square: int) -> tuple[float, float]:
    file, rank = square % SIZE, square // SIZE
    return _MARGIN + file * _FIELD, _MARGIN + (SIZE - 1 - rank) * _FIELD


def _grid() -> str:
    fields = {_LIGHT: "", _DARK: ""}
    for square in SQUARES:
        x, y = _corner_of(square)
        shade = _LIGHT if (square % SIZE + square // SIZE) % 2 else _DARK
        fields[shade] += f"M{svg.number(x)} {svg.number(y)}h{_FIELD}v{_FIELD}h-{_FIELD}z"
    outline = svg.element(
        "path",
        d=f"M{_MARGIN + 80} {_MARGIN}h320v80h80v320h-80v80h-320v-80h-80v-320h80z",
        fill="none",
        stroke=svg.INK,
        stroke_width=2,
    )
    return "".join(svg.element("path", d=d, fill=shade) for shade, d in fields.items()) + outline


def _labels() -> str:
    labels = []
    arm = _MARGIN + 2 * _FIELD
    for place in range(SIZE):
        middle = _MARGIN + place * _FIELD + _FIELD / 2
        inner = 2 <= place < 10
        low, high = (_EDGE - 10, 19) if inner else (_EDGE - arm + 13, arm - 4)
        labels += [svg.text(middle, y, FILES[place], 13) for y in (low, high)]
        near, far = (14, _EDGE - 14) if inner else (arm - 10, _EDGE - arm + 10)
        # in a corner files and ranks meet: the ranks keep away from the arm that the files stand on
        apart = 0 if inner else -4 if place < 2 else 4
        labels += [svg.text(x, middle + 4.5 + apart, str(SIZE - place), 13) for x in (near, far)]
    return "".join(labels)


def _last_move(step: Step) -> str:
    marks = []
    for name, dashes in ((step.origin, "5 3"), (step.target, "none")):
        x, y = _corner_of(NUMBERS[name])
        marks.append(
            svg.rect(
                x + 1.5,
                y + 1.5,
                _FIELD - 3,
                _FIELD - 3,
                rx=5,
                fill="none",
                stroke=svg.MARK,
                stroke_width=3,
                stroke_dasharray=dashes,
            )
        )
    return svg.titled(f"Last move: {write(step)}", marks)


def _piece(square: int, code: int, in_check: bool, letters: Mapping[str, str]) -> str:
    x, y = _corner_of(square)
    colour = Colour(code & 3)
    statue = bool(code & STATUE)
    title = f"{NAMES[square]}: {colour.label}'s {KIND_NAMES[kind(code)]}{', a statue' if statue else ''}"
    parts = [svg.element("title", title)]
    if statue:
        parts.append(svg.rect(1, 1, _FIELD - 2, _FIELD - 2, fill="#d8d4cb"))
        parts.append(
            svg.element(
                "path",
                d="M1 11L11 1M1 21L21 1M1 31L31 1M2 39L39 2M10 39L39 10M20 39L39 20M30 39L39 30",
                stroke=_ROCK,
                stroke_width=1.4,
            )
        )
    parts.append(piece(kind(code), colour, letters[colour.key], statue=statue))
    if in_check:
        parts.append(svg.circle(8, 8, 7, fill=svg.MARK, stroke="#ffffff", stroke_width=1.5))
        parts.append(svg.text(8, 12.2, "!", 12, fill="#ffffff", font_weight="bold"))
    return svg.element("g", *parts, transform=f"translate({svg.number(x)} {svg.number(y)})")


def _card(state: State, colour: Colour, letters: Mapping[str, str]) -> str:
    out = {fallen.colour: _NOTES[fallen.reason] for fallen in state.out}
    on_turn = colour == state.turn
    note = "on turn" if on_turn else out.get(colour, "")
    x, y = (12 if far else _EDGE - _CARD_WIDTH - 12 for far in _CORNERS[colour])
    y = 12 if _CORNERS[colour][1] else _EDGE - _CARD_HEIGHT - 12
    frame: svg.Style = {"stroke": svg.MARK if on_turn else svg.LINE, "stroke_width": 3 if on_turn else 1}
    return svg.element(
        "g",
        svg.rect(0, 0, _CARD_WIDTH, _CARD_HEIGHT, rx=8, fill="#ffffff", **frame),
        svg.element("g", badge(colour, letters[colour.key], statue=colour in out), transform="translate(-16 -15)"),
        svg.text(27, 20.5, colour.label, 13, font_weight="bold", text_anchor="start"),
        svg.text(_CARD_WIDTH / 2, 39, f"seat {state.table.owners[colour]}", 11),
        svg.text(_CARD_WIDTH / 2, 55, note, 11, font_weight="bold" if on_turn else "normal"),
        transform=f"translate({svg.number(x)} {svg.number(y)})",
    )


def _description(state: State) -> str:
    """Describe the position in words: the colour on turn, and every army square by square."""
    sentences = [f"Last: {write(state.last)}."] if state.last is not None else []
    sentences += status(state)
    for colour in Colour:
        men: dict[str, list[str]] = {}
        for square in SQUARES:
            code = state.board[square]
            if code and code & 3 == colour:
                men.setdefault(KIND_NAMES[kind(code)], []).append(NAMES[square])
        statues = " (statues)" if colour not in state.living else ""
        order = [name for name in ("king", "queen", "rook", "bishop", "knight", "pawn") if name in men]
        if order:
            army = "; ".join(f"{name} {listed(men[name], 'and')}" for name in order)
            sentences.append(f"{colour.label}{statues}: {army}.")
    return " ".join(sentences)
