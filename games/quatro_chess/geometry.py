"""Tables of where pieces go and what attacks a square, computed once.

``STEPS`` has every move that any piece could ever make on an empty board, by its text. A replay looks the
text up, asks the board which piece stands there, and ``reach`` says how that piece makes this step, if at all
(QC 3.1 to 3.4).

``LINES`` answers, for a square and the occupied squares around it, what the square sees along its four lines.
The answers are computed when first asked for and kept, a limited number each, so a hostile record cannot fill
memory. ``watch`` asks them whether a king is attacked.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.quatro_chess.board import (
    BISHOP,
    BIT,
    CASTLER,
    CELLS,
    COLOURS,
    FAR_SQUARES,
    FORWARD,
    HOME_SQUARES,
    KING,
    KNIGHT,
    NAMES,
    PAWN,
    PROMOTIONS,
    QUEEN,
    ROOK,
    SIZE,
    SQUARES,
    STARTING_BOARD,
    Squares,
    members,
    on_cross,
    union,
)

# How a piece makes a step; 0 means that it cannot. Promotions are ADVANCE_TO or STRIKE_TO plus the new kind.
SLIDE: Final = 1
LEAP: Final = 2
ADVANCE: Final = 3
DOUBLE: Final = 4
STRIKE: Final = 5
KING_STEP: Final = 6
CASTLE: Final = 7
ADVANCE_TO: Final = 8
STRIKE_TO: Final = 16

# What may attack from where; rows of a threat table, 64 piece codes each.
_FAR_STRAIGHT: Final = 0 * 64
_NEAR_STRAIGHT: Final = 1 * 64
_FAR_DIAGONAL: Final = 2 * 64
_NEAR_DIAGONAL: Final = {(1, 1): 3 * 64, (1, -1): 4 * 64, (-1, 1): 5 * 64, (-1, -1): 6 * 64}
KNIGHT_THREAT: Final = 7 * 64

LEAP_SHIFT: Final = CELLS
"""Squares that only a knight's arrival concerns stand this many bits higher."""

_KEPT_A_LINE: Final = 256

_ALONG: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Towards higher numbers: the opposite ways lead towards lower ones."""
_LEAPS: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_AROUND: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


def _shifted(square: int, x: int, y: int) -> int | None:
    file, rank = square % SIZE + x, square // SIZE + y
    return rank * SIZE + file if on_cross(file, rank) else None


def _ray(square: int, x: int, y: int) -> list[int]:
    squares = []
    here = _shifted(square, x, y)
    while here is not None:
        squares.append(here)
        here = _shifted(here, x, y)
    return squares


def _landing(square: int, offsets: tuple[tuple[int, int], ...]) -> list[int]:
    return [n for x, y in offsets if (n := _shifted(square, x, y)) is not None]


LEAPS: Final = tuple(union(_landing(n, _LEAPS)) for n in range(CELLS))
NEIGHBOURS: Final = tuple(union(_landing(n, _AROUND)) for n in range(CELLS))

Sight = tuple[Squares, int, int, int, int]
"""What a square sees along one line: the squares up to and including the first piece each way; then each way
the square of that piece (0: none) and the row of the threat table by which it may attack."""


_Ray = tuple[Squares, int, int, dict[int, Squares]]
"""Squares in one direction; the rows for a near and a far piece; what lies beyond each square."""


class Line(dict[Squares, Sight]):
    """The view of a square along one line, by the occupied squares of that line."""

    __slots__ = ("down", "square", "up")

    def __init__(self, square: int, x: int, y: int) -> None:
        super().__init__()
        self.square = square
        self.up = self._ray(x, y)
        self.down = self._ray(-x, -y)

    def _ray(self, x: int, y: int) -> _Ray:
        near, far = (_NEAR_DIAGONAL[x, y], _FAR_DIAGONAL) if x and y else (_NEAR_STRAIGHT, _FAR_STRAIGHT)
        squares = _ray(self.square, x, y)
        beyond = {n: union(squares[place:]) for place, n in enumerate(squares, 1)}
        if squares:
            beyond[-squares[0]] = 0
        return union(squares), near, far, beyond

    def __missing__(self, occupied: Squares) -> Sight:
        if len(self) >= _KEPT_A_LINE:
            self.clear()
        # Squares with higher numbers are lower bits: going up, the first piece is the highest bit.
        seen, near, far, beyond = self.up
        first = row = other = other_row = 0
        blockers = seen & occupied
        if blockers:
            first = CELLS - blockers.bit_length()
            row = near if -first in beyond else far
            seen ^= beyond[first]
        seen_down, near, far, beyond = self.down
        blockers = seen_down & occupied
        if blockers:
            other = CELLS - (blockers & -blockers).bit_length()
            other_row = near if -other in beyond else far
            seen_down ^= beyond[other]
        sight = self[occupied] = (seen | seen_down, first, row, other, other_row)
        return sight


Lines = tuple[Squares, Line, Squares, Line, Squares, Line, Squares, Line, Squares]
"""What there is to see from a square: for its rank, file, rising and falling diagonal the squares of that
line (without the square itself) and what is seen along it; last the squares a knight's leap away."""


