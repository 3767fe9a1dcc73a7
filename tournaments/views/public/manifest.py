"""The web manifest, by which an event's page, or somebody's table, becomes an app on the home screen."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from tournaments.models import PersonalLink, Tournament
from tournaments.selectors import shown_names
from tournaments.web.conditional import form_of, public_page
from tournaments.web.variants import Variant

CONTENT_TYPE = "application/manifest+json; charset=utf-8"
PAPER, ACCENT = "#f5f4f0", "#ffffff"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icon-192.png", "192x192", "image/png", "any"),
    ("icon-512.png", "512x512", "image/png", "any"),
    ("icon-mask-512.png", "512x512", "image/png", "maskable"),
)


@public_page(CONTENT_TYPE)
def manifest(tournament: Tournament, form: Variant, number: int | None = None) -> str:
    """Return the manifest of an event, or of the table of the player with a pairing ``number``."""
    if number is None:
        start = reverse("tournament", args=[tournament.slug])
    elif shown_names.people(tournament.pk, only={number}):
        start = reverse("mine", args=[tournament.slug, number])
    else:
        raise Http404
    return _written(tournament, form, start, mine=number is not None)


@require_safe
@sensitive_variables("token")
def personal(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Return the manifest of a player's own page; that page's address, which is a key, is not written in it."""
    link = PersonalLink.of(token)
    tournament = Tournament.objects.filter(entries=link.entry_id, slug=slug, published=True).first() if link else None
    if tournament is None:
        raise Http404
    form = form_of(request)
    with translation.override(form.language):
        # against the manifest's own address
        text = _written(tournament, form, "./", mine=True)
    headers = {"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
    return HttpResponse(text, content_type=CONTENT_TYPE, headers=headers)


def _written(tournament: Tournament, form: Variant, start: str, *, mine: bool) -> str:
    carried = f"?{form.carried}" if form.carried else ""
    # who puts the page on the screen again in another language has one app, not two; a personal one is known by its
    # start alone, whose key is not to stand here
    known = {} if start == "./" else {"id": start}
    content: dict[str, Any] = known | {
        "name": f"{_('My table')} · {tournament.name}" if mine else tournament.name,
        "short_name": _("My table") if mine else tournament.name[:30],
        "lang": form.language,
        "start_url": start + carried,
        "scope": reverse("tournament", args=[tournament.slug]),
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": ACCENT,
        "icons": [
            {"src": static(f"tournaments/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
            for name, sizes, kind, purpose in ICONS
        ],
    }
    return json.dumps(content, ensure_ascii=False)
