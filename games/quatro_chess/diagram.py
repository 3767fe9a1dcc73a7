"""The position as SVG: the cross with its four armies; the corners say who is on turn and who is out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import svg
from games.core.notices import Notice, Say, a_player, clauses, every, plain, sentences
from games.core.signs import ENGLISH
from games.quatro_chess.board import (
    BISHOP,
    CASTLER,
    FILES,
    KINDS,
    KING,
    KNIGHT,
    NAMES,
    NUMBERS,
    PAWN,
    QUEEN,
    ROOK,
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

FIELD: Final = 40
MARGIN: Final = 28
EDGE: Final = SIZE * FIELD + 2 * MARGIN
_LIGHT: Final = "#f3e8cf"
_DARK: Final = "#d0b283"
_ROCK: Final = "#8b867b"
_CARD_WIDTH: Final = 76
_CARD_HEIGHT: Final = 63
_CORNERS: Final = ((True, False), (True, True), (False, True), (False, False))
"""Whether each colour's card lies left, and above: in the corner clockwise of its side."""
_NOTES: Final = {
    Reason.MATE: Notice("quatro-chess-note-mated"),
    Reason.STALEMATE: Notice("quatro-chess-note-stalemated"),
    Reason.RESIGN: Notice("resigned"),
    Reason.FORFEIT: Notice("forfeited"),
}
_FITS: Final = 12


def diagram(state: State, letters: Mapping[str, str] = ENGLISH, say: Say = str) -> str:
    """Draw the whole diagram, with a title and a description for those who cannot see it.

    ``letters`` are the colours' letters in the reader's language.
    """
    in_check = checked(state)
    body = [grid(), _labels()]
    body += [_last_move(state.last, say)] if isinstance(state.last, Step) else []
    for square in SQUARES:
        code = state.board[square]
        if code:
            king_checked = not code & STATUE and kind(code) == 6 and Colour(code & 3) in in_check
            body.append(draw_piece(square, code, king_checked, letters, say))
    body += [_card(state, colour, letters, say) for colour in Colour]
    return svg.document(EDGE, EDGE, "Quatro Chess", _description(state, say), body)


def _corner_of(square: int) -> tuple[float, float]:
    file, rank = square % SIZE, square // SIZE
    return MARGIN + file * FIELD, MARGIN + (SIZE - 1 - rank) * FIELD


