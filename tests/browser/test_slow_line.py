"""A page that comes in pieces, as over a slow line: what is tapped stays where it is."""

from __future__ import annotations

import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.test_layout import LATE, PAINTED
from tests.support.browser import Open, Watch
from tests.support.stack import Stack


class SlowLine(ThreadingHTTPServer):
    """Pass on pages of the application, each but for its second half, which comes when `rest` is set."""

    daemon_threads = True

    def __init__(self, behind: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behind = behind.rstrip("/")
        self.rest = threading.Event()


class Handler(BaseHTTPRequestHandler):
    server: SlowLine

    def do_GET(self) -> None:
        if not self.path.startswith(("/t/", "/static/")):
            self.send_error(404)
            return
        with urllib.request.urlopen(self.server.behind + self.path) as answer:
            body, kind = answer.read(), answer.headers["Content-Type"]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.path.startswith("/t/"):
            steps, end = body.index(b'class="steps"'), body.index(b"<footer")
            half = body.rindex(b"<tr", 0, (steps + end) // 2) if b"<tr" in body else (steps + end) // 2
            self.wfile.write(body[:half])
            self.wfile.flush()
            self.server.rest.wait()
            body = body[half:]
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        """Say nothing: what is asked for here is no result of the test."""


@pytest.fixture
def slow_line(stack: Stack, watch: Watch) -> Iterator[SlowLine]:
    with SlowLine(stack.url) as line:
        watch.allow(f":{line.server_port}/")  # another host, and nothing live
        threading.Thread(target=line.serve_forever, daemon=True).start()
        yield line
        line.rest.set()
        line.shutdown()


@pytest.mark.parametrize("where", ["crosstable/", "rounds/2/", "standings/after/2/"])
def test_on_a_phone_the_choice_below_does_not_move_while_a_page_comes(
    open_page: Open, stack: Stack, slow_line: SlowLine, where: str
) -> None:
    stack.python("""
        from tests.tournaments.public.full import full
        from tournaments.models import Tournament
        if not Tournament.objects.filter(slug="full").exists():
            full("full")
    """)
    page = open_page(viewport={"width": 375, "height": 760})
    page.add_init_script(LATE)
    page.goto(f"http://127.0.0.1:{slow_line.server_port}/t/full/{where}", wait_until="commit")
    page.evaluate(PAINTED)
    assert page.locator("footer").count() == 0 and page.locator("main h2").first.is_visible(), "half of it is here"
    slow_line.rest.set()
    expect(page.locator("footer")).to_be_attached()
    expect(page.locator("main .steps").first).to_be_visible()
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts = page.evaluate("window.shifts")
    # a table's columns may widen with a longer name that comes; what is to be tapped does not move
    assert not [value for value, sources in shifts if "steps" in sources], shifts
