"""Results: entered, and superseded by who has seen what he supersedes. Nothing is overwritten."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments import tasks
from tournaments.access import Action, require
from tournaments.locks import lock, standings_moved
from tournaments.models import GameRecord, Result, Round, Table
from tournaments.services.errors import Refused, ResultConflict
from tournaments.services.points import Points, settle


@transaction.atomic
def enter(
    table_id: int,
    *,
    by: Any,
    points: Points,
    end: str = Result.End.PLAYED,
    seen_result: int | None = None,
    reason: str = "",
    source: str = Result.Source.DESK,
    record: GameRecord | None = None,
) -> Result:
    """Enter a table's result: the game's points, one entry a seat (None: did not show up, with ``forfeit``).

    ``seen_result`` is the id of the current result that the person saw when he decided, None if there was
    none. Raises ResultConflict (with the current one) where that is no longer so, Refused where the points
    cannot be. The same result entered again changes nothing.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock(table.round.tournament_id)
    require(by, Action.RESULTS, tournament)
    round_ = Round.objects.get(pk=table.round_id)
    if not round_.is_shown:
        raise Refused(
            _("Round %(round)d is not published; results are entered once it is.") % {"round": round_.number}
        )
    points = list(points)
    current = Result.objects.filter(table=table, is_current=True).select_related("entered_by").first()
    if current is not None and _same(current, points, end, record):
        return current
    if (current.pk if current else None) != seen_result:
        raise _conflict(table, current)
    settle(tournament, table, points, end)
    if current is not None:
        Result.objects.filter(pk=current.pk).update(is_current=False)
    result = Result.objects.create(
        table=table,
        number=current.number + 1 if current else 1,
        points=points,
        end=end,
        source=source,
        record=record,
        entered_by=by if getattr(by, "pk", None) else None,
        supersedes=current,
        reason=reason,
    )
    standings_moved(tournament, round_)
    transaction.on_commit(lambda: tasks.send(tasks.compute_standings, tournament.pk))
    return result


def _same(current: Result, points: Points, end: str, record: GameRecord | None) -> bool:
    before = (list(current.points), current.end, current.record_id)
    return before == (list(points), end, record.pk if record else None)


def _conflict(table: Table, current: Result | None) -> Refused:
    if current is None:
        return Refused(
            _("The result of table %(table)d is gone. Look at it again.") % {"table": table.number}
        )
    return ResultConflict(
        _("%(who)s entered %(points)s for table %(table)d at %(time)s. Confirm to put yours in its place.")
        % {
            "who": current.entered_by or _("Somebody"),
            "points": current,
            "table": table.number,
            "time": date_format(timezone.localtime(current.entered_at), "H:i"),
        },
        current,
    )
