"""The hands of a worker: each row of work is carried out once, by whoever is there, whatever becomes of the others."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction

from config import worker
from config.celery import app
from config.worker import EVERY, Hand, Hands
from tests.support.stack import CHECKOUT
from tests.tournaments import make
from tournaments.domain import queue
from tournaments.jobs import sweep
from tournaments.models import Work
from tournaments.selectors.site import health
from tournaments.services.results import results

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hand() -> Iterator[Callable[[], Hand]]:
    """Make hands that are not running; each has a connection of its own."""
    made: list[Hand] = []
    bell, rope = os.pipe()

    def another() -> Hand:
        made.append(Hand(app, bell))
        return made[-1]

    kept = {number: signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGUSR1)}
    yield another
    for each in made:
        each.close()
    for number, handler in kept.items():
        signal.signal(number, handler)
    os.close(bell)
    os.close(rope)


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Put something in the place of a task; return the subjects that it was carried out for. The clock stands."""

    def put(name: str = "make_print", does: Callable[[int], object] = lambda _subject: None) -> list[int]:
        done: list[int] = []

        def run(subject: int = 0) -> None:
            does(subject)
            done.append(subject)

        monkeypatch.setattr(app.tasks[queue.TASKS + name], "run", run)
        return done

    monkeypatch.setattr(worker, "EVERY", {})
    return put


def all_of(hand: Hand) -> None:
    while hand.work():
        pass


def aside(action: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            with suppress(psycopg.OperationalError):
                action()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_work_is_there_with_what_caused_it_and_gone_when_it_is_done(hand: Any, task: Any) -> None:
    done, one = task(), hand()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        queue.send("make_print", 7)
        raise ZeroDivisionError
    assert not Work.objects.exists()
    one._connected()
    with transaction.atomic():
        queue.send("make_print", 8)
        assert not one.work()
    assert one._line is not None and select.select([one._line.fileno()], [], [], 60)[0], "it is told at once"
    all_of(one)
    assert (done, list(Work.objects.all())) == ([8], [])


def test_a_result_asks_for_the_standings_in_the_database_itself(hand: Any, task: Any) -> None:
    done = task("compute_standings")
    boss, evening = make.organiser(), make.duel(4)
    round_ = make.published(evening, boss)
    all_of(hand())
    done.clear()
    results.enter(round_.tables.first().pk, by=boss, points=make.points("1", "0"))
    results.enter(round_.tables.last().pk, by=boss, points=make.points("1", "0"))
    all_of(hand())
    assert done == [evening.pk], "both by one pass"


def test_what_one_is_at_nobody_else_takes_and_its_end_hands_it_on_at_once(hand: Any, task: Any) -> None:
    first, second = hand(), hand()
    begun, gate = threading.Event(), threading.Event()

    def wait_once(subject: int) -> None:
        if subject == 1 and not begun.is_set():
            begun.set()
            gate.wait(60)

    done = task(does=wait_once)
    first._limits = lambda _task: nullcontext()  # a signal's handler is set by a main thread only
    queue.send("make_print", 1)
    held = aside(first.work)
    assert begun.wait(60)
    queue.send("make_print", 1)
    queue.send("make_print", 2)
    all_of(second)
    assert done == [2], "the one that somebody is at is left to them, and what is asked of it anew waits"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 60000)", [first._line.info.backend_pid])
    all_of(second)
    gate.set()
    held.join(60)
    assert done[:2] == [2, 1]
    assert not Work.objects.exists()


def test_two_who_begin_at_the_same_moment_do_each_thing_once(hand: Any, task: Any) -> None:
    done = task()
    for subject in range(1, 41):
        queue.send("make_print", subject)
    hands, barrier = [hand() for _ in range(4)], threading.Barrier(4)

    def at_once(one: Hand) -> None:
        one._limits = lambda _task: nullcontext()
        barrier.wait(60)
        all_of(one)

    threads = [aside(lambda one=one: at_once(one)) for one in hands]
    for thread in threads:
        thread.join(60)
    all_of(hands[0])
    assert sorted(done) == list(range(1, 41))
    assert not Work.objects.exists()


def test_what_always_fails_waits_longer_each_time_blocks_nobody_and_is_told(hand: Any, task: Any) -> None:
    one, tries = hand(), []

    def fail(subject: int) -> None:
        if subject == 1:
            tries.append(subject)
            raise ZeroDivisionError

    done = task(does=fail)
    queue.send("make_print", 1)
    queue.send("make_print", 2)
    all_of(one)
    assert (done, len(tries)) == ([2], 2)
    left = Work.objects.get()
    assert (left.attempts, left.problem, left.pause) == (2, "ZeroDivisionError", timedelta(seconds=5))
    Work.objects.update(due_at=left.asked_at)
    all_of(one)
    assert Work.objects.get().pause == timedelta(seconds=30)
    part = health._by_the_database()[3]
    assert not part.ok
    assert part.facts == {"waiting": 0, "failing": 1, "first": "make_print 1: ZeroDivisionError"}


def test_a_connection_that_broke_in_a_task_is_made_anew_for_the_next(hand: Any, task: Any) -> None:
    broken = []

    def look(subject: int) -> None:
        with connection.cursor() as cursor:
            if not broken:
                broken.append(subject)
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            cursor.execute("SELECT 1")

    done = task(does=look)
    queue.send("make_print", 1)
    all_of(hand())
    assert (broken, done) == ([1], [1])
    assert not Work.objects.exists()


