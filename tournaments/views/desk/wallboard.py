"""The remote control of the hall's screens."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Tournament, Wallboard
from tournaments.services import wallboard as services
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.staff_pages import refusal_shown


@require_http_methods(["GET", "POST"])
@at_desk(Action.PAIR)
def steer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what the screens were told; a POST tells them something else."""
    if request.method == "POST":
        pk, by = tournament.pk, request.user
        with refusal_shown(request):
            match request.POST.get("do"):
                case "next":
                    services.turn_to_next(pk, by=by)
                case "hold":
                    services.hold_page(pk, by=by)
                case "turn":
                    services.let_turn(pk, by=by)
                case "show":
                    services.choose_pages(pk, by=by, show=request.POST.get("show", ""))
                case _:
                    raise Refused(_("The wallboard has no such button."))
        return redirect("admin:tournaments_wall", tournament.pk)
    board = Wallboard.objects.filter(tournament=tournament).first() or Wallboard(tournament=tournament)
    context = {"board": board, "choices": Wallboard.Show.choices, "seconds": Wallboard.SECONDS}
    return desk_page(request, "desk/wallboard.html", tournament, context)
