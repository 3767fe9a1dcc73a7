"""A hall full of viewers, and one that is too full: the arbiters work on, at a real server with few places."""

import asyncio
import http.client
import json
import secrets
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.stack import PASSWORD, Stack, clean_environment

pytestmark = pytest.mark.stack

MOST = 320
"""Connections for everybody; streams may take three quarters of them."""
HALL = "127.0.0.2"
"""The one address that a whole hall has."""


@pytest.fixture(scope="module")
def hall():
    """A site with an evening, room for few, and the evening's address and a token of the organiser."""
    with tempfile.TemporaryDirectory(prefix="viertal-crowd-", ignore_cleanup_errors=True) as folder:
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1", VIERTAL_CONNECTIONS=str(MOST))
        stack = Stack(Path(folder) / "data", env, "--port", "0", "--no-demo")
        try:
            stack.start_migrated()
            stack.slug = "hall"
            stack.token = stack.python(
                """
                from tests.tournaments import make
                from tournaments.models import User
                from tournaments.services import accounts
                boss = User.objects.get(username="organiser")
                make.published(make.tournament(16, slug="hall"), boss)
                print(accounts.make_token(by=boss, name="crowd", scope="organise")[1])
                """
            ).strip()
            yield stack
        finally:
            stack.stop()


def ask(stack, path, method="GET", body=None, **headers):
    """Status, headers and text of an answer."""
    address = urlsplit(stack.url)
    line = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    try:
        line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        line.close()


def as_arbiter(stack, path, method="GET", body=None):
    text = json.dumps(body) if body is not None else None
    more = {"Content_Type": "application/json", "Idempotency_Key": secrets.token_hex(8)} if text else {}
    return ask(stack, path, method, text, Authorization=f"Bearer {stack.token}", **more)[0]


class Phones:
    """Connections from one address, which end with the block."""

    def __init__(self, stack):
        self._address = urlsplit(stack.url)
        self._lines = []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_error):
        for writer in self._lines:
            writer.transport.abort()
        await asyncio.gather(*(writer.wait_closed() for writer in self._lines), return_exceptions=True)

    async def open(self, count, text):
        """So many more that send this all at once; their answers' statuses, or none where no question is whole."""

        async def call():
            reader, writer = await asyncio.open_connection(
                self._address.hostname, self._address.port, local_addr=(HALL, 0)
            )
            self._lines.append(writer)
            writer.write(text.encode())
            await writer.drain()
            return int((await reader.readline()).split()[1]) if text.endswith("\r\n\r\n") else None

        return await asyncio.gather(*(call() for _ in range(count)))


def stream(stack):
    return f"GET /live/{stack.slug} HTTP/1.1\r\nHost: localhost\r\n\r\n"


def page(stack, path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_two_hundred_phones_behind_one_address_are_all_served(hall):
    async def evening():
        async with Phones(hall) as phones:
            assert set(await phones.open(200, page(hall, f"/t/{hall.slug}/"))) == {200}
            assert set(await phones.open(200, stream(hall))) == {200}
            assert set(await phones.open(60, page(hall, f"/t/{hall.slug}/standings/"))) == {200}
            assert set(await phones.open(40, page(hall, f"/t/{hall.slug}/find/?q=a"))) == {200}

    asyncio.run(evening())


def test_arbiters_work_and_sign_in_while_viewers_take_every_place(hall):
    one = f"/api/v1/tournaments/{hall.slug}/"

    async def evening():
        async with Phones(hall) as phones:
            viewers = await phones.open(MOST, stream(hall))
            assert (viewers.count(200), viewers.count(503)) == (MOST * 3 // 4, MOST - MOST * 3 // 4)
            assert (await asyncio.to_thread(ask, hall, f"/t/{hall.slug}/"))[0] == 200  # pages still have room

            async def crowded(function, *arguments, **more):
                """That, while the connections which are for everybody are all taken."""
                async with Phones(hall) as further:
                    await further.open(MOST // 4 + 10, "GET /")
                    return await asyncio.to_thread(function, *arguments, **more)

            status, headers, text = await crowded(ask, hall, f"/t/{hall.slug}/", Accept_Language="nl")
            assert status == 503 and headers["Retry-After"] == "5" and headers["Connection"] == "close"
            assert 'lang="nl"' in text and "<h1>" in text
            status, headers, text = await crowded(ask, hall, one)
            assert (status, json.loads(text)["code"]) == (503, "overloaded")
            assert await crowded(as_arbiter, hall, f"{one}desk/") == 200
            assert await crowded(as_arbiter, hall, f"{one}entries/", "POST", {"name": secrets.token_hex(8)}) == 201
            assert await crowded(as_arbiter, hall, f"/t/{hall.slug}/standings/") == 200
            assert (await crowded(ask, hall, "/admin/login/"))[0] == 200
            assert (await crowded(ask, hall, "/health/live"))[0] == 200
            forged = await crowded(ask, hall, f"/t/{hall.slug}/", Cookie="sessionid=" + "a" * 32)
            assert forged[0] == 503
        hall.wait_for(lambda: ask(hall, f"/t/{hall.slug}/")[0] == 200)

    asyncio.run(evening())


def test_dear_pages_asked_for_without_end_are_never_refused_to_arbiters(hall):
    paths = (
        f"/t/{hall.slug}/find/?q=b",
        f"/api/v1/tournaments/{hall.slug}/crosstable/",
        f"/api/v1/tournaments/{hall.slug}/desk/",
    )

    async def evening():
        async with Phones(hall) as phones:
            crowd = asyncio.create_task(phones.open(200, page(hall, f"/t/{hall.slug}/find/?q=a")))
            arbiters = [await asyncio.to_thread(as_arbiter, hall, path) for path in paths for _ in range(3)]
            assert arbiters == [200] * 9
            assert set(await crowd) <= {200, 503}

    asyncio.run(evening())


def test_idle_connections_make_room_for_new_ones(hall):
    async def evening():
        async with Phones(hall) as phones:
            assert set(await phones.open(MOST - 20, page(hall, "/time/"))) == {200}
            for _ in range(3):
                assert set(await phones.open(20, page(hall, f"/t/{hall.slug}/"))) == {200}

    asyncio.run(evening())


@pytest.mark.parametrize("path", ["/", "/time/", "/live/club"])
def test_a_foreign_name_is_refused_everywhere(hall, path):
    status, _headers, text = ask(hall, path, Host="evil.example")
    assert status == 400 and "not known at this address" in text
    status, _headers, text = ask(hall, "/api/v1/", Host="evil.example")
    assert json.loads(text)["code"] == "invalid"
