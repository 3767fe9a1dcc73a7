"""One player for programs: the page in a tournament, the table now, and the search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.reverse import reverse

from tournaments.api.core.answers import Answer, Source
from tournaments.api.core.enums import Bye, ResultEnd
from tournaments.api.core.fields import SMALL
from tournaments.api.core.openapi import reads
from tournaments.api.public.tournaments import NAME_HERE, PlayerOut, TournamentView
from tournaments.models import Tournament
from tournaments.search import LONGEST_QUERY
from tournaments.selectors import labels, seasons
from tournaments.selectors.events import public
from tournaments.selectors.events.public import Appearance, TableShown
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds.colours import brought, rule_of
from tournaments.selectors.standings import rank_movement
from tournaments.selectors.standings.standings import Rank, StandingsShown, standings_shown
from tournaments.sentences import sentence
from tournaments.web.hall_cache import kept_for

A_PLAYER = {"id": 1, "name": "Anna", "display_name": "Anna", "club": "Leiden", "team": None, "joined": 1, "left": None}
A_SEAT = {
    "position": 1,
    "seat": "White",
    "player": 1,
    "name": "Anna",
    "display_name": "Anna",
    "in_team": None,
    "points": None,
}
BESIDE = A_SEAT | {"position": 2, "seat": "Red", "player": 5, "name": "Bert", "display_name": "Bert"}
A_TABLE = {"number": 3, "fixed": False, "end": None, "seats": [A_SEAT, BESIDE]}


class SeatOut(Answer):
    position: int
    seat: Annotated[str, "What the seat is called, such as White."]
    player: Annotated[int, Source("number")]
    name: str
    display_name: Annotated[str, NAME_HERE]
    in_team: Annotated[str | None, "Their team and board, such as “Leiden, board 2”, where a team wins the event."]
    points: str | None


class OwnTableOut(Answer):
    number: int
    fixed: Annotated[bool, "Somebody there always sits at it."]
    seats: list[SeatOut]
    end: ResultEnd | None


class OwnStandingOut(Answer):
    after_round: int
    final: bool
    current: bool
    rank: int
    points: str
    tie_breaks: dict[str, str]


class OwnRoundOut(Answer):
    round: int
    table: OwnTableOut | None
    bye: Bye | None
    reason: Annotated[str, "Why the table is so, as the pairing said it."]
    points: Annotated[
        str | None, "What the table brings to the standings: of two colours what `scoring.two_colours` makes of both."
    ]
    rank: Annotated[int | None, "After this round."]
    total: Annotated[str | None, "The player's points after this round."]


class RatedInOut(Answer):
    slug: str
    name: str
    url: str


class PlayerPageOut(Answer):
    player: PlayerOut
    standing: OwnStandingOut | None
    rounds: list[OwnRoundOut]
    ratings: list[RatedInOut]


class MyTableOut(Answer):
    player: PlayerOut
    round: int | None
    table: OwnTableOut | None
    bye: Bye | None
    standing: OwnStandingOut | None
    reports: Annotated[bool, "Whether players report their results themselves."]


class FoundOut(Answer):
    player: PlayerOut
    table: int | None
    seats: list[str]
    bye: Bye | None
    url: Annotated[str, "The player's table."]


class FoundAllOut(Answer):
    results: list[FoundOut]


A_STANDING = {"after_round": 1, "final": True, "current": True, "rank": 2, "points": "8", "tie_breaks": {"BH": "31/2"}}
A_PAGE = {
    "player": A_PLAYER,
    "standing": A_STANDING,
    "ratings": [],
    "rounds": [
        {
            "round": 1,
            "table": A_TABLE,
            "bye": None,
            "reason": "equal scores sit together",
            "points": None,
            "rank": 2,
            "total": "8",
        }
    ],
}
MY_TABLE = {"player": A_PLAYER, "round": 2, "table": A_TABLE, "bye": None, "standing": A_STANDING, "reports": True}


def a_table(shown: TableShown, people: Mapping[int, Person], colours: tuple[str, ...]) -> OwnTableOut:
    """Write a table with its players' names, as everyone may read them."""
    seats = [
        SeatOut.of(
            seat,
            seat=labels.seat(colours, seat.position, str(get_language()))[2],
            name=people[seat.number].own_name,
            display_name=people[seat.number].name,
            in_team=people[seat.number].in_team or None,
        )
        for seat in shown.seats
    ]
    return OwnTableOut.of(shown, seats=seats)


def _standing(shown: StandingsShown | None, row: Rank | None) -> OwnStandingOut | None:
    if shown is None or row is None:
        return None
    return OwnStandingOut.of(
        shown,
        final=shown.final and shown.current,
        rank=row.rank,
        points=row.points,
        tie_breaks={code: row.tie_breaks[code] for code in shown.tie_breaks if code in row.tie_breaks},
    )


