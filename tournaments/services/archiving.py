"""The end of an event: locked, so that nothing in it changes any more; opened again by an organiser."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock, locked_tournament
from tournaments.domain.logbook import audited, person
from tournaments.models import Tournament
from tournaments.selectors.unfinished import open_tables, sentences


@audited
def archive(tournament_id: int, *, by: Any) -> Tournament:
    """Lock a finished tournament. Locked twice it is locked once. Raises Refused, naming them, while results are
    missing or adjourned."""
    tournament = lock(tournament_id)
    if tournament.archived_at is not None:
        require(by, Action.REOPEN, tournament)
        return tournament
    require(by, Action.EDIT, tournament)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused(_("Only a finished tournament can be archived. Close its last round first."))
    refuse_open(tournament)
    tournament.archived_at = timezone.now()
    tournament.archived_by = person(by)
    tournament.save(update_fields=["archived_at", "archived_by"])
    bump_version(tournament)
    return tournament


@audited
def reopen(tournament_id: int, *, by: Any) -> Tournament:
    """Let results be corrected again."""
    tournament = locked_tournament(tournament_id, by, Action.REOPEN)
    if tournament.archived_at is not None:
        tournament.archived_at = tournament.archived_by = None
        tournament.save(update_fields=["archived_at", "archived_by"])
        bump_version(tournament)
    return tournament


def refuse_open(tournament: Tournament) -> None:
    """Raise Refused, naming them, while results are missing or adjourned."""
    if open_ := open_tables(tournament.pk):
        raise Refused(
            _("%(open)s Enter the missing results first; then the tournament can be archived.")
            % {"open": sentences(open_)}
        )
