"""Requested byes, at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.access import Action
from tournaments.forms.byes import ByeForm
from tournaments.models import Entry, Tournament
from tournaments.selectors.byes import asked
from tournaments.services import attendance
from tournaments.services import byes as services
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_page
from tournaments.web.staff_pages import refusal_in


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.PAIR)
def byes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the requested byes, and a form that asks for another one."""
    rounds, offered = services.open_rounds(tournament), services.offered(tournament)
    form = ByeForm(tournament, rounds, offered, request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = UNPROCESSABLE
        if form.is_valid():
            data = form.cleaned_data
            with refusal_in(form):
                services.ask(data["entry"].pk, data["round"], data["kind"], by=request.user)
                messages.success(
                    request,
                    _("%(name)s has a bye in round %(number)d.")
                    % {"name": data["entry"].player, "number": data["round"]},
                )
                return redirect("admin:tournaments_byes", tournament.pk)
    more = {"form": form, "asked": asked(tournament, rounds), "rounds": rounds, "offered": offered}
    return desk_page(request, "desk/byes.html", tournament, more, status)


@require_POST
@at_desk(Action.PAIR)
def take_back(request: HttpRequest, tournament: Tournament, entry_id: int, number: int) -> HttpResponse:
    """Take a bye back: the player plays the round after all."""
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=entry_id, tournament=tournament)
    if number in services.open_rounds(tournament):
        attendance.present(entry.pk, number, by=request.user, here=False)
        messages.success(request, _("%(name)s plays round %(number)d.") % {"name": entry.player, "number": number})
    else:
        messages.warning(
            request, _("Round %(number)d has been paired in the meantime: seat the player there.") % {"number": number}
        )
    return redirect("admin:tournaments_byes", tournament.pk)
