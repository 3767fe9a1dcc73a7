"""Time and quality of every pairing system at 16, 64, 256 and 1000 players.

    python -m benchmarks.pairing [SYSTEM …] [--sizes 16,64]

Fixed schedules are made whole; other systems pair a sixth round after five with drawn results. Times are of
one core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.documents.document import DocumentError, Event, Player, Round, Table, Team
from scoring.lots import Lots
from tournaments.pairing.core import PairingError, Quality
from tournaments.pairing.engine import pair, prepare
from tournaments.pairing.registry import systems

SIZES = (16, 64, 256, 1000)
ONLY = {"double-team": (8,), "triple-team": (12,)}
"""Players of the systems that are for so many only."""

ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Line:
    """A measurement of one system at one size; ``quality`` is None where it cannot be paired."""

    system: str
    players: int
    rounds: int
    seconds: float
    quality: Quality | None
    reason: str = ""


def an_event(system: str, people: int) -> Event:
    """Make an event of players with falling ratings, in teams of four, with the rounds that a day allows."""
    # board groups need a multiple of four teams
    members = 5 if system == "board-groups" and people % 16 else 4
    players = tuple(
        Player(i, f"Player {i}", rating=2400 - i, team=f"T{(i - 1) // members + 1}", board=(i - 1) % members + 1)
        for i in range(1, people + 1)
    )
    teams = tuple(Team(f"T{t}", f"Team {t}") for t in range(1, people // members + 1))
    options: dict[str, object] = {"system": system, "seed": 1}
    if system in {"tables", "swiss", "swiss-tables", "board-groups", "whist"}:
        options["rounds"] = ROUNDS
    if system == "knockout":
        options["table_size"] = 4
    return Event("Benchmark", "quarto", pairing=options, players=players, teams=teams)


def with_results(round_: Round, lots: Lots) -> Round:
    """Return the round with points drawn by lot: a place at each table."""
    tables = []
    for table in round_.tables:
        points = lots.shuffled(range(len(table.seats)))
        tables.append(replace(table, points=tuple(Fraction(p) for p in points), end="played"))
    return replace(round_, tables=tuple[Table, ...](tables))


def measure(system: str, people: int) -> Line:
    """Measure one line: the whole schedule, or the round after five."""
    event = an_event(system, people)
    lots = Lots(1, "benchmark", system, people)
    try:
        known, ready = prepare(event)
        every = known.is_fixed(ready)
        if not every:
            for _ in range(ROUNDS - 1):
                length = known.length(ready)
                if length is not None and len(event.rounds) + 1 >= length:
                    break
                answer = pair(event)
                event = replace(event, rounds=(*event.rounds, with_results(answer.rounds[0], lots)))
        start = time.perf_counter()
        answer = pair(event, every=every)
        seconds = time.perf_counter() - start
    except (PairingError, DocumentError) as error:
        return Line(system, people, 0, 0.0, None, str(error))
    return Line(system, people, len(event.rounds) + len(answer.rounds), seconds, answer.quality)


def lines(chosen: list[str], sizes: tuple[int, ...]) -> Iterator[Line]:
    for system in chosen or list(systems()):
        for people in ONLY.get(system, sizes):
            yield measure(system, people)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("systems", nargs="*")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    chosen = parser.parse_args()
    sizes = tuple(int(s) for s in chosen.sizes.split(","))
    heads = ("system", "players", "rounds", "seconds", "repeats", "bound", "most", "seats")
    print("{:14} {:>7} {:>6} {:>9} {:>8} {:>8} {:>5} {:>5}".format(*heads))
    for line in lines(chosen.systems, sizes):
        if line.quality is None:
            print(f"{line.system:14} {line.players:7} — {line.reason}")
            continue
        q = line.quality
        proven = " optimal: proven" if q.optimal else ""
        print(
            f"{line.system:14} {line.players:7} {line.rounds:6} {line.seconds:9.3f} {q.repeated_pairs:8} "
            f"{q.bound:8} {q.most_meetings:5} {q.seat_spread:5}{proven}",
            flush=True,
        )


if __name__ == "__main__":
    main()
