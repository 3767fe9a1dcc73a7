"""The way to the worker: whoever has work for it names a task, and needs to know nothing else of it."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

TASKS = "tournaments.tasks."


def send(name: str, *args: object, expires: float | None = None) -> None:
    """Hand a task to the broker. One that cannot be reached loses nothing: the sweep finds the work again."""
    try:
        current_app.tasks[TASKS + name].apply_async(args, expires=expires)
    except OperationalError:
        log.warning("The broker did not take %s%r; the sweep will send it again.", name, args)


def send_standings(tournament_id: int) -> None:
    """Have a tournament's standings computed once this transaction is committed."""
    transaction.on_commit(partial(send, "compute_standings", tournament_id))
