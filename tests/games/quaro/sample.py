"""Random games of Quaro: stones often go where they score; a draw is forgotten now and then."""

from __future__ import annotations

from random import Random

from games.core.game import Start
from games.quaro.material import COLOURS, EMPTY, ROWS, SQUARES, letters
from games.quaro.state import State, completed

LIMIT = 400
_FORGETS = 0.1
_GREED = 0.5


def start(rng: Random, seats: int | None = None) -> Start:
    bag = list(COLOURS * 12)
    rng.shuffle(bag)
    seats = rng.randint(2, 4) if seats is None else seats
    return Start(seats, {}, {"hands": ["".join(bag[4 * seat : 4 * seat + 4]) for seat in range(seats)]})


def entry(state: State, rng: Random) -> str:
    if state.out_of_reach and rng.random() < 0.5:
        return "end"
    words = []
    board = list(state.board)
    hand = list(letters(state.hands[state.turn - 1]))
    while hand and EMPTY in board:
        letter, square = _stone(board, hand, rng)
        hand.remove(letter)
        board[square] = COLOURS.index(letter)
        words.append(f"{letter}{SQUARES[square]}")
        if not completed(board, square) or rng.random() < 0.1:
            break
    bag = list(letters(state.bag))
    rng.shuffle(bag)
    drawn = bag[: 4 - len(hand)]
    if drawn and rng.random() > _FORGETS:
        return " ".join([*words, "+" + "".join(drawn)]) if words else "- +" + "".join(drawn)
    return " ".join(words) or "-"


def _stone(board: list[int], hand: list[str], rng: Random) -> tuple[str, int]:
    empty = [square for square, colour in enumerate(board) if colour == EMPTY]
    choices = [(letter, square) for letter in sorted(set(hand)) for square in empty]
    if rng.random() < _GREED:
        scoring = _scoring(board)
        if greedy := [choice for choice in choices if choice in scoring]:
            return greedy[0]
    return rng.choice(choices)


def _scoring(board: list[int]) -> set[tuple[str, int]]:
    """Return the stones that would score, each with its square: the fourth colour of a row of three."""
    found = set()
    for row in ROWS:
        lying = {board[square] for square in row}
        if len(lying) == 4 and EMPTY in lying:
            (missing,) = {0, 1, 2, 3} - lying
            found.add((COLOURS[missing], next(square for square in row if board[square] == EMPTY)))
    return found
