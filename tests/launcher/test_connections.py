"""One connection cannot stall the site, nor can many that never finish what they begin."""

import contextlib
import os
import socket
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn

from launcher import parts
from launcher.connections import HEAD_WITHIN, LONGEST_HEAD, MOST_HEADERS, WAITING_AT_ONE_ADDRESS, GuardedProtocol
from tests.support.stack import CHECKOUT

pytestmark = pytest.mark.stack

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
ENDLESS = {
    "header": (GET + b"X: ", b"a"),
    "name of a header": (GET + b"X", b"a"),
    "address": (b"GET /", b"a"),
    "query": (b"GET /?", b"a"),
    "headers": (GET, b"X: a\r\n"),
    "lines before a request": (b"", b"\r\n"),
    "trailer": (b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ", b"a"),
    "extension of a chunk": (
        b"POST /nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;x=",
        b"a",
    ),
}


def connect(stack, source="127.0.0.1"):
    address = urlsplit(stack.url)
    return socket.create_connection((address.hostname, address.port), timeout=15, source_address=(source, 0))


def answer(line):
    """All that comes until the server hangs up."""
    text = b""
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            text += part
    return text


def ask(stack, raw=GET + b"Connection: close\r\n\r\n", source="127.0.0.1"):
    with connect(stack, source) as line:
        line.sendall(raw)
        return answer(line)


def memory(stack):
    """The web server's own memory, in bytes."""
    status = Path(f"/proc/{stack.processes()['web']}/status").read_text(encoding="ascii")
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_head_is_refused_while_others_are_answered(stack, kind):
    begin, piece = ENDLESS[kind]
    before = memory(stack)
    sent = [0]
    over = threading.Event()

    def flood():
        block = piece * (2**20 // len(piece))
        with connect(stack) as line, contextlib.suppress(OSError):
            line.sendall(begin)
            while not over.is_set():
                line.sendall(block)
                sent[0] += len(block)

    flooding = threading.Thread(target=flood)
    flooding.start()
    try:
        worst = 0.0
        for _ in range(10):
            begun = time.monotonic()
            assert ask(stack).startswith(b"HTTP/1.1 200 ")
            worst = max(worst, time.monotonic() - begun)
            time.sleep(0.2)
        flooding.join(3)
        assert not flooding.is_alive(), f"still sending after {sent[0]} bytes"
    finally:
        over.set()
        flooding.join()
    assert worst < 2.0
    assert sent[0] < 20 * 2**20
    assert memory(stack) - before < 20 * 2**20


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_head_that_grows_too_large_is_told_so(stack, kind):
    begin, piece = ENDLESS[kind]
    with connect(stack) as line:
        line.sendall(begin)
        for _ in range(12):  # in pieces, each smaller than the bound
            line.sendall(piece * (4096 // len(piece)))
            time.sleep(0.01)
        status = int(answer(line).split()[1])
    expected = {"address": 414, "query": 414, "lines before a request": 400}
    assert status == expected.get(kind, 431)


def test_heads_as_programs_send_them_pass_up_to_the_bounds(stack):
    def get(path, headers):
        return ask(
            stack,
            b"GET "
            + path
            + b" HTTP/1.1\r\n"
            + b"".join(name + b": " + value + b"\r\n" for name, value in headers)
            + b"\r\n",
        )[:12]

    usual = [(b"Host", b"localhost"), (b"Connection", b"close")]
    many = [(b"X-%d" % number, b"1") for number in range(MOST_HEADERS - 2)]
    assert get(b"/healthz", usual + many) == b"HTTP/1.1 200"
    assert get(b"/healthz", [*usual, *many, (b"X", b"1")]) == b"HTTP/1.1 431"
    assert get(b"/healthz", [*usual, (b"Cookie", b"a" * (LONGEST_HEAD - 200))]) == b"HTTP/1.1 200"
    assert get(b"/healthz", [*usual, (b"Cookie", b"a" * LONGEST_HEAD)]) == b"HTTP/1.1 431"
    assert get(b"/healthz?" + b"a" * 16_000, usual) == b"HTTP/1.1 200"
    assert get(b"/healthz?" + b"a" * 17_000, usual) == b"HTTP/1.1 414"


def test_requests_on_one_connection_are_each_counted_anew(stack):
    with connect(stack) as line:
        for number in range(6):
            last = b"Connection: close\r\n" if number == 5 else b""
            line.sendall(GET + last + b"Cookie: " + b"a" * 10_000 + b"\r\n\r\n")
        assert answer(line).count(b"HTTP/1.1 200 ") == 6


def test_a_head_that_is_never_finished_is_closed(stack):
    begun = time.monotonic()
    with connect(stack) as slow, connect(stack) as mute, connect(stack) as further:
        further.sendall(GET + b"\r\n")
        assert further.recv(65536).startswith(b"HTTP/1.1 200 ")
        further.sendall(b"GET ")
        slow.sendall(GET + b"X: ")
        for line in (slow, mute, further):
            line.settimeout(1)
        while time.monotonic() - begun < HEAD_WITHIN - 2:  # a byte now and then buys no time
            slow.sendall(b"a")
            time.sleep(0.5)
        for line in (slow, mute, further):
            line.settimeout(6)
        assert answer(slow).startswith(b"HTTP/1.1 408 ")
        assert b"HTTP/1.1 408 " in answer(further)
        assert answer(mute) == b""
    assert HEAD_WITHIN - 1 < time.monotonic() - begun < HEAD_WITHIN + 5


def test_connections_that_never_ask_are_bounded_for_each_address(stack):
    """The longest waiting goes, so that neither the same address nor another is kept out."""
    with contextlib.ExitStack() as lines, connect(stack, "127.0.0.3") as another:
        another.sendall(GET)
        opened = []
        for _ in range(WAITING_AT_ONE_ADDRESS + 20):
            line = lines.enter_context(connect(stack, "127.0.0.2"))
            line.sendall(b"GET ")
            opened.append(line)
        assert ask(stack, source="127.0.0.2").startswith(b"HTTP/1.1 200 ")
        opened[0].settimeout(3)
        assert answer(opened[0]) == b""
        another.sendall(b"Connection: close\r\n\r\n")
        assert answer(another).startswith(b"HTTP/1.1 200 ")
        opened[-1].sendall(GET.removeprefix(b"GET ") + b"Connection: close\r\n\r\n")
        assert answer(opened[-1]).startswith(b"HTTP/1.1 200 ")


def commands(monkeypatch):
    """Return the words of uvicorn's commands: the documented one, and the one that `viertal web` becomes."""
    text = (CHECKOUT / "docs" / "settings.md").read_text(encoding="utf-8").replace("\\\n", "")
    documented = [line.split() for line in text.splitlines() if "uvicorn config.asgi:application" in line]
    became = []
    monkeypatch.setattr(os, "execv", lambda _program, words: became.append(words))
    parts.PARTS["web"](["--port", "8000"])
    return [*documented, *became]


def test_a_web_server_of_its_own_is_told_to_count_connections(monkeypatch):
    """uvicorn's own protocol neither counts them nor bounds the heads of requests."""
    found = commands(monkeypatch)
    assert len(found) >= 2
    for words in found:
        protocol = words[words.index("--http") + 1]
        config = uvicorn.Config("config.asgi:application", http=protocol)
        config.load()
        assert config.http_protocol_class is GuardedProtocol
