"""Backup and restore, as a person does them: with a running Viertal, a stopped one, and on a new machine."""

import fcntl
import os
import signal
import stat
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from config.data_folder import DataFolder
from config.environment import database_address
from launcher.database import dumps
from launcher.database.dumps import BackupTrouble
from launcher.programs import processes
from tests.support.commands import python
from tests.support.stack import CHECKOUT, Stack, clean_environment
from tests.support.waiting import until
from tests.tournaments import make
from tournaments.models import Invitation, User
from tournaments.services.accounts import accounts, staff_codes

pytestmark = pytest.mark.stack


def ask(address, sql):
    """The first value that the database answers with; what it changed is kept."""
    with psycopg.connect(address, autocommit=True) as connection:
        return connection.execute(sql).fetchone()[0]


NAMES = "SELECT coalesce(string_agg(name, ' ' ORDER BY id), '') FROM tournaments_tournament"
SPOIL = "UPDATE tournaments_tournament SET name = 'Spoiled', version = 1000 RETURNING name"


def command(*arguments, folder):
    done = python("-W", "error", "-m", "launcher.backup", "--data", str(folder), *arguments)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def home():
    with tempfile.TemporaryDirectory(prefix="viertal backup ", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def test_what_was_backed_up_comes_back_here_and_in_a_new_database(home):
    folder = home / "data"
    one = Stack(folder, clean_environment(), "--no-demo")
    one.start_migrated()
    try:
        one.python("from tests.tournaments import make; make.duel(2, name='Hall'); make.duel(2, name='Club')")
        before = ask(one.env["DATABASE_URL"], NAMES)
        assert before
        status, said = command(folder=folder)
        assert status == 0, said
        first = next((folder / "backups").glob("viertal-*.dump"))
        assert str(first) in said
        assert stat.S_IMODE(first.stat().st_mode) == 0o600
        ask(one.env["DATABASE_URL"], SPOIL)
    finally:
        one.stop()
    # of a stopped one; there the database is started for it alone
    spoiled = home / "spoiled.dump"
    status, said = command(str(spoiled), folder=folder)
    assert status == 0, said
    assert not any((folder / "run").glob("*.json"))
    done = python("-W", "error", "-m", "launcher.password", "--data", str(folder))
    assert done.returncode == 0 and "Log in as organiser with" in done.stdout, done.stderr
    assert not any((folder / "run").glob("*.json"))
    again = Stack(folder, clean_environment(), "--restore", str(first))
    again.start()
    try:
        address = again.env["DATABASE_URL"]
        assert ask(address, NAMES) == before
        # what a browser has kept of a later state is not taken for this one
        assert ask(address, "SELECT version FROM tournaments_tournament") == 1001
        dumps.check(next((folder / "backups").glob("before-restore-*.dump")))
        # a backup of what was restored, on a new machine
        second = home / "second.dump"
        dumps.backup(address, second)
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE DATABASE other")
        other = address.replace("/viertal?", "/other?")
        dumps.restore(other, second)
        assert ask(other, NAMES) == before
        assert ask(other, "SELECT count(*) FROM django_migrations") == ask(
            address, "SELECT count(*) FROM django_migrations"
        )
        dumps.restore(other, spoiled)
        assert set(ask(other, NAMES).split()) == {"Spoiled"}
    finally:
        again.stop()


def test_a_damaged_foreign_or_newer_file_changes_nothing(stack, home):
    address = stack.env["DATABASE_URL"]
    before = ask(address, NAMES)
    whole = home / "whole.dump"
    assert dumps.backup(address, whole) == whole.stat().st_size
    with pytest.raises(BackupTrouble, match="is there already"):
        dumps.backup(address, whole)
    text = home / "text.dump"
    text.write_text("no backup", encoding="ascii")
    cut = home / "cut.dump"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    bent = home / "bent.dump"
    bent.write_bytes(whole.read_bytes()[:-4000] + os.urandom(4000))
    for file, words in ((text, "no backup"), (cut, "."), (bent, "."), (home / "none", "There is no file")):
        with pytest.raises(BackupTrouble, match=words):
            dumps.restore(address, file)
        assert ask(address, NAMES) == before
    with pytest.raises(BackupTrouble, match="cannot be written"):
        dumps.backup(address, Path("/proc/nothing/here.dump"))


def test_a_backup_of_another_viertal_is_refused(stack, home, monkeypatch):
    file = home / "other.dump"
    dumps.backup(stack.env["DATABASE_URL"], file)
    dumps.check(file)
    monkeypatch.setattr(dumps, "MIGRATIONS", home)
    with pytest.raises(BackupTrouble, match=r"newer Viertal \(it has 0001_schema"):
        dumps.check(file)
    monkeypatch.setattr(dumps, "IN_DEVELOPMENT", "0001_schema")
    with pytest.raises(BackupTrouble, match="made by a version in development"):
        dumps.check(file)


def test_a_backup_that_is_killed_takes_its_helper_along_and_leaves_nothing_that_looks_like_one(stack, home):
    """Held up half-way by a table that is locked: what it has written by then is in a hidden file."""
    folder = stack.folder.root
    file, part = home / "killed.dump", home / ".killed.dump.part"
    with psycopg.connect(stack.env["DATABASE_URL"]) as holder:
        holder.execute("LOCK TABLE tournaments_tournament IN ACCESS EXCLUSIVE MODE")
        arguments = [sys.executable, "-m", "launcher.backup", "--data", str(folder), str(file)]
        with subprocess.Popen(arguments, cwd=CHECKOUT, env=clean_environment()) as process:
            waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pg_dump'"
            stack.wait_for(lambda: part.exists() and ask(stack.env["DATABASE_URL"], waits))
            process.kill()
        stack.wait_for(lambda: not ask(stack.env["DATABASE_URL"], waits))
    assert part.exists() and not file.exists()
    running = home / ".another.dump.part"
    with running.open("wb") as being_written:
        fcntl.flock(being_written, fcntl.LOCK_EX)
        dumps.backup(stack.env["DATABASE_URL"], home / "next.dump")
        assert sorted(path.name for path in home.iterdir()) == [running.name, "next.dump", "next.dump.sha256"]


def test_a_backup_that_cannot_be_read_back_is_none(stack, home, monkeypatch):
    """Its list of contents is whole; some of what it lists is not."""
    run = dumps._run

    def spoiled(program, *arguments, address=None):
        answer = run(program, *arguments, address=address)
        if program == "pg_dump":
            (part,) = home.iterdir()
            content = bytearray(part.read_bytes())
            middle = len(content) - 2000
            content[middle : middle + 1000] = os.urandom(1000)
            part.write_bytes(content)
            run("pg_restore", "--list", str(part))
        return answer

    monkeypatch.setattr(dumps, "_run", spoiled)
    with pytest.raises(BackupTrouble):
        dumps.backup(stack.env["DATABASE_URL"], home / "never.dump")
    assert list(home.iterdir()) == []


def test_a_restore_that_is_killed_half_way_leaves_the_old_data(stack, home):
    """Its connection is ended by force when all of the backup is in, as when the database itself is killed."""
    address = stack.env["DATABASE_URL"]
    before = ask(address, NAMES)
    file = home / "whole.dump"
    dumps.backup(address, file)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS half")
        connection.execute("CREATE DATABASE half")
    head, _, query = address.partition("?")
    half = f"{head.rpartition('/')[0]}/half?{query}"
    dumps.restore(half, file)
    with psycopg.connect(half, autocommit=True) as connection:
        connection.execute("CREATE TABLE only_here (name text)")
        connection.execute("INSERT INTO only_here VALUES ('kept')")
    ending = "SELECT pg_terminate_backend(pg_backend_pid());\n"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dumps, "AFTER", ending + dumps.AFTER)
        with pytest.raises(BackupTrouble):
            dumps.restore(half, file)
    assert ask(half, "SELECT name FROM only_here") == "kept"
    assert ask(half, NAMES) == before


