"""The sessions of people who came in by a staff code: one event, one phone, until the code ends."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from tournaments.middleware import Middleware
from tournaments.models import StaffCode

CODE = "staff_code"
"""What a session remembers: the code's number, and which scan of it began the session."""


ENDED = "ended"
"""What stands for a code in the address of the page that says that it no longer works."""


def begin(session: Any, code: StaffCode) -> None:
    """Write down by which scan a session began, and end it with the code."""
    session[CODE] = [code.pk, code.scans]
    session.set_expiry(code.until)


def of(session: Any, user: Any) -> StaffCode | None:
    """Return the code by which a user's session came in, if it still counts there; None where it does not."""
    kept = session.get(CODE)
    if not isinstance(kept, list) or len(kept) != 2:
        return None
    code = StaffCode.objects.filter(pk=kept[0], scans=kept[1], user=user.pk).first()
    return code if code is not None and code.works else None


class StaffCodeMiddleware(Middleware):
    """Middleware, after authentication: whoever came in by a code is at the desk of that event and nowhere else.

    Other pages behind the door are closed to them; the API takes them for nobody; public pages show them what their
    event shows its staff. Once the code has ended, they are nobody everywhere.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        user: Any = request.user
        path = request.path_info
        if not path.startswith("/admin/"):
            nobody_there = path.startswith("/api/")
            # looked at when the page asks who is there, and not before: most pages do not
            request.user = SimpleLazyObject(lambda: _let_in(request, user, nobody_there))  # type: ignore[assignment]
            return self.get_response(request)
        # whoever's code was ended is nobody any more, with a session that remembers it
        came_by_code = getattr(user, "is_temporary", False) or (CODE in request.session and user.is_anonymous)
        if not came_by_code:
            return self.get_response(request)
        code = of(request.session, user)
        if code is None:
            # The session stays, and with it that it came by a code, until somebody signs in, another code is scanned,
            # or its time has come. An open page asks by itself: where such a request ended the session, the person who
            # opens the desk next would meet the login, for which they have no password.
            request.user = AnonymousUser()
            # a person is told; what a script sends is answered as to anybody who is signed out
            opened = request.method == "GET" and request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
            if opened and not path.startswith(reverse("admin:login")):
                return redirect(reverse("staff_code", args=[ENDED]))
            return self.get_response(request)
        request.staff_code = code  # type: ignore[attr-defined]
        own = reverse("admin:tournaments_desk", args=[code.tournament_id])
        if path == reverse("admin:index"):
            return redirect(own)
        document = reverse("admin:tournaments_document", args=[code.tournament_id])
        ways_out = tuple(reverse(f"admin:{name}") for name in ("login", "logout", "jsi18n"))
        if path.startswith((own, document, *ways_out)):
            return self.get_response(request)
        raise PermissionDenied(_("Your code opens the desk of one event, and nothing else."))


def _let_in(request: HttpRequest, user: Any, nobody_there: bool) -> Any:
    if not getattr(user, "is_temporary", False):
        return user
    return AnonymousUser() if nobody_there or of(request.session, user) is None else user


def expired() -> Any:
    """Return the codes whose time has come and that nobody has ended yet."""
    return StaffCode.objects.filter(ended_at=None, until__lte=timezone.now())
