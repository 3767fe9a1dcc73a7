"""The short text of a position of Quatro Chess (docs/notation.md).

Its parts: the colour on turn, or ``L``, ``F`` or ``I`` for how the game ended (last standing, fifty moves, insufficient
material); the seats of white, red, black and green, then ``t`` and the seats of the two teams, then ``h`` where a draw
gives half; the colours that are out, in their order, each with ``m``, ``s``, ``r`` or ``f`` (mate, stalemate, resigned,
forfeited); the ranks from 12 to 1; the squares that pawns have just passed over, each behind its colour; moves since
the last capture, pawn's move or elimination; entries so far; the last entry.

A piece is its colour's letter and its own: ``wN``; ``C`` is a rook that may still castle. A colour's capital letter
makes a statue: ``RN``. Numbers stand for empty squares.
"""

from __future__ import annotations

import re
from typing import Final

from games.core import positions
from games.core.errors import BadNotation
from games.core.game import GameInfo
from games.core.notices import Notice
from games.core.record import MAX_MOVES
from games.quatro_chess import notation
from games.quatro_chess.board import (
    CASTLER,
    CELLS,
    FAR_SQUARES,
    FORWARD,
    HOME_SQUARES,
    KING,
    NAMES,
    NUMBERS,
    PAWN,
    SIZE,
    SQUARES,
    STARTING_BOARD,
    STATUE,
    Colour,
    kind,
)
from games.quatro_chess.generate import count
from games.quatro_chess.position import Position
from games.quatro_chess.state import Fallen, Move, Reason, State, Step, Table, Termination

_COLOURS: Final = "wrbg"
_KINDS: Final = ".PNBRQKC"
_REASONS: Final = {"m": Reason.MATE, "s": Reason.STALEMATE, "r": Reason.RESIGN, "f": Reason.FORFEIT}
_ENDS: Final = {
    "L": Termination.LAST_STANDING,
    "F": Termination.FIFTY_MOVES,
    "I": Termination.INSUFFICIENT_MATERIAL,
}
_TABLE: Final = re.compile(r"([1-4]{4})(?:t([1-4]{4}))?(h?)")
_CELL: Final = re.compile(r"1[0-2]|[1-9]|[wrbgWRBG][PNBRQKC]")
_PASSED: Final = re.compile(r"([wrbg])([a-l]1?[0-9])")
_BEHIND: Final = tuple(frozenset(square + FORWARD[colour] for square in HOME_SQUARES[colour]) for colour in Colour)
"""The squares that pawns of each colour pass over in a step of two."""


def write(info: GameInfo, state: State) -> str:
    ends = {end: letter for letter, end in _ENDS.items()}
    reasons = {reason: letter for letter, reason in _REASONS.items()}
    table = state.table
    teams = "" if table.teams is None else "t" + "".join(str(seat) for team in table.teams for seat in team)
    return positions.joined(
        info,
        ends[state.termination] if state.termination is not None else _COLOURS[state.turn or 0],
        "".join(map(str, table.owners)) + teams + ("h" if table.half_draws else ""),
        "".join(_COLOURS[fallen.colour] + reasons[fallen.reason] for fallen in state.out),
        "-".join(_rank(state.board, rank) for rank in reversed(range(SIZE))),
        "".join(_COLOURS[colour] + NAMES[square] for colour, square in enumerate(state.passed) if square),
        str(state.quiet),
        str(state.plies),
        "" if state.last is None else notation.write(state.last).replace(" ", "~"),
    )


