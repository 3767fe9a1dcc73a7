"""A season at the desk: its evenings, all changed at once, and its prizes, typed, shown and printed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.domain.access import require_organiser
from tournaments.domain.errors import Refused
from tournaments.forms.prizes import SeasonPrizeRuleForm
from tournaments.forms.season import EveningForm, EveningsForm
from tournaments.imports.writing import TYPES, write
from tournaments.models import Series, Tournament
from tournaments.printing.press import Press
from tournaments.selectors.papers.lists import prize_sheet
from tournaments.selectors.papers.printed_standings import printed_season_prizes
from tournaments.selectors.standings.prizes import is_played, prizes_of_season
from tournaments.services import seasons
from tournaments.services.events import season_evenings
from tournaments.services.prizes import put_for_season
from tournaments.views.desk.base import desk_address
from tournaments.views.desk.ending import typed_prizes
from tournaments.web.staff_pages import private_file, refusal_in, staff_page


def _season(request: HttpRequest, season_id: int) -> Series:
    season = get_object_or_404(Series.objects.select_related("club"), pk=season_id)
    require_organiser(request.user, season.club)
    return season


def evening(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the form for one more evening of a season; a POST makes it."""
    season = _season(request, season_id)
    form = EveningForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form, "day"):
            made = seasons.add_evening(season.pk, form.cleaned_data["day"], by=request.user)
            messages.success(request, _("%(name)s has been created.") % {"name": made})
            return redirect(desk_address(made))
    more = {"season": season, "form": form}
    return staff_page(request, "desk/seasons/season_evening.html", season.name, more, of=Tournament)


@require_http_methods(["GET", "HEAD", "POST"])
def evenings(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the evenings of a season. A POST shows what would change in those to come; one that was looked at makes the
    changes."""
    season = _season(request, season_id)
    form = EveningsForm(request.POST if request.method == "POST" else None)
    more: dict[str, Any] = {}
    if request.method == "POST" and form.is_valid():
        if seen := request.POST.get("seen", ""):
            with refusal_in(form):
                count = season_evenings.change_all(season.pk, form.cleaned_data, by=request.user, seen=seen)
                told = ngettext("%(count)d evening was changed.", "%(count)d evenings were changed.", count)
                messages.success(request, told % {"count": count})
                return redirect("admin:tournaments_season_evenings", season.pk)
        if not form.errors:
            shown, mark = season_evenings.preview(season.pk, form.cleaned_data, request.user)
            more = {"preview": shown, "seen": mark, "stopped": any(row.problem for row in shown)}
    coming = set(season_evenings.to_come(season, request.user).values_list("pk", flat=True))
    context = {
        "season": season,
        "form": form,
        "evenings": [(evening, evening.tournament.pk in coming) for evening in season_evenings.evenings(season)],
        "some_to_come": bool(coming),
        **more,
    }
    return staff_page(request, "desk/seasons/season_evenings.html", season.name, context, of=Tournament)


PAPER = "pdf"


@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the prizes of a season and who wins them, and save the lists that were typed."""
    season = _season(request, season_id)
    with transaction.atomic():
        if request.method == "POST":
            Series.objects.select_for_update(no_key=True).get(pk=season.pk)
        shown = typed_prizes(request, season, SeasonPrizeRuleForm, put_for_season)
    if shown is None:
        return redirect("admin:tournaments_season_prizes", season.pk)
    more = {**shown, "season": season, "shown": prizes_of_season(season), "played": is_played(season)}
    return staff_page(request, "desk/seasons/season_prizes.html", season.name, more, of=Tournament)


@require_safe
def outputs(request: HttpRequest, season_id: int, form: str) -> HttpResponse:
    """Send the prizes of a season with their winners: as a sheet of paper, or for a spreadsheet."""
    season = _season(request, season_id)
    if form not in (PAPER, *TYPES):
        raise Http404
    try:
        if form == PAPER:
            ready = printed_season_prizes(season)
            press = Press("a4", ready.head)
            ready.draw(press)
            content, kind = press.finish(), "application/pdf"
        else:
            content = write(prize_sheet(prizes_of_season(season)), form, (get_language() or "en").partition("-")[0])
            kind = TYPES[form]
    except Refused as error:
        messages.error(request, error.message)
        return redirect("admin:tournaments_season_prizes", season.pk)
    return private_file(content, kind, f"{season.slug}-prizes.{form}", inline=form == PAPER)
