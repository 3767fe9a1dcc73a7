"""Quatro Chess behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import games.quatro_chess.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.game import GameInfo, Outcome, Players, Seat, Start
from games.core.notices import Say
from games.core.record import Record
from games.core.surface import Layout, Surface
from games.core.svg import ENGLISH
from games.core.written import Pasted, Reader
from games.quatro_chess import generate, notation, pgn4, play, position_text, views, written
from games.quatro_chess import points as scores
from games.quatro_chess.diagram import diagram
from games.quatro_chess.play import INFO, begin
from games.quatro_chess.position import Position
from games.quatro_chess.state import Move, State


class QuatroChess:
    """Pure functions over ``State`` and ``Move``; see ``games.core.game.Game``."""

    @property
    def info(self) -> GameInfo:
        return INFO

    def start(self, start: Start) -> State:
        return begin(start)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the player of the colour on turn. A forfeit is the arbiter's, and may come at any time (QC 4.3)."""
        return () if state.turn is None else (state.table.owners[state.turn],)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return the moves of QC 3, without resign, forfeit and draw50."""
        return tuple(notation.read(text) for text in generate.legal_texts(Position(state)))

    def play(self, state: State, move: Move) -> State:
        return play.play(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return scores.outcome(state)

    def read(self, text: str) -> Move:
        return notation.read(text)

    def write(self, move: Move) -> str:
        return notation.write(move)

    def write_position(self, state: State) -> str:
        return position_text.write(INFO, state)

    def read_position(self, text: str) -> State:
        return position_text.read(INFO, text)

    def reader(self, state: State, names: Sequence[str | None], pasted: Pasted) -> Reader:
        return written.ChessReader(state, pasted)

    def adapt(self, pasted: Pasted, known: Record | None) -> Record | None:
        """Return the record of a game of chess.com, None for any other text."""
        return pgn4.adapt(pasted, known)

    def write_short(self, before: State | None, text: str, after: State | None, long: bool) -> str:
        return written.write(before, text, after, long)

    def new_round(self, previous: State, state: State) -> bool:
        return written.new_round(previous, state)

    def run(self, start: Start, moves: Sequence[str]) -> State:
        return play.run(begin(start), moves)

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
        scores.check_points(options, points, players)

    def example(self, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...]:
        return scores.BY_PLACE[::-1]

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        return scores.draw(options)

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        return views.view(state)

    def diagram(
        self, state: State, seat: Seat | None = None, letters: Mapping[str, str] = ENGLISH, say: Say = str
    ) -> str:
        return diagram(state, letters, say)

    def layout(self, options: Mapping[str, Any]) -> Layout:
        return views.layout()

    def surface(self, state: State, seat: Seat | None = None) -> Surface:
        return views.surface(state)

    def text(self, state: State, seat: Seat | None = None, say: Say = str) -> str:
        return views.text(state, say)

    def perft(self, depth: int) -> int:
        """Return the leaf nodes at this depth from the start with four seats."""
        if depth < 0:
            raise ValueError(f"The depth of perft is 0 or more, not {depth}.")
        return generate.perft(Position(begin(Start(seats=4))), depth)


GAME = QuatroChess()
