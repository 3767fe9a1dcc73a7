"""A player agrees to a page about them over all their events, or takes that back; by their personal link."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import Refused
from tournaments.models import Entry, PersonalLink, PersonPage
from tournaments.services import profile, reports
from tournaments.web.conditional import form_of, render

UNPROCESSABLE, TOO_MANY = 422, 429
DONE: dict[str, Callable[[int], None]] = {
    "agree": profile.agree_to_page,
    "list": partial(profile.let_search_engines, listed=True),
    "unlist": partial(profile.let_search_engines, listed=False),
}
"""What each button does; every other word takes the page away."""
PRIVATE = {"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def consent(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show whether a player has a page, and what it shows; take their word on it. The address is the authority."""
    link = PersonalLink.of(token)
    entry = Entry.objects.select_related("tournament", "player").filter(pk=link.entry_id).first() if link else None
    if entry is None or entry.tournament.slug != slug or not entry.tournament.published:
        raise Http404
    form, problem, status = form_of(request), "", 200
    with translation.override(form.language):
        if request.method == "POST":
            try:
                reports.count_try(f"person{entry.pk}")
                DONE.get(request.POST.get("what", ""), profile.take_page_back)(entry.pk)
                carried = f"?{form.carried}" if form.carried else ""
                return HttpResponseRedirect(
                    reverse("consent", args=[slug, token]) + carried, status=303, headers=PRIVATE
                )
            except Refused as error:
                problem = error.message
                status = TOO_MANY if isinstance(error, reports.TooMany) else UNPROCESSABLE
        context = {
            "event": entry.tournament.name,
            "mine": reverse("personal", args=[slug, token]),
            "agreed": PersonPage.objects.filter(player=entry.player_id).first(),
            "problem": problem,
        }
        return HttpResponse(render("tournaments/consent.html", form, context), status=status, headers=PRIVATE)
