"""The demonstration, from the desk's first page: its games stopped and started, the whole of it removed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.domain.access import require_installation
from tournaments.services import demonstration


@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Remove the demonstration, or let its games play on or stand still."""
    require_installation(request.user, _("Only an organiser of this installation can change the demonstration."))
    what = request.POST.get("do", "")
    if what in ("play", "stop"):
        demonstration.let_play(what == "play", by=request.user)
        return redirect(reverse("admin:index") + "#demonstration")
    if what == "remove":
        removed = demonstration.remove(by=request.user)
        gone = ngettext(
            "The demonstration is gone: %(count)d invented tournament with all its players.",
            "The demonstration is gone: %(count)d invented tournaments with all their players.",
            removed.events,
        )
        messages.success(request, gone % {"count": removed.events})
        if removed.kept:
            messages.info(request, _("What you made yourself is kept: %(names)s.") % {"names": ", ".join(removed.kept)})
    return redirect(f"{reverse('admin:index')}#demonstration")
