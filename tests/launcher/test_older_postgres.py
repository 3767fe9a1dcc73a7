"""Data that an older major version of PostgreSQL made, with a real one: carried over, or told what to do.

`make test` fetches that version (`tools/older_postgres.sh`); nothing of it is installed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest

from config.data_folder import DataFolder
from launcher.database import dumps, older
from launcher.database.older import Crossing, counted
from launcher.database.postgres import DatabaseTrouble, Postgres
from launcher.programs.child import Child
from launcher.programs.privileges import database_owner
from tests.support.commands import python
from tests.support.stack import CHECKOUT, PASSWORD, Stack, clean_environment
from tests.support.waiting import until

OLD_PROGRAMS = Path(os.environ.get("OLDER_POSTGRES") or CHECKOUT / ".venv" / "older-postgres" / "bin")
RESULTS = "SELECT count(*) FROM tournaments_result"
EVENINGS = """
import django
django.setup()
from config.celery import app
from django.contrib.sessions.backends.db import SessionStore
from tests.tournaments import make
from tournaments.services.results import results

SessionStore().create()

app.conf.task_always_eager = True
boss = make.organiser()
for players in (4, 5):
    for table in make.published(make.duel(players), boss).tables.all():
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
"""


def ask(address, question):
    with psycopg.connect(address) as connection:
        return connection.execute(question).fetchone()[0]


@pytest.fixture
def home():
    """A data folder's place with a short path, as sockets want it."""
    with tempfile.TemporaryDirectory(prefix="viertal-old-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def older_data(home):
    """A data folder that an older PostgreSQL made, with two events in it; its major version, and its tables' rows."""
    folder = DataFolder(home / "data")
    folder.make()
    postgres = Postgres(
        folder.database,
        folder.socket_folder() / "database",
        folder.secret("database_password", 40),
        database_owner(),
        OLD_PROGRAMS,
    )
    postgres.make()
    child = Child(postgres.program(), folder.logs, home)
    child.start()
    try:
        until(lambda: child.is_ready() or not child.runs(), of=child.log.tail)
        assert child.runs(), child.log.tail()
        known = {"DATABASE_URL": postgres.address, "DATABASE_POOL": "0", "DJANGO_SETTINGS_MODULE": "tests.settings"}
        for command in (("manage.py", "migrate", "--verbosity=0"), ("-c", EVENINGS)):
            done = python(*command, env=os.environ | known)
            assert done.returncode == 0, done.stderr
        assert ask(postgres.address, RESULTS) == 4
        return folder, postgres.made_by(), counted(postgres.address)
    finally:
        child.ask_to_stop()
        until(lambda: not child.runs())
        child.log.close()


@pytest.mark.stack
def test_older_data_are_carried_over_also_after_a_kill_half_way(home):
    folder, version, rows = older_data(home)
    older.keep(folder, OLD_PROGRAMS)
    env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
    command = [sys.executable, "-m", "launcher", "--data", str(folder.root), "--port", "0", "--no-demo"]
    with (home / "cut.out").open("wb") as output:
        cut = subprocess.Popen(command, cwd=CHECKOUT, env=env, stdout=output, stderr=subprocess.STDOUT)
    filling = folder.root / "database.coming" / "postmaster.pid"
    until(lambda: filling.exists() or cut.poll() is not None, of=(home / "cut.out").read_text, pause=0.005)
    assert cut.poll() is None, (home / "cut.out").read_text()
    cut.send_signal(signal.SIGKILL)
    cut.wait()
    assert (folder.database / "PG_VERSION").read_text().strip() == version
    stack = Stack(folder.root, env, "--port", "0", "--no-demo")
    stack.start()
    try:
        assert f"The data were made by PostgreSQL {version}" in stack.words()
        aside = folder.root / f"database.postgresql-{version}"
        assert f"rm -r {aside}" in stack.words()
        assert (aside / "PG_VERSION").read_text().strip() == version
        assert int((folder.database / "PG_VERSION").read_text()) > int(version)
        now = counted(stack.env["DATABASE_URL"])
        kept = {name for name in rows if name.startswith("tournaments_")} - {"tournaments_logentry"}  # that one grows
        assert {name: now[name] for name in kept} == {name: rows[name] for name in kept}
        assert stack.answers()
        newest = max(folder.backups({}).glob("before-postgresql-*.dump"))
        dumps.check(newest)
        assert not list(folder.root.glob("database.coming*")) and not list(folder.root.glob("database.ready*"))
    finally:
        stack.stop()
    # what makes the data now is kept with them for the next time
    ours = (folder.database / "PG_VERSION").read_text().strip()
    assert older.find(folder, ours) == folder.root / older.KEPT / ours / "bin"


def crossing(folder, told=None):
    """The way of a folder whose files alone are looked at: nothing may be started."""

    def run(_program, _job):
        raise AssertionError("a program was started")

    postgres = Postgres(folder.database, folder.run / "database", "x", database_owner())
    return Crossing(folder, postgres, {}, run, (told if told is not None else []).append)


def files(folder):
    return sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*"))


@pytest.fixture
def stranded(home, monkeypatch):
    """Files of a PostgreSQL whose programs are nowhere."""
    monkeypatch.setattr(older, "ELSEWHERE", ())
    folder = DataFolder(home / "data")
    folder.make()
    folder.database.mkdir()
    (folder.database / "PG_VERSION").write_text("13\n")
    return folder


def test_where_the_old_programs_are_nowhere_it_says_what_to_do_and_changes_nothing(stranded):
    backups = stranded.backups({})
    backups.mkdir()
    (stranded.root / "installation").write_text("0123abcd\n")
    (backups / "auto-ffffffff-000019-20261128-201500.dump").write_bytes(b"")
    (backups / "auto-0123abcd-000018-20261121-201500.dump").write_bytes(b"")
    (backups / "auto-0123abcd-000017-20991120-201500.dump").write_bytes(b"")
    before = files(stranded.root)
    with pytest.raises(DatabaseTrouble) as refused:
        crossing(stranded).go(None)
    words = str(refused.value)
    assert "was made by PostgreSQL 13" in words and "Nothing was changed" in words
    assert "Install PostgreSQL 13" in words and "make backup" in words
    assert (
        f"21 November 2026, 20:15; what was entered after it is lost: make restore FILE={backups}/auto-0123abcd-000018-"
        in words
    )
    assert files(stranded.root) == before


def test_a_restore_sets_aside_what_nobody_can_read(stranded):
    told = []
    crossing(stranded, told).go(Path("a backup"))
    aside = stranded.root / "database.postgresql-13"
    assert (aside / "PG_VERSION").exists() and not stranded.database.exists()
    assert str(aside) in told[0]
    stranded.database.mkdir()
    (stranded.database / "PG_VERSION").write_text("13\n")
    crossing(stranded, told).go(Path("a backup"))
    assert (aside.with_name("database.postgresql-13-2") / "PG_VERSION").exists()


def test_files_of_a_newer_postgresql_are_left_alone(stranded):
    (stranded.database / "PG_VERSION").write_text("99\n")
    before = files(stranded.root)
    with pytest.raises(DatabaseTrouble, match=r"Start the newer Viertal\.$"):
        crossing(stranded).go(None)
    assert files(stranded.root) == before
    aside = stranded.root / f"database.postgresql-{older.version_of(older.programs())}"
    aside.mkdir()
    with pytest.raises(DatabaseTrouble, match=r"go back to the data from before it:\nmv .* && mv ") as refused:
        crossing(stranded).go(None)
    subprocess.run(str(refused.value).partition("before it:\n")[2], shell=True, check=True)
    assert stranded.database.exists() and not aside.exists()
    assert (stranded.root / "database.newer" / "PG_VERSION").read_text() == "99\n"


def test_without_room_nothing_is_begun(stranded, monkeypatch):
    older.keep(stranded, OLD_PROGRAMS)
    version = older.version_of(OLD_PROGRAMS)
    (stranded.database / "PG_VERSION").write_text(f"{version}\n")
    before = files(stranded.root)
    monkeypatch.setattr(older.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": older.ROOM - 1})())
    with pytest.raises(DatabaseTrouble, match="must be free"):
        crossing(stranded).go(None)
    assert files(stranded.root) == before


def test_a_power_cut_between_the_two_renames_is_finished_and_one_before_them_is_begun_again(stranded):
    """The new cluster is ready under a name of its own; the old one is aside already, or is not."""
    ours = older.version_of(older.programs())
    ready = stranded.root / "database.ready"
    shutil.copytree(stranded.database, ready)
    (ready / "PG_VERSION").write_text(f"{ours}\n")
    aside = stranded.database.rename(stranded.root / "database.postgresql-13")
    told = []
    crossing(stranded, told).go(None)
    assert (stranded.database / "PG_VERSION").read_text() == f"{ours}\n" and "Finished" in told[0]
    # perhaps the older Viertal was used again in between: what it wrote counts
    stranded.database.rename(ready)
    aside.rename(stranded.database)
    with pytest.raises(DatabaseTrouble, match="made by PostgreSQL 13"):
        crossing(stranded).go(None)
    assert not ready.exists() and (stranded.database / "PG_VERSION").exists()


def test_kept_programs_run_and_take_no_room_where_they_can_be_links(stranded):
    older.keep(stranded)
    ours = older.version_of(older.programs())
    kept = stranded.root / older.KEPT / ours / "bin"
    assert older.version_of(kept) == ours
    first = (kept.parent / "made-of").stat().st_mtime_ns
    older.keep(stranded)
    assert (kept.parent / "made-of").stat().st_mtime_ns == first


def test_a_small_disk_is_not_filled_with_programs(stranded, monkeypatch):
    def not_here(*_paths):
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(older.os, "link", not_here)
    monkeypatch.setattr(older.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": 10**8})())
    older.keep(stranded)
    assert not list((stranded.root / older.KEPT).glob("*"))
