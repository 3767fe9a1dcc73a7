"""People as organisers of the installation keep them: doubles merged, proposed changes decided, and the data of who
wants to be forgotten."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.domain.access import Action, may, may_create, require_installation, tournaments_for
from tournaments.domain.errors import Refused
from tournaments.models import Club, Merge, Player, Proposal
from tournaments.selectors.people import people as selectors
from tournaments.services.people import erasure, merges
from tournaments.services.people import profile as services
from tournaments.text import number_of
from tournaments.views.accounts.sessions import ask_again
from tournaments.web.staff_pages import refusal_shown, staff_page


@require_safe
def doubles(request: HttpRequest) -> HttpResponse:
    """Show likely doubles of the clubs that share their people, and the merges that can be undone."""
    require_installation(request.user, _("Only an organiser of this installation can merge players."))
    context = {
        "sharing": list(Club.objects.filter(shares_people=True)),
        "doubles": selectors.doubles(),
        "merged": selectors.merged(),
    }
    return staff_page(request, "accounts/doubles.html", _("Doubles"), context, of=Player)


@require_POST
def merge(request: HttpRequest) -> HttpResponse:
    """Merge two people."""
    require_installation(request.user, _("Only an organiser of this installation can merge players."))
    kept, other = (number_of(request.POST.get(name, ""), 17) for name in ("kept", "other"))
    if not (kept and other):
        return redirect("admin:tournaments_doubles")
    with refusal_shown(request):
        done = merges.merge(kept, other, by=request.user, seen=request.POST.get("seen", ""))
        messages.success(request, _("%(name)s is one player now. You can undo this below.") % {"name": done.kept})
    return redirect("admin:tournaments_doubles")


@require_POST
def undo(request: HttpRequest, merge_id: int) -> HttpResponse:
    """Take two people apart again."""
    require_installation(request.user, _("Only an organiser of this installation can merge players."))
    row = get_object_or_404(Merge, pk=merge_id)
    with refusal_shown(request):
        other = merges.undo(row.pk, by=request.user)
        messages.success(request, _("%(name)s: these are two players again.") % {"name": other})
    return redirect("admin:tournaments_doubles")


@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what will be deleted and what stays; a POST with the name typed deletes it."""
    erasure.require_eraser(request.user)
    if way := ask_again(request):
        return way
    player = get_object_or_404(Player, pk=pk)
    problem = ""
    if request.method == "POST":
        try:
            gone = erasure.erase(pk, by=request.user, typed=request.POST.get("name", "")[:200])
        except Refused as error:
            problem = error.message
        else:
            messages.success(request, _("The person’s data have been deleted; the results stay with “%s”.") % gone.name)
            return redirect("admin:tournaments_player_changelist")
    context = {
        "player": player,
        "traces": erasure.traces(player),
        "reasons": erasure.reasons_naming(player),
        "problem": problem,
    }
    return staff_page(request, "accounts/erasure.html", _("Delete a person’s data"), context, of=Player)


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
