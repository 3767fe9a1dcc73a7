"""The limits of one asker: buckets that fill up again, one a token or person, one an address for everybody else.

Public reading is cheap and a whole hall may stand behind one address, so an address has a large bucket.
"""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.accounts.rate_limits import Buckets, address
from tournaments.services.report_links import Sitting

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
    """Return the kind of an asker, and which one it is."""
    token = getattr(request, "auth", None) or getattr(view, "token", None)
    if isinstance(token, Sitting):
        return "person", f"link {token.link}"
    if token is not None:
        return "token", str(token.pk)
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return "person", str(user.pk)
    return "address", address(request)
