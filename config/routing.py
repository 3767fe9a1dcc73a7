"""Puts two ASGI applications behind one address."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def compose(live: Application, pages: Application) -> Application:
    """`/live/…` and the server's start and stop (lifespan) go to `live`, every other request to `pages`.

    `live` keeps thousands of connections open; it is asked first so that none of them passes Django's
    middleware.
    """

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or (scope["type"] == "http" and scope["path"].startswith("/live/")):
            await live(scope, receive, send)
        elif scope["type"] == "http":
            await pages(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1003})

    return application
