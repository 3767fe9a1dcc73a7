"""Legal moves: lists, counts, and whether there is one at all (QC 3, 4.1, 8).

``survey`` finds what the pieces of the colour on turn reach, pawns all at once. ``Position.push`` remains the
judge of everything that could endanger the own king: moves of pinned pieces, en passant, castling, and all
moves out of check are tried on a copy. Any other piece may go wherever its table says.
"""

from __future__ import annotations

from typing import Final

from games.quatro_chess.board import (
    BISHOP,
    BIT,
    CASTLER,
    CELLS,
    CROSS,
    FAR_SQUARES,
    FORWARD,
    HOME_SQUARES,
    KING,
    KNIGHT,
    NAMES,
    NOBODY,
    PAWN,
    QUEEN,
    SIZE,
    SQUARES,
    Colour,
    Squares,
    members,
    selector,
    squares_where,
    union,
)
from games.quatro_chess.geometry import CASTLINGS, LEAPS, LINES, NEIGHBOURS, TAKES, strikes, watch
from games.quatro_chess.position import Position
from games.quatro_chess.state import Reason

Reach = list[tuple[int, Squares]]
"""Targets, each set with the square that its piece comes from; of pawns, with the step that they make (origin
to target, as a difference)."""

_PAWNS: Final = tuple(selector({PAWN << 2 | colour}) for colour in Colour)
_OFFICERS: Final = tuple(
    selector({code for code in range(8, 32) if code & 3 == colour and code >> 2 != KING}) for colour in Colour
)
_TAKEN: Final = {takes: selector({code for code in range(64) if takes[code]}) for takes in TAKES}
_FAR: Final = tuple(union(FAR_SQUARES[colour]) for colour in Colour)
_HOME: Final = tuple(union(HOME_SQUARES[colour]) for colour in Colour)
_CASTLED: Final = tuple(
    tuple((target, way.rook_from, way.between) for (home, target), way in CASTLINGS.items() if home == n)
    for n in range(CELLS)
)
_PROMOTED: Final = ("b", "n", "q", "r")


def _landing(step: int) -> Squares:
    """Return the squares where a step can end without having run over the edge of the frame."""
    sideways = (step + 1) % SIZE - 1
    return CROSS & ~union(n for n in SQUARES if sideways and n % SIZE == (0 if sideways == 1 else SIZE - 1))


_STEPS: Final = tuple((FORWARD[colour], *strikes(colour)) for colour in Colour)
_LANDINGS: Final = tuple(tuple(_landing(step) for step in steps) for steps in _STEPS)


def _shift(squares: Squares, step: int) -> Squares:
    return squares >> step if step > 0 else squares << -step


def _pawn_reach(turn: int, pawns: Squares, empty: Squares, taken: Squares) -> Reach:
    """Return the targets of pawns: one square ahead, two from home, both diagonals (QC 3.1)."""
    forward, left, right = _STEPS[turn]
    landing, left_landing, right_landing = _LANDINGS[turn]
    single_steps = _shift(pawns, forward) & landing & empty
    two = _shift(_shift(pawns & _HOME[turn], forward) & empty, forward) & empty
    return [
        (forward, single_steps),
        (2 * forward, two),
        (left, _shift(pawns, left) & left_landing & taken),
        (right, _shift(pawns, right) & right_landing & taken),
    ]


