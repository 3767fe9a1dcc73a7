"""The people typing at tables just now, so that two arbiters at one table know of each other."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tournaments.domain.logbook import audited
from tournaments.models import Editing, Table

FRESH = timedelta(seconds=12)


@audited
def set_typing(table: Table | None, *, tournament_id: int, by: Any) -> dict[int, list[str]]:
    """Say that ``by`` types at a table (None: no longer anywhere); return the names of others who type, by table.

    Nothing is locked and no version counts it: it is a courtesy, and two may well type at once.
    """
    now = timezone.now()
    mine = Editing.objects.filter(by=by, table__round__tournament=tournament_id)
    mine.exclude(table=table).delete()
    if table is not None:
        Editing.objects.bulk_create(
            [Editing(table=table, by=by, at=now)],
            update_conflicts=True,
            unique_fields=["table", "by"],
            update_fields=["at"],
        )
    others: dict[int, list[str]] = {}
    for row in (
        Editing.objects.filter(table__round__tournament=tournament_id, at__gte=now - FRESH)
        .exclude(by=by)
        .select_related("by")
    ):
        others.setdefault(row.table_id, []).append(str(row.by))
    return others
