"""The one lock of a tournament, and its versions.

Everything that changes a tournament takes its row first, so nothing can deadlock and nothing is decided on
what somebody else is changing at the moment.
"""

from __future__ import annotations

from tournaments.models import Round, Tournament


def lock(tournament_id: int) -> Tournament:
    """The tournament's row, locked until the transaction ends. Must be called inside one."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def seen(tournament: Tournament) -> None:
    """Count a change that viewers can see; who listens is told on commit. The tournament must be locked."""
    tournament.version += 1
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version)


def standings_moved(tournament: Tournament, round_: Round | None = None) -> None:
    """Count a change that can move the standings from ``round_`` on (None: from the first round on).

    The tournament must be locked.
    """
    tournament.version += 1
    tournament.results_version += 1
    Tournament.objects.filter(pk=tournament.pk).update(
        version=tournament.version, results_version=tournament.results_version
    )
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DISCARDED)
    first = rounds.order_by("number").values("pk")[:1]
    rounds.filter(pk__in=first if round_ is None else [round_.pk]).update(touched=tournament.results_version)