def grid() -> str:
    fields = {_LIGHT: "", _DARK: ""}
    for square in SQUARES:
        x, y = _corner_of(square)
        shade = _LIGHT if (square % SIZE + square // SIZE) % 2 else _DARK
        fields[shade] += f"M{svg.number(x)} {svg.number(y)}h{FIELD}v{FIELD}h-{FIELD}z"
    outline = svg.element(
        "path",
        d=f"M{MARGIN + 80} {MARGIN}h320v80h80v320h-80v80h-320v-80h-80v-320h80z",
        fill="none",
        stroke=svg.INK,
        stroke_width=2,
    )
    return "".join(svg.element("path", d=d, fill=shade) for shade, d in fields.items()) + outline


def _labels() -> str:
    labels = []
    arm = MARGIN + 2 * FIELD
    for place in range(SIZE):
        middle = MARGIN + place * FIELD + FIELD / 2
        inner = 2 <= place < 10
        low, high = (EDGE - 10, 19) if inner else (EDGE - arm + 13, arm - 4)
        labels += [svg.text(middle, y, FILES[place], 13) for y in (low, high)]
        near, far = (14, EDGE - 14) if inner else (arm - 10, EDGE - arm + 10)
        # in a corner files and ranks meet: the ranks keep away from the arm that the files stand on
        apart = 0 if inner else -4 if place < 2 else 4
        labels += [svg.text(x, middle + 4.5 + apart, str(SIZE - place), 13) for x in (near, far)]
    return "".join(labels)


def _last_move(step: Step, say: Say) -> str:
    marks = []
    for name, dashes in ((step.origin, "5 3"), (step.target, "none")):
        x, y = _corner_of(NUMBERS[name])
        marks.append(
            svg.rect(
                x + 1.5,
                y + 1.5,
                FIELD - 3,
                FIELD - 3,
                rx=5,
                fill="none",
                stroke=svg.MARK,
                stroke_width=3,
                stroke_dasharray=dashes,
            )
        )
    return svg.titled(say(Notice("quatro-chess-last-move", move=write(step))), marks)


def draw_piece(square: int, code: int, in_check: bool, letters: Mapping[str, str], say: Say) -> str:
    x, y = _corner_of(square)
    colour = Colour(code & 3)
    statue = bool(code & STATUE)
    name = KINDS[kind(code)]
    title = Notice("quatro-chess-there", square=NAMES[square], colour=colour.titled, piece=name)
    if statue:
        title = Notice("quatro-chess-statue-there", square=NAMES[square], colour=colour.titled, piece=name)
    parts = [svg.element("title", svg.escape(say(title)))]
    if statue:
        parts.append(svg.rect(1, 1, FIELD - 2, FIELD - 2, fill="#d8d4cb"))
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


def _card(state: State, colour: Colour, letters: Mapping[str, str], say: Say) -> str:
    out = {fallen.colour: _NOTES[fallen.reason] for fallen in state.out}
    on_turn = colour == state.turn
    note = say(Notice("quatro-chess-note-turn") if on_turn else out.get(colour, plain("")))
    name = say(colour.titled)
    player = say(a_player(state.table.owners[colour]))
    player = player if len(player) <= _FITS else player[: _FITS - 1] + "…"
    x, y = (12 if far else EDGE - _CARD_WIDTH - 12 for far in _CORNERS[colour])
    y = 12 if _CORNERS[colour][1] else EDGE - _CARD_HEIGHT - 12
    frame: svg.Style = {"stroke": svg.MARK if on_turn else svg.LINE, "stroke_width": 3 if on_turn else 1}
    return svg.element(
        "g",
        svg.rect(0, 0, _CARD_WIDTH, _CARD_HEIGHT, rx=8, fill="#ffffff", **frame),
        svg.element("g", badge(colour, letters[colour.key], statue=colour in out), transform="translate(-16 -15)"),
        svg.text(27, 20.5, name, 13 if len(name) < 6 else 63 / len(name), font_weight="bold", text_anchor="start"),
        svg.text(_CARD_WIDTH / 2, 39, player, 11),
        *_note(note, "bold" if on_turn else "normal"),
        transform=f"translate({svg.number(x)} {svg.number(y)})",
    )


def _note(note: str, weight: str) -> list[str]:
    """Write a note into a card: in two lines of smaller letters where one has no room for it."""
    words = note.split()
    if len(note) <= _FITS or len(words) < 2:
        return [svg.text(_CARD_WIDTH / 2, 55, note, 11, font_weight=weight)]
    at = min(range(1, len(words)), key=lambda at: max(map(len, (" ".join(words[:at]), " ".join(words[at:])))))
    lines = (" ".join(words[:at]), " ".join(words[at:]))
    return [svg.text(_CARD_WIDTH / 2, 49 + 10 * row, line, 9.5, font_weight=weight) for row, line in enumerate(lines)]


def _description(state: State, say: Say) -> str:
    """Describe the position in words: the colour on turn, and every army square by square."""
    told = [Notice("quatro-chess-last", move=write(state.last))] if state.last is not None else []
    told += status(state)
    for colour in Colour:
        men: dict[int, list[str]] = {}
        for square in SQUARES:
            code = state.board[square]
            if code and code & 3 == colour:
                men.setdefault(ROOK if kind(code) == CASTLER else kind(code), []).append(NAMES[square])
        order = [rank for rank in (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN) if rank in men]
        if order:
            army = clauses(Notice("quatro-chess-men", piece=KINDS[rank], squares=every(men[rank])) for rank in order)
            if colour in state.living:
                told.append(Notice("quatro-chess-army", colour=colour.titled, men=army))
            else:
                told.append(Notice("quatro-chess-army-of-statues", colour=colour.titled, men=army))
    return say(sentences(told))
