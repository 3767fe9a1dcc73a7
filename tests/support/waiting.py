"""How a test waits: for what another process does, with patience; for a request, by holding it itself.

No test waits for time to pass. What a page does by its own clock is driven by `page.clock`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

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
    """Return what `condition` returns as soon as that is true. Fail the test after `patience` seconds, with what `of`
    says of the process that is waited for."""
    deadline = time.monotonic() + patience
    while not (answer := condition()):
        if time.monotonic() > deadline:
            pytest.fail(f"Waited {patience:g} s in vain{f': {of()}' if of else '.'}")
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


class Gate:
    """Requests of a page that the test holds: `arrived` counts them, `open()` lets them and all later ones go on."""

    def __init__(self, page: Page, pattern: Any) -> None:
        self._page = page
        self._pattern = pattern
        self._held: list[Route] = []
        self.arrived = 0
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        self.arrived += 1
        self._held.append(route)

    def next(self) -> None:
        """Let the first one go on, and hold the others."""
        self._held.pop(0).continue_()

    def open(self) -> None:
        """Let all go on."""
        self._page.unroute(self._pattern, self._hold)
        for route in self._held:
            route.continue_()
        self._held.clear()
