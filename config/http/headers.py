"""Headers of every answer: the id by which its log lines are found, and what a browser may do with it."""

from __future__ import annotations

import time

from config import loglines, metrics
from config.http.routing import Application, Message, Receive, Scope, Send

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestIds:
    """An ASGI application that does the same as ``application``; its answers tell the request's id."""

    def __init__(self, application: Application, *, proxy: bool) -> None:
        self._application = application
        self._proxy = proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        sent_id = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        identity = loglines.request_id(sent_id, believed=self._proxy)
        loglines.REQUEST.set(identity)
        kind, begun, status = metrics.kind(scope["path"]), time.monotonic(), 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message["headers"], (b"x-request-id", identity.encode())]}
            await send(message)

        stream = kind == "live"
        if stream:
            metrics.STREAMS.inc()
        try:
            await self._application(scope, receive, send_with_id)
        finally:
            if stream:
                metrics.STREAMS.dec()
            else:
                metrics.SECONDS.labels(kind).observe(time.monotonic() - begun)
            method = scope["method"] if scope["method"] in METHODS else "other"
            metrics.REQUESTS.labels(kind, method, str(status)).inc()


NOTHING = b"default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
HSTS = b"max-age=31536000; includeSubDomains; preload"
NOT_MODIFIED = 304


class SecurityHeaders:
    """An ASGI application whose answers all bear the headers that protect them; what they bear already stays.

    A 304 changes the headers of the page that a browser keeps, so it says nothing but that https is insisted on.
    """

    def __init__(self, application: Application, *, https: bool) -> None:
        self._application = application
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": self._with(message["status"], list(message["headers"]))}
            await send(message)

        await self._application(scope, receive, told)

    def _with(self, status: int, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        present = {name.lower() for name, _value in headers}
        if self._https and b"strict-transport-security" not in present:
            headers.append((b"strict-transport-security", HSTS))
        if status != NOT_MODIFIED and b"content-security-policy" not in present:
            headers.append((b"content-security-policy", NOTHING))
            if b"x-content-type-options" not in present:
                headers.append((b"x-content-type-options", b"nosniff"))
            if b"referrer-policy" not in present:
                headers.append((b"referrer-policy", b"no-referrer"))
        return headers
