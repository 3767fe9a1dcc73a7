"""The proxy's file as it is shipped: what it must say, read as text, since not every machine has nginx."""

from __future__ import annotations

import re

from config.http.security_headers import HSTS
from tests.support.stack import CHECKOUT

TEXT = (CHECKOUT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def location(path: str) -> str:
    """Return what stands in a location's braces."""
    found = re.search(rf"location {re.escape(path)} \{{(.*?)\n    \}}", TEXT, re.DOTALL)
    assert found, path
    return found[1]


def test_only_tls_without_known_weakness_is_spoken():
    (versions,) = re.findall(r"ssl_protocols ([^;]+);", TEXT)
    assert versions.split() == ["TLSv1.2", "TLSv1.3"]
    (ciphers,) = re.findall(r"ssl_ciphers ([^;]+);", TEXT)
    for cipher in ciphers.split(":"):
        assert cipher.startswith("ECDHE-") and ("-GCM-" in cipher or cipher.endswith("CHACHA20-POLY1305")), cipher
    assert "ssl_session_tickets off;" in TEXT


def test_every_answer_of_the_proxys_own_insists_on_https():
    assert f'Strict-Transport-Security "{HSTS.decode()}" always;' in location("/static/")


def test_what_a_client_says_of_itself_is_not_passed_on():
    for field, value in (
        ("X-Forwarded-For", "$remote_addr"),
        ("X-Forwarded-Proto", "$scheme"),
        ("X-Request-ID", "$request_id"),
    ):
        assert f"proxy_set_header {field} {value};" in TEXT
        assert TEXT.count(f"proxy_set_header {field} ") == 1
    # a location with one of its own would lose those of the server
    assert not re.findall(r"^        proxy_set_header", TEXT, re.MULTILINE)


def test_no_key_stands_in_the_log():
    assert "access_log off;" in location("~ ^/(r|mail|t/[^/]+/me)/") and "access_log off;" in location("/live/")
