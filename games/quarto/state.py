"""A position of Quarto, and what can be told from it."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.game import Seat
from games.quarto.material import EMPTY, THROUGH, Line, shared


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    ``attributes``, ``squares`` and ``automatic`` are the options (Q 4); ``board`` has a piece or EMPTY a
    square; ``left`` is the set of pieces, a bit each, that were not given yet; ``given`` is the piece that
    waits to be placed; ``last`` is the square of the last placed piece; ``winner`` is who called, or who
    completed a line where lines win without a call.
    """

    attributes: int
    squares: bool
    automatic: bool
    board: tuple[int, ...] = (EMPTY,) * 16
    left: int = 0xFFFF
    given: int | None = None
    last: int | None = None
    placed: int = 0
    winner: Seat | None = None

    @property
    def completed(self) -> tuple[Line, ...]:
        """Return the lines that the last placed piece completed (Q 3.6); others are worth nothing now (Q 3.5)."""
        if self.last is None:
            return ()
        return completed(self.board, self.last, self.attributes, self.squares)

    @property
    def mover(self) -> Seat:
        """Return the seat that gives or places, or would if the game went on. It may also call (Q 3.3, Q 3.4)."""
        # Seat 1 gives first, seat 2 places the odd pieces; who placed gives, and the other receives.
        even = self.placed % 2 == 0
        return (2 if even else 1) if self.given is not None else (1 if even else 2)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.winner is not None:
            return ()
        if self.placed == 16:
            return (1, 2) if self.completed else ()
        return (self.mover,)


def completed(board: tuple[int, ...] | list[int], last: int, attributes: int, squares: bool) -> tuple[Line, ...]:
    """Return the lines through the square ``last`` that are filled and share a value."""
    lines = []
    for through in THROUGH[squares][last]:
        a, b, c, d = (board[square] for square in through)
        if a >= 0 and b >= 0 and c >= 0 and d >= 0 and shared(a, b, c, d, attributes):
            lines.append(through)
    return tuple(lines)
