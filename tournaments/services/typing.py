"""The people at the desk and typing at tables just now, so that two arbiters know of each other."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from tournaments.domain.logbook import audited
from tournaments.models import AtDesk, Editing, Table

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


@audited
def set_at_desk(tournament_id: int, *, by: Any) -> list[str]:
    """Say that ``by`` has a page of the desk open; return the names of the others who have. As little rests on it as on
    `set_typing`, and it is written anew only when it is half as old as it may become."""
    now = timezone.now()
    rows = {row.by_id: row for row in AtDesk.objects.filter(tournament=tournament_id).select_related("by")}
    mine = rows.pop(by.pk, None)
    if mine is None or mine.at < now - FRESH / 2:
        AtDesk.objects.bulk_create(
            [AtDesk(tournament_id=tournament_id, by=by, at=now)],
            update_conflicts=True,
            unique_fields=["tournament", "by"],
            update_fields=["at"],
        )
    return sorted(str(row.by) for row in rows.values() if row.at >= now - FRESH)
