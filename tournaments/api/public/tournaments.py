"""Public answers, conditional like the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from tournaments.api.core.answers import LEFT_OUT, Answer, AnswerRenderer, Day, Filled, LeftOut, Page, Source, encode
from tournaments.api.core.enums import Bye, ResultEnd, RoundState, TournamentState
from tournaments.api.core.openapi import operation, reads
from tournaments.api.core.problems import answer_error
from tournaments.api.core.resource import (
    LARGEST_PAGE,
    PAGE,
    KnownQuery,
    Rates,
    TokenAuthentication,
    next_page,
    whole,
    with_limits,
)
from tournaments.api.public.filters import NEWEST, filtered, filtered_entries, ordering
from tournaments.domain.access import Action, tournaments_for
from tournaments.models import ApiToken, Tournament
from tournaments.selectors import clubs
from tournaments.selectors.events import public
from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.selectors.people import shown_names
from tournaments.web.conditional import answer, form_of

NAME_HERE = "The name in this event: who shares theirs has the club or the number with it, and nobody else."


class PlayerOut(Answer):
    id: Annotated[int, Source("number")]
    name: Annotated[str, Source("own_name")]
    display_name: Annotated[str, NAME_HERE, Source("name")]
    club: Filled
    team: Annotated[Filled, Source("team_key")]
    joined: int
    left: int | None


class PlayersOut(Page):
    results: list[PlayerOut]


class PairingOut(Answer):
    system: str
    table_size: int
    rounds: Annotated[
        int | LeftOut, "Missing while it follows from the players, as a round robin's does: pairing round 1 fixes it."
    ] = LEFT_OUT


class TournamentOut(Answer):
    slug: str
    name: str
    starts: Day
    venue: str
    game: str
    pairing: PairingOut
    state: TournamentState
    version: int
    club: Annotated[str | LeftOut, "The address of its club; missing where there is only one."] = LEFT_OUT
    demonstration: Annotated[bool | LeftOut, "Its people and games are invented; missing where they are not."] = (
        LEFT_OUT
    )


class TournamentsOut(Answer):
    next: str | None
    previous: str | None
    results: list[TournamentOut]


class TeamOut(Answer):
    id: str
    name: str


class RoundLink(Answer):
    number: int
    state: RoundState
    url: str


class TournamentDetailOut(TournamentOut):
    teams: list[TeamOut]
    players: str
    rounds: list[RoundLink]
    standings: str
    crosstable: str
    movement: str
    team_standings: str
    find: str
    rounds_calendar: Annotated[str, "iCalendar."]
    results_feed: Annotated[str, "Atom."]


class TableOut(Answer):
    number: int
    seats: list[int]
    points: list[str | None] | None
    end: ResultEnd | None


class ByeOut(Answer):
    player: int
    kind: Bye


class RoundOut(Answer):
    number: int
    state: RoundState
    tables: list[TableOut]
    byes: list[ByeOut]
    players: Annotated[list[PlayerOut] | LeftOut, "The players by pairing number, with `expand=players`."] = LEFT_OUT


class HomeOut(Answer):
    tournaments: str
    ratings: str
    series: str
    clubs: str
    games: str
    systems: str
    me: str
    link: str
    rounds_calendar: Annotated[str, "iCalendar, of the tournament with this `{slug}`."]
    results_feed: Annotated[str, "Atom, of the tournament with this `{slug}`."]
    schema: str
    reference: Annotated[str, "A page for people, with every operation."]
    event_schema: str


JSON = "application/json"


class PublicView(KnownQuery, APIView):
    """No session is read or made, and everyone gets the same. A token that is sent along must be a good one."""

    token: ApiToken | None = None

    authentication_classes: ClassVar[list[Any]] = []
    permission_classes = (AllowAny,)
    renderer_classes = (AnswerRenderer,)
    parser_classes: ClassVar[list[Any]] = []
    throttle_classes: Any = (Rates,)

    def perform_authentication(self, request: Request) -> None:
        super().perform_authentication(request)
        if request.auth is None and "Authorization" in request.headers:
            credentials = TokenAuthentication().authenticate(request)
            self.token = credentials[1] if credentials else None

    def get_authenticate_header(self, request: Request) -> str:
        return TokenAuthentication().authenticate_header(request)

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response]:
        return answer_error

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        return with_limits(request, super().finalize_response(request, response, *args, **kwargs))


class TournamentView(PublicView):
    """Something of one tournament. ``make`` gives the document, inside one moment of the database.

    A tournament that is not public is there for its own staff, who are known by a token or by the site's session.
    """

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        # The framework puts an anonymous user in its place; this one is only asked for where it matters.
        self.asker = getattr(request, "user", None)
        return super().initialize_request(request, *args, **kwargs)

    def get(self, request: Request, slug: str, **arguments: Any) -> HttpResponseBase:
        def make(tournament: Tournament) -> str:
            return encode(self.make(request, tournament, **arguments))

        plain: Any = request._request
        plain.user = self.token.user if self.token else self.asker
        plain.api_token = self.token
        form = form_of(plain)
        try:
            with translation.override(form.language):
                return answer(plain, slug, form, make, JSON, where=plain.get_full_path())
        except Http404 as error:
            raise Http404(str(error) or _("There is no public tournament “%s”.") % slug) from None

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Answer:
        """Make the answer. Raises Http404, with a sentence, where there is nothing to show."""
        raise NotFound


class Home(PublicView):
    """The addresses to begin with."""

    @operation("home_get", "Where to begin", public=True)
    def get(self, request: Request) -> HomeOut:
        names = {
            "tournaments": "tournaments",
            "ratings": "ratings",
            "series": "series_all",
            "clubs": "clubs",
            "games": "games",
            "systems": "systems",
            "me": "me",
            "link": "link",
            "schema": "schema",
            "reference": "reference",
            "event_schema": "event_schema",
        }
        parts = {key: reverse(f"api:{name}", request=request) for key, name in names.items()}
        templates = {key: url.replace("/SLUG/", "/{slug}/") for key, url in _for_readers(request, "SLUG").items()}
        return HomeOut(**parts, **templates)


def _for_readers(request: Request, slug: str) -> dict[str, Any]:
    """Give the addresses for calendars and feed readers: outside the API, for they know no tokens."""
    places = {"rounds_calendar": "rounds_calendar", "results_feed": "feed"}
    return {key: reverse(name, args=[slug], request=request) for key, name in places.items()}


class Nothing(PublicView):
    """Every other address below ``/api/``."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound(_("There is nothing at this address. The API begins at %s.") % reverse("api:home"))


