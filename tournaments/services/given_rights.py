"""Given rights: what somebody handed out, and nobody has taken up yet, ends with the right by which they did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.core.notices import Notice
from tournaments.domain.locks import hold_giver
from tournaments.domain.logbook import audited
from tournaments.models import ApiToken, Invitation, StaffCode, Webhook
from tournaments.services import staff_codes


@audited
def end_given(users: Iterable[int] | None = None) -> None:
    """End what was handed out by people who may not any more: by these users, or by anybody.

    Call it in the transaction that ends a right, after that. A code ends with the session of its phone: whoever holds
    one has no account that would stay.
    """
    chosen, now = None if users is None else list(users), timezone.now()
    open_invitations = Invitation.objects.filter(used_at=None, revoked_at=None, expires_at__gt=now)
    invitations = _by(open_invitations, "made_by", chosen).select_related("tournament", "club")
    codes = _by(StaffCode.objects.filter(ended_at=None), "made_by", chosen).select_related("tournament", "user")
    # one that nobody added, such as of an event that came from elsewhere, is its organisers'
    hooks = _by(Webhook.objects.filter(active=True, created_by__isnull=False), "created_by", chosen)
    given: list[tuple[int, Any]] = [(row.made_by_id or 0, row) for row in (*invitations, *codes)]
    given += [(hook.created_by_id or 0, hook) for hook in hooks.select_related("tournament")]
    may: dict[tuple[int, Any, Any], bool] = {}
    # in one order, so that two who do this never wait for each other
    for giver, row in sorted(given, key=lambda pair: pair[0]):
        club = getattr(row, "club", None)
        at = (giver, row.tournament_id, club and club.pk)
        if at not in may:
            may[at] = hold_giver(giver, tournament=row.tournament, club=club) is not None
        if not may[at]:
            _end(row)
    _by(ApiToken.objects.filter(revoked_at=None, user__is_active=False), "user", chosen).update(revoked_at=now)


def answer_for(user_id: int, giver: Any, *, tournament: Any = None, club: Any = None) -> None:
    """Note that somebody's role is now the giver's doing: an earlier invitation there no longer says whose it is."""
    earlier = Invitation.objects.filter(used_by=user_id, tournament=tournament, club=club, used_at__isnull=False)
    earlier.update(made_by=giver)


def _by(rows: QuerySet[Any], giver: str, chosen: list[int] | None) -> QuerySet[Any]:
    return rows if chosen is None else rows.filter(**{f"{giver}__in": chosen})


def _end(row: Any) -> None:
    match row:
        case Invitation():
            Invitation.objects.filter(pk=row.pk, used_at=None).update(revoked_at=timezone.now())
        case StaffCode():
            staff_codes.end_now(row)
        case Webhook():
            Webhook.objects.filter(pk=row.pk).update(active=False, stopped_because=Notice("webhook-giver-gone"))
