"""Results: entered, superseded by somebody who has seen the result before, confirmed by a second arbiter. Nothing is
overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.brackets.eliminations import SYSTEMS
from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.domain.ledger import Points, Worth, check_result, current_result, valued, write_result
from tournaments.domain.locks import lock, lock_of_table, mark_standings_stale
from tournaments.domain.logbook import audited
from tournaments.models import Confirmation, Result, Round, Table, Tournament
from tournaments.services.tournament_changes import finish_or_reopen


@audited
def enter(
    table_id: int,
    *,
    by: Any,
    points: Points,
    places: bool = False,
    end: str = Result.End.PLAYED,
    seen_result: int | None = None,
    seen_seats: Sequence[int] | None = None,
    reason: str = "",
    source: str = Result.Source.DESK,
) -> Result:
    """Enter a table's result: the game's points, one entry a seat (None: did not show up, with ``forfeit``).

    With ``places`` they are places, 1 the best, where the tournament gives points for places.
    ``seen_result`` is the id of the current result that the person saw when they decided, None if there was
    none; ``seen_seats`` the entries that they saw on the seats, None where that is not known. Raises
    ResultConflict (with the current one) where that result is no longer current, Refused where the points cannot
    be or others sit there. The same result entered again changes nothing. A result of a closed round takes another
    right and a reason; so does what the arbiter decides: a game adjourned, or a table declared void (a forfeit of
    everybody).
    """
    tournament = lock_of_table(table_id)
    table = Table.objects.select_related("round").annotate(seat_count=Count("seats")).get(pk=table_id)
    round_ = table.round
    require(by, Action.RESULTS, tournament, table=table.number)
    if not round_.is_shown:
        raise Refused(
            _("Round %(round)d is not published yet. Results can be entered once it is.") % {"round": round_.number}
        )
    if seen_seats is not None and list(seen_seats) != _seated(table):
        raise Refused(
            _(
                "The players at table %(table)d have changed since this was typed. See who sits there now and "
                "type it again."
            )
            % {"table": table.number}
        )
    value = valued(tournament, points, places=places)
    current = current_result(table)
    if current is not None and current.end == end and value.is_in(current):
        return current
    if (current.pk if current else None) != seen_result:
        raise _conflict(table, current)
    reason = reason.strip()
    if round_.state == Round.State.CLOSED:
        require(by, Action.CORRECT, tournament)
        if not reason:
            raise Refused(
                _("Round %(round)d is closed. Give a reason for correcting its result.") % {"round": round_.number}
            )
    if end == Result.End.ADJOURNED or all(p is None for p in points):
        require(by, Action.DECIDE, tournament)
    result = write_result(tournament, table, value, end=end, current=current, by=by, reason=reason, source=source)
    if round_.state == Round.State.CLOSED and tournament.system in SYSTEMS:
        finish_or_reopen(tournament)  # another winner of the final can mean that one more round is played
    queue.send_standings(tournament.pk)
    return result


def check(tournament: Tournament, table: Table, points: Points, end: str, places: bool = False) -> Worth:
    """Return the value of these points here; nothing is written. Raises Refused where the game cannot end so."""
    value = valued(tournament, points, places=places)
    with transaction.atomic():
        check_result(tournament, table, value, end)
        transaction.set_rollback(True)
    return value


def _seated(table: Table) -> list[int]:
    """Return the entries on a table's seats, in order."""
    return list(table.seats.order_by("position").values_list("entry_id", flat=True))


def _conflict(table: Table, current: Result | None) -> Refused:
    if current is None:
        return Refused(_("The result of table %(table)d is gone. Check the table again.") % {"table": table.number})
    values = {
        "who": current.entered_by or _("Somebody"),
        "points": current,
        "table": table.number,
        "time": date_format(timezone.localtime(current.entered_at), "H:i"),
    }
    if current.end == Result.End.ADJOURNED:
        sentence = _("%(who)s adjourned table %(table)d at %(time)s. Enter yours instead, or leave it adjourned.")
    else:
        sentence = _("%(who)s entered %(points)s for table %(table)d at %(time)s. Replace it with yours, or leave it.")
    return ResultConflict(sentence % values, current)


@audited
def confirm(result_id: int, *, by: Any) -> Confirmation:
    """Confirm a result. Confirmed twice it is confirmed once. Raises Refused for one's own, or one that was
    superseded meanwhile."""
    result = Result.objects.select_related("table__round").get(pk=result_id)
    tournament = lock(result.table.round.tournament_id)
    require(by, Action.RESULTS, tournament, table=result.table.number)
    result = Result.objects.select_related("table__round", "entered_by").get(pk=result_id)
    words = {"table": result.table.number}
    if not tournament.two_person:
        raise Refused(_("Results in this tournament do not need a second person."))
    if not result.is_current:
        raise Refused(_("The result of table %(table)d has been corrected in the meantime. Check it again.") % words)
    if result.entered_by_id == by.pk:
        raise Refused(_("You entered the result of table %(table)d yourself. Somebody else must confirm it.") % words)
    known = Confirmation.objects.filter(result=result).first()
    if known is not None:
        return known
    confirmation = Confirmation.objects.create(result=result, by=by)
    mark_standings_stale(tournament, result.table.round)
    queue.send_standings(tournament.pk)
    return confirmation
