"""The second factor: a code of an app, a passkey or a recovery code, after the password was right.

Nobody is signed in by the password alone who has set one up: the session only remembers, for five minutes, whose
password was given. With ``settings.SECOND_FACTOR_REQUIRED`` a session that began without one is nobody's, except at
the pages where one is set up.
"""

from __future__ import annotations

import hashlib
import re
import time
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, get_random_string
from django.utils.functional import SimpleLazyObject
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.middleware import Middleware
from tournaments.models import Passkey, RecoveryCode, User

PENDING, PASSED = "second_factor_due", "second_factor"
PATIENCE = 300
"""Seconds from the password to the second factor."""

CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LENGTH = 16


class SecondFactorDue(Exception):
    """The password was right, and a second factor is set up."""

    def __init__(self, user: Any) -> None:
        super().__init__()
        self.user = user


def app_of(user: Any) -> TOTPDevice | None:
    """Return the app whose codes a user signs in with."""
    device: TOTPDevice | None = TOTPDevice.objects.filter(user=user, confirmed=True).first()
    return device


def begun_app_of(user: Any) -> TOTPDevice | None:
    """Return a user's app that still waits for its first code."""
    device: TOTPDevice | None = TOTPDevice.objects.filter(user=user, confirmed=False).first()
    return device


def has_one(user: Any) -> bool:
    """Return whether a user has set a second factor up."""
    return app_of(user) is not None or Passkey.objects.filter(user=user).exists()


def expect(session: Any, user: Any) -> None:
    """Write down that the password of a user was right just now."""
    session.cycle_key()
    session[PENDING] = {"user": user.pk, "hash": user.get_session_auth_hash(), "at": int(time.time())}


def expected(session: Any) -> User | None:
    """Return the user whose password was given in this browser lately and is still the same."""
    pending = session.get(PENDING)
    if not isinstance(pending, dict) or not 0 <= time.time() - pending["at"] <= PATIENCE:
        return None
    user = User.objects.filter(pk=pending["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), pending["hash"]):
        return None
    return user


def passed(session: Any) -> None:
    """Write down that a second factor was given in this session."""
    session.pop(PENDING, None)
    session[PASSED] = True


def seconds_to_wait(user: Any) -> int:
    """Return the seconds for which no code of the app is looked at, after wrong ones."""
    device = app_of(user)
    allowed, why = device.verify_is_allowed() if device is not None else (True, None)
    return 0 if allowed else max(1, ceil((why["locked_until"] - timezone.now()).total_seconds()))


def use(user: Any, text: str) -> str:
    """Use a code up: ``app`` or ``recovery`` for what it was, empty where it is neither. Each works once."""
    bare = re.sub(r"[\s-]", "", text).lower()
    with transaction.atomic():
        if len(bare) == _CODE_LENGTH:
            codes = RecoveryCode.objects.filter(user=user, digest=digest_of(bare), used_at=None)
            return "recovery" if codes.update(used_at=timezone.now()) else ""
        # locked, so that of two who type the same code at once only one gets in
        device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=True).first()
        # digits only, as Python reads many signs as a number
        right = device is not None and re.fullmatch("[0-9]{6}", bare) and device.verify_token(bare)
        if device is not None and not right and not re.fullmatch("[0-9]{6}", bare):
            device.throttle_increment(commit=True)
        return "app" if right else ""


def new_code() -> str:
    """Make a recovery code, in four groups."""
    code = get_random_string(_CODE_LENGTH, _LETTERS)
    return "-".join(code[at : at + 4] for at in range(0, _CODE_LENGTH, 4))


def digest_of(code: str) -> str:
    return hashlib.sha256(code.replace("-", "").encode()).hexdigest()


class SecondFactorMiddleware(Middleware):
    """Middleware, after authentication: where a second factor is required, a session without one opens the pages that
    set it up, and nothing else. Programs with a token are not asked."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.SECOND_FACTOR_REQUIRED or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        user: Any = request.user
        if not request.path_info.startswith("/admin/"):
            # looked at when the page asks who is there, and not before: most pages do not
            request.user = SimpleLazyObject(lambda: user if _proved(request, user) else AnonymousUser())  # type: ignore[assignment]
        elif not _proved(request, user) and request.path_info not in _ways_in():
            return redirect(reverse("admin:tournaments_second_factor"))
        return self.get_response(request)


def _proved(request: HttpRequest, user: Any) -> bool:
    return not user.is_authenticated or bool(request.session.get(PASSED))


def _ways_in() -> set[str]:
    names = ("login", "logout", "jsi18n", "tournaments_again", "tournaments_second_factor", "tournaments_new_passkey")
    ways = {reverse(f"admin:{name}") for name in names}
    return ways | {reverse("second_factor"), reverse("second_factor_passkey")}
