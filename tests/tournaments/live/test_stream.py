"""The live channel as a server sees it: events with a version and nothing else."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.tournaments.live.conftest import PATIENCE, Database
from tournaments.live import asgi
from tournaments.live.asgi import Live


class Client:
    """One connection to the application."""

    def __init__(self, live: Live, path: str, method: str = "GET") -> None:
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._gate = asyncio.Event()
        self._gate.set()
        self.status = 0
        self.headers: dict[str, str] = {}
        self._inbox.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        scope = {"type": "http", "method": method, "path": path, "headers": []}
        self.task = asyncio.create_task(live(scope, self._inbox.get, self._send))

    async def _send(self, message: Any) -> None:
        await self._gate.wait()
        self._sent.put_nowait(message)

    async def start(self) -> int:
        message = await self._sent.get()
        self.status = message["status"]
        self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        return self.status

    async def body(self) -> str:
        message = await self._sent.get()
        assert message["type"] == "http.response.body"
        return str(message["body"].decode())

    async def version(self) -> int:
        """The next version that is told; checks that nothing else is."""
        text = await self.body()
        found = re.fullmatch(r"(?:retry: \d+\n|: still here\n)?event: version\ndata: (\d+)\n\n", text)
        assert found, text
        return int(found[1])

    def stall(self) -> None:
        """Take nothing more."""
        self._gate.clear()

    def hang_up(self) -> None:
        self._inbox.put_nowait({"type": "http.disconnect"})


def run(database: Database, body: Callable[[Live], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        live = Live(lambda: database.parameters)
        try:
            async with asyncio.timeout(PATIENCE):
                await body(live)
        finally:
            await live.hub.close()
            await asyncio.sleep(0)

    asyncio.run(all_of_it())


def test_a_viewer_gets_the_current_version_and_then_each_new_one(database: Database) -> None:
    async def body(live: Live) -> None:
        clients = [Client(live, "/live/one") for _ in range(5)]
        for client in clients:
            assert await client.start() == 200
            assert client.headers["content-type"].startswith("text/event-stream")
            assert client.headers["cache-control"] == "no-store"
            assert client.headers["access-control-allow-origin"] == "*", "pages of other sites may listen"
            assert await client.version() == 1
        for _ in range(3):
            version = await database.change("one")
            assert [await client.version() for client in clients] == [version] * 5

    run(database, body)


@pytest.mark.parametrize("path", ["/live/none", "/live/hidden", "/live/", "/live/one/two", "/live/%00", "/live/ö"])
def test_what_is_not_public_is_404(database: Database, path: str) -> None:
    async def body(live: Live) -> None:
        client = Client(live, path)
        assert await client.start() == 404
        assert await client.body() == "There is no public tournament at this address.\n"
        await client.task

    run(database, body)


@pytest.mark.parametrize("method", ["POST", "HEAD", "DELETE"])
def test_only_get_is_understood(database: Database, method: str) -> None:
    async def body(live: Live) -> None:
        client = Client(live, "/live/one", method)
        assert await client.start() == 405 and client.headers["allow"] == "GET"
        await client.task

    run(database, body)


def test_while_nothing_happens_a_heartbeat_repeats_the_version(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "HEARTBEAT", 0.05)

    async def body(live: Live) -> None:
        client = Client(live, "/live/one")
        await client.start()
        assert await client.version() == 1
        assert (await client.body()) == ": still here\nevent: version\ndata: 1\n\n"
        version = await database.change("one")
        while await client.version() != version:
            pass
        assert await client.version() == version

    run(database, body)


def test_a_client_that_takes_nothing_holds_nobody_up(database: Database) -> None:
    async def body(live: Live) -> None:
        slow, quick = Client(live, "/live/one"), Client(live, "/live/one")
        for client in (slow, quick):
            await client.start()
            await client.version()
        slow.stall()
        for _ in range(20):
            version = await database.change("one")
            while await quick.version() != version:
                pass
        assert slow._sent.empty()
        slow.hang_up()
        slow._gate.set()
        await slow.task

    run(database, body)


def test_who_hangs_up_is_forgotten(database: Database) -> None:
    async def body(live: Live) -> None:
        clients = [Client(live, "/live/one") for _ in range(10)]
        for client in clients:
            await client.start()
            await client.version()
        assert live.hub.viewers == 10
        for client in clients[:9]:
            client.hang_up()
        await asyncio.gather(*(client.task for client in clients[:9]))
        assert live.hub.viewers == 1
        clients[9].task.cancel()
        await asyncio.gather(clients[9].task, return_exceptions=True)
        assert live.hub.viewers == 0
        await asyncio.sleep(0)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert {task.get_name() for task in left} == {"live hub"}

    run(database, body)


def test_unpublishing_ends_the_stream(database: Database) -> None:
    async def body(live: Live) -> None:
        client = Client(live, "/live/one")
        await client.start()
        await client.version()
        await database.run(
            "UPDATE tournaments_tournament SET published = false, version = version + 1 WHERE slug = 'one'"
        )
        assert await client.body() == ""
        await client.task

    run(database, body)


def test_with_the_database_away_it_is_503(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(50)

    async def body() -> None:
        live = Live(lambda: {**database.parameters, "dbname": "there_is_no_such_database"})
        client = Client(live, "/live/one")
        assert await client.start() == 503 and client.headers["retry-after"]
        await client.task
        await live.hub.close()

    asyncio.run(body())


def lifespan(live: Live) -> tuple[asyncio.Queue[Any], asyncio.Queue[Any], asyncio.Task[None]]:
    inbox: asyncio.Queue[Any] = asyncio.Queue()
    outbox: asyncio.Queue[Any] = asyncio.Queue()
    task = asyncio.create_task(live({"type": "lifespan"}, inbox.get, outbox.put))  # type: ignore[arg-type]
    return inbox, outbox, task


def test_the_servers_stop_ends_all_streams(database: Database) -> None:
    async def body(live: Live) -> None:
        inbox, outbox, task = lifespan(live)
        await inbox.put({"type": "lifespan.startup"})
        assert (await outbox.get())["type"] == "lifespan.startup.complete"
        clients = [Client(live, "/live/one") for _ in range(5)]
        for client in clients:
            await client.start()
            await client.version()
        await inbox.put({"type": "lifespan.shutdown"})
        assert (await outbox.get())["type"] == "lifespan.shutdown.complete"
        await task
        for client in clients:
            assert await client.body() == ""
            await client.task

    run(database, body)


def test_a_signal_to_stop_ends_all_streams_before_the_server_waits_for_them(database: Database) -> None:
    heard: list[int] = []

    async def body(live: Live) -> None:
        inbox, outbox, task = lifespan(live)
        await inbox.put({"type": "lifespan.startup"})
        await outbox.get()
        client = Client(live, "/live/one")
        await client.start()
        await client.version()
        os.kill(os.getpid(), signal.SIGTERM)
        assert await client.body() == ""
        await client.task
        await inbox.put({"type": "lifespan.shutdown"})
        await outbox.get()
        await task

    before = signal.signal(signal.SIGTERM, lambda number, _frame: heard.append(number))
    try:
        run(database, body)
        assert heard == [signal.SIGTERM], "the server's own handler still hears it"
        assert signal.getsignal(signal.SIGTERM).__name__ == "<lambda>", "and has its place back"
    finally:
        signal.signal(signal.SIGTERM, before)
