"""Which moves are legal: lists, counts, and whether there is one at all (QC 3, 4.1, 8).

Pieces' targets come from the tables. ``Position.push`` remains the judge of everything that could endanger the own
king: moves of kings and pinned pieces, en passant, and all moves out of check are tried on a copy. Any other piece
may go wherever its table says.
"""

from __future__ import annotations

from typing import Final

from games.quatro_chess.board import (
    BISHOP,
    BIT,
    CELLS,
    FAR_SQUARES,
    KING,
    KNIGHT,
    NAMES,
    NOBODY,
    PAWN,
    QUEEN,
    Colour,
    Squares,
    kind,
    members,
    selector,
    squares_where,
)
from games.quatro_chess.geometry import CASTLINGS, LEAPS, LINES, NEIGHBOURS, PAWN_REACH, TAKES
from games.quatro_chess.position import Position, watch
from games.quatro_chess.state import Reason

_OWN: Final = tuple(selector({code for code in range(4, 32) if code & 3 == colour}) for colour in Colour)
_EMPTY_OR_TAKEN: Final = {takes: selector({0} | {n for n in range(64) if takes[n]}) for takes in TAKES}
_FAR: Final = tuple(sum(BIT[n] for n in FAR_SQUARES[colour]) for colour in Colour)
_PROMOTED: Final = ("b", "n", "q", "r")
_CASTLED: Final = tuple(sum(BIT[target] for home, target in CASTLINGS if home == n) for n in range(CELLS))


Reached = list[tuple[int, Squares, bool]]
"""Origins, their targets, and whether a pawn stands there."""


def survey(position: Position) -> tuple[Reached, Reached]:
    """What the colour on turn can reach: first what is legal, then what must still be tried."""
    turn = position.turn
    board = position.board
    occupied = position.occupied
    knights = position.knights
    king = position.kings[turn]
    threats = position.threats[turn]
    own = squares_where(board, _OWN[turn])
    room = squares_where(board, _EMPTY_OR_TAKEN[position.takes[turn]])
    bound = _bound(position, own)
    passed = sum({BIT[square] for square in position.passed if square and not board[square]})
    legal: Reached = []
    tried: Reached = []
    for origin in members(own):
        piece = kind(board[origin])
        if piece == PAWN:
            one, two, struck = PAWN_REACH[turn][origin]
            targets = struck & room & occupied
            if one and not one & occupied:
                targets |= (one | two) & ~occupied
            if passed & struck:
                tried.append((origin, passed & struck, True))
        elif piece == KNIGHT:
            targets = LEAPS[origin] & room
        elif piece == KING:
            if _CASTLED[origin]:
                tried.append((origin, _CASTLED[origin], False))
            targets = NEIGHBOURS[origin] & room
            for target in members(targets):
                if not watch(target, occupied ^ BIT[king], board, threats, knights):
                    targets ^= BIT[target]
        else:
            rank, along_rank, file, along_file, rising, along_rising, falling, along_falling, _ = LINES[origin]
            targets = 0
            if piece != BISHOP:
                targets = along_rank[occupied & rank][0] | along_file[occupied & file][0]
            if piece == BISHOP or piece == QUEEN:
                targets |= along_rising[occupied & rising][0] | along_falling[occupied & falling][0]
            targets &= room
        if targets:
            (tried if bound & BIT[origin] else legal).append((origin, targets, piece == PAWN))
    return legal, tried


def _bound(position: Position, own: Squares) -> Squares:
    """The own pieces that may not move freely: all but the king in check, else those that shield the king."""
    turn = position.turn
    board = position.board
    occupied = position.occupied
    knights = position.knights
    king = position.kings[turn]
    threats = position.threats[turn]
    zone = watch(king, occupied, board, threats, knights)
    if not zone:
        return own ^ BIT[king]
    shields = own & zone
    if watch(king, occupied ^ shields, board, threats, knights):
        return 0
    return sum(BIT[n] for n in members(shields) if not watch(king, occupied ^ BIT[n], board, threats, knights))


def _texts(position: Position, origin: int, targets: Squares, pawn: bool) -> list[str]:
    """The texts of moves: one a target, four where a pawn promotes."""
    far = _FAR[position.turn] if pawn else 0
    start = NAMES[origin]
    texts = []
    for target in members(targets):
        if BIT[target] & far:
            texts += [start + NAMES[target] + letter for letter in _PROMOTED]
        else:
            texts.append(start + NAMES[target])
    return texts


def _passes(position: Position, text: str) -> bool:
    return position.copy().push(text)


def legal_texts(position: Position) -> list[str]:
    """All legal moves on the board, sorted (QC 8.1). The position need not be settled."""
    if position.turn == NOBODY:
        return []
    legal, tried = survey(position)
    texts = [text for reached in legal for text in _texts(position, *reached)]
    texts += [text for reached in tried for text in _texts(position, *reached) if _passes(position, text)]
    texts.sort()
    return texts


def count(position: Position) -> int:
    """How many legal moves the colour on turn has; the game must not be over."""
    far = _FAR[position.turn]
    legal, tried = survey(position)
    total = 0
    for _, targets, pawn in legal:
        total += targets.bit_count()
        if pawn and targets & far:
            total += 3 * (targets & far).bit_count()
    for reached in tried:
        total += sum(_passes(position, text) for text in _texts(position, *reached))
    return total


def can_move(position: Position) -> bool:
    """Whether the colour on turn has a legal move; the game must not be over."""
    legal, tried = survey(position)
    return bool(legal) or any(
        _passes(position, text) for reached in tried for text in _texts(position, *reached)
    )


def settle(position: Position) -> None:
    """Applies QC 4.1 until the colour on turn has a legal move or the game is over."""
    while position.turn != NOBODY and not can_move(position):
        turn = position.turn
        position.eliminate(turn, Reason.MATE if position.in_check(turn) else Reason.STALEMATE)


def perft(position: Position, depth: int, *, bulk: bool = True) -> int:
    """The number of positions after ``depth`` plies (QC 8.2). The position is settled on the way.

    With ``bulk`` the moves of the last ply are counted without being played.
    """
    if depth == 0:
        return 1
    settle(position)
    if position.turn == NOBODY:
        return 0
    if depth == 1 and bulk:
        return count(position)
    leaves = 0
    for text in legal_texts(position):
        child = position.copy()
        child.push(text)
        leaves += perft(child, depth - 1, bulk=bulk)
    return leaves
