"""Random games, held against what a table can give: none ends with a result that an event would refuse.

``python -m reliability.results [GAMES [SEED [JOBS [FIRST]]]]`` (default 10,000 of each setup, seed 1)
plays games with the engines: every game, each number of players, partners, colours of one player, both ways to count a
draw. Setups in which the play is the same share their games: each of them counts the same end its own way. Each result
goes the way of an event's results. Where the possible results can be listed, games are aimed at each that was not seen:
kings begin in corners where a queen leaves them no move.

Games are played in portions, each with lots of its own: runs of one seed that begin at other portions (``FIRST``) add
up, and so do runs of other seeds. Exits with 1 where a result was refused, or one that is listed never came.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from multiprocessing import Pool
from random import Random
from typing import Any

from benchmarks.programs import asked
from games.core.game import Start
from games.core.options import complete
from games.core.registry import game_of
from games.quatro_chess.board import COLOURS
from games.quatro_chess.play import begin
from games.quatro_chess.points import possible_points
from games.quatro_chess.position import Position
from games.quatro_chess.state import Table
from reliability.chess_games import Result, aimed, by_colour, random_game
from scoring.documents.gamelink import why_impossible
from tests.games.kwartet import sample as kwartet
from tests.games.quaro import sample as quaro
from tests.games.quarto import sample as quarto
from tests.games.quatro_chess import sample as quatro_chess

CHESS = "quatro-chess"

PORTION = 1_000
"""Games that are played with lots of their own; after one of each setup it is told how far the run is."""

TRIES = 200
"""Games aimed at a result before it counts as never seen."""


@dataclass(frozen=True)
class Setup:
    """Games of one kind: ``start`` begins them, ``entry`` goes on with them (Quatro Chess has games of its own),
    ``listed`` are all results they can have, if listed."""

    name: str
    key: str
    start: Callable[[Random], Start]
    entry: Callable[[Any, Random], str] | None = None
    listed: frozenset[Result] = frozenset()


@dataclass
class Tally:
    """The results of games of one setup: how often each came, and a sentence for each that was refused."""

    seen: Counter[Result] = field(default_factory=Counter)
    refused: dict[Result, str] = field(default_factory=dict)

    def add(self, setup: Setup, start: Start, points: Result, times: int = 1) -> None:
        """Count a result, and ask an event for it. A listed one that came before is not asked for again: other decks
        and options make another question, and their results are not listed."""
        self.seen[points] += times
        if setup.listed and self.seen[points] > times:
            return
        if notice := _refusal(setup.key, start, points):
            self.refused[points] = f"{setup.name}: {' '.join(map(str, points))} is refused: {notice}"

    def join(self, other: Tally) -> None:
        self.seen += other.seen
        self.refused |= other.refused


def main() -> None:
    chosen = asked(__doc__, games=10_000, seed=1, jobs=1, first=0)
    faults = run(list(setups()), chosen.games, chosen.seed, first=chosen.first, jobs=chosen.jobs)
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
            owners = table_of(start).owners
            partners = ", partners" if start.options.get("teams") else ""
            name = f"{CHESS}, {start.seats}{partners}, colours {''.join(map(str, owners))}, {draw_points}"
            yield Setup(name, CHESS, partial(_same, start), listed=possible_points(start.options, owners))


def run(
    played: Sequence[Setup], count: int, seed: int, *, first: int = 0, jobs: int = 1, tries: int = TRIES
) -> list[str]:
    """Play so many games of each setup, and up to ``tries`` aimed at each listed result that none gave; print what was
    seen; return every result that was refused or never came, as sentences."""
    tallies = {setup.name: Tally() for setup in played}
    faults: list[str] = []
    begun = time.monotonic()
    alike = played_alike(played)
    sizes = [min(PORTION, count - at) for at in range(0, count, PORTION)]
    work = [
        (together, size, f"{seed} {together[0].name} {number}")
        for number, size in enumerate(sizes, first)
        for together in alike
    ]
    with ExitStack() as pools:
        each = pools.enter_context(Pool(jobs)).imap if jobs > 1 else map
        for done, part in enumerate(each(_portion, work), 1):
            for name, tally in part.items():
                faults += _told(fault for points, fault in tally.refused.items() if points not in tallies[name].refused)
                tallies[name].join(tally)
            if done % len(alike) == 0:
                number = done // len(alike) - 1
                print(
                    f"seed {seed}, portions {first} to {first + number}: {sum(sizes[: number + 1])} games of each of "
                    f"{len(played)} setups; {len(faults)} results refused; {time.monotonic() - begun:.0f} s",
                    flush=True,
                )
    for setup in played:
        faults += _told(_finished(setup, count, tallies[setup.name], Random(f"{seed} {setup.name}"), tries))
    return faults


def played_alike(played: Sequence[Setup]) -> list[list[Setup]]:
    """Return the setups by how they are played: alike where the same colours may take each other and win together."""
    alike: dict[object, list[Setup]] = defaultdict(list)
    for setup in played:
        play: object = setup.name
        if setup.key == CHESS:
            table = table_of(setup.start(Random()))
            sides = tuple(table.side(one) == table.side(other) for one in COLOURS for other in COLOURS)
            play = tuple(map(table.hostile, COLOURS)), sides
        alike[play].append(setup)
    return list(alike.values())


def _portion(work: tuple[Sequence[Setup], int, str]) -> dict[str, Tally]:
    """Play games that are alike, by the lots of a seed; return what they gave in each setup."""
    alike, count, seed = work
    lots = Random(seed)
    if alike[0].key == CHESS:
        return _chess_portion(alike, count, lots)
    (setup,) = alike
    tally = Tally()
    for _ in range(count):
        tally.add(setup, *_played(setup, lots))
    return {setup.name: tally}


def _chess_portion(alike: Sequence[Setup], count: int, lots: Random) -> dict[str, Tally]:
    starts = [setup.start(lots) for setup in alike]
    first = begin(starts[0])
    # what a table gets follows from who went out how, and from the end: the engine is asked once for each
    ends = Counter[object]()
    examples: dict[object, Position] = {}
    for _ in range(count):
        position = random_game(first, lots)
        end = position.out, position.termination
        ends[end] += 1
        examples.setdefault(end, position)
    tallies = {setup.name: Tally() for setup in alike}
    for setup, start in zip(alike, starts, strict=True):
        for example, position in examples.items():
            state = replace(position.freeze(0, None), table=table_of(start))
            tallies[setup.name].add(setup, start, by_colour(state), ends[example])
    return tallies


def _finished(setup: Setup, count: int, tally: Tally, lots: Random, tries: int) -> Iterator[str]:
    """Play games aimed at the listed results that did not come, print what the setup gave, and yield what is wrong."""
    begun = time.process_time()
    by_chance, more = len(tally.seen), 0
    refused = set(tally.refused)
    for points in sorted(setup.listed - set(tally.seen)) if setup.key == CHESS else ():
        for _ in range(tries):
            if points in tally.seen:
                break
            more += 1
            start = setup.start(lots)
            tally.add(setup, start, aimed(start, points, lots))
    listed = f" of {len(setup.listed)}" if setup.listed else ""
    found = f", {len(tally.seen) - by_chance} more in {more} games aimed at them" if more else ""
    seconds = f"; {time.process_time() - begun:.0f} s" if more else ""
    print(f"{setup.name}: {count} games, {by_chance} results{listed}{found}; {len(tally.refused)} refused{seconds}")
    yield from (fault for points, fault in tally.refused.items() if points not in refused)
    if tries and (never := sorted(setup.listed - set(tally.seen))):
        shown = "; ".join(" ".join(map(str, points)) for points in never)
        yield f"{setup.name}: never seen, {len(never)} of {len(setup.listed)}: {shown}"


def _told(faults: Iterator[str]) -> list[str]:
    told = list(faults)
    for fault in told:
        print(f"  {fault}")
    sys.stdout.flush()
    return told


def _same(start: Start, _: Random) -> Start:
    return start


def table_of(start: Start) -> Table:
    """Return what is fixed before the first move of Quatro Chess: who has which colours, and who plays together."""
    return begin(start).table


def _played(setup: Setup, lots: Random) -> tuple[Start, Result]:
    """Play one game to its end; return its start and what each seat of the table gets."""
    game: Any = game_of(setup.key, {})
    start = setup.start(lots)
    state = game.start(replace(start, options=complete(game.info, start.options, start.seats)))
    assert setup.entry is not None
    while (outcome := game.outcome(state)) is None:
        state = game.play(state, game.read(setup.entry(state, lots)))
    return start, outcome.points


def _refusal(key: str, start: Start, points: Result) -> object:
    """Return why an event with these options refuses the result; None where it takes it."""
    options = dict(start.options)
    if key == "kwartet":
        options["quartets"] = start.setup["quartets"]
    seats = table_of(start).owners if key == CHESS else range(1, start.seats + 1)
    return why_impossible(key, complete(game_of(key, {}).info, options, event=True), points, list(seats))


if __name__ == "__main__":
    main()
