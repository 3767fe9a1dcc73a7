"""The one lock of a tournament, and its versions.

Everything that changes a tournament takes its row first, so nothing can deadlock and nothing is decided on
what somebody else is changing at the moment.
"""

from __future__ import annotations

from django.db.models import F

from tournaments.models import Round, Tournament


def lock(tournament_id: int) -> Tournament:
    """The tournament's row, locked until the transaction ends. Must be called inside one."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def seen(tournament: Tournament) -> None:
    """Count a change that viewers can see; who listens is told on commit."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])


def standings_moved(tournament: Tournament, round_: Round | None = None) -> None:
    """Count a change that can move the standings from ``round_`` on (None: from the first round on)."""
    Tournament.objects.filter(pk=tournament.pk).update(
        version=F("version") + 1, results_version=F("results_version") + 1
    )
    tournament.refresh_from_db(fields=["version", "results_version"])
    touched = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DISCARDED)
    if round_ is None:
        first = touched.order_by("number").values("pk")[:1]
        touched.filter(pk__in=first).update(touched=tournament.results_version)
    else:
        touched.filter(pk=round_.pk).update(touched=tournament.results_version)
