"""Delete-my-data, asked for at a player's page in the admin."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import Refused
from tournaments.models import Player
from tournaments.services import erasure
from tournaments.views.accounts.sessions import ask_again
from tournaments.web.staff_pages import staff_page


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
        "reasons": erasure.reasons_naming(player.name),
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
