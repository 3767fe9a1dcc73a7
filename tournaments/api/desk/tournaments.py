"""Whole tournaments: founded, set up, taken away; their documents out and in."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_view
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.options import plain
from tournaments.api.core.answers import members
from tournaments.api.core.fields import FOR_CLUB
from tournaments.api.core.idempotency import idempotent
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.preconditions import ConditionalWrite, if_unchanged
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, by_cursor, checked, flag
from tournaments.api.desk import tournaments_serializers
from tournaments.api.desk.tournaments_answers import SETTINGS_SHOWN, ImportOut, ImportsOut, SettingsOut
from tournaments.api.public import renderers
from tournaments.api.public.filters import FILTERS
from tournaments.api.public.tournaments import TournamentDetail, Tournaments
from tournaments.api.public.tournaments_answers import TournamentDetailOut, TournamentsOut
from tournaments.domain.access import Action, require, require_creator
from tournaments.domain.setup import options_of
from tournaments.domain.snapshot import snapshot
from tournaments.imports.archive import MAX_BYTES
from tournaments.models import EventImport, Tournament
from tournaments.selectors import clubs
from tournaments.selectors.event_documents import archive_text, document_text
from tournaments.selectors.events import pairing_of
from tournaments.sentences import sentence
from tournaments.services import event_imports, tournaments

NEW = {
    "name": "Club evening",
    "game": "quatro-chess",
    "pairing": {"system": "tables", "rounds": 5, "table_size": 4},
    "scoring": {"tie_breaks": ["DE", "BH"]},
}
CLUB = OpenApiParameter("club", {"type": "string"}, description=FOR_CLUB)
A_FLAG = {"type": "integer", "enum": [0, 1]}


def set_up(tournament: Tournament) -> SettingsOut:
    """Write a tournament with all its settings."""
    return SettingsOut(
        **members(renderers.tournament(tournament)) | {"pairing": pairing_of(tournament)},
        **{setting.name: getattr(tournament, setting.name) for setting in SETTINGS_SHOWN},
        rating_list=tournament.rating_list.slug if tournament.rating_list else None,
        archived_at=tournament.archived_at.isoformat() if tournament.archived_at else None,
        former_slugs=[former.slug for former in tournament.former_addresses.all()],
        options=tournament.options,
        options_as_played={key: plain(value) for key, value in options_of(tournament).items()},
        scoring=tournament.scoring,
    )


@extend_schema_view(
    get=operation(
        "tournaments_list",
        "List the tournaments",
        TournamentsOut,
        public=True,
        more=[*PAGES, *FILTERS],
        about="List the public ones; with a token also those that are not public yet and that you work at.",
    )
)
class TournamentsAll(OpenReading, Tournaments):
    """The tournaments that one may see, and the way to a new one."""

    parser_classes = Resource.parser_classes

    @operation(
        "tournaments_create",
        "Create a tournament",
        SettingsOut,
        status=201,
        takes=tournaments_serializers.TournamentIn,
        sent=NEW,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Create it with these settings; only the name is needed. For organisers. `options`,
        `pairing` and `scoring` are the event document's."""
        require_creator(request.user)
        values = checked(tournaments_serializers.TournamentIn, request)
        club = clubs.named(values.pop("club", ""))
        tournament = tournaments.create(values, by=request.user, club=club)
        where = request.build_absolute_uri(reverse("api:tournament", args=[tournament.slug]))
        return Response(set_up(tournament), status=201, headers={"Location": where})


@extend_schema_view(get=operation("tournaments_get", "Get a tournament", TournamentDetailOut, public=True))
class TournamentOne(ConditionalWrite, OpenReading, TournamentResource, TournamentDetail):
    """One tournament."""

    asks = Action.EDIT
    parser_classes = Resource.parser_classes
    replaces = tournaments_serializers.SettingsIn

    def stored(self, request: Request, **where: Any) -> SettingsOut:
        return set_up(self.held(request, where["slug"]))

    @operation(
        "tournaments_update",
        "Change the settings of a tournament",
        SettingsOut,
        takes=tournaments_serializers.SettingsIn(partial=True),
        sent={"published": True},
        seen=True,
    )
    @idempotent
    @if_unchanged
    def patch(self, request: Request, slug: str) -> Response:
        """Replace `options`, `pairing` and `scoring` each as a whole. Once round 1 is paired, what its rounds rest on
        stays; what touches a running event is asked first (409, `confirm_needed`): send it again with the keys in
        `confirm`."""
        tournament = self.tournament(request, slug)
        values = checked(tournaments_serializers.SettingsIn, request, partial=True)
        confirmed = values.pop("confirm", ())
        return Response(set_up(tournaments.change(tournament.pk, values, by=request.user, confirmed=confirmed)))

    @operation("tournaments_delete", "Delete a tournament that has not begun", status=204)
    @idempotent
    def delete(self, request: Request, slug: str) -> Response:
        tournament = self.tournament(request, slug)
        tournaments.remove(tournament.pk, by=request.user)
        return Response(status=204)


