"""Gives every request an id that its log lines bear, and counts it."""

from __future__ import annotations

import time

from config import log_context, metrics
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
        identity = log_context.request_id(sent_id, believed=self._proxy)
        log_context.REQUEST.set(identity)
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
