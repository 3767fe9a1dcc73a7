"""Games of Quatro Chess for `reliability.results`: random ones, and ones that are aimed at a result.

Most random games begin with few pieces and a counter near the fifty-move rule, and colours give up or are taken out
often; one in fifty begins from the first position. They are played on one position by the engine's own replay, with
nothing copied or read twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from games.core.game import Start
from games.core.options import complete
from games.quatro_chess import GAME
from games.quatro_chess.board import COLOURS, KING, NAMES, NUMBERS, QUEEN, ROOK, SIZE, SQUARES, STATUE, Colour
from games.quatro_chess.generate import legal_texts, settle
from games.quatro_chess.geometry import STEPS
from games.quatro_chess.play import enter
from games.quatro_chess.play import run as replay
from games.quatro_chess.points import colour_points, endings
from games.quatro_chess.position import Position
from games.quatro_chess.state import Fallen, Reason, State, Table

WHOLE = 0.02
"""The share of games that begin from the first position."""

HUNGER = 0.5
"""How often a capture is chosen where there is one."""

LONGEST = 400
"""Entries after which an aimed game goes on at random."""

FURTHEST = 12
"""Steps that are tried on the way, in the order of what they promise."""

CORNERS = ("c1", "j1", "a3", "l3", "a10", "l10", "c12", "j12")
"""A lone king there has three squares; a queen a knight's move away, inwards, takes them all and gives no check."""

_SQUARES = sorted(SQUARES)

Result = tuple[Fraction, ...]


def by_colour(state: State) -> Result:
    """Return what each colour gets in a game that is over, by the engine's result."""
    outcome = GAME.outcome(state)
    assert outcome is not None
    return tuple(Fraction(outcome.extra["colours"][colour.key]["points"]) for colour in Colour)


def random_game(first: State, lots: Random) -> Position:
    """Play one game to its end, from the first position ``first`` or from one with few pieces."""
    position = Position(first) if lots.random() < WHOLE else _thinned(first.table, lots)
    while position.termination is None:
        steps = legal_texts(position)
        if not steps:
            settle(position)
            continue
        entry = _entry(position, steps, lots)
        if not position.push(entry):
            enter(position, entry)
    return position


def _entry(position: Position, steps: list[str], lots: Random) -> str:
    """Return a random entry: often a colour gives up or is taken out, and a draw is claimed where it may be."""
    chance = lots.random()
    living = [colour for colour in COLOURS if position.kings[colour]]
    if chance < 0.3 and position.quiet >= 50 * len(living):
        return "draw50"
    if chance < 0.4:
        return "resign" if chance < 0.35 else f"forfeit {lots.choice(living).key}"
    takes = [text for text in steps if position.board[STEPS[text][1]]] if lots.random() < HUNGER else ()
    return lots.choice(takes or steps)


def _thinned(table: Table, lots: Random) -> Position:
    """Return a position of this table with the kings and few pieces anywhere, often near the fifty-move rule."""
    kinds = [KING] * 4 + [lots.choice((QUEEN, ROOK)) for _ in range(lots.randint(0, 8))]
    board = bytearray(SIZE * SIZE)
    for number, (kind, square) in enumerate(zip(kinds, lots.sample(_SQUARES, len(kinds)), strict=True)):
        board[square] = kind << 2 | number % 4
    quiet = lots.choice((0, 90, 140, 190))
    return Position(State(table, bytes(board), lots.choice(COLOURS), (0, 0, 0, 0), quiet, 0))


def aimed(start: Start, points: Result, lots: Random) -> Result:
    """Play one game of Quatro Chess that is meant to give these points to the colours; return what it gave."""
    state = GAME.start(replace(start, options=complete(GAME.info, start.options, start.seats)))
    table = state.table
    ways = [out for out, end in endings(table, ()) if colour_points(out, end, table.half_draws) == points]
    # who is mated gets what they would get when the arbiter takes them out, which is quicker
    plan = tuple(
        fallen if fallen.reason is Reason.STALEMATE else Fallen(fallen.colour, Reason.FORFEIT)
        for fallen in lots.choice(ways)
    )
    state = _cornered(state, plan, lots)
    position, entries = Position(state), list[str]()
    while position.termination is None:
        entry = _planned_entry(position, plan, lots, len(entries))
        if not position.push(entry):
            enter(position, entry)
        settle(position)
        entries.append(entry)
    return by_colour(replay(state, entries))


