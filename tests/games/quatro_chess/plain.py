"""A second Quatro Chess, written the plainest way from the rules page, to compare the engine with.

No bits, no tables, nothing remembered: a dictionary from (file, rank) to pieces, every move is made on a
copy, and then one looks whether the king can be hit. Slow, and meant to be. Moves and results are plain texts
and dictionaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

ORDER = ["white", "red", "black", "green"]
FORWARD = {"white": (0, 1), "red": (1, 0), "black": (0, -1), "green": (-1, 0)}
FILES = "abcdefghijkl"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]

Square = tuple[int, int]


class Piece(NamedTuple):
    colour: str
    letter: str
    moved: bool = False
    statue: bool = False


def on_board(square: Square) -> bool:
    x, y = square
    if not (1 <= x <= 12 and 1 <= y <= 12):
        return False
    return not (x in (1, 2, 11, 12) and y in (1, 2, 11, 12))


def name(square: Square) -> str:
    return FILES[square[0] - 1] + str(square[1])


def square_of(text: str) -> Square:
    return FILES.index(text[0]) + 1, int(text[1:])


def parts(entry: str) -> tuple[Square, Square, str]:
    """Origin, target and promotion letter of a move's text."""
    letter = entry[-1] if entry[-1].isalpha() else ""
    squares = entry.removesuffix(letter)
    cut = next(place for place in range(2, len(squares)) if squares[place].isalpha())
    return square_of(squares[:cut]), square_of(squares[cut:]), letter


def starting_pieces() -> dict[Square, Piece]:
    pieces = {}
    for place, letter in enumerate("RNBQKBNR"):
        pieces[3 + place, 1] = Piece("white", letter)
        pieces[3 + place, 2] = Piece("white", "P")
        pieces[3 + place, 12] = Piece("black", letter)
        pieces[3 + place, 11] = Piece("black", "P")
        pieces[1, 10 - place] = Piece("red", letter)
        pieces[2, 10 - place] = Piece("red", "P")
        pieces[12, 10 - place] = Piece("green", letter)
        pieces[11, 10 - place] = Piece("green", "P")
    return pieces


STARTED = starting_pieces()


def promotes(colour: str, square: Square) -> bool:
    x, y = square
    if colour in ("white", "black"):
        return 3 <= x <= 10 and y == (12 if colour == "white" else 1)
    return 3 <= y <= 10 and x == (12 if colour == "red" else 1)


