"""The hall's clock: read by everybody while it means something, moved by hand."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.core.openapi import operation, operations
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked
from tournaments.api.desk import rounds_serializers
from tournaments.api.desk.clock_answers import ClockOut, ShownClock
from tournaments.api.public.tournaments import TournamentView
from tournaments.domain.access import Action
from tournaments.models import Clock, Tournament
from tournaments.selectors import public
from tournaments.selectors.clock import shown_clock
from tournaments.services import clock as services

RUNS = {
    "kind": "round",
    "seconds": 3600,
    "round": 2,
    "running": True,
    "left_ms": 3600000,
    "started_at": "2026-11-27T20:05:00+01:00",
    "ends_at": "2026-11-27T21:05:00+01:00",
}


def _clock(clock: Clock) -> ClockOut:
    return ClockOut(
        kind=clock.kind,
        seconds=clock.seconds,
        round=clock.round,
        running=clock.running,
        left_ms=clock.left_ms,
        started_at=clock.started_at.isoformat() if clock.started_at else None,
        ends_at=clock.ends_at.isoformat() if clock.ends_at else None,
    )


@operations(
    get=operation(
        "clock_get",
        "Get the clock of the hall",
        ShownClock,
        public=True,
        answered={"clock": RUNS},
        about=(
            "Null before it is started, and once its round is over. Nothing ticks here: count down from "
            "`started_at` by the server's time (`/time/`), and ask again when the tournament's version "
            "moves."
        ),
    )
)
class HallClock(OpenReading, TournamentResource, TournamentView):
    """The hall's clock."""

    asks = Action.PAIR
    parser_classes = Resource.parser_classes

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        clock = shown_clock(tournament, rounds[-1].number if rounds else 0)
        return ShownClock(clock=_clock(clock) if clock else None)

    @operation(
        "clock_put",
        "Set the clock",
        takes=rounds_serializers.ClockIn,
        sent={"kind": "round", "seconds": 3600},
        answered=RUNS | {"running": False, "started_at": None, "ends_at": None},
    )
    def put(self, request: Request, slug: str) -> ClockOut:
        """Fill the clock and stop it. `kind`: `round`, or `move` for the sand-glass of QC 7.6, which is turned when it
        has run out."""
        tournament = self.tournament(request, slug)
        values = checked(rounds_serializers.ClockIn, request)
        return _clock(services.set_up(tournament.pk, by=request.user, **values))

    @operation(
        "clock_control",
        "Start, stop or adjust the clock",
        takes=rounds_serializers.ClockDo,
        sent={"do": "start"},
        answered=RUNS,
    )
    def post(self, request: Request, slug: str) -> ClockOut:
        """Do one of `start`, `pause`, `turn` (full again), or `adjust` by some seconds, running or not."""
        tournament = self.tournament(request, slug)
        values = checked(rounds_serializers.ClockDo, request)
        pk, by = tournament.pk, request.user
        match values["do"]:
            case "start":
                clock = services.start(pk, by=by)
            case "pause":
                clock = services.pause(pk, by=by)
            case "turn":
                clock = services.turn(pk, by=by)
            case _:
                clock = services.adjust(pk, by=by, seconds=values["seconds"])
        return _clock(clock)
