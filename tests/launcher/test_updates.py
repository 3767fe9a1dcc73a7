"""An update of data, by a newer Viertal: killed anywhere it comes up again, and it can be taken back.

The newer Viertal is this one with two more migrations. Each says that it is there, and waits as long as it is held.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest

from config.data_folder import DataFolder
from launcher.database import dumps
from launcher.database.postgres import Postgres
from launcher.programs import processes
from launcher.programs.child import Child
from launcher.programs.privileges import database_owner
from tests.support import migrated
from tests.support.commands import python
from tests.support.stack import CHECKOUT, PASSWORD, clean_environment, family
from tests.support.waiting import until

pytestmark = pytest.mark.stack

MIGRATIONS = sorted(file.stem for file in (CHECKOUT / "tournaments" / "migrations").glob("[0-9]*.py"))
NEWER = {
    "newer_settings.py": """
from config.settings import *

MIGRATION_MODULES = {"tournaments": "newer_migrations"}
""",
    "newer_migrations/__init__.py": f"""
__path__.append({str(CHECKOUT / "tournaments" / "migrations")!r})
""",
    "newer_migrations/9998_once.py": f"""
from newer_migrations._held import Migration as Held

class Migration(Held):
    dependencies = [("tournaments", "{MIGRATIONS[-1]}")]
""",
    "newer_migrations/9999_twice.py": """
from newer_migrations._held import Migration as Held

class Migration(Held):
    dependencies = [("tournaments", "9998_once")]
""",
    "newer_migrations/_held.py": """
from pathlib import Path
from django.db import migrations

def wait(name):
    here = Path(__file__).parent
    (here / f"reached-{name}").touch()
    if (here / f"hold-{name}").exists():
        (here / f"hold-{name}").read_bytes()

class Migration(migrations.Migration):
    def __init__(self, name, label):
        super().__init__(name, label)
        grow = "UPDATE tournaments_tournament SET name = name || '+'"
        self.operations = [
            migrations.RunSQL(grow), migrations.RunPython(lambda apps, editor: wait(name)),
            migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE"),
        ]
""",
}
NAMES = "SELECT string_agg(name, ' ' ORDER BY id) FROM tournaments_tournament"
MIGRATED = "SELECT string_agg(name, ' ' ORDER BY name) FROM django_migrations WHERE app = 'tournaments'"
HELD_UP = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = 'Lock'"
OLDER = " ".join(MIGRATIONS)
NEWEST = f"{OLDER} 9998_once 9999_twice"


@pytest.fixture(scope="module")
def folder():
    """A place with a short path, as sockets want it, that the user of PostgreSQL may enter."""
    with tempfile.TemporaryDirectory(prefix="viertal-up-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
def newer(tmp_path):
    """The environment of the newer Viertal; its folder is `PYTHONPATH`."""
    for name, text in NEWER.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return clean_environment(
        VIERTAL_ORGANISER_PASSWORD=PASSWORD,
        HOST="127.0.0.1",
        PYTHONPATH=str(tmp_path),
        DJANGO_SETTINGS_MODULE="newer_settings",
    )


@pytest.fixture(scope="module")
def older(folder):
    """A data folder with an event, which Viertal 1.0 used last."""
    data = DataFolder(folder / "older")
    migrated.lay(data)
    make = (
        "import django; django.setup(); from tests.tournaments import make; make.organiser(); make.duel(2, name='Hall')"
    )
    settings = {"DATABASE_POOL": "0", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    with database(data) as address:
        env = os.environ | settings | {"DATABASE_URL": address}
        subprocess.run([sys.executable, "-c", make], cwd=CHECKOUT, env=env, check=True)
    data.record_update(version="1.0")
    return data


def server(data):
    """Return the database server of a data folder, as the program starts it."""
    sockets = data.socket_folder() / "database"
    return Postgres(data.database, sockets, data.secret("database_password", 40), database_owner())


@contextmanager
def database(data):
    """The address of a data folder's database, which runs meanwhile."""
    postgres = server(data)
    postgres.make()
    child = Child(postgres.program(), data.logs, data.root)
    child.start()
    try:
        until(child.is_ready, of=child.log.tail)
        yield postgres.address
    finally:
        child.ask_to_stop()
        until(lambda: not child.runs())
        child.log.close()


