"""The way to the worker: whoever has work for it names a task, and needs to know nothing else of it."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

TASKS = "tournaments.tasks."
MOST_WAITING = 2000
"""Tasks that wait for a broker which does not answer. The sweep finds again what is left out."""

Work = tuple[str, tuple[object, ...]]


class Sender:
    """Hands tasks to the broker in a thread of its own, so that nobody who saves something waits for the broker.

    A task that waits already is not taken twice.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[Work, float | None] = OrderedDict()
        self._news = threading.Condition()
        self._under_way = False
        self._thread: threading.Thread | None = None

    def take(self, name: str, args: tuple[object, ...], expires: float | None) -> None:
        """Have a task sent; returns at once."""
        with self._news:
            if len(self._waiting) >= MOST_WAITING:
                log.warning("The broker takes nothing; the sweep will send %s%r again.", name, args)
                return
            self._waiting[name, args] = expires
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sender", daemon=True)
                self._thread.start()
            self._news.notify_all()

    @property
    def waiting(self) -> int:
        """Return the number of tasks that the broker has not taken yet."""
        with self._news:
            return len(self._waiting) + self._under_way

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._waiting:
                    self._news.wait()
                (name, args), expires = self._waiting.popitem(last=False)
                self._under_way = True
            try:
                _hand_over(name, args, expires)
            except Exception:  # whatever it is: the thread serves the next one
                log.exception("%s%r was not sent; the sweep will send it again.", name, args)
            finally:
                with self._news:
                    self._under_way = False


_sender: Sender | None = None


def send_in_background() -> Sender:
    """Hand over this process's tasks in a thread from now on: for a web server, which answers people."""
    global _sender
    if _sender is None:
        _sender = Sender()
    return _sender


def send(name: str, *args: object, expires: float | None = None) -> None:
    """Hand a task to the broker. One that cannot be reached loses nothing: the sweep finds the work again."""
    if _sender is not None:
        _sender.take(name, args, expires)
    else:
        _hand_over(name, args, expires)


def _hand_over(name: str, args: tuple[object, ...], expires: float | None) -> None:
    try:
        current_app.tasks[TASKS + name].apply_async(args, expires=expires)
    except OperationalError:
        log.warning("The broker did not take %s%r; the sweep will send it again.", name, args)


def send_standings(tournament_id: int) -> None:
    """Have a tournament's standings computed once this transaction is committed."""
    transaction.on_commit(partial(send, "compute_standings", tournament_id))
