"""Waiting: for what another process does, with patience; for a request, by holding it itself.

No test waits for time to pass. What a page does by its own clock is driven by `page.clock`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

Answer = TypeVar("Answer")

PATIENCE = 60.0
"""Seconds that another process has at most; a machine may be busy with other things."""


def until(
    condition: Callable[[], Answer],
    patience: float = PATIENCE,
    *,
    pause: float = 0.02,
    of: Callable[[], object] | None = None,
) -> Answer:
    """Return what `condition` returns as soon as that is true. Raises AssertionError after `patience` seconds, with
    what `of` says of the process that is waited for."""
    deadline = time.monotonic() + patience
    while not (answer := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"Waited {patience:g} s in vain{f': {of()}' if of else '.'}")
        time.sleep(pause)
    return answer


@contextmanager
def cut(context: BrowserContext) -> Iterator[None]:
    """Let no request of a browser's windows and of their workers arrive, as where there is no connection. The browser
    itself does not know of it: what a page notices, it notices by its requests."""

    def broken(route: Route) -> None:
        route.abort("internetdisconnected")

    context.route("**/*", broken)
    try:
        yield
    finally:
        context.unroute("**/*", broken)


def hold(page: Page) -> Callable[[], None]:
    """Let all that a page fetches from now on wait within the page; return what lets it go on. Unlike a gate, it holds
    what is sent to outlive its page, too: when that is held outside, no answer comes back."""
    page.evaluate("""() => {
        const ask = window.fetch, held = new Promise(go => { window.letGo = go; });
        window.fetch = (...what) => held.then(() => ask(...what));
    }""")
    return lambda: page.evaluate("window.letGo()")


def stop_clock(page: Page) -> None:
    """Hold the time of day of a page still. Its timers go on."""
    page.evaluate("() => { const stood = Date.now(); Date.now = () => stood; }")


def later(page: Page, milliseconds: int) -> None:
    """Set the time of day of a page forward, as if so much had passed. Its timers do not notice."""
    page.evaluate("ms => { const now = Date.now; Date.now = () => now() + ms; }", milliseconds)