class Plain:
    """A game that is played on; copies are made freely."""

    def __init__(
        self, owners: Sequence[int] = (1, 2, 3, 4), teams: Sequence[Sequence[int]] | None = None, half: bool = False
    ) -> None:
        self.owner = dict(zip(ORDER, owners, strict=True))
        self.teams = teams
        self.half = half
        self.pieces = starting_pieces()
        self.turn = "white"
        # colour, square passed, pawn's square; the latest last
        self.passed: list[tuple[str, Square, Square]] = []
        self.quiet = 0
        self.out: list[tuple[str, str]] = []
        self.termination: str | None = None

    def copy(self) -> Plain:
        other = Plain.__new__(Plain)
        other.__dict__.update(self.__dict__)
        other.pieces = dict(self.pieces)
        other.passed = list(self.passed)
        other.out = list(self.out)
        return other

    # --- who is who

    def living(self) -> list[str]:
        return [colour for colour in ORDER if colour not in [gone for gone, _ in self.out]]

    def hostile(self, one: str, other: str) -> bool:
        return self.owner[one] != self.owner[other]

    def side(self, colour: str) -> object:
        seat = self.owner[colour]
        if self.teams:
            return [seat in team for team in self.teams]
        return seat

    def next_after(self, colour: str) -> str:
        place = ORDER.index(colour)
        while True:
            place = (place + 1) % 4
            if ORDER[place] in self.living():
                return ORDER[place]

    # --- attacks

    def attackers(self, target: Square, victim: str) -> list[Square]:
        found = []
        for square, piece in self.pieces.items():
            if not piece.statue and self.hostile(piece.colour, victim) and target in self.attacked_from(square):
                found.append(square)
        return found

    def attacked_from(self, square: Square) -> list[Square]:
        piece = self.pieces[square]
        x, y = square
        if piece.letter == "P":
            fx, fy = FORWARD[piece.colour]
            sides = [(fx + fy, fy + fx), (fx - fy, fy - fx)]
            return [(x + dx, y + dy) for dx, dy in sides if on_board((x + dx, y + dy))]
        if piece.letter == "N":
            return [(x + dx, y + dy) for dx, dy in LEAPS if on_board((x + dx, y + dy))]
        if piece.letter == "K":
            return [(x + dx, y + dy) for dx, dy in STRAIGHT + DIAGONAL if on_board((x + dx, y + dy))]
        directions = {"R": STRAIGHT, "B": DIAGONAL, "Q": STRAIGHT + DIAGONAL}[piece.letter]
        reached = []
        for dx, dy in directions:
            here = (x + dx, y + dy)
            while on_board(here):
                reached.append(here)
                if here in self.pieces:
                    break
                here = (here[0] + dx, here[1] + dy)
        return reached

    def king(self, colour: str) -> Square:
        for square, piece in self.pieces.items():
            if piece.letter == "K" and piece.colour == colour:
                return square
        raise AssertionError(f"{colour} has no king")

    def in_check(self, colour: str) -> bool:
        return bool(self.attackers(self.king(colour), colour))

    # --- moves

    def may_take(self, colour: str, square: Square) -> bool:
        piece = self.pieces.get(square)
        return piece is not None and not piece.statue and piece.letter != "K" and self.hostile(colour, piece.colour)

    def pawn_in_passing(self, colour: str, square: Square) -> Square | None:
        for passer, passed, pawn in reversed(self.passed):
            if passed == square and self.may_take(colour, pawn) and self.pieces[pawn][:2] == (passer, "P"):
                return pawn
        return None

    def moves(self) -> list[str]:
        """All legal moves, sorted; eliminations must have been applied."""
        found: set[str] = set()
        if not self.termination:
            for square, piece in self.own_pieces():
                for target in self.targets(square, piece):
                    if self.is_safe(square, target):
                        letters = "qrbn" if self.is_promotion(square, target) else [""]
                        found.update(name(square) + name(target) + letter for letter in letters)
        return sorted(found)

    def can_move(self) -> bool:
        return any(
            self.is_safe(square, target)
            for square, piece in self.own_pieces()
            for target in self.targets(square, piece)
        )

    def is_legal(self, entry: str) -> bool:
        """Tell if a text is a legal move, looking at this one move only."""
        origin, target, letter = parts(entry)
        piece = self.pieces.get(origin)
        return (
            piece is not None
            and (origin, piece) in self.own_pieces()
            and target in self.targets(origin, piece)
            and (letter != "") == self.is_promotion(origin, target)
            and self.is_safe(origin, target)
        )

    def own_pieces(self) -> list[tuple[Square, Piece]]:
        return [(at, piece) for at, piece in self.pieces.items() if piece.colour == self.turn and not piece.statue]

    def is_promotion(self, square: Square, target: Square) -> bool:
        return self.pieces[square].letter == "P" and promotes(self.turn, target)

    def is_safe(self, square: Square, target: Square) -> bool:
        trial = self.copy()
        trial.make(square, target, "q" if self.is_promotion(square, target) else "")
        return not trial.in_check(self.turn)

    def targets(self, square: Square, piece: Piece) -> list[Square]:
        x, y = square
        colour = piece.colour
        if piece.letter != "P":
            reached = [
                there
                for there in self.attacked_from(square)
                if there not in self.pieces or self.may_take(colour, there)
            ]
            return reached + (self.castlings(square, piece) if piece.letter == "K" else [])
        fx, fy = FORWARD[colour]
        reached = []
        one, two = (x + fx, y + fy), (x + 2 * fx, y + 2 * fy)
        if on_board(one) and one not in self.pieces:
            reached.append(one)
            if STARTED.get(square) == Piece(colour, "P") and two not in self.pieces:
                reached.append(two)
        for there in self.attacked_from(square):
            if self.may_take(colour, there) or (there not in self.pieces and self.pawn_in_passing(colour, there)):
                reached.append(there)
        return reached

    def castlings(self, square: Square, king: Piece) -> list[Square]:
        if king.moved or self.attackers(square, king.colour):
            return []
        found = []
        along = STRAIGHT[:2] if king.colour in ("white", "black") else STRAIGHT[2:]
        for dx, dy in along:
            here = (square[0] + dx, square[1] + dy)
            while on_board(here) and here not in self.pieces:
                here = (here[0] + dx, here[1] + dy)
            if self.pieces.get(here) != Piece(king.colour, "R"):
                continue
            crossed, landing = (square[0] + dx, square[1] + dy), (square[0] + 2 * dx, square[1] + 2 * dy)
            without_king = self.copy()
            del without_king.pieces[square]
            if not any(without_king.attackers(there, king.colour) for there in (crossed, landing)):
                found.append(landing)
        return found

    def make(self, origin: Square, target: Square, letter: str) -> None:
        piece = self.pieces.pop(origin)
        colour = piece.colour
        captured = target in self.pieces
        passing = self.pawn_in_passing(colour, target) if piece.letter == "P" and not captured else None
        if passing and origin[0] != target[0] and origin[1] != target[1]:
            del self.pieces[passing]
            captured = True
        distance = max(abs(target[0] - origin[0]), abs(target[1] - origin[1]))
        middle = ((origin[0] + target[0]) // 2, (origin[1] + target[1]) // 2)
        if piece.letter == "K" and distance == 2:
            step = (middle[0] - origin[0], middle[1] - origin[1])
            corner = target
            while corner not in self.pieces:
                corner = (corner[0] + step[0], corner[1] + step[1])
            self.pieces[middle] = self.pieces.pop(corner)._replace(moved=True)
        self.passed = [entry for entry in self.passed if entry[0] != colour]
        if piece.letter == "P" and distance == 2:
            self.passed.append((colour, middle, target))
        self.pieces[target] = Piece(colour, letter.upper() or piece.letter, moved=True)
        self.quiet = 0 if captured or piece.letter == "P" else self.quiet + 1

    # --- the course of the game

    def play(self, entry: str) -> None:
        """Plays a legal entry."""
        words = entry.split()
        if words == ["resign"]:
            self.eliminate(self.turn, "resign")
        elif words[0] == "forfeit":
            self.eliminate(words[1], "forfeit")
        elif words == ["draw50"]:
            assert self.quiet >= 50 * len(self.living())
            self.termination = "fifty-moves"
        else:
            assert self.is_legal(entry), entry
            mover = self.turn
            self.make(*parts(entry))
            self.look_for_material()
            if not self.termination:
                self.pass_turn_from(mover)
        self.eliminate_who_cannot_move()

    def pass_turn_from(self, colour: str) -> None:
        self.turn = self.next_after(colour)
        self.passed = [entry for entry in self.passed if entry[0] != self.turn]

    def eliminate_who_cannot_move(self) -> None:
        while not self.termination and not self.can_move():
            self.eliminate(self.turn, "mate" if self.in_check(self.turn) else "stalemate")

    def eliminate(self, colour: str, reason: str) -> None:
        del self.pieces[self.king(colour)]
        for square, piece in list(self.pieces.items()):
            if piece.colour == colour:
                self.pieces[square] = piece._replace(statue=True)
        self.out.append((colour, reason))
        self.passed = [entry for entry in self.passed if entry[0] != colour]
        self.quiet = 0
        sides = [self.side(left) for left in self.living()]
        if all(side == sides[0] for side in sides):
            self.termination = "last-standing"
        else:
            self.look_for_material()
        if not self.termination and self.turn == colour:
            self.pass_turn_from(colour)

    def look_for_material(self) -> None:
        besides = [piece.letter for piece in self.pieces.values() if not piece.statue and piece.letter != "K"]
        if besides in ([], ["B"], ["N"]):
            self.termination = "insufficient-material"

    # --- the result

    def result(self) -> dict[str, object] | None:
        if not self.termination:
            return None
        colours: dict[str, dict[str, Any]] = {}
        worth = [Fraction(0), Fraction(2), Fraction(4), Fraction(8)]
        for place, (colour, reason) in enumerate(self.out):
            points = worth[place] / 2 if reason == "stalemate" else worth[place]
            colours[colour] = {"place": 4 - place, "points": points, "out": reason}
        left = self.living()
        rest = sum(worth[len(self.out) :], Fraction(0))
        for colour in left:
            drawn = self.termination != "last-standing"
            points = Fraction(4) if drawn and self.half else rest / len(left)
            colours[colour] = {"place": 1, "points": points, "out": None}
        seats = sorted(set(self.owner.values()))
        totals = [sum((colours[c]["points"] for c in ORDER if self.owner[c] == seat), Fraction(0)) for seat in seats]
        answer: dict[str, object] = {
            "termination": self.termination,
            "places": [1 + len([other for other in totals if other > own]) for own in totals],
            "points": [str(own) for own in totals],
            "colours": {c: {**colours[c], "points": str(colours[c]["points"])} for c in ORDER},
        }
        if self.teams:
            answer["team_points"] = [str(sum(totals[seat - 1] for seat in team)) for team in self.teams]
        return answer

    def summary(self) -> dict[str, object]:
        """The position, in the shape in which the engine's view has it."""
        short = {"white": "w", "red": "r", "black": "b", "green": "g"}
        pieces = {name(at): short[p.colour] + p.letter for at, p in self.pieces.items() if not p.statue}
        statues = {name(at): short[p.colour] + p.letter for at, p in self.pieces.items() if p.statue}
        castling = [
            name(at)
            for at, p in self.pieces.items()
            if p.letter == "R"
            and not p.moved
            and not p.statue
            and at in STARTED
            and not self.pieces[self.king(p.colour)].moved
        ]
        return {
            "pieces": pieces,
            "statues": statues,
            "castling": sorted(castling),
            "passed": {} if self.termination else {colour: name(at) for colour, at, _ in self.passed},
            "quiet": self.quiet,
            "check": [] if self.termination else [c for c in self.living() if self.in_check(c)],
            "turn": None if self.termination else self.turn,
            "out": self.out,
            "termination": self.termination,
        }
