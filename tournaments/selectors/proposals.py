"""The proposed changes of people that somebody may read: those for them to decide, and their own."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet

from tournaments.domain import register
from tournaments.domain.access import Action, may_create, tournaments_for
from tournaments.models import Proposal

MOST_SHOWN = 50


def to_decide(user: Any) -> QuerySet[Proposal]:
    """Return the open proposals on people whom a user keeps, the oldest first."""
    rows = Proposal.objects.select_related("player", "tournament", "by").order_by("at", "pk")
    rows = rows.filter(register.kept(user, "player__"), state=Proposal.State.OPEN)
    return rows if may_create(user) else rows.exclude(by=user)


def proposed(user: Any) -> QuerySet[Proposal]:
    """Return a user's own proposals at tournaments where they still work with players, the newest first."""
    mine = tournaments_for(user, Action.PLAYERS)
    return Proposal.objects.select_related("player", "tournament", "decided_by").filter(by=user, tournament__in=mine)


def readable(user: Any) -> QuerySet[Proposal]:
    """Return all that a user may read, decided ones included."""
    own = Q(by=user, tournament__in=tournaments_for(user, Action.PLAYERS))
    rows = Proposal.objects.select_related("player", "tournament", "by", "decided_by")
    return rows.filter(own | register.kept(user, "player__"))
