"""Phones of a rehearsal: each opens its player's page, follows the event live, reports or confirms its table's result.

Plain HTTP as a browser speaks it, a thread a phone. Times are seconds, from the question to the answer's last byte.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 30.0
FILES = re.compile(r'(?:href|src)="(/static/[^"]+)"')


@dataclass(slots=True)
class Times:
    """The times of all phones, and their troubles. ``told``: moments at which one heard of a version."""

    first: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    reports: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str, value: Any) -> None:
        with self.lock:
            getattr(self, name).append(value)


class Phone(threading.Thread):
    """A player's phone. ``token`` is the last part of their personal link."""

    def __init__(self, address: str, slug: str, token: str, times: Times, spread: float) -> None:
        super().__init__(daemon=True, name=f"phone {token[:4]}")
        self.host = urllib.parse.urlsplit(address).netloc
        self.slug, self.token, self.times, self.spread = slug, token, times, spread
        self.page = f"/t/{slug}/me/{token}/"
        self.leaving = threading.Event()
        self.there = threading.Event()
        self._stream: http.client.HTTPConnection | None = None
        self._dice = random.Random(token)

    def run(self) -> None:
        """Open the page with all its files, then follow the event until the phone is put away."""
        time.sleep(self._dice.uniform(0, self.spread))
        begun = time.perf_counter()
        try:
            page = self._get(self.page).decode()
            for path in sorted(set(FILES.findall(page))):
                self._get(path)
            self.times.add("first", time.perf_counter() - begun)
            self._follow()
        except (OSError, http.client.HTTPException, ValueError) as error:
            if not self.leaving.is_set():
                self.times.add("troubles", f"{type(error).__name__}: {error}")
        finally:
            self.there.set()

    def put_away(self) -> None:
        """End the phone: its open stream is closed."""
        self.leaving.set()
        if self._stream is not None and self._stream.sock is not None:
            with contextlib.suppress(OSError):
                self._stream.sock.shutdown(2)

    def report(self, points: list[str]) -> None:
        """Report the table's result."""
        self._timed("report", {"points": points})

    def confirm(self) -> None:
        """Confirm what another player of the table reported."""
        number = self.table()["report"]["number"]
        self._timed("confirm", {"number": number})

    def table(self) -> dict[str, Any]:
        """Return the player's table and its report, as the API tells it."""
        state: dict[str, Any] = json.loads(self._ask("GET", "/api/v1/link/"))
        return state

    def _timed(self, act: str, body: dict[str, Any]) -> None:
        begun = time.perf_counter()
        try:
            self._ask("POST", f"/api/v1/link/{act}/", json.dumps(body))
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.times.add("troubles", f"{act}: {error}")
        else:
            self.times.add("reports", time.perf_counter() - begun)

    def _follow(self) -> None:
        self._stream = http.client.HTTPConnection(self.host, timeout=PATIENCE * 10)
        self._stream.request("GET", f"/live/{self.slug}", headers={"Accept": "text/event-stream"})
        answer = self._stream.getresponse()
        if answer.status != 200:
            raise ValueError(f"the live stream answered {answer.status}")
        while not self.leaving.is_set() and (line := answer.fp.readline()):
            if not line.startswith(b"data:"):
                continue
            if not self.there.is_set():  # the version of the moment, which nobody waited for
                self.there.set()
                continue
            self.times.add("told", time.perf_counter())
            begun = time.perf_counter()
            self._get(self.page)
            self.times.add("pages", time.perf_counter() - begun)

    def _get(self, path: str) -> bytes:
        return self._ask("GET", path)

    def _ask(self, method: str, path: str, body: str | None = None) -> bytes:
        """Return the answer's body. Raises ValueError for one that is not well."""
        headers = {"Authorization": f"Link {self.token}"} if path.startswith("/api/") else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        if answer.status >= 400:
            raise ValueError(f"{urllib.parse.urlsplit(path).path.replace(self.token, '…')} answered {answer.status}")
        return content