def test_what_met_a_lock_is_tried_again_soon_however_often(hand: Any, task: Any) -> None:
    def refuse(_subject: int) -> None:
        raise OperationalError

    task(does=refuse)
    queue.send("make_print", 1)
    one = hand()
    for _ in range(4):
        Work.objects.update(due_at=Work.objects.get().asked_at)
        all_of(one)
    assert Work.objects.get().pause == timedelta(seconds=5)


def test_a_clock_that_was_set_back_hides_nothing(hand: Any, task: Any) -> None:
    done = task()
    queue.send("make_print", 1)
    queue.send("make_print", 2)
    later = Work.objects.first().due_at + timedelta(minutes=1)
    Work.objects.filter(subject=1).update(due_at=later, pause=timedelta(minutes=2), attempts=4)
    Work.objects.filter(subject=2).update(due_at=later + timedelta(hours=3), pause=timedelta(minutes=2), attempts=4)
    all_of(hand())
    assert done == [2]


def test_whoever_is_there_is_the_clock_and_it_ticks_once(hand: Any, task: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    done = task("sweep")
    monkeypatch.setattr(worker, "EVERY", EVERY)
    hands = [hand() for _ in range(3)]
    for one in hands:
        one._connected()
    for one in hands:
        all_of(one)
    assert len(done) == 1
    (row,) = Work.objects.all()
    assert (row.task, row.pause, row.attempts) == ("sweep", EVERY["sweep"], 0)
    for moved in (row.due_at - timedelta(hours=1), row.due_at + timedelta(hours=1)):
        Work.objects.update(due_at=moved)
        for one in hands:
            all_of(one)
    assert len(done) == 3


def test_a_sweep_is_told_of_by_the_databases_clock(hand: Any, task: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    task("sweep")
    monkeypatch.setattr(worker, "EVERY", EVERY)
    late = time.time() - 3600
    monkeypatch.setattr(worker, "time", SimpleNamespace(**vars(time) | {"time": lambda: late}))
    one = hand()
    all_of(one)
    beat = health._by_the_database()[2]
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        assert beat.ok and cursor.fetchone()[0] - beat.facts["last"] < health.SILENT


def test_everybody_sees_how_far_the_clock_of_a_worker_is_from_the_databases(
    hand: Any, task: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        clock, now = cursor.fetchone()[0] - time.time(), time.time
    shown = "SELECT application_name FROM pg_stat_activity WHERE application_name LIKE %s"
    for module in (worker, health):
        monkeypatch.setattr(module, "time", SimpleNamespace(**vars(time) | {"time": lambda: now() + clock}))
    early = hand()
    early.work()
    assert health._by_the_database()[4].ok
    monkeypatch.setattr(worker.time, "time", lambda: now() + clock + 120)
    hand().work()
    part = health._by_the_database()[4]
    assert not part.ok and part.facts["workers"] in (120, 121)
    monkeypatch.setattr(worker, "SHOWN", -1.0)
    monkeypatch.setattr(worker, "TICK", 0.0)
    early._rest()
    with connection.cursor() as cursor:
        cursor.execute(shown, [f"{health.WORKER}%"])
        ahead = [int(name.rpartition(" ")[2]) for (name,) in cursor.fetchall()]
    assert len(ahead) == 2 and min(ahead) >= 119, "a clock moves later, too"


def test_a_task_that_takes_too_long_is_interrupted_and_tried_again_later(hand: Any, task: Any) -> None:
    one = hand()
    ended = threading.Event()
    done = task("check_record", does=lambda _subject: ended.wait(60))
    made = app.tasks[f"{queue.TASKS}check_record"]
    kept, made.soft_time_limit = made.soft_time_limit, 0.05
    signal.signal(signal.SIGUSR1, one._too_long)
    try:
        queue.send("check_record", 1)
        begun = time.monotonic()
        assert one.work()
    finally:
        made.soft_time_limit = kept
    assert time.monotonic() - begun < 60
    assert (done, Work.objects.get().problem) == ([], "SoftTimeLimitExceeded")


def test_a_task_that_never_comes_back_is_ended_by_the_kernel_with_its_process() -> None:
    """It holds Python's lock, so no thread and no handler of Python's own could do it."""
    code = """
        import ctypes, django
        django.setup()
        from types import SimpleNamespace
        from config.celery import app
        from config.worker import Hand
        with Hand(app, 0)._limits(SimpleNamespace(soft_time_limit=60, time_limit=0.01)):
            ctypes.PyDLL(None).pause()
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], cwd=CHECKOUT, check=False)
    assert ended.returncode == -signal.SIGALRM


def test_a_message_of_the_broker_wakes_every_hand() -> None:
    hands = Hands(SimpleNamespace())
    hands.create(SimpleNamespace(app=app, hostname="here", concurrency=2))
    app.tasks[f"{queue.TASKS}wake"].apply()
    assert os.read(hands._bell, 9) == b"!!"


def test_the_sweep_asks_only_for_what_nobody_asked_for() -> None:
    queue.send_missing("make_print", [1, 2])
    queue.send_missing("make_print", [2, 3])
    queue.send_missing("make_print", [])
    queue.send_missing("send_mails")
    queue.send_missing("send_mails")
    rows = sorted(Work.objects.values_list("task", "subject"))
    assert rows == [("make_print", 1), ("make_print", 2), ("make_print", 3), ("send_mails", 0)]
    assert {f"{queue.TASKS}{name}" for name in sweep.left_undone()} <= set(app.tasks)
