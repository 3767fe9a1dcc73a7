"""The way over a major version of PostgreSQL: the data of an older cluster, carried into a new one beside it.

PostgreSQL reads the files of its own major version only. So the programs that made the data are kept with them: when
Viertal comes with a newer PostgreSQL, the old one starts once more, is backed up, and the backup is restored into a new
cluster. That one takes the old one's place in two renames; the old files stay until a person removes them. A start that
is cut short, by a power cut or a kill, leaves the old files whole, and the next start begins again or finishes.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import psycopg
from psycopg import sql

from config.commands import command
from config.data_folder import DataFolder
from launcher.database import dumps
from launcher.database.postgres import PLAIN_ENVIRONMENT, DatabaseTrouble, Postgres, programs
from launcher.programs.child import Program

Tell = Callable[[str], None]
WhileRunning = Callable[[Program, Callable[[], None]], None]

KEPT = "postgresql"  # the folder of kept programs, in the data folder
ELSEWHERE = (
    "/usr/lib/postgresql/{version}/bin",
    "/usr/pgsql-{version}/bin",
    "/opt/homebrew/opt/postgresql@{version}/bin",
    "/usr/local/opt/postgresql@{version}/bin",
)
ROOM = 200 * 1000 * 1000  # bytes that are left free, as for backups
ROOM_FOR_PROGRAMS = 1000 * 1000 * 1000  # bytes that a disk must have free before programs are copied to it


class Crossing:
    """The way of one data folder's database to the PostgreSQL that Viertal brings."""

    def __init__(
        self, folder: DataFolder, postgres: Postgres, env: Mapping[str, str], run: WhileRunning, tell: Tell
    ) -> None:
        """Take ``run``, which starts a program, does a job while it answers, and stops it."""
        self._folder = folder
        self._postgres = postgres
        self._env = env
        self._run = run
        self._tell = tell
        self._coming = folder.database.with_name("database.coming")
        self._ready = folder.database.with_name("database.ready")

    def go(self, restored: Path | None) -> None:
        """Bring older files up to date; nothing where there are none.

        DatabaseTrouble, with nothing changed, where there is no way. With a backup to put back (``restored``), files
        that cannot be read any more are set aside.
        """
        self._finish()
        made_by = self._postgres.made_by()
        ours = version_of(programs())
        if made_by is None or made_by == ours:
            return
        if int(made_by) > int(ours):
            raise DatabaseTrouble(
                f"{self._folder.database} was made by PostgreSQL {made_by}, and this Viertal brings PostgreSQL {ours}, "
                f"which is older. Nothing was changed. Start the newer Viertal.{self._way_back(ours)}"
            )
        old_programs = find(self._folder, made_by)
        if old_programs is not None:
            self._check_room()
            self._carry(made_by, ours, old_programs)
        elif restored is not None:
            aside = self._aside(made_by)
            self._folder.database.rename(aside)
            self._tell(f"The database of PostgreSQL {made_by} cannot be read any more. It was set aside in {aside}.")
        else:
            raise DatabaseTrouble(self._no_way(made_by, ours))

    def _finish(self) -> None:
        """Finish or forget what an earlier start began."""
        shutil.rmtree(self._coming, ignore_errors=True)
        shutil.rmtree(self._coming.with_name(f"{self._coming.name}.new"), ignore_errors=True)
        if not self._ready.exists():
            return
        if self._folder.database.exists():  # perhaps an older Viertal has changed it since
            shutil.rmtree(self._ready)
        else:
            self._ready.rename(self._folder.database)
            self._tell("Finished the move to the newer PostgreSQL that the last start began.")

    def _carry(self, made_by: str, ours: str, old_programs: Path) -> None:
        self._tell(
            f"The data were made by PostgreSQL {made_by}; this Viertal brings PostgreSQL {ours}. Carrying them over. "
            "The old files stay as they are until that is done …"
        )
        backup = dumps.name(self._folder, f"before-postgresql-{ours}", self._env)
        rows: dict[str, int] = {}

        def save(address: str) -> None:
            rows.update(counted(address))
            dumps.backup(address, backup)

        def load(address: str) -> None:
            dumps.restore(address, backup, as_it_is=True)
            differing = [table for table, count in counted(address).items() if rows.get(table) != count]
            if differing:
                raise DatabaseTrouble(f"Not all rows were carried over (table {differing[0]}). Nothing was changed.")

        old = self._postgres.beside(self._folder.database, old_programs)
        old.make()
        self._run(old.program(), lambda: save(old.address))
        new = self._postgres.beside(self._coming)
        new.make()
        self._run(new.program(), lambda: load(new.address))
        self._coming.rename(self._ready)
        aside = self._aside(made_by)
        self._folder.database.rename(aside)
        self._ready.rename(self._folder.database)
        dumps.sync(self._folder.root)
        self._tell(
            f"Done: {sum(rows.values()):,} rows. A backup from before is {backup}. The old files are in {aside}; "
            f"when all is well, remove them: rm -r {shlex.quote(str(aside))}"
        )

    def _way_back(self, ours: str) -> str:
        """Return the way to the files that the newer one set aside, where they are still there."""
        database, aside = self._folder.database, self._folder.database.with_name(f"database.postgresql-{ours}")
        if not aside.exists():
            return ""
        here, newer, there = (shlex.quote(str(path)) for path in (database, f"{database}.newer", aside))
        return f" Or go back to the data from before it:\nmv {here} {newer} && mv {there} {here}"

    def _aside(self, made_by: str) -> Path:
        """Return a free name for the old files."""
        name = f"database.postgresql-{made_by}"
        names = [name, *(f"{name}-{number}" for number in range(2, 100))]
        return next(path for path in map(self._folder.database.with_name, names) if not path.exists())

    def _check_room(self) -> None:
        size = sum(path.stat().st_size for path in self._folder.database.rglob("*") if path.is_file())
        free = shutil.disk_usage(self._folder.root).free
        if free < 2 * size + ROOM:
            raise DatabaseTrouble(
                f"To carry the data over to the newer PostgreSQL, {(2 * size + ROOM) // 1_000_000} MB must be free on "
                f"the disk of {self._folder.root}, and {free // 1_000_000} MB are. Nothing was changed. Make room "
                "there, and start again."
            )

    def _no_way(self, made_by: str, ours: str) -> str:
        names, folder = self._folder.own_backups(), self._folder.backups(self._env)
        backups = sorted((file for name in names for file in folder.glob(name)), key=dumps.order)
        lines = [
            f"{self._folder.database} was made by PostgreSQL {made_by}, and this Viertal brings PostgreSQL {ours}. "
            f"To carry the data over it needs the programs of PostgreSQL {made_by}, and finds none in "
            f"{self._folder.root / KEPT / made_by} nor on this machine. Nothing was changed. Do one of these:",
            f"  - Install PostgreSQL {made_by} (Debian: sudo apt-get install postgresql-{made_by}), and start again.",
            f"  - Start the Viertal that made the data, and write a backup with it: {command('backup')}. "
            f"Then with this one: {command('restore', 'that backup')}",
        ]
        if backups and (moment := dumps.time_of(backups[-1])):
            lines.append(
                f"  - Go back to the newest backup, of {moment:%d %B %Y, %H:%M}; what was entered after it is lost: "
                f"{command('restore', shlex.quote(str(backups[-1])))}"
            )
        return "\n".join(lines)


