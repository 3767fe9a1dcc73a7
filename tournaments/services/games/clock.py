"""The hall's clock, moved by hand at the desk and by nothing else; and the calls that somebody's time is up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.core import registry as games
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import current_result
from tournaments.domain.locks import bump_version, lock_of_table, locked_table, locked_tournament
from tournaments.domain.logbook import audited, person
from tournaments.domain.setup import clock_of
from tournaments.models import Clock, LiveGame, Round, Seat, Table, TimeCall, Tournament
from tournaments.models.round import LONGEST
from tournaments.services.games import live_games
from tournaments.services.results import results

Act = Callable[[Clock, datetime], None]
State = TimeCall.State


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


def do(tournament_id: int, what: str, *, by: Any, seconds: int = 0) -> Clock:
    """Do what a button says: ``start``, ``pause``, ``turn``, or ``adjust`` by some ``seconds``. Raises Refused."""
    match what:
        case "start":
            return start(tournament_id, by=by)
        case "pause":
            return pause(tournament_id, by=by)
        case "turn":
            return turn(tournament_id, by=by)
        case "adjust":
            return adjust(tournament_id, by=by, seconds=seconds)
    raise Refused(_("The clock has no such button."))


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


@audited
def tell_time_call(table_id: int, entry_id: int | None, *, position: int, seconds: int) -> TimeCall:
    """Tell the arbiter that the glass of the player at ``position`` ran out, from a player's phone; ``entry_id`` is
    None where the table's own slip was used. Told twice, it is the same call. Raises Refused."""
    tournament, table = _at_table(table_id)
    if entry_id is not None and not Seat.objects.filter(table=table, entry=entry_id).exists():
        raise Refused(_("You do not sit at this table. Go to the arbiter."))
    return _call(tournament, table, position, seconds, entry_id=entry_id)


@audited
def tell_time_call_from_desk(table_id: int, *, by: Any, position: int, seconds: int) -> TimeCall:
    """Tell the arbiter the same from a helper's phone. Raises Refused."""
    tournament, table = _at_table(table_id)
    require(by, Action.WORK, tournament)
    return _call(tournament, table, position, seconds, user=person(by))


@audited
def settle_time_call(call_id: int, *, by: Any, forfeit: bool) -> TimeCall:
    """Settle a call as an arbiter: ``forfeit`` enters it, otherwise the game goes on or is decided by hand.

    A game that is being entered gets the forfeit as its next entry, where the game has one; a game of two without a
    record is lost. Settled twice, it stays as it was. Raises Refused.
    """
    table_id = TimeCall.objects.values_list("table", flat=True).get(pk=call_id)
    tournament = lock_of_table(table_id)
    call = TimeCall.objects.select_related("table").get(pk=call_id)
    require(by, Action.RESULTS, tournament, table=call.table.number)
    if call.state != State.OPEN:
        return call
    if forfeit:
        _forfeit(tournament, call, by)
    call.state = State.FORFEIT if forfeit else State.SETTLED
    call.settled_by, call.settled_at = person(by), timezone.now()
    call.save(update_fields=["state", "settled_by", "settled_at"])
    bump_version(tournament)
    return call


def _at_table(table_id: int) -> tuple[Tournament, Table]:
    tournament, table = locked_table(table_id)
    if table.round.state != Round.State.PUBLISHED:
        raise Refused(_("This round is not being played. Go to the arbiter."))
    if current_result(table) is not None:
        raise Refused(_("The result of this table is already in. If it is wrong, go to the arbiter."))
    return tournament, table


def _call(tournament: Tournament, table: Table, position: int, seconds: int, **caller: Any) -> TimeCall:
    if not Seat.objects.filter(table=table, position=position).exists() or not 10 <= seconds <= LONGEST:
        raise Refused(_("Say whose move it was and how long the glass ran."))
    call = TimeCall.objects.filter(table=table, state=State.OPEN).first()
    if call is None:
        call = TimeCall.objects.create(table=table, position=position, seconds=seconds, **caller)
        bump_version(tournament)
    return call


def _forfeit(tournament: Tournament, call: TimeCall, by: Any) -> None:
    running = LiveGame.objects.filter(table=call.table_id, state=LiveGame.State.RUNNING).first()
    entry = forfeit_entry(tournament.game, call.position)
    if running is not None and entry:
        live_games.enter(running.pk, by=by, after=running.plies.count(), text=entry)
        return
    if Seat.objects.filter(table=call.table_id).count() != 2:
        raise Refused(_("Enter the result of table %(table)d when its game is over.") % {"table": call.table.number})
    lost = [Fraction(int(position != call.position)) for position in (1, 2)]
    results.enter(call.table_id, by=by, points=lost)


def forfeit_entry(game: str, position: int) -> str:
    """Return the entry of a record by which a seat forfeits; empty where the game has none."""
    names = games.get(game).info.seat_names
    return f"forfeit {names[position - 1]}" if position <= len(names) else ""
