"""Quatro Chess behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import games.quatro_chess.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.game import Seat, Start
from games.core.surface import Layout
from games.core.written import Pasted, Reader
from games.quatro_chess import generate, notation, pgn4, play, position_text, views, written
from games.quatro_chess import points as scores
from games.quatro_chess.diagram import diagram
from games.quatro_chess.play import INFO, begin
from games.quatro_chess.position import Position
from games.quatro_chess.state import Move, State


class QuatroChess:
    """Pure functions over ``State`` and ``Move``; see ``games.core.game.Game``."""

    info = INFO
    start = staticmethod(begin)
    play = staticmethod(play.play)
    outcome = staticmethod(scores.outcome)
    check_points = staticmethod(scores.check_points)
    adapt = staticmethod(pgn4.adapt)
    read = staticmethod(notation.read)
    write = staticmethod(notation.write)
    read_position = staticmethod(partial(position_text.read, INFO))
    write_position = staticmethod(partial(position_text.write, INFO))
    write_short = staticmethod(written.write)
    new_round = staticmethod(written.new_round)
    view = staticmethod(views.view)
    text = staticmethod(views.text)
    diagram = staticmethod(diagram)
    surface = staticmethod(views.surface)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the player of the colour on turn. A forfeit is the arbiter's, and may come at any time (QC 4.3)."""
        return () if state.turn is None else (state.table.owners[state.turn],)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        """Return the moves of QC 3, without resign, forfeit and draw50."""
        return tuple(notation.read(text) for text in generate.legal_texts(Position(state)))

    def reader(self, state: State, names: Sequence[str | None], pasted: Pasted) -> Reader:
        return written.ChessReader(state, pasted)

    def run(self, start: Start, moves: Sequence[str]) -> State:
        return play.run(begin(start), moves)

    def example(self, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...]:
        return scores.BY_PLACE[::-1]

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        return scores.draw(options)

    def layout(self, options: Mapping[str, Any]) -> Layout:
        return views.layout()

    def perft(self, depth: int) -> int:
        """Return the leaf nodes at this depth from the start with four seats."""
        if depth < 0:
            raise ValueError(f"The depth of perft is 0 or more, not {depth}.")
        return generate.perft(Position(begin(Start(seats=4))), depth)


GAME = QuatroChess()