def version_of(folder: Path) -> str:
    """Return the major version of the programs in a folder."""
    done = subprocess.run(
        [folder / "postgres", "--version"], capture_output=True, text=True, check=True, env=PLAIN_ENVIRONMENT
    )
    return done.stdout.split("(PostgreSQL)")[-1].split()[0].partition(".")[0]


def find(folder: DataFolder, version: str) -> Path | None:
    """Return the programs of an older major version, kept with the data or installed on this machine."""
    elsewhere = [Path(place.replace("{version}", version)) for place in ELSEWHERE]
    for path in (folder.root / KEPT / version / "bin", *elsewhere):
        with contextlib.suppress(OSError, subprocess.CalledProcessError, IndexError):
            if version_of(path) == version:
                return path
    return None


def keep(folder: DataFolder, source: Path | None = None) -> None:
    """Keep the programs that make the data with the data, for the day when Viertal brings newer ones.

    They take no room where they can be links. They are left out where the disk is small or takes no changes: then the
    way over needs that PostgreSQL from elsewhere.
    """
    source = source or programs()
    status = (source / "postgres").stat()
    mark = f"{status.st_size} {status.st_mtime_ns}\n"
    kept = folder.root / KEPT / version_of(source)
    part = kept.with_name(f"{kept.name}.part")
    with contextlib.suppress(OSError):
        if kept.exists() and (kept / "made-of").read_text(encoding="ascii") == mark:
            return
    try:
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(
            source.parent, part, symlinks=True, ignore=shutil.ignore_patterns("include"), copy_function=_link_or_copy
        )
        (part / "made-of").write_text(mark, encoding="ascii")
        shutil.rmtree(kept, ignore_errors=True)
        part.rename(kept)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        if shutil.disk_usage(Path(target).parent).free < ROOM_FOR_PROGRAMS:
            raise
        shutil.copy2(source, target)


def counted(address: str) -> dict[str, int]:
    """Return how many rows each table has."""
    with psycopg.connect(address) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        count = sql.SQL("SELECT count(*) FROM ")
        return {
            name: row[0]
            for (name,) in tables
            if (row := connection.execute(sql.Composed([count, sql.Identifier(name)])).fetchone())
        }