class NewestFirst(CursorPagination):
    """Tournaments by date, the newest first, or in the order that the query asks for."""

    ordering: tuple[str, ...] = NEWEST
    page_size = PAGE
    page_size_query_param = "page_size"
    max_page_size = LARGEST_PAGE

    def get_page_size(self, request: Request) -> int:
        """Read the size as all other lists do. Raises ValidationError; the framework would take its own silently."""
        return whole(request, "page_size", PAGE, 1, LARGEST_PAGE)


class Tournaments(PublicView):
    """All public tournaments."""

    def get(self, request: Request) -> Response:
        pages = NewestFirst()
        pages.ordering = ordering(request)
        mine = tournaments_for(self.token.user, Action.VIEW) if self.token else public.published()
        mine = clubs.with_club(filtered(request, mine))
        try:
            rows = pages.paginate_queryset(mine, request, view=self) or []
        except (NotFound, DjangoValidationError, ValueError, OverflowError, DataError):
            # the framework calls some broken cursors not found, and decodes others without looking at what they hold
            raise ValidationError({"cursor": [_("This cursor is not valid.")]}) from None
        response = Response(
            TournamentsOut(
                next=pages.get_next_link(),
                previous=pages.get_previous_link(),
                results=[TournamentOut.of(tournament, **a_tournament(tournament)) for tournament in rows],
            )
        )
        response.headers["Cache-Control"] = "private, no-store" if self.token else "no-cache"
        return response


