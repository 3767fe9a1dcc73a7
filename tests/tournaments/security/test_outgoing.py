"""What the server asks of others."""

import socket
import ssl
import threading

import pytest

from tournaments.domain import outbound_http


def test_a_certificate_that_is_nobodys_is_not_believed(settings, monkeypatch):
    """A server that answers TLS with a key of its own making, at an address that may be told."""
    settings.WEBHOOKS_LOCAL = True
    seen = []
    server = socket.create_server(("127.0.0.1", 0))

    def listen():
        line, _ = server.accept()
        with line:
            seen.append(line.recv(1024)[:1])  # the first byte of a TLS handshake
            line.sendall(b"\x15\x03\x03\x00\x02\x02\x28")

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        with pytest.raises(outbound_http.NotSent):
            outbound_http.post(f"https://localhost:{server.getsockname()[1]}/", b"{}", {})
    finally:
        thread.join(10)
        server.close()
    assert seen == [b"\x16"]
    made = ssl.create_default_context()
    assert made.verify_mode is ssl.CERT_REQUIRED and made.check_hostname
    assert made.minimum_version >= ssl.TLSVersion.TLSv1_2
