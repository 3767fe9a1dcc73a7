"""The end of an event: locked, so that nothing in it changes any more; opened again by an organiser."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access import Action, require
from tournaments.errors import Refused
from tournaments.locks import lock, seen
from tournaments.models import Tournament


@transaction.atomic
def archive(tournament_id: int, *, by: Any) -> Tournament:
    """Lock a finished tournament. Locked twice it is locked once."""
    tournament = lock(tournament_id)
    if tournament.archived_at is not None:
        require(by, Action.REOPEN, tournament)
        return tournament
    require(by, Action.EDIT, tournament)
    if tournament.state != Tournament.State.FINISHED:
        raise Refused(_("Only a finished tournament is archived: close its last round first."))
    tournament.archived_at = timezone.now()
    tournament.archived_by = by if getattr(by, "pk", None) else None
    tournament.save(update_fields=["archived_at", "archived_by"])
    seen(tournament)
    return tournament


@transaction.atomic
def reopen(tournament_id: int, *, by: Any) -> Tournament:
    """Let results be corrected again."""
    tournament = lock(tournament_id)
    require(by, Action.REOPEN, tournament)
    if tournament.archived_at is not None:
        tournament.archived_at = tournament.archived_by = None
        tournament.save(update_fields=["archived_at", "archived_by"])
        seen(tournament)
    return tournament
