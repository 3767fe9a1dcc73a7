"""Quaro's position to touch: the cross, the hands before their players, and the bag."""

from __future__ import annotations

from games.core.surface import Act, Cell, Item, Layout, Surface, Tray, Way
from games.quaro.material import COLOURS, EMPTY, PLACES, ROWS, SQUARES, of
from games.quaro.picture import look
from games.quaro.state import State


def layout() -> Layout:
    """Return the cross with its 82 rows (QU 1.2, QU 3.1)."""
    return Layout(
        columns=8,
        rows=8,
        cells=tuple(Cell(SQUARES[number], column, 7 - row) for number, (column, row) in enumerate(PLACES)),
        looks={letter: look(colour) for colour, letter in enumerate(COLOURS)},
        lines=tuple(tuple(SQUARES[square] for square in row) for row in ROWS),
    )


def surface(state: State) -> Surface:
    """Return the position. Its ways are the single placements of QU 5: the script of the page goes on from there to the
    stones that a scoring one allows (QU 2.3) and to the draw (QU 2.4), and makes of them one entry."""
    over = state.over
    hand = 0 if over else state.hands[state.turn - 1]
    ways = tuple(
        Way(f"{COLOURS[colour]}{SQUARES[square]}", (f"hand:{COLOURS[colour]}", SQUARES[square]))
        for colour in range(4)
        if of(colour, hand)
        for square, lying in enumerate(state.board)
        if lying == EMPTY
    )
    if not over and not hand:
        ways = (Way("-", ("=pass",)),)
    hands = tuple(
        Tray(f"hand{seat}", _items(held, "hand" if seat == state.turn and not over else f"held{seat}"), seat)
        for seat, held in enumerate(state.hands, 1)
    )
    return Surface(
        pieces={SQUARES[square]: COLOURS[colour] for square, colour in enumerate(state.board) if colour != EMPTY},
        ways=ways,
        turn=() if over else (state.turn,),
        trays=(*hands, Tray("bag", _items(state.bag, "bag"))),
        acts=(Act("end", "end", state.turn),) if not over and state.out_of_reach else (),
        last=tuple(SQUARES[square] for square in state.last),
        won=tuple(tuple(SQUARES[square] for square in ROWS[row]) for row in state.scored),
        points=state.points,
    )


def _items(stones: int, key: str) -> tuple[Item, ...]:
    counted = ((letter, of(colour, stones)) for colour, letter in enumerate(COLOURS))
    return tuple(Item(f"{key}:{letter}", letter, count) for letter, count in counted if count)
