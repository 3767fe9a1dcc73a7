"""The game that stands first on an event's page and on the wall: chosen by an arbiter, else by the program."""

from __future__ import annotations

from typing import Any

from tournaments.domain.access import Action, require
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import audited
from tournaments.models import Table


@audited
def feature(table_id: int, *, by: Any, on: bool = True) -> Table:
    """Choose the table whose game stands first while its round is shown; not ``on``: let the program choose again.

    The choice waits for a game: until the table has one the program chooses.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock(table.round.tournament_id)
    require(by, Action.PAIR, tournament)
    table.refresh_from_db()
    if table.featured == on:
        return table
    if on:
        Table.objects.filter(round=table.round_id, featured=True).update(featured=False)
    table.featured = on
    table.save(update_fields=["featured"])
    bump_version(tournament)
    return table
