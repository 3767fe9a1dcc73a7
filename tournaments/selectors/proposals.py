"""The proposed changes of people that somebody may read: those for them to decide, and their own."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.domain import register
from tournaments.domain.access import Action, keeps_installation, tournaments_for
from tournaments.models import Entry, Proposal, Waiting

MOST_SHOWN = 50


def to_decide(user: Any) -> QuerySet[Proposal]:
    """Return the open proposals on people whom a user keeps, the oldest first."""
    rows = Proposal.objects.select_related("player", "tournament", "by").order_by("at", "pk")
    rows = rows.filter(register.kept(user, "player__"), state=Proposal.State.OPEN)
    return rows if keeps_installation(user) else rows.exclude(by=user)


def proposed(user: Any) -> QuerySet[Proposal]:
    """Return a user's own proposals, the newest first: of tournaments where they still work with players, and of people
    who are still in them, since a proposal shows a person's present name."""
    return Proposal.objects.select_related("player", "tournament", "decided_by").filter(_own(user))


def readable(user: Any) -> QuerySet[Proposal]:
    """Return all that a user may read, decided ones included."""
    rows = Proposal.objects.select_related("player", "tournament", "by", "decided_by")
    return rows.filter(_own(user) | register.kept(user, "player__"))


def _own(user: Any) -> Q:
    there = {"player": OuterRef("player"), "tournament": OuterRef("tournament")}
    present = Exists(Entry.objects.filter(**there)) | Exists(Waiting.objects.filter(**there))
    return Q(present, by=user, tournament__in=tournaments_for(user, Action.PLAYERS))
