"""A tournament's earlier addresses lead to its present one: posters, QR codes, personal links, feeds, programs."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import get_script_prefix

from tournaments.domain.access import Action, may
from tournaments.selectors import addresses
from tournaments.text import SLUG

OF_A_TOURNAMENT = re.compile(rf"((?:t|compare|api/v1/tournaments)/)({SLUG})((?:[/?].*)?)", re.DOTALL)


class FormerAddressMiddleware:
    """A redirect where nothing is under an address that a tournament had before: 301 to the same page under its address
    of today (308 where something was sent). Where the asker may not see that tournament, the 404 stays as it is.

    No browser keeps the redirect without asking again: the tournament may get its earlier address back.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        return (response.status_code == 404 and redirected(request)) or response


def redirected(request: HttpRequest) -> HttpResponse | None:
    """Return the redirect, or None where there is none for who asks."""
    prefix = get_script_prefix()
    whole = request.get_full_path()
    address = OF_A_TOURNAMENT.fullmatch(whole.removeprefix(prefix))
    if address is None or not whole.startswith(prefix):
        return None
    signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
    user = request.user if signed_in and request.user.is_authenticated else None
    tournament = addresses.moved(address[2])
    if tournament is None or not (tournament.published or (user is not None and may(user, Action.VIEW, tournament))):
        return None
    response = HttpResponsePermanentRedirect(
        f"{prefix}{address[1]}{tournament.slug}{address[3]}",
        preserve_request=request.method not in ("GET", "HEAD"),
    )
    response.headers["Cache-Control"] = "no-cache"
    return response