class Survey:
    """The moves of the colour on turn; ``legal`` without further ado, ``tried`` only if ``push`` agrees."""

    __slots__ = ("legal", "legal_pawns", "tried", "tried_pawns")

    def __init__(self, position: Position) -> None:
        turn = position.turn
        board = position.board
        occupied = position.occupied
        king = position.kings[turn]
        pawns = squares_where(board, _PAWNS[turn])
        officers = squares_where(board, _OFFICERS[turn])
        taken = squares_where(board, _TAKEN[position.takes[turn]])
        empty = CROSS & ~occupied
        room = empty | taken
        bound = _bound(position, pawns | officers)
        self.tried_pawns = _pawn_reach(turn, pawns & bound, empty, taken) if pawns & bound else []
        self.legal_pawns = _pawn_reach(turn, pawns & ~bound, empty, taken)
        if any(position.passed):
            passed = union(n for n in position.passed if n) & empty
            self.tried_pawns += _pawn_reach(turn, pawns, empty, passed)[2:]
        self.tried: Reach = []
        self.legal: Reach = []
        while officers:
            length = officers.bit_length()
            origin = CELLS - length
            bit = BIT[origin]
            officers ^= bit
            code = board[origin] >> 2
            if code == KNIGHT:
                targets = LEAPS[origin] & room
            else:
                rank, along_rank, file, along_file, rise, along_rise, fall, along_fall, _ = LINES[origin]
                if code == BISHOP:
                    targets = along_rise[occupied & rise][0] | along_fall[occupied & fall][0]
                else:
                    targets = along_rank[occupied & rank][0] | along_file[occupied & file][0]
                    if code == QUEEN:
                        targets |= along_rise[occupied & rise][0] | along_fall[occupied & fall][0]
                targets &= room
            if targets:
                (self.tried if bit & bound else self.legal).append((origin, targets))
        targets = NEIGHBOURS[king] & room
        if targets:
            others = occupied ^ BIT[king]
            threats = position.threats[turn]
            for target in members(targets):
                if not watch(target, others, board, threats, position.knights):
                    targets ^= BIT[target]
            self.legal.append((king, targets))
        castled = union(
            target
            for target, rook, between in _CASTLED[king]
            if board[rook] == CASTLER << 2 | turn and not between & occupied
        )
        if castled:
            self.tried.append((king, castled))


def _bound(position: Position, men: Squares) -> Squares:
    """Return the men that may not move freely: all of them in check, else those that shield the king."""
    turn = position.turn
    board = position.board
    occupied = position.occupied
    knights = position.knights
    king = position.kings[turn]
    threats = position.threats[turn]
    zone = watch(king, occupied, board, threats, knights)
    if not zone:
        return men
    shields = men & zone
    if watch(king, occupied ^ shields, board, threats, knights):
        return 0
    return union(n for n in members(shields) if not watch(king, occupied ^ BIT[n], board, threats, knights))


def _texts(reach: Reach) -> list[str]:
    return [NAMES[origin] + NAMES[target] for origin, targets in reach for target in members(targets)]


def _pawn_texts(reach: Reach, far: Squares) -> list[str]:
    texts = []
    for step, targets in reach:
        for target in members(targets):
            text = NAMES[target - step] + NAMES[target]
            if BIT[target] & far:
                texts += [text + letter for letter in _PROMOTED]
            else:
                texts.append(text)
    return texts


def _tried(position: Position, survey: Survey) -> list[str]:
    texts = _texts(survey.tried) + _pawn_texts(survey.tried_pawns, _FAR[position.turn])
    return [text for text in texts if position.copy().push(text)]


def legal_texts(position: Position) -> list[str]:
    """Return all legal moves on the board, sorted; none when the game is over."""
    if position.turn == NOBODY:
        return []
    survey = Survey(position)
    texts = _texts(survey.legal) + _pawn_texts(survey.legal_pawns, _FAR[position.turn])
    texts += _tried(position, survey)
    texts.sort()
    return texts


def count(position: Position) -> int:
    """Return how many legal moves the colour on turn has; none when the game is over."""
    if position.turn == NOBODY:
        return 0
    survey = Survey(position)
    total = len(_tried(position, survey)) if survey.tried or survey.tried_pawns else 0
    far = _FAR[position.turn]
    for _, targets in survey.legal:
        total += targets.bit_count()
    for _, targets in survey.legal_pawns:
        if targets:
            total += targets.bit_count()
            if targets & far:
                total += 3 * (targets & far).bit_count()
    return total


def settle(position: Position) -> None:
    """Apply QC 4.1 until the colour on turn has a legal move or the game is over."""
    while position.turn != NOBODY and not count(position):
        turn = position.turn
        position.eliminate(turn, Reason.MATE if position.in_check(turn) else Reason.STALEMATE)


def perft(position: Position, depth: int, *, bulk: bool = True) -> int:
    """Count the positions after ``depth`` plies. The position is settled on the way.

    With ``bulk`` the moves of the last ply are counted without being played.
    """
    if depth == 0:
        return 1
    if depth == 1 and bulk:
        leaves = count(position)
        if leaves or position.turn == NOBODY:
            return leaves
    settle(position)
    if depth == 1 and bulk:
        return count(position)
    leaves = 0
    for text in legal_texts(position):
        child = position.copy()
        child.push(text)
        leaves += perft(child, depth - 1, bulk=bulk) if depth > 1 else 1
    return leaves
