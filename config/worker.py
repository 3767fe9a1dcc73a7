"""The hands of a worker: processes that take work from the database, one row each, and carry it out as Celery's tasks.

They need no broker. Celery's own process beside them hears its messages, starts them again where one ended, and ends
them with the worker. So whatever becomes of the broker, work is done; and whatever becomes of a hand, the database
gives what it held to the next one.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any

import billiard
import psycopg
from celery import Celery, bootsteps
from celery.concurrency.prefork import process_initializer
from celery.exceptions import SoftTimeLimitExceeded
from celery.signals import task_prerun
from celery.worker.components import Pool
from django.db import OperationalError, close_old_connections

from config import warmup
from config.process import die_with_parent
from tournaments.domain.queue import TASKS
from tournaments.live.asgi import database_parameters
from tournaments.selectors.site.health import WORKER

log = logging.getLogger(__name__)

TICK = 1.0
"""Seconds after which a hand that heard nothing looks for itself."""

EVERY = {"sweep": timedelta(seconds=5)}
"""What comes again and again. Its row stays, and whoever takes that is the clock."""

SHOWN = 30.0
"""Seconds after which a hand shows anew how far its clock is from the database's."""

PAUSES = (0, 5, 30, 120, 600)
"""Seconds for which something waits that failed once, twice, …: at first it may have been the worker's own end."""

