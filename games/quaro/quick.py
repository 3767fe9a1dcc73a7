"""Quaro's quick replay: the same rules on lists and integers, with nothing built a turn.

Each row keeps the set of its colours; a row whose set becomes full has just been completed, because four
colours need four stones. Words are looked up in tables. Whatever is not found there or breaks a rule is
handed to the plain replay with the position before it, which then says what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from games.core.game import Game
from games.core.replay import play_on
from games.quaro.material import COLOURS, EMPTY, HAND, ONE, ROWS, STONES, THROUGH, Move, count, size
from games.quaro.state import State, completed, next_turn

_DRAWS = {
    "+" + "".join(COLOURS[colour] for colour in drawn): (number, count(drawn))
    for number in range(1, HAND + 1)
    for drawn in product(range(4), repeat=number)
}
_NO_DRAW = (0, 0)
_WORDS = {
    word: (colour, square, ONE[colour], 0xFF * ONE[colour], 1 << colour, THROUGH[square])
    for word, (colour, square) in STONES.items()
}
_HIGH = 0x80808080
"""The top bit of each byte: set before a subtraction, it stays set in each byte that was large enough."""
_FULL_ROW = 0b1111


def run(game: Game[State, Move], begun: State, moves: Sequence[str]) -> State:
    """Return the position after all of ``moves``. Raises GameError with its index."""
    seats = len(begun.hands)
    lying = list(begun.board)
    hands = list(begun.hands)
    sizes = [size(hand) for hand in hands]
    points = list(begun.points)
    colours = [0] * len(ROWS)
    bag, in_bag = begun.bag, size(begun.bag)
    turn, empty = 0, len(lying)
    last: list[int] = []
    for index, text in enumerate(moves):
        words = text.split(" ")
        number, drawn = _DRAWS.get(words[-1], _NO_DRAW)
        if number:
            words.pop()
        hand = hands[turn]
        placed: list[int] = []
        scored = 0
        gained = 1
        for word in words:
            stone = _WORDS.get(word)
            if stone is None or not gained:
                break
            colour, square, unit, field, bit, through = stone
            if not hand & field or lying[square] >= 0:
                break
            hand -= unit
            lying[square] = colour
            placed.append(square)
            gained = 0
            for row in through:
                held = colours[row] | bit
                colours[row] = held
                if held == _FULL_ROW:
                    gained += 1
            scored += gained
        kept = sizes[turn] - len(placed)
        if (
            (len(placed) != len(words) and (words != ["-"] or hand))
            or not words
            or not empty
            or (number and (number != min(HAND - kept, in_bag) or ((bag | _HIGH) - drawn) & _HIGH != _HIGH))
        ):
            # Something unusual, or wrong: the board as before this turn, and on from there the plain way.
            for square in placed:
                lying[square] = EMPTY
            return play_on(game, _state(lying, hands, bag, points, turn, last), moves, index)
        last = placed
        empty -= len(placed)
        points[turn] += scored
        hands[turn] = hand + drawn
        sizes[turn] = kept + number
        bag -= drawn
        in_bag -= number
        turn = turn + 1 if turn + 1 < seats else 0
        if not in_bag and empty:
            turn = next_turn(turn or seats, hands, bag) - 1
    return _state(lying, hands, bag, points, turn, last)


def _state(lying: list[int], hands: list[int], bag: int, points: list[int], turn: int, last: list[int]) -> State:
    scored = completed(lying, last[-1]) if last else ()
    return State(tuple(lying), tuple(hands), bag, tuple(points), turn + 1, False, tuple(last), scored)
