"""The server's time, by which all screens keep step; and a sand-glass for practice, of which nobody is told."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.core import registry as games
from tournaments.models.round import round_ms
from tournaments.selectors import public
from tournaments.selectors.glass import practice
from tournaments.web.conditional import form_of
from tournaments.web.glass import page


@never_cache
@require_safe
def now(request: HttpRequest) -> HttpResponse:
    """Show the server's time in milliseconds since 1970, by which all screens keep step."""
    return JsonResponse({"now": round_ms(timezone.now())})


@require_safe
def glass(request: HttpRequest, game: str) -> HttpResponse:
    """Show a glass for a game at home."""
    if game not in games.keys_set():
        raise Http404
    form = form_of(request)
    with translation.override(form.language):
        suffix = f"?{form.carried}" if form.carried else ""
        context = {
            "tournament_name": public.game_name(game),
            "key": f"practice.{game}",
            "back": reverse("rules", args=[game]) + suffix,
            "telling": False,
        }
        return page(form, practice(game, form.language), context)
