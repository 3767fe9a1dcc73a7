"""The few words of a public page that are about its reader: the way in, or the way to their desk.

A public page is made once for everybody, so no template knows who reads it. It has places for these words, filled with
what a stranger sees; for somebody who is signed in they are put in place afterwards, into an answer that nobody stores.
"""

from __future__ import annotations

import re
from html import escape as text

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, may, may_create
from tournaments.middleware import Middleware
from tournaments.models import Tournament, User

WAY_IN = re.compile(r"<!--reader-->.*?<!--/reader-->", re.DOTALL)
"""The link to the login, for which a signed-in reader gets one to the desk."""
START = re.compile(r"<!--start-->.*?<!--/start-->", re.DOTALL)
"""What an empty site tells its organiser to do first."""
STAFF = "<!--staff-->"
"""The place for the line that tells a tournament's staff where its desk is."""
APART = re.compile(
    r"/(?:admin|api|static|live|health|metrics|time|i18n)(?:[/z?]|\Z)"
    r"|/t/[^/]+/(?:board/|widget/|card\.png|rounds\.ics|results\.atom|records/)"
)
"""Addresses of which no answer has such a place: the desk itself, the wall, files, what programs ask for."""
LONGEST_NAME = 24


def may_have_places(path: str, cookies: str) -> bool:
    """Tell whether a request may come from somebody who is signed in and may be for a page with these places."""
    return settings.SESSION_COOKIE_NAME in cookies and not APART.match(path)


class ReaderMiddleware(Middleware):
    """Tells a signed-in reader of a public page so. Nobody stores what they get, and no copy is confirmed to them: the
    one that their browser holds may be from before they signed in."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        known = request.method in ("GET", "HEAD") and may_have_places(
            request.path_info, request.META.get("HTTP_COOKIE", "")
        )
        user = _signed_in(request) if known else None
        if user is None:
            return self.get_response(request)
        request.META.pop("HTTP_IF_NONE_MATCH", None)
        encodings = request.META.pop("HTTP_ACCEPT_ENCODING", None)
        try:
            response = self.get_response(request)
        finally:
            if encodings is not None:
                request.META["HTTP_ACCEPT_ENCODING"] = encodings
        if isinstance(response, HttpResponse) and response.headers.get("Content-Type", "").startswith("text/html"):
            _greet(request, user, response)
        return response


def _signed_in(request: HttpRequest) -> User | None:
    try:
        user = request.user
        return user if isinstance(user, User) and user.is_staff else None
    except (OperationalError, InterfaceError):
        return None  # the page itself says that the database does not answer


def _greet(request: HttpRequest, user: User, response: HttpResponse) -> None:
    page = response.content.decode()
    if "<!--reader-->" not in page:
        return
    with translation.override(response.headers.get("Content-Language") or translation.get_language()):
        page = WAY_IN.sub(lambda _match: _way_to_desk(user), page)
        page = START.sub(lambda _match: _first_step(user), page)
        if STAFF in page:
            page = page.replace(STAFF, _staff_line(request, user))
    response.content = page.encode()
    if "Content-Length" in response.headers:
        response.headers["Content-Length"] = str(len(response.content))
    for name in ("ETag", "Last-Modified"):
        response.headers.pop(name, None)
    response.headers["Cache-Control"] = "private, no-store"


def _way_to_desk(user: User) -> str:
    name = user.get_short_name() or user.get_username()
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return (
        f'<a class=desk href="{reverse("admin:index")}" rel=nofollow>{text(_("Desk"))} <span>({text(short)})</span></a>'
    )


def _first_step(user: User) -> str:
    """Return the button that an organiser of an empty site needs; where nothing is public yet, the way to the desk."""
    if may_create(user) and not Tournament.objects.exists():
        return _button(reverse("admin:tournaments_new"), _("Create the first tournament"))
    return _button(reverse("admin:index"), _("Go to the desk"))


def _button(address: str, words: str) -> str:
    return f'<p><a class=button href="{address}">{text(words)}</a></p>'


def _staff_line(request: HttpRequest, user: User) -> str:
    """Return the line for those who work at the tournament of this page; empty for others."""
    route = request.resolver_match
    slug = route.kwargs.get("slug", "") if route else ""
    try:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None or not may(user, Action.WORK, tournament):
            return ""
    except (OperationalError, InterfaceError):
        return ""
    desk = reverse("admin:tournaments_desk", args=[tournament.pk])
    return f'<p class=staff>{text(_("You run this tournament."))} <a href="{desk}">{text(_("Desk"))}</a></p>'