def _lines(square: int) -> Lines:
    along = [Line(square, x, y) for x, y in _ALONG]
    squares = [line.up[0] | line.down[0] for line in along]
    return (squares[0], along[0], squares[1], along[1], squares[2], along[2], squares[3], along[3], LEAPS[square])


LINES: Final = tuple(_lines(n) for n in range(CELLS))


def _threats(hostile: int) -> bytes:
    """Make the threat table against a colour whose enemies are the set bits of ``hostile``."""
    table = bytearray(8 * 64)
    for colour in COLOURS:
        if not hostile >> colour & 1:
            continue
        for row in (_FAR_STRAIGHT, _NEAR_STRAIGHT):
            for piece in (ROOK, CASTLER, QUEEN):
                table[row + (piece << 2 | colour)] = 1
        for row in (_FAR_DIAGONAL, *_NEAR_DIAGONAL.values()):
            for piece in (BISHOP, QUEEN):
                table[row + (piece << 2 | colour)] = 1
        for row in (_NEAR_STRAIGHT, *_NEAR_DIAGONAL.values()):
            table[row + (KING << 2 | colour)] = 1
        for (x, y), row in _NEAR_DIAGONAL.items():
            if -x - y * SIZE in strikes(colour):
                table[row + (PAWN << 2 | colour)] = 1
        table[KNIGHT_THREAT + (KNIGHT << 2 | colour)] = 1
    return bytes(table)


def strikes(colour: int) -> tuple[int, int]:
    """Return the two diagonal steps forward of a colour's pawns, as differences of square numbers."""
    forward = FORWARD[colour]
    sideways = 1 if abs(forward) == SIZE else SIZE
    return forward - sideways, forward + sideways


THREATS: Final = tuple(_threats(hostile) for hostile in range(16))
"""Threat tables by the set of hostile colours."""

TAKES: Final = tuple(
    bytes(4 <= code < 32 and code >> 2 != KING and hostile >> (code & 3) & 1 for code in range(64))
    for hostile in range(16)
)
"""By the set of hostile colours: which piece codes may be captured: no king, no statue, nothing of one's
own."""


class Castling(NamedTuple):
    """One way to castle: the rook's squares, what lies between king and rook, and the square that the king
    crosses."""

    rook_from: int
    rook_to: int
    between: Squares
    crossed: int


