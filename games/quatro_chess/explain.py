"""The reasons why a move is illegal: the rule and a sentence (QC 1.3 to 4.2).

Called only for a move that ``Position.push`` has refused in a settled position; it decides nothing.
"""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.notices import Notice
from games.quatro_chess.board import (
    BIT,
    CASTLER,
    EMPTY,
    FAR_SQUARES,
    FORWARD,
    HOME_SQUARES,
    KINDS,
    KING,
    NAMES,
    NUMBERS,
    PAWN,
    STATUE,
    Colour,
    kind,
    members,
)
from games.quatro_chess.geometry import CASTLE, CASTLINGS, STEPS, STRIKE, Castling, watch
from games.quatro_chess.position import Position
from games.quatro_chess.state import Step


def refusal(position: Position, step: Step) -> IllegalMove:
    """Return the error for a move that is not legal in this position."""
    rule, notice = _why(position, step)
    return IllegalMove(notice, rule=rule)


def _why(position: Position, step: Step) -> tuple[str, Notice]:
    turn = Colour(position.turn)
    origin, target = NUMBERS[step.origin], NUMBERS[step.target]
    piece, taken = position.board[origin], position.board[target]
    if piece == EMPTY:
        return (
            "QC 3.1",
            Notice("quatro-chess-empty", square=step.origin, colour=turn.titled),
        )
    if piece & STATUE:
        return "QC 4.2", (
            Notice(
                "quatro-chess-is-statue",
                piece=_name(piece),
                square=step.origin,
                colour=_colour(piece).titled,
                turn=turn.titled,
            )
        )
    if piece & 3 != turn:
        return "QC 1.3", (
            Notice(
                "quatro-chess-not-yours",
                piece=_name(piece),
                square=step.origin,
                colour=_colour(piece).titled,
                turn=turn.titled,
            )
        )
    if origin == target:
        return "QC 3.1", Notice("quatro-chess-goes-nowhere", square=step.origin)
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
            Notice(
                "quatro-chess-cannot-pass",
                piece=_name(piece),
                square=NAMES[blocker],
                there=_stands_there(position, blocker),
            ),
        )
    pawn_straight = kind(piece) == PAWN and target - origin in (FORWARD[turn], 2 * FORWARD[turn])
    if taken and pawn_straight:
        return "QC 3.1", (
            Notice("quatro-chess-pawn-blocked", square=step.origin, there=_stands_there(position, target))
        )
    if taken and not position.takes[turn][taken]:
        return _cannot_take(position, turn, target)
    if how == STRIKE and not taken and not position.passing_pawn(target):
        return _nothing_to_take(position, turn, target)
    return _unsafe(position, turn, piece)


def _name(piece: int) -> Notice:
    return KINDS[kind(piece)]


def _colour(piece: int) -> Colour:
    return Colour(piece & 3)


def _between(step: Step) -> int:
    return STEPS[step.origin + step.target + step.promotion][5]


def _stands_there(position: Position, square: int) -> Notice:
    piece = position.board[square]
    colour, square_name = _colour(piece).titled, NAMES[square]
    if piece & STATUE:
        return Notice("quatro-chess-statue-stands", colour=colour, piece=_name(piece), square=square_name)
    return Notice("quatro-chess-stands", colour=colour, piece=_name(piece), square=square_name)


def _promotion(turn: Colour, piece: int, step: Step, target: int) -> tuple[str, Notice] | None:
    promotes = kind(piece) == PAWN and target in FAR_SQUARES[turn]
    if step.promotion and not promotes:
        far = sorted(FAR_SQUARES[turn])
        return "QC 3.3", (
            Notice(
                "quatro-chess-no-promotion",
                origin=step.origin,
                target=step.target,
                letter=step.promotion,
                colour=turn.titled,
                first=NAMES[far[0]],
                last=NAMES[far[-1]],
            )
        )
    if promotes and not step.promotion and (step.origin + step.target + "q") in STEPS:
        return "QC 3.3", (Notice("quatro-chess-promotes", target=step.target, origin=step.origin))
    return None


def _cannot_go(
    position: Position, turn: Colour, step: Step, origin: int, target: int, piece: int
) -> tuple[str, Notice]:
    if kind(piece) == PAWN:
        forward = FORWARD[turn]
        if target == origin + 2 * forward and origin not in HOME_SQUARES[turn]:
            return (
                "QC 3.1",
                Notice("quatro-chess-pawn-two", square=step.origin),
            )
        return "QC 3.1", (Notice("quatro-chess-pawn-way", colour=turn.titled, origin=step.origin, target=step.target))
    return "QC 3.1", Notice("quatro-chess-piece-way", piece=_name(piece), origin=step.origin, target=step.target)


def _cannot_take(position: Position, turn: Colour, target: int) -> tuple[str, Notice]:
    taken = position.board[target]
    there = _stands_there(position, target)
    if taken & STATUE:
        return "QC 4.2", Notice("quatro-chess-takes-statue", there=there)
    if taken & 3 == turn:
        return "QC 3.1", Notice("quatro-chess-takes-own", there=there, colour=turn.titled)
    if not position.table.hostile(turn) >> (taken & 3) & 1:
        return "QC 2.3", Notice("quatro-chess-takes-partner", there=there)
    return "QC 3.5", Notice("quatro-chess-takes-king", there=there)


def _nothing_to_take(position: Position, turn: Colour, target: int) -> tuple[str, Notice]:
    name = NAMES[target]
    for colour in Colour:
        if position.passed[colour] == target and colour != turn:
            pawn = target + FORWARD[colour]
            if position.board[pawn] == PAWN << 2 | colour:
                return "QC 2.3", (Notice("quatro-chess-passed-own", colour=colour.titled, square=name))
            return "QC 3.2", Notice("quatro-chess-passed-gone", square=name)
    return "QC 3.2", (Notice("quatro-chess-nothing-to-take", square=name))


def _castling(position: Position, turn: Colour, way: Castling, target: int) -> tuple[str, Notice]:
    rule = "QC 3.4"
    king = position.kings[turn]
    if position.board[way.rook_from] != CASTLER << 2 | turn:
        return rule, Notice("quatro-chess-castling-moved", colour=turn.titled)
    blocker = next(members(way.between & position.occupied), None)
    if blocker is not None:
        return (
            rule,
            Notice("quatro-chess-castling-blocked", colour=turn.titled, there=_stands_there(position, blocker)),
        )
    unkinged = position.occupied ^ BIT[king]
    for square, notice in (
        (king, Notice("quatro-chess-castling-in-check", colour=turn.titled)),
        (way.crossed, Notice("quatro-chess-castling-crosses", colour=turn.titled, square=NAMES[way.crossed])),
        (target, Notice("quatro-chess-castling-lands", colour=turn.titled, square=NAMES[target])),
    ):
        if not watch(square, unkinged, position.board, position.threats[turn], position.knights):
            return rule, notice
    return rule, Notice("quatro-chess-castling-check", colour=turn.titled)


def _unsafe(position: Position, turn: Colour, piece: int) -> tuple[str, Notice]:
    if kind(piece) == KING:
        return "QC 3.5", Notice("quatro-chess-king-attacked", colour=turn.titled)
    if position.in_check(turn):
        return "QC 3.5", Notice("quatro-chess-still-in-check", colour=turn.titled)
    return "QC 3.5", Notice("quatro-chess-opens-check", colour=turn.titled, square=NAMES[position.kings[turn]])
