"""The clock at the desk."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.services import clock as services
from tournaments.views.desk.base import at_desk
from tournaments.web.staff_pages import refusal_shown


@require_POST
@at_desk(Action.PAIR)
def act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Press one of the clock's buttons."""
    with refusal_shown(request):
        _do(tournament.pk, request.user, request.POST)
    return redirect(reverse("admin:tournaments_desk", args=[tournament.pk]) + "#clock")


def _do(pk: int, by: Any, sent: Any) -> None:
    match sent.get("do"):
        case "start":
            services.start(pk, by=by)
        case "pause":
            services.pause(pk, by=by)
        case "turn":
            services.turn(pk, by=by)
        case "more":
            services.adjust(pk, by=by, seconds=60)
        case "less":
            services.adjust(pk, by=by, seconds=-60)
        case "set":
            services.set_up(pk, by=by, kind=sent.get("kind", ""), seconds=_seconds(sent.get("time", "")))
        case _:
            raise Refused(_("The clock has no such button."))


def _seconds(text: str) -> int:
    """Read ``90`` (minutes), ``3:30`` (minutes and seconds) or ``1:30:00`` (with hours). Raises Refused."""
    parts = text.strip().split(":")
    if not 1 <= len(parts) <= 3 or not all(p.isascii() and p.isdigit() and len(p) <= 4 for p in parts):
        raise Refused(_("Enter the time as minutes (90), as 3:30 or as 1:30:00."))
    if len(parts) == 1:
        return int(parts[0]) * 60
    total = 0
    for part in parts:
        total = total * 60 + int(part)
    return total
