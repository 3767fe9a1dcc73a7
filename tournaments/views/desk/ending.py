"""The end of an evening, step by step, with its prizes; and what each page of the desk asks to stay true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.domain.access import Action, actions, require, rights
from tournaments.domain.errors import Refused
from tournaments.forms.prizes import PrizeListFormSet, PrizeRuleForm, initial_of
from tournaments.models import Series, Tournament
from tournaments.models.tournament import END_STEPS
from tournaments.selectors.hall.evening_facts import evening_of
from tournaments.selectors.papers.printing import KINDS
from tournaments.selectors.rounds.evening import Evening, next_of
from tournaments.selectors.standings.prizes import lists_of, prizes_of, rule_of
from tournaments.services import prizes as services
from tournaments.services.events import running
from tournaments.services.results.results import set_at_desk
from tournaments.views.desk.base import at_desk, desk_page, desk_url, held
from tournaments.web.event_pages import event_pages, step_address, step_right


def typed_prizes(
    request: HttpRequest, owner: Tournament | Series, form: type[PrizeRuleForm], put: Callable[..., None]
) -> dict[str, Any] | None:
    """Save by ``put`` the lists that were typed, of a tournament or season that is held. Return what the page shows of
    them; None where they are saved."""
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
    return {"rule": rule, "lists": lists, "problem": problem}


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
    more = {**shown, "shown": prizes_of(tournament), "allowed": allowed}
    return desk_page(request, "desk/seasons/prizes.html", tournament, more)


PAPERS = ("standings", "crosstable", "prizes", "certificates", "report")
"""The documents that are printed at the end."""


@dataclass(frozen=True, slots=True)
class EndStep:
    """A step of the end. ``mark``: done, next, none (not needed) or later; ``said``: that in words; ``marked``:
    somebody said so, and can take it back."""

    key: str
    title: str
    mark: str
    said: str
    marked: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.WORK)
def end(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what is left to do after the last round; a POST calls a step done, not needed, or takes that back."""
    if request.method == "POST":
        try:
            running.mark_step(tournament.pk, request.POST.get("step", ""), request.POST.get("how", ""), by=request.user)
        except Refused as error:
            messages.error(request, error.message)
        return redirect(desk_url("end", tournament) + "#next")
    may_do, own = rights(request.user, tournament)
    allowed = {action.name for action in may_do}
    evening = evening_of(tournament, own)
    next_ = next_of(evening)
    more = {
        "allowed": allowed,
        "evening_facts": evening,
        "steps": steps_of(evening),
        "markable": END_STEPS,
        "next": next_,
        "next_address": step_address(tournament, next_) if next_ else "",
        "next_is_theirs": next_ is not None and step_right(next_) in allowed,
        "shown": prizes_of(tournament) if evening.prizes and Action.LOG in may_do else None,
        "papers": [(key, KINDS[key].label) for key in PAPERS if KINDS[key].action in may_do and _has(evening, key)],
        "language": tournament.language or request.LANGUAGE_CODE,  # type: ignore[attr-defined]
    }
    return desk_page(request, "desk/end.html", tournament, more)


def _has(evening: Evening, paper: str) -> bool:
    return paper not in ("prizes", "certificates") or evening.prizes


def steps_of(evening: Evening) -> list[EndStep]:
    """Return the steps of the end, in order: what the program knows is done by itself, and the others as they were
    marked. At most one is the next."""
    step = next_of(evening)
    final = evening.finished and (step is None or step.action in (*END_STEPS, "archive"))
    closed = evening.finished and evening.open is None
    titles = {"prizes": _("Prizes"), "papers": _("Papers"), "mail": _("Mail"), "archive": _("Archive")}
    said = {
        "done": pgettext("step of the evening", "done"),
        "next": pgettext("step of the evening", "next"),
        "none": pgettext("step of the evening", "not needed"),
    }
    marks = {"rounds": "done" if closed else "next", "standings": "done" if final else "next" if closed else "later"}
    for key in (*END_STEPS, "archive"):
        is_done = evening.archived if key == "archive" else key in evening.done
        needless = key in END_STEPS and evening.finished and key not in evening.left_at_end
        is_next = final and step is not None and step.action == key
        marks[key] = "done" if is_done else "none" if needless else "next" if is_next else "later"
    titles = {"rounds": _("Last round closed"), "standings": _("Final standings"), **titles}
    given = evening.done | evening.skipped
    return [EndStep(key, titles[key], mark, said.get(mark, ""), key in given) for key, mark in marks.items()]


@require_GET
@at_desk(Action.WORK)
def here(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the strip and the path anew, as they are on the page ``at``; or, as JSON, the version and who else is at the
    desk. Asking for that is being there: as with a token's last use, nothing rests on it."""
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"version": tournament.version, "others": set_at_desk(tournament.pk, by=request.user)})
    pages = event_pages(request, tournament)
    return render(request, "desk/here.html", {"tournament": tournament, "pages": pages})
