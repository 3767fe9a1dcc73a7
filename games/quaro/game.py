"""Quaro's rules: who may do what, and what follows (QU 2 to QU 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import games.quaro.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.errors import BadSetup, IllegalMove, ImpossiblePoints, quote
from games.core.game import GameInfo, Outcome, Players, Seat, Start
from games.core.notices import Notice
from games.core.options import complete
from games.core.replay import after_the_end
from games.core.surface import Layout, Part
from games.core.written import Pasted, PlainReader, Reader
from games.quaro import board, material, picture, position_text, quick, turns, written
from games.quaro.material import (
    ALL_STONES,
    COLOURS,
    EMPTY,
    HAND,
    NAMED,
    PER_COLOUR,
    ROWS,
    SQUARES,
    End,
    Move,
    Turn,
    count,
    named,
    of,
    size,
)
from games.quaro.state import State, completed, next_turn

INFO = GameInfo(
    key="quaro",
    name="Quaro",
    prefix="QU",
    seats=(2, 3, 4),
    rules_version="1",
    terminations=("board-full", "no-more-points"),
)


class Quaro:
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
        complete(INFO, start.options)
        hands = _hands(start)
        bag = ALL_STONES - sum(hands)
        return State((EMPTY,) * len(SQUARES), hands, bag, (0,) * start.seats)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.over else (state.turn,)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        if state.over:
            return ()
        hand = state.hands[state.turn - 1]
        legal: list[Move] = [
            Turn(((colour, square),))
            for colour in range(4)
            if of(colour, hand)
            for square, lying in enumerate(state.board)
            if lying == EMPTY
        ]
        if not hand:
            legal.append(Turn())
        if state.out_of_reach:
            legal.append(End())
        return tuple(sorted(legal, key=material.write))

    def play(self, state: State, move: Move) -> State:
        if state.over:
            raise after_the_end(material.write(move))
        if isinstance(move, End):
            if not state.out_of_reach:
                raise IllegalMove(
                    Notice("quaro-not-over"),
                    rule="QU 4.2",
                )
            return replace(state, ended=True)
        hand, stones = turns.place(state, move)
        hand, bag = _draw(state, move, hand)
        hands = (*state.hands[: state.turn - 1], hand, *state.hands[state.turn :])
        scored: tuple[int, ...] = ()
        points = 0
        lying = list(state.board)
        for colour, square in stones:
            lying[square] = colour
            scored = completed(lying, square)
            points += len(scored)
        tally = list(state.points)
        tally[state.turn - 1] += points
        return State(
            tuple(lying),
            hands,
            bag,
            tuple(tally),
            next_turn(state.turn, hands, bag),
            last=tuple(square for _, square in stones),
            scored=scored,
        )

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        places = tuple(1 + sum(other > mine for other in state.points) for mine in state.points)
        points = tuple(Fraction(mine) for mine in state.points)
        return Outcome("no-more-points" if state.ended else "board-full", places, points)

    def reader(self, state: State, names: Sequence[str | None], pasted: Pasted) -> Reader:
        return PlainReader(self, state, partial(written.interpret, ours="game" in pasted.tags))

    def run(self, start: Start, moves: Sequence[str]) -> State:
        return quick.run(self, self.start(start), moves)

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
        complete(INFO, options)
        if len(points) not in INFO.seats:
            raise ImpossiblePoints(Notice("quaro-players", players=len(points)), rule="QU 1.3")
        for seat, mine in enumerate(points, 1):
            if mine < 0 or mine.denominator != 1:
                raise ImpossiblePoints(
                    Notice("quaro-no-whole-points", seat=seat, points=mine),
                    rule="QU 3.2",
                )
        if sum(points) > len(ROWS):
            raise ImpossiblePoints(
                Notice("quaro-too-many-points", total=sum(points), rows=len(ROWS)),
                rule="QU 3.1",
            )

    def example(self, options: Mapping[str, Any], seats: int) -> tuple[Fraction, ...]:
        return tuple(Fraction(rows) for rows in (5, 3, 2, 4)[:seats])

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        return None

    def layout(self, options: Mapping[str, Any]) -> Layout:
        return picture.layout()

    def parts(self, state: State, begun: str) -> tuple[Part, ...]:
        return turns.parts(state, begun)


def _hands(start: Start) -> tuple[int, ...]:
    """Read the hands of ``setup``, as counts (QU 2.1). Raises BadSetup."""
    for name in start.setup:
        if name != "hands":
            raise BadSetup(Notice("quaro-setup", name=quote(name)), rule="QU 2.1")
    right = Notice("quaro-hands", letters=COLOURS)
    hands = start.setup.get("hands")
    if not isinstance(hands, list | tuple):
        raise BadSetup(Notice("quaro-setup-hands", right=right), rule="QU 2.1")
    if len(hands) != start.seats:
        raise BadSetup(Notice("quaro-number-of-hands", hands=len(hands), seats=start.seats, right=right), rule="QU 2.1")
    counts = []
    for seat, hand in enumerate(hands, 1):
        if not isinstance(hand, str) or len(hand) != HAND or any(letter not in COLOURS for letter in hand):
            shown = quote(hand) if isinstance(hand, str) else Notice("no-string")
            raise BadSetup(Notice("quaro-hand", seat=seat, hand=shown, right=right), rule="QU 2.1")
        counts.append(count([COLOURS.index(letter) for letter in hand]))
    for colour in range(4):
        dealt = of(colour, sum(counts))
        if dealt > PER_COLOUR:
            raise BadSetup(
                Notice("quaro-too-many-dealt", dealt=dealt, colour=NAMED[colour], most=PER_COLOUR),
                rule="QU 1.1",
            )
    return tuple(counts)


def _draw(state: State, move: Turn, hand: int) -> tuple[int, int]:
    """Draw where the move draws; return the hand and the bag. Raises IllegalMove."""
    if not move.drawn:
        return hand, state.bag
    wanted = min(HAND - size(hand), size(state.bag))
    if len(move.drawn) != wanted:
        if wanted:
            notice = Notice("quaro-draw", seat=state.turn, drawn=len(move.drawn), right=wanted)
        elif state.bag:
            notice = Notice("quaro-hand-full", seat=state.turn, drawn=len(move.drawn))
        else:
            notice = Notice("quaro-bag-empty", seat=state.turn, drawn=len(move.drawn))
        raise IllegalMove(notice, rule="QU 2.8")
    drawn = count(move.drawn)
    for colour in range(4):
        if of(colour, drawn) > of(colour, state.bag):
            raise IllegalMove(
                Notice(
                    "quaro-not-in-bag",
                    seat=state.turn,
                    drawn=of(colour, drawn),
                    colour=NAMED[colour],
                    bag=named(state.bag),
                ),
                rule="QU 2.8",
            )
    return hand + drawn, state.bag - drawn
