"""Requests of the server to others."""

import socket
import ssl
import threading

import pytest

from tests.tournaments import make
from tournaments.domain import outbound_http
from tournaments.models import Appointment, Webhook


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
    made = outbound_http.tls()
    assert made.verify_mode is ssl.CERT_REQUIRED and made.check_hostname
    assert made.minimum_version >= ssl.TLSVersion.TLSv1_2


INSIDE = ["192.0.0.9", "192.88.99.1", "fec0::1", "3fff::1", "5f00::1", "127.0.0.1", "10.1.2.3", "100.64.0.1", "::1"]


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_refused_when_the_webhook_is_saved(address):
    host = f"[{address}]" if ":" in address else address
    with pytest.raises(outbound_http.NotSent, match="this machine or its own network"):
        outbound_http.checked(f"https://{host}/hook/")


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["192.0.0.9", "[5f00::1]", "0x7f.1", "localhost"])
def test_the_api_says_so_and_saves_nothing(client, host):
    made = make.duel(2)
    client.force_login(make.arbiter(made, Appointment.Role.ORGANISER))
    sent = {"url": f"https://{host}/hook/", "events": ["result.entered"]}
    answer = client.post(f"/api/v1/tournaments/{made.slug}/webhooks/", sent, content_type="application/json")
    assert answer.status_code == 422 and "its own network" in answer.content.decode()
    assert not Webhook.objects.exists()
