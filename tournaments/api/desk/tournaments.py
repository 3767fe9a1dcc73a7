"""Whole tournaments: founded, set up, taken away; their documents out and in."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.core.options import plain
from tournaments.api.core.answers import Answer, Moment, Page, Sentence, Source
from tournaments.api.core.enums import ImportState
from tournaments.api.core.fields import FOR_CLUB, PlainObject, Strict, Text, member, setting_fields
from tournaments.api.core.openapi import PAGES, operation, reads
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, by_cursor, checked, flag, found
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.api.public.filters import FILTERS
from tournaments.api.public.tournaments import (
    TournamentDetail,
    TournamentDetailOut,
    TournamentOut,
    Tournaments,
    TournamentsOut,
    a_tournament,
)
from tournaments.domain.access import Action, require, require_creator
from tournaments.domain.locks import snapshot
from tournaments.domain.setup import USUAL_GAME, options_of
from tournaments.imports.archive import MAX_BYTES
from tournaments.models import EventImport, Tournament
from tournaments.models.settings import SETTINGS
from tournaments.selectors import clubs
from tournaments.selectors.events.events import pairing_of
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.services.events import event_imports, tournaments
from tournaments.text import SLUG
from tournaments.web.staff_pages import private_file

PAIRING = (
    "Left out of a new tournament: `system` is `tables`, or `berger` where the game is for two; `table_size` is the "
    "first of the system that the game can be played at; `rounds` are as many as the system makes for the players."
)


class TournamentIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(rf"^{SLUG}\Z", required=False)
    starts = s.DateField(required=False)
    vars().update(setting_fields())
    rating_list = s.RegexField(
        rf"^{SLUG}\Z",
        required=False,
        allow_null=True,
        help_text="The season ratings that count here and seed the players, by their address.",
    )
    game = Text(required=False, max_length=40, help_text=f"A new tournament without a game is one of `{USUAL_GAME}`.")
    options = PlainObject(required=False)
    pairing = PlainObject(required=False, help_text=PAIRING)
    scoring = PlainObject(required=False)
    club = s.RegexField(rf"^{SLUG}\Z", required=False, help_text=FOR_CLUB)


class SettingsIn(TournamentIn):
    club = None  # type: ignore[assignment]
    former_slugs = s.ListField(
        child=s.RegexField(rf"^{SLUG}\Z"),
        required=False,
        max_length=1000,
        help_text="Earlier addresses that still lead here. One that is left out is let go.",
    )
    confirm = s.ListField(
        child=Text(max_length=40),
        required=False,
        max_length=40,
        help_text="The keys of what was asked (409, `confirm_needed`) and is confirmed.",
    )


SHOWN = {each.name: member(each.column, each.about) for each in SETTINGS if each.name not in TournamentOut.known}


class SettingsOut(TournamentOut, first=SHOWN):
    rating_list: Annotated[str | None, Source("rating_list.slug")]
    archived_at: Moment | None
    former_slugs: Annotated[list[str], "Earlier addresses that still lead here."]
    options: dict[str, Any]
    options_as_played: Annotated[
        dict[str, Any],
        "All options of the game as they hold here: chosen, implied by the pairing system (the partners of "
        "team games), or the game's defaults.",
    ]
    pairing: dict[str, Any]  # type: ignore[assignment]
    scoring: dict[str, Any]


class ImportOut(Answer):
    id: int
    state: ImportState
    percent: int
    problem: Sentence
    place: str
    tournament: Annotated[str | None, Source("tournament.slug")]
    filename: str
    uploaded_at: Moment


class ImportsOut(Page):
    results: list[ImportOut]


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
    return SettingsOut.of(
        tournament,
        **a_tournament(tournament) | {"pairing": pairing_of(tournament)},
        former_slugs=[former.slug for former in tournament.former_addresses.all()],
        options_as_played={key: plain(value) for key, value in options_of(tournament).items()},
    )


@reads(
    "tournaments_list",
    "List the tournaments",
    TournamentsOut,
    more=[*PAGES, *FILTERS],
    about="List the public ones; with a token also those that are not public yet and that you work at.",
)
class TournamentsAll(OpenReading, Tournaments):
    """The tournaments that one may see, and the way to a new one."""

    parser_classes = Resource.parser_classes

    @operation("tournaments_create", "Create a tournament", SettingsOut, status=201, takes=TournamentIn, sent=NEW)
    def post(self, request: Request) -> Response:
        """Create it with these settings; only the name is needed. For organisers. `options`,
        `pairing` and `scoring` are the event document's."""
        require_creator(request.user)
        values = checked(TournamentIn, request)
        club = clubs.named(values.pop("club", ""))
        tournament = tournaments.create(values, by=request.user, club=club)
        where = reverse("api:tournament", args=[tournament.slug], request=request)
        return Response(set_up(tournament), status=201, headers={"Location": where})


