"""A real PostgreSQL and a real Redis for the tests, started when the first test asks for them.

All workers of one run share them. They belong to a keeper process, which ends them as soon as no test
process holds its lock any longer, however those ended.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support import migrated
from tests.support.times import Times, of_family

CHECKOUT = Path(__file__).resolve().parents[2]
TIMES = Times()
"""Of this process, which may have started the servers that all share."""


@dataclass(frozen=True, slots=True)
class Services:
    """The addresses of the servers, as the settings take them."""

    database_url: str
    broker_url: str
    template: str | None = None
    """The name of a migrated database beside that one, which a new one can be a copy of."""


def shared_folder() -> Path:
    """The same folder for all processes of one run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())
    return Path(tempfile.gettempdir()) / f"viertal-tests-{os.getuid()}-{run[:12]}"


@contextmanager
def running() -> Iterator[Services]:
    """A real PostgreSQL and a real broker: those that DATABASE_URL and BROKER_URL name, else some of our own."""
    addresses = os.environ.get("DATABASE_URL", ""), os.environ.get("BROKER_URL", "")
    if all(addresses):
        yield Services(*addresses)
        return
    folder = shared_folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "users").open("a") as users, (folder / "starting").open("a") as starting:
        fcntl.flock(users, fcntl.LOCK_SH)
        fcntl.flock(starting, fcntl.LOCK_EX)
        try:
            own = _own_servers(folder)
        finally:
            fcntl.flock(starting, fcntl.LOCK_UN)
        if addresses[0]:
            yield Services(addresses[0], own["broker_url"])
        else:
            yield Services(own["database_url"], addresses[1] or own["broker_url"], migrated.TEMPLATE)


@pytest.fixture(scope="session")
def services() -> Iterator[Services]:
    """The servers of this run."""
    with running() as found:
        yield found


def taken() -> float:
    """Return the processor seconds that the servers of this run have taken until now."""
    with suppress(OSError, ValueError):  # nobody asked for them
        return of_family(json.loads((shared_folder() / "ready.json").read_text(encoding="utf-8"))["keeper"])
    return 0.0


def _own_servers(folder: Path) -> dict[str, Any]:
    ready = folder / "ready.json"
    if not ready.exists():
        log = folder / "keeper.log"
        with log.open("wb") as output:
            keeper = subprocess.Popen(
                [sys.executable, "-m", "tests.support.servers", str(folder)],
                cwd=CHECKOUT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        while not ready.exists():
            if keeper.poll() is not None:
                pytest.fail(f"The tests' database and broker did not start:\n{log.read_text()}", pytrace=False)
            time.sleep(0.02)
        TIMES.keepers.add(keeper.pid)
        keeper.returncode = 0  # it outlives this process by design: nothing to warn about
    known: dict[str, Any] = json.loads(ready.read_text(encoding="utf-8"))
    return known


def wait_until_gone(patience: float = 20.0) -> None:
    """At the end of a run: until the servers have stopped."""
    deadline = time.monotonic() + patience
    while shared_folder().exists() and time.monotonic() < deadline:
        time.sleep(0.05)


def keep(folder: Path) -> None:
    """Run the servers until nobody holds the lock."""
    from config.data_folder import DataFolder, write_private
    from launcher.broker import Broker
    from launcher.programs.child import Child

    data = DataFolder(folder)
    postgres = migrated.lay(data)
    sockets = postgres.sockets.parent
    broker = Broker(data.broker, sockets)
    # What a test writes need not outlive a power cut.
    programs = [postgres.program(fsync="off", full_page_writes="off"), broker.program(os.environ)]
    children = [Child(program, data.logs, folder) for program in programs]
    try:
        for child in children:
            child.start()
        while not all(child.is_ready() for child in children):
            for child in children:
                if not child.runs():
                    raise SystemExit(f"The {child.name} {child.how_it_ended()}:\n{child.log.tail()}")
            time.sleep(0.01)
        migrated.set_aside(postgres.address)
        write_private(
            folder / "ready.json",
            json.dumps({"database_url": postgres.address, "broker_url": broker.address, "keeper": os.getpid()}),
        )
        with (folder / "users").open("a") as users:
            while True:
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(0.1)
    finally:
        for child in children:
            child.ask_to_stop()
        deadline = time.monotonic() + 10
        while any(child.runs() for child in children):
            if time.monotonic() > deadline:
                for child in children:
                    child.kill()
            time.sleep(0.02)
        if sockets != data.run:
            shutil.rmtree(sockets, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
