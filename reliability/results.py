"""Random games, held against what a table can give: none ends with a result that an event would refuse.

``python -m reliability.results [--games N] [--seed S]`` (default 10,000 of each setup, seed 1) plays games with the
engines: every game, each number of players, partners, colours of one player, both ways to count a draw. Most games of
Quatro Chess begin with few pieces and a counter near the fifty-move rule, and colours give up or are taken out often;
one in fifty begins from the first position. Each result goes the way of an event's results. Where the possible results
can be listed, it says which were never seen. Exits with 1 where a result was refused.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from games.core.game import Start
from games.core.options import complete
from games.core.registry import game_of
from games.quatro_chess.board import COLOURS, KING, QUEEN, ROOK, SQUARES, Colour
from games.quatro_chess.generate import settle
from games.quatro_chess.points import possible_points
from games.quatro_chess.position import Position
from games.quatro_chess.setup import begin
from games.quatro_chess.state import State
from scoring.gamelink import why_impossible
from tests.games.kwartet import sample as kwartet
from tests.games.quaro import sample as quaro
from tests.games.quarto import sample as quarto
from tests.games.quatro_chess import sample as quatro_chess

WHOLE = 0.02
"""The share of games of Quatro Chess that begin from the first position."""

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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    faults = [fault for setup in setups() for fault in run(setup, chosen.games, chosen.seed)]
    raise SystemExit(1 if faults else 0)


def setups() -> Iterator[Setup]:
    """Yield every kind of game that is played."""
    half = Fraction(1, 2)
    decided: frozenset[Result] = frozenset({(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (half, half)})
    yield Setup("quarto", "quarto", quarto.start, quarto.entry, decided)
    yield Setup("quaro, 2 to 4", "quaro", quaro.start, quaro.entry)
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


def run(setup: Setup, count: int, seed: int) -> list[str]:
    """Play so many games; print what was seen; return every result that was refused, as sentences."""
    lots, seen = Random(f"{seed} {setup.name}"), Counter[Result]()
    faults: dict[Result, str] = {}
    begun = time.monotonic()
    for _ in range(count):
        start, points = _played(setup, lots)
        seen[points] += 1
        # a deck and the options differ from game to game where results are not listed
        if setup.listed and seen[points] > 1:
            continue
        if notice := _refusal(setup.key, start, points):
            faults[points] = f"{setup.name}: {' '.join(map(str, points))} is refused: {notice}"
    seconds = time.monotonic() - begun
    print(f"{setup.name}: {count} games in {seconds:.0f} s, {len(seen)} results, {len(faults)} refused", flush=True)
    for fault in faults.values():
        print(f"  {fault}", flush=True)
    if never := sorted(setup.listed - set(seen)):
        shown = "; ".join(" ".join(map(str, points)) for points in never)
        print(f"  never seen, {len(never)} of {len(setup.listed)}: {shown}", flush=True)
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
