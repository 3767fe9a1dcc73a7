"""Fresh random events of every kind of game: each tie-break, counted by the program and by its plain definition.

``python -m reliability.tie_breaks [--minutes N] [--seed S]`` (default 60 minutes, seed by chance) draws events as the
tests do, but never the same ones, and holds every tie-break of each against ``tests.scoring.naive``. The minutes are
of processor time. Exits with 1 at the first difference, with the event.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

from hypothesis import HealthCheck, Phase, given, seed, settings

from scoring.documents.document import Event
from tests.scoring.declared_kinds import DECLARED
from tests.scoring.events import ENGINES, events
from tests.scoring.test_second_implementation import CODES, assert_defined

AT_A_TIME = 50
"""Events of one kind before the next kind has its turn."""


def main(arguments: list[str]) -> int:
    """Draw events of every kind in turn until the time is over, and say how many there were."""
    asked = argparse.ArgumentParser(prog="python -m reliability.tie_breaks")
    asked.add_argument("--minutes", type=float, default=60)
    asked.add_argument("--seed", type=int, default=Random().randrange(2**32))
    said = asked.parse_args(arguments)
    print(f"seed {said.seed}", flush=True)
    lots, drawn = Random(said.seed), Counter[str]()
    kinds = (*ENGINES, *DECLARED)
    while time.process_time() < said.minutes * 60:
        for kind in kinds:
            _try(kind, lots.randrange(2**32), drawn)
        print(f"{time.process_time() / 60:.1f} minutes: {drawn.total()} events", flush=True)
    for kind in kinds:
        print(f"{kind}: {drawn[kind]} events, {len(CODES)} tie-breaks each, equal")
    return 0


def _try(kind: str, start: int, drawn: Counter[str]) -> None:
    @seed(start)
    @settings(
        max_examples=AT_A_TIME,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(events(most_players=7, kind=kind))
    def equal(event: Event) -> None:
        drawn[kind] += 1
        for text in CODES:
            assert_defined(event, text)

    equal()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
