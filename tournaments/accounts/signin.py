"""Signing in: how often a password may be tried, from which browser, and what is written down of it.

Guessing is slowed down without locking anybody out. Every wrong password takes a try out of three buckets: of the
name, of the address, and of everybody. A browser in which somebody signed in before (it keeps a signed cookie) has a
bucket of its own for that name instead, so whoever guesses on the hall's network holds up new browsers at most, never
the arbiter at their desk. A bucket that is empty is found before the password is hashed, which is slow on purpose.

Rate limits: buckets that fill up again, kept in this process.

With n processes an asker has up to n times as much, which protects the machine as well.
"""

from __future__ import annotations

import logging
import secrets
import threading
import unicodedata
from collections import OrderedDict
from time import monotonic
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.accounts import sessions
from tournaments.middleware import Middleware

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


log = logging.getLogger("viertal.security")

TRIES = {"browser": (10, 1 / 60), "name": (10, 1 / 30), "address": (50, 1 / 2), "everybody": (60, 1)}
"""For each kind of bucket: tries at once, and how many a second come back."""

BACKEND = "django.contrib.auth.backends.ModelBackend"
KNOWN_SALT = "viertal.known-browser"
KNOWN_FOR = 365 * 24 * 3600
LONGEST_NAME = 150
_POLLS = ("/version/", "/here/")

buckets = Buckets()


def known_browser(request: HttpRequest, name: str) -> str:
    """Return the mark of a browser in which that name signed in before; empty for any other."""
    try:
        cookie = request.get_signed_cookie(settings.KNOWN_COOKIE_NAME, salt=KNOWN_SALT, max_age=KNOWN_FOR)
    except (KeyError, BadSignature):
        return ""
    mark, _dot, whose = cookie.partition(".")
    return mark if constant_time_compare(whose, _token_of(name)) else ""


def take(request: HttpRequest, name: str) -> float:
    """Take a try at a password for ``name``; return the seconds to wait where there is none left, else 0."""
    now = monotonic()
    for key, (size, rate) in _keys(request, name):
        if wait := buckets.take(key, size, rate, now):
            log.warning("sign-in held back: %s from %s, %s", _shown(name), address(request), key.split()[0])
            return wait
    return 0


def give_back(request: HttpRequest, name: str) -> None:
    """Give a spent try back: the password was right."""
    for key, (size, _rate) in _keys(request, name):
        buckets.give_back(key, size)


def _keys(request: HttpRequest, name: str) -> list[tuple[str, tuple[float, float]]]:
    if mark := known_browser(request, name):
        return [(f"browser {mark}", TRIES["browser"])]
    return [
        (f"name {_plain(name)}", TRIES["name"]),
        (f"address {address(request)}", TRIES["address"]),
        ("everybody", TRIES["everybody"]),
    ]


def _token_of(name: str) -> str:
    """Return the cookie's sign for a name: letters and figures that do not reveal it."""
    return salted_hmac(KNOWN_SALT, _plain(name), algorithm="sha256").hexdigest()[:32]


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name[:LONGEST_NAME]).casefold()


def _shown(name: str) -> str:
    """Return a name as the log may show it: only a user's, because people type passwords there."""
    user = get_user_model().objects.filter(username=name[:LONGEST_NAME]).first()
    return repr(user.get_username()) if user else "an unknown name"


class SignInMiddleware(Middleware):
    """Middleware, after authentication: keeps a session alive that is used, marks a browser that signed in, and
    writes down who was refused what."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        session = request.session
        if session.accessed and not session.is_empty() and not request.path_info.endswith(_POLLS):
            sessions.touch(session)
        if name := getattr(request, "signed_in_as", ""):
            self._remember(request, response, name)
        if response.status_code in (401, 403):
            log.warning("refused: %s %s to %s from %s", request.method, request.path, _who(request), address(request))
        return response

    @staticmethod
    def _remember(request: HttpRequest, response: Any, name: str) -> None:
        mark = known_browser(request, name) or secrets.token_urlsafe(16)
        response.set_signed_cookie(
            settings.KNOWN_COOKIE_NAME,
            f"{mark}.{_token_of(name)}",
            salt=KNOWN_SALT,
            max_age=KNOWN_FOR,
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )


def _who(request: HttpRequest) -> str:
    """Name the user of a request, and the token (as it is called, not its secret)."""
    user: Any = request.user
    if not user.is_authenticated:
        return "nobody"
    token = getattr(request, "auth", None)
    return f"{user.get_username()!r}" + (f" with token {token}" if token is not None else "")


def enter(request: HttpRequest, user: Any, how: str, *, remember: bool = True) -> None:
    """Sign somebody in who gave no password: by a code or an invitation, or because a provider vouches for them.
    ``how`` is written down; ``remember``: the browser counts as known to them."""
    request.signed_in_with = how  # type: ignore[attr-defined]
    login(request, user, backend=BACKEND)
    if not remember:
        request.signed_in_as = ""  # type: ignore[attr-defined]


def connect() -> None:
    """Connect Django's signals of signing in and out. Called once, when Django is ready."""
    user_logged_in.connect(_signed_in, dispatch_uid="viertal_signin")
    user_logged_out.connect(_signed_out, dispatch_uid="viertal_signin")
    user_login_failed.connect(_failed, dispatch_uid="viertal_signin")


def _signed_in(request: HttpRequest, user: Any, **_: Any) -> None:
    sessions.begin(request.session, browser=request.META.get("HTTP_USER_AGENT", ""), place=address(request))
    request.signed_in_as = user.get_username()  # type: ignore[attr-defined]
    how = getattr(request, "signed_in_with", "password")
    log.info("signed in: %r by %s from %s", user.get_username(), how, address(request))


def _signed_out(request: HttpRequest, user: Any, **_: Any) -> None:
    if user is not None:
        log.info("signed out: %r from %s", user.get_username(), address(request))


def _failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    place = address(request) if request is not None else "the command line"
    log.warning("sign-in failed: %s from %s", _shown(str(credentials.get("username", ""))), place)
