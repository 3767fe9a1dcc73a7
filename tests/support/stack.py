"""The whole application as its users have it: `python -m launcher` in a folder of its own."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from config.data_folder import DataFolder
from launcher.programs import processes
from tests.support import clock, migrated
from tests.support.snippets import Snippets
from tests.support.waiting import PATIENCE

CHECKOUT = Path(__file__).resolve().parents[2]
PASSWORD = "only-for-tests-9"
# Of the tester's own environment, what would change the application under test.
FOREIGN = (
    "MAKE",
    "VIERTAL_",
    "DJANGO_",
    "SECRET_KEY",
    "HOST",
    "PORT",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED",
    "DEBUG",
    "DATABASE_",
    "BROKER_",
    "PYTEST_",
    "TIME_ZONE",
    "LOG_",
    "METRICS_",
    "PROMETHEUS_",
    "SENTRY_",
    "OIDC_",
    "EMAIL_",
    "MAIL_",
    "SITE_",
    "PYTHONDONTWRITEBYTECODE",
)


def clean_environment(**more: str) -> dict[str, str]:
    """The environment of a person who has set nothing but `more`."""
    return {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)} | more


def family(pid: int) -> set[int]:
    """Return a process and all that descends from it, now."""
    listing = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = {int(pid): int(parent) for pid, parent in (line.split() for line in listing.splitlines())}
    found = {pid}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def end_left(pid: int) -> None:
    """End a launcher that tests left behind, though it rests."""
    left = family(pid)
    for number, pids in ((signal.SIGTERM, {pid}), (signal.SIGCONT, left)):
        for one in pids:
            with suppress(ProcessLookupError):
                os.kill(one, number)


@contextmanager
def never_left(pid: int) -> Iterator[None]:
    """Have a process end that launcher if this one is killed: at rest it would stand still for ever."""
    waits = "import sys; sys.stdin.read(); from tests.support.stack import end_left; end_left(int(sys.argv[1]))"
    command = [sys.executable, "-c", waits, str(pid)]
    with subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, start_new_session=True) as guard:
        yield
        guard.kill()


class Stack:
    """A running Viertal. `url` ends with a slash; `env` points commands at its database and broker."""

    shift: float | None = None
    """The seconds that the clock of the one that all tests share is ahead of the machine's."""
    shared: Stack | None = None
    """The one that all tests share, while it runs."""

    def __init__(self, data: Path, env: Mapping[str, str], *arguments: str) -> None:
        self.folder = DataFolder(data)
        self._given = dict(env)
        self._arguments = arguments
        self.username, self.password = "organiser", env.get("VIERTAL_ORGANISER_PASSWORD", "")
        self.url = ""
        self.env: dict[str, str] = {}
        self.output = ""
        self._process: subprocess.Popen[str] | None = None
        self._snippets: Snippets | None = None

    def start(self, patience: float = 300.0) -> float:
        """Start it; the seconds until it said that it runs. Fails the test where it does not."""
        begun = time.monotonic()
        self.said = self.folder.root.with_name(f"{self.folder.root.name}.out")
        with self.said.open("wb") as output:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", "-m", "launcher", "--data", str(self.folder.root), *self._arguments],
                cwd=CHECKOUT,
                env=self._given,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                text=True,
            )
        while "to stop:" not in self.words():
            if self._process.poll() is not None or time.monotonic() - begun > patience:
                status = self.stop(signal.SIGTERM)
                pytest.fail(f"Viertal did not start (status {status}). It said:\n{self.words()}", pytrace=False)
            time.sleep(0.01)
        taken = time.monotonic() - begun
        known = self.folder.recorded_services()
        self.url = known["url"]
        env = self._given | {
            "DATABASE_URL": known["database_url"],
            "BROKER_URL": known["broker_url"],
            "DATABASE_POOL": "0",
            "VIERTAL_DATA": str(self.folder.root),
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        if env != self.env:
            self._end_snippets()
        self.env = env
        return taken

    def lay(self) -> None:
        """Lay what a first start makes and another only looks at: the migrated database, the collected files."""
        migrated.lay(self.folder)
        migrated.lay_static(self.folder)

    def start_migrated(self) -> None:
        """Start it with a copy of the migrated database, for tests that a first start is not the subject of. The
        demonstration is whole then, if there is one: pages of it stay as they are."""
        self.lay()
        self.start()
        migrated.keep_static(self.folder)
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as connection:
            clock.shift_database(connection, float(self._given[clock.SHIFT]))
        self.wait_for_the_town()

    def wait_for_the_town(self) -> None:
        """Until the demonstration is whole, if there is one: the worker builds it after the start."""
        missing = "SELECT coalesce(max(missing), 0) FROM tournaments_demonstration"
        with psycopg.connect(self.env["DATABASE_URL"], autocommit=True) as connection:
            self.wait_for(lambda: connection.execute(missing).fetchone() == (0,), 120)

    def words(self) -> str:
        """Return all that it has printed since it was started."""
        return self.said.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, what: Any, patience: float = PATIENCE, pause: float = 0.02) -> None:
        """Until `what()` is true, looking every `pause` seconds; fails the test after `patience` seconds."""
        deadline = time.monotonic() + patience
        while not what():
            if time.monotonic() > deadline:
                pytest.fail(f"Waited {patience} s in vain. Viertal said:\n{self.words()}")
            time.sleep(pause)

    def processes(self) -> dict[str, int]:
        """The number of each process: `database`, `broker`, `web`, `worker`."""
        return {entry["name"]: entry["pid"] for entry in self.folder.recorded_processes()}

    @property
    def pid(self) -> int:
        """The supervisor's number."""
        assert self._process is not None
        return self._process.pid

    def stopped(self) -> bool:
        """Return whether the supervisor has ended."""
        return self._process is None or self._process.poll() is not None

    def family(self) -> set[int]:
        """The supervisor and all that descends from it, now."""
        return family(self.pid)

    def rest(self) -> None:
        """Let all its processes stand still until `go_on`: idle they would look for work each second."""
        self._tell_all(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let them run again after `rest`."""
        self._tell_all(signal.SIGCONT)

    def _tell_all(self, number: signal.Signals) -> None:
        for pid in () if self.stopped() else self.family():
            with suppress(ProcessLookupError):  # PostgreSQL ends helpers of its own at any time
                os.kill(pid, number)

    def answers(self) -> bool:
        """Return whether /healthz says 200."""
        try:
            with urllib.request.urlopen(f"{self.url}healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self, number: signal.Signals = signal.SIGINT, patience: float = 40.0) -> int | None:
        """Stop it; its exit status."""
        self._end_snippets()
        process = self._process
        if process is None:
            return None
        if process.poll() is None:
            process.send_signal(number)
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            processes.end_leftovers(self.folder.recorded_processes())
            pytest.fail(f"Viertal did not stop within {patience} s. It said:\n{self.words()}")

    def _end_snippets(self) -> None:
        if self._snippets is not None:
            self._snippets.close()
            self._snippets = None

    def python(self, code: str) -> str:
        """Run Python with Django set up against this stack; what it printed. Fails the test where it raises."""
        if self._snippets is None:
            self._snippets = Snippets(self.env)
        status, output, complaints = self._snippets.run(textwrap.dedent(code))
        if status:
            pytest.fail(f"The snippet ended with status {status}:\n{output}{complaints}")
        return output

    def session(self, username: str) -> str:
        """Begin a session as the program itself does for somebody who logs in; the value of its cookie."""
        return self.python(f"""
            from django.http import HttpRequest
            from tournaments.accounts.sessions import SessionStore
            from tournaments.accounts.signin import enter
            from tournaments.models import User
            request = HttpRequest()
            request.session = SessionStore()
            enter(request, User.objects.get(username={username!r}), "a session made for tests")
            request.session.save()
            print(request.session.session_key)
        """).strip()

    def new_python(self, code: str) -> str:
        """As `python`, in a process that has loaded nothing but Django's set-up."""
        command = [sys.executable, "-c", "import django; django.setup()\n" + textwrap.dedent(code)]
        done = subprocess.run(command, cwd=CHECKOUT, env=self.env, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.fail(f"{code}\nended with status {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout


def _own_database(url: str) -> tuple[str, str]:
    """On a server that the tester named: a new database, as its address and its name."""
    name = f"viertal_stack_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    head, _, query = url.partition("?")
    return head.rpartition("/")[0] + f"/{name}" + (f"?{query}" if query else ""), name


@contextmanager
def started(purpose: str) -> Iterator[Stack]:
    """Start it with an organiser and nothing else, in a folder that goes with it."""
    with tempfile.TemporaryDirectory(prefix=f"viertal-{purpose}-", ignore_cleanup_errors=True) as folder:
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
        one = Stack(Path(folder) / "data", env, "--port", "0", "--no-demo")
        one.start()
        try:
            yield one
        finally:
            one.stop()


# What files of tests may name alike, and how that which a file leaves behind is told from it. Which files share a
# database is decided by whichever worker is free. What was put aside already stays as it is: names would grow with
# every file until no column holds them. Events go to the end of every list: those of the next file stand first in it.
ASIDE = (
    "UPDATE tournaments_tournament SET slug = left(slug, 40) || '-aside-' || id,"
    " name = left(name, 40) || ' aside ' || id, starts = starts - 3650 WHERE slug NOT LIKE '%-aside-' || id",
    "DELETE FROM tournaments_formeraddress",
    "UPDATE tournaments_series SET slug = left(slug, 40) || '-aside-' || id WHERE slug NOT LIKE '%-aside-' || id",
    "UPDATE tournaments_ratinglist SET slug = left(slug, 40) || '-aside-' || id WHERE slug NOT LIKE '%-aside-' || id",
    "UPDATE tournaments_club SET slug = left(slug, 40) || '-aside-' || id, name = left(name, 40) || ' aside ' || id"
    " WHERE id > 1 AND slug NOT LIKE '%-aside-' || id",
    "UPDATE tournaments_player SET club = trim(left(club, 40) || ' aside ' || id) WHERE club NOT LIKE '%aside ' || id",
    "UPDATE tournaments_user SET username = left(username, 40) || '-aside-' || id"
    " WHERE username <> 'organiser' AND username NOT LIKE '%-aside-' || id",
)


def _put_aside(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in ASIDE:
            connection.execute(statement)


@pytest.fixture(scope="module")
def stack(running_stack: Stack) -> Iterator[Stack]:
    """The whole running application. Names and addresses that another file of tests gave are free again. It rests
    until another file asks for it."""
    running_stack.go_on()
    yield running_stack
    _put_aside(running_stack.env["DATABASE_URL"])
    running_stack.rest()


@pytest.fixture(scope="session")
def running_stack() -> Iterator[Stack]:
    """The whole running application with a database of its own; stopped at the end."""
    folder = Path(tempfile.mkdtemp(prefix="viertal-stack-"))
    env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
    database = None
    if address := os.environ.get("DATABASE_URL"):
        env["DATABASE_URL"], database = _own_database(address)
    if broker := os.environ.get("BROKER_URL"):
        env |= {"BROKER_URL": broker, "VIERTAL_QUEUE": folder.name}
    running = Stack(folder / "data", env, "--port", "0", "--no-demo")
    try:
        migrated.lay_static(running.folder) if address else running.lay()
        running.start()
        migrated.keep_static(running.folder)
        Stack.shift, Stack.shared = float(os.environ[clock.SHIFT]), running
        with psycopg.connect(running.env["DATABASE_URL"], autocommit=True) as connection:
            clock.shift_database(connection, Stack.shift)
        with never_left(running.pid):
            yield running
            running.go_on()
        status = running.stop()
        assert status == 0, running.words()
    finally:
        running.stop()
        Stack.shift = Stack.shared = None
        if address and database:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(database)))
        shutil.rmtree(folder, ignore_errors=True)
