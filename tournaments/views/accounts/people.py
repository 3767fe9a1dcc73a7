"""People as organisers of the installation keep them: doubles merged, and the data of who wants to be forgotten."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.domain.access import require_installation
from tournaments.domain.errors import Refused
from tournaments.models import Club, Merge, Player
from tournaments.selectors import doubles as selectors
from tournaments.services import erasure, merges
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
    numbers = [request.POST.get(name, "") for name in ("kept", "other")]
    if not all(text.isascii() and text.isdecimal() and len(text) < 18 for text in numbers):
        return redirect("admin:tournaments_doubles")
    kept, other = map(int, numbers)
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
    return staff_page(
        request,
        "accounts/erasure.html",
        _("Delete a person’s data"),
        context,
        of=Player,
        status=422 if problem else 200,
    )
