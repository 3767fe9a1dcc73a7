"""The headers of every answer, also of one that Django did not make: live events, the hall's time, refusals."""

from __future__ import annotations

from config.http.routing import Application, Message, Receive, Scope, Send

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
