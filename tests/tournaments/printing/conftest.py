"""The events that documents are printed of."""

from __future__ import annotations

import pytest

from tests.tournaments.public.build import event
from tournaments.models import Prize, PrizeList


def prized(made):
    """The same event with a prize for everybody."""
    row = PrizeList.objects.create(tournament=made, position=1)
    players = range(1, made.entries.count() + 1)
    Prize.objects.bulk_create(Prize(list=row, place=place, cents=1000, thing="cup") for place in players)
    return made


@pytest.fixture
def club(request):
    """With a parameter it is of that kind of declared game."""
    kind = getattr(request, "param", "")
    return prized(event("club", rounds=2, draft=True, missing=1, venue="De Zaal", kind=kind))
