"""Backups and restores, killed in the middle, while arbiters enter results: no data is lost or half there.

``python -m reliability.backups [TIMES]`` (default 5) starts Viertal in a folder of its own with twenty arbiters as
``reliability.kills`` has them. So many times it makes a backup by the command that ``make backup`` runs, and kills
another one with SIGKILL half-way: that must leave no file that could be taken for a backup. Each backup is put into a
database of its own: every result that was acknowledged before it began is in it, and each table has one current
result, the newest. Then Viertal is stopped and started with ``--restore`` so many times, and all of it killed while
the old data are being replaced: what was there before must be there again at the next start. At last the newest
backup is restored, and is what stands. Exits with 1 where anything of it is not so.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg

from benchmarks.programs import asked, end
from launcher.database import dumps
from launcher.programs import processes
from reliability.kills import Arbiter, arbiters_at_work
from tests.support.stack import CHECKOUT, PASSWORD, Stack, clean_environment

BOOK = "SELECT table_id, reason, is_current FROM tournaments_result ORDER BY id"
Book = list[tuple[int, str, bool]]


def book(address: str) -> Book:
    """Return all results of a database, oldest first."""
    with psycopg.connect(address) as connection:
        return connection.execute(BOOK).fetchall()


def wrong(results: Book, acknowledged: set[str]) -> list[str]:
    """Return everything that is wrong in a book of results."""
    reasons = [reason for _table, reason, _current in results]
    problems = [f"{tag} was acknowledged and is not there." for tag in acknowledged - set(reasons)]
    if len(reasons) != len(set(reasons)):
        problems.append("A result is there twice.")
    for table in {table for table, _reason, _current in results}:
        marks = [current for where, _reason, current in results if where == table]
        if marks != [False] * (len(marks) - 1) + [True]:
            problems.append(f"Table {table}: another than the newest result is current.")
    return problems


def command(stack: Stack, *arguments: str) -> subprocess.Popen[str]:
    """Return the command that `make backup` runs."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "launcher.backup", "--data", str(stack.folder.root), *arguments],
        cwd=CHECKOUT,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def back_up(stack: Stack, arbiters: list[Arbiter], times: int, home: Path) -> tuple[list[Path], list[str]]:
    """Make backups while results are entered, and kill others; the files, and what was wrong."""
    backups, problems, lots = [], [], random.Random(5)
    for number in range(times):
        time.sleep(1.0)
        before = {tag for arbiter in arbiters for tag in list(arbiter.acknowledged)}
        file = home / f"backup-{number}.dump"
        begun = time.monotonic()
        process = command(stack, str(file))
        output = process.communicate()[0]
        taken = time.monotonic() - begun
        if process.returncode:
            problems.append(f"The backup failed: {output}")
            continue
        backups.append(file)
        address = stack.env["DATABASE_URL"]
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE copy{number}".encode())
        copy = address.replace("/viertal?", f"/copy{number}?")
        dumps.restore(copy, file)
        results = book(copy)
        problems += [f"Backup {number}: {problem}" for problem in wrong(results, before)]
        print(f"backup {number}: {taken:.1f} s, {len(results)} results, {len(before)} were acknowledged before")
        cut = home / f"cut-{number}.dump"
        process = command(stack, str(cut))
        part = cut.with_name(f".{cut.name}.part")
        while process.poll() is None and not part.exists():
            time.sleep(0.001)
        time.sleep(lots.uniform(0, 0.3))
        process.kill()
        process.communicate()
        if cut.exists():
            try:  # it was quicker
                dumps.check(cut)
            except dumps.BackupTrouble as error:
                problems.append(f"A backup that was killed left a file that is none: {error}")
        print(f"killed {number}: {'whole' if cut.exists() else 'nothing'} left under its name")
    return backups, problems


def kill_restores(folder: Path, env: dict[str, str], file: Path, times: int, before: Book) -> list[str]:
    """Start with a restore and kill all of it while it works; what was wrong."""
    problems, lots = [], random.Random(6)
    for number in range(times):
        stack = Stack(folder, env, "--port", "0", "--no-demo", "--restore", str(file))
        with Path(f"{folder}.killed").open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "launcher", "--data", str(folder), *stack._arguments],
                cwd=CHECKOUT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        while process.poll() is None and not _children(process.pid, "psql"):
            time.sleep(0.001)
        time.sleep(lots.uniform(0, 0.4))
        done = b"Restored" in Path(f"{folder}.killed").read_bytes()
        process.kill()
        process.wait()
        again = Stack(folder, env, "--port", "0", "--no-demo")
        again.start(patience=300)
        try:
            results = book(again.env["DATABASE_URL"])
        finally:
            again.stop()
        if not done and results != before:
            problems.append(f"A restore that was killed left {len(results)} results of {len(before)}.")
        print(f"restore killed {number}: {'was done already' if done else 'the old data are there'}")
        if done:
            break
    return problems


def _children(pid: int, name: str) -> list[int]:
    """Return the processes of that name that a process has started."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [int(child) for child in children if Path(f"/proc/{child}/comm").read_text().strip() == name]
    except OSError:
        return []


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    times = asked(__doc__, times=5).times
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="viertal-backups-", ignore_cleanup_errors=True) as home:
        folder = Path(home) / "data"
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
        stack = Stack(folder, env, "--port", "0", "--no-demo")
        stack.start(patience=300)
        try:
            with arbiters_at_work(stack) as (arbiters, _tables):
                backups, problems = back_up(stack, arbiters, times, Path(home))
            before = book(stack.env["DATABASE_URL"])
            problems += wrong(before, {tag for arbiter in arbiters for tag in arbiter.acknowledged})
        finally:
            stack.stop()
        problems += kill_restores(folder, env, backups[0], times, before)
        last = Stack(folder, env, "--port", "0", "--no-demo", "--restore", str(backups[-1]))
        last.start(patience=300)
        try:
            copy = last.env["DATABASE_URL"].replace("/viertal?", f"/copy{len(backups) - 1}?")
            if book(last.env["DATABASE_URL"]) != book(copy):
                problems.append("What was restored is not what was backed up.")
        finally:
            last.stop()
        left = [path.name for path in Path(home).rglob(".*.part")]
        print(f"{len(backups)} backups; left behind: {left or 'nothing'}")
        if [entry for entry in last.folder.recorded_processes() if processes.started(entry["pid"])]:
            problems.append("Processes were left running.")
    end(problems)


if __name__ == "__main__":
    main()
