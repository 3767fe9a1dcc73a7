"""The steps between the last round and the archive: whether each is done, or not needed."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Tournament
from tournaments.models.tournament import END_STEPS

DONE, SKIPPED, OPEN = "done", "skipped", "open"


@audited
def mark(tournament_id: int, step: str, how: str, *, by: Any) -> Tournament:
    """Call one of `END_STEPS` done or skipped, or (``open``) take that back. Said twice it is said once. Raises Refused
    before the last round is closed, and PermissionDenied once the event is archived."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    if step not in END_STEPS or how not in (DONE, SKIPPED, OPEN):
        raise Refused(_("There is no such step."))
    if tournament.state != Tournament.State.FINISHED:
        raise Refused(_("This comes after the last round. Close it first."))
    lists = {DONE: set(tournament.end_done) - {step}, SKIPPED: set(tournament.end_skipped) - {step}}
    if how in lists:
        lists[how].add(step)
    done, skipped = ([each for each in END_STEPS if each in lists[name]] for name in (DONE, SKIPPED))
    if (done, skipped) != (tournament.end_done, tournament.end_skipped):
        tournament.end_done, tournament.end_skipped = done, skipped
        tournament.save(update_fields=["end_done", "end_skipped"])
        bump_version(tournament)
    return tournament
