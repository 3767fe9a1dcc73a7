"""The two-person check: a second arbiter, not the one who entered a result, says yes to it and changes nothing."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import lock, mark_standings_stale
from tournaments.domain.logbook import audited
from tournaments.models import Confirmation, Result


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
