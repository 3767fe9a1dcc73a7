"""One PostgreSQL connection per process that knows every version, and the viewers that follow them.

A commit that changes a tournament's version sends a notification (``guards.sql``); the hub hears it, reads
the versions of the tournaments concerned, and tells their viewers. The same connection answers `Hub.seen`:
questions that come in while a query is under way share the next one, so a thousand questions at once cost
one query, and each is answered with what was committed when it was asked.

Nothing is lost when the connection is: after it comes back the versions of all tournaments that are watched
are read again. Only versions are known here; what changed is found out by `feeds`.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import psycopg

from tournaments.models.tournament import birth_of

log = logging.getLogger(__name__)

CHANNEL = "tournament_version"
READ = """
    SELECT slug AS asked, slug, id, created_at, version, published FROM tournaments_tournament
        WHERE slug = ANY(%(slugs)s)
    UNION ALL
    SELECT former.slug, t.slug, t.id, t.created_at, t.version, t.published
        FROM tournaments_formeraddress former JOIN tournaments_tournament t ON t.id = former.tournament_id
        WHERE former.slug = ANY(%(slugs)s)
"""
# Where an invented event has viewers, its games go on by themselves.
WATCHED = """
    UPDATE tournaments_demonstration SET watched_at = now() WHERE playing AND EXISTS (
        SELECT FROM tournaments_tournament t JOIN tournaments_club c ON c.id = t.club_id
            WHERE c.demonstration AND t.slug = ANY(%(slugs)s))
"""
# How often everything that is watched is read although nobody spoke: what a lost notification could cost at
# most.
LOOK_AGAIN = 15.0
# A query on an index that takes longer than this is not slow, its server is gone.
PATIENCE = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0


class Away(Exception):
    """The database cannot be asked at the moment."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament as it was committed when somebody asked: by its ``slug`` of today, or by an earlier one."""

    version: int
    published: bool
    slug: str = field(default="", compare=False)
    birth: str = field(default="", compare=False)


class Viewer:
    """One listener. It has room for one version: a slow one misses those in between and never the last.

    ``frame`` is what the version that was taken last was told with, empty where it was told alone; ``told`` the
    version that was left last.
    """

    __slots__ = ("_version", "_waiter", "ended", "frame", "told")

    def __init__(self) -> None:
        self._version: int | None = None
        self._waiter: asyncio.Future[None] | None = None
        self.ended = False
        self.frame = b""
        self.told = 0

    @property
    def size(self) -> int:
        """Return how many listeners it stands for."""
        return 1

    def tell(self, version: int, frame: bytes = b"") -> None:
        """Leave a version for the viewer, instead of one that it has not taken yet."""
        self._version = self.told = version
        self.frame = frame
        self._wake()

    def take_back(self, version: int) -> None:
        """Let nothing that was told with an older version be taken any more."""
        if self._version is not None and self.frame and self._version != version:
            self.tell(version)

    def end(self) -> None:
        """End the stream: no version will follow."""
        self.ended = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def next(self, patience: float) -> int | None:
        """Return the newest version that was not taken yet; None after ``patience`` seconds, or once it has
        ended."""
        if self._version is None and not self.ended:
            loop = asyncio.get_running_loop()
            waiter = self._waiter = loop.create_future()
            timer = loop.call_later(patience, self._wake)
            try:
                await waiter
            finally:
                timer.cancel()
                self._waiter = None
        version, self._version = self._version, None
        return version


