"""Quaro's rules: who may do what, and what follows (QU 2 to QU 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from games.core.errors import BadSetup, IllegalMove, ImpossiblePoints
from games.core.game import GameInfo, Outcome, Seat, Start
from games.core.notation import quote
from games.core.options import complete
from games.core.replay import after_the_end
from games.core.signs import ENGLISH
from games.quaro import board, moves, picture, quick
from games.quaro.material import (
    ALL_STONES,
    COLOUR_NAMES,
    COLOURS,
    EMPTY,
    HAND,
    ONE,
    PER_COLOUR,
    ROWS,
    SQUARES,
    count,
    in_words,
    letters,
    of,
    size,
)
from games.quaro.moves import End, Move, Turn
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
        return tuple(sorted(legal, key=moves.write))

    def play(self, state: State, move: Move) -> State:
        if state.over:
            raise after_the_end(moves.write(move))
        if isinstance(move, End):
            if not state.out_of_reach:
                raise IllegalMove(
                    "The game cannot end yet: the stones that are left can still complete a row.",
                    rule="QU 4.2",
                )
            return replace(state, ended=True)
        hand, stones = _place(state, move)
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

    def read(self, text: str) -> Move:
        return moves.read(text)

    def write(self, move: Move) -> str:
        return moves.write(move)

    def run(self, start: Start, moves: Sequence[str]) -> State:
        return quick.run(self, self.start(start), moves)

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction]) -> None:
        complete(INFO, options)
        if len(points) not in INFO.seats:
            raise ImpossiblePoints(f"Quaro is played by 2, 3 or 4, not by {len(points)}.", rule="QU 1.3")
        for seat, mine in enumerate(points, 1):
            if mine < 0 or mine.denominator != 1:
                raise ImpossiblePoints(
                    f"Seat {seat} has {mine} points; in Quaro they are whole numbers, 0 or more.",
                    rule="QU 3.2",
                )
        if sum(points) > len(ROWS):
            raise ImpossiblePoints(
                f"The points add up to {sum(points)}; the board has only {len(ROWS)} rows to score.",
                rule="QU 3.1",
            )

    def view(self, state: State, seat: Seat | None) -> dict[str, Any]:
        return board.view(state)

    def diagram(self, state: State, seat: Seat | None = None, letters: Mapping[str, str] = ENGLISH) -> str:
        return picture.diagram(state)

    def text(self, state: State, seat: Seat | None = None) -> str:
        return board.text(state)


def _hands(start: Start) -> tuple[int, ...]:
    """The hands of ``setup``, as counts (QU 2.1). Raises BadSetup."""
    for name in start.setup:
        if name != "hands":
            raise BadSetup(f"The setup of Quaro has no {quote(name)}; it holds the hands.", rule="QU 2.1")
    right = f'one string of four stones (letters of {COLOURS}) a seat, such as ["RRGB", "YGBB"]'
    hands = start.setup.get("hands")
    if not isinstance(hands, list | tuple):
        raise BadSetup(f"The setup of Quaro must hold the hands: {right}.", rule="QU 2.1")
    if len(hands) != start.seats:
        raise BadSetup(f"There are {len(hands)} hands for {start.seats} seats; there must be {right}.", rule="QU 2.1")
    counts = []
    for seat, hand in enumerate(hands, 1):
        if not isinstance(hand, str) or len(hand) != HAND or any(letter not in COLOURS for letter in hand):
            shown = quote(hand) if isinstance(hand, str) else "no string"
            raise BadSetup(f"The hand of seat {seat} is {shown}; there must be {right}.", rule="QU 2.1")
        counts.append(count([COLOURS.index(letter) for letter in hand]))
    for colour, name in enumerate(COLOUR_NAMES):
        dealt = of(colour, sum(counts))
        if dealt > PER_COLOUR:
            raise BadSetup(
                f"The hands hold {dealt} {name} stones; there are only {PER_COLOUR} of each colour.",
                rule="QU 1.1",
            )
    return tuple(counts)


def _place(state: State, move: Turn) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The hand after the placing, and the stones placed. Raises IllegalMove."""
    seat, hand = state.turn, state.hands[state.turn - 1]
    if not move.stones and hand:
        raise IllegalMove(f"Seat {seat} has stones ({letters(hand)}) and must place one of them.", rule="QU 2.2")
    lying = list(state.board)
    for number, (colour, square) in enumerate(move.stones):
        if number and not completed(lying, move.stones[number - 1][1]):
            before = SQUARES[move.stones[number - 1][1]]
            raise IllegalMove(
                f"The stone on {before} scored nothing, so the placing ends with it; no stone goes on "
                f"{SQUARES[square]}.",
                rule="QU 2.3",
            )
        if not of(colour, hand):
            raise IllegalMove(
                f"Seat {seat} has no {COLOUR_NAMES[colour]} stone to place; he has {in_words(hand)}.",
                rule="QU 2.3" if number and not hand else "QU 2.2",
            )
        if lying[square] != EMPTY:
            raise IllegalMove(
                f"{SQUARES[square]} is taken by a {COLOUR_NAMES[lying[square]]} stone; a stone goes on an "
                "empty square.",
                rule="QU 2.2",
            )
        hand -= ONE[colour]
        lying[square] = colour
    return hand, move.stones


def _draw(state: State, move: Turn, hand: int) -> tuple[int, int]:
    """The hand and the bag after the draw, where there is one. Raises IllegalMove."""
    if not move.drawn:
        return hand, state.bag
    wanted = min(HAND - size(hand), size(state.bag))
    if len(move.drawn) != wanted:
        right = f"he draws {wanted}, or forgets to draw" if wanted else "the bag is empty, he draws none"
        if wanted == 0 and state.bag:
            right = "his hand is full, he draws none"
        raise IllegalMove(
            f"Seat {state.turn} cannot draw {len(move.drawn)}: {right}.",
            rule="QU 2.8",
        )
    drawn = count(move.drawn)
    for colour, name in enumerate(COLOUR_NAMES):
        if of(colour, drawn) > of(colour, state.bag):
            raise IllegalMove(
                f"Seat {state.turn} cannot draw {of(colour, drawn)} {name}: the bag holds {in_words(state.bag)}.",
                rule="QU 2.8",
            )
    return hand + drawn, state.bag - drawn
