"""The groups of an event: drawn or set by hand before round 1, and a look at the finals before they are paired."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.documents.document import DocumentError
from scoring.sections.groups import SYSTEM, stage_rules
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.events import event_of
from tournaments.selectors.groups import Member, groups_shown
from tournaments.sentences import sentence
from tournaments.services import groups as services
from tournaments.views.desk.base import at_desk, desk_page, desk_url, number_of
from tournaments.web.staff_pages import refusal_shown


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.PAIR)
def groups(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the groups and, once their rounds are played, the finals; a POST draws them or keeps them as set by
    hand."""
    if tournament.system != SYSTEM:
        messages.error(request, _("This tournament is not played in groups."))
        return redirect(desk_url("desk", tournament))
    if request.method == "POST":
        with refusal_shown(request):
            message = _change(request, tournament)
            messages.success(request, message)
        return redirect(desk_url("groups", tournament))
    draw = next(option for option in systems()[SYSTEM].options if option.key == "draw")
    rules = stage_rules(event_of(tournament))
    more = {
        "shown": (shown := groups_shown(tournament)),
        "notes": [sentence(note, _names(shown.groups)) for note in shown.notes],
        "planned": tournament.state == Tournament.State.PLANNED,
        "numbers": range(1, rules.groups + 1),
        "kinds": [(value, _(label)) for value, label in draw.choices if value != services.HAND],
        "draw": rules.draw,
    }
    return desk_page(request, "desk/groups.html", tournament, more)


def _change(request: HttpRequest, tournament: Tournament) -> str:
    if request.POST.get("do") == "draw":
        how = request.POST.get("draw", "")
        if how not in ("rating", "club", "lot"):
            raise Refused(_("Choose how the groups are drawn."))
        try:
            services.draw(tournament.pk, how, by=request.user)
        except DocumentError as error:
            raise Refused.of(error) from error
        return _("The groups are drawn.")
    chosen = {
        number_of(key.removeprefix("group-")): number_of(value)
        for key, value in request.POST.items()
        if key.startswith("group-")
    }
    services.put(tournament.pk, chosen, by=request.user)
    return _("The groups are kept.")


def _names(groups_: list[list[Member]]) -> dict[int, str]:
    return {member.number: member.name for group in groups_ for member in group}