def _points(own: Appearance, number: int, rule: str) -> str | None:
    """Add up what a player's seats at a table bring to the standings."""
    if own.table is None:
        return None
    whole = brought((seat.points for seat in own.table.seats if seat.number == number), rule)
    return None if whole is None else str(whole.value)


@reads(
    "players_get",
    "Get a player of a tournament",
    PlayerPageOut,
    answered=A_PAGE,
    about="The player's tables with seats, opponents and points, and the rank after each round.",
)
class PlayerPage(TournamentView):
    """A player's page in a tournament."""

    def make(self, request: Request, tournament: Tournament, number: int = 0, **arguments: Any) -> Any:
        if not 1 <= number <= SMALL:
            raise Http404(_("There is no player %(number)d.") % {"number": number})
        own = public.appearances(tournament.pk, number)
        sat = {seat.number for appearance in own if appearance.table for seat in appearance.table.seats}
        people = shown_names.people(tournament.pk, only={number, *sat})
        if number not in people:
            raise Http404(_("There is no player %(number)d.") % {"number": number})
        rounds = public.shown_rounds(tournament.pk)
        shown = standings_shown(tournament, rounds, number=number)
        steps = {
            step.round: step for step in rank_movement.steps(tournament.pk, rounds[-1].number if rounds else 0, number)
        }
        colours = public.seat_names(tournament)
        rule = rule_of(tournament)
        return PlayerPageOut(
            player=PlayerOut.of(people[number]),
            standing=_standing(shown, shown.rows[0] if shown and shown.rows else None),
            rounds=[
                OwnRoundOut.of(
                    appearance,
                    table=None if appearance.table is None else a_table(appearance.table, people, colours),
                    reason=sentence(appearance.table.reason) if appearance.table else "",
                    points=_points(appearance, number, rule),
                    rank=steps[appearance.round].rank if appearance.round in steps else None,
                    total=steps[appearance.round].points if appearance.round in steps else None,
                )
                for appearance in own
            ],
            ratings=[
                RatedInOut(
                    slug=slug,
                    name=name,
                    url=reverse("api:rating_player", args=[slug, player], request=request),
                )
                for slug, name, player in seasons.of_player(tournament.pk, number)
            ],
        )


class HallView(TournamentView):
    """An answer that everybody in the hall asks for at the same moment: read once a version."""

    def hall(self, request: Request, tournament: Tournament) -> Hall:
        return kept_for(request._request, tournament.slug, str(get_language())).hall


def my_table(hall: Hall, number: int) -> MyTableOut:
    """Write where a player is in the newest round, and how they stand."""
    place = hall.places.get(number)
    table = place.table if place else None
    return MyTableOut(
        player=PlayerOut.of(hall.people[number]),
        round=hall.round.number if hall.round else None,
        table=None if table is None else a_table(table, hall.people, hall.colours),
        bye=place.bye if place else None,
        standing=_standing(hall.standings, hall.ranks.get(number)),
        reports=hall.reports,
    )


@reads(
    "players_get_table",
    "Get the current table of a player",
    MyTableOut,
    answered=MY_TABLE,
    about="Without a table and without a bye the player does not play in the newest round.",
)
class Mine(HallView):
    """A player's table now."""

    def make(self, request: Request, tournament: Tournament, number: int = 0, **arguments: Any) -> Any:
        hall = self.hall(request, tournament)
        if number not in hall.people:
            raise Http404(_("There is no player %(number)d.") % {"number": number})
        return my_table(hall, number)


@reads(
    "players_find",
    "Find a player",
    FoundAllOut,
    more=[
        OpenApiParameter(
            "q", {"type": "string"}, required=False, description="A name or a part of it, or a pairing number."
        )
    ],
    answered={
        "results": [
            {
                "player": A_PLAYER,
                "table": 3,
                "seats": ["White"],
                "bye": None,
                "url": "https://club.example/api/v1/tournaments/club/mine/1/",
            }
        ]
    },
    about="The best first, at most twelve. Accents do not matter, a slip of the finger is forgiven.",
)
class Find(HallView):
    """The search for a player: what is typed may be half right."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        hall = self.hall(request, tournament)
        numbers = hall.find(request.query_params.get("q", "")[:LONGEST_QUERY].strip())
        return FoundAllOut(results=[_found(request, hall, number) for number in numbers])


def _found(request: Request, hall: Hall, number: int) -> FoundOut:
    place = hall.places.get(number)
    table = place.table if place else None
    language = str(get_language())
    seats = [seat.position for seat in table.seats if seat.number == number] if table else []
    return FoundOut(
        player=PlayerOut.of(hall.people[number]),
        table=table.number if table else None,
        seats=[labels.seat(hall.colours, position, language)[2] for position in seats],
        bye=place.bye if place else None,
        url=reverse("api:mine", args=[hall.tournament.slug, number], request=request),
    )
