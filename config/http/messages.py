"""The sentences that the next page shows, in cookies of this host alone; and the one to a user whose session ended in
the middle of a form."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage import cookie, fallback, session
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournaments.middleware import Middleware


class Cookies(cookie.CookieStorage):
    cookie_name = settings.MESSAGES_COOKIE_NAME


class Storage(fallback.FallbackStorage):
    """A cookie, and the session for what does not fit in."""

    storage_classes = (Cookies, session.SessionStorage)


# Never shown again: what is secret, and what no person typed.
UNTOLD = ("csrf", "pass", "secret", "token", "seen_", "next", "_")
LONGEST = 300


class SignedOut(Middleware):
    """A form that was sent by nobody is not saved. The way to the login then says so, with what was typed, and leads
    back to the page with the form: to the address it was sent to there is often no way by a link.

    An address of the desk that only takes forms and was opened by a link says that, too, not a blank page.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        desk = reverse("admin:index")
        if not request.path_info.startswith(desk):
            return response
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            page = render(request, "405.html", status=response.status_code)
            page["Allow"] = response["Allow"]
            return page
        login = reverse("admin:login")
        sent_away = response.status_code == 302 and urlsplit(response["Location"]).path == login
        # a page at the door itself, such as the one for a new password, says where it leads
        sent_away = sent_away and not request.path_info.startswith(login)
        if not sent_away or request.method != "POST" or request.user.is_authenticated:
            return response
        # what a script sent shows nothing of the login: it says so itself
        if request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate":
            return response
        typed = Truncator(", ".join(_typed(request))).chars(LONGEST)
        sentence = _("You have been logged out, so your changes were not saved. Log in and send them again.")
        if typed:
            sentence += " " + _("You had typed: %(text)s") % {"text": typed}
        messages.warning(request, sentence)
        return redirect(f"{login}?{urlencode({'next': _page(request, desk)})}")


def _typed(request: HttpRequest) -> list[str]:
    return [
        value.strip()
        for name, values in request.POST.lists()
        if not name.lower().startswith(UNTOLD) and "-" not in name
        for value in values
        if value.strip()
    ]


def _page(request: HttpRequest, desk: str) -> str:
    """Return the page that the form stood on, where the browser names it and it is one of ours."""
    came = urlsplit(request.headers.get("Referer", ""))
    ours = came.netloc == request.get_host() and came.path.startswith(desk)
    return came.path if ours and came.path != reverse("admin:login") else desk
