"""Power pairing against folding by rank: repeats, score differences, seats and time, with the proven bounds.

    python -m benchmarks.swiss_tables [--size 4 --size 5 …] [PLAYERS …]

Every way pairs the same number of rounds of events in which strength and luck decide. ``spread`` is the
sum over all tables of highest less lowest score before the round; ``least`` is the smallest that any
tables could have had in those rounds. With several sizes of tables each line has the slowest round of ``power, strict``
as a multiple of that at the first size with as many players, measured in turns in the same run.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.documents.document import Event, Player, Round, Table
from tournaments.pairing.engine import pair
from tournaments.pairing.history import history
from tournaments.pairing.power.field import least_spread
from tournaments.pairing.quality import quality
from tournaments.pairing.seats import seat_tables

Way = Callable[[Event, int], Round]


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over an event; ``uneven``: players whose seat counts differ by two or more at the end."""

    repeats: int
    spread: int
    least: int
    uneven: int
    seconds: float


def power(event: Event, size: int) -> Round:
    """Pair a round with the program's own system."""
    return pair(event).rounds[0]


def fold(event: Event, size: int) -> Round:
    """Pair score groups in as many parts as a table has seats, every second one reversed; a group takes from the next
    what it lacks."""
    score, order = _ranking(event)
    groups: list[list[int]] = []
    rest = order
    while rest:
        length = sum(score[p] == score[rest[0]] for p in rest)
        length += -length % size
        group, rest = rest[:length], rest[length:]
        k = len(group) // size
        parts = [group[at * k : (at + 1) * k][:: -1 if at % 2 else 1] for at in range(size)]
        groups += [[part[i] for part in parts] for i in range(k)]
    return _seated(event, groups, size)


def by_rank(event: Event, size: int) -> Round:
    """Seat the first table of players, the next one, and so on."""
    _, order = _ranking(event)
    return _seated(event, [order[k : k + size] for k in range(0, len(order), size)], size)


def _ranking(event: Event) -> tuple[dict[int, int], list[int]]:
    score = _scores(event)
    return score, sorted(score, key=lambda p: (-score[p], p))


def _scores(event: Event) -> dict[int, int]:
    score = {p.id: 0 for p in event.players}
    for round_ in event.rounds:
        for table in round_.tables:
            for player, points in zip(table.seats, table.points or (), strict=True):
                score[player] += int(points or 0)
    return score


def _seated(event: Event, groups: list[list[int]], size: int) -> Round:
    seats = seat_tables(groups, event, history(event.rounds, size))
    return Round(len(event.rounds) + 1, tuple(Table(k, s) for k, s in enumerate(seats, 1)))


def totals(
    people: int, rounds: int, seed: int, paired: Way = power, repeat_weight: int | None = None, size: int = 4
) -> Totals:
    """Return the sums over one event of ``people``, a multiple of ``size``."""
    lots = random.Random(seed)
    strength = [0.0] + [lots.gauss(0, 1) for _ in range(people)]
    ratings = [0] + [int(1500 + 200 * s + lots.gauss(0, 100)) for s in strength[1:]]
    order = sorted(range(1, people + 1), key=lambda p: -ratings[p])
    players = tuple(Player(k, f"P{k}", rating=ratings[p]) for k, p in enumerate(order, 1))
    skill = [0.0] + [strength[p] for p in order]
    options = {
        "system": "swiss-tables",
        "table_size": size,
        **({} if repeat_weight is None else {"repeat_weight": repeat_weight}),
    }
    event = Event("Benchmark", "kwartet", pairing=options, players=players)
    spread = least = 0
    slowest = 0.0
    for _ in range(rounds):
        start = time.process_time()
        round_ = paired(event, size)
        slowest = max(slowest, time.process_time() - start)
        score = _scores(event)
        spread += sum(max(score[p] for p in t.seats) - min(score[p] for p in t.seats) for t in round_.tables)
        least += least_spread(sorted(score.values(), reverse=True), [size] * (people // size))
        event = replace(event, rounds=(*event.rounds, _played(round_, skill, lots)))
    figures = quality(event)
    uneven = sum(max(c) - min(c) > 1 for c in history(event.rounds, size).seats.values())
    return Totals(figures.repeated_pairs, spread, least, uneven, slowest)


def _played(round_: Round, skill: list[float], lots: random.Random) -> Round:
    tables = []
    for table in round_.tables:
        form = {p: 1.2 * skill[p] + lots.gauss(0, 1.3) for p in table.seats}
        best_first = sorted(table.seats, key=lambda p: -form[p])
        points = tuple(Fraction(len(best_first) - 1 - best_first.index(p)) for p in table.seats)
        tables.append(replace(table, points=points, end="played"))
    return replace(round_, tables=tuple(tables))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, action="append", choices=(3, 4, 5, 6), help="can be repeated")
    parser.add_argument("players", type=int, nargs="*", default=[16, 64, 200, 256, 1000])
    asked = parser.parse_args()
    print("players  size  way               repeats  spread  least  uneven seats  slowest round, s of CPU")
    for people in asked.players:
        strict: dict[int, float] = {}
        for size in asked.size or [4]:
            if people % size:
                continue
            ways: list[tuple[str, Way, int | None]] = [
                ("fold by rank", fold, None),
                ("consecutive ranks", by_rank, None),
                ("power, strict", power, None),
                ("power, weight 1", power, 1),
            ]
            seeds = range(5 if people <= 64 else 2)
            for name, way, weight in ways:
                runs = [totals(people, 7, seed, way, weight, size) for seed in seeds]
                keys = ("repeats", "spread", "least", "uneven")
                mean = [sum(getattr(r, key) for r in runs) / len(runs) for key in keys]
                slowest = max(r.seconds for r in runs)
                figures = "  ".join(f"{value:7.1f}" for value in mean)
                print(f"{people:7}  {size:4}  {name:17} {figures}  {slowest:.3f}")
                if name == "power, strict":
                    strict[size] = slowest
        if len(strict) > 1:
            first = next(iter(strict))
            ratios = ", ".join(f"{size}: {seconds / strict[first]:.2f}" for size, seconds in strict.items())
            print(f"{people:7}  slowest round of power, strict, as a multiple of tables of {first}: {ratios}")


if __name__ == "__main__":
    main()
