"""Penalties at the desk: the effect is shown before one is given."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.forms.penalties import PenaltyForm
from tournaments.models import Penalty, Tournament
from tournaments.selectors import effects
from tournaments.selectors.desk import newest_shown
from tournaments.services import decisions as services
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_page
from tournaments.web.staff_pages import refusal_shown


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.DECIDE)
def penalties(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the penalties of a tournament, and take a new one: it is previewed first, then given."""
    last = newest_shown(tournament)
    typed = request.POST if request.method == "POST" else None
    form = PenaltyForm(tournament, typed, initial={"round": last})
    effect, problem, status = None, "", 200
    if typed is not None and not form.is_valid():
        status = UNPROCESSABLE
    elif typed is not None:
        try:
            if typed.get("confirm") == form.stamp:
                services.give_penalty(tournament.pk, by=request.user, **form.penalty)
                return redirect("admin:tournaments_penalties", tournament.pk)
            proposal = services.proposed_penalty(tournament, **form.penalty)
            effect = effects.of_penalty(tournament, proposal)
        except Refused as error:
            problem, status = error.message, UNPROCESSABLE
    decided = Penalty.objects.filter(tournament=tournament).select_related("entry__player", "team", "decided_by")
    more = {
        "form": form,
        "effect": effect,
        "problem": problem,
        "penalties": decided,
        "any_round": bool(last),
        "stamp": form.stamp if effect else "",
    }
    return desk_page(request, "desk/penalties.html", tournament, more, status)


@require_POST
@at_desk(Action.DECIDE)
def lift(request: HttpRequest, tournament: Tournament, penalty_id: int) -> HttpResponse:
    """Take a penalty back."""
    penalty = get_object_or_404(Penalty, pk=penalty_id, tournament=tournament)
    with refusal_shown(request):
        services.lift_penalty(penalty.pk, by=request.user, reason=request.POST.get("reason", "")[:200])
        messages.success(request, _("The penalty has been lifted."))
    return redirect("admin:tournaments_penalties", tournament.pk)
