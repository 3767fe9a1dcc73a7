"""Tournament report files (TRF) of two-player events, out and in."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.trf.reading import MAX_BYTES
from scoring.trf.writing import TRF26
from tournaments.api.core.openapi import file_of, operation
from tournaments.api.core.resource import Resource
from tournaments.api.desk.exports import AFile
from tournaments.api.desk.tournaments import CLUB, SettingsOut, set_up
from tournaments.domain.access import require_creator
from tournaments.domain.snapshot import snapshot
from tournaments.selectors import clubs
from tournaments.services import trf

TEXT = "text/plain"
A_FILE = """012 Club evening
042 2026/11/27
092 Individual: Swiss-System (Dutch)
142 1
001    1      Anna                              1640 NED             2000/00/00  1.0    1     2 w 1
001    2      Bert                              1500 NED             2001/00/00  0.0    2     1 b 0
"""


def _one_of(request: Request, name: str, choices: list[str], default: str | None) -> str:
    """Read a choice from the query. Raises ValidationError."""
    chosen = request.query_params.get(name, default)
    if chosen not in choices:
        raise ValidationError({name: [_("must be one of: %s") % ", ".join(choice for choice in choices if choice)]})
    return chosen


class ReportFile(AFile):
    """The tournament as a report file."""

    @operation(
        "trf_export",
        "Export a report file (TRF)",
        {"type": "string"},
        kind=TEXT,
        problems=(422,),
        answered=A_FILE,
        more=[OpenApiParameter("version", {"type": "string", "enum": list(trf.VERSIONS), "default": TRF26})],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Write FIDE's format in its newest form, or as it was in 2016, of a tournament at tables of two. It has years
        of birth for users who may change players."""
        tournament = self.tournament(request, slug)
        version = _one_of(request, "version", list(trf.VERSIONS), TRF26)
        with snapshot():
            content = trf.export_report(tournament, by=request.user, version=version)
        response = HttpResponse(content, content_type=f"{TEXT}; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{tournament.slug}.{version}"'
        return response


class ReportFiles(Resource):
    """The way in."""

    parser_classes = ()
    most_body = MAX_BYTES

    @operation(
        "trf_import",
        "Import a report file (TRF)",
        SettingsOut,
        status=201,
        takes=file_of(TEXT),
        sent=A_FILE,
        more=[
            OpenApiParameter(
                "game",
                {"type": "string", "enum": sorted(trf.two_player_games())},
                required=True,
                description="A game for two; the file does not say which one was played.",
            ),
            OpenApiParameter(
                "system",
                {"type": "string", "enum": list(trf.SYSTEMS)},
                description="The pairing system; left out, what the file says.",
            ),
            CLUB,
        ],
    )
    def post(self, request: Request) -> Response:
        """Send the file as the body, up to 4 MiB; it becomes a new tournament that is not public yet, or nothing. An
        error in the file is told with its `line` and `column`."""
        require_creator(request.user)
        game = _one_of(request, "game", sorted(trf.two_player_games()), None)
        system = _one_of(request, "system", ["", *trf.SYSTEMS], "")
        club = clubs.named(request.query_params.get("club", ""))
        tournament = trf.import_report(request._request.body, by=request.user, game=game, system=system, club=club)
        where = request.build_absolute_uri(reverse("api:tournament", args=[tournament.slug]))
        return Response(set_up(tournament), status=201, headers={"Location": where})
