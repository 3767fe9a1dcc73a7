"""A position of Quaro, and what can be told from it."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.game import Seat
from games.quaro.material import EMPTY, ONE, ROWS, THROUGH


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    ``board`` has a colour or EMPTY a square; ``hands`` and ``bag`` are counts (see `games.quaro.material`);
    ``points`` has one entry a seat; ``turn`` is the seat on turn (of no meaning once the game is over);
    ``ended`` is the agreement to end; ``last`` are the squares of the last turn's stones and ``scored`` the
    rows that the very last stone completed, both for the diagram.
    """

    board: tuple[int, ...]
    hands: tuple[int, ...]
    bag: int
    points: tuple[int, ...]
    turn: Seat = 1
    ended: bool = False
    last: tuple[int, ...] = ()
    scored: tuple[int, ...] = ()

    @property
    def full(self) -> bool:
        return EMPTY not in self.board

    @property
    def over(self) -> bool:
        return self.ended or self.full

    @property
    def out_of_reach(self) -> bool:
        """Return whether no more points can be scored (QU 4.2)."""
        return no_more_points(self.board, self.bag + sum(self.hands))


def no_more_points(board: tuple[int, ...] | list[int], stones: int) -> bool:
    """Return whether no row with an empty square can still get four colours from these stones (QU 4.2).

    A row can while its stones are of different colours and every colour that it lacks is still to be had.
    That is enough, because whoever has a stone that the row does not need can put it elsewhere: there are as
    many empty squares as stones, and each stone may go on any of them.
    """
    for row in ROWS:
        lying = [board[square] for square in row if board[square] != EMPTY]
        if len(lying) == 4 or len(set(lying)) < len(lying):
            continue
        if all(stones & 0xFF * ONE[colour] for colour in range(4) if colour not in lying):
            return False
    return True


def completed(board: tuple[int, ...] | list[int], square: int) -> tuple[int, ...]:
    """Return the rows through a square that are filled with four different colours (QU 3.2), by their numbers."""
    rows = []
    for number in THROUGH[square]:
        colours = 0
        for other in ROWS[number]:
            colours |= 1 << board[other] if board[other] != EMPTY else 0
        if colours == 0b1111:
            rows.append(number)
    return tuple(rows)


def next_turn(seat: Seat, hands: tuple[int, ...] | list[int], bag: int) -> Seat:
    """Return the seat on turn after this one: a seat with neither stones nor a bag to draw from is skipped (QU 2.6)."""
    seats = len(hands)
    following = seat % seats + 1
    if not bag:
        for _ in range(seats):
            if hands[following - 1]:
                break
            following = following % seats + 1
    return following
