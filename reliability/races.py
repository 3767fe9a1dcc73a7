"""Two or more at once at one table, round, player or import: whatever the database decides must be right.

``python -m reliability.races [COUNT] [SEED] [SCENE …]`` (default 1,000 of all scenes of ``reliability.scenes``) makes a
database of its own and lets people, programs and workers loose on it with real connections. After each race it is
looked up in the database that nothing is doubled, that every acknowledged write is there and in the log exactly once,
and that the end is one that some order of those who raced gives; after each fifty that the standings are those that
the results make. Exits with 1 where anything is not so, PostgreSQL saw a deadlock, or somebody was answered with an
error that is no refusal.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Sequence

from benchmarks.programs import asked, own_site

FRESH = 50
"""Races in one tournament; then there is a new one."""


def main() -> None:
    chosen = asked(__doc__, count=1000, seed=1, scenes=())
    with own_site("tests.settings", named=False):
        problems = run(chosen.count, chosen.seed, chosen.scenes)
    raise SystemExit(1 if problems else 0)


def run(count: int, seed: int, chosen: Sequence[str]) -> list[str]:
    """Run so many races; return everything that was wrong, as sentences."""
    from reliability.hall import Hall, without_broker
    from reliability.scenes import SCENES

    lots = random.Random(seed)
    problems: list[str] = []
    tally: Counter[str] = Counter()
    begun = time.monotonic()
    with without_broker():
        hall = Hall()
        for number in range(1, count + 1):
            name = lots.choice(chosen or list(SCENES))
            tally[name] += 1
            faults = [f"Race {number} ({name}): {problem}" for problem in SCENES[name](lots, hall)]
            if number % FRESH == 0 or number == count:
                faults += [f"After race {number}: {problem}" for problem in standings_are_right(hall)]
                hall = Hall()
                if number % (20 * FRESH) == 0:
                    print(f"{number:6} races, {time.monotonic() - begun:.0f} s", flush=True)
            for problem in faults:
                print(problem, flush=True)
            problems += faults
    deadlocks = count_deadlocks()
    if deadlocks:
        problems.append(f"PostgreSQL saw {deadlocks} deadlocks.")
        print(problems[-1])
    print(
        f"{count} races in {time.monotonic() - begun:.0f} s, {deadlocks} deadlocks, {len(problems)} problems: "
        + ", ".join(f"{name} {times}" for name, times in sorted(tally.items()))
    )
    return problems


def standings_are_right(hall) -> list[str]:  # type: ignore[no-untyped-def]
    """Check that the standings, computed step by step, by many at once, are those that the results make."""
    from reliability.hall import at_once, strange
    from tournaments.jobs.standings import keep_up
    from tournaments.models import Tournament
    from tournaments.selectors.events.events import event_of
    from tournaments.selectors.standings.current_standings import body_of

    problems = list(strange(at_once(*[lambda: keep_up(hall.evening.pk)] * 3)))
    tournament = Tournament.objects.get(pk=hall.evening.pk)
    stored = tournament.standings.get(after_round=1)
    due = json.loads(json.dumps(body_of(event_of(tournament), 1)))
    if stored.body != due or stored.computed_for != tournament.results_version:
        problems.append("the standings are not those that the results make")
    return problems


def count_deadlocks() -> int:
    """Return the number of deadlocks that PostgreSQL has seen in this database."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    main()
