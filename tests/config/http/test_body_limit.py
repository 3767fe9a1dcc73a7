"""No request may fill the disk."""

import asyncio
import socket
from urllib.parse import urlsplit

import pytest

from config.http.body_limit import ARCHIVES, LARGEST, USUAL, BodyLimit
from tournaments.api.desk.players import MOST_LIST
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
