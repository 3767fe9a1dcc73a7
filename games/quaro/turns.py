"""A turn of Quaro stone by stone: what may be placed (QU 2.2, QU 2.3), and what may follow in a turn that is begun."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from games.core.errors import IllegalMove
from games.core.notices import Notice
from games.core.surface import Part
from games.quaro import material
from games.quaro.material import COLOURS, EMPTY, HAND, NAMED, ONE, SQUARES, End, Turn, letters, named, of, size
from games.quaro.state import State, completed


def place(state: State, move: Turn) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Place the stones; return the hand left, and the stones placed. Raises IllegalMove."""
    seat, hand = state.turn, state.hands[state.turn - 1]
    if not move.stones and hand:
        raise IllegalMove(Notice("quaro-must-place", seat=seat, hand=letters(hand)), rule="QU 2.2")
    lying = list(state.board)
    for number, (colour, square) in enumerate(move.stones):
        if number and not completed(lying, move.stones[number - 1][1]):
            before = SQUARES[move.stones[number - 1][1]]
            raise IllegalMove(
                Notice("quaro-placing-ends", before=before, square=SQUARES[square]),
                rule="QU 2.3",
            )
        if not of(colour, hand):
            raise IllegalMove(
                Notice("quaro-no-such-stone", seat=seat, colour=NAMED[colour], hand=named(hand)),
                rule="QU 2.3" if number and not hand else "QU 2.2",
            )
        if lying[square] != EMPTY:
            raise IllegalMove(
                Notice("quaro-taken", square=SQUARES[square], colour=NAMED[lying[square]]),
                rule="QU 2.2",
            )
        hand -= ONE[colour]
        lying[square] = colour
    return hand, move.stones


def parts(state: State, begun: str) -> tuple[Part, ...]:
    """Return what may follow in a turn: a stone, the draw, or that it is forgotten (QU 2.3 to 2.5).

    Raises GameError for stones that cannot begin the turn.
    """
    if state.over:
        return ()
    hand = state.hands[state.turn - 1]
    if not begun and not hand:
        return (Part("-", "=pass", whole=not state.bag),)
    move = material.read(begun) if begun else Turn()
    if isinstance(move, End) or move.drawn:
        return ()
    lying, again = list(state.board), True
    if begun:
        hand, stones = place(state, move)
        for colour, square in stones:
            lying[square] = colour
            again = bool(completed(lying, square))
    found = list(_stones(lying, hand, begun, bag=state.bag)) if again else []
    if begun and state.bag:
        return (*found, *_draws(state.bag, hand, begun), Part(begun, "=forgot"))
    return (*found, Part(begun, "=pass")) if begun else tuple(found)


def _stones(lying: list[int], hand: int, begun: str, *, bag: int) -> Iterator[Part]:
    """Yield the stones that may be placed. One is the last of its turn where there is nothing to draw and it does not
    score, or no other is left."""
    for colour in range(4):
        for square, there in enumerate(lying):
            if there != EMPTY or not of(colour, hand):
                continue
            lying[square] = colour
            more = hand != ONE[colour] and EMPTY in lying and completed(lying, square)
            lying[square] = EMPTY
            letter = COLOURS[colour]
            yield Part(f"{begun} {letter}{SQUARES[square]}".lstrip(), f"hand:{letter}", whole=not bag and not more)


def _draws(bag: int, hand: int, begun: str) -> Iterator[Part]:
    """Yield everything that may come out of the bag."""
    for drawn in combinations_with_replacement(range(4), min(HAND - size(hand), size(bag))):
        if all(drawn.count(colour) <= of(colour, bag) for colour in drawn):
            yield Part(f"{begun} +{''.join(COLOURS[colour] for colour in drawn)}", "bag")
