"""Rate limits: buckets that fill up again, kept in this process.

With n processes an asker has up to n times as much, which protects the machine as well.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from django.conf import settings

MOST_ASKERS = 20_000


class Buckets:
    """Buckets of ``size`` requests that gain ``rate`` a second. The askers seen longest ago are forgotten."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, asker: str, size: float, rate: float, now: float) -> float:
        """Take one try; return the seconds to wait where the bucket is empty, else 0."""
        with self._lock:
            left, at = self._left.pop(asker, (size, now))
            left = min(size, left + (now - at) * rate)
            wait = 0.0 if left >= 1 else (1 - left) / rate
            self._left[asker] = (left if wait else left - 1, now)
            while len(self._left) > MOST_ASKERS:
                self._left.popitem(last=False)
            return wait

    def left(self, asker: str) -> float:
        """Return what was left in a bucket when it was last asked for; 0 where it has been forgotten."""
        with self._lock:
            return self._left.get(asker, (0.0, 0.0))[0]

    def give_back(self, asker: str, size: float) -> None:
        """Put a try back that was taken for nothing."""
        with self._lock:
            if asker in self._left:
                left, at = self._left[asker]
                self._left[asker] = (min(size, left + 1), at)

    def clear(self) -> None:
        with self._lock:
            self._left.clear()


def address(request: Any) -> str:
    """Return the address of a request's sender; behind a trusted proxy, the one that the proxy names."""
    if settings.PROXY:
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if forwarded:
            return str(forwarded)[:64]
    return str(request.META.get("REMOTE_ADDR", ""))
