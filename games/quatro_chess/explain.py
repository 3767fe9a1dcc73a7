"""Why a move is illegal: the rule and a sentence (QC 1.3 to 4.2).

Called only for a move that ``Position.push`` has refused in a settled position; it decides nothing.
"""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.quatro_chess.board import (
    BIT,
    CASTLER,
    EMPTY,
    FAR_SQUARES,
    FORWARD,
    HOME_SQUARES,
    KIND_NAMES,
    KING,
    NAMES,
    NUMBERS,
    PAWN,
    STATUE,
    Colour,
    kind,
    members,
)
from games.quatro_chess.geometry import CASTLE, CASTLINGS, STEPS, STRIKE, Castling
from games.quatro_chess.position import Position
from games.quatro_chess.safety import watch
from games.quatro_chess.state import Step


def refusal(position: Position, step: Step) -> IllegalMove:
    """The error for a move that is not legal in this position."""
    rule, message = _why(position, step)
    return IllegalMove(message, rule=rule)


def _why(position: Position, step: Step) -> tuple[str, str]:
    turn = Colour(position.turn)
    origin, target = NUMBERS[step.origin], NUMBERS[step.target]
    piece, taken = position.board[origin], position.board[target]
    if piece == EMPTY:
        return (
            "QC 3.1",
            f"There is no piece on {step.origin}; {turn.label} is on turn and must move one of its own.",
        )
    if piece & STATUE:
        return "QC 4.2", (
            f"The {_name(piece)} on {step.origin} is a statue: {_colour(piece).label} is out, and its "
            f"pieces never move. {turn.label} is on turn."
        )
    if piece & 3 != turn:
        return "QC 1.3", (
            f"The {_name(piece)} on {step.origin} is {_colour(piece).label}'s, but {turn.label} is on turn."
        )
    if origin == target:
        return "QC 3.1", f"A move ends on another square than {step.origin}, where it begins."
    promotion = _promotion(turn, piece, step, target)
    if promotion:
        return promotion
    how = STEPS.get(step.origin + step.target + step.promotion, (bytes(64),))[-1][piece]
    if not how:
        return _cannot_go(position, turn, step, origin, target, piece)
    blocker = next(members(_between(step) & position.occupied), None)
    if how == CASTLE:
        return _castling(position, turn, CASTLINGS[origin, target], target)
    if blocker is not None:
        return (
            "QC 3.1",
            f"The {_name(piece)} cannot pass {NAMES[blocker]}: {_stands_there(position, blocker)}.",
        )
    pawn_straight = kind(piece) == PAWN and target - origin in (FORWARD[turn], 2 * FORWARD[turn])
    if taken and pawn_straight:
        return "QC 3.1", (
            f"The pawn on {step.origin} cannot move straight ahead: {_stands_there(position, target)}. "
            "Pawns capture diagonally forward."
        )
    if taken and not position.takes[turn][taken]:
        return _cannot_take(position, turn, target)
    if how == STRIKE and not taken and not position.passing_pawn(target):
        return _nothing_to_take(position, turn, target)
    return _unsafe(position, turn, piece)


def _name(piece: int) -> str:
    return KIND_NAMES[kind(piece)]


def _colour(piece: int) -> Colour:
    return Colour(piece & 3)


def _between(step: Step) -> int:
    return STEPS[step.origin + step.target + step.promotion][5]


def _stands_there(position: Position, square: int) -> str:
    piece = position.board[square]
    statue = ", a statue," if piece & STATUE else ""
    return f"{_colour(piece).label}'s {_name(piece)}{statue} stands on {NAMES[square]}"


def _promotion(turn: Colour, piece: int, step: Step, target: int) -> tuple[str, str] | None:
    promotes = kind(piece) == PAWN and target in FAR_SQUARES[turn]
    if step.promotion and not promotes:
        far = sorted(FAR_SQUARES[turn])
        return "QC 3.3", (
            f"Nothing promotes by {step.origin}{step.target}: leave out the letter {step.promotion}. "
            f"{turn.label}'s pawns promote on {NAMES[far[0]]} to {NAMES[far[-1]]} only."
        )
    if promotes and not step.promotion and (step.origin + step.target + "q") in STEPS:
        return "QC 3.3", (f"The pawn promotes on {step.target}: add q, r, b or n, as in {step.origin}{step.target}q.")
    return None


def _cannot_go(position: Position, turn: Colour, step: Step, origin: int, target: int, piece: int) -> tuple[str, str]:
    if kind(piece) == PAWN:
        forward = FORWARD[turn]
        if target == origin + 2 * forward and origin not in HOME_SQUARES[turn]:
            return (
                "QC 3.1",
                f"The pawn on {step.origin} has left its starting square and moves one square only.",
            )
        return "QC 3.1", (
            f"A pawn of {turn.label} does not move from {step.origin} to {step.target}: it moves away from "
            "its own side, and captures diagonally forward."
        )
    return "QC 3.1", f"A {_name(piece)} does not move from {step.origin} to {step.target}."


def _cannot_take(position: Position, turn: Colour, target: int) -> tuple[str, str]:
    taken = position.board[target]
    there = _stands_there(position, target)
    if taken & STATUE:
        return "QC 4.2", f"{there}; statues cannot be captured."
    if taken & 3 == turn:
        return "QC 3.1", f"{there}, {turn.label}'s own piece."
    if not position.table.hostile(turn) >> (taken & 3) & 1:
        return "QC 2.3", f"{there}; one player has both colours, and between them there is no capture."
    return "QC 3.5", f"{there}; a king is never captured."


def _nothing_to_take(position: Position, turn: Colour, target: int) -> tuple[str, str]:
    name = NAMES[target]
    for colour in Colour:
        if position.passed[colour] == target and colour != turn:
            pawn = target + FORWARD[colour]
            if position.board[pawn] == PAWN << 2 | colour:
                return "QC 2.3", (
                    f"{colour.label}'s pawn that passed {name} is the same player's; between one player's "
                    "colours there is no capture."
                )
            return "QC 3.2", f"The pawn that passed {name} is no longer there to be captured en passant."
    return "QC 3.2", (
        f"A pawn moves diagonally only to capture, but {name} is empty and no pawn may be captured there en passant."
    )


def _castling(position: Position, turn: Colour, way: Castling, target: int) -> tuple[str, str]:
    rule = "QC 3.4"
    king = position.kings[turn]
    if position.board[way.rook_from] != CASTLER << 2 | turn:
        return rule, f"{turn.label} cannot castle there: king and rook must both be unmoved."
    blocker = next(members(way.between & position.occupied), None)
    if blocker is not None:
        return (
            rule,
            f"{turn.label} cannot castle there: {_stands_there(position, blocker)}, between king and rook.",
        )
    unkinged = position.occupied ^ BIT[king]
    for square, what in ((king, "is in check"), (way.crossed, "would cross"), (target, "would land on")):
        if not watch(square, unkinged, position.board, position.threats[turn], position.knights):
            where = "" if square == king else f" {NAMES[square]}, which is attacked"
            return rule, f"{turn.label} cannot castle there: the king {what}{where}."
    return rule, f"{turn.label} cannot castle there: its king would be in check."


def _unsafe(position: Position, turn: Colour, piece: int) -> tuple[str, str]:
    if kind(piece) == KING:
        return "QC 3.5", f"{turn.label}'s king would move to a square that a living hostile piece attacks."
    if position.in_check(turn):
        return "QC 3.5", f"{turn.label}'s king is in check, and the move leaves it so."
    return "QC 3.5", f"The move would lay {turn.label}'s king on {NAMES[position.kings[turn]]} open to check."
