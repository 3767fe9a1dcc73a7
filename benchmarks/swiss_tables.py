"""Power pairing against folding by rank: repeats, score differences, seats and time, with the proven bounds.

    python -m benchmarks.swiss_tables [PLAYERS …]

Every way pairs the same number of rounds of events in which strength and luck decide. ``spread`` is the
sum over all tables of highest less lowest score before the round; ``least`` is the smallest that any
tables could have had in those rounds.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.document import Event, Player, Round, Table
from tournaments.pairing.engine import pair
from tournaments.pairing.history import history
from tournaments.pairing.power.start import least_spread
from tournaments.pairing.quality import quality
from tournaments.pairing.seats import seat_tables

Way = Callable[[Event], Round]


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over an event; ``uneven``: players whose seat counts differ by two or more at the end."""

    repeats: int
    spread: int
    least: int
    uneven: int
    seconds: float


def power(event: Event) -> Round:
    """Pair a round with the program's own system."""
    return pair(event).rounds[0]


def fold(event: Event) -> Round:
    """Pair score groups in quarters, the second and fourth reversed; a group takes from the next what it lacks."""
    score, order = _ranking(event)
    groups: list[list[int]] = []
    rest = order
    while rest:
        length = sum(score[p] == score[rest[0]] for p in rest)
        length += -length % 4
        group, rest = rest[:length], rest[length:]
        k = len(group) // 4
        groups += [[group[i], group[2 * k - 1 - i], group[2 * k + i], group[4 * k - 1 - i]] for i in range(k)]
    return _seated(event, groups)


def by_rank(event: Event) -> Round:
    """Seat the first four, the next four, and so on."""
    _, order = _ranking(event)
    return _seated(event, [order[k : k + 4] for k in range(0, len(order), 4)])


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


def _seated(event: Event, groups: list[list[int]]) -> Round:
    seats = seat_tables(groups, event, history(event.rounds, 4))
    return Round(len(event.rounds) + 1, tuple(Table(k, s) for k, s in enumerate(seats, 1)))


def totals(people: int, rounds: int, seed: int, paired: Way = power, repeat_weight: int | None = None) -> Totals:
    """Return the sums over one event of ``people`` (a multiple of four)."""
    lots = random.Random(seed)
    strength = [0.0] + [lots.gauss(0, 1) for _ in range(people)]
    ratings = [0] + [int(1500 + 200 * s + lots.gauss(0, 100)) for s in strength[1:]]
    order = sorted(range(1, people + 1), key=lambda p: -ratings[p])
    players = tuple(Player(k, f"P{k}", rating=ratings[p]) for k, p in enumerate(order, 1))
    skill = [0.0] + [strength[p] for p in order]
    options = {
        "system": "swiss-tables",
        **({} if repeat_weight is None else {"repeat_weight": repeat_weight}),
    }
    event = Event("Benchmark", "kwartet", pairing=options, players=players)
    spread = least = 0
    slowest = 0.0
    for _ in range(rounds):
        start = time.process_time()
        round_ = paired(event)
        slowest = max(slowest, time.process_time() - start)
        score = _scores(event)
        spread += sum(max(score[p] for p in t.seats) - min(score[p] for p in t.seats) for t in round_.tables)
        least += least_spread(sorted(score.values(), reverse=True), [4] * (people // 4))
        event = replace(event, rounds=(*event.rounds, _played(round_, skill, lots)))
    figures = quality(event)
    uneven = sum(max(c) - min(c) > 1 for c in history(event.rounds, 4).seats.values())
    return Totals(figures.repeated_pairs, spread, least, uneven, slowest)


def _played(round_: Round, skill: list[float], lots: random.Random) -> Round:
    tables = []
    for table in round_.tables:
        form = {p: 1.2 * skill[p] + lots.gauss(0, 1.3) for p in table.seats}
        best_first = sorted(table.seats, key=lambda p: -form[p])
        points = tuple(Fraction(3 - best_first.index(p)) for p in table.seats)
        tables.append(replace(table, points=points, end="played"))
    return replace(round_, tables=tuple(tables))


def main() -> None:
    """Print the table."""
    sizes = [int(a) for a in sys.argv[1:]] or [16, 64, 200, 256, 1000]
    print("players  way               repeats  spread  least  uneven seats  slowest round, s of CPU")
    for people in sizes:
        ways: list[tuple[str, Way, int | None]] = [
            ("fold by rank", fold, None),
            ("consecutive ranks", by_rank, None),
            ("power, strict", power, None),
            ("power, weight 1", power, 1),
        ]
        seeds = range(5 if people <= 64 else 2)
        for name, way, weight in ways:
            runs = [totals(people, 7, seed, way, weight) for seed in seeds]
            mean = [sum(getattr(r, key) for r in runs) / len(runs) for key in ("repeats", "spread", "least", "uneven")]
            slowest = max(r.seconds for r in runs)
            print(f"{people:7}  {name:17} " + "  ".join(f"{value:7.1f}" for value in mean) + f"  {slowest:.3f}")


if __name__ == "__main__":
    main()