OPTIONS = (
    "-c synchronous_commit=off -c idle_in_transaction_session_timeout=0 "
    "-c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)
"""A row whose end was forgotten is carried out once more, and does not mind; a machine that vanished lets go of its
rows within a minute."""

NEXT = """
    SELECT task, subject FROM tournaments_work
    WHERE (due_at <= clock_timestamp() OR due_at > clock_timestamp() + pause) AND task || subject <> ALL(%s::text[])
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
"""
HOLD = "SELECT pg_try_advisory_xact_lock(hashtextextended('work ' || %s::text, %s))"
COUNT = """
    UPDATE tournaments_work SET attempts = attempts + 1, pause = made.pause, due_at = clock_timestamp() + made.pause
    FROM (SELECT tries, make_interval(secs => secs) FROM unnest(%s::int[]) WITH ORDINALITY AS of (secs, tries))
        AS made (tries, pause)
    WHERE task = %s AND subject = %s AND tries = least(attempts + 1, %s)
"""
TAKE = "SELECT id FROM tournaments_work WHERE task = %s AND subject = %s ORDER BY id FOR UPDATE SKIP LOCKED"
DONE = "DELETE FROM tournaments_work WHERE id = ANY(%s)"
FAILED = """
    UPDATE tournaments_work SET problem = %(problem)s, pause = least(pause, %(most)s),
        due_at = clock_timestamp() + least(pause, %(most)s)
    WHERE id = ANY(%(rows)s)
"""
NOW = "SELECT extract(epoch FROM clock_timestamp())::bigint"
SHOW = """
    SELECT set_config('application_name', concat(
        %s::text, ' swept ', %s::bigint, ' ahead ', (%s::float8 - extract(epoch FROM clock_timestamp()))::bigint
    ), false)
"""
AGAIN = """
    UPDATE tournaments_work SET due_at = clock_timestamp() + %s, pause = %s, problem = %s,
        attempts = CASE WHEN %s = '' THEN 0 ELSE attempts END WHERE id = %s
"""
BEGIN = """
    INSERT INTO tournaments_work (task) SELECT task FROM unnest(%s::text[]) AS task
    WHERE NOT EXISTS (SELECT FROM tournaments_work w WHERE w.task = task.task)
"""
LOOKED = """
    SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND starts_with(application_name, %s)
        AND (state = 'idle in transaction' OR now() - state_change < interval '30 seconds'))
"""


def sign() -> str:
    """Return the name by which everybody sees in the database that the hands of this very worker are there."""
    of = f"{socket.gethostname()} {os.environ.get('VIERTAL_DATA', '')}"
    return f"{WORKER} {zlib.crc32(of.encode()):08x}"


class Hand:
    """One process that does what is due, in order, and rests while nothing is. ``bell`` is a file that can be read
    when somebody wakes it."""

    def __init__(self, app: Celery, bell: int) -> None:
        self._app = app
        self._bell = bell
        self._line: psycopg.Connection[Any] | None = None
        self._heard = self._at_work = self._stopping = False
        self._swept, self._shown = 0, 0.0

    def run(self, worker: int) -> None:
        """Work until this process is told to stop, or its worker, the process of that number, is gone."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGUSR1, self._too_long)
        signal.signal(signal.SIGQUIT, signal.SIG_DFL)
        while not self._stopping and os.getppid() == worker:
            try:
                if not self.work():
                    self._rest()
            except psycopg.Error as error:
                log.warning("The database does not answer; this worker tries again: %s", str(error).strip())
                self.close()
                time.sleep(TICK)
        self.close()

    def work(self) -> bool:
        """Carry out the next thing that is due. Return False where there is none that nobody else is at."""
        line = self._connected()
        self._heard = False
        found = self._choose(line)
        if found is None:
            return False
        with line.transaction():
            if not line.execute(HOLD, found).fetchone()[0]:
                return True
            rows = [row for (row,) in line.execute(TAKE, found)]
            if rows:
                self._conclude(line, found[0], rows, self._carry_out(*found))
        return True

    def close(self) -> None:
        """Let go of the connection, and with it of what this hand held."""
        if self._line is not None:
            with contextlib.suppress(psycopg.Error):
                self._line.close()
        self._line = None

    def _choose(self, line: psycopg.Connection[Any]) -> tuple[str, int] | None:
        """Return the task and the subject of what is due first and has nobody at it, and count the attempt: what ends
        its worker each time is to wait longer and longer, as what fails."""
        others: list[str] = []
        while True:
            with line.transaction():
                found = line.execute(NEXT, [others]).fetchone()
                if found is None:
                    return None
                if line.execute(HOLD, found).fetchone()[0]:
                    line.execute(COUNT, [list(PAUSES), *found, len(PAUSES)])
                    return found
            others.append(f"{found[0]}{found[1]}")

    def _carry_out(self, name: str, subject: int) -> str:
        """Run a task as Celery does, within its limits of time; return what went wrong, or nothing."""
        try:
            # as Celery does for a task that a message brought: a connection that broke is made anew
            close_old_connections()
            task = self._app.tasks[TASKS + name]
            with self._limits(task):
                answer = task.apply(args=[subject] if subject else [], throw=False)
        except Exception as error:  # a task that this version does not know, or one interrupted at its very end
            log.exception("%s %s was not carried out.", name, subject)
            return type(error).__name__
        return type(answer.result).__name__ if answer.failed() else ""

    @contextlib.contextmanager
    def _limits(self, task: Any) -> Iterator[None]:
        """Have the kernel end this process at the task's hard limit, and a thread interrupt it at the soft one."""
        conf = self._app.conf
        soft = threading.Timer(task.soft_time_limit or conf.task_soft_time_limit, self._interrupt)
        soft.daemon = True
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, task.time_limit or conf.task_time_limit)
        soft.start()
        self._at_work = True
        try:
            yield
        finally:
            self._at_work = False
            soft.cancel()
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _interrupt(self) -> None:
        if self._at_work:
            os.kill(os.getpid(), signal.SIGUSR1)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping = True

    def _too_long(self, _number: int, _frame: FrameType | None) -> None:
        if self._at_work:
            raise SoftTimeLimitExceeded

    def _conclude(self, line: psycopg.Connection[Any], name: str, rows: list[int], problem: str) -> None:
        if name in EVERY:
            line.execute(AGAIN, [EVERY[name], EVERY[name], problem, problem, rows.pop()])
            if not problem:
                (self._swept,) = line.execute(NOW).fetchone()
                self._show(line)
        elif problem:
            # a lock that somebody held, or a database that was away: soon it is otherwise
            most = PAUSES[1 if problem == OperationalError.__name__ else -1]
            line.execute(FAILED, {"problem": problem, "most": timedelta(seconds=most), "rows": rows})
            return
        line.execute(DONE, [rows])

    def _connected(self) -> psycopg.Connection[Any]:
        if self._line is None or self._line.closed:
            parameters = database_parameters()
            parameters["options"] = f"{parameters.get('options', '')} {OPTIONS}"
            self._line = line = psycopg.connect(**parameters, autocommit=True, prepare_threshold=None)
            line.add_notify_handler(self._hear)
            self._swept = 0
            self._show(line)
            # through a pooler that hands connections on nothing is heard: then this hand looks each second
            line.execute("LISTEN tournaments_work")
            with line.transaction():
                line.execute("SELECT pg_advisory_xact_lock(hashtextextended('work', 0))")
                line.execute(BEGIN, [list(EVERY)])
            if path := os.environ.get("VIERTAL_WORKER_READY"):
                Path(path).write_text(f"{os.getppid()}\n", encoding="ascii")
        return self._line

    def _show(self, line: psycopg.Connection[Any]) -> None:
        """Let everybody see in the database when this hand swept, and what its clock tells."""
        line.execute(SHOW, [sign(), self._swept, time.time()])
        self._shown = time.monotonic()

    def _hear(self, _notify: psycopg.Notify) -> None:
        self._heard = True

    def _rest(self) -> None:
        """Wait until the database tells of work, the worker was woken, or for a moment."""
        line = self._connected()
        if self._heard:
            return
        if time.monotonic() - self._shown > SHOWN:
            self._show(line)
        if self._bell in select.select([line.fileno(), self._bell], [], [], TICK)[0]:
            with contextlib.suppress(BlockingIOError):
                os.read(self._bell, 1)


