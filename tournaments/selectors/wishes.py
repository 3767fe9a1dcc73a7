"""The players who sit elsewhere than they were told, and the reports that somebody waits for."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import PushDevice, ReportWish, Round, Seat, Standings, TableMail, Tournament

W = TypeVar("W", TableMail, PushDevice)


def place_of(entry_id: int) -> tuple[int | None, int | None]:
    """Return the newest published round and the table of a player there; None for either that there is not."""
    newest = Round.objects.filter(tournament__entries=entry_id, state__in=Round.SHOWN).order_by("-number").first()
    if newest is None:
        return None, None
    seat = Seat.objects.filter(round=newest, entry=entry_id).select_related("table").first()
    return newest.pk, seat.table.number if seat and seat.table else None


def moved(wishes: QuerySet[W]) -> QuerySet[W]:
    """Return the wishes of players whose place in the newest round is not the one that they were told of.

    Each has ``round_now`` (its row), ``number_now`` and ``table_now`` (None: a bye). Nobody is told of a round that is
    over, and of none in which they do not take part.
    """
    newest = Round.objects.filter(tournament=OuterRef("entry__tournament"), state__in=Round.SHOWN).order_by("-number")
    seat = Seat.objects.filter(round=OuterRef("round_now"), entry=OuterRef("entry"))
    placed = wishes.filter(entry__tournament__published=True, entry__tournament__state=Tournament.State.RUNNING)
    placed = placed.annotate(
        round_now=Subquery(newest.values("pk")[:1]),
        number_now=Subquery(newest.values("number")[:1]),
        state_now=Subquery(newest.values("state")[:1]),
    ).annotate(table_now=Subquery(seat.values("table__number")[:1]), takes_part=Exists(seat))
    told = Q(told_round=F("round_now")) & Q(told_as=F("table_as"))
    return (
        placed.filter(state_now=Round.State.PUBLISHED, takes_part=True)
        .annotate(told_as=Coalesce("told_table", 0), table_as=Coalesce("table_now", 0))
        .filter(Q(told_round__isnull=True) | ~told)
        .select_related("entry__tournament", "entry__player")
        .order_by("pk")
    )


def reports_due() -> QuerySet[ReportWish]:
    """Return the wishes for reports of tournaments that are over and whose standings are computed."""
    computed = Standings.objects.filter(
        tournament=OuterRef("tournament"), final=True, computed_for__gte=OuterRef("tournament__results_version")
    )
    over = ReportWish.objects.filter(Exists(computed), done_at=None, tournament__state=Tournament.State.FINISHED)
    return over.select_related("tournament", "user").order_by("pk")


def wishes_of(entry_id: int) -> dict[str, Any]:
    """Return what a player asked for: ``mail`` (their wish or None) and the number of their ``devices``."""
    return {
        "mail": TableMail.objects.filter(entry=entry_id).first(),
        "devices": PushDevice.objects.filter(entry=entry_id).count(),
    }
