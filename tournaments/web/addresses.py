"""The address at which the phones in the hall reach this site, for QR codes and share cards; those of files; and a
tournament's earlier addresses, which lead to its present one."""

from __future__ import annotations

import re
import socket
import time
from functools import cache
from io import BytesIO
from ipaddress import ip_address
from pathlib import Path

import segno
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponsePermanentRedirect
from django.http.request import split_domain_port
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.safestring import SafeString, mark_safe

from tournaments.domain.access import Action, may
from tournaments.middleware import Middleware
from tournaments.models import Entry, PersonalLink
from tournaments.selectors.site import addresses
from tournaments.text import SLUG

LOOK_AGAIN = 10.0
WORKER = Path(__file__).resolve().parents[1] / "static/tournaments/worker.js"
_looked_up: tuple[float, str] = (0.0, "")


def public_root(request: HttpRequest) -> str:
    """Return scheme and host without a slash at the end; empty where the request names no host.

    The laptop that runs Viertal calls itself localhost, which means something else on every phone: then the
    laptop's address on the hall's network stands in its place.
    """
    try:
        return root_of(str(request.scheme), request.get_host())
    except DisallowedHost:
        return ""


def root_of(scheme: str, host: str) -> str:
    """Return the same for a scheme and the host that a request named."""
    port = split_domain_port(host)[1]
    if is_loopback(host) and (address := own_address()):
        host = f"{address}:{port}" if port else address
    return f"{scheme}://{host}"


def is_loopback(host: str) -> bool:
    """Return whether a host, with or without a port, is the machine itself, which no phone can reach."""
    name = split_domain_port(host)[0]
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def own_address() -> str:
    """Return this machine's address on its network; empty where it has none. Nothing is sent to find it."""
    global _looked_up
    if time.monotonic() - _looked_up[0] < LOOK_AGAIN and _looked_up[0]:
        return _looked_up[1]
    address = ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # TEST-NET-1: only chooses a way out
            address = str(probe.getsockname()[0])
        except OSError:
            address = ""
    _looked_up = (time.monotonic(), address)
    return address


def qr_code(text: str, label: str = "") -> SafeString:
    """Return a QR code as an SVG element in one colour that prints; ``label`` is what a screen reader says."""
    output = BytesIO()
    segno.make(text, error="m", micro=False).save(
        output,
        kind="svg",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        border=3,
        svgclass="qr",
        lineclass=None,
        dark="#000",
        light="#fff",
        title=label or None,
    )
    # without words of its own it stands beside its address in letters, and a screen reader passes it over
    role = '<svg role="img" ' if label else '<svg aria-hidden="true" '
    svg = output.getvalue().decode().strip().replace("<svg ", role, 1)
    return mark_safe(svg)  # noqa: S308 — segno's, which escapes the label


def asset(path: str) -> str:
    """Return the address of a static file; the plain one where the manifest does not know it.

    The error pages use it too: a file that was not collected must not turn their answer into a second error.
    """
    try:
        return static(path)
    except ValueError:
        return f"{settings.STATIC_URL}{path}"


@cache
def worker_script() -> bytes:
    """Return the script of the site's worker. It is sent from addresses above the pages that it is for."""
    return WORKER.read_bytes()


OF_A_TOURNAMENT = re.compile(rf"((?:t|compare|api/v1/tournaments)/)({SLUG})((?:[/?].*)?)", re.DOTALL)


class FormerAddressMiddleware(Middleware):
    """A redirect where nothing is under an address that a tournament had before: 301 to the same page under its address
    of today (308 where something was sent). Where the asker may not see that tournament, the 404 stays as it is.

    No browser keeps the redirect without asking again: the tournament may get its earlier address back.
    """

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


def holder(slug: str, token: str) -> Entry:
    """Return the player whose own link it is, at a public tournament with this address. Raises Http404."""
    link = PersonalLink.of(token)
    entry = Entry.objects.select_related("tournament", "player").filter(pk=link.entry_id).first() if link else None
    if entry is None or entry.tournament.slug != slug or not entry.tournament.published:
        raise Http404
    return entry
