"""Processes are killed at random while arbiters enter results: nothing that was acknowledged is lost or doubled.

``python -m reliability.kills [KILLS [VICTIM …]]`` (default 20, of all) starts Viertal in a folder of its own. Twenty
arbiters, each with a table of their own, enter a new result about a second after the last was answered, each with a
reason of its own. One after the other the web server, the worker, one of its two hands, the broker, the database or one
of the database's backends is killed with SIGKILL, as the lots say. After each the time is taken until all is whole
again: what was killed runs anew, the application answers, a result that is entered then is taken, the standings have
followed it, and where the worker was killed the sweep has come again.

At the end the book of results is read: every acknowledged result is there, none twice, one of each table is
current, and the standings are those that the results make. Exits with 1 where anything of it is not so.
"""

from __future__ import annotations

import os
import random
import re
import signal
import statistics
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, permutations
from pathlib import Path

import psycopg

from benchmarks.evening import NoRedirect, signed_in
from benchmarks.programs import asked, end
from tests.support.stack import Stack, started

CLIENTS = 20
VICTIMS = ("web", "worker", "hand", "broker", "database", "backend")
enough = threading.Event()
"""Set by SIGTERM: no further kill, but what was done is judged."""
WHOLE = 10.0
"""Seconds after which all must work again."""

SET_UP = """
    from tests.tournaments import make
    from tournaments.models import Table, User
    boss = User.objects.get(username="organiser")
    evening = make.tournament({players}, rounds_planned=1, slug="kills")
    round_ = make.published(evening, boss)
    print(evening.pk, *Table.objects.filter(round=round_).order_by("number").values_list("pk", flat=True))
"""
BOOK = """
    from tournaments.models import Result
    for table, reason, current in Result.objects.order_by("pk").values_list("table", "reason", "is_current"):
        print(table, reason or "-", int(current))
"""
BACKENDS = """
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
    AND pid <> pg_backend_pid() ORDER BY pid
"""
VERSIONS = """
    SELECT results_version, computed_for FROM tournaments_tournament t
    JOIN tournaments_standings s ON s.tournament_id = t.id WHERE t.slug = 'kills' AND s.after_round = 1
"""
SWEPT = "Task tournaments.tasks.sweep["
STANDINGS = """
    import json
    from tournaments.selectors.standings.current_standings import body_of
    from tournaments.models import Tournament
    from tournaments.selectors.events.events import event_of
    evening = Tournament.objects.get(slug="kills")
    stored = evening.standings.get(after_round=1)
    due = json.loads(json.dumps(body_of(event_of(evening), 1)))
    print(int(stored.body == due and stored.computed_for == evening.results_version))
"""


@dataclass
class Arbiter:
    """An arbiter who enters results for one table, one after the other, until told to stop."""

    stack: Stack
    address: str
    stop: threading.Event
    number: int
    cookies: str
    token: str
    acknowledged: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)
    last: float = 0.0
    seen: str = ""
    wrong: list[str] = field(default_factory=list)

    def work(self) -> None:
        opener = urllib.request.build_opener(NoRedirect)
        opener.addheaders = [("Cookie", self.cookies)]
        ends = cycle(permutations(("8", "4", "2", "0")))
        count, pauses = 0, random.Random(self.number)
        while not self.stop.is_set():
            count += 1
            self._enter(opener, f"a{self.number}-{count}", next(ends))
            self.stop.wait(pauses.uniform(0.5, 1.5))

    def _enter(self, opener: urllib.request.OpenerDirector, tag: str, points: tuple[str, ...]) -> None:
        for _attempt in range(3):
            fields = {f"points{seat}": text for seat, text in enumerate(points, start=1)}
            fields |= {"reason": tag, "seen_result": self.seen, "csrfmiddlewaretoken": self.token}
            data = urllib.parse.urlencode(fields).encode()
            try:
                with opener.open(self.address, data, timeout=20) as answer:
                    answer.read()
                    status = answer.status
            except urllib.error.HTTPError as error:
                body = error.read().decode("utf-8", "replace")
                status = error.code
                if status == 409:
                    # this table's button is the only one; other tables' fields are of older or newer results
                    self.seen = re.search(r'type="submit" name="seen_result" value="(\d+)"', body)[1]
                    continue
            except (OSError, EOFError, ValueError):
                status = 0
            if status == 302:
                self.acknowledged.append(tag)
                self.last = time.monotonic()
            else:
                self.unsure.append(tag)
                if status not in (0, 500, 502, 503, 504):
                    self.wrong.append(f"{tag}: {status}")
                time.sleep(0.05)
            return
        self.unsure.append(tag)


