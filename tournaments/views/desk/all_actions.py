"""All that somebody may do at an event, on one page and to be searched; the desk's search shows the same."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.domain.access import Action, may_create, rights
from tournaments.models import Tournament
from tournaments.selectors.evening_facts import evening_of
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.desk_actions import desk_actions, found

MOST_ASKED = 100


@require_GET
@at_desk(Action.WORK)
def all_actions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every action by the part of the evening; with ``q`` those that are found by it."""
    may_do, own = rights(request.user, tournament)
    allowed = {action.name for action in may_do}
    evening = evening_of(tournament, own)
    creates = evening.finished and may_create(request.user, tournament.club)
    asked = request.GET.get("q", "")[:MOST_ASKED]
    offered = found(asked, desk_actions(tournament, evening, allowed, creates=creates))
    named = {
        "before": _("Before"),
        "rounds": _("Rounds"),
        "after": _("After"),
        "settings": _("Settings"),
        "public": _("For everybody"),
    }
    parts = [(heading, [each for each in offered if each.part == part]) for part, heading in named.items()]
    more = {
        "allowed": allowed,
        "evening_facts": evening,
        "parts": [(heading, part) for heading, part in parts if part],
        "asked": asked,
    }
    return desk_page(request, "desk/all_actions.html", tournament, more)