class TournamentDetail(TournamentView):
    """One tournament, and where its parts are."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Answer:
        def address(name: str, **more: Any) -> str:
            return reverse(f"api:{name}", kwargs={"slug": tournament.slug, **more}, request=request)

        rounds = public.shown_rounds(tournament.pk)
        return TournamentDetailOut.of(
            tournament,
            **a_tournament(tournament),
            teams=[TeamOut(id=key, name=name) for key, name in shown_names.teams(tournament.pk)],
            players=address("entries"),
            rounds=[RoundLink.of(round_, url=address("round", number=round_.number)) for round_ in rounds],
            standings=address("standings"),
            crosstable=address("crosstable"),
            movement=address("movement"),
            team_standings=address("teams"),
            find=address("find"),
            **_for_readers(request, tournament.slug),
        )


class Entries(TournamentView):
    """The players in pages, by pairing number or in the order that the query asks for."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Answer:
        after = whole(request, "cursor", 0, 0, 32767)
        size = whole(request, "page_size", PAGE, 1, LARGEST_PAGE)
        if request.query_params.get("search") or request.query_params.get("ordering"):
            people = filtered_entries(request, shown_names.people(tournament.pk).values())
            numbers = [person.number for person in people]
            if after and after not in numbers:
                raise ValidationError({"cursor": [_("This cursor is not valid.")]})
            people = people[numbers.index(after) + 1 :] if after else people
        else:
            people = list(shown_names.people(tournament.pk, after, size + 1).values())
        following = None
        if len(people) > size:
            following = next_page(request, str(people[size - 1].number), size)
        return PlayersOut(next=following, results=[PlayerOut.of(person) for person in people[:size]])


EXPAND = OpenApiParameter(
    "expand", {"type": "string", "enum": ["players"]}, description="Also the players, whom the answer names by number."
)


def expanded(request: Request, tournament: Tournament) -> list[PlayerOut] | LeftOut:
    """Return the players where the query asks for them. Raises ValidationError for anything else to expand."""
    asked = request.query_params.get("expand", "")
    if asked not in ("", "players"):
        raise ValidationError({"expand": [_("must be one of: %s") % "players"]})
    return [PlayerOut.of(person) for person in shown_names.people(tournament.pk).values()] if asked else LEFT_OUT


@reads("rounds_get", "Get a published round", RoundOut, more=[EXPAND])
class RoundDetail(TournamentView):
    """A published round: tables, seats, results and byes."""

    def make(self, request: Request, tournament: Tournament, number: int = 0, **arguments: Any) -> Any:
        shown = public.round_shown(tournament.pk, number)
        if shown is None:
            raise Http404(_("Round %s is not published.") % number)
        return a_round(shown, expanded(request, tournament))


def a_tournament(row: Tournament) -> dict[str, Any]:
    """Give the members of a tournament that are not what stands in its row."""
    club = clubs.of_page(row)
    rounds = LEFT_OUT if row.rounds_open else row.rounds_planned
    invented = True if club and club.demonstration else LEFT_OUT
    return {
        "pairing": PairingOut.of(row, rounds=rounds),
        "club": club.slug if club else LEFT_OUT,
        "demonstration": invented,
    }


def _table(shown: TableShown) -> TableOut:
    points = None if shown.end is None else [seat.points for seat in shown.seats]
    return TableOut.of(shown, seats=[seat.number for seat in shown.seats], points=points)


def a_round(shown: RoundShown, players: list[PlayerOut] | LeftOut = LEFT_OUT) -> RoundOut:
    byes = [ByeOut(player=number, kind=kind) for number, kind in shown.byes]
    return RoundOut.of(shown, tables=[_table(sat) for sat in shown.tables], byes=byes, players=players)
