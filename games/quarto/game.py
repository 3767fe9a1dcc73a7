"""Quarto's rules: who may do what, and what follows (Q 2 to Q 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import games.quarto.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.errors import BadSetup, IllegalMove, ImpossiblePoints, quote
from games.core.game import Choice, GameInfo, Option, Outcome, Players, Seat, Start
from games.core.notices import Notice, every
from games.core.options import complete
from games.core.replay import after_the_end, play_on
from games.core.surface import Layout
from games.core.written import Pasted, PlainReader, Reader, Word
from games.quarto import board, material, picture, position_text, written
from games.quarto.material import ATTRIBUTES, EMPTY, PIECES, SQUARES, Call, Give, Move, Place
from games.quarto.state import State, completed

INFO = GameInfo(
    key="quarto",
    name="Quarto",
    prefix="Q",
    seats=(2,),
    rules_version="1",
    options=(
        Option(
            key="attributes",
            kind="choices",
            default=("colour", "shape", "height", "fill"),
            label="Attributes that count",
            help="The pieces of a line must share one of these. All four for the full game, one to three for "
            "beginners.",
            rule="Q 4.1",
            choices=(
                Choice("colour", "Colour (light or dark)"),
                Choice("shape", "Shape (round or square)"),
                Choice("height", "Height (tall or short)"),
                Choice("fill", "Fill (full or hollow)"),
            ),
        ),
        Option(
            key="squares",
            kind="flag",
            default=False,
            label="Squares count as lines",
            help="The nine 2 × 2 blocks of adjacent squares win too: the variant for advanced players.",
            rule="Q 4.2",
        ),
        Option(
            key="call",
            kind="choice",
            default="required",
            label="The call",
            help="Under the rules a line wins only if it is called. Otherwise the player who completes it wins.",
            rule="Q 4.3",
            choices=(
                Choice("required", "A line must be called"),
                Choice("automatic", "A line wins by itself"),
            ),
        ),
    ),
    terminations=("quarto", "draw"),
    minutes=(10, 20),
)

_WIN = (Fraction(1), Fraction(0))
_LOSS = (Fraction(0), Fraction(1))
_DRAW = (Fraction(1, 2), Fraction(1, 2))

_GIVES = {f"give {text}": piece for piece, text in enumerate(PIECES)}
_PLACES = {f"place {text}": square for square, text in enumerate(SQUARES)}


class Quarto:
    """The game on the common interface; see `games.core.game.Game` for what each function promises."""

    info = INFO
    read = staticmethod(material.read)
    write = staticmethod(material.write)
    read_position = staticmethod(partial(position_text.read, INFO))
    write_position = staticmethod(partial(position_text.write, INFO))
    write_short = staticmethod(written.write)
    new_round = staticmethod(written.new_round)
    view = staticmethod(board.view)
    text = staticmethod(board.text)
    diagram = staticmethod(picture.diagram)
    surface = staticmethod(picture.surface)

    def start(self, start: Start) -> State:
        for name in start.setup:
            raise BadSetup(Notice("quarto-setup", name=quote(name)))
        options = complete(INFO, start.options)
        return State(
            attributes=sum(ATTRIBUTES[name] for name in options["attributes"]),
            squares=options["squares"],
            automatic=options["call"] == "automatic",
        )

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return state.to_act

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        legal: list[Move] = []
        if not state.automatic and state.completed:
            legal.extend(Call(seat) for seat in state.to_act)
        if state.winner is None and state.placed < 16:
            if state.given is None:
                legal.extend(Give(piece) for piece in range(16) if state.left >> piece & 1)
            else:
                legal.extend(Place(square) for square in range(16) if state.board[square] == EMPTY)
        return tuple(sorted(legal, key=material.write))

    def play(self, state: State, move: Move) -> State:
        if not state.to_act:
            raise after_the_end(material.write(move))
        if isinstance(move, Call):
            _check_call(state, move)
            return replace(state, winner=move.seat)
        if state.placed == 16:
            raise IllegalMove(
                Notice("quarto-all-placed", move=quote(material.write(move))),
                rule="Q 3.7",
            )
        if isinstance(move, Give):
            return _give(state, move.piece)
        return _place(state, move.square)

    def outcome(self, state: State) -> Outcome | None:
        if state.winner is not None:
            first = state.winner == 1
            return Outcome("quarto", (1, 2) if first else (2, 1), _WIN if first else _LOSS)
        return Outcome("draw", (1, 1), _DRAW) if state.placed == 16 else None

    def reader(self, state: State, names: Sequence[str | None], pasted: Pasted) -> Reader:
        return PlainReader(self, state, written.interpret)

    def split_words(self, words: Sequence[Word]) -> tuple[Word, ...]:
        return written.split(words)

    def run(self, start: Start, moves: Sequence[str]) -> State:
        begun = self.start(start)
        pieces = [EMPTY] * 16
        left, given, last, placed = 0xFFFF, EMPTY, -1, 0
        index = 0
        # Lines are looked for only where they matter: at a call, and after each piece where none is needed.
        for index, text in enumerate(moves):
            if given < 0:
                piece = _GIVES.get(text, EMPTY)
                if piece < 0 or not left >> piece & 1:
                    break
                given = piece
                left &= ~(1 << piece)
            else:
                square = _PLACES.get(text, -1)
                if square < 0 or pieces[square] >= 0:
                    break
                pieces[square] = given
                given, last, placed = EMPTY, square, placed + 1
                if begun.automatic and completed(pieces, square, begun.attributes, begun.squares):
                    index += 1
                    break
        else:
            index = len(moves)
        state = State(
            begun.attributes,
            begun.squares,
            begun.automatic,
            tuple(pieces),
            left,
            None if given < 0 else given,
            None if last < 0 else last,
            placed,
        )
        if state.automatic and state.completed:
            state = replace(state, winner=2 if placed % 2 else 1)
        return play_on(self, state, moves, index)

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
        complete(INFO, options)
        if tuple(points) not in (_WIN, _LOSS, _DRAW):
            shown = every(points) if points else Notice("nothing")
            raise ImpossiblePoints(Notice("quarto-points", half=Fraction(1, 2), points=shown), rule="Q 3.9")

    def example(self, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...]:
        return _WIN

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        return _DRAW[0]

    def layout(self, options: Mapping[str, Any]) -> Layout:
        return picture.layout(bool(options.get("squares", False)))


def _check_call(state: State, call: Call) -> None:
    seat = call.seat
    if state.automatic:
        raise IllegalMove(Notice("quarto-nobody-calls"), rule="Q 4.3")
    if state.last is None:
        raise IllegalMove(Notice("quarto-nothing-placed"), rule="Q 3.6")
    if not state.completed:
        raise IllegalMove(
            Notice("quarto-no-line", square=SQUARES[state.last]),
            rule="Q 3.6",
        )
    if seat not in state.to_act:
        notice = Notice("quarto-call-after-giving", seat=seat, mover=state.mover)
        if state.given is not None:
            notice = Notice("quarto-call-after-placing", seat=seat, mover=state.mover, piece=PIECES[state.given])
        raise IllegalMove(notice, rule="Q 3.6")
    if call.line and call.line not in state.completed:
        squares = every([SQUARES[square] for square in call.line])
        raise IllegalMove(Notice("quarto-not-this-line", squares=squares, square=SQUARES[state.last]), rule="Q 3.2")


def _give(state: State, piece: int) -> State:
    if state.given is not None:
        raise IllegalMove(
            Notice("quarto-given-already", seat=state.mover, piece=PIECES[state.given]),
            rule="Q 2.3",
        )
    if not state.left >> piece & 1:
        left = [PIECES[other] for other in range(16) if state.left >> other & 1]
        raise IllegalMove(Notice("quarto-given-before", piece=PIECES[piece], left=every(left)), rule="Q 2.2")
    return replace(state, given=piece, left=state.left & ~(1 << piece))


def _place(state: State, square: int) -> State:
    if state.given is None:
        raise IllegalMove(Notice("quarto-nothing-given", seat=state.mover), rule="Q 2.3")
    if state.board[square] != EMPTY:
        raise IllegalMove(
            Notice("quarto-taken", square=SQUARES[square], piece=PIECES[state.board[square]]),
            rule="Q 2.2",
        )
    pieces = (*state.board[:square], state.given, *state.board[square + 1 :])
    placed = replace(state, board=pieces, given=None, last=square, placed=state.placed + 1)
    if state.automatic and placed.completed:
        return replace(placed, winner=state.mover)
    return placed
