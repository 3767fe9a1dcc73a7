"""The page for the projector: the address of the site with its code, the Wi-Fi, and what to do where a phone does not
reach it; and the server's time, by which all screens keep step."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.core import registry as games
from tournaments.models.round import round_ms
from tournaments.selectors.events import public
from tournaments.selectors.hall.glass import practice
from tournaments.web.addresses import is_loopback, public_root, qr_code
from tournaments.web.conditional import form_of, render, site_page
from tournaments.web.glass import page
from tournaments.web.variants import Variant

NAME = 32
"""Letters of a Wi-Fi's name at most (IEEE 802.11)."""
PASSWORD = 63


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hall(request: HttpRequest) -> HttpResponse:
    """Show the way in. ``wifi`` and ``password`` are shown for staff only, who post them: in an address they would stay
    in logs and in the browser's history, and a link from anybody could put words of theirs on the hall's screen.
    Nothing of them is kept."""
    form = form_of(request)
    root = public_root(request)
    staff = request.user.is_authenticated
    wifi = request.POST.get("wifi", "").strip()[:NAME] if staff else ""
    password = request.POST.get("password", "").strip()[:PASSWORD] if wifi else ""
    with translation.override(form.language):
        address = root + reverse("index")
        context = {
            "here": "hall",
            "address": address,
            "lost": not root or is_loopback(root.partition("://")[2]),
            "code": qr_code(address, _("Open this site")),
            "staff": staff,
            "csrf_token": get_token(request) if staff else "",
            "wifi": wifi,
            "password": password,
            "wifi_code": qr_code(wifi_text(wifi, password), _("Join the Wi-Fi")) if wifi else "",
        }
        response = HttpResponse(render("tournaments/hall/hall.html", form, context))
    response.headers["Content-Language"] = form.language
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def wifi_text(name: str, password: str) -> str:
    r"""Return what a phone's camera reads as a Wi-Fi to join: ``\``, ``;``, ``,``, ``:`` and ``"`` are escaped."""
    escaped = [text.translate({ord(sign): f"\\{sign}" for sign in '\\;,:"'}) for text in (name, password)]
    return f"WIFI:T:{'WPA' if password else 'nopass'};S:{escaped[0]};{f'P:{escaped[1]};' if password else ''};"


@never_cache
@require_safe
def server_time(request: HttpRequest) -> HttpResponse:
    """Show the server's time in milliseconds since 1970, by which all screens keep step."""
    return JsonResponse({"now": round_ms(timezone.now())})


@site_page
def practice_glass(_request: HttpRequest, form: Variant, game: str) -> HttpResponse:
    """Show a glass for a game at home."""
    if game not in games.keys_set():
        raise Http404
    context = {
        "tournament_name": public.game_name(game),
        "key": f"practice.{game}",
        "back": reverse("rules", args=[game]) + form.suffix,
        "telling": False,
    }
    return page(form, practice(game, form.language), context)
