"""The position as SVG: the cross with its four armies; the corners say who is on turn and who is out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.core import svg
from games.core.game import Seat
from games.core.notices import Notice, Say, a_player, clauses, every, plain, sentences
from games.core.svg import ENGLISH
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
from games.quatro_chess.shapes import piece, sign
from games.quatro_chess.state import Reason, State, Step
from games.quatro_chess.views import checked, status

FIELD: Final = 40
MARGIN: Final = 28
EDGE: Final = SIZE * FIELD + 2 * MARGIN
RIM: Final = 26
"""The frame round the cross, on which the letters stand."""
_LIGHT: Final = "#f3e6cb"
_DARK: Final = "#cda36d"
_RIM: Final = "#5b3a22"
_CREAM: Final = "#f6e7cb"
_LAST: Final = "#f4cf4e"
_CARD_WIDTH: Final = 72
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


def diagram(state: State, seat: Seat | None = None, letters: Mapping[str, str] = ENGLISH, say: Say = str) -> str:
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
            body.append(draw_piece(square, code, king_checked, say))
    body += [_card(state, colour, letters, say) for colour in Colour]
    return svg.document(EDGE, EDGE, "Quatro Chess", _description(state, say), body)


def _corner_of(square: int) -> tuple[float, float]:
    file, rank = square % SIZE, square // SIZE
    return MARGIN + file * FIELD, MARGIN + (SIZE - 1 - rank) * FIELD


def grid() -> str:
    """Draw the cross in its rim."""
    fields = {_LIGHT: "", _DARK: ""}
    for square in SQUARES:
        x, y = _corner_of(square)
        shade = _LIGHT if (square % SIZE + square // SIZE) % 2 else _DARK
        fields[shade] += f"M{svg.number(x)} {svg.number(y)}h{FIELD}v{FIELD}h-{FIELD}z"
    outline = f"M{MARGIN + 80} {MARGIN}h320v80h80v320h-80v80h-320v-80h-80v-320h80z"
    rim = svg.element("path", d=outline, fill=_RIM, stroke=_RIM, stroke_width=2 * RIM, stroke_linejoin="round")
    return rim + "".join(svg.element("path", d=d, fill=shade) for shade, d in fields.items())


def _labels() -> str:
    """Write files and ranks at both ends; those beside the arms once, an inner corner each, so that none meet."""
    labels = []
    near, far = RIM / 2, SIZE * FIELD + RIM * 1.5
    arm = 2 * FIELD
    for place in range(SIZE):
        middle = RIM + place * FIELD + FIELD / 2
        file, rank = FILES[place], str(SIZE - place)
        if 2 <= place < 10:
            points = [(middle, near, file), (middle, far, file), (near, middle, rank), (far, middle, rank)]
        elif place < 2:
            points = [(middle, far - arm, file), (near + arm, middle, rank)]
        else:
            points = [(middle, near + arm, file), (far - arm, middle, rank)]
        shift = MARGIN - RIM
        labels += [svg.text(x + shift, y + shift + 4.5, text, 13, fill=_CREAM) for x, y, text in points]
    return svg.element("g", *labels, font_weight="bold")


def _last_move(step: Step, say: Say) -> str:
    marks = []
    for name in (step.origin, step.target):
        x, y = _corner_of(NUMBERS[name])
        corners = "".join(
            f"M{svg.number(x + a * FIELD)} {svg.number(y + b * FIELD + c)}v{-c}h{d}"
            for a, b, c, d in ((0.04, 0.04, 8, 8), (0.96, 0.04, 8, -8), (0.04, 0.96, -8, 8), (0.96, 0.96, -8, -8))
        )
        marks.append(svg.rect(x, y, FIELD, FIELD, fill=_LAST))
        marks.append(svg.element("path", d=corners, fill="none", stroke=_RIM, stroke_width=3))
    return svg.titled(say(Notice("quatro-chess-last-move", move=write(step))), marks)


def draw_piece(square: int, code: int, in_check: bool, say: Say) -> str:
    x, y = _corner_of(square)
    colour = Colour(code & 3)
    statue = bool(code & STATUE)
    name = KINDS[kind(code)]
    title = Notice("quatro-chess-there", square=NAMES[square], colour=colour.titled, piece=name)
    if statue:
        title = Notice("quatro-chess-statue-there", square=NAMES[square], colour=colour.titled, piece=name)
    parts = [svg.element("title", svg.escape(say(title)))]
    if in_check:
        ring: svg.Style = {"fill_opacity": 0.35, "stroke": svg.MARK, "stroke_width": 3, "stroke_dasharray": "6 4"}
        parts.append(svg.circle(20, 20, 18, fill=svg.MARK, **ring))
    parts.append(piece(kind(code), colour, statue=statue))
    return svg.element("g", *parts, transform=f"translate({svg.number(x)} {svg.number(y)})")


def _card(state: State, colour: Colour, letters: Mapping[str, str], say: Say) -> str:
    out = {fallen.colour: _NOTES[fallen.reason] for fallen in state.out}
    on_turn = colour == state.turn
    note = say(Notice("quatro-chess-note-turn") if on_turn else out.get(colour, plain("")))
    name = say(colour.titled)
    player = say(a_player(state.table.owners[colour]))
    player = player if len(player) <= _FITS else player[: _FITS - 1] + "…"
    x, y = (7 if far else EDGE - _CARD_WIDTH - 7 for far in _CORNERS[colour])
    y = 7 if _CORNERS[colour][1] else EDGE - _CARD_HEIGHT - 7
    frame: svg.Style = {"stroke": svg.MARK if on_turn else svg.LINE, "stroke_width": 3 if on_turn else 1}
    return svg.element(
        "g",
        svg.rect(0, 0, _CARD_WIDTH, _CARD_HEIGHT, rx=8, fill="#ffffff", **frame),
        svg.element("g", sign(colour, letters[colour.key], statue=colour in out), transform="translate(-16 -15)"),
        svg.text(27, 20.5, name, min(13, 59 / len(name)), font_weight="bold", text_anchor="start"),
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
