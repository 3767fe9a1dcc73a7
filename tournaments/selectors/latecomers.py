"""Late players: their number, and the first round that they can play."""

from __future__ import annotations

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.models import Entry, Round, Tournament
from tournaments.models.player import MOST_NUMBER


class Latecomers:
    """Gives new entries of a tournament their numbers and the first round that they can play.

    Raises Refused where there are no numbers for so many ``more``.
    """

    def __init__(self, tournament: Tournament, more: int = 1) -> None:
        self._last = Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
        self._joined = next_round(tournament)
        if self._last + more > MOST_NUMBER:
            raise Refused(_("Pairing numbers go up to %(most)d.") % {"most": MOST_NUMBER})

    def place(self, entry: Entry) -> Entry:
        """Give a new entry a number and a first round, unless it was given others by hand."""
        if entry.number is None:
            self._last += 1
            entry.number = self._last
        if entry.pk is None and entry.joined == 1:
            entry.joined = self._joined
        return entry


def next_round(tournament: Tournament) -> int:
    """Return the first round that a player entered now can play."""
    paired = tournament.rounds.exclude(state__in=[Round.State.DISCARDED, Round.State.PAIRING, Round.State.FAILED])
    last: int | None = paired.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1
