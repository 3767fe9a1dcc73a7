"""Sessions: how long one lasts, what it knows of itself, and which ones a person has; the site's address and the
language that their browser is answered with.

Two clocks end a session: after ``settings.SESSION_COOKIE_AGE`` without a page asked for (what an open page asks by
itself does not count), and after ``LONGEST`` in any case. A session knows when it began, when its person last proved
who they are, and with which browser; nobody else is told.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils import timezone, translation

from tournaments.middleware import Middleware

LONGEST = 7 * 24 * 3600
"""Seconds from the sign-in to the end of a session, however busy: an event over a long weekend, and no more."""

SELDOM = 600
"""How exactly (seconds) it is kept when a session was last used."""

FRESH = 15 * 60
"""Seconds for which a password just given is proof enough for what reaches beyond one tournament."""

FINISHING = 3600
"""Seconds for which a page that was opened with fresh proof may be sent off."""

BEGAN, SEEN, PROVED, BROWSER, PLACE = "began", "seen", "proved", "browser", "place"


class SessionStore(DatabaseStore):
    """Django's sessions in the database; one that is too old is none, and is deleted where it is met."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def load(self) -> dict[str, Any]:
        data: dict[str, Any] = super().load()
        if SESSION_KEY not in data:
            return data
        began = data.get(BEGAN)
        if type(began) is not int or time.time() - began > LONGEST:
            self.delete(self.session_key)
            self._session_key = None
            return {}
        return data


def begin(session: Any, *, browser: str, place: str) -> None:
    """Write down that somebody has signed in just now."""
    now = int(time.time())
    session.update({BEGAN: now, SEEN: now, PROVED: now, BROWSER: browser[:200], PLACE: place[:64]})


def touch(session: Any) -> None:
    """Write down that a session is used: at most once in ``SELDOM``, so that reading costs no write."""
    now = int(time.time())
    if BEGAN in session and now - session.get(SEEN, 0) >= SELDOM:
        session[SEEN] = now


def prove(session: Any) -> None:
    """Write down that the person has just given their password again; the session gets a new key."""
    session.cycle_key()
    session[PROVED] = session[SEEN] = int(time.time())


def is_fresh(session: Any, *, within: int = FRESH) -> bool:
    """Return whether the person gave their password in the last so many seconds."""
    proved = session.get(PROVED)
    return type(proved) is int and 0 <= time.time() - proved <= within


@dataclass(frozen=True, slots=True)
class Kept:
    """A session that has not ended, without its key."""

    session: Session
    began: datetime
    seen: datetime
    browser: str
    place: str
    here: bool


def of(user: Any, *, here: str | None = None) -> list[Kept]:
    """List the sessions of a user, the last used first; ``here`` is the key of the session that asks."""
    shown = []
    for session, data in _all():
        if data.get(SESSION_KEY) == str(user.pk):
            began, seen = (
                datetime.fromtimestamp(data[name] if type(data.get(name)) is int else 0, UTC) for name in (BEGAN, SEEN)
            )
            browser, place = str(data.get(BROWSER, "")), str(data.get(PLACE, ""))
            shown.append(Kept(session, began, seen, browser, place, session.session_key == here))
    return sorted(shown, key=lambda shown_session: shown_session.seen, reverse=True)


def _all() -> Iterator[tuple[Session, dict[str, Any]]]:
    """Yield all sessions that have not ended. Whose a session is stands only inside it, so all are read: there are as
    many as people who signed in today."""
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        yield session, session.get_decoded()


def host_of(request: HttpRequest) -> str:
    """Return the host's name, without its port."""
    return split_domain_port(request.get_host())[0]


def origin(request: HttpRequest) -> str:
    """Return scheme, host and port, without a slash at the end."""
    return f"{request.scheme}://{request.get_host()}"


class LanguageMiddleware(Middleware):
    """Middleware, after authentication: puts the desk into the language that its user has chosen."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(reverse("admin:index")) and settings.SESSION_COOKIE_NAME in request.COOKIES:
            language = getattr(request.user, "language", "")
            if language in dict(settings.LANGUAGES):
                translation.activate(language)
                request.LANGUAGE_CODE = language  # type: ignore[attr-defined]
        return self.get_response(request)
