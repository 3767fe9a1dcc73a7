"""An evening at which players report, and its tables."""

from __future__ import annotations

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.models import ReportRule, Seat, Table


def reporting(tournament, mode="accept", minutes=10):
    return ReportRule.objects.create(tournament=tournament, mode=mode, minutes=minutes)


def sitting_at(table):
    """The ids of the entries at a table, in seat order."""
    return list(Seat.objects.filter(table=table).order_by("position").values_list("entry", flat=True))


def first_table(made, boss):
    return (
        Table.objects.select_related("round__tournament")
        .filter(round=make.published(made, boss))
        .order_by("number")
        .first()
    )


@world
def table(boss):
    """A table of two at an evening of Quarto where reports are accepted after ten minutes."""
    evening = make.duel(4)
    reporting(evening)
    return first_table(evening, boss)


@world
def four(boss):
    """A table of four at an evening of Quatro Chess with the same rule."""
    evening = make.tournament(8)
    reporting(evening)
    return first_table(evening, boss)
