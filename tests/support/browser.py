"""A real Chromium. A test fails with every error that the browser's console would show a person."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.support import clock
from tests.support.stack import Stack

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request

Open = Callable[..., "Page"]
"""What `open_page` gives a test."""

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    # the engine without windows would round the width of every letter; a person's Chromium does not
    "--font-render-hinting=none",
]

PATIENCE = 20_000  # ms that a page has to show what is expected; a machine may be busy with other things


class Watch:
    """The errors in the pages of one test."""

    def __init__(self, home: str) -> None:
        self._host = urlsplit(home).netloc
        self._allowed: list[re.Pattern[str]] = []
        self.troubles: list[str] = []

    def allow(self, pattern: str) -> None:
        """An error that this test is about, as a regular expression that finds it."""
        self._allowed.append(re.compile(pattern))

    def follow(self, context: BrowserContext) -> None:
        """Listen to a context's pages."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.troubles.append(f"script error: {error.error}"))
        context.on("request", self._request)
        context.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self._host:
            self.troubles.append(f"request to another host: {request.url}")

    def _failed(self, request: Request) -> None:
        # A page that is left drops what it was loading; that is no failure.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"request failed: {request.url}: {request.failure}")

    def verdict(self) -> list[str]:
        """The troubles that were not allowed."""
        return [line for line in self.troubles if not any(pattern.search(line) for pattern in self._allowed)]


def drive_clock(page: Page) -> None:
    """Hold the page's clock at what it shows; `page.clock` sets it on. Playwright's own start is the machine's time."""
    page.clock.install(time=page.evaluate("Date.now() / 1000"))


def sign_in(page: Page, username: str) -> None:
    """Let a browser in as somebody who logged in before: with the cookie of a session, and without a page.

    To log in by the form costs a browser and the application two seconds; `log_in` (`tests/browser/test_evening.py`)
    does so where that is the subject.
    """
    assert Stack.shared is not None
    page.context.add_cookies(
        [{"name": "sessionid", "value": Stack.shared.session(username), "url": Stack.shared.url, "httpOnly": True}]
    )


BY_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that another colour scheme of the same page can break."""


def faults(page: Page, *rules: str) -> list[dict[str, Any]]:
    """Return what axe finds wrong in a page as it is, by all rules or by those that are named. Its script, which is
    large, is read once a page."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    options: dict[str, Any] = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found: list[dict[str, Any]] = page.evaluate("async options => (await axe.run(options)).violations", options)
    return found


def _say_running(loop: Any) -> None:
    """Playwright's loop counts as running from its start to its stop, and Django refuses its database beside
    a running loop. So it is said to run only while a test has pages."""
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Playwright, which drives the browsers."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    running = sync_playwright().start()
    loop = asyncio.get_running_loop()
    _say_running(None)
    yield running
    _say_running(loop)
    running.stop()


def _launched(playwright: Playwright, *names: str) -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail("There is no Chromium. `make test` installs it; or set CHROMIUM to its path.", pytrace=False)
    loop = playwright._loop
    before = asyncio._get_running_loop()
    _say_running(loop)
    chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    _say_running(before)
    try:
        yield chromium
    finally:
        _say_running(loop)
        chromium.close()
        _say_running(None)


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium without windows, where it is installed: the same engine for half the processor time. Otherwise the
    whole of it, or the one that CHROMIUM names."""
    yield from _launched(playwright, "chromium-headless-shell", "chromium")


@pytest.fixture(scope="session")
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """The whole Chromium, with what an engine alone has not: messages of the desktop."""
    yield from _launched(playwright, "chromium")


@pytest.fixture
def watch(stack: Stack) -> Watch:
    """Watch what goes wrong in this test's pages; `watch.allow(pattern)` expects an error."""
    return Watch(stack.url)


@pytest.fixture
def open_page(
    browser: Browser, stack: Stack, watch: Watch, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page in a window of its own (own cookies): `open_page("t/club/", viewport={…},
    locale="nl")`, or an empty one without an address; `by=` somebody who is signed in, `whole=True` in the whole
    Chromium. Nothing moves in it without need, as for somebody who wants no motion; `reduced_motion="no-preference"`
    where motion is the subject."""
    _say_running(browser._loop)
    contexts: list[BrowserContext] = []

    def opener(address: str | None = None, *, by: str = "", whole: bool = False, **options: Any) -> Page:
        program: Browser = request.getfixturevalue("whole_browser") if whole else browser
        # the sign of a page that is live breathes, and without a graphics card each of its frames costs a processor
        options = {"reduced_motion": "reduce", **options}
        context = program.new_context(base_url=stack.url, **options)
        context.set_default_timeout(PATIENCE)
        if stack.shift is not None:
            context.add_init_script(clock.of_page(stack.shift))
        contexts.append(context)
        watch.follow(context)
        page = context.new_page()
        if by:
            sign_in(page, by)
        if address is not None:
            page.goto(address)
        return page

    try:
        yield opener
        for context in contexts:
            context.close()
    finally:
        _say_running(None)
    troubles = watch.verdict()
    assert not troubles, "The browser complained:\n" + "\n".join(troubles)


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """One page of a fresh window."""
    return open_page()
