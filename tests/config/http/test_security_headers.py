"""Headers of what Django did not make."""

import asyncio

import pytest

from config import settings
from config.http.headers import HSTS, NOTHING, SecurityHeaders


def headers(status=200, given=(), https=False):
    sent = []

    async def made(scope, receive, send):
        await send({"type": "http.response.start", "status": status, "headers": list(given)})
        await send({"type": "http.response.body", "body": b""})

    async def send(message):
        sent.append(message)

    asyncio.run(SecurityHeaders(made, https=https)({"type": "http", "path": "/live/x"}, None, send))
    return dict(sent[0]["headers"])


def test_an_answer_that_says_nothing_is_shown_as_nothing_else():
    assert headers() == {
        b"content-security-policy": NOTHING,
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"no-referrer",
    }


def test_what_a_page_says_of_itself_stays():
    own = [(b"Content-Security-Policy", b"default-src 'self'"), (b"X-Content-Type-Options", b"nosniff")]
    assert headers(given=own) == dict(own)


def test_what_a_browser_keeps_is_not_changed_by_a_304():
    assert headers(304, [(b"etag", b'"1"')]) == {b"etag": b'"1"'}


@pytest.mark.parametrize("status", [200, 304, 404, 413])
def test_with_a_certificate_all_insist_on_it(status):
    assert headers(status, https=True)[b"strict-transport-security"] == HSTS


def test_it_is_what_django_says():
    assert HSTS.startswith(b"max-age=%d" % (365 * 24 * 3600))
    assert (settings.SECURE_HSTS_INCLUDE_SUBDOMAINS, settings.SECURE_HSTS_PRELOAD) == (settings.HTTPS, settings.HTTPS)


@pytest.mark.stack
def test_the_running_server_says_it_everywhere(stack):
    import urllib.error
    import urllib.request

    for path in ("live/nothing", "time/", "healthz", "", "nothing"):
        try:
            answer = urllib.request.urlopen(f"{stack.url}{path}", timeout=10)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
            assert answer.headers["X-Content-Type-Options"] == "nosniff", path
