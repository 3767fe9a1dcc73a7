"""The limits of request bodies: size and time, for one request and for all together, before any of it is kept.

Django writes a request's whole body to a temporary file before it looks at the address, so without this anybody
could fill the disk. A stated length that is too large is refused at once; an unstated one (chunked) is cut off where
it grows too large. What each page takes of this is its own matter (413, or a sentence).

Nobody keeps a body waiting either: one that stops coming, or comes too slowly, is answered 408 and thrown away. All
bodies together have room for a few archives; small ones, which forms and programs send, have room of their own, so
that large ones cannot keep them out.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from config.http.routing import Application, Message, Receive, Scope, Send

LARGEST = 34 * 1024 * 1024
"""Bytes: a tournament's archive (32 MiB), and what a form has around it."""

USUAL = 9 * 1024 * 1024
"""Bytes, wherever no archive is sent: the longest list that a program may send has 8 MiB."""

SMALL = 64 * 1024
"""Bytes that a body states, up to which it is a small one: every form of an evening."""

ROOM_FOR_LARGE = 5 * LARGEST
ROOM_FOR_SMALL = 1024 * SMALL

NEXT_WITHIN = 10.0
"""Seconds in which the next piece of a body must come."""

SLOWEST = 16 * 1024
"""Bytes a second that a body must bring, after what NEXT_WITHIN grants: a poor network in a hall brings more."""

ARCHIVES = ("/admin/tournaments/tournament/import-document/", "/api/v1/imports/")
_OF_BODIES = (b"content-length", b"transfer-encoding")
_SENTENCES = {
    408: b"This took too long to come. Send it again.\n",
    413: b"This is too large to be read.\n",
    503: b"Too much is being sent at this moment. Send it again in a moment.\n",
}


class _Stopped(Exception):
    """Nothing more of this body is taken; with the status that says why."""

    def __init__(self, status: int) -> None:
        self.status = status


@dataclass(slots=True)
class Room:
    """Bytes for bodies that are in hand at the same time."""

    size: int
    taken: int = 0


class BodyLimit:
    """An ASGI application that lets bodies of at most so many bytes, in good time, through to ``pages``."""

    def __init__(
        self,
        pages: Application,
        *,
        small: int = ROOM_FOR_SMALL,
        large: int = ROOM_FOR_LARGE,
        next_within: float = NEXT_WITHIN,
    ) -> None:
        self._pages = pages
        self.small, self.large = Room(small), Room(large)
        self._next_within = next_within

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stated = {name: value for name, value in scope["headers"] if name in _OF_BODIES}
        if not stated:
            await self._pages(scope, receive, send)  # nothing comes, as with nearly every request
            return
        most = LARGEST if scope["path"] in ARCHIVES else USUAL
        length = stated.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > most:
            await _refuse(send, 413)
            return
        is_small = b"transfer-encoding" not in stated and int(length) <= SMALL
        body = _Body(receive, self.small if is_small else self.large, most, self._next_within)
        begun = False

        async def told(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._pages(scope, body.receive, told)
        except _Stopped as end:
            if not begun:
                await _refuse(send, end.status)
        finally:
            body.room.taken -= body.came


class _Body:
    """One request's body, counted and timed as it comes."""

    def __init__(self, receive: Receive, room: Room, most: int, next_within: float) -> None:
        self.room = room
        self.came = 0
        self._receive = receive
        self._most = most
        self._next_within = next_within
        self._begun = time.monotonic()
        self._whole = False

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()  # only whether the sender is still there
        allowed = self._begun + self._next_within + self.came / SLOWEST - time.monotonic()
        try:
            message = await asyncio.wait_for(self._receive(), min(allowed, self._next_within))
        except TimeoutError:
            raise _Stopped(408) from None
        brought = len(message.get("body", b""))
        self.came += brought
        self.room.taken += brought
        if self.came > self._most:
            raise _Stopped(413)
        if self.room.taken > self.room.size:
            raise _Stopped(503)
        self._whole = message["type"] == "http.disconnect" or not message.get("more_body", False)
        return message


async def _refuse(send: Send, status: int) -> None:
    sentence = _SENTENCES[status]
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(sentence)),
        (b"connection", b"close"),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    if status == 503:
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})
