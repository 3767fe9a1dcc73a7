"""Tournaments as a whole: what an organiser changes in their settings and their list of players."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from tournaments import tasks
from tournaments.access import Action, require
from tournaments.locks import lock, standings_moved


@transaction.atomic
def changed(tournament_id: int, *, by: Any) -> None:
    """Settings or players were changed: whoever watches sees it, and the standings are computed anew."""
    tournament = lock(tournament_id)
    require(by, Action.EDIT, tournament)
    standings_moved(tournament)
    transaction.on_commit(lambda: tasks.send(tasks.compute_standings, tournament_id))
