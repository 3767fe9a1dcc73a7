"""Bytes that are no requests, on a real socket to a running server: it answers or hangs up, and serves the next one.

``python -m reliability.sockets [COUNT] [SEED]`` (default 500) starts Viertal in a folder of its own and sends it half
requests, requests with huge or broken headers, lengths that lie, chunks that are none, NUL bytes and several requests
at once; some connections are left open. After every fifty the site must answer. Exits with 1 where an answer was 500
or above, the server was started anew, or its log tells of an exception.
"""

from __future__ import annotations

import random
import signal
import socket
import sys
from collections import Counter
from urllib.parse import urlsplit

from benchmarks.programs import asked, end
from tests.support.stack import started

GET, POST = b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"POST /admin/login/ HTTP/1.1\r\nHost: localhost\r\n"
SAMPLES = (
    GET,
    GET + b"\r\n",
    GET * 3 + b"\r\n",
    (GET + b"\r\n") * 5,
    b"\x00" * 200,
    b"\r\n" * 50,
    b"GET",
    GET + b"X: " + b"a" * 200_000 + b"\r\n\r\n",
    GET + b"X: y\r\n" * 5_000 + b"\r\n",
    GET + b"A\x00b: \x00\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n",
    POST + b"Content-Length: 1000\r\n\r\nhalf",
    POST + b"Content-Length: -5\r\n\r\n",
    POST + b"Content-Length: x\r\n\r\n",
    POST + b"Content-Length: 3\r\nContent-Length: 9\r\n\r\nabc",
    POST + b"Content-Length: 0\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    POST + b"Expect: 100-continue\r\n\r\n",
    GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    GET + b"Cookie: " + b"a=b; " * 2_000 + b"\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


def damaged(lots: random.Random) -> bytes:
    """Return one of the samples, as it is or with bytes put in and taken out."""
    text = lots.choice(SAMPLES)
    for _ in range(lots.choice((0, 0, 1, 3))):
        at = lots.randrange(len(text) + 1)
        text = text[:at] + lots.randbytes(lots.randrange(6)) + text[at + lots.randrange(6) :]
    return text


def send(address: tuple[str, int], text: bytes, lots: random.Random) -> bytes:
    """Return the server's answer, as far as it came within a second; nothing where it hung up."""
    with socket.create_connection(address, timeout=10) as sock:
        try:
            sock.sendall(text)
            if lots.random() < 0.5:
                sock.shutdown(socket.SHUT_WR)
            sock.settimeout(1.0)
            return sock.recv(65536)
        except OSError:
            return b""


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    chosen = asked(__doc__, count=500, seed=1)
    lots = random.Random(chosen.seed)
    problems: list[str] = []
    statuses: Counter[str] = Counter()
    with started("sockets") as stack:
        parts, web = urlsplit(stack.url), stack.processes()["web"]
        address = (str(parts.hostname), int(parts.port or 80))
        left_open = []
        for number in range(1, chosen.count + 1):
            text = damaged(lots)
            status = send(address, text, lots)[9:12].decode("latin-1") or "none"
            statuses[status] += 1
            if status.startswith("5"):
                problems.append(f"Number {number} was answered with {status}: {text[:300]!r}")
            if number % 10 == 0:
                left_open.append(socket.create_connection(address, timeout=10))
                left_open[-1].sendall(text[: len(text) // 2][:1000])
            if number % 50 == 0 and not stack.answers():
                problems.append(f"After number {number} the site does not answer.")
        if stack.processes()["web"] != web:
            problems.append("The server was started anew.")
        log = (stack.folder.logs / "web.log").read_text("utf-8", "replace")
        if "Traceback" in log or "Internal Server Error" in log:
            problems.append(f"The server's log:\n{log[-4000:]}")
        for sock in left_open:
            sock.close()
    print(f"{chosen.count} damaged streams, {len(problems)} problems; statuses {dict(statuses)}")
    end(problems)


if __name__ == "__main__":
    main()
