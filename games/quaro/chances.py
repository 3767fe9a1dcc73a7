"""The points that a player of Quaro can score in one whole turn from a position, with the stones that all can see."""

from __future__ import annotations

from dataclasses import dataclass

from games.quaro.material import COLOURS, EMPTY, ONE, ROWS, SQUARES, THROUGH, of, size
from games.quaro.state import State

Stone = tuple[int, int]
"""A colour and the square that it goes on."""

_FOUR = 0b1111


@dataclass(frozen=True, slots=True)
class Chance:
    """The most points of one turn, and the stones of a turn that scores them, in order (``Rd4``); none for 0."""

    points: int = 0
    stones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn so far: its points, its stones, the hand that is left, the board, and what the next stone would score."""

    points: int
    stones: tuple[Stone, ...]
    hand: int
    board: tuple[int, ...]
    worth: dict[Stone, int]


def chances(state: State) -> tuple[Chance, ...]:
    """Return what each seat could score in one whole turn if it were on turn now; nothing once the game is over.

    It places stones as long as each scores and it has one (QU 2.3). What it draws comes after the last stone (QU 2.4),
    so the bag brings nothing to this turn. Of several ways to the most points it is one with the fewest stones.
    """
    if state.over:
        return ()
    worth = _worth(state.board, range(len(ROWS)))
    return tuple(_best(_Turn(0, (), hand, state.board, worth)) for hand in state.hands)


def _best(begun: _Turn) -> Chance:
    most: tuple[int, tuple[Stone, ...]] = (0, ())
    turns = [begun]
    for _stone in range(size(begun.hand)):
        longer: dict[frozenset[Stone], _Turn] = {}
        for turn in turns:
            for stone, points in turn.worth.items():
                if not of(stone[0], turn.hand):
                    continue
                if turn.points + points > most[0]:
                    most = turn.points + points, (*turn.stones, stone)
                # the same stones in another order complete the same rows, and after the last there is nothing to place
                if size(turn.hand) > 1 and (placed := frozenset((*turn.stones, stone))) not in longer:
                    longer[placed] = _after(turn, stone)
        turns = list(longer.values())
    return Chance(most[0], tuple(f"{COLOURS[colour]}{SQUARES[square]}" for colour, square in most[1]))


def _after(turn: _Turn, stone: Stone) -> _Turn:
    colour, square = stone
    board = (*turn.board[:square], colour, *turn.board[square + 1 :])
    worth = {other: points for other, points in turn.worth.items() if other[1] != square}
    for other, points in _worth(board, THROUGH[square]).items():
        worth[other] = worth.get(other, 0) + points
    return _Turn(turn.points + turn.worth[stone], (*turn.stones, stone), turn.hand - ONE[colour], board, worth)


def _worth(board: tuple[int, ...], rows: range | tuple[int, ...]) -> dict[Stone, int]:
    """Return which stones would complete how many of these rows: those with one square empty and three colours."""
    worth: dict[Stone, int] = {}
    for row in rows:
        missing, empty = _FOUR, -1
        for square in ROWS[row]:
            on = board[square]
            if on != EMPTY and missing >> on & 1:
                missing ^= 1 << on
            elif on == EMPTY and empty < 0:
                empty = square
            else:
                break
        else:
            if empty >= 0:
                stone = missing.bit_length() - 1, empty
                worth[stone] = worth.get(stone, 0) + 1
    return worth
