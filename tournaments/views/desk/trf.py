"""Tournament report files, at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.domain.access import Action, may_create
from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.forms.clubs import ask_for_club
from tournaments.forms.uploads import TrfForm
from tournaments.models import Tournament
from tournaments.services import trf
from tournaments.views.desk.base import UNPROCESSABLE, at_desk
from tournaments.web.staff_pages import private_file, refusal_in, staff_page


@require_GET
@at_desk(Action.WORK)
def download(request: HttpRequest, tournament: Tournament, version: str) -> HttpResponse:
    """Send the tournament as a report file."""
    if version not in trf.VERSIONS:
        raise Http404
    try:
        with snapshot():
            content = trf.export_report(tournament, by=request.user, version=version)
    except Refused as error:
        messages.warning(request, error.message)
        return redirect("admin:tournaments_outputs", tournament.pk)
    return private_file(content, "text/plain; charset=utf-8", f"{tournament.slug}.{version}")


def upload(request: HttpRequest) -> HttpResponse:
    """Make a new tournament from a report file."""
    if not may_create(request.user):
        raise Http404
    form = TrfForm(trf.two_player_games(), request.POST or None, request.FILES or None)
    ask_for_club(form, request.user)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            with refusal_in(form, "file"):
                tournament = trf.import_report(
                    form.cleaned_data["file"].read(),
                    by=request.user,
                    game=form.cleaned_data["game"],
                    system=form.cleaned_data["system"],
                    club=form.cleaned_data.get("club"),
                )
                messages.success(
                    request, _("“%(tournament)s” has been imported. It is not public yet.") % {"tournament": tournament}
                )
                return redirect("admin:tournaments_desk", tournament.pk)
    context = {"form": form}
    return staff_page(
        request, "desk/trf_upload.html", _("Import a report file (TRF)"), context, of=Tournament, status=status
    )