class Settings(ConditionalWrite, TournamentResource, Resource):
    """The settings, all of them."""

    replaces = tournaments_serializers.SettingsIn

    @operation("tournaments_get_settings", "Get all settings of a tournament", SettingsOut, seen=True)
    def get(self, request: Request, slug: str) -> Response:
        return self.tagged(set_up(self.tournament(request, slug)))


class Document(TournamentResource, Resource):
    """The tournament as an event document."""

    @operation(
        "tournaments_get_document",
        "Get the event document, or the archive",
        OpenApiTypes.OBJECT,
        more=[
            OpenApiParameter("archive", A_FLAG, description="1: with what only the site knows (organisers only)."),
            OpenApiParameter("records", A_FLAG, description="1: an archive with the game records."),
            OpenApiParameter("log", A_FLAG, description="1: an archive with the log of all changes."),
        ],
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the document; its schema is at /api/v1/event.schema.json. The same tournament always gives the same
        bytes."""
        tournament = self.tournament(request, slug)
        records = flag(request, "records")
        log = flag(request, "log")
        archive = flag(request, "archive") or records or log
        if archive:
            # years of birth, which an arbiter has no need of
            require(request.user, Action.KEEP, tournament)
        with snapshot():
            now = Tournament.objects.get(pk=tournament.pk)
            text = archive_text(now, by=request.user, records=records, log=log) if archive else document_text(now)
        response = HttpResponse(text, content_type="application/json")
        name = f"{tournament.slug}{'-archive' if archive else ''}.json"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


def an_import(row: EventImport) -> ImportOut:
    return ImportOut(
        id=row.pk,
        state=row.state,
        percent=row.percent,
        problem=sentence(row.problem),
        place=row.place,
        tournament=row.tournament.slug if row.tournament else None,
        filename=row.filename,
        uploaded_at=row.uploaded_at.isoformat(),
    )


class Imports(Resource):
    """Event documents on their way in. A worker imports them, all or nothing."""

    parser_classes = ()
    most_body = MAX_BYTES

    @operation("imports_list", "List your imports", ImportsOut, pages=True)
    def get(self, request: Request) -> Response:
        require_creator(request.user)
        return by_cursor(ImportsOut, request, _mine(request), an_import)

    @operation(
        "imports_create",
        "Import an event document or an archive",
        ImportOut,
        status=202,
        takes={"application/json": OpenApiTypes.OBJECT},
        more=[OpenApiParameter("slug", {"type": "string"}, description="The new tournament's address."), CLUB],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Send the document as the body, up to 32 MiB. Look at the import until its state is `done` or `refused`."""
        require_creator(request.user)
        slug = request.query_params.get("slug", "")
        if len(slug) > 74:
            raise ValidationError(
                {"slug": [_("An address can have only letters, digits, - and _, at most 74 characters.")]}
            )
        club = clubs.named(request.query_params.get("club", ""))
        waiting = event_imports.upload(by=request.user, content=request._request.body, slug=slug, club=club)
        where = request.build_absolute_uri(reverse("api:import", args=[waiting.pk]))
        return Response(an_import(waiting), status=202, headers={"Location": where})


def _mine(request: Request) -> Any:
    return EventImport.objects.filter(uploaded_by=request.user).select_related("tournament").defer("content")


class ImportOne(Resource):
    """One import."""

    def own(self, request: Request, import_id: int) -> EventImport:
        require_creator(request.user)
        row: EventImport | None = _mine(request).filter(pk=import_id).first()
        if row is None:
            raise Http404(_("You have no such import."))
        return row

    @operation("imports_get", "Get an import and its progress", ImportOut)
    def get(self, request: Request, import_id: int) -> Response:
        return Response(an_import(self.own(request, import_id)))

    @operation("imports_cancel", "Cancel an import", ImportOut, writes=True)
    @idempotent
    def delete(self, request: Request, import_id: int) -> Response:
        """Keep nothing of it. An import that is over stays as it is."""
        self.own(request, import_id)
        event_imports.cancel(import_id, by=request.user)
        return Response(an_import(self.own(request, import_id)))
