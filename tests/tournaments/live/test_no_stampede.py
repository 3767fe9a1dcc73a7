"""While versions follow each other and a hall asks, Django makes each page once a version."""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Any

from django.core.asgi import get_asgi_application

from tests.tournaments.live.conftest import PATIENCE, Database
from tournaments.live.front import Front
from tournaments.live.hub import Hub
from tournaments.views.player import my_table

VIEWERS, VERSIONS = 100, 12
PATHS = ("/t/one/standings/", "/t/one/", "/t/one/rounds/1/")


class Counted:
    """Django's pages, and how often each was asked for."""

    def __init__(self) -> None:
        self.pages = get_asgi_application()
        self.calls: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.calls[scope["path"]] = self.calls.get(scope["path"], 0) + 1
        await self.pages(scope, receive, send)


class Phone:
    """A page that is kept current: asks on the condition that it changed."""

    def __init__(self, front: Front, path: str) -> None:
        self.front, self.path = front, path
        self.tag = b""
        self.version = self.asked = 0

    async def look(self) -> None:
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        self.asked += 1
        headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip"), (b"if-none-match", self.tag)]
        scope = {
            "type": "http",
            "method": "GET",
            "path": self.path,
            "raw_path": self.path.encode(),
            "query_string": b"",
            "scheme": "http",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "root_path": "",
            "http_version": "1.1",
            "asgi": {"version": "3.0"},
        }
        await self.front(scope, receive, send)
        if sent[0]["status"] == 304:
            return
        assert sent[0]["status"] == 200
        self.tag = {name.lower(): value for name, value in sent[0]["headers"]}[b"etag"]
        found = re.search(rb'data-version="(\d+)"', gzip.decompress(sent[1]["body"]))
        assert found and int(found[1]) >= self.version, "no page is older than the one before it"
        self.version = int(found[1])


def test_a_page_is_made_once_a_version_however_many_ask_while_versions_follow_each_other(database: Database) -> None:
    counted = Counted()

    async def body() -> None:
        hub = Hub(database.parameters)
        hub.open()
        front = Front(counted, lambda: hub, personal=my_table.quick)
        phones = [Phone(front, PATHS[number % len(PATHS)]) for number in range(VIEWERS)]
        over = asyncio.Event()

        async def keep_looking(phone: Phone) -> None:
            while not over.is_set():
                await phone.look()
            await phone.look()

        try:
            async with asyncio.timeout(PATIENCE):
                looking = [asyncio.create_task(keep_looking(phone)) for phone in phones]
                for _version in range(VERSIONS - 1):
                    latest = await database.change("one")
                    while phones[0].version < latest:
                        await asyncio.sleep(0)
                over.set()
                await asyncio.gather(*looking)
        finally:
            await hub.close()
        assert {phone.version for phone in phones} == {VERSIONS}
        assert set(counted.calls) == set(PATHS)
        assert max(counted.calls.values()) <= VERSIONS
        assert sum(phone.asked for phone in phones) > 10 * sum(counted.calls.values())

    asyncio.run(body())