def _become_a_hand(app: Celery, hostname: str, bell: int, worker: int) -> None:
    process_initializer(app, hostname)
    die_with_parent(signal.SIGKILL)
    warmup.worker_child()
    Hand(app, bell).run(worker)


class Hands(bootsteps.StartStopStep):
    """The hands of this worker, as many as it has places."""

    requires = (Pool,)

    def __init__(self, worker: Any, **more: Any) -> None:
        super().__init__(worker, **more)
        self._processes: list[Any] = []
        self._lock = threading.Lock()
        self._ending, self._over = False, threading.Event()

    def create(self, worker: Any) -> Hands:
        """Take part in the worker's start and end."""
        self._app, self._hostname, number = worker.app, worker.hostname, worker.concurrency
        self._bell, self._rope = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._rope, False)
        self._processes = [self._new() for _ in range(number)]
        task_prerun.connect(self.wake, sender=self._app.tasks[f"{TASKS}wake"])
        return self

    def start(self, worker: Any) -> None:
        """Start them."""
        for process in self._processes:
            process.start()
        threading.Thread(target=self._look_after, name="hands", daemon=True).start()

    def stop(self, worker: Any) -> None:
        """Let each end what it is at, and wait for that."""
        self._end(signal.SIGTERM)

    def terminate(self, worker: Any) -> None:
        """End them at once; what they held goes to the next one."""
        self._end(signal.SIGKILL)

    def wake(self, **_more: Any) -> None:
        """Have those that rest look for work."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._rope, b"!" * len(self._processes))

    def _new(self) -> Any:
        arguments = (self._app, self._hostname, self._bell, os.getpid())
        return billiard.get_context("fork").Process(target=_become_a_hand, args=arguments, daemon=True)

    def _look_after(self) -> None:
        """Start a hand again that ended. The kernel ends a hand with the thread that began it, so this one outlives
        them."""
        while not self._over.wait(0.2):
            with self._lock:
                for place, process in enumerate(self._processes):
                    if not self._ending and not process.is_alive():
                        log.warning("A hand ended with status %s. Starting another.", process.exitcode)
                        self._processes[place] = self._another(process)

    def _another(self, ended: Any) -> Any:
        """Return a new hand in the place of one that ended, or that one where the system has no room for another:
        then it is tried again."""
        process = self._new()
        try:
            process.start()
        except OSError:
            log.exception("A hand could not be started.")
            self._over.wait(TICK)
            return ended
        return process

    def _end(self, number: signal.Signals) -> None:
        with self._lock:
            self._ending = True
            for process in self._processes:
                with contextlib.suppress(ProcessLookupError):
                    if process.is_alive():
                        os.kill(process.pid, number)
        for process in self._processes:
            if process.pid is not None:
                process.join()
        self._over.set()
