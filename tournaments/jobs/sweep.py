"""Finds work that a task was lost for (a broker or a worker that died) and sends it again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils import timezone

from tournaments.models import Round, Standings, Tournament

PATIENCE = timedelta(seconds=3)


def sweep(*, send_pairing: Callable[[int], object], send_standings: Callable[[int], object]) -> None:
    """Send a task for every round that waits for its pairing, and every tournament with stale standings."""
    waiting = Round.objects.filter(state=Round.State.PAIRING, asked_at__lt=timezone.now() - PATIENCE)
    for round_id in waiting.values_list("pk", flat=True):
        send_pairing(round_id)
    for tournament_id in stale_tournaments():
        send_standings(tournament_id)


def stale_tournaments() -> list[int]:
    """The tournaments of which some standings are missing, or older than the last change that moves them."""
    shown = Round.objects.filter(tournament=OuterRef("tournament"), state__in=Round.SHOWN)
    newer = shown.filter(number__lte=OuterRef("after_round"), touched__gt=OuterRef("computed_for"))
    stale = Standings.objects.filter(Exists(newer)).values_list("tournament", flat=True)
    without = (
        Tournament.objects.annotate(
            last=Max("rounds__number", filter=Q(rounds__state__in=Round.SHOWN)),
            covered=Max("standings__after_round"),
        )
        .filter(last__isnull=False)
        .exclude(covered__gte=F("last"))
        .values_list("pk", flat=True)
    )
    return sorted({*stale, *without})
