"""Requests as no browser writes them, to the running server."""

import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

pytestmark = pytest.mark.stack


def send(stack, raw):
    """All that the server answers before it hangs up or falls silent."""
    address = urlsplit(stack.url)
    said = b""
    with socket.create_connection((address.hostname, address.port), timeout=3) as line, suppress(TimeoutError):
        line.sendall(raw)
        while part := line.recv(65536):
            said += part
    return said


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 6\r\n",
        b"Content-Length: 6\r\nContent-Length: 60\r\n",
        b"Content-Length: +6\r\n",
        b"Content-Length: 0x6\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding : chunked\r\nContent-Length: 6\r\n",
    ],
)
def test_a_request_with_two_ends_is_not_two_requests(stack, lengths):
    """Bytes that one server takes for a body and the next for another request are no second request here."""
    raw = (
        b"POST /healthz HTTP/1.1\r\nHost: localhost\r\n" + lengths + b"\r\n0\r\n\r\n"
        b"GET /time/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    said = send(stack, raw)
    assert said.startswith(b"HTTP/1.1 4"), said[:100]
    if b'{"now":' in said:
        # the end by chunks, which is the one that counts where both are said (RFC 9112, 6.3)
        assert b"Transfer-Encoding: chunked" in lengths and b"\r\nHTTP/1.1 200" in said


@pytest.mark.parametrize("name", [b"Bad Name: x", b"X-Split: a\r\n b\x00", b"X: \x7f\x00"])
def test_headers_that_are_none_are_refused(stack, name):
    said = send(stack, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + name + b"\r\nConnection: close\r\n\r\n")
    assert said.startswith(b"HTTP/1.1 400")


def test_trace_is_not_answered(stack):
    said = send(
        stack, b"TRACE / HTTP/1.1\r\nHost: localhost\r\nCookie: sessionid=keep-this\r\nConnection: close\r\n\r\n"
    )
    assert said.startswith(b"HTTP/1.1 405")
    assert b"keep-this" not in said


@pytest.mark.parametrize(
    "path",
    [
        "/.git/config",
        "/.git/",
        "/static/",
        "/static/tournaments/",
        "/static/../config/settings.py",
        "/static/%2e%2e/%2e%2e/secrets/secret_key",
        "/static/..%2fsecrets%2fsecret_key",
        "/var/secrets/secret_key",
        "/static/..%5csecrets",
        "/static//etc/passwd",
        "/manage.py",
        "/t/..%2f..%2fetc%2fpasswd/",
    ],
)
def test_no_file_of_the_checkout_or_the_data_folder_is_served(stack, path):
    said = send(stack, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    status, body = int(said.split()[1]), said.partition(b"\r\n\r\n")[2]
    assert status in (301, 302, 400, 404), (path, status)
    secret = (stack.folder.secrets / "secret_key").read_bytes().strip()
    assert secret not in body and b"root:" not in body and b"[core]" not in body and b"SECRET_KEY" not in body


def test_an_error_says_nothing_of_the_servers(stack):
    said = send(stack, b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").lower()
    head = said.partition(b"\r\n\r\n")[0]
    assert b"server:" not in head and b"x-powered-by" not in head
    for word in (b"uvicorn", b"django", b"python/"):
        assert word not in head