SIGN_IN = (
    "Everybody signs in again, with the password, second factor and roles of that time. Webhooks and names that were "
    "removed since are back: look through them."
)


@pytest.mark.django_db(transaction=True)
def test_what_ended_after_a_backup_stays_ended_and_what_did_not_comes_back(tmp_path, client):
    boss, event, members = make.organiser(), make.duel(2), ("anna", "bea")
    deleted = User.objects.create_user("deleted")
    people = [User.objects.create_user(name, is_staff=True) for name in members]
    keys = [accounts.make_token(by=person, name=f"board of {person}", scope="read")[0] for person in people]
    codes = [make.staff_code(event, boss, name=f"Helper of {person}") for person in people]
    club = {"club_id": 1, "role": "staff", "made_by": boss, "expires_at": timezone.now() + timedelta(days=1)}
    invited = [Invitation.objects.create(name=f"Guest of {person}", **club) for person in people]
    address = database_address(*(str(connection.settings_dict[name]) for name in ("USER", "PASSWORD", "NAME", "HOST")))
    taken_up = Invitation.objects.create(name="Guest who came", **club)
    client.force_login(people[1])
    dumps.backup(address, tmp_path / "whole.dump")
    User.objects.filter(pk=people[0].pk).update(is_active=False)
    accounts.revoke_token(keys[0].pk, by=boss)
    staff_codes.end(codes[0].pk, by=boss)
    Invitation.objects.filter(pk=invited[0].pk).update(revoked_at=timezone.now())
    Invitation.objects.filter(pk=taken_up.pk).update(used_at=timezone.now(), used_by=people[1])
    gone = deleted.pk
    deleted.delete()
    User.objects.filter(pk=people[1].pk).update(email="lost@example.org")
    later = User.objects.create_user("later")

    said = dumps.restore(address, tmp_path / "whole.dump")
    for row in (*people, *keys, *codes, *invited):
        row.refresh_from_db()
    assert [person.is_active for person in people] == [False, True]
    assert [[row.works for row in rows] for rows in (keys, codes, invited)] == 3 * [[False, True]]
    assert people[1].email == "" and not User.objects.filter(username="later").exists()
    assert not User.objects.get(pk=gone).is_active and not Session.objects.exists() and later.pk
    helper = codes[0].user.username
    assert said == (
        f"Ended since then, and still ended: account deleted, account anna, account {helper}, API token board of anna, "
        f"invitation of Guest of anna, invitation of Guest who came, staff code of {helper}. {SIGN_IN}"
    )
    assert dumps.restore(address, tmp_path / "whole.dump") == said