@contextmanager
def arbiters_at_work(stack: Stack) -> Iterator[tuple[list[Arbiter], list[str]]]:
    """Let arbiters enter results, each at a table of their own, until the end; they and the tables."""
    pk, *tables = stack.python(SET_UP.format(players=4 * CLIENTS)).split()
    stop = threading.Event()
    desk = f"{stack.url}admin/tournaments/tournament/{pk}/desk/result/"
    person = signed_in(stack)
    arbiters = [
        Arbiter(stack, f"{desk}{table}/", stop, number, person.cookies, person.token)
        for number, table in enumerate(tables)
    ]
    threads = [threading.Thread(target=arbiter.work) for arbiter in arbiters]
    for thread in threads:
        thread.start()
    try:
        yield arbiters, tables
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def main() -> None:
    chosen = asked(__doc__, kills=20, victims=VICTIMS)
    signal.signal(signal.SIGTERM, lambda *_: enough.set())
    with started("kills") as stack:
        problems = run(stack, chosen.kills, chosen.victims)
    end(problems)


def run(stack: Stack, kills: int, victims: Sequence[str]) -> list[str]:
    """Kill so often, then read the book; everything that was wrong, as sentences."""
    whole: list[tuple[str, float]] = []
    lots = random.Random(4)
    with arbiters_at_work(stack) as (arbiters, tables):
        for done in range(1, kills + 1):
            if enough.wait(lots.uniform(0.5, 2.0)):
                break
            hall = Hall(stack, arbiters, lots)
            victim = lots.choice(victims)
            whole.append((victim, hall.kill(victim)))
            entered = sum(len(arbiter.acknowledged) for arbiter in arbiters)
            print(
                f"{done:4} {victim:9} whole after {whole[-1][1]:5.2f} s, {entered} acknowledged ({hall.stages})",
                flush=True,
            )
    return _judge(stack, arbiters, tables, whole)


