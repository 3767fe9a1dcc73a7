"""Prizes at the desk: their lists are typed, and the winners shown as it stands now."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.access import Action, actions, require
from tournaments.domain.errors import Refused
from tournaments.forms.prizes import PrizeListFormSet, PrizeRuleForm, initial_of
from tournaments.models import Tournament
from tournaments.selectors.prizes import lists_of, prizes_of, rule_of
from tournaments.services import prizes as services
from tournaments.views.desk.base import UNPROCESSABLE, at_desk, desk_page, desk_url, held


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.LOG)  # what was decided is read for ever, as the log is
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the prizes and who wins them, and save the lists that were typed."""
    typed = request.POST if request.method == "POST" else None
    if typed is not None:
        require(request.user, Action.EDIT, tournament)
    problem, status = "", 200 if typed is None else UNPROCESSABLE
    with held(request, tournament):
        kept = [initial_of(row, prizes) for row, prizes in lists_of(tournament)]
        rule = PrizeRuleForm(typed, instance=rule_of(tournament))
        lists = PrizeListFormSet(typed, initial=kept, prefix="lists")
        if rule.is_valid() and lists.is_valid():
            try:
                services.put(
                    tournament.pk,
                    by=request.user,
                    rule=rule.cleaned_data,
                    lists=[form.cleaned_data for form in lists if form.cleaned_data.get("prizes")],
                )
            except Refused as error:
                problem = error.message
            else:
                messages.success(request, _("The prizes are saved."))
                return redirect(desk_url("prizes", tournament))
    allowed = {action.name for action in actions(request.user, tournament)}
    more = {"rule": rule, "lists": lists, "problem": problem, "shown": prizes_of(tournament), "allowed": allowed}
    return desk_page(request, "desk/prizes.html", tournament, more, status)
