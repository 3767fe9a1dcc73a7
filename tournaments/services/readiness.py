"""The conditions for publishing a round and for pairing the first: what the desk must settle before."""

from __future__ import annotations

from django.db.models import Count
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import ManualPairing, Round, Seat, Tournament


def refuse_unfinished(round_: Round) -> None:
    """Raise Refused while a draft is being changed by hand, or leaves somebody alone at a table."""
    if ManualPairing.objects.filter(round=round_, ended_at__isnull=True).exists():
        raise Refused(
            _("Round %(number)d was changed by hand. End the manual pairing first; then publish it.")
            % {"number": round_.number}
        )
    refuse_alone(round_)


def refuse_alone(round_: Round) -> None:
    """Raise Refused where a table has one player only."""
    alone = (
        Seat.objects.filter(round=round_, table__isnull=False)
        .order_by("table__number")
        .values("table__number")
        .annotate(people=Count("entry", distinct=True))
        .filter(people=1)
        .values_list("table__number", flat=True)
        .first()
    )
    if alone is not None:
        raise Refused(
            _("One player sits alone at table %(table)d. Move them to another table, or give them a bye.")
            % {"table": alone}
        )


def refuse_open_check_in(tournament: Tournament) -> None:
    """Raise Refused while players are still being checked in."""
    if tournament.check_in and tournament.check_in_closed_at is None:
        raise Refused(_("The check-in is still open. Close it first; you will be asked about the missing players."))
