"""The hall's clock, moved by hand at the desk and by nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.domain.setup import clock_of
from tournaments.models import Clock, Round
from tournaments.models.round import LONGEST

Act = Callable[[Clock, datetime], None]


@audited
def set_up(tournament_id: int, *, by: Any, kind: str, seconds: int) -> Clock:
    """Choose what the clock shows and how long; it stands still, full. Raises Refused for what no clock has."""
    if kind not in Clock.Kind.values or not 10 <= seconds <= LONGEST:
        raise Refused(_("A clock runs for at least 10 seconds and at most 24 hours."))

    def act(clock: Clock, _now: datetime) -> None:
        clock.kind, clock.seconds = kind, seconds
        clock.started_at, clock.left_ms = None, seconds * 1000

    return _change(tournament_id, by, act)


@audited
def start(tournament_id: int, *, by: Any) -> Clock:
    """Let it run on from where it stands. One that runs goes on running; one that ran out begins anew."""

    def act(clock: Clock, now: datetime) -> None:
        if clock.running and clock.left(now):
            return
        clock.left_ms = clock.left(now) or clock.seconds * 1000
        clock.started_at = now

    return _change(tournament_id, by, act)


@audited
def pause(tournament_id: int, *, by: Any) -> Clock:
    """Stop it where it is."""

    def act(clock: Clock, now: datetime) -> None:
        clock.left_ms, clock.started_at = clock.left(now), None

    return _change(tournament_id, by, act)


@audited
def adjust(tournament_id: int, *, by: Any, seconds: int) -> Clock:
    """Give or take time, running or not; never below nothing, never above a day."""

    def act(clock: Clock, now: datetime) -> None:
        clock.left_ms = min(max(0, clock.left(now) + seconds * 1000), LONGEST * 1000)
        clock.started_at = now if clock.running else None

    return _change(tournament_id, by, act)


@audited
def turn(tournament_id: int, *, by: Any) -> Clock:
    """Fill it again: a sand-glass runs on from the top, a round's time stands and waits for its start."""

    def act(clock: Clock, now: datetime) -> None:
        runs_on = clock.running and clock.kind == Clock.Kind.MOVE
        clock.left_ms, clock.started_at = clock.seconds * 1000, now if runs_on else None

    return _change(tournament_id, by, act)


def _change(tournament_id: int, by: Any, act: Act) -> Clock:
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    clock = clock_of(tournament)
    kept = clock if clock.pk else Clock()  # one that was only proposed is saved
    before = (clock.pk, kept.kind, kept.seconds, kept.started_at, kept.left_ms)
    act(clock, timezone.now())
    if before != (clock.pk, clock.kind, clock.seconds, clock.started_at, clock.left_ms):
        shown = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).order_by("-number")
        clock.round = shown.values_list("number", flat=True).first() or 0
        clock.save()
        bump_version(tournament)
    return clock