@dataclass
class Hall:
    """The running application from outside: the processes to kill, and whether all of it works."""

    stack: Stack
    arbiters: list[Arbiter]
    lots: random.Random
    stages: str = ""
    """Seconds until what was killed ran, the site answered, results and standings came, and the sweep."""

    def kill(self, victim: str) -> float:
        """Kill it; the seconds until all is whole again."""
        pid = self._pid(victim)
        swept = self._sweeps()
        stages: list[float] = []
        begun = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        for what in (
            lambda: self._runs_anew(victim, pid),
            self.stack.answers,
            self._takes_results,
            lambda: victim != "worker" or self._sweeps() != swept,
        ):
            while not what():
                if time.monotonic() - begun > 6 * WHOLE:
                    raise SystemExit(
                        f"After the {victim} was killed Viertal did not come back. It said:\n{self.stack.words()}\n"
                        f"The end of the worker's log:\n{self._worker_log()[-6000:]}"
                    )
                time.sleep(0.01)
            stages.append(time.monotonic() - begun)
        self.stages = ", ".join(f"{stage:.1f}" for stage in stages)
        return stages[-1]

    def _pid(self, victim: str) -> int:
        if victim == "backend":
            return int(self.lots.choice(self._ask(BACKENDS))[0])
        if victim == "hand":
            return self.lots.choice(self._hands())
        return self.stack.processes()[victim]

    def _runs_anew(self, victim: str, pid: int) -> bool:
        if victim == "backend":
            return True  # the next request makes one
        if victim == "hand":
            hands = self._hands()
            return pid not in hands and len(hands) == 2
        return self.stack.processes().get(victim) not in (None, pid)

    def _hands(self) -> list[int]:
        """Return the worker's own processes, whichever of its threads began them."""
        worker = self.stack.processes()["worker"]
        threads = Path(f"/proc/{worker}/task").glob("*/children")
        return [int(pid) for children in threads for pid in _read(str(children)).split()]

    def _takes_results(self) -> bool:
        """Return whether a result that is entered from now on is taken, and the standings follow it."""
        now = time.monotonic()
        while not any(arbiter.last > now for arbiter in self.arbiters):
            if time.monotonic() - now > WHOLE:
                return False
            time.sleep(0.01)
        wanted, _known = (self._ask(VERSIONS) or [(0, 0)])[0]
        while time.monotonic() - now < WHOLE:
            versions = self._ask(VERSIONS)
            if wanted and versions and versions[0][1] >= wanted:
                return True
            time.sleep(0.05)
        return False

    def _ask(self, sql: str) -> list[tuple[int, ...]]:
        try:
            with psycopg.connect(self.stack.env["DATABASE_URL"], connect_timeout=5) as connection:
                return connection.execute(sql).fetchall()
        except psycopg.OperationalError:
            return []

    def _sweeps(self) -> tuple[int, int]:
        """Return how many sweeps the worker's log tells of; its file is turned over when it grows large."""
        inode = (self.stack.folder.logs / "worker.log").stat().st_ino
        return inode, self._worker_log().count(SWEPT)

    def _worker_log(self) -> str:
        return _read(f"{self.stack.folder.logs}/worker.log")


def _read(path: str) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def _judge(stack: Stack, arbiters: list[Arbiter], tables: list[str], whole: list[tuple[str, float]]) -> list[str]:
    book = [line.split() for line in stack.python(BOOK).splitlines()]
    stored = [reason for _table, reason, _current in book]
    problems = [f"{len(stored) - len(set(stored))} results are there twice."] * (len(stored) != len(set(stored)))
    for arbiter in arbiters:
        lost = set(arbiter.acknowledged) - set(stored)
        problems += [f"Arbiter {arbiter.number} was told that {tag} is entered; it is not there." for tag in lost]
        problems += [f"Arbiter {arbiter.number} had an answer that fits nothing: {w}." for w in arbiter.wrong]
    for table in tables:
        current = [reason for where, reason, is_current in book if where == table and is_current == "1"]
        newest = [reason for where, reason, _current in book if where == table][-1:]
        if current != newest:
            problems.append(f"Table {table}: current are {current}, the newest is {newest}.")
    deadline = time.monotonic() + 30
    while stack.python(STANDINGS).strip() != "1":
        if time.monotonic() > deadline:
            problems.append("The standings are not those that the results make.")
            break
    late = [seconds for _victim, seconds in whole if seconds > WHOLE]
    problems += [f"{len(late)} times it took more than {WHOLE:.0f} s to be whole again."] * bool(late)
    acknowledged = sum(len(arbiter.acknowledged) for arbiter in arbiters)
    unsure = sum(len(arbiter.unsure) for arbiter in arbiters)
    print(
        f"{len(whole)} kills, {acknowledged} results acknowledged, {unsure} without an answer, {len(stored)} in "
        f"the book; whole again after {_spread([seconds for _victim, seconds in whole])}"
    )
    for victim in VICTIMS:
        if taken := [seconds for who, seconds in whole if who == victim]:
            print(f"{victim:9} {len(taken):4} kills, whole again after {_spread(taken)}")
    return problems


def _spread(taken: list[float]) -> str:
    return f"{statistics.median(taken):.2f} s (median), {max(taken):.2f} s (most)"


if __name__ == "__main__":
    main()
