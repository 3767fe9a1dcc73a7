"""The evenings of a season on one page: each with its desk, and those to come changed at once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.domain.access import require_organiser
from tournaments.forms.season import EveningsForm
from tournaments.models import Series, Tournament
from tournaments.services import season_evenings as services
from tournaments.views.desk.base import UNPROCESSABLE
from tournaments.web.staff_pages import refusal_in, staff_page


@require_http_methods(["GET", "HEAD", "POST"])
def evenings(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the evenings of a season. A POST shows what would change in those to come; one that was looked at makes the
    changes."""
    season = get_object_or_404(Series.objects.select_related("club"), pk=season_id)
    require_organiser(request.user, season.club)
    form = EveningsForm(request.POST if request.method == "POST" else None)
    more: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        if seen := request.POST.get("seen", ""):
            with refusal_in(form):
                count = services.change_all(season.pk, form.cleaned_data, by=request.user, seen=seen)
                told = ngettext("%(count)d evening was changed.", "%(count)d evenings were changed.", count)
                messages.success(request, told % {"count": count})
                return redirect("admin:tournaments_season_evenings", season.pk)
        if not form.errors:
            shown, mark = services.preview(season.pk, form.cleaned_data, request.user)
            more = {"preview": shown, "seen": mark, "stopped": any(row.problem for row in shown)}
    coming = set(services.to_come(season, request.user).values_list("pk", flat=True))
    context = {
        "season": season,
        "form": form,
        "evenings": [(evening, evening.tournament.pk in coming) for evening in services.evenings(season)],
        "some_to_come": bool(coming),
        **more,
    }
    return staff_page(
        request,
        "desk/season_evenings.html",
        season.name,
        context,
        of=Tournament,
        status=UNPROCESSABLE if form.errors else 200,
    )
