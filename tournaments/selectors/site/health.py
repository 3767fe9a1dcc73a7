"""The state of everything that Viertal needs: for machines that ask, and for the page that says so.

Each part is looked at by itself, quickly, and by the same look for all who ask within a second.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.db import Error, connection
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import OperationalError
from psycopg_pool import PoolTimeout

from games.core.notices import Notice
from tournaments.domain import disk, outbound_mail

log = logging.getLogger(__name__)

STARTED = timezone.now()
"""When this process began."""

SILENT = timedelta(seconds=60)
"""Without a sweep for so long, the clock or the workers stand still: one is due every five seconds."""

MANY = 500
"""Tasks that wait when the workers do not follow any more."""

OLD_BACKUP = timedelta(hours=26)
LATE_BACKUP = timedelta(hours=2)
"""In an event a backup is made each hour."""

AGAIN = 1.0

GREETED = 300.0
"""Seconds between two greetings of the mail server."""

APART = 5.0
"""Seconds that the clock of a machine may be from the database's."""

STYLE = "tournaments/page.css"
"""A file that every public page asks for."""

NEEDED = ("database", "workers", "beat", "disk")
"""Without one of these the site is not ready. It does without a broker: workers find their work in the database; with
plain pages, with mails that wait and with clocks that differ."""

TROUBLED = 2
"""Failed so often, work is told of: once it may have been the end of a worker."""

WAITING = """
    SELECT count(DISTINCT (task, subject)) FILTER (WHERE NOT fails),
        count(DISTINCT (task, subject)) FILTER (WHERE fails),
        (array_agg(task || ' ' || subject || ': ' || problem ORDER BY fails DESC, attempts DESC))[1]
    FROM (
        SELECT *, attempts > %(often)s OR attempts = %(often)s AND problem <> '' AS fails FROM tournaments_work
    ) AS work
    WHERE task <> 'sweep' OR fails
"""

RUNNING = "SELECT EXISTS (SELECT FROM tournaments_tournament WHERE state = 'running')"
WORKER = "viertal worker"
WORKERS = """
    SELECT count(*), max(state_change), max(swept) FILTER (WHERE swept <= extract(epoch FROM clock_timestamp()) + %s),
        pg_postmaster_start_time(),
        (array_agg(ahead ORDER BY abs(ahead) DESC NULLS LAST))[1], extract(epoch FROM clock_timestamp())
    FROM (
        SELECT state_change, substring(application_name FROM 'swept ([0-9]+)')::bigint AS swept,
            substring(application_name FROM 'ahead (-?[0-9]+)$')::bigint AS ahead
        FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE %s
    ) AS worker
"""
"""Each process of a worker keeps a connection by this name, with the time of its last sweep behind it, as the database
tells it, and the seconds that its own clock is ahead of that; see ``config.worker``. A sweep of the future was before
the clock went back, and counts for nothing."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part: whether it is well, and figures that tell no secret; ``problem`` is for those who look after it."""

    ok: bool
    facts: dict[str, Any] = field(default_factory=dict)
    problem: Notice | None = None


class MailServer:
    """The mail server, with what it said when it was greeted last. That is done in a thread: it may be silent for half
    a minute, and who asks does not wait for it."""

    def __init__(self) -> None:
        self._part = Part(True)
        self._due = 0.0
        self._greeting: threading.Thread | None = None

    def part(self) -> Part:
        """Return how it was; greet it anew where that is long ago."""
        if settings.MAIL_SERVER is None:
            return Part(True)
        if time.monotonic() >= self._due and not (self._greeting and self._greeting.is_alive()):
            self._due = time.monotonic() + GREETED
            self._greeting = threading.Thread(target=self.greet, name="mail server", daemon=True)
            self._greeting.start()
        return self._part

    def greet(self) -> None:
        """Ask the server, and keep what it said."""
        self._due = time.monotonic() + GREETED
        problem = outbound_mail.trouble()
        if problem is not None:
            log.warning("No mail can be sent: %s", problem)
        self._part = Part(problem is None, {"greeted": timezone.now()}, problem)


MAIL = MailServer()


_looked: tuple[float, dict[str, Part]] = (0.0, {})
_swept: tuple[int | None, float] = (None, 0.0)
"""The newest sweep, and when this process first saw it by a clock that nobody sets."""
_backed_up: tuple[str, float] = ("", 0.0)
"""The name of the newest backup, and when this process first saw it."""
_looking = threading.Lock()


def parts() -> dict[str, Part]:
    """Return all parts by their names."""
    global _looked
    with _looking:
        if not _looked[1] or time.monotonic() - _looked[0] > AGAIN:
            database, workers, beat, work, clocks = _by_the_database()
            named_parts = {
                "web": Part(True, {"since": STARTED}),
                "database": database,
                "broker": _broker(),
                "work": work,
                "workers": workers,
                "beat": beat,
                "disk": _disk(),
                "backups": _backups(),
                "clocks": clocks,
                "static": _static(),
                "mail": MAIL.part(),
            }
            _looked = time.monotonic(), named_parts
        return _looked[1]


