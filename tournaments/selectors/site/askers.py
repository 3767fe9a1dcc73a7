"""The requests of people and programs that are signed in, told from others without making a page.

A web process that has too much to do serves them first (``config.http.work_limits``). It is a question of order, not of
rights: each view still looks for itself who asks.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import Error, connections
from django.http.cookie import parse_cookie
from psycopg_pool import PoolTimeout

from tournaments.accounts.sessions import SessionStore
from tournaments.models import ApiToken
from tournaments.models.user import digest_of

log = logging.getLogger(__name__)

KNOWN_FOR = 600.0
"""Seconds for which an answer is kept, one of the database's."""
UNKNOWN_FOR = 30.0
MOST = 8192
AT_ONCE = 4
"""Questions to the database at the same time."""

Headers = Iterable[tuple[bytes, bytes]]


class Askers:
    """Remembers whose session or token was good. Belongs to one event loop."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[float, bool]] = OrderedDict()
        self._asking = asyncio.Semaphore(AT_ONCE)

    async def is_signed_in(self, headers: Headers) -> bool:
        """Return whether a request with these headers comes from a signed-in person, or with a program's token."""
        credential = _credential(headers)
        if credential is None:
            return False
        mark = hashlib.blake2b("\0".join(credential).encode("utf-8", "surrogateescape"), digest_size=16).digest()
        known = self._known.get(mark)
        if known is not None and known[0] > time.monotonic():
            self._known.move_to_end(mark)
            return known[1]
        async with self._asking:
            try:
                good = await asyncio.to_thread(_is_good, *credential)
            except (Error, PoolTimeout):
                log.warning("Who is signed in cannot be looked up now.", exc_info=True)
                return False
        self._known[mark] = time.monotonic() + (KNOWN_FOR if good else UNKNOWN_FOR), good
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return good


def _credential(headers: Headers) -> tuple[str, str] | None:
    """Return the session's key or the token that a request bears; None where it bears neither."""
    for name, value in headers:
        text = value.decode("latin-1")
        if name == b"authorization" and text[:7].lower() == "bearer ":
            return "token", text[7:].strip()[:200]
        if name == b"cookie" and settings.SESSION_COOKIE_NAME in text:
            key = parse_cookie(text).get(settings.SESSION_COOKIE_NAME, "")
            if key.isascii() and key.isalnum():
                return "session", key[:200]
    return None


def _is_good(kind: str, secret: str) -> bool:
    """Ask the database, in a thread of its own."""
    try:
        if kind == "token":
            token = ApiToken.objects.select_related("user").filter(digest=digest_of(secret)).first()
            return token is not None and token.works and token.user.is_active
        return bool(SessionStore(secret).load().get(SESSION_KEY))
    finally:
        connections.close_all()
