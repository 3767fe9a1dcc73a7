"""The hall's clock: read by everybody while it means something, moved by hand."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import ClockKind, sent
from tournaments.api.core.fields import Strict, Whole
from tournaments.api.core.openapi import operation, reads
from tournaments.api.core.resource import OpenReading, Resource, TournamentResource, checked
from tournaments.api.public.tournaments import TournamentView
from tournaments.domain.access import Action
from tournaments.models import Clock, Tournament
from tournaments.models.round import LONGEST
from tournaments.selectors import public
from tournaments.selectors.hall import shown_clock
from tournaments.services import clock as services


class ClockIn(Strict, s.Serializer):
    kind = s.ChoiceField(Clock.Kind.values)
    seconds = Whole(min_value=10, max_value=LONGEST)


class ClockDo(Strict, s.Serializer):
    do = s.ChoiceField(sent("ClockActionEnum", ["start", "pause", "turn", "adjust"]))
    seconds = Whole(required=False, min_value=-LONGEST, max_value=LONGEST, help_text="With `adjust`: how many more.")

    def validate(self, attrs: Any) -> Any:
        if attrs["do"] == "adjust" and "seconds" not in attrs:
            raise s.ValidationError({"seconds": [_("Give the number of seconds.")]})
        return attrs


class ClockOut(Answer):
    kind: ClockKind
    seconds: int
    round: int
    running: bool
    left_ms: Annotated[int, "What was left at `started_at`, or is left while it stands still."]
    started_at: Moment | None
    ends_at: Moment | None


class ShownClock(Answer):
    clock: ClockOut | None


RUNS = {
    "kind": "round",
    "seconds": 3600,
    "round": 2,
    "running": True,
    "left_ms": 3600000,
    "started_at": "2026-11-27T20:05:00+01:00",
    "ends_at": "2026-11-27T21:05:00+01:00",
}


@reads(
    "clock_get",
    "Get the clock of the hall",
    ShownClock,
    answered={"clock": RUNS},
    about="Null before it is started, and once its round is over. Nothing ticks here: count down from "
    "`started_at` by the server's time (`/time/`), and ask again when the tournament's version "
    "moves.",
)
class HallClock(OpenReading, TournamentResource, TournamentView):
    """The hall's clock."""

    asks = Action.PAIR
    parser_classes = Resource.parser_classes

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        clock = shown_clock(tournament, rounds[-1].number if rounds else 0)
        return ShownClock(clock=ClockOut.of(clock) if clock else None)

    @operation(
        "clock_put",
        "Set the clock",
        takes=ClockIn,
        sent={"kind": "round", "seconds": 3600},
        answered=RUNS | {"running": False, "started_at": None, "ends_at": None},
    )
    def put(self, request: Request, slug: str) -> ClockOut:
        """Fill the clock and stop it. `kind`: `round`, or `move` for the sand-glass of QC 7.6, which is turned when it
        has run out."""
        tournament = self.tournament(request, slug)
        values = checked(ClockIn, request)
        return ClockOut.of(services.set_up(tournament.pk, by=request.user, **values))

    @operation("clock_control", "Start, stop or adjust the clock", takes=ClockDo, sent={"do": "start"}, answered=RUNS)
    def post(self, request: Request, slug: str) -> ClockOut:
        """Do one of `start`, `pause`, `turn` (full again), or `adjust` by some seconds, running or not."""
        tournament = self.tournament(request, slug)
        values = checked(ClockDo, request)
        seconds = values.get("seconds", 0)
        return ClockOut.of(services.do(tournament.pk, values["do"], by=request.user, seconds=seconds))
