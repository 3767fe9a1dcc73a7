"""Carrying out an upload in a worker: once at a time, telling how far it is, all of it or nothing.

A worker that dies half-way has changed nothing, and the next run begins anew; what killed a worker three times is
refused. Somebody who cancels is heard at the next step, and nothing is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import OperationalError, connection
from django.db.models import F
from django.utils import translation
from psycopg.errors import LockNotAvailable

from games.core.notices import Notice, plain
from scoring.documents.document import DocumentError
from tournaments.domain.errors import Refused
from tournaments.domain.locks import advisory_lock
from tournaments.imports.readers.lines import Unreadable
from tournaments.models.fields import Carried

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
BATCH = 1000

C = TypeVar("C", bound=Carried)
R = TypeVar("R")
Tick = Callable[[int], None]


class Cancelled(Exception):
    """Somebody wants it to stop; nothing of it is kept."""


def quiet(_rows: int) -> None:
    """Tell nobody."""


def carry(model: type[C], pk: int, work: Callable[[C], R]) -> R | None:
    """Do the ``work`` of a row that waits for it. Returns its answer, or None where it was refused, cancelled, or
    somebody else's. The work itself keeps its results, by `keep`."""
    with advisory_lock(f"{model._meta.db_table} {pk}") as first:
        if not first:
            return None
        rows: Any = model._default_manager.filter(pk=pk)
        begun = rows.filter(state__in=model.OPEN).update(state=model.RUNNING, attempts=F("attempts") + 1, done=0)
        waiting = rows.select_related("uploaded_by").first()
        if not begun or waiting is None:
            return None
        with translation.override(waiting.language or settings.LANGUAGE_CODE):
            if waiting.attempts > MOST_ATTEMPTS:
                end(waiting, model.REFUSED, Notice("import-stopped"))
                return None
            try:
                return work(waiting)
            except Cancelled:
                end(waiting, model.CANCELLED)
            except DocumentError as error:
                end(waiting, model.REFUSED, error.notice, place=error.place[:300])
            except Refused as error:
                end(waiting, model.REFUSED, error.notice or plain(error.message))
            except Unreadable as error:
                end(waiting, model.REFUSED, error.notice)
            except PermissionDenied as error:
                end(waiting, model.REFUSED, plain(str(error)))
            except OperationalError as error:
                if not isinstance(error.__cause__, LockNotAvailable):
                    raise
                # somebody else is at the same people or tournament for long: the sweep begins it again
                rows.filter(state=model.RUNNING).update(state=model.WAITING, attempts=F("attempts") - 1)
            except Exception:
                log.exception("Carrying out %s %s failed", model._meta.model_name, pk)
                end(waiting, model.REFUSED, Notice("import-failed"))
    return None


def keep(waiting: Carried, state: str, **fields: Any) -> None:
    """Set the final state of the work, in its transaction. Raises Cancelled if somebody cancelled it meanwhile."""
    running: Any = type(waiting)._default_manager.filter(pk=waiting.pk, state=waiting.RUNNING, cancel_asked=False)
    if not running.update(state=state, **fields):
        raise Cancelled


def end(waiting: Carried, state: str, problem: Notice | None = None, **fields: Any) -> None:
    """Set the state of an import that failed or was cancelled, and delete its content."""
    rows: Any = type(waiting)._default_manager.filter(pk=waiting.pk, state__in=waiting.OPEN)
    rows.update(state=state, problem=problem, content=b"", **fields)


class Progress:
    """Tells how far it is, and hears that it shall stop, on a connection of its own: what the work itself writes is
    seen by nobody before it is done."""

    def __init__(self, waiting: Carried, total: int) -> None:
        self.waiting, self.done, self.total = waiting, 0, total
        table = connection.ops.quote_name(waiting._meta.db_table)
        self.say = f"UPDATE {table} SET done = %s, total = %s WHERE id = %s RETURNING cancel_asked"  # noqa: S608

    def __enter__(self) -> Tick:
        self.own = connection.copy()
        self.tick(0)
        return self.tick

    def __exit__(self, *_error: object) -> None:
        self.own.close()

    def tick(self, rows: int) -> None:
        """Count rows. Raises Cancelled."""
        self.done += rows
        with self.own.cursor() as cursor:
            cursor.execute(self.say, [self.done, self.total, self.waiting.pk])
            row = cursor.fetchone()
        if row is not None and row[0]:
            raise Cancelled


def ask_to_stop(waiting: C, *idle: str, **fields: Any) -> C:
    """Cancel an import: in an ``idle`` state at once, a running one at its next step, one that is over never."""
    rows: Any = type(waiting)._default_manager.filter(pk=waiting.pk)
    rows.filter(state=waiting.RUNNING).update(cancel_asked=True)
    rows.filter(state__in=[waiting.WAITING, *idle]).update(state=waiting.CANCELLED, content=b"", **fields)
    waiting.refresh_from_db()
    return waiting
