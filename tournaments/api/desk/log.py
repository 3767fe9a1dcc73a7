"""The log: who changed what, when, through which door, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Moment, Page, Source
from tournaments.api.core.enums import LogAction, LogDoor, LogKind, LogRole
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import (
    LARGEST_PAGE,
    PAGE,
    Resource,
    TournamentResource,
    decoded,
    encoded,
    next_page,
    whole,
)
from tournaments.domain.access import Action, require_installation
from tournaments.domain.locks import snapshot
from tournaments.forms.log import LogForm
from tournaments.models import Tournament
from tournaments.selectors import log as selectors


class LogLine(Answer):
    id: Annotated[int, Source("entry.pk")]
    at: Annotated[Moment, Source("entry.at")]
    kind: Annotated[LogKind, Source("entry.kind")]
    action: Annotated[LogAction, Source("entry.action")]
    tournament: str
    text: Annotated[str, Source("what")]
    who: str
    role: Annotated[LogRole | None, "The role that the person had then; null: none, or nobody did it."]
    door: Annotated[LogDoor, Source("entry.door")]
    reason: Annotated[str, Source("entry.reason")]


class LogOut(Page):
    results: list[LogLine]


TEXT, COUNT, TIME = ({"type": "string"}, {"type": "integer", "minimum": 1}, {"type": "string", "format": "date-time"})
FILTERS = [
    OpenApiParameter("actor", TEXT, description="Who did it, by the name that the log gives."),
    OpenApiParameter("kind", TEXT, description="What it is about, such as `result`, `round`, `entry`, `penalty`."),
    OpenApiParameter("player", TEXT, description="A part of a name, or a pairing number."),
    OpenApiParameter("round", COUNT | {"maximum": 1000}),
    OpenApiParameter("table", COUNT | {"maximum": 30_000}),
    OpenApiParameter("since", TIME),
    OpenApiParameter("until", TIME),
    OpenApiParameter("details", {"type": "integer", "enum": [0, 1]}, description="1: also every seat and table."),
]


def _page(request: Request, tournament: Tournament | None) -> Response:
    """Answer a page of the log by the site's own filters. Raises ValidationError for one that is none."""
    size = whole(request, "page_size", PAGE, 1, LARGEST_PAGE)
    query = request.query_params.copy()
    query.pop("before", None)
    if query.get("details") == "0":
        del query["details"]
    form = LogForm(tournament, query)
    if not form.is_valid():
        raise ValidationError({name: [str(error) for error in errors] for name, errors in form.errors.items()})
    cursor = request.query_params.get("cursor", "")
    wanted = replace(form.wanted, before=decoded(cursor) if cursor else None)
    with snapshot():
        page = selectors.page(wanted, size)
    following = None if page.older is None else next_page(request, encoded(page.older), size)
    return Response(
        LogOut(next=following, results=[LogLine.of(line, role=line.entry.role or None) for line in page.lines])
    )


class Log(TournamentResource, Resource):
    """The log of a tournament."""

    asks = Action.LOG

    @operation("log_list_tournament", "List the log of a tournament", LogOut, pages=True, more=FILTERS)
    def get(self, request: Request, slug: str) -> Response:
        """List the newest line first. `text` is the sentence, without who did it and why."""
        return _page(request, self.tournament(request, slug))


class WholeLog(Resource):
    """The log of the whole installation."""

    @operation("log_list", "List the log of the installation", LogOut, pages=True, more=FILTERS)
    def get(self, request: Request) -> Response:
        """Return the newest lines first. For organisers of the installation."""
        require_installation(request.user, _("Only organisers of the installation may see the whole log."))
        return _page(request, None)