@reads("tournaments_get", "Get a tournament", TournamentDetailOut)
class TournamentOne(ConditionalWrite, OpenReading, TournamentResource, TournamentDetail):
    """One tournament."""

    asks = Action.EDIT
    parser_classes = Resource.parser_classes
    replaces = SettingsIn

    def stored(self, request: Request, **where: Any) -> SettingsOut:
        return set_up(self.held(request, where["slug"]))

    @operation(
        "tournaments_update",
        "Change the settings of a tournament",
        takes=SettingsIn(partial=True),
        sent={"published": True},
        seen=True,
    )
    @if_unchanged
    def patch(self, request: Request, slug: str) -> SettingsOut:
        """Replace `options`, `pairing` and `scoring` each as a whole. Once round 1 is paired, what its rounds rest on
        stays; what touches a running event is asked first (409, `confirm_needed`): send it again with the keys in
        `confirm`."""
        tournament = self.tournament(request, slug)
        values = checked(SettingsIn, request, partial=True)
        confirmed = values.pop("confirm", ())
        return set_up(tournaments.change(tournament.pk, values, by=request.user, confirmed=confirmed))

    @operation("tournaments_delete", "Delete a tournament that has not begun", status=204)
    def delete(self, request: Request, slug: str) -> None:
        tournament = self.tournament(request, slug)
        tournaments.remove(tournament.pk, by=request.user)


class Settings(ConditionalWrite, TournamentResource, Resource):
    """The settings, all of them."""

    replaces = SettingsIn

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
        name = f"{tournament.slug}{'-archive' if archive else ''}.json"
        return private_file(text, "application/json", name)


class Imports(Resource):
    """Event documents on their way in. A worker imports them, all or nothing."""

    parser_classes = ()
    most_body = MAX_BYTES

    @operation("imports_list", "List your imports", pages=True)
    def get(self, request: Request) -> ImportsOut:
        require_creator(request.user)
        return by_cursor(ImportsOut, request, _mine(request), ImportOut.of)

    @operation(
        "imports_create",
        "Import an event document or an archive",
        ImportOut,
        status=202,
        takes={"application/json": OpenApiTypes.OBJECT},
        more=[OpenApiParameter("slug", {"type": "string"}, description="The new tournament's address."), CLUB],
    )
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
        where = reverse("api:import", args=[waiting.pk], request=request)
        return Response(ImportOut.of(waiting), status=202, headers={"Location": where})


def _mine(request: Request) -> QuerySet[EventImport]:
    return EventImport.objects.filter(uploaded_by=request.user).select_related("tournament").defer("content")


class ImportOne(Resource):
    """One import."""

    def own(self, request: Request, import_id: int) -> EventImport:
        require_creator(request.user)
        return found(_mine(request).filter(pk=import_id), _("You have no such import."))

    @operation("imports_get", "Get an import and its progress")
    def get(self, request: Request, import_id: int) -> ImportOut:
        return ImportOut.of(self.own(request, import_id))

    @operation("imports_cancel", "Cancel an import", writes=True)
    def delete(self, request: Request, import_id: int) -> ImportOut:
        """Keep nothing of it. An import that is over stays as it is."""
        self.own(request, import_id)
        event_imports.cancel(import_id, by=request.user)
        return ImportOut.of(self.own(request, import_id))
