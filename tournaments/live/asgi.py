"""The live channel: ``/live/<slug>`` as server-sent events: versions, and with ``?page=`` what changed on that page.

It is an ASGI application of its own, beside Django's: thousands of viewers who mostly wait cost a socket
and a few small objects each, and none of them passes a middleware. ``application`` also takes the server's
start and stop.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import signal
import threading
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from functools import partial
from types import FrameType
from typing import Any

from tournaments.live.feeds import Feeds
from tournaments.live.front import Front, IsSignedIn, Personal
from tournaments.live.hub import Away, Hub
from tournaments.text import SLUG

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

HEARTBEAT = 15.0
ADDRESS = re.compile(rf"/live/({SLUG})/?\Z")
# pages of other sites may listen, as they may read the API, without cookies
FOR_OTHER_SITES = (b"access-control-allow-origin", b"*")
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
    FOR_OTHER_SITES,
]
# Django's own keys among a database's OPTIONS; all others are libpq's.
DJANGO_OPTIONS = {"pool", "isolation_level", "server_side_binding", "assume_role"}


def database_parameters() -> dict[str, Any]:
    """Return the parameters of a line that stays, and can LISTEN: DATABASE_LISTEN_URL's, or else the database's."""
    from django.conf import settings
    from django.db import connections

    database = settings.DATABASE_LISTEN or connections["default"].settings_dict
    parameters = {
        "dbname": database["NAME"],
        "user": database["USER"],
        "password": database["PASSWORD"],
        "host": database["HOST"],
        "port": database["PORT"],
    }
    options = {key: value for key, value in database.get("OPTIONS", {}).items() if key not in DJANGO_OPTIONS}
    return {
        "connect_timeout": 5,
        "application_name": "viertal live",
        **{key: value for key, value in parameters.items() if value},
        **options,
    }


class Live:
    """The ASGI application for ``/live/`` and for the server's lifespan."""

    def __init__(self, parameters: Callable[[], Mapping[str, Any]] = database_parameters) -> None:
        self._parameters = parameters
        self.front: Front | None = None
        self._hub: Hub | None = None
        self._feeds: Feeds | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def hub(self) -> Hub:
        """Return the hub of the running event loop."""
        loop = asyncio.get_running_loop()
        if self._hub is None or self._loop is not loop:
            self._hub, self._loop = Hub(self._parameters()), loop
            self._feeds = Feeds(self._hub, self.front.key, self.front.page) if self.front else None
        return self._hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._stream(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub.open()
                restore = end_on_signals(asyncio.get_running_loop(), self.hub)
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                restore()
                await self.hub.close()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "GET":
            await _say(send, 405, "Only GET is understood here.\n", [(b"allow", b"GET")])
            return
        address = ADDRESS.match(scope["path"])
        slug = address[1] if address else ""
        hub = self.hub
        try:
            seen = await hub.seen(slug) if slug else None
        except Away:
            await _say(send, 503, "The database does not answer. Try again in a moment.\n", [(b"retry-after", b"3")])
            return
        if seen is None or not seen.published:
            await _say(send, 404, "There is no public tournament at this address.\n")
            return
        if seen.slug != slug:
            where = f"/live/{seen.slug}".encode()
            await _say(send, 307, "The tournament has another address now.\n", [(b"location", where)])
            return
        if self._feeds is not None:
            viewer, leave = self._feeds.join(slug, seen.version, scope)
        else:
            viewer = hub.join(slug, seen.version)
            leave = partial(hub.leave, slug, viewer)
        gone = asyncio.create_task(_until_gone(receive, viewer))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
            # each browser is told a pause of its own, so that they do not all come back in the same instant
            text = f"retry: {random.randint(1000, 4000)}\n"
            version = seen.version
            while not viewer.ended:
                fresh = await viewer.next(HEARTBEAT)
                if viewer.ended:
                    break
                if fresh is None:
                    text = ": still here\n"
                else:
                    version = fresh
                frame = viewer.frame if fresh is not None else b""
                body = text.encode() + (frame or b"event: version\ndata: %d\n\n" % version)
                text = ""
                await send({"type": "http.response.body", "body": body, "more_body": True})
            if not gone.done():
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leave()
            gone.cancel()


async def _until_gone(receive: Receive, viewer: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            viewer.end()
            return


async def _say(send: Send, status: int, text: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    body = text.encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"text/plain; charset=utf-8"),
                (b"content-length", str(len(body)).encode()),
                (b"cache-control", b"no-store"),
                (b"x-content-type-options", b"nosniff"),
                FOR_OTHER_SITES,
                *(headers or []),
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})


def end_on_signals(loop: asyncio.AbstractEventLoop, hub: Hub) -> Callable[[], None]:
    """End the streams as soon as the server is told to stop; returns what undoes this.

    A server waits for open answers before it says that it stops (lifespan), and these never end of their own
    accord: without this Ctrl-C would hang until the last viewer is gone. The server's own handler runs as
    before.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    before: dict[signal.Signals, Any] = {}

    def hear(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(hub.end_viewers)
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)
        elif handler == signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        before[number] = signal.signal(number, hear)

    def restore() -> None:
        for number, handler in before.items():
            if signal.getsignal(number) is hear:
                signal.signal(number, handler)

    return restore


application = Live()


def in_front_of(pages: Application, personal: Personal, is_signed_in: IsSignedIn) -> Application:
    """Put `Front` before Django's application, on the same hub as the live channel, which tells of its pages."""
    application.front = Front(pages, lambda: application.hub, personal=personal, is_signed_in=is_signed_in)
    return application.front
