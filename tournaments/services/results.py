"""Results: entered, and superseded by who has seen what he supersedes. Nothing is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.errors import ImpossiblePoints
from tournaments import tasks
from tournaments.access import Action, require
from tournaments.locks import lock, standings_moved
from tournaments.models import GameRecord, PossiblePoints, Result, Round, Table, Tournament
from tournaments.services.errors import Refused, ResultConflict

Points = Sequence[Fraction | None]


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
        raise (
            ResultConflict(_conflict_sentence(table, current), current)
            if current
            else Refused(
                _("The result of table %(table)d is no longer there. Look at it again.")
                % {"table": table.number}
            )
        )
    taken, tally = settle(tournament, table, points, end)
    if current is not None:
        Result.objects.filter(pk=current.pk).update(is_current=False)
    result = Result.objects.create(
        table=table,
        number=current.number + 1 if current else 1,
        points=taken,
        game_points=tally,
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
