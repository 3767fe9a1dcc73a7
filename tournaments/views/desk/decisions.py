"""Corrections, decisions, penalties and steps back: each shows its effect before it is carried out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.domain.access import Action, actions
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.forms.decisions import DecisionForm, PenaltyForm
from tournaments.forms.points import keyboard
from tournaments.models import Penalty, Round, Tournament
from tournaments.selectors.hall import desk as selectors
from tournaments.selectors.hall.desk import newest_shown
from tournaments.selectors.rounds import effects
from tournaments.selectors.rounds.rounds import every_round
from tournaments.services.results import results
from tournaments.services.results import results as services
from tournaments.services.results.results import colours_of
from tournaments.views.desk.base import CONFLICT, at_desk, desk_address, desk_page, step, table_to_enter


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.RESULTS)
def decide(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Decide a table's result anew. What it changes is shown first; what was shown, and only that, is saved."""
    table = table_to_enter(request, tournament, table_id)
    shown = selectors.desk_table(tournament, table)
    colours = list(colours_of(shown).items())
    asked = request.POST or request.GET
    looked = any(f"points{seat.position}" in asked for seat in shown.seats)
    typed = asked if looked else None
    names = [seat.entry.display_name for seat in shown.seats]
    now = {f"points{seat.position}": seat.points for seat in shown.seats}
    form = DecisionForm(len(shown.seats), colours, typed, tournament=tournament, names=names, initial=now)
    effect, problem, rule, status, same = None, "", "", None, False
    seen = shown.result.pk if shown.result else None
    if looked and not form.is_valid():
        problem = " ".join(str(error) for errors in form.errors.values() for error in errors)
    elif looked:
        try:
            if request.method == "POST" and asked.get("confirm") == form.stamp:
                ruling = form.ruling
                results.enter(
                    table.pk,
                    by=request.user,
                    points=ruling.points,
                    places=ruling.places,
                    end=ruling.end,
                    seen_result=form.cleaned_data["seen_result"],
                    reason=ruling.reason,
                )
                return redirect(desk_address(tournament, table.round.number) + f"#table-{table.number}")
            ruling = form.ruling
            value = results.check(tournament, table, ruling.points, ruling.end, ruling.places)
            effect = effects.of_result(tournament, table, value, ruling.end)
            same = shown.result is not None and shown.result.end == ruling.end and value.is_in(shown.result)
            seen = form.cleaned_data["seen_result"] if request.method == "POST" else seen
        except ResultConflict as error:
            problem, status, seen = error.message, CONFLICT, error.current.pk
        except Refused as error:
            problem, rule = error.at_table(names if form.declared else ()), error.rule or ""
    more = {
        "table": shown,
        "round": table.round,
        "form": form,
        "effect": effect,
        "same": same,
        "problem": problem,
        "rule": rule,
        "seen": seen if seen is not None else "",
        "stamp": form.stamp if effect else "",
        "looked": looked,
        "rows": [(seat, form[f"points{seat.position}"].value() or "") for seat in shown.seats],
        "closed": table.round.state == Round.State.CLOSED,
        "colours": bool(colours),
        "keyboard": keyboard(tournament),
        "may_decide": Action.DECIDE in actions(request.user, tournament),
    }
    return desk_page(request, "desk/rounds/decisions.html", tournament, more, status)


@require_GET
@at_desk(Action.ROLL_BACK)
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all rounds, those that were discarded too, and the way back from each."""
    return desk_page(request, "desk/rounds/rounds.html", tournament, {"rounds": every_round(tournament)})


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.DECIDE)
def penalties(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the penalties of a tournament, and take a new one: it is previewed first, then given."""
    last = newest_shown(tournament)
    typed = request.POST if request.method == "POST" else None
    form = PenaltyForm(tournament, typed, initial={"round": last})
    effect, problem = None, ""
    if form.is_valid() and typed is not None:
        try:
            if typed.get("confirm") == form.stamp:
                services.give_penalty(tournament.pk, by=request.user, **form.penalty)
                return redirect("admin:tournaments_penalties", tournament.pk)
            proposal = services.proposed_penalty(tournament, **form.penalty)
            effect = effects.of_penalty(tournament, proposal)
        except Refused as error:
            problem = error.message
    decided = Penalty.objects.filter(tournament=tournament).select_related("entry__player", "team", "decided_by")
    for penalty in decided:
        if penalty.entry is not None:
            penalty.entry.tournament = tournament
    more = {
        "form": form,
        "effect": effect,
        "problem": problem,
        "penalties": decided,
        "any_round": bool(last),
        "stamp": form.stamp if effect else "",
    }
    return desk_page(request, "desk/rounds/penalties.html", tournament, more)


@step(Action.DECIDE, "penalties")
def lift_penalty(request: HttpRequest, tournament: Tournament, penalty_id: int) -> str:
    """Take a penalty back."""
    penalty = get_object_or_404(Penalty, pk=penalty_id, tournament=tournament)
    services.lift_penalty(penalty.pk, by=request.user, reason=request.POST.get("reason", "")[:200])
    return _("The penalty has been lifted.")
