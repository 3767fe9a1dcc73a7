"""The bounds of a web process's work at one time, so that a hall of viewers cannot stall the desk.

Four rooms with places: one for what is dear to make (crosstables, explanations, searches, calendars, files), one for
signing in, one for everything else that is asked for by nobody in particular; and the open connections. Who finds a
room full waits a moment, and is told to come back (503) when that was in vain. People and programs that are signed in
need no place, and a part of the connections is theirs alone.

The count and the limits of this process's open connections: the server's protocol counts, the application asks.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from config.http import notices
from config.http.body_limit import SMALL
from config.http.routing import Application, Message, Receive, Scope, Send


@dataclass(slots=True)
class OpenConnections:
    """``number`` goes up with each connection that is made and down with each that is lost. More than ``public`` are
    for people who are signed in; more than ``all`` are refused."""

    number: int = 0
    public: int = 1_000_000
    all: int = 1_000_000


CONNECTIONS = OpenConnections()


IsSignedIn = Callable[[Iterable[tuple[bytes, bytes]]], Awaitable[bool]]

DEAR = re.compile(
    r"/(?:t|api/v1/tournaments)/[^/]+/(?:.*/)?(?:crosstable|movement|why|find|card\.png|rounds\.ics|results\.atom|"
    r"document|lists|prints|trf|records|games?|diagram|log|widget)(?:[/.]|\Z)"
    r"|/(?:api/v1/)?(?:compare|calendar|ratings|series|seasons|imports|schema)(?:[/.]|\Z)"
    r"|/tournaments/\Z"
)
"""What takes much longer to make than a page of a round, and what cannot be kept in memory."""

DOOR = "/admin/login/"
"""How the addresses for signing in begin."""

WATCHED = frozenset({"/healthz", "/health/live", "/health/ready", "/metrics"})
"""What machines ask to see whether all is well; answered in any case, like the door."""
AT_ONCE, DEAR_AT_ONCE, DOOR_AT_ONCE = 8, 2, 2
"""Requests of nobody in particular that are worked at together. With those of the desk they share the
database's connections (`DATABASE_POOL`, 16), so that half of these are always left to it."""

UPLOADS_AT_ONCE, UPLOADS_WAITING = 8, 16
"""Large bodies of nobody in particular that are read together; the sum of their bytes is `body_limit`'s matter."""

WAITING, DEAR_WAITING, DOOR_WAITING = 1024, 64, 64
"""Requests that wait for a place: a hall of five hundred phones that all wake at once finds one."""

PATIENCE = 8.0
"""Seconds for which a request waits for a place."""

HELD = 4 * 1024 * 1024
"""Bytes of an answer that are kept until its maker is done, so that a slow reader holds no place."""


class Room:
    """Places for requests, and a line of bounded length and time before them."""

    def __init__(self, places: int, line: int, patience: float = PATIENCE) -> None:
        self._free = places
        self._longest = line
        self._patience = patience
        self._line: OrderedDict[asyncio.Future[None], None] = OrderedDict()

    async def enter(self) -> bool:
        """Take a place, which `leave` gives back; False where there is none in time."""
        if self._free > 0:
            self._free -= 1
            return True
        if len(self._line) >= self._longest:
            return False
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._line[turn] = None
        timer = loop.call_later(self._patience, turn.cancel)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # the place was given in the moment in which whoever asked hung up
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                raise
            return False
        finally:
            timer.cancel()
            self._line.pop(turn, None)
        return True

    def leave(self) -> None:
        """Give a place back, to whoever has waited longest."""
        while self._line:
            turn, _ = self._line.popitem(last=False)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


class Places:
    """An ASGI application that asks ``pages`` for as much at once as the rooms have places for."""

    def __init__(
        self,
        pages: Application,
        is_signed_in: IsSignedIn,
        *,
        usual: Room | None = None,
        dear: Room | None = None,
        door: Room | None = None,
        uploads: Room | None = None,
    ) -> None:
        self._pages = pages
        self._is_signed_in = is_signed_in
        self.usual = usual or Room(AT_ONCE, WAITING)
        self.dear = dear or Room(DEAR_AT_ONCE, DEAR_WAITING)
        self.door = door or Room(DOOR_AT_ONCE, DOOR_WAITING)
        self.uploads = uploads or Room(UPLOADS_AT_ONCE, UPLOADS_WAITING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = scope.get("viertal.signed_in")
        if known is None:
            known = await self._is_signed_in(scope["headers"])
        answer = Held(send)
        if known:
            await self._pages(scope, receive, answer.send)
        else:
            length = stated_length(scope["headers"])
            is_small = length is not None and length <= SMALL
            if is_small and length:
                receive = await _whole(receive)  # first, so that a body that comes slowly holds no place
            room = self._room(scope) if is_small else self.uploads
            if not await room.enter():
                await notices.answer(scope, send, notices.FULL)
                return
            try:
                await self._pages(scope, receive, answer.send)
            finally:
                room.leave()
        await answer.release()

    def _room(self, scope: Scope) -> Room:
        if scope["path"].startswith(DOOR) or scope["path"] in WATCHED:
            return self.door
        return self.dear if DEAR.match(scope["path"]) else self.usual


def stated_length(headers: Iterable[tuple[bytes, bytes]]) -> int | None:
    """Return how many bytes a request says that its body has; None where it does not say."""
    length = 0
    for name, value in headers:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            length = int(value)
    return length


async def _whole(receive: Receive) -> Receive:
    """Read a small body; return what gives it again, and then what comes after it."""
    parts: list[Message] = []
    while not parts or (parts[-1]["type"] == "http.request" and parts[-1].get("more_body", False)):
        parts.append(await receive())

    async def again() -> Message:
        return parts.pop(0) if parts else await receive()

    return again


class Held:
    """An answer that is kept until it is whole, or grows past ``HELD`` bytes."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._kept: list[Message] | None = []
        self._bytes = 0

    async def send(self, message: Message) -> None:
        """Keep this part of the answer, or send it where too much is kept already."""
        if self._kept is None:
            await self._send(message)
            return
        self._kept.append(message)
        self._bytes += len(message.get("body", b""))
        if self._bytes > HELD:
            await self.release()

    async def release(self) -> None:
        """Send what is kept, and keep nothing more."""
        kept, self._kept = self._kept or [], None
        for message in kept:
            await self._send(message)


class Connections:
    """An ASGI application before all others: some of the connections are for people who are signed in.

    Streams, which last as long as a page is open, may take three quarters of what is for everybody, so that pages
    can still be fetched.
    """

    def __init__(self, application: Application, is_signed_in: IsSignedIn, connections: OpenConnections) -> None:
        self._application = application
        self._is_signed_in = is_signed_in
        self._connections = connections
        self.streams = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        stream = scope["path"].startswith("/live/")
        most = self._connections.public
        full = self._connections.number > most or (stream and self.streams >= most * 3 // 4)
        free = scope["path"].startswith(DOOR) or scope["path"] in WATCHED
        if full and not free and not await self._is_signed_in(scope["headers"]):
            await notices.answer(scope, _closing(send), notices.FULL)
            return
        self.streams += stream
        try:
            await self._application(scope, receive, send)
        finally:
            self.streams -= stream


def _closing(send: Send) -> Send:
    """Wrap `send` so that the connection ends after the answer."""

    async def send_and_close(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return send_and_close
