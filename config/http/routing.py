"""Puts two ASGI applications behind one address."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


async def _nothing() -> None:
    pass


def compose(live: Application, pages: Application, prepare: Callable[[], Awaitable[None]] = _nothing) -> Application:
    """Send `/live/…` and the server's start and stop (lifespan) to `live`, every other request to `pages`.

    `live` keeps thousands of connections open; it is asked first so that none of them passes Django's
    middleware. The server says that it has started when `prepare` is over, too.
    """

    async def start_and_stop(scope: Scope, receive: Receive, send: Send) -> None:
        async def after(message: Message) -> None:
            if message["type"] == "lifespan.startup.complete":
                await prepare()
            await send(message)

        await live(scope, receive, after)

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/live/"):
            await live(scope, receive, send)
        elif scope["type"] == "lifespan":
            await start_and_stop(scope, receive, send)
        elif scope["type"] == "http":
            await pages(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1003})

    return application
