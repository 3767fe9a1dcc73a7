"""Quaro a second time, straight from the rules page: squares as text, stones as letters in lists."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

COLOURS = "RGBY"
SQUARES = [column + row for column in "abcdefgh" for row in "12345678" if not (column in "abgh" and row in "1278")]

Result = tuple[str, list[int], list[Fraction]]


def rows() -> list[list[str]]:
    """All rows of four adjacent squares in a straight line, each once."""
    found = []
    for square in SQUARES:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            row = [chr(ord(square[0]) + n * right) + chr(ord(square[1]) + n * up) for n in range(4)]
            if all(other in SQUARES for other in row):
                found.append(row)
    return found


ALL_ROWS = rows()
ROWS_OF = {square: [row for row in ALL_ROWS if square in row] for square in SQUARES}


def scores(board: dict[str, str], square: str) -> int:
    return sum(
        1
        for row in ROWS_OF[square]
        if all(other in board for other in row) and len({board[other] for other in row}) == 4
    )


def most_in_one_turn(board: dict[str, str], hand: list[str]) -> int:
    """Try every stone of a hand on every square, and go on from each that scores (QU 2.3)."""
    most = 0
    for colour in set(hand):
        for square in SQUARES:
            if square in board:
                continue
            points = scores({**board, square: colour}, square)
            if points:
                left = list(hand)
                left.remove(colour)
                most = max(most, points + most_in_one_turn({**board, square: colour}, left))
    return most


class PlainQuaro:
    """Takes entries one by one; `accepts` says whether an entry is a legal move, and plays it if it is."""

    def __init__(self, seats: int, setup: dict[str, Any]) -> None:
        self.hands = [list(hand) for hand in setup["hands"]]
        self.board: dict[str, str] = {}
        self.points = [0] * seats
        self.turn = 0
        self.ended = False

    def bag(self) -> Counter[str]:
        bag = Counter(dict.fromkeys(COLOURS, 12))
        for hand in self.hands:
            bag.subtract(hand)
        bag.subtract(self.board.values())
        return +bag

    def more_points_possible(self) -> bool:
        to_be_had = self.bag() + sum((Counter(hand) for hand in self.hands), Counter())
        for row in ALL_ROWS:
            lying = [self.board[square] for square in row if square in self.board]
            if len(lying) < 4 and len(set(lying)) == len(lying):
                missing = set(COLOURS) - set(lying)
                if all(to_be_had[colour] >= 1 for colour in missing):
                    return True
        return False

    def over(self) -> bool:
        return self.ended or len(self.board) == 48

    def accepts(self, entry: str) -> bool:
        if self.over():
            return False
        if entry == "end":
            self.ended = not self.more_points_possible()
            return self.ended
        words = entry.split(" ")
        drawn = list(words.pop()[1:]) if words[-1].startswith("+") else []
        stones = [] if words == ["-"] else words
        hand, board, gained = list(self.hands[self.turn]), dict(self.board), 0
        if not stones and hand:
            return False
        may_place = True
        for stone in stones:
            colour, square = stone[0], stone[1:]
            if not may_place or colour not in hand or square in board:
                return False
            hand.remove(colour)
            board[square] = colour
            points = scores(board, square)
            gained += points
            may_place = points > 0
        if drawn:
            bag = self.bag()
            if len(drawn) != min(4 - len(hand), bag.total()) or Counter(drawn) - bag:
                return False
        self.hands[self.turn] = hand + drawn
        self.board = board
        self.points[self.turn] += gained
        self._pass_on()
        return True

    def _pass_on(self) -> None:
        for _ in self.hands:
            self.turn = (self.turn + 1) % len(self.hands)
            if self.hands[self.turn] or self.bag():
                return

    def result(self) -> Result | None:
        if not self.over():
            return None
        places = [1 + len([other for other in self.points if other > mine]) for mine in self.points]
        return ("no-more-points" if self.ended else "board-full", places, [Fraction(points) for points in self.points])
