"""The limits of one asker: buckets that fill up again, one a token or person, one an address for everybody else.

Public reading is cheap and a whole hall may stand behind one address, so an address has a large bucket.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from tournaments.accounts.signin import Buckets, address
from tournaments.services.results.report_links import Sitting

buckets = Buckets()


@dataclass(frozen=True, slots=True)
class RateLimit:
    """An asker's bucket: ``size`` requests, ``rate`` more a second, ``left`` now."""

    kind: str
    size: float
    rate: float
    left: float

    def headers(self) -> dict[str, str]:
        """Return the two fields of the IETF's draft on rate limits (draft-ietf-httpapi-ratelimit-headers-10).

        ``q`` requests in ``w`` seconds; ``r`` are left, and all of them again in ``t`` seconds.
        """
        window = ceil(self.size / self.rate)
        until_full = ceil((self.size - self.left) / self.rate)
        return {
            "RateLimit-Policy": f'"{self.kind}";q={int(self.size)};w={window}',
            "RateLimit": f'"{self.kind}";r={int(self.left)};t={until_full}',
        }


def with_limits(request: Any, response: Response) -> Response:
    """Add to an answer what is left of its asker's bucket, where one was asked."""
    limit = getattr(getattr(request, "_request", request), "rate_limit", None)
    if limit is not None:
        for name, value in limit.headers().items():
            response[name] = value
    return response


class Rates(BaseThrottle):
    """One bucket a token, person or address: ``settings.API_RATES`` has (size, a second) for each kind."""

    def allow_request(self, request: Request, view: Any) -> bool:
        kind, who = asker(request, view)
        size, rate = settings.API_RATES[kind]
        name, now = f"{kind} {who}", time.monotonic()
        self._wait = buckets.take(name, size, rate, now)
        plain: Any = request._request
        plain.rate_limit = RateLimit(kind, size, rate, buckets.left(name))
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