@pytest.mark.django_db(transaction=True)
def test_a_backup_of_another_installation_closes_nobodys_account(tmp_path):
    boss = make.organiser()
    address = database_address(*(str(connection.settings_dict[name]) for name in ("USER", "PASSWORD", "NAME", "HOST")))
    dumps.backup(address, tmp_path / "whole.dump")
    User.objects.update(date_joined=timezone.now() - timedelta(days=1))
    assert dumps.restore(address, tmp_path / "whole.dump") == SIGN_IN
    assert User.objects.get(pk=boss.pk).is_active


def test_without_data_there_is_nothing_to_back_up(home):
    assert command(folder=home / "none") == (1, f"There is no database in {home / 'none'} yet.\n")


@pytest.mark.parametrize(
    "option", ["connect_timeout", "keepalives", "keepalives_idle", "sslmode", "target_session_attrs"]
)
def test_each_option_of_the_address_reaches_the_program_that_writes_the_backup(home, option):
    """One that means nothing is refused by name, before a server is asked; one that was dropped is not."""
    with pytest.raises(BackupTrouble, match=f"{option}.*(?:nonsense|integer)|nonsense.*{option}"):
        dumps.backup(f"postgresql://nobody@127.0.0.1:1/none?{option}=nonsense", home / "never.dump")
    assert list(home.iterdir()) == []


def test_a_backup_goes_by_the_name_and_the_settings_of_its_address(stack, home):
    address = f"{stack.env['DATABASE_URL']}&application_name=the%20hall&options=-c%20lock_timeout%3D100&keepalives=1"
    questions = ("--command=SHOW application_name", "--command=SHOW lock_timeout")
    asked = dumps._run("psql", "--no-psqlrc", "--tuples-only", "--no-align", *questions, address=address)
    assert asked.split("\n") == ["the hall", "100ms", ""]
    assert dumps.backup(address, home / "whole.dump")


