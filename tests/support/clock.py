"""The clock of the tests: each begins at the same instant, whatever the machine's clock says; time goes on from there.

Python's clock is set by time-machine, in what a test starts, too; `time.monotonic` and `time.perf_counter` are real.
PostgreSQL's is set by functions that stand before its own (`set_database`), a page's by a script (`of_page`). Files
bear the machine's time.

`NOW_OF_TESTS` names another instant: 2028-02-29T23:59, as a clock on the wall of `TIME_ZONE` shows it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import psycopg
import time_machine

WALL = datetime.fromisoformat(os.environ.get("NOW_OF_TESTS", "2026-11-28T12:00"))
"""A Saturday's noon."""
SHIFT = "CLOCK_OF_TESTS"
"""The environment variable that tells what a test starts how many seconds its clock is ahead of the machine's."""
FUNCTION = """
CREATE OR REPLACE FUNCTION public.{name}() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT {instant} $$
"""
FUNCTIONS = "now", "statement_timestamp", "clock_timestamp"


def set_up() -> None:
    """Let what the tests start have their clock, and every connection to PostgreSQL find `FUNCTIONS`."""
    folder = str(Path(__file__).with_name("shifted"))
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    os.environ["PGOPTIONS"] = "-c search_path=public,pg_catalog"


def machine() -> float:
    """Return the machine's time, in seconds since 1970."""
    hatch = time_machine.escape_hatch
    return hatch.time.time() if hatch.is_travelling() else time.time()


def now() -> datetime:
    """Return the instant at which each test begins."""
    return WALL.replace(tzinfo=ZoneInfo(os.environ.get("TIME_ZONE") or "Europe/Amsterdam")).astimezone(UTC)


@contextmanager
def runs(shift: float | None = None) -> Iterator[None]:
    """Begin at `now()`, or `shift` seconds ahead of the machine; time goes on meanwhile."""
    shift = now().timestamp() - machine() if shift is None else shift
    before = os.environ.get(SHIFT)
    os.environ[SHIFT] = str(shift)
    try:
        with time_machine.travel(machine() + shift, tick=True):
            yield
    finally:
        if before is None:
            del os.environ[SHIFT]
        else:
            os.environ[SHIFT] = before


def before(minutes: float) -> AbstractContextManager[None]:
    """Be so many minutes before a test begins: for what a world has from earlier, in whichever test it is built."""
    return runs(now().timestamp() - machine() - 60 * minutes)


def set_database(connection: psycopg.Connection) -> None:
    """Let a database's clock stand a minute before each test begins; it creeps, so that what is later is later.

    Defaults of columns keep the clock that there was when they were made, so call this before migrations.
    """
    begun = (now() - timedelta(minutes=1)).isoformat()
    for name in FUNCTIONS:
        instant = f"timestamptz '{begun}' + (pg_catalog.{name}() - pg_catalog.pg_postmaster_start_time()) / 100"
        connection.execute(FUNCTION.format(name=name, instant=instant))


def shift_database(connection: psycopg.Connection, shift: float) -> None:
    """Let the clock of a running application's database be as far ahead as the application's."""
    for name in FUNCTIONS:
        connection.execute(FUNCTION.format(name=name, instant=f"pg_catalog.{name}() + interval '{shift} seconds'"))
    connection.execute("ALTER TABLE tournaments_logentry ALTER at SET DEFAULT public.clock_timestamp()")


def of_page(shift: float) -> str:
    """Return a script that sets a page's clock ahead of the machine's."""
    return """(() => {
      const Machine = Date, shift = %d;
      globalThis.Date = class Date extends Machine {
        constructor(...given) { if (given.length) super(...given); else super(Machine.now() + shift); }
        static now() { return Machine.now() + shift; }
      };
    })()""" % (1000 * shift)  # noqa: UP031 (braces)
