"""The rounds of a tournament with those that were discarded, for the way back."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Result, Round, Tournament


@dataclass(frozen=True, slots=True)
class RoundSteps:
    """A round and which steps back are open from where it stands; ``results``: those that are not adjourned."""

    round: Round
    tables: int
    results: int
    adjourned: int
    reopen: bool
    unpublish: bool
    put_aside: bool
    bring_back: bool

    @property
    def entered(self) -> int:
        """Return the number of tables with an entry, adjourned ones among them."""
        return self.results + self.adjourned


def every_round(tournament: Tournament) -> list[RoundSteps]:
    """Return the living rounds in order, each followed by those put away under its number. One query."""
    rows = list(
        Round.objects.filter(tournament=tournament)
        .annotate(
            table_count=Count("tables", distinct=True),
            result_count=Count("tables__results", filter=Q(tables__results__is_current=True), distinct=True),
            adjourned_count=Count(
                "tables__results",
                filter=Q(tables__results__is_current=True, tables__results__end=Result.End.ADJOURNED),
                distinct=True,
            ),
        )
        .order_by("number", "-pk")
    )
    living = [r.number for r in rows if r.state != Round.State.DISCARDED]
    last = max(living, default=0)
    begun = tournament.state != Tournament.State.PLANNED
    shown = []
    for r in sorted(rows, key=lambda r: (r.number, r.state == Round.State.DISCARDED, -r.pk)):
        newest = r.number == last and r.state != Round.State.DISCARDED
        shown.append(
            RoundSteps(
                r,
                r.table_count,
                r.result_count - r.adjourned_count,
                r.adjourned_count,
                reopen=newest and r.state == Round.State.CLOSED,
                unpublish=newest and r.state == Round.State.PUBLISHED and not r.result_count,
                put_aside=newest and r.is_shown and r.result_count > 0,
                bring_back=begun and r.discarded_from is not None and r.number == last + 1,
            )
        )
    return shown
