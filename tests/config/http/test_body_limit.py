"""No request may fill the disk."""

import asyncio
import contextlib
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.http.body_limit import ARCHIVES, LARGEST, NEXT_WITHIN, ROOM_FOR_LARGE, SMALL, USUAL, BodyLimit
from tournaments.api.desk.lists import MOST_LIST
from tournaments.imports.archive import MAX_BYTES


def ask(path, *, headers=(), chunks=(b"",), method="POST"):
    """The status, and how many bytes the pages were given."""
    sent, given, waiting = [], [0], list(chunks)

    async def pages(scope, receive, send):
        while True:
            message = await receive()
            given[0] += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive():
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "path": path, "method": method, "headers": list(headers)}
    asyncio.run(BodyLimit(pages)(scope, receive, send))
    return sent[0]["status"], given[0]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "BREW"])
def test_a_stated_length_that_is_too_large_is_refused_before_anything_is_read(method):
    stated = [(b"content-length", str(USUAL + 1).encode())]
    assert ask("/admin/login/", headers=stated, method=method) == (413, 0)


@pytest.mark.parametrize("length", [b"", b"-1", b"1e9", b"9" * 400])
def test_a_length_that_is_none_is_refused(length):
    assert ask("/r/x/", headers=[(b"content-length", length)]) == (413, 0)


def test_an_unstated_length_is_cut_off_where_it_grows_too_large():
    mebibytes = [b"x" * 2**20] * 12
    status, given = ask("/admin/login/", headers=[(b"transfer-encoding", b"chunked")], chunks=mebibytes)
    assert status == 413
    assert given <= USUAL


def test_what_is_sent_in_earnest_passes():
    assert ask("/admin/login/", headers=[(b"content-length", b"5")], chunks=[b"hello"]) == (200, 5)
    assert ask("/", method="GET") == (200, 0)
    for path in ARCHIVES:
        assert ask(path, headers=[(b"content-length", str(MAX_BYTES).encode())], chunks=[b"x"])[0] == 200
    assert MOST_LIST < USUAL < MAX_BYTES < LARGEST


@pytest.mark.stack
def test_the_running_server_refuses_a_flood_before_it_is_sent(stack):
    address = urlsplit(stack.url)
    with socket.create_connection((address.hostname, address.port), timeout=10) as line:
        line.sendall(
            b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 100000000000\r\n\r\n"
        )
        assert line.recv(64).startswith(b"HTTP/1.1 413 ")


def together(limit, requests):
    """The statuses of requests at the same time; each gives its stated length, the bytes that come, and whether they
    are all. Pages answer when a body is whole."""
    statuses = []

    async def pages(scope, receive, send):
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    limit._pages = pages

    async def one(stated, coming, whole):
        pieces = [b"x" * coming]

        async def receive():
            if not pieces:
                await asyncio.sleep(60)
            await asyncio.sleep(0)
            return {"type": "http.request", "body": pieces.pop(), "more_body": not whole}

        async def send(message):
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        headers = [(b"content-length", str(stated).encode())]
        await limit({"type": "http", "path": ARCHIVES[0], "method": "POST", "headers": headers}, receive, send)

    async def all_of_them():
        await asyncio.gather(*(one(*request) for request in requests))

    asyncio.run(all_of_them())
    return statuses


def test_bodies_have_room_together_and_small_ones_have_their_own():
    limit = BodyLimit(None, small=2 * SMALL, large=10 * SMALL, next_within=0.2)
    unfinished = [(8 * SMALL, 6 * SMALL, False)] * 2
    assert sorted(together(limit, [*unfinished, (SMALL, SMALL, True)])) == [200, 408, 503]
    assert (limit.small.taken, limit.large.taken) == (0, 0)
    assert together(limit, [(8 * SMALL, 8 * SMALL, True)]) == [200]


def deleted_files(pid):
    """Bytes in temporary files that a process holds."""
    held = 0
    for entry in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            if str(entry.readlink()).endswith("(deleted)"):
                held += entry.stat().st_size
    return held


@pytest.mark.stack
def test_unfinished_bodies_are_bounded_in_sum_and_thrown_away(stack):
    address = urlsplit(stack.url)
    web = stack.processes()["web"]
    head = b"POST /api/v1/imports/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
    length = 33 * 2**20
    with contextlib.ExitStack() as lines:
        opened = []
        for _ in range(8):
            line = lines.enter_context(socket.create_connection((address.hostname, address.port), timeout=30))
            with contextlib.suppress(ConnectionError):
                line.sendall(head % length)
                line.sendall(bytes(length - 10))
            opened.append(line)
        held = deleted_files(web)
        assert 4 * length < held <= ROOM_FOR_LARGE + 2 * 2**20
        with socket.create_connection((address.hostname, address.port), timeout=10) as line:
            line.sendall(
                b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"
            )
            assert line.recv(64).startswith(b"HTTP/1.1 403 ")  # Django read it and asks for its token
        assert opened[0].recv(64).startswith(b"HTTP/1.1 408 ")
        stack.wait_for(lambda: deleted_files(web) == 0, NEXT_WITHIN + 5)


@pytest.mark.stack
def test_a_body_that_trickles_is_ended(stack):
    address = urlsplit(stack.url)
    begun = time.monotonic()
    with socket.create_connection((address.hostname, address.port), timeout=NEXT_WITHIN + 5) as line:
        line.sendall(b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
        line.settimeout(1)
        answer = b""
        while not answer and time.monotonic() - begun < NEXT_WITHIN + 5:
            line.sendall(b"a")
            with contextlib.suppress(TimeoutError):
                answer = line.recv(64)
    assert answer.startswith(b"HTTP/1.1 408 ")
