"""The clubs of this site for programs. What they show of their events is asked of the events."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.core.answers import LEFT_OUT, Answer, LeftOut, Page
from tournaments.api.core.openapi import PAGES, operation
from tournaments.api.core.resource import found, in_slices
from tournaments.api.public.tournaments import PublicView
from tournaments.models import Club


class ClubOut(Answer):
    slug: str
    name: str
    url: str
    demonstration: Annotated[bool | LeftOut, "Its people are invented; missing where they are not."] = LEFT_OUT


class ClubsOut(Page):
    results: list[ClubOut]


class ClubDetailOut(ClubOut):
    logo: Annotated[str | None, "A PNG."]
    page: Annotated[str, "The club's page for people."]
    calendar: Annotated[str, "Its public tournaments as iCalendar."]
    tournaments: str
    ratings: str
    series: str


A_CLUB = {"slug": "leiden", "name": "LSG Leiden", "url": "https://club.example/api/v1/clubs/leiden/"}


class Clubs(PublicView):
    """The clubs of this site."""

    @operation(
        "clubs_list", "List the clubs", ClubsOut, public=True, more=PAGES, answered={"next": None, "results": [A_CLUB]}
    )
    def get(self, request: Request) -> Response:
        """Return the clubs by name. There is always one; while there is no second one, no page names it."""

        def write(row: tuple[str, str, bool]) -> ClubOut:
            slug, name, invented = row
            return ClubOut(slug=slug, name=name, url=_url(request, slug), demonstration=invented or LEFT_OUT)

        rows = list(Club.objects.values_list("slug", "name", "demonstration"))
        answer = in_slices(ClubsOut, request, rows, write)
        return Response(answer, headers={"Cache-Control": "no-cache"})


class ClubOne(PublicView):
    """One club, and where its parts are."""

    @operation(
        "clubs_get",
        "Get a club",
        ClubDetailOut,
        public=True,
        answered=A_CLUB
        | {
            "logo": "https://club.example/c/leiden/logo.png",
            "page": "https://club.example/c/leiden/",
            "calendar": "https://club.example/c/leiden/events.ics",
            "tournaments": "https://club.example/api/v1/tournaments/?club=leiden",
            "ratings": "https://club.example/api/v1/ratings/?club=leiden",
            "series": "https://club.example/api/v1/series/?club=leiden",
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return a club's name, and the addresses of its events, seasons and calendar."""
        club = found(Club.objects.filter(slug=slug), _("There is no club “%(slug)s”.") % {"slug": slug})

        def address(name: str, *more: Any, query: str = "") -> str:
            return str(reverse(name, args=more, request=request)) + query

        only = f"?club={club.slug}"
        answer = ClubDetailOut(
            slug=club.slug,
            name=club.name,
            url=_url(request, club.slug),
            demonstration=club.demonstration or LEFT_OUT,
            logo=address("club_logo", club.slug) if club.logo else None,
            page=address("club", club.slug),
            calendar=address("club_calendar", club.slug),
            tournaments=address("api:tournaments", query=only),
            ratings=address("api:ratings", query=only),
            series=address("api:series_all", query=only),
        )
        return Response(answer, headers={"Cache-Control": "no-cache"})


def _url(request: Request, slug: str) -> str:
    return reverse("api:club", args=[slug], request=request)
