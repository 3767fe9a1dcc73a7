"""Proposed changes of people: for who keeps them to decide, and for who proposed them to follow."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.access import Action, may, may_create, tournaments_for
from tournaments.models import Player, Proposal
from tournaments.selectors import proposals as selectors
from tournaments.services import proposals as services
from tournaments.web.staff_pages import refusal_shown, staff_page


@require_safe
def proposals(request: HttpRequest) -> HttpResponse:
    """Show the proposals for the user to decide, and what became of their own."""
    if not (may_create(request.user) or tournaments_for(request.user, Action.PLAYERS).exists()):
        raise PermissionDenied
    waiting: Any = selectors.to_decide(request.user)[: selectors.MOST_SHOWN]
    context = {
        "waiting": [(row, may(request.user, Action.VIEW, row.tournament)) for row in waiting],
        "mine": selectors.proposed(request.user)[: selectors.MOST_SHOWN],
    }
    return staff_page(request, "accounts/proposals.html", _("Proposed changes"), context, of=Player)


@require_POST
def decide(request: HttpRequest, proposal_id: int) -> HttpResponse:
    """Accept or decline a proposal."""
    row = get_object_or_404(selectors.readable(request.user), pk=proposal_id)
    accept = request.POST.get("do") == "accept"
    with refusal_shown(request):
        row = services.decide(row.pk, by=request.user, accept=accept, seen=request.POST.get("seen", ""))
        show = messages.warning if row.state == Proposal.State.LAPSED else messages.success
        show(request, _sentence(row))
    return redirect("admin:tournaments_proposals")


def _sentence(row: Proposal) -> str:
    match row.state:
        case Proposal.State.ACCEPTED:
            return _("The change is made: %(name)s.") % {"name": row.values.get("name", row.player.name)}
        case Proposal.State.DECLINED:
            return _("The proposal is declined. Whoever made it sees that.")
    return _(
        "Nothing was changed: whoever proposed it no longer works with players at that tournament, or the player is no"
        " longer entered there. The proposal is closed."
    )
