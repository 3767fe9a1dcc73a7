"""The common ground of rating lists and series: everybody reads them, organisers of their club change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.core.answers import LEFT_OUT, Answer, Day, LeftOut, Moment, Page, encode
from tournaments.api.core.enums import RatingMethod, SeriesTies, SeriesValue, TournamentState
from tournaments.api.core.fields import FOR_CLUB, Flag, Strict, Text
from tournaments.api.core.resource import OpenReading, Resource, in_slices
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.api.public.filters import asked_club
from tournaments.api.public.tournaments import JSON, PublicView
from tournaments.domain.access import Action, clubs_of, require_organiser
from tournaments.domain.locks import snapshot
from tournaments.models import Club, RatingList, Series
from tournaments.selectors import clubs, seasons
from tournaments.services import seasons as services
from tournaments.text import SLUG
from tournaments.web.conditional import form_of, season_answer

Demonstration = Annotated[bool | LeftOut, "Its people are invented; missing where they are not."]
ADDRESS = rf"^{SLUG}\Z"


class SeasonIn(Strict, s.Serializer):
    name = Text(max_length=120)
    slug = s.RegexField(ADDRESS, required=False)
    published = Flag(required=False)
    club = s.RegexField(ADDRESS, required=False, help_text=FOR_CLUB)


class SeasonEventOut(Answer):
    slug: str
    name: str
    starts: Day
    state: TournamentState
    counts: Annotated[bool, "Whether it is in what was computed."]


class SeasonLinkOut(Answer):
    slug: str
    name: str
    published: bool
    url: str
    demonstration: Demonstration = LEFT_OUT


class SeasonsOut(Page):
    results: list[SeasonLinkOut]


class EloOut(Answer):
    method: Annotated[RatingMethod, "`elo` goes by the numbers that begin with `elo_`."]
    elo_start: int
    elo_k: int
    elo_k_new: int
    elo_new_games: Annotated[int, "With fewer rated tables `elo_k_new` counts."]


class RatingListOut(EloOut):
    slug: str
    name: str
    published: bool
    computed_at: Moment | None
    provisional_games: int
    events: list[SeasonEventOut]
    players: str
    demonstration: Demonstration = LEFT_OUT


class SeriesRuleOut(Answer):
    value: SeriesValue
    places: str
    best: int | None
    drop: int
    ties: SeriesTies


class SeriesOut(Answer):
    slug: str
    name: str
    published: bool
    computed_at: Moment | None
    rule: SeriesRuleOut
    events: list[SeasonEventOut]
    table: str
    demonstration: Demonstration = LEFT_OUT


class RatingListSettings(EloOut):
    name: str
    slug: str
    published: bool
    provisional_games: int
    tournaments: Annotated[list[str], "All of them, also those that are not public."]


class SeriesSettings(SeriesRuleOut):
    name: str
    slug: str
    published: bool
    tournaments: Annotated[list[str], "All of them, also those that are not public."]


AN_EVENT = {"slug": "club", "name": "Club evening", "starts": "2026-11-27", "state": "finished", "counts": True}


class SeasonView(PublicView):
    """Something of one list or series (``kind``). What is not public is there for organisers of its club
    alone, who are known by a token or by the site's session."""

    kind: ClassVar[Any] = RatingList

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # The framework puts an anonymous user in its place; this one is only asked for where it matters.
        self.visitor = getattr(request, "user", None)
        return super().initialize_request(request, *args, **kwargs)

    def clubs(self, request: Request) -> QuerySet[Club]:
        """Return the clubs of which the user sees what is not public."""
        if self.token is not None:
            return clubs_of(self.token.user, Action.VIEW)
        signed_in = settings.SESSION_COOKIE_NAME in request._request.COOKIES
        return clubs_of(self.visitor if signed_in else None, Action.VIEW)

    def season(self, request: Request, slug: str) -> Any:
        """Return the list or series, for users who may see it. Raises Http404."""
        season = self.kind.objects.filter(slug=slug).select_related("club").first()
        if season is None or not (season.published or self.clubs(request).filter(pk=season.club_id).exists()):
            raise Http404(_("There is no public season “%s”.") % slug)
        return season

    def shown(self, request: Request, make: Callable[[], tuple[Answer, bool]]) -> HttpResponseBase:
        """Answer what ``make`` gives, with whether everybody may see it, or 304."""
        plain = request._request
        form = form_of(plain)
        with translation.override(form.language), snapshot():
            document, public = make()
        return season_answer(plain, form, encode(document), JSON, public=public)

    def part(self, request: Request, slug: str, write: Callable[[Any], Answer]) -> HttpResponseBase:
        """Answer a part of a list or series."""

        def make() -> tuple[Answer, bool]:
            season = self.season(request, slug)
            return write(season), season.published

        return self.shown(request, make)


