"""Playing entries of a record: moves on the board, ``resign``, ``forfeit`` and ``draw50`` (QC 3 to 5)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import GameError, IllegalMove
from games.core.notices import Notice
from games.core.replay import after_the_end
from games.quatro_chess.board import Colour
from games.quatro_chess.explain import refusal
from games.quatro_chess.generate import settle
from games.quatro_chess.notation import read, tidy, write
from games.quatro_chess.position import Position
from games.quatro_chess.state import ClaimDraw, Forfeit, Move, Reason, Resign, State, Step, Termination


def run(state: State, moves: Sequence[str]) -> State:
    """Return the position after all entries. Raises GameError with the index of the entry that fails."""
    if not moves:
        return state
    position = Position(state)
    push = position.push
    for index, text in enumerate(moves):
        if not push(text):
            try:
                enter(position, text)
            except GameError as error:
                error.index = index
                raise
    settle(position)
    return position.freeze(state.plies + len(moves), read(moves[-1]))


def play(state: State, move: Move) -> State:
    """Return the position after one entry. Raises IllegalMove or GameOver."""
    position = Position(state)
    text = write(move)
    if not position.push(text):
        enter(position, text)
    settle(position)
    return position.freeze(state.plies + 1, move)


def enter(position: Position, text: str) -> None:
    """Play an entry that is no legal move for the colour thought to be on turn, as it stands.

    Perhaps that colour is out and nobody looked, perhaps there is white space around the move, perhaps it is
    no move on the board: then it is played. Raises GameError otherwise.
    """
    words = tidy(text)
    if words != text and position.push(words):
        return
    settle(position)
    if position.termination is not None:
        raise after_the_end(text)
    if position.push(words):
        return
    match read(words):
        case Step() as step:
            raise refusal(position, step)
        case Resign():
            position.eliminate(position.turn, Reason.RESIGN)
        case Forfeit(colour):
            _forfeit(position, colour)
        case ClaimDraw():
            _claim_draw(position)


def _forfeit(position: Position, colour: Colour) -> None:
    for fallen in position.out:
        if fallen.colour == colour:
            raise IllegalMove(
                Notice("quatro-chess-out-already", colour=colour.titled, reason=fallen.reason.named),
                rule="QC 4.3",
            )
    position.eliminate(colour, Reason.FORFEIT)


def _claim_draw(position: Position) -> None:
    living = 4 - len(position.out)
    needed = 50 * living
    if position.quiet < needed:
        raise IllegalMove(
            Notice("quatro-chess-too-early", moves=position.quiet, colours=living, needed=needed),
            rule="QC 5.3",
        )
    position.finish(Termination.FIFTY_MOVES)
