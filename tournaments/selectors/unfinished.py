"""Tables whose result stands out: not entered yet, or adjourned. While there is one, nothing is final."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Result, Round, Table

MOST_NAMED = 6
"""As many tables as a sentence names; of more it says how many."""


class OpenTable(NamedTuple):
    """A table of a shown round without a result, or with one that is adjourned."""

    round: int
    table: int
    adjourned: bool


def open_tables(tournament_id: int, until: int | None = None) -> list[OpenTable]:
    """Return the tables of published and closed rounds (up to ``until``, where given) whose result is missing, in
    order. One query."""
    tables = standing_open(tournament_id)
    if until is not None:
        tables = tables.filter(round__number__lte=until)
    rows = tables.values_list("round__number", "number", "end")
    return [OpenTable(round_, number, end == Result.End.ADJOURNED) for round_, number, end in rows]


def standing_open(tournament_id: int | OuterRef) -> QuerySet[Table]:
    """Return the tables of `open_tables` in order, each with the ``end`` of its result."""
    current = Result.objects.filter(table=OuterRef("pk"), is_current=True)
    return (
        # "is none of these" would leave out a table without a result, whose end is not known
        Table.objects.filter(
            ~Exists(current.filter(end__in=[Result.End.PLAYED, Result.End.FORFEIT])),
            round__tournament=tournament_id,
            round__state__in=Round.SHOWN,
        )
        .annotate(end=Subquery(current.values("end")[:1]))
        .order_by("round__number", "number")
    )


def places(tables: Iterable[OpenTable]) -> str:
    """Say where they are: “round 1, table 5; round 2, tables 3, 7”."""
    parts = []
    for number, group in groupby(tables, key=lambda table: table.round):
        numbers = [str(table.table) for table in group]
        sentence = ngettext("round %(round)d, table %(tables)s", "round %(round)d, tables %(tables)s", len(numbers))
        parts.append(sentence % {"round": number, "tables": ", ".join(numbers)})
    return "; ".join(parts)


def adjourned_sentence(tables: Sequence[OpenTable]) -> str:
    """Return how many of them are adjourned, and which; empty where none is."""
    return _named(
        [table for table in tables if table.adjourned],
        lambda n: ngettext("%(count)d table adjourned", "%(count)d tables adjourned", n),
    )


def missing_sentence(tables: Sequence[OpenTable]) -> str:
    """Return how many of them have no result at all, and which; empty where none."""
    return _named(
        [table for table in tables if not table.adjourned],
        lambda n: ngettext("%(count)d result missing", "%(count)d results missing", n),
    )


def sentences(tables: Sequence[OpenTable]) -> str:
    """Name the adjourned tables, then the missing results; empty where there are none."""
    return " ".join(filter(None, (adjourned_sentence(tables), missing_sentence(tables))))


def _named(tables: Sequence[OpenTable], words: Callable[[int], str]) -> str:
    count = len(tables)
    if not count:
        return ""
    how_many = words(count) % {"count": count}
    if count > MOST_NAMED:
        return f"{how_many}."
    return _("%(how_many)s: %(places)s.") % {"how_many": how_many, "places": places(tables)}
