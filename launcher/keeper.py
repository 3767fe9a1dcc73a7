"""`python -m launcher.keeper`: backups that happen by themselves, beside a running Viertal.

One is made at each start, after a round was closed (several that are closed together are one), each hour while an
event runs, and once a day otherwise. Kept are the newest of each of the last 24 hours, 14 days and 8 weeks that have
one; what a person made with `make backup`, or another installation keeps in the same folder, is never removed. Which
is the newest, their numbers say: a clock may jump.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate, pairwise
from pathlib import Path

import psycopg

from config import environment
from config.data_folder import NUMBERED, DataFolder
from launcher.database import dumps

CHECKOUT = Path(__file__).resolve().parents[1]
NAME = "auto"
LOOK = 5.0  # seconds between two looks
QUIET = 20.0  # seconds after a round was closed: perhaps another section closes, too
HOUR, DAY = 3600.0, 24 * 3600.0
AGAIN = 300.0  # seconds until a backup is tried again that could not be made
ROOM = 200 * 1000 * 1000  # bytes that a backup leaves free: results go before copies
NICE = 10

RULE = (("%Y-%m-%d %H", 24), ("%Y-%m-%d", 14), ("%G-%V", 8))
"""Of how many hours, days and weeks the newest backup is kept."""

SEEN = """
    SELECT extract(epoch FROM (SELECT max(closed_at) FROM tournaments_round))::float8,
           EXISTS (SELECT FROM tournaments_tournament WHERE state = 'running')
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """When a round was last closed (seconds since 1970, or None), and whether an event runs."""

    closed: float | None
    running: bool


class Keeper:
    """Makes backups of the database at ``address`` when they are due, and removes its own old ones."""

    def __init__(self, address: str, data: DataFolder, env: Mapping[str, str], tell: Callable[[str], None]) -> None:
        self._address = address
        self._data = data
        self._env = env
        self._folder = data.backups(env)
        self._tell = tell
        self._last: float | None = None  # when the last one of this run was begun
        self._not_before = 0.0

    def reason(self, seen: Seen, now: float) -> str:
        """Return the reason why a backup is due; empty where none is."""
        if now < self._not_before <= now + AGAIN:
            return ""
        if self._last is None:
            return "Viertal was started"
        if now < self._last:  # nothing is as long ago as it seems
            return "the clock was set back"
        if seen.closed is not None and seen.closed >= self._last and now - seen.closed >= QUIET:
            return "a round was closed"
        if seen.running and now - self._last >= HOUR:
            return "an event runs"
        return "a day is over" if now - self._last >= DAY else ""

    def look(self, now: float) -> Path | None:
        """Make a backup if one is due; its file."""
        try:
            seen = self.seen()
            if not (reason := self.reason(seen, now)):
                return None
            self._check_room()
            file = dumps.name(self._data, NAME, self._env)
            written = dumps.backup(self._address, file)
        except (psycopg.Error, OSError, dumps.BackupTrouble) as error:
            self._not_before = now + AGAIN
            self._tell(f"No backup was made: {error}".strip())
            return None
        self._last = now
        self._tell(f"Backup, because {reason}: {file}, {written:,} bytes.")
        try:
            # what a person named otherwise stays
            for old in superfluous(self._folder.glob(f"{NAME}-{self._data.installation()}-{NUMBERED}.dump")):
                old.unlink(missing_ok=True)
                dumps.checksum_file(old).unlink(missing_ok=True)
        except OSError as error:  # the backup is there: whoever started again now would make the same one anew
            self._tell(f"An old backup stays: {error}.")
        return file

    def seen(self) -> Seen:
        """Return the state that the database shows."""
        known = environment.database(self._address)
        with psycopg.connect(
            host=known["HOST"],
            port=known["PORT"] or None,
            user=known["USER"],
            password=known["PASSWORD"],
            dbname=known["NAME"],
            connect_timeout=5,
            application_name="viertal backups",
            **known["OPTIONS"],
        ) as connection:
            row = connection.execute(SEEN).fetchone()
        assert row is not None
        return Seen(*row)

    def _check_room(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        largest = max((path.stat().st_size for path in self._folder.glob("*.dump")), default=0)
        free = shutil.disk_usage(self._folder).free
        if free < ROOM + 2 * largest:
            raise dumps.BackupTrouble(
                f"only {free // 1_000_000} MB are left on the disk of {self._folder}. Make room there, or set "
                "VIERTAL_BACKUPS to a folder on another disk."
            )


def superfluous(files: Iterable[Path]) -> list[Path]:
    """Return those of these backups that the rule does not keep.

    The newest are those of the highest numbers. Where the clock was set back between two, an hour, day and week that
    it tells again is another one, so that evenings at which it tells the same do not cost each other's backups; and is
    the same one, so that a clock that is wrong at each start takes no more than one place of each.
    """
    newest_first = sorted(files, key=dumps.order, reverse=True)
    dated = [(path, moment) for path in newest_first if (moment := dumps.time_of(path))]
    runs = list(accumulate((before > after for (_, after), (_, before) in pairwise(dated)), initial=0))
    kept: set[Path] = set()
    for form, most in RULE:
        by_name: dict[str, Path] = {}
        by_run: dict[tuple[int, str], Path] = {}
        for (path, moment), run in zip(dated, runs, strict=False):
            by_name.setdefault(f"{moment:{form}}", path)
            by_run.setdefault((run, f"{moment:{form}}"), path)
        kept.update(list(by_name.values())[:most] + list(by_run.values())[:most])
    return [path for path, _moment in dated if path not in kept]


def main() -> None:
    """Look every few seconds until the supervisor ends this."""
    os.nice(NICE)  # whoever enters results goes first
    folder = DataFolder.from_environment(os.environ, CHECKOUT)

    def tell(line: str) -> None:
        sys.stdout.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}\n")
        sys.stdout.flush()

    keeper = Keeper(os.environ["DATABASE_URL"], folder, os.environ, tell)
    while True:
        time.sleep(LOOK)
        keeper.look(time.time())


if __name__ == "__main__":
    main()
