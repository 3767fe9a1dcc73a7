"""Random games, held against what a table can give: none ends with a result that an event would refuse.

``python -m reliability.results [GAMES [SEED]]`` (default 10,000 of each setup, seed 1) plays games with the
engines: every game, each number of players, partners, colours of one player, both ways to count a draw. Most games of
Quatro Chess begin with few pieces and a counter near the fifty-move rule, and colours give up or are taken out often;
one in fifty begins from the first position. Each result goes the way of an event's results. Where the possible results
can be listed, games are aimed at each that was not seen: kings begin in corners where a queen leaves them no move.
Exits with 1 where a result was refused, or one that is listed never came.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from benchmarks.programs import asked
from games.core.game import Start
from games.core.options import complete
from games.core.registry import game_of
from games.quatro_chess import GAME
from games.quatro_chess.board import COLOURS, KING, NAMES, NUMBERS, QUEEN, ROOK, SIZE, SQUARES, STATUE, Colour
from games.quatro_chess.generate import legal_texts, settle
from games.quatro_chess.geometry import STEPS
from games.quatro_chess.play import begin, enter
from games.quatro_chess.play import run as replay
from games.quatro_chess.points import colour_points, endings, possible_points
from games.quatro_chess.position import Position
from games.quatro_chess.state import Fallen, Reason, State
from scoring.documents.gamelink import why_impossible
from tests.games.kwartet import sample as kwartet
from tests.games.quaro import sample as quaro
from tests.games.quarto import sample as quarto
from tests.games.quatro_chess import sample as quatro_chess

WHOLE = 0.02
"""The share of games of Quatro Chess that begin from the first position."""

TRIES = 200
"""Games aimed at a result before it counts as never seen."""

LONGEST = 400
"""Entries after which an aimed game goes on at random."""

FURTHEST = 12
"""Steps that are tried on the way, in the order of what they promise."""

CORNERS = ("c1", "j1", "a3", "l3", "a10", "l10", "c12", "j12")
"""A lone king there has three squares; a queen a knight's move away, inwards, takes them all and gives no check."""

Result = tuple[Fraction, ...]


@dataclass(frozen=True)
class Setup:
    """Games of one kind: ``start`` and ``entry`` make them, ``listed`` are all results they can have, if listed."""

    name: str
    key: str
    start: Callable[[Random], Start]
    entry: Callable[[Any, Random], str]
    listed: frozenset[Result] = frozenset()


def main() -> None:
    chosen = asked(__doc__, games=10_000, seed=1)
    faults = [fault for setup in setups() for fault in run(setup, chosen.games, chosen.seed)]
    raise SystemExit(1 if faults else 0)


