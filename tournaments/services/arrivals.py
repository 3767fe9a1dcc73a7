"""People of a season's earlier evenings come again: a tick at the check-in enters them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Entry, Tournament, Waiting
from tournaments.selectors.expected import earlier_evenings
from tournaments.services.attendance import came, enter, has_place, wait
from tournaments.services.presence import mark


@audited
def come(tournament_id: int, player_id: int, *, by: Any) -> Entry | Waiting:
    """Enter somebody of an earlier evening, who is here; beyond the number of places they wait. Said twice it is said
    once. Raises Refused where the season knows nobody like that."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    if tournament.state == Tournament.State.FINISHED:
        raise Refused(_("The tournament is finished, so no more players can be entered."))
    before = Entry.objects.filter(tournament__in=earlier_evenings(tournament), player=player_id)
    known = before.select_related("player").first()
    if known is None:
        raise Refused(_("This player was at none of the earlier evenings. Add them on the Players page."))
    waits = Waiting.objects.filter(tournament=tournament, player=player_id).first()
    if waits is not None:
        return waits
    entry = Entry.objects.filter(tournament=tournament, player=player_id).first()
    if entry is None:
        since = came(tournament, known.player)
        if not has_place(tournament, since):
            return wait(tournament, known.player, since, by, here=True)
        entry = enter(tournament, known.player, since)
    if not hasattr(entry, "checked_in"):
        mark(entry, by=by)
        bump_version(tournament)
    return entry
