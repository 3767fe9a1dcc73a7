"""An evening without a broker: what is entered is in the standings within a second, as with one.

``python -m reliability.broker [MINUTES [redis|rabbitmq]]`` (default 3, rabbitmq) starts what `reliability.servers`
does: two web processes, two workers, PostgreSQL, the broker and nginx. Results are entered one after the other while
the broker is there, frozen, killed, and back with an empty queue. From Enter until the public standings show a result
is counted, per stage: median, 95th percentile and most. Exits with 1 where the 95th percentile of a stage is above a
second, or a result is in no standings.
"""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import sys
import time
from collections.abc import Callable

from benchmarks.evening import SET_UP, enter, shows, signed_in
from benchmarks.programs import asked
from reliability.servers import PATIENCE, Processes, Site, everything

RESULTS = 60
WANTED = 1.0


def main() -> None:
    chosen = asked(__doc__, minutes=3.0, kind="rabbitmq")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with everything(chosen.kind) as (run, site, _port):
        late = evening(run, site, chosen.kind, 60 * chosen.minutes / RESULTS)
    print("Nobody noticed." if not late else f"Too late: {', '.join(late)}.")
    sys.exit(bool(late))


def evening(run: Processes, site: Site, kind: str, pause: float) -> list[str]:
    """Enter the results, one each ``pause`` seconds; return the stages in which they were late."""
    pk, *tables = site.python(SET_UP.format(players=4 * RESULTS)).splitlines()
    arbiter = signed_in(site)
    stages: list[tuple[str, int, Callable[[], None]]] = [
        ("there", 10, lambda: None),
        ("frozen", 20, lambda: os.killpg(run.running[kind].pid, signal.SIGSTOP)),
        ("killed", 20, lambda: run.kill(kind)),
        ("back, empty", 10, lambda: _again(run, kind)),
    ]
    late, left = [], iter(tables)
    for name, number, act in stages:
        act()
        seen = []
        for _ in range(number):
            table, winner = next(left).split(" ", 1)
            begun = time.monotonic()
            enter(arbiter, site, pk, table)
            while not shows(site, winner) and time.monotonic() - begun < PATIENCE:
                time.sleep(0.02)
            seen.append(time.monotonic() - begun)
            time.sleep(max(0.0, begun + pause - time.monotonic()))
        seen.sort()
        p95 = seen[int(0.95 * (len(seen) - 1))]
        median = statistics.median(seen)
        print(
            f"broker {name:12} {number} results: median {1000 * median:.0f} ms, p95 {1000 * p95:.0f} ms, "
            f"most {1000 * seen[-1]:.0f} ms",
            flush=True,
        )
        if p95 > WANTED or seen[-1] >= PATIENCE:
            late.append(name)
    return late


def _again(run: Processes, kind: str) -> None:
    """Start the broker again, without what it had kept."""
    folder = run.folder / kind
    for path in folder.iterdir():
        if path.name != ".erlang.cookie":
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    run.again(kind)


if __name__ == "__main__":
    main()