def _rank(board: bytes, rank: int) -> str:
    return positions.row(_cell(board[square]) for square in SQUARES if square // SIZE == rank)


def _cell(code: int) -> str:
    if not code:
        return ""
    letter = _COLOURS[code & 3]
    return (letter.upper() if code & STATUE else letter) + _KINDS[kind(code)]


def read(info: GameInfo, text: str) -> State:
    """Return the position of a text. Raises BadPosition."""
    turn, seats, out, ranks, passed, quiet, plies, last = positions.split(text, info, 8)
    if turn not in (*_COLOURS, *_ENDS) or not turn:
        raise positions.unreadable(1, turn)
    fallen = _out(out)
    state = State(
        table=_table(seats),
        board=_board(ranks),
        turn=None if turn in _ENDS else Colour(_COLOURS.index(turn)),
        passed=_passed(passed),
        quiet=positions.number(quiet, 6, MAX_MOVES),
        plies=positions.number(plies, 7, MAX_MOVES),
        out=fallen,
        termination=_ENDS.get(turn),
        last=_last(last),
    )
    _check_pieces(state)
    _check_turn(state)
    return state


def _table(text: str) -> Table:
    match = _TABLE.fullmatch(text)
    if match is None:
        raise positions.unreadable(2, text)
    owners = tuple(map(int, match[1]))
    seats = max(owners)
    teams = None
    if match[2]:
        first, second, third, fourth = map(int, match[2])
        teams = ((first, second), (third, fourth))
        fair = sorted((first, second, third, fourth)) == sorted(owners) == [1, 2, 3, 4]
        if not fair or any(abs(owners.index(one) - owners.index(other)) != 2 for one, other in teams):
            raise positions.impossible(Notice("position-options"), "QC 2.2")
    if seats < 2 or set(owners) != set(range(1, seats + 1)):
        raise positions.impossible(Notice("position-options"), "QC 2.2")
    if seats == 2 and (owners.count(1) != 2 or owners[0] == owners[2]):
        raise positions.impossible(Notice("position-options"), "QC 2.2")
    return Table(seats, (owners[0], owners[1], owners[2], owners[3]), teams, bool(match[3]))


def _out(text: str) -> tuple[Fallen, ...]:
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    if not all(len(pair) == 2 and pair[0] in _COLOURS and pair[1] in _REASONS for pair in pairs):
        raise positions.unreadable(3, text)
    if len({pair[0] for pair in pairs}) < len(pairs):
        raise positions.unreadable(3, text)
    return tuple(Fallen(Colour(_COLOURS.index(pair[0])), _REASONS[pair[1]]) for pair in pairs)


def _board(text: str) -> bytes:
    ranks = text.split("-")
    if len(ranks) != SIZE:
        raise positions.unreadable(4, text)
    board = bytearray(CELLS)
    for rank, row in zip(reversed(range(SIZE)), ranks, strict=True):
        squares = [square for square in SQUARES if square // SIZE == rank]
        cells: list[int] = []
        for cell in _CELL.findall(row):
            if cell.isdigit():
                cells += [0] * int(cell)
            else:
                colour = _COLOURS.index(cell[0].lower())
                cells.append(_KINDS.index(cell[1]) << 2 | colour | (STATUE if cell[0].isupper() else 0))
        if _CELL.sub("", row) or len(cells) != len(squares):
            raise positions.unreadable(4, row)
        for square, code in zip(squares, cells, strict=True):
            board[square] = code
    return bytes(board)


def _passed(text: str) -> tuple[int, int, int, int]:
    passed = [0] * 4
    for letter, square in _PASSED.findall(text):
        colour = _COLOURS.index(letter)
        if passed[colour] or NUMBERS.get(square) not in _BEHIND[colour]:
            raise positions.unreadable(5, text)
        passed[colour] = NUMBERS[square]
    if _PASSED.sub("", text):
        raise positions.unreadable(5, text)
    return passed[0], passed[1], passed[2], passed[3]


def _last(text: str) -> Move | None:
    if not text:
        return None
    try:
        return notation.read(text.replace("~", " "))
    except BadNotation:
        raise positions.unreadable(8, text) from None


def _check_pieces(state: State) -> None:
    """Raise BadPosition for pieces that no colour can have, or that cannot stand so."""
    gone = {fallen.colour for fallen in state.out}
    wrong = positions.impossible(Notice("position-pieces"), "QC 1.4")
    for colour in Colour:
        mine = [(square, code) for square, code in enumerate(state.board) if code and code & 3 == colour]
        kinds = [kind(code & ~STATUE) for _, code in mine]
        if any(bool(code & STATUE) is not (colour in gone) for _, code in mine):
            raise wrong
        if kinds.count(KING) != (colour not in gone) or len(mine) > 16 or kinds.count(PAWN) > 8:
            raise wrong
        home = next(square for square in SQUARES if STARTING_BOARD[square] == KING << 2 | colour)
        for square, code in mine:
            piece = kind(code & ~STATUE)
            if piece == PAWN and (square in FAR_SQUARES[colour] or _is_behind_home(square, colour)):
                raise wrong
            if piece == CASTLER and (STARTING_BOARD[square] != CASTLER << 2 | colour):
                raise wrong
            if piece == CASTLER and colour not in gone and state.board[home] != KING << 2 | colour:
                raise wrong


def _is_behind_home(square: int, colour: int) -> bool:
    """Tell whether a square lies on the back row of a colour, which none of its pawns can reach."""
    file, rank = square % SIZE, square // SIZE
    return (rank == 0, file == 0, rank == SIZE - 1, file == SIZE - 1)[colour]


def _check_turn(state: State) -> None:
    """Raise BadPosition where somebody would be out, the game over, or not over, or a clock is wrong."""
    living = state.living
    if not living or state.turn not in (None, *living):
        raise positions.impossible(Notice("position-turn"), "QC 4.2")
    if state.quiet > state.plies or (state.last is None) is (state.plies > 0):
        raise positions.impossible(Notice("position-counts"), "QC 5.3")
    if isinstance(state.last, Step) and state.board[NUMBERS[state.last.origin]]:
        raise positions.impossible(Notice("position-last"), "QC 3.6")
    if any(state.passed[fallen.colour] for fallen in state.out):
        raise positions.impossible(Notice("position-turn"), "QC 3.2")
    if any(state.passed) and (state.turn is None or state.passed[state.turn]):
        raise positions.impossible(Notice("position-turn"), "QC 3.2")
    alone = len({state.table.side(colour) for colour in living}) == 1
    poor = _wants_material(state)
    fifty = state.quiet >= 50 * len(living)
    due = {
        None: not alone and not poor,
        Termination.LAST_STANDING: alone,
        Termination.INSUFFICIENT_MATERIAL: poor and not alone,
        Termination.FIFTY_MOVES: fifty and not alone and not poor,
    }
    if not due[state.termination]:
        why = Notice("position-cannot-be-over") if state.termination is None else Notice("position-not-over")
        raise positions.impossible(why, "QC 5.1")
    if state.termination is None and not count(Position(state)):
        raise positions.impossible(Notice("position-cannot-be-over"), "QC 4.1")


def _wants_material(state: State) -> bool:
    """Tell whether nobody can be mated any more (QC 5.4)."""
    kinds = [kind(code) for code in state.board if code and not code & STATUE and kind(code) != KING]
    return len(kinds) == 0 or (len(kinds) == 1 and _KINDS[kinds[0]] in "NB")
