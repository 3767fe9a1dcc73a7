"""Connections that cannot stall the server: heads of requests are bounded in size, in number and in time.

uvicorn's protocol takes a request line and headers of any length and joins the pieces that come: one endless header
takes the event loop from everybody else. Here whatever brings no body and ends no head is counted, and refused where
it grows past what requests in earnest have. What a request's body may be is `config.http.body_limit`'s matter.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from config.http.work_limits import CONNECTIONS

LONGEST_HEAD = 32 * 1024  # bytes of a request line and headers together; of trailers, too
LONGEST_ADDRESS = 16 * 1024  # bytes of the request line's address
MOST_HEADERS = 100
HEAD_WITHIN = 10.0  # seconds from a connection, or from the first byte of a further request, to the last header
WAITING_AT_ONE_ADDRESS = 512  # connections whose head is not whole: a hall of hundreds has one address
WAITING_IN_ALL = 2048
READ_WITHIN = 30.0  # seconds in which some of an answer must be read, when no more of it fits into the system
LINGER = 1.0  # seconds in which a refused sender can still read why
MOST_LEFT = 1024 * 1024  # bytes that are thrown away meanwhile

SENTENCES = {
    400: b"This is no request that can be understood.\n",
    408: b"The request took too long to come.\n",
    414: b"The address is too long.\n",
    431: b"The headers are too large.\n",
    503: b"Too many are connected at this moment. Try again in a few seconds.\n",
}


class _Refused(Exception):
    """The head in hand is more than is taken."""


class Waiting:
    """The connections from which a head is awaited, the longest waiting first.

    Too many of them cost the longest waiting their place: a request in earnest is whole in a moment.
    """

    def __init__(self) -> None:
        self._since: dict[GuardedProtocol, float] = {}
        self._at: dict[str, dict[GuardedProtocol, None]] = {}
        self._watch: asyncio.TimerHandle | None = None

    def __contains__(self, connection: GuardedProtocol) -> bool:
        return connection in self._since

    def add(self, connection: GuardedProtocol) -> None:
        """Count the time from now."""
        loop = connection.loop
        self._since[connection] = loop.time()
        there = self._at.setdefault(connection.address, {})
        there[connection] = None
        if len(there) > WAITING_AT_ONE_ADDRESS:
            next(iter(there)).drop()
        elif len(self._since) > WAITING_IN_ALL:
            next(iter(self._since)).drop()
        if self._watch is None:
            self._watch = loop.call_later(1.0, self._look, loop)

    def remove(self, connection: GuardedProtocol) -> None:
        """Forget a connection: its head is whole, or it is gone."""
        if self._since.pop(connection, None) is None:
            return
        there = self._at[connection.address]
        del there[connection]
        if not there:
            del self._at[connection.address]

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        over = loop.time() - HEAD_WITHIN
        while self._since:
            connection = next(iter(self._since))
            if self._since[connection] > over:
                break
            connection.too_slow()
        self._watch = loop.call_later(1.0, self._look, loop) if self._since else None


WAITING = Waiting()
IDLE: dict[GuardedProtocol, None] = {}
"""The connections that are kept open for a further request, the longest idle first."""


def _longest_idle() -> GuardedProtocol | None:
    """Return the connection that has been idle for longest, and has sent all that it had to say."""
    return next((protocol for protocol in IDLE if not protocol.transport.get_write_buffer_size()), None)


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's protocol by httptools, with bounds on what comes before a body."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.address = ""
        self.url = b""
        self._silent = 0  # bytes since the last that were of any use
        self._head = 0  # bytes of the names and values of headers
        self._refused_with = 400
        self._closing = False
        self._left = MOST_LEFT
        self._unread: asyncio.TimerHandle | None = None
        self._counted = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._counted = True
        CONNECTIONS.number += 1
        WAITING.add(self)
        if CONNECTIONS.number > CONNECTIONS.public and (idle := _longest_idle()):
            idle.drop()  # whoever it was connects again when there is something to ask
        elif CONNECTIONS.number > CONNECTIONS.all:
            self.refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        WAITING.remove(self)
        IDLE.pop(self, None)
        self.resume_writing()
        super().connection_lost(exc)

    def _uncount(self) -> None:
        if self._counted:
            self._counted = False
            CONNECTIONS.number -= 1

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_WITHIN, self.drop)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None and not self.transport.is_closing():
            IDLE[self] = None

    def data_received(self, data: bytes) -> None:
        IDLE.pop(self, None)
        if self._closing:
            self._left -= len(data)
            if self._left < 0:
                self.transport.abort()
            return
        if self not in WAITING and (self.cycle is None or self.cycle.response_complete):
            WAITING.add(self)
        self._silent += len(data)
        super().data_received(data)
        if self._silent > LONGEST_HEAD and not self._closing:
            self.refuse(431 if self.url else 400)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_ADDRESS:
            self._refused_with = 414
            raise _Refused

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._head += len(name) + len(value) + 4
        if self._head > LONGEST_HEAD or len(self.headers) > MOST_HEADERS:
            self._refused_with = 431
            raise _Refused

    def on_headers_complete(self) -> None:
        self._silent = 0
        WAITING.remove(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._silent = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._silent = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer 400; uvicorn calls this where the parser stopped, at a malformed request or at one of our limits."""
        self.refuse(self._refused_with)

    def too_slow(self) -> None:
        """Refuse a head that did not come in time; where nothing at all came, just close: nobody is there to be
        told."""
        WAITING.remove(self)
        if self._silent:
            self.refuse(408)
        else:
            self.transport.close()

    def drop(self) -> None:
        """End the connection at once, to make room."""
        WAITING.remove(self)
        IDLE.pop(self, None)
        self._closing = True
        self._uncount()  # now, not when the loop comes round to it: others come in the same moment
        self.transport.abort()

    def refuse(self, status: int) -> None:
        """Say why in a short answer and close. A sender who is still busy gets a moment to read it."""
        WAITING.remove(self)
        self._closing = True
        self._unset_keepalive_if_required()
        if self.cycle is not None and not self.cycle.response_complete:
            answered = self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if answered:
                self.transport.abort()
                return
        sentence = SENTENCES[status]
        self.transport.write(
            STATUS_LINE[status]
            + b"content-type: text/plain; charset=utf-8\r\ncache-control: no-store\r\n"
            + (b"retry-after: 5\r\n" if status == 503 else b"")
            + b"x-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(sentence)
            + sentence
        )
        self.loop.call_later(LINGER, self.transport.close)