def _cornered(state: State, plan: Sequence[Fallen], lots: Random) -> State:
    """Return a position of the same table with a lone king in a corner for each colour that is to be stalemated, and a
    queen for it near: of another player's colour that stays longer, or to the end."""
    board = bytearray(len(state.board))
    free = set(SQUARES) - {NUMBERS[corner] for corner in CORNERS}
    later = list(COLOURS)
    for fallen, corner in zip(plan, lots.sample(CORNERS, 4), strict=False):
        later.remove(fallen.colour)
        if fallen.reason is not Reason.STALEMATE:
            continue
        board[NUMBERS[corner]] = KING << 2 | fallen.colour
        hunters = [colour for colour in later if state.table.hostile(colour) >> fallen.colour & 1]
        spot = lots.choice(_spots(NUMBERS[corner]))
        near = [square for square in free if (square // SIZE == spot // SIZE) != (square % SIZE == spot % SIZE)]
        square = lots.choice(sorted(near))
        board[square] = QUEEN << 2 | lots.choice(hunters)
        free.discard(square)
    staying = [colour for colour in COLOURS if KING << 2 | colour not in board]
    squares = lots.sample(sorted(free), len(staying) + 1)
    for colour, square in zip(staying, squares, strict=False):
        board[square] = KING << 2 | colour
    # one piece more keeps the end by want of material away
    board[squares[-1]] = ROOK << 2 | lots.choice(later)
    quiet = 0 if plan else 200
    position = Position(replace(state, board=bytes(board), turn=lots.choice(COLOURS), quiet=quiet))
    settle(position)
    return position.freeze(0, None)


def _spots(corner: int) -> tuple[int, int]:
    """Return the two squares from which a queen leaves a king in this corner no move."""
    across, up = (1 if corner % SIZE < SIZE / 2 else -1), (SIZE if corner // SIZE < SIZE / 2 else -SIZE)
    return corner + 2 * across + up, corner + across + 2 * up


def _planned_entry(position: Position, plan: Sequence[Fallen], lots: Random, plies: int) -> str:
    """Return an entry that takes out the next colour of the plan, or comes nearer to it and takes nobody out; where the
    plan failed, one that ends the game soon."""
    gone, living = len(position.out), [colour for colour in COLOURS if position.kings[colour]]
    if position.out != plan[:gone] or plies > LONGEST:
        return f"forfeit {lots.choice(living).key}"
    wanted = plan[gone] if gone < len(plan) else None
    if wanted is None and position.quiet >= 50 * len(living):
        return "draw50"
    if wanted is not None and wanted.reason is not Reason.STALEMATE:
        return f"forfeit {wanted.colour.key}"
    steps = legal_texts(position)
    lots.shuffle(steps)
    steps.sort(key=lambda text: _rank(position, STEPS[text][1], wanted))
    for text in steps[:FURTHEST]:
        twin = position.copy()
        twin.push(text)
        settle(twin)
        if twin.out == plan[: len(twin.out)] and (twin.out != position.out or twin.termination is None):
            return text
    return steps[0]


def _rank(position: Position, target: int, wanted: Fallen | None) -> int:
    """Return how late a step is tried: first what stalemates, then what takes from the next to go out or goes into a
    corner; captures last where all are to stay."""
    taken = position.board[target]
    if wanted is None:
        return 1 if taken else 0
    if position.turn == wanted.colour:
        return 0 if NAMES[target] in CORNERS else 1
    if target in _spots(position.kings[wanted.colour]):
        return 0
    return 1 if taken and taken < STATUE and taken & 3 == wanted.colour else 2