def setups() -> Iterator[Setup]:
    """Yield every kind of game that is played."""
    half = Fraction(1, 2)
    decided: frozenset[Result] = frozenset({(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (half, half)})
    yield Setup("quarto", "quarto", quarto.start, quarto.entry, decided)
    for seats in (2, 3, 4):
        yield Setup(f"quaro, {seats}", "quaro", partial(quaro.start, seats=seats), quaro.entry)
    for seats in (2, 3, 4):
        yield Setup(f"kwartet, {seats}", "kwartet", partial(kwartet.start, seats=seats), kwartet.entry)
    for first in quatro_chess.ALL_SETUPS:
        if "draw_points" in first.options:
            continue
        for draw_points in ("half", "share"):
            start = replace(first, options={**first.options, "draw_points": draw_points})
            owners = "".join(map(str, owners_of(start)))
            partners = ", partners" if start.options.get("teams") else ""
            name = f"quatro-chess, {start.seats}{partners}, colours {owners}, {draw_points}"
            listed = possible_points(start.options, owners_of(start))
            yield Setup(name, "quatro-chess", partial(_same, start), _chess_entry, listed)


def run(setup: Setup, count: int, seed: int, tries: int = TRIES) -> list[str]:
    """Play so many games, and up to ``tries`` aimed at each listed result that none gave; print what was seen; return
    every result that was refused or never came, as sentences."""
    lots, seen = Random(f"{seed} {setup.name}"), Counter[Result]()
    faults: dict[Result, str] = {}
    begun = time.process_time()
    for _ in range(count):
        start, points = _played(setup, lots)
        seen[points] += 1
        # a deck and the options differ from game to game where results are not listed
        if setup.listed and seen[points] > 1:
            continue
        if notice := _refusal(setup.key, start, points):
            faults[points] = f"{setup.name}: {' '.join(map(str, points))} is refused: {notice}"
    by_chance, aimed = len(seen), 0
    for points in sorted(setup.listed - set(seen)) if setup.key == "quatro-chess" else ():
        for _ in range(tries):
            if points in seen:
                break
            aimed += 1
            start = setup.start(lots)
            reached = _aimed(start, points, lots)
            if reached not in seen and (notice := _refusal(setup.key, start, reached)):
                faults[reached] = f"{setup.name}: {' '.join(map(str, reached))} is refused: {notice}"
            seen[reached] += 1
    seconds = time.process_time() - begun
    listed = f" of {len(setup.listed)}" if setup.listed else ""
    more = f", {len(seen) - by_chance} more in {aimed} games aimed at them" if aimed else ""
    print(f"{setup.name}: {count} games, {by_chance} results{listed}{more}; {len(faults)} refused; {seconds:.0f} s")
    if tries and (never := sorted(setup.listed - set(seen))):
        shown = "; ".join(" ".join(map(str, points)) for points in never)
        faults[never[0]] = f"{setup.name}: never seen, {len(never)} of {len(setup.listed)}: {shown}"
    for fault in faults.values():
        print(f"  {fault}")
    sys.stdout.flush()
    return list(faults.values())


def _same(start: Start, _: Random) -> Start:
    return start


def owners_of(start: Start) -> tuple[int, ...]:
    """Return who has white, red, black and green."""
    return begin(start).table.owners


def _played(setup: Setup, lots: Random) -> tuple[Start, Result]:
    """Play one game to its end; return its start and what each seat of a table gets, in Quatro Chess each colour."""
    game: Any = game_of(setup.key, {})
    start = setup.start(lots)
    state = game.start(replace(start, options=complete(game.info, start.options, start.seats)))
    if setup.key == "quatro-chess" and lots.random() > WHOLE:
        state = _thinned(state, lots)
    while (outcome := game.outcome(state)) is None:
        state = game.play(state, game.read(setup.entry(state, lots)))
    if setup.key == "quatro-chess":
        colours = outcome.extra["colours"]
        return start, tuple(Fraction(colours[colour.key]["points"]) for colour in Colour)
    return start, outcome.points


def _refusal(key: str, start: Start, points: Result) -> object:
    """Return why an event with these options refuses the result; None where it takes it."""
    options = dict(start.options)
    if key == "kwartet":
        options["quartets"] = start.setup["quartets"]
    seats = owners_of(start) if key == "quatro-chess" else range(1, start.seats + 1)
    return why_impossible(key, complete(game_of(key, {}).info, options, event=True), points, list(seats))


def _thinned(state: State, lots: Random) -> State:
    """Return a position of the same table with the kings and few pieces anywhere, often near the fifty-move rule."""
    kinds = [KING] * 4 + [lots.choice((QUEEN, ROOK)) for _ in range(lots.randint(0, 8))]
    board = bytearray(len(state.board))
    for number, (kind, square) in enumerate(zip(kinds, lots.sample(sorted(SQUARES), len(kinds)), strict=True)):
        board[square] = kind << 2 | number % 4
    quiet = lots.choice((0, 90, 140, 190))
    position = Position(replace(state, board=bytes(board), turn=lots.choice(COLOURS), quiet=quiet))
    settle(position)
    return position.freeze(0, None)


def _aimed(start: Start, points: Result, lots: Random) -> Result:
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
    outcome = GAME.outcome(replay(state, entries))
    assert outcome is not None
    return tuple(Fraction(outcome.extra["colours"][colour.key]["points"]) for colour in Colour)


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


def _chess_entry(state: State, lots: Random) -> str:
    """Return a random entry: often a colour gives up or is taken out, and a draw is claimed where it may be."""
    chance = lots.random()
    if chance < 0.3 and state.quiet >= 50 * len(state.living):
        return "draw50"
    if chance < 0.4:
        return "resign" if chance < 0.35 else f"forfeit {lots.choice(state.living).key}"
    return quatro_chess.some_move(state, lots, 0.5)


if __name__ == "__main__":
    main()
