"""A request's name of the site: refused cheaply where it is none, and no way round the pages in memory."""

import asyncio

import pytest

from config.http.hosts import GUESTS, UNUSED, Hosts


class Site:
    """`Hosts` before an application that writes down by which names it was asked."""

    def __init__(self, allowed=("*",), *, local_only=True):
        self.now = 0.0
        self.names = []
        self.hosts = Hosts(self._pages, list(allowed), local_only=local_only, clock=lambda: self.now)

    async def _pages(self, scope, receive, send):
        self.names += [value.decode() for name, value in scope["headers"] if name == b"host"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def ask(self, *names, path="/t/club/", language="en", server=("192.0.2.7", 8000)):
        sent = []

        async def send(message):
            sent.append(message)

        headers = [(b"host", name.encode("latin-1")) for name in names] + [(b"accept-language", language.encode())]
        scope = {"type": "http", "path": path, "method": "GET", "headers": headers, "server": server}
        asyncio.run(self.hosts(scope, None, send))
        self.body = sent[1]["body"].decode()
        return sent[0]["status"]


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8000", "", "a b", "localhost:999999", "localhost:x", "[::1", "127.1"]
)
def test_a_foreign_or_broken_name_is_refused_before_any_page_is_asked(name):
    site = Site()
    assert site.ask(name) == 400
    assert site.names == []


def test_two_names_in_one_request_are_refused():
    site = Site()
    assert site.ask("localhost", "laptop") == 400


def test_the_refusal_is_a_page_in_the_readers_language_and_a_problem_for_programs():
    site = Site()
    site.ask("evil.example")
    assert "<h1>Viertal is not known at this address</h1>" in site.body
    site.ask("evil.example", language="de")
    assert 'lang="de"' in site.body
    site.ask("evil.example", path="/api/v1/")
    assert '"code": "invalid"' in site.body


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("LOCALHOST:8000", "localhost:8000"),
        ("localhost.", "localhost"),
        ("localhost:0008000", "localhost:8000"),
        ("192.0.2.7:8000", "192.0.2.7:8000"),
        ("[::1]:8000", "[::1]:8000"),
    ],
)
def test_a_name_has_one_spelling(name, spelled):
    site = Site()
    assert site.ask(name) == 200
    assert site.names == [spelled]


@pytest.mark.parametrize("pattern", ["laptop-{}", "localhost:{}", "10.0.0.{}", "{}.local"])
def test_names_that_cost_nothing_have_few_places_and_keep_nobody_out(pattern):
    site = Site()
    used = "laptop-of-the-club:8000"
    assert site.ask(used) == 200
    answers = [site.ask(pattern.format(100 + number)) for number in range(100)]
    assert answers.count(200) == GUESTS - 1 and answers.count(400) == 101 - GUESTS
    assert "ALLOWED_HOSTS" in site.body
    for own in (used, "localhost:8000", "127.0.0.1:8000", "192.0.2.7:8000", "192.0.2.7"):
        assert site.ask(own) == 200
    site.now = UNUSED + 1
    assert site.ask("another") == 200


def test_names_that_the_settings_spell_out_are_always_free():
    site = Site([".club.example", "club.example"], local_only=False)
    answers = [site.ask(f"{number}.club.example", server=None) for number in range(50)]
    assert answers.count(200) == GUESTS
    assert site.ask("club.example", server=None) == 200
    assert site.ask("localhost", server=None) == 400
