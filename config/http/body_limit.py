"""How much a request may carry, decided before anything of it is kept.

Django writes a request's whole body to a temporary file before it looks at the address, so without this anybody
could fill the disk. A stated length that is too large is refused at once; an unstated one (chunked) is cut off where
it grows too large. What each page takes of this is its own matter (413, or a sentence).
"""

from __future__ import annotations

from config.http.routing import Application, Message, Receive, Scope, Send

LARGEST = 34 * 1024 * 1024
"""Bytes: a tournament's archive (32 MiB), and what a form has around it."""

USUAL = 9 * 1024 * 1024
"""Bytes, wherever no archive is sent: the longest list that a program may send has 8 MiB."""

ARCHIVES = ("/admin/tournaments/tournament/import-document/", "/api/v1/imports/")
_OF_BODIES = (b"content-length", b"transfer-encoding")
_SAID = b"This is too large to be read.\n"


class TooLarge(Exception):
    """More came than may be."""


class BodyLimit:
    """An ASGI application that lets bodies of at most so many bytes through to ``pages``: 413 else."""

    def __init__(self, pages: Application) -> None:
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        said = {name: value for name, value in scope["headers"] if name in _OF_BODIES}
        if not said:
            await self._pages(scope, receive, send)  # nothing comes, as with nearly every request
            return
        most = LARGEST if scope["path"] in ARCHIVES else USUAL
        length = said.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:20]) > most:
            await _refuse(send)
            return
        came, begun = 0, False

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise TooLarge
            return message

        async def told(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._pages(scope, counted, told)
        except TooLarge:
            if not begun:
                await _refuse(send)


async def _refuse(send: Send) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(_SAID)),
        (b"connection", b"close"), (b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": _SAID})
