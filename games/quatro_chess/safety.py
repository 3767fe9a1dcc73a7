"""Attacks on a square, and the squares on which they depend."""

from __future__ import annotations

from games.quatro_chess.board import Squares, members
from games.quatro_chess.geometry import KNIGHT_THREAT, LEAP_SHIFT, LINES


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