def _castlings() -> dict[tuple[int, int], Castling]:
    lines = {}
    for king in SQUARES:
        if STARTING_BOARD[king] >> 2 != KING:
            continue
        colour = STARTING_BOARD[king] & 3
        along = 1 if abs(FORWARD[colour]) == SIZE else SIZE
        for step in (along, -along):
            way = (step, 0) if abs(step) == 1 else (0, step // SIZE)
            between: list[int] = []
            for square in _ray(king, *way):
                if STARTING_BOARD[square] == CASTLER << 2 | colour:
                    lines[king, king + 2 * step] = Castling(square, king + step, union(between), king + step)
                    break
                between.append(square)
    return lines


CASTLINGS: Final = _castlings()
"""Every castling, by the king's two squares."""


Step = tuple[int, int, Squares, Squares, Squares, Squares, bytes]
"""One step, whoever makes it: origin; target; the square left; both squares; what may change for a king's
safety (both squares, and where a knight arrives); the squares passed over, which must be empty; how each
piece code makes it."""


def _pawn_way(colour: int, origin: int, target: int) -> int:
    forward = FORWARD[colour]
    if target == origin + forward:
        return ADVANCE
    if target == origin + 2 * forward and origin in HOME_SQUARES[colour]:
        return DOUBLE
    return STRIKE if target - origin in strikes(colour) else 0


def _reach(origin: int, target: int, straight: bool, distance: int) -> bytes:
    table = bytearray(64)
    for colour in COLOURS:
        for piece in (QUEEN, ROOK, CASTLER) if straight else (QUEEN, BISHOP):
            table[piece << 2 | colour] = SLIDE
        if distance == 1:
            table[KING << 2 | colour] = KING_STEP
        elif (origin, target) in CASTLINGS and STARTING_BOARD[origin] == KING << 2 | colour:
            table[KING << 2 | colour] = CASTLE
        if distance <= 2 and target not in FAR_SQUARES[colour]:
            table[PAWN << 2 | colour] = _pawn_way(colour, origin, target)
    return bytes(table)


BOARD: Final = frozenset(SQUARES)


def _steps() -> dict[str, Step]:
    steps: dict[str, Step] = {}
    shared: dict[bytes, bytes] = {}
    leaping = bytes(LEAP if code < 32 and code >> 2 == KNIGHT else 0 for code in range(64))

    def add(text: str, origin: int, target: int, between: Squares, reach: bytes, knight: bool) -> None:
        swap = BIT[origin] | BIT[target]
        mark = swap | BIT[target] << LEAP_SHIFT if knight else swap
        reach = shared.setdefault(reach, reach)
        steps[text] = (origin, target, BIT[origin], swap, mark, between, reach)

    for origin in SQUARES:
        for x, y in _AROUND:
            between = 0
            for distance, target in enumerate(_ray(origin, x, y), 1):
                text = NAMES[origin] + NAMES[target]
                add(text, origin, target, between, _reach(origin, target, not (x and y), distance), False)
                between |= BIT[target]
        for target in _landing(origin, _LEAPS):
            add(NAMES[origin] + NAMES[target], origin, target, 0, leaping, True)
    for colour in COLOURS:
        for target in sorted(FAR_SQUARES[colour]):
            for step in (FORWARD[colour], *strikes(colour)):
                origin = target - step
                if origin not in BOARD:
                    continue
                base = ADVANCE_TO if step == FORWARD[colour] else STRIKE_TO
                for letter, new in PROMOTIONS.items():
                    text = NAMES[origin] + NAMES[target] + letter
                    table = bytearray(steps[text][6] if text in steps else bytes(64))
                    table[PAWN << 2 | colour] = base + new
                    add(text, origin, target, 0, bytes(table), new == KNIGHT)
    return steps


STEPS: Final = _steps()
"""Every step by its text, promotions with their letter."""


def watch(king: int, occupied: Squares, board: bytearray, threats: bytes, knights: Squares) -> Squares:
    """Return what the safety of a king on this square depends on, or 0 if it is attacked (QC 3.5).

    The answer holds the squares that it sees, and ``LEAP_SHIFT`` bits higher those a knight's leap away.
    ``threats`` says which piece codes are hostile, ``knights`` are all living knights.

    ``occupied`` may differ from ``board``: a piece counts as a blocker, or an attacker, only where it is set.
    """
    rank, along_rank, file, along_file, rising, along_rising, falling, along_falling, leaps = LINES[king]
    seen, square, row, other, other_row = along_rank[occupied & rank]
    if threats[row + board[square]] or threats[other_row + board[other]]:
        return 0
    zone = seen
    seen, square, row, other, other_row = along_file[occupied & file]
    if threats[row + board[square]] or threats[other_row + board[other]]:
        return 0
    zone |= seen
    seen, square, row, other, other_row = along_rising[occupied & rising]
    if threats[row + board[square]] or threats[other_row + board[other]]:
        return 0
    zone |= seen
    seen, square, row, other, other_row = along_falling[occupied & falling]
    if threats[row + board[square]] or threats[other_row + board[other]]:
        return 0
    if leaps & knights:
        for square in members(leaps & knights):
            if threats[KNIGHT_THREAT + board[square]]:
                return 0
    return zone | seen | leaps << LEAP_SHIFT
