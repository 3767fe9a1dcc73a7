"""Prizes at the desk: their lists are typed, and the winners shown as it stands now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.access import Action, actions, require
from tournaments.domain.errors import Refused
from tournaments.forms.prizes import PrizeListFormSet, PrizeRuleForm, initial_of
from tournaments.models import Series, Tournament
from tournaments.selectors.prizes import lists_of, prizes_of, rule_of
from tournaments.services import prizes as services
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_page, desk_url, held


def typed_prizes(
    request: HttpRequest, owner: Tournament | Series, form: type[PrizeRuleForm], put: Callable[..., None]
) -> tuple[dict[str, Any], int] | None:
    """Save by ``put`` the lists that were typed, of a tournament or season that is held. Return what the page shows of
    them, with its status; None where they are saved."""
    typed = request.POST if request.method == "POST" else None
    problem = ""
    kept = [initial_of(row, prizes) for row, prizes in lists_of(owner)]
    rule = form(typed, instance=rule_of(owner))
    lists = PrizeListFormSet(typed, initial=kept, prefix="lists")
    if rule.is_valid() and lists.is_valid():
        wanted = [form.cleaned_data for form in lists if form.cleaned_data.get("prizes")]
        try:
            put(owner.pk, by=request.user, rule=rule.cleaned_data, lists=wanted)
        except Refused as error:
            problem = error.message
        else:
            messages.success(request, _("The prizes are saved."))
            return None
    return {"rule": rule, "lists": lists, "problem": problem}, 200 if typed is None else UNPROCESSABLE


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.LOG)  # what was decided is read for ever, as the log is
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes and who wins them, and save the lists that were typed."""
    if request.method == "POST":
        require(request.user, Action.EDIT, tournament)
    with held(request, tournament):
        shown = typed_prizes(request, tournament, PrizeRuleForm, services.put)
    if shown is None:
        return redirect(desk_url("prizes", tournament))
    allowed = {action.name for action in actions(request.user, tournament)}
    more = {**shown[0], "shown": prizes_of(tournament), "allowed": allowed}
    return desk_page(request, "desk/prizes.html", tournament, more, shown[1])
