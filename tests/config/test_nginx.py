"""The proxy's file as it is shipped: what it must say, read as text, since not every machine has nginx."""

from __future__ import annotations

import re

from django.urls import URLResolver, get_resolver, reverse

from config.http.headers import HSTS
from config.loglines import masked
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


KEYED = re.search(r"location ~ (\S+) \{", TEXT)[1]
KEY = "AbCdEfGhIjKlMnOpQrStUv"


def addresses_with_keys(patterns=None, before=""):
    """Return an example of each address of the site whose last words are a key."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        whole = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses_with_keys(pattern.url_patterns, whole)
        elif "token>" in whole:
            example = re.sub(r"<\w+:token>", KEY, whole)
            yield "/" + re.sub(r"<\w+:\w+>", "7", example)


def test_no_key_stands_in_the_log():
    quiet = location(f"~ {KEYED}")
    assert "access_log off;" in quiet and "error_log /dev/null;" in quiet
    assert "access_log off;" in location("/live/")


def test_the_proxy_and_the_programs_own_log_agree_on_what_holds_a_key():
    addresses = list(addresses_with_keys())
    assert len(addresses) > 15
    for address in addresses:
        assert re.search(KEYED, address), f"{address} would stand in nginx's log"
        assert KEY not in masked(address), f"{address} would stand in the log"
    # the answer of another sign-in comes in the address's query
    assert re.search(KEYED, reverse("oidc_done")) and KEY not in masked(f"{reverse('oidc_done')}?code={KEY}&state=x")
    for address in ("/", "/t/club/", "/t/club/me", "/t/club/mine/7/", "/admin/login/", "/events.atom"):
        assert not re.search(KEYED, address), f"{address} belongs in nginx's log"


def test_only_the_group_of_nginx_reaches_the_processes():
    unit = (CHECKOUT / "deploy" / "viertal-web@.service").read_text(encoding="utf-8").splitlines()
    assert {"Group=www-data", "RuntimeDirectory=viertal", "RuntimeDirectoryMode=0750"} <= set(unit)


def test_caddy_writes_no_addresses():
    lines = (CHECKOUT / "deploy" / "container" / "Caddyfile").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    # no `log` for the site: it alone would write each request. What is written of errors names the address, too
    assert [line for line in words if line[0].startswith("log")] == [["log", "{"]]
    assert ["exclude", "http.log.error", "http.handlers.reverse_proxy"] in words


def test_figures_are_not_led_out():
    words = location("= /metrics").split(";")
    assert [" ".join(word.split()) for word in words][:3] == ["allow 127.0.0.1", "allow ::1", "deny all"]
    assert "respond /metrics 404" in (CHECKOUT / "deploy" / "container" / "Caddyfile").read_text(encoding="utf-8")
