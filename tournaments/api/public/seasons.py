"""What rating lists and series have in common for programs: read by everybody, changed by organisers of the
installation.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.resource import OpenReading, Resource, in_slices
from tournaments.api.public.tournaments import JSON, PublicView
from tournaments.domain.access import organises, require_organiser
from tournaments.domain.snapshot import snapshot
from tournaments.models import RatingList, Series
from tournaments.selectors import seasons
from tournaments.services import seasons as services
from tournaments.web.conditional import form_of, season_answer

AN_EVENT = {
    "slug": "club",
    "name": "Club evening",
    "starts": "2026-11-27",
    "state": "finished",
    "counts": True,
}


class SeasonView(PublicView):
    """Something of one list or series (``kind``). What is not public is there for organisers of the installation
    alone, who are known by a token or by the site's session."""

    kind: ClassVar[Any] = RatingList

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # The framework puts an anonymous user in its place; this one is only asked for where it matters.
        self.visitor = getattr(request, "user", None)
        return super().initialize_request(request, *args, **kwargs)

    def organiser(self, request: Request) -> bool:
        """Whether who asks sees what is not public."""
        if self.token is not None:
            return organises(self.token.user)
        return settings.SESSION_COOKIE_NAME in request._request.COOKIES and organises(self.visitor)

    def season(self, request: Request, slug: str) -> Any:
        """The list or series, for who may see it. Raises Http404."""
        found = self.kind.objects.filter(slug=slug).first()
        if found is None or not (found.published or self.organiser(request)):
            raise Http404(_("There is no public season “%s”.") % slug)
        return found

    def shown(self, request: Request, make: Callable[[], tuple[Any, bool]]) -> HttpResponseBase:
        """What ``make`` gives, with whether everybody may see it, or 304."""
        plain = request._request
        form = form_of(plain)
        with translation.override(form.language), snapshot():
            found, public = make()
        body = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        return season_answer(plain, form, body, JSON, public=public)

    def part(self, request: Request, slug: str, write: Callable[[Any], Any]) -> HttpResponseBase:
        """Something of a list or series."""

        def make() -> tuple[Any, bool]:
            season = self.season(request, slug)
            return write(season), season.published

        return self.shown(request, make)


class Changing:
    """Mixed into a resource that changes lists or series: what is not there for who asks is not there (404)."""

    kind: ClassVar[Any] = RatingList
    takes: ClassVar[Any] = None

    def mine(self, request: Request, slug: str) -> Any:
        """The list or series, for who may change it. Raises Http404, PermissionDenied."""
        season = self.kind.objects.filter(slug=slug).first()
        if season is None or not (season.published or organises(request.user)):
            raise Http404(_("There is no public season “%s”.") % slug)
        require_organiser(request.user)
        return season

    def given(self, request: Request, *, partial: bool = False) -> dict[str, Any]:
        said = self.takes(data=request.data, partial=partial)
        said.is_valid(raise_exception=True)
        return dict(said.validated_data)


class SeasonsAll(OpenReading, Changing, SeasonView):
    """All lists or series that one may see, and the way to a new one."""

    parser_classes = Resource.parser_classes

    def listed(self, request: Request) -> HttpResponseBase:
        def make() -> tuple[Any, bool]:
            everything = self.organiser(request)
            rows = self.kind.objects.all()
            rows = list(rows if everything else rows.filter(published=True))
            return in_slices(request, rows, lambda one: self.link(request, one)), not everything

        return self.shown(request, make)

    def link(self, request: Request, one: Any) -> dict[str, Any]:
        address = reverse(f"api:{self.kind._meta.model_name}", args=[one.slug])
        return {
            "slug": one.slug,
            "name": one.name,
            "published": one.published,
            "url": request.build_absolute_uri(address),
        }

    def found(self, request: Request) -> Response:
        require_organiser(request.user)
        made = services.create(self.kind, self.given(request), by=request.user)
        return Response(set_up(made), status=201, headers={"Location": self.link(request, made)["url"]})


class SeasonOne(OpenReading, Changing, SeasonView):
    """A list or series."""

    parser_classes = Resource.parser_classes

    def change(self, request: Request, slug: str) -> Response:
        season, said = self.mine(request, slug), self.given(request, partial=True)
        return Response(set_up(services.change(self.kind, season.pk, said, by=request.user)))

    def remove(self, request: Request, slug: str) -> Response:
        services.remove(self.kind, self.mine(request, slug).pk, by=request.user)
        return Response(status=204)


class SeasonEvent(Changing, Resource):
    """A tournament of a list or series."""

    def put_in(self, request: Request, slug: str, event: str) -> Response:
        season = self.mine(request, slug)
        return Response(set_up(services.put_in(self.kind, season.pk, event, by=request.user)))

    def take_out(self, request: Request, slug: str, event: str) -> Response:
        services.take_out(self.kind, self.mine(request, slug).pk, event, by=request.user)
        return Response(status=204)


def set_up(season: RatingList | Series) -> dict[str, Any]:
    """A list or series with all its settings and all its tournaments."""
    own = rule(season) if isinstance(season, Series) else {"provisional_games": season.provisional_games}
    return {
        "name": season.name,
        "slug": season.slug,
        "published": season.published,
        **own,
        "tournaments": list(season.events.values_list("tournament__slug", flat=True)),
    }


def rule(season: Series) -> dict[str, Any]:
    return {name: getattr(season, name) for name in ("value", "places", "best", "drop", "ties")}


def an_event(one: seasons.EventShown) -> dict[str, Any]:
    return {
        "slug": one.slug,
        "name": one.name,
        "starts": one.starts.isoformat(),
        "state": one.state,
        "counts": one.counts,
    }


def head(season: RatingList | Series) -> dict[str, Any]:
    return {
        "slug": season.slug,
        "name": season.name,
        "published": season.published,
        "computed_at": season.computed_at.isoformat() if season.computed_at else None,
        "events": [an_event(one) for one in seasons.events_of(season)],
    }