class Changing:
    """Mixed into a resource that changes lists or series: what is not there for who asks is not there (404)."""

    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = None

    @property
    def replaces(self) -> Any:
        return self.takes

    def own(self, request: Request, slug: str) -> Any:
        """Return the list or series, for users who may change it. Raises Http404, PermissionDenied."""
        season = self.kind.objects.filter(slug=slug).first()
        own = clubs_of(request.user, Action.VIEW)
        if season is None or not (season.published or own.filter(pk=season.club_id).exists()):
            raise Http404(_("There is no public season “%s”.") % slug)
        require_organiser(request.user, season.club)
        return season

    def held(self, request: Request, slug: str) -> Any:
        """Return the list or series as ``own`` does, locked until the transaction ends."""
        return self.kind.objects.select_for_update(no_key=True).get(pk=self.own(request, slug).pk)

    def sent(self, request: Request, *, partial: bool = False) -> dict[str, Any]:
        values = self.takes(data=request.data, partial=partial)
        values.is_valid(raise_exception=True)
        return dict(values.validated_data)


class SeasonsAll(OpenReading, Changing, SeasonView):
    """All lists or series that one may see, and the way to a new one."""

    parser_classes = Resource.parser_classes

    def get(self, request: Request) -> HttpResponseBase:
        def make() -> tuple[Answer, bool]:
            mine = set(self.clubs(request).values_list("pk", flat=True))
            rows = self.kind.objects.filter(Q(published=True) | Q(club__in=mine))
            if club := asked_club(request):
                rows = rows.filter(club=club)
            rows = list(rows.select_related("club"))
            return in_slices(SeasonsOut, request, rows, lambda season: self.link(request, season)), not mine

        return self.shown(request, make)

    def post(self, request: Request) -> Response:
        require_organiser(request.user)
        values = self.sent(request)
        club = clubs.named(values.pop("club", ""))
        season = services.create(self.kind, values, by=request.user, club=club)
        return Response(set_up(season), status=201, headers={"Location": self.link(request, season).url})

    def link(self, request: Request, season: Any) -> SeasonLinkOut:
        url = reverse(f"api:{self.kind._meta.model_name}", args=[season.slug], request=request)
        return SeasonLinkOut.of(season, url=url, demonstration=season.club.demonstration or LEFT_OUT)


class SeasonOne(ConditionalWrite, OpenReading, Changing, SeasonView):
    """A list or series, with the address of its ``rows``."""

    parser_classes = Resource.parser_classes
    rows: ClassVar[str]

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        rows = reverse(f"api:{self.rows}", args=[slug], request=request)
        return self.part(request, slug, lambda season: shown(season, rows))

    def stored(self, request: Request, **where: Any) -> RatingListSettings | SeriesSettings:
        return set_up(self.held(request, where["slug"]))

    @if_unchanged
    def patch(self, request: Request, slug: str) -> Answer:
        season, values = self.own(request, slug), self.sent(request, partial=True)
        return set_up(services.change(self.kind, season.pk, values, by=request.user))

    def delete(self, request: Request, slug: str) -> None:
        services.remove(self.kind, self.own(request, slug).pk, by=request.user)


class SeasonSettings(ConditionalWrite, Changing, Resource):
    """All settings of a list or series."""

    def get(self, request: Request, slug: str) -> Response:
        return self.tagged(set_up(self.own(request, slug)))


class SeasonEvent(Changing, Resource):
    """A tournament of a list or series."""

    def put(self, request: Request, slug: str, event: str) -> Answer:
        return set_up(services.put_in(self.kind, self.own(request, slug).pk, event, by=request.user))

    def delete(self, request: Request, slug: str, event: str) -> None:
        services.take_out(self.kind, self.own(request, slug).pk, event, by=request.user)


class SeasonRecompute(Changing, Resource):
    """A list or series worked out anew."""

    def post(self, request: Request, slug: str) -> Answer:
        return set_up(services.recompute(self.kind, self.own(request, slug).pk, by=request.user))


def shown(season: RatingList | Series, rows: str) -> RatingListOut | SeriesOut:
    """Write a list or series with its tournaments, and the address of its players or its table."""
    events = [SeasonEventOut.of(event) for event in seasons.events_of(season)]
    invented = season.club.demonstration or LEFT_OUT
    if isinstance(season, Series):
        rule = SeriesRuleOut.of(season)
        return SeriesOut.of(season, events=events, rule=rule, table=rows, demonstration=invented)
    return RatingListOut.of(season, events=events, players=rows, demonstration=invented)


def set_up(season: RatingList | Series) -> RatingListSettings | SeriesSettings:
    """Write a list or series with all its settings and all its tournaments."""
    shape = SeriesSettings if isinstance(season, Series) else RatingListSettings
    slugs = season.events.values_list("tournament__slug", flat=True)  # type: ignore[union-attr]
    return shape.of(season, tournaments=list(slugs))
