"""Processor time of a round of the Swiss at 100, 500 and 1,000 players, Dutch and Burstein, and how it grows.

    python -m benchmarks.dutch [SIZE …]

Each event is paired round by round, with results by strength; the times are those of rounds 2 to 10, of one core, and
for Burstein those after its four seeding rounds.
The last column is the slowest round against the slowest of the first size, so that a busy machine does not matter.
"""

from __future__ import annotations

import random
import time
from dataclasses import replace
from fractions import Fraction

from benchmarks.programs import asked
from scoring.documents.document import Event, Player, Round, Table
from scoring.input.rules import BURSTEIN
from tournaments.pairing.dutch.opposition import MOST_SEEDING
from tournaments.pairing.engine import pair

SIZES = (100, 500, 1000)
ROUNDS = 10


def played(round_: Round, people: int, lots: random.Random) -> Round:
    """Return the round with results: the farther apart two players are, the likelier the lower number wins."""
    half = Fraction(1, 2)
    tables: list[Table] = []
    for table in round_.tables:
        white, black = table.seats
        share = 1 / (1 + 10 ** (3 * (white - black) / people))
        luck = lots.random()
        won = Fraction(1) if luck < share - 0.15 else half if luck < share + 0.15 else Fraction(0)
        tables.append(replace(table, points=(won, 1 - won), end="played"))
    return replace(round_, tables=tuple(tables))


def times(people: int, edition: str) -> list[float]:
    """Measure rounds 2 to 10, or those after the seeding rounds, each in seconds."""
    lots = random.Random(people)
    players = tuple(Player(i, f"P{i}") for i in range(1, people + 1))
    chosen = {"system": "swiss", "rounds": ROUNDS + 2, "edition": edition}
    event = Event("Benchmark", "quarto", pairing=chosen, players=players)
    out = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        round_ = pair(event).rounds[0]
        out.append(time.process_time() - begin)
        event = replace(event, rounds=(*event.rounds, played(round_, people, lots)))
    return out[MOST_SEEDING if edition == BURSTEIN else 1 :]


def main() -> None:
    """Print a line for each size."""
    sizes = asked(__doc__, players=SIZES).players
    for edition in ("2026", BURSTEIN):
        times(30, edition)  # so that imports do not count
        first = 0.0
        print(f"{edition:14} players   middle  slowest    ratio")
        for people in sizes:
            seconds = sorted(times(people, edition))
            first = first or seconds[-1]
            middle = seconds[len(seconds) // 2]
            print(f"{people:22} {middle:7.2f}s {seconds[-1]:7.2f}s {seconds[-1] / first:8.1f}")


if __name__ == "__main__":
    main()