def state(data):
    """The names of the events, and the migrations."""
    with database(data) as address, psycopg.connect(address) as connection:
        return tuple(connection.execute(sql).fetchone()[0] for sql in (NAMES, MIGRATED))


@pytest.fixture
def data(older, folder):
    """A copy of it."""
    copy = DataFolder(folder / f"data{len(list(folder.iterdir()))}")
    subprocess.run(["cp", "-Rp", older.root, copy.root], check=True)
    yield copy
    processes.end_leftovers(copy.recorded_processes())
    shutil.rmtree(copy.root, ignore_errors=True)


@contextmanager
def started(data, env, reached):
    """Start Viertal and wait until it has reached something: the process, and a look at what it said."""
    output = data.root.with_suffix(".said")
    with output.open("wb") as said:
        up = subprocess.Popen(
            [sys.executable, "-m", "launcher", "--data", str(data.root), "--port", "0", "--no-demo"],
            cwd=CHECKOUT,
            env=env,
            stdout=said,
            stderr=said,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        until(lambda: reached(output.read_text()) or up.poll() is not None, of=output.read_text, pause=0.005)
        assert up.poll() is None, output.read_text()
        yield up, output.read_text
    finally:
        up.send_signal(signal.SIGTERM)
        up.wait(120)


@contextmanager
def backup_held_up(data):
    """Hold a start in the middle of its backup, and give a function that says whether it stands there. It waits for a
    table that is locked as soon as the database answers, long before a backup is begun."""
    with ExitStack() as lines:
        held = []

        def half_written(_said):
            try:
                while len(held) < 2:
                    line = psycopg.connect(server(data).address, autocommit=bool(held))
                    lines.callback(line.close)
                    if not held:
                        line.execute("LOCK TABLE tournaments_tournament")
                    held.append(line)
            except psycopg.OperationalError:
                return False
            return held[1].execute(HELD_UP, ["pg_dump"]).fetchone()[0]

        yield half_written


def rolled_back(env, *arguments):
    done = python("-W", "error", "-m", "launcher.rollback", *arguments, env=env)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("point", "victim", "left"),
    [
        ("backup", "all", ("Hall", OLDER)),
        ("9998_once", "all", ("Hall", OLDER)),
        ("9999_twice", "all", ("Hall+", f"{OLDER} 9998_once")),
        ("9999_twice", "database", ("Hall+", f"{OLDER} 9998_once")),
    ],
)
def test_an_update_killed_anywhere_comes_up_again_and_goes_back_to_before_it(data, newer, point, victim, left):
    program, backups = Path(newer["PYTHONPATH"]) / "newer_migrations", data.backups({})
    hold = program / f"hold-{point}"
    os.mkfifo(hold)
    with backup_held_up(data) as held_up:
        there = held_up if point == "backup" else lambda _said: (program / f"reached-{point}").exists()
        with started(data, newer, there) as (up, said):
            assert any(backups.glob(".before-update-*.part")) == (point == "backup")
            known = {entry["name"]: entry["pid"] for entry in data.recorded_processes()} | {"all": up.pid}
            theirs = family(known[victim])
            os.kill(known[victim], signal.SIGKILL)
            if victim == "database":
                # what serves the migration ends a moment after its server, and could still save what comes meanwhile
                until(lambda: not any(map(processes.started, theirs)))
                hold.write_text("go on")
            up.wait(60)
    assert victim == "all" or "The database ended while the data were prepared" in said()
    hold.unlink()
    processes.end_leftovers(data.recorded_processes())
    made = len(list(backups.glob("before-update-*.dump")))
    assert made == (point != "backup")
    assert state(data) == left

    with started(data, newer, lambda said: "go back to them" in said) as (_up, said):
        update = data.recorded_update()["update"]
        assert f"are in {update['backup']}" in said()
    assert state(data) == ("Hall++", NEWEST)
    assert update["done"] and update["from"] == "1.0"
    # what was broken off between two migrations is the state of neither version: its backup would be of no use
    assert len(list(backups.glob("before-update-*.dump"))) == made + (left[0] == "Hall")

    status, said, trouble = rolled_back(clean_environment(), "--data", str(data.root))
    assert (status, trouble) == (0, "")
    assert update["backup"] in said and "Now install Viertal 1.0 again" in said
    assert state(data) == ("Hall", OLDER)
    saved = next(backups.glob("before-rollback-*.dump"))
    assert "9999_twice" in dumps._run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(saved))
    status, _said, trouble = rolled_back(clean_environment(), "--data", str(data.root))
    assert status == 1 and trouble.startswith(f"No update of the data in {data.root} is known.")


