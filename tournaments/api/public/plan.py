"""The schedule of all rounds for programs: the Berger table, and others like it."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Source
from tournaments.api.core.openapi import reads
from tournaments.api.public.tournaments import TournamentView
from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.rounds.plan import knows_its_schedule, plan_of


class PlannedSeatOut(Answer):
    position: int
    player: Annotated[int, "The pairing number.", Source("number")]
    points: Annotated[str | None, "Null: not known yet."]


class PlannedTableOut(Answer):
    number: int
    seats: list[PlannedSeatOut]


class PlannedRoundOut(Answer):
    number: int
    made: Annotated[bool, "Everybody can see it; else it is as the system will make it."]
    tables: list[PlannedTableOut]
    byes: Annotated[list[int], "The pairing numbers of those who do not play."]


class ScheduleOut(Answer):
    named: Annotated[bool, "The numbers are those of players; before the first round they can still change hands."]
    rounds: list[PlannedRoundOut]


@reads(
    "rounds_schedule",
    "Get the schedule of all rounds",
    ScheduleOut,
    answered={
        "named": True,
        "rounds": [
            {
                "number": 1,
                "made": True,
                "tables": [
                    {
                        "number": 1,
                        "seats": [
                            {"position": 1, "player": 1, "points": "1"},
                            {"position": 2, "player": 4, "points": "0"},
                        ],
                    }
                ],
                "byes": [],
            }
        ],
    },
    about="Those made and those to come, of a pairing system that knows them beforehand; any other has none.",
)
class Schedule(TournamentView):
    """The rounds made and those to come."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        if not knows_its_schedule(tournament):
            raise Http404(_("This pairing system makes each round from the results before it."))
        return ScheduleOut(
            named=bool(public.shown_rounds(tournament.pk)),
            rounds=[PlannedRoundOut.of(planned) for planned in plan_of(tournament)],
        )