class Hub:
    """A listener for versions that passes them to viewers. `open` and `close` it on one event loop.

    ``parameters``: those of psycopg's connection.
    """

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = dict(parameters)
        self._viewers: dict[str, set[Viewer]] = {}
        self._versions: dict[str, int] = {}
        self._questions: dict[str, list[asyncio.Future[Seen | None]]] = {}
        self._noticed: set[str] = set()
        self._stirred = asyncio.Event()
        self._tried = asyncio.Event()
        self._connected = False
        self._closed = False
        self._task: asyncio.Task[None] | None = None

    # --- what others ask

    def open(self) -> None:
        """Start listening; does not wait for the database."""
        if self._task is None and not self._closed:
            self._task = asyncio.create_task(self._run(), name="live hub")

    async def close(self) -> None:
        """End every viewer and the connection."""
        self.end_viewers()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._refuse()

    def end_viewers(self) -> None:
        """End every viewer, and whoever comes after; may be called more than once."""
        self._closed = True
        for viewer in [viewer for viewers in self._viewers.values() for viewer in viewers]:
            viewer.end()

    async def seen(self, slug: str) -> Seen | None:
        """Return a tournament's version and whether it is public, as committed by now; None where there is none.

        Raises Away while the database cannot be asked.
        """
        if not self._connected:
            self.open()
            try:
                await asyncio.wait_for(self._tried.wait(), 2)
            except TimeoutError:
                raise Away from None
            if not self._connected:
                raise Away
        question: asyncio.Future[Seen | None] = asyncio.get_running_loop().create_future()
        self._questions.setdefault(slug, []).append(question)
        self._stirred.set()
        return await question

    def join(self, slug: str, version: int, viewer: Viewer | None = None) -> Viewer:
        """Return a new viewer of a tournament that was just seen in ``version``, and is told of it first."""
        viewer = viewer or Viewer()
        viewer.tell(version)
        if self._closed:
            viewer.end()
            return viewer
        self._viewers.setdefault(slug, set()).add(viewer)
        known = self._versions.setdefault(slug, version)
        if known != version:
            # somebody read another version at nearly the same time: read once more which is the newer
            self._noticed.add(slug)
            self._stirred.set()
        return viewer

    def leave(self, slug: str, viewer: Viewer) -> None:
        """Return the viewer is gone."""
        viewers = self._viewers.get(slug)
        if viewers is not None:
            viewers.discard(viewer)
            if not viewers:
                del self._viewers[slug]
                self._versions.pop(slug, None)

    @property
    def viewers(self) -> int:
        """Return the number of viewers."""
        return sum(viewer.size for viewers in self._viewers.values() for viewer in viewers)

    # --- the connection

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(**self._parameters, autocommit=True)
                try:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    pause = FIRST_PAUSE
                    self._connected = True
                    self._tried.set()
                    self._noticed.update(self._viewers)
                    self._stirred.set()
                    await self._serve(connection)
                finally:
                    self._connected = False
                    await connection.close()
            except (psycopg.Error, OSError) as error:
                log.warning("The live channel lost the database and tries again: %s", str(error).strip())
            self._tried.set()
            self._refuse()
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(pause * 2, LONGEST_PAUSE)

    def _refuse(self) -> None:
        """Answer whoever is waiting that the database is away."""
        questions, self._questions = self._questions, {}
        for question in (question for asked in questions.values() for question in asked):
            if not question.done():
                question.set_exception(Away())
                question.exception()  # whoever asked may be gone; that is no error

    async def _serve(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Read what is asked or was changed, as long as the connection lasts."""
        loop = asyncio.get_running_loop()
        connection.add_notify_handler(lambda notify: self._hear(notify.payload))
        socket = connection.fileno()
        looked = loop.time()
        try:
            while True:
                loop.add_reader(socket, self._stirred.set)
                try:
                    async with asyncio.timeout(LOOK_AGAIN):
                        await self._stirred.wait()
                except TimeoutError:
                    pass
                self._stirred.clear()
                self._drain(connection)
                if loop.time() - looked >= LOOK_AGAIN:
                    looked = loop.time()
                    self._noticed.update(self._viewers)
                    await self._tell_watched(connection)
                    if not self._viewers:
                        # A question to nobody, so that a connection that died unseen is found.
                        self._noticed.add("")
                questions, self._questions = self._questions, {}
                noticed, self._noticed = self._noticed, set()
                noticed &= self._viewers.keys() | {""}
                if questions or noticed:
                    try:
                        rows = await self._read(connection, questions.keys() | noticed)
                    except BaseException:
                        for slug, asked in questions.items():
                            self._questions.setdefault(slug, []).extend(asked)
                        raise
                    self._answer(questions, rows)
                    self._spread(noticed, rows)
        finally:
            loop.remove_reader(socket)

    def _drain(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Take what the server sent of its own accord. Raises OperationalError where it hung up."""
        connection.pgconn.consume_input()
        while notify := connection.pgconn.notifies():
            self._hear(notify.extra.decode(errors="replace"))

    def _hear(self, payload: str) -> None:
        slug = payload.rpartition(" ")[0]
        if slug in self._viewers:
            self._noticed.add(slug)
            self._stirred.set()

    async def _read(self, connection: psycopg.AsyncConnection[Any], slugs: Iterable[str]) -> dict[str, Seen]:
        try:
            async with asyncio.timeout(PATIENCE):
                cursor = await connection.execute(READ, {"slugs": list(slugs)})
                return {
                    asked: Seen(version, published, slug, birth_of(pk, created_at))
                    for asked, slug, pk, created_at, version, published in await cursor.fetchall()
                }
        except TimeoutError:
            raise psycopg.OperationalError(f"no answer for {PATIENCE:.0f} seconds") from None

    async def _tell_watched(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Note that somebody looks at the demonstration. Where nothing can be written its games stand still."""
        if self._viewers:
            try:
                async with asyncio.timeout(PATIENCE):
                    await connection.execute(WATCHED, {"slugs": list(self._viewers)})
            except (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.DiskFull) as error:
                log.info("The demonstration stands still: %s", str(error).strip())
            except TimeoutError:
                raise psycopg.OperationalError(f"no answer for {PATIENCE:.0f} seconds") from None

    def _answer(self, questions: Mapping[str, list[asyncio.Future[Seen | None]]], rows: Mapping[str, Seen]) -> None:
        for slug, asked in questions.items():
            seen = rows.get(slug)
            for question in asked:
                if not question.done():  # whoever asked may be gone
                    question.set_result(seen)

    def _spread(self, slugs: Iterable[str], rows: Mapping[str, Seen]) -> None:
        for slug in slugs:
            seen = rows.get(slug)
            viewers = self._viewers.get(slug, ())
            if seen is None or not seen.published or seen.slug != slug:
                # whoever comes back to an earlier address is sent on to the present one
                for viewer in tuple(viewers):
                    viewer.end()
            elif viewers and self._versions.get(slug) != seen.version:
                self._versions[slug] = seen.version
                for viewer in sorted(viewers, key=lambda viewer: -viewer.size):  # most people first
                    viewer.tell(seen.version)