NEVER_READY = """
import signal, sys
from importlib import import_module
from launcher.programs.child import Program
from launcher.supervisor import Supervisor

def slow(self):
    self._sockets = self.folder.socket_folder()
    self.env |= {"DATABASE_URL": "postgresql://never@127.0.0.1/ready", "BROKER_URL": "redis://127.0.0.1/0"}
    return [Program("database", ["/bin/sleep", "60"], signal.SIGTERM, 5.0, signal.SIGKILL, lambda _pid: False, {})]

Supervisor._own_servers = slow
sys.exit(import_module(sys.argv.pop(1)).main())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("module", ["launcher.backup", "launcher.password"])
def test_what_is_stopped_before_the_database_answers_is_not_called_done(home, module, number):
    folder = home / "data"
    (folder / "database").mkdir(parents=True)
    (folder / "database" / "PG_VERSION").touch()
    said, trouble = stopped_early(folder, number, module)
    assert said == ""
    assert trouble == "It was stopped before it began. Nothing was done; run it again.\n"
    assert not list(folder.rglob("*.dump*"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("way", [("launcher.restore",), ("launcher.__main__", "--restore")])
def test_what_is_stopped_before_it_is_restored_is_not_called_done(stack, home, way, number):
    file = home / "whole.dump"
    dumps.backup(stack.env["DATABASE_URL"], file)
    said, trouble = stopped_early(home / "data", number, *way, str(file))
    assert "Restored" not in said and said.endswith("Stopping …\nStopped.\n")
    assert trouble == f"It was stopped before it restored {file}. Run it again.\n"


def stopped_early(folder, number, module, *arguments):
    """Send a program that waits for its database the signal: what it said. Its status is 1, and nothing of it runs."""
    command = [sys.executable, "-c", NEVER_READY, module, *arguments, "--data", str(folder)]
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=clean_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        left = until(lambda: process.poll() is not None or DataFolder(folder).recorded_processes())
        assert process.poll() is None
        process.send_signal(number)
        said, trouble = process.communicate(timeout=30)
    assert process.returncode == 1
    assert processes.started(left[0]["pid"]) is None
    return said, trouble


ROOT = os.geteuid() == 0
AS_ANOTHER = """
import os, sys
from importlib import import_module
main = import_module(sys.argv.pop(1)).main
if os.geteuid() == 0:
    os.seteuid(65534)
sys.exit(main())
"""
"""Root may open everything: it becomes somebody else once it has read the program."""


@pytest.mark.parametrize("deeper", ["", "data"])
@pytest.mark.parametrize("module", ["launcher.backup", "launcher.password", "launcher.__main__", "launcher.doctor"])
def test_to_the_data_of_another_user_each_command_says_whose_they_are_and_what_to_do(home, module, deeper):
    private = home if ROOT else Path("/proc/1/fd")
    folder = private / deeper
    status, said = as_another(module, folder)
    assert status == 1 and "Traceback" not in said
    assert said.removeprefix("wrong  Data: ").startswith(f"{folder} is not open to the user ")
    assert "it belongs to root. Do the same as that user (sudo -u root …), or set VIERTAL_DATA" in said


@pytest.mark.parametrize("module", ["launcher.backup", "launcher.password", "launcher.__main__", "launcher.doctor"])
def test_data_that_their_own_user_may_not_open_are_no_other_users(home, module):
    home.chmod(0o755)
    folder = home / "data"
    folder.mkdir(mode=0o000)
    if ROOT:
        os.chown(folder, 65534, 65534)
    status, said = as_another(module, folder)
    assert status == 1 and "Traceback" not in said
    assert f"{folder} may not be opened by its own user" in said and "chmod" in said


@pytest.mark.parametrize("module", ["launcher.backup", "launcher.password", "launcher.__main__"])
def test_a_lock_that_may_not_be_opened_is_named(home, module):
    """Root's own, where root has started Viertal once: the folder itself is open to all."""
    home.chmod(0o755)
    folder = home / "data"
    folder.mkdir()
    (folder / "lock").touch(0o000)
    if ROOT:
        os.chown(folder, 65534, 65534)
    status, said = as_another(module, folder)
    assert status == 1 and "Traceback" not in said
    assert said.startswith(f"{folder / 'lock'} " + ("is not open to the user" if ROOT else "may not be opened by"))


def as_another(module, folder):
    done = python("-W", "error", "-c", AS_ANOTHER, module, "--data", str(folder), timeout=60)
    return done.returncode, done.stdout + done.stderr
