"""The events that documents are printed of."""

from __future__ import annotations

from tests.tournaments.public.build import event
from tests.tournaments.worlds import world
from tournaments.models import Prize, PrizeList


def prized(made):
    """The same event with a prize for everybody."""
    row = PrizeList.objects.create(tournament=made, position=1)
    players = range(1, made.entries.count() + 1)
    Prize.objects.bulk_create(Prize(list=row, place=place, cents=1000, thing="cup") for place in players)
    return made


@world
def club(param):
    """With a parameter it is of that kind of declared game."""
    return prized(event("club", rounds=2, draft=True, missing=1, venue="De Zaal", kind=param or ""))
