"""How much one asker may ask: buckets that fill up again, one a token or person, one an address for everybody else.

Public reading is cheap and a whole hall may stand behind one address, so an address has a large bucket. The buckets
are this web process's own: with n processes an asker has up to n times as much, which protects the machine as well.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.services.report_links import Sitting

MOST_ASKERS = 20_000


class Buckets:
    """Buckets of ``size`` requests that gain ``rate`` a second. The askers seen longest ago are forgotten."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, asker: str, size: float, rate: float, now: float) -> float:
        """Take one; the seconds to wait where the bucket is empty, else 0."""
        with self._lock:
            left, at = self._left.pop(asker, (size, now))
            left = min(size, left + (now - at) * rate)
            wait = 0.0 if left >= 1 else (1 - left) / rate
            self._left[asker] = (left if wait else left - 1, now)
            while len(self._left) > MOST_ASKERS:
                self._left.popitem(last=False)
            return wait

    def clear(self) -> None:
        with self._lock:
            self._left.clear()


buckets = Buckets()


class Rates(BaseThrottle):
    """One bucket a token, person or address: ``settings.API_RATES`` has (size, a second) for each kind."""

    def allow_request(self, request: Request, view: Any) -> bool:
        kind, who = asker(request, view)
        size, rate = settings.API_RATES[kind]
        self._wait = buckets.take(f"{kind} {who}", size, rate, time.monotonic())
        return not self._wait

    def wait(self) -> float:
        return self._wait


def asker(request: Request, view: Any) -> tuple[str, str]:
    """The kind of an asker, and which one it is."""
    token = getattr(request, "auth", None) or getattr(view, "token", None)
    if isinstance(token, Sitting):
        return "person", f"link {token.link}"
    if token is not None:
        return "token", str(token.pk)
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return "person", str(user.pk)
    return "address", address(request)


def address(request: Request) -> str:
    """Where a request comes from; behind a proxy that is believed, what the proxy says."""
    if settings.PROXY:
        said = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if said:
            return str(said)[:64]
    return str(request.META.get("REMOTE_ADDR", ""))
