"""Quarto a second time, straight from the rules page: letters, dictionaries and sets, no tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

PIECES = {"".join(letters) for letters in product("LD", "RS", "TS", "FH")}
SQUARES = {column + row for column in "abcd" for row in "1234"}
PLACE_OF_ATTRIBUTE = {"colour": 0, "shape": 1, "height": 2, "fill": 3}

Result = tuple[str, list[int], list[Fraction]]


class PlainQuarto:
    """Takes entries one by one; `accepts` says whether an entry is a legal move, and plays it if it is."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.attributes = options.get("attributes", ["colour", "shape", "height", "fill"])
        self.squares = options.get("squares", False)
        self.automatic = options.get("call", "required") == "automatic"
        self.board: dict[str, str] = {}
        self.left = set(PIECES)
        self.giver = 1
        self.given: str | None = None
        self.last: str | None = None
        self.caller: int | None = None

    def lines(self) -> list[list[str]]:
        found = [[column + row for column in "abcd"] for row in "1234"]
        found += [[column + row for row in "1234"] for column in "abcd"]
        found += [["a1", "b2", "c3", "d4"], ["a4", "b3", "c2", "d1"]]
        if self.squares:
            found += [
                [left + low, right + low, left + high, right + high]
                for left, right in ("ab", "bc", "cd")
                for low, high in ("12", "23", "34")
            ]
        return found

    def completed_by_last(self) -> bool:
        for line in self.lines():
            if self.last in line and all(square in self.board for square in line):
                for attribute in self.attributes:
                    place = PLACE_OF_ATTRIBUTE[attribute]
                    if len({self.board[square][place] for square in line}) == 1:
                        return True
        return False

    def accepts(self, entry: str) -> bool:
        if self.caller is not None:
            return False
        verb, what = entry.split(" ")
        if verb == "call":
            return self._call(int(what))
        if verb == "give":
            if self.given is not None or what not in self.left:
                return False
            self.left.remove(what)
            self.given = what
            return True
        if self.given is None or what in self.board:
            return False
        self.board[what] = self.given
        self.given = None
        self.last = what
        self.giver = 3 - self.giver  # the player who places was given the piece; they give next
        if self.automatic and self.completed_by_last():
            self.caller = self.giver
        return True

    def _call(self, seat: int) -> bool:
        if self.automatic or not self.completed_by_last():
            return False
        everything_placed = len(self.board) == 16
        may = self.giver if self.given is None else 3 - self.giver
        if seat != may and not everything_placed:
            return False
        self.caller = seat
        return True

    def result(self) -> Result | None:
        if self.caller is not None:
            places = [1, 2] if self.caller == 1 else [2, 1]
            return "quarto", places, [Fraction(2 - place) for place in places]
        if len(self.board) == 16:
            return "draw", [1, 1], [Fraction(1, 2), Fraction(1, 2)]
        return None