def prepared(env, address, root, *arguments):
    """Prepare a database that is managed elsewhere, from a host with a data folder of its own: the process."""
    root.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", "launcher.prepare", "--no-demo", *arguments],
        cwd=CHECKOUT,
        env=env | {"DATABASE_URL": address, "DATABASE_POOL": "0", "SECRET_KEY": "x" * 50, "VIERTAL_DATA": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process):
    said, trouble = process.communicate(timeout=300)
    return process.returncode, said, trouble


def test_on_servers_one_of_two_that_start_at_once_saves_the_data_and_takes_the_update_back_also_after_a_kill(
    data, newer, tmp_path
):
    hosts = [tmp_path / "one", tmp_path / "two"]
    with database(data) as address:
        both = [prepared(newer, address, host) for host in hosts]
        assert [ended(process)[0] for process in both] == [0, 0]
        backups = [file for host in hosts for file in host.glob("backups/*.dump")]
        assert len(backups) == 1
        home = backups[0].parents[1]
        # the same version again
        status, said, _log = ended(prepared(newer, address, home))
        assert (status, list(home.glob("backups/*.dump"))) == (0, backups)
        assert '"backup": ""' in said
        env = clean_environment(DATABASE_URL=address)
        with psycopg.connect(address, application_name="viertal live"):
            status, _said, trouble = rolled_back(env, "--data", str(home))
        assert status == 1 and "Stop web and worker first." in trouble
        with psycopg.connect(address, autocommit=True) as watcher, psycopg.connect(address) as holder:
            holder.execute("LOCK TABLE tournaments_tournament IN ACCESS SHARE MODE")
            line = [sys.executable, "-m", "launcher.rollback", "--data", str(home)]
            killed = subprocess.Popen(line, cwd=CHECKOUT, env=env, stdout=subprocess.DEVNULL)
            try:
                until(lambda: watcher.execute(HELD_UP, ["psql"]).fetchone()[0])
            finally:
                killed.kill()
                killed.wait()
            until(lambda: not watcher.execute(HELD_UP, ["psql"]).fetchone()[0])
            assert watcher.execute(NAMES).fetchone()[0] == "Hall++"
        status, said, trouble = rolled_back(env, "--data", str(home))
        assert (status, trouble) == (0, "") and str(backups[0]) in said
    assert state(data) == ("Hall", OLDER)


def test_data_that_cannot_be_saved_are_not_updated_and_data_that_nobody_made_need_not_be(
    data, newer, folder, tmp_path, no_room
):
    with database(data) as address:
        status, said, trouble = ended(prepared(newer | {"VIERTAL_BACKUPS": str(no_room)}, address, tmp_path / "host"))
        assert (status, said) == (1, "") and "Traceback" not in trouble
        assert "a backup must be made" in trouble and "Nothing was changed. Make room" in trouble
        assert not list(tmp_path.rglob("*.dump")) and not DataFolder(tmp_path / "host").recorded_update()
    assert state(data) == ("Hall", OLDER)
    empty = DataFolder(folder / "empty")
    migrated.lay(empty)
    with database(empty) as address:
        status, said, trouble = ended(prepared(newer | {"VIERTAL_BACKUPS": str(no_room)}, address, tmp_path / "empty"))
        assert status == 0 and '"backup": ""' in said, trouble


def test_whoever_saves_the_data_otherwise_may_say_so(data, newer, tmp_path):
    DataFolder(tmp_path).record_update(version="1.0")
    with database(data) as address:
        assert ended(prepared(newer, address, tmp_path, "--no-backup"))[0] == 0
    assert state(data) == ("Hall++", NEWEST) and not list(tmp_path.rglob("*.dump"))
    status, _said, trouble = rolled_back(clean_environment(), "--data", str(tmp_path))
    assert status == 1 and trouble.startswith("Before the update from 1.0 to ") and "--no-backup" in trouble


@pytest.fixture
def no_room(folder):
    """A folder on a disk that is too small for a backup; for who may mount none, one where nothing can be written."""
    if os.geteuid() != 0:
        yield Path("/proc/nothing")
        return
    disk = folder / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "viertal", disk], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", disk], check=True)
        disk.rmdir()
