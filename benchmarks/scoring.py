"""The time that standings take: the curve over 10 … 10,000 players, and where the time of 1,000 goes.

Run ``python -m benchmarks.scoring [SEATS]`` from the project's root. Nine rounds at tables of four, six tie-breaks,
one core; the least processor time of several runs. The exponent is that of growth from one size to the next.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from fractions import Fraction

from benchmarks.programs import asked
from scoring.documents.document import Bye, Event, Player, Round, Table
from scoring.documents.writing import event_text
from scoring.input.reading import read_event
from scoring.output import standings_document
from scoring.pairwise import history_of
from scoring.standings import standings

SIZES = (10, 30, 100, 300, 1_000, 3_000, 10_000)
PLACES = {2: ("1", "0"), 3: ("2", "1", "0"), 4: ("8", "4", "2", "0")}
TIE_BREAKS = ("DE", "BH/C1", "BH", "SB", "WIN", "PS")


def big_event(players: int, rounds: int = 9, seats: int = 4, seed: int = 1) -> Event:
    """Make an event with random seats and results; players for whom no table is left have a bye."""
    rng = random.Random(seed)
    places = [Fraction(points) for points in PLACES[seats]]
    played = []
    for number in range(1, rounds + 1):
        ids = list(range(1, players + 1))
        rng.shuffle(ids)
        tables = []
        for index in range(players // seats):
            points = places[:]
            rng.shuffle(points)
            sitting = tuple(ids[index * seats : (index + 1) * seats])
            tables.append(Table(index + 1, sitting, tuple(points), None, "played"))
        left = ids[players // seats * seats :]
        played.append(Round(number, tuple(tables), tuple(Bye(player) for player in left)))
    return Event(
        name="Benchmark",
        game={2: "quarto", 3: "quaro", 4: "quatro-chess"}[seats],
        pairing={"system": "swiss" if seats == 2 else "swiss-tables", "rounds": rounds, "table_size": seats},
        scoring={"tie_breaks": list(TIE_BREAKS)},
        players=tuple(Player(id, f"Player {id}", 1000 + id % 900) for id in range(1, players + 1)),
        rounds=tuple(played),
    )


def seconds(work: Callable[[], object], least: float = 0.5) -> float:
    """Return the best processor time of at least three runs, and of more until ``least`` seconds are used."""
    best, spent, runs = math.inf, 0.0, 0
    while spent < least or runs < 3:
        start = time.process_time()
        work()
        took = time.process_time() - start
        best, spent, runs = min(best, took), spent + took, runs + 1
    return best


def main() -> None:
    seats = asked(__doc__, seats=4).seats
    if seats not in PLACES:
        raise SystemExit("Say 2, 3 or 4 seats.")
    print(f"Standings after 9 rounds at tables of {seats}, tie-breaks {' '.join(TIE_BREAKS)}")
    print(f"{'players':>8} {'ms':>10} {'µs a result':>12} {'exponent':>9}")
    before: tuple[int, float] | None = None
    for size in SIZES:
        event = big_event(size, seats=seats)
        took = seconds(lambda event=event: standings(event))  # type: ignore[misc]
        grown = math.log(took / before[1]) / math.log(size / before[0]) if before else float("nan")
        print(f"{size:>8} {took * 1e3:>10.2f} {took * 1e6 / (9 * size):>12.2f} {grown:>9.2f}")
        before = size, took
    event = big_event(1_000, seats=seats)
    text = event_text(event)
    result = standings(event)
    for name, work in (
        ("history", lambda: history_of(event)),
        ("standings", lambda: standings(event)),
        ("as JSON values", lambda: standings_document(result)),
        ("write the document", lambda: event_text(event)),
        ("read the document", lambda: read_event(text)),
    ):
        print(f"1,000 players: {name:<20} {seconds(work) * 1e3:8.2f} ms")


if __name__ == "__main__":
    main()