def is_ready(named_parts: dict[str, Part]) -> bool:
    """Return whether requests can be served in full."""
    return all(named_parts[name].ok for name in NEEDED)


def say() -> None:
    """Say in the log what is not well of what one process sees by itself, when it starts."""
    named_parts = parts()
    if not named_parts["clocks"].ok:
        apart = named_parts["clocks"].facts
        log.warning("The clocks of the machines differ: %s. Set them by the network (NTP).", apart)
    if not named_parts["static"].ok:
        log.warning("The static files are not in %s. Run `prepare` on this machine.", settings.STATIC_ROOT)


def _by_the_database() -> tuple[Part, Part, Part, Part, Part]:
    """Check the database, the workers, the beat, the work and the clocks: the database knows its connections."""
    global _swept
    try:
        with connection.cursor() as cursor:
            cursor.execute(WORKERS, [SILENT.total_seconds(), f"{WORKER}%"])
            number, worked, swept, since, ahead, told = cursor.fetchone()
            clocks = {"web": round(time.time() - float(told), 1), "workers": ahead}
            cursor.execute(WAITING, {"often": TROUBLED})
            waiting, failing, first = cursor.fetchone()
    except (Error, PoolTimeout):
        log.warning("The database does not answer.", exc_info=True)
        return Part(False), Part(False), Part(False), Part(False), Part(True)
    sweep = datetime.fromtimestamp(swept, UTC) if swept else None  # 0: none yet
    if swept != _swept[0]:
        _swept = swept, time.monotonic()
    # both by the database's clock: machines whose clocks differ sweep all the same
    ago = timedelta(seconds=float(told) - swept) if swept else SILENT
    passed = timedelta(seconds=time.monotonic() - _swept[1])
    return (
        Part(True, {"since": since}),
        Part(number > 0, {"number": number, "last": worked}),
        Part(ago < SILENT and passed < SILENT, {"last": sweep}),
        Part(not failing, {"waiting": waiting, "failing": failing, **({"first": first} if failing else {})}),
        Part(all(abs(seconds or 0) < APART for seconds in clocks.values()), clocks),
    )


def _broker() -> Part:
    """Check the broker by a connection of its own with a short timeout."""
    options = dict(settings.CELERY_BROKER_TRANSPORT_OPTIONS)
    if settings.CELERY_BROKER_URL.startswith("redis"):
        options |= {"socket_timeout": 1, "socket_connect_timeout": 1, "max_retries": 0}
    try:
        with Connection(settings.CELERY_BROKER_URL, connect_timeout=1, transport_options=options) as line:
            line.default_channel  # noqa: B018 — it connects
            return Part(True)
    except (OperationalError, OSError, *_broker_errors()):
        return Part(False)


def _broker_errors() -> tuple[type[Exception], ...]:
    return tuple(Connection(settings.CELERY_BROKER_URL).connection_errors)


def _static() -> Part:
    """Check the list of the static files, and that a file on it can be read."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return Part(True)
    try:
        listed, _sum = staticfiles_storage.load_manifest()
        with staticfiles_storage.open(listed[STYLE]) as file:
            return Part(bool(file.read(1)))
    except (OSError, ValueError, KeyError):
        return Part(False)


def _disk() -> Part:
    space = disk.free()
    if space is None:
        return Part(not disk.takes_nothing())
    return Part(not disk.takes_nothing(), {"free_bytes": space[0], "total_bytes": space[1]})


def _backups() -> Part:
    """Check the age of the newest backup, which its number tells: while an event runs it is younger. A clock that went
    back makes no backup young for ever. Where Viertal makes none by itself, none is expected."""
    global _backed_up
    last, age = None, OLD_BACKUP
    try:
        backups = [path for name in settings.OWN_BACKUPS for path in Path(settings.BACKUPS).glob(name)]
        if backups:
            newest = max(backups, key=lambda path: int(path.stem.split("-")[-3]))
            last = datetime.fromtimestamp(newest.stat().st_mtime, UTC)
            if newest.name != _backed_up[0]:
                _backed_up = newest.name, time.monotonic()
            age = max(timezone.now() - last, timedelta(seconds=time.monotonic() - _backed_up[1]))
    except OSError:
        log.warning("The backups cannot be looked at.", exc_info=True)
    running = LATE_BACKUP <= age < OLD_BACKUP and _an_event_runs()
    fresh = age < (LATE_BACKUP if running else OLD_BACKUP)
    return Part(fresh or not settings.MAKES_BACKUPS, {"last": last, "running": running})


def _an_event_runs() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute(RUNNING)
            return bool(cursor.fetchone()[0])
    except (Error, PoolTimeout):
        return False  # another part says that the database is away
