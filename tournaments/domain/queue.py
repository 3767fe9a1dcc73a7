"""The way to the workers: whoever has work for them names a task, and needs to know nothing else of it.

What is to be done is a row (`Work`), committed with what caused it. Workers hear of it from the database, and look for
themselves each second; a message of the broker wakes them, too, where they cannot hear the database.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from functools import partial

from celery import current_app
from django.db import connection, transaction

from tournaments.models import Work

log = logging.getLogger(__name__)

TASKS = "tournaments.tasks."
STALE = 10
"""Seconds after which a message that wakes workers is of no use any more."""

MISSING = """
    INSERT INTO tournaments_work (task, subject)
    SELECT %(task)s, subject FROM unnest(%(subjects)s::bigint[]) AS subject
    WHERE NOT EXISTS (SELECT FROM tournaments_work w WHERE w.task = %(task)s AND w.subject = subject.subject)
"""


class Waker:
    """Sends the broker's messages in a thread of its own, so that nobody who saves something waits for the broker."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._thread: threading.Thread | None = None

    def ask(self) -> None:
        """Have workers woken; returns at once. While a broker takes nothing, that is asked for once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="waker", daemon=True)
            self._thread.start()
        self._asked.set()

    def _run(self) -> None:
        while self._asked.wait():
            self._asked.clear()
            try:
                current_app.tasks[f"{TASKS}wake"].apply_async(expires=STALE)
            except Exception:  # whatever it is: the workers find the work without this
                log.warning("The broker did not take a message; the workers look for themselves.", exc_info=True)


_waker: Waker | None = None


def wake_by_the_broker() -> Waker:
    """Have this process's work told to the broker, too, from now on: for a web server."""
    global _waker
    _waker = _waker or Waker()
    return _waker


def send(name: str, subject: int = 0) -> None:
    """Have a worker carry out a task, with the id that it needs, once this transaction is committed."""
    Work.objects.create(task=name, subject=subject)
    transaction.on_commit(partial(wake, name, subject))


def send_standings(tournament_id: int) -> None:
    """Have a tournament's standings computed once this transaction is committed. The change itself has written that
    down (``work.sql``): it is marked by `mark_standings_stale`."""
    transaction.on_commit(partial(wake, "compute_standings", tournament_id))


def send_missing(name: str, subjects: Sequence[int] = (0,)) -> None:
    """Have a worker carry out a task for each of these, except where that waits already or is under way."""
    if subjects:
        with connection.cursor() as cursor:
            cursor.execute(MISSING, {"task": name, "subjects": list(subjects)})


def wake(_name: str, _subject: int) -> None:
    """Tell the broker that there is work; what it is, the database tells."""
    if _waker is not None:
        _waker.ask()
