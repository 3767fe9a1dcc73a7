"""The ladder of a season: where everybody stands after its earlier evenings, whichever of them they came to."""

from __future__ import annotations

from scoring.standings import standings
from tournaments.models import Entry, Tournament
from tournaments.selectors.events import event_of
from tournaments.selectors.expected import earlier_evenings


def ladder_of_season(tournament: Tournament) -> list[int]:
    """Return the people of the season's earlier evenings, best first, by the standings of the last.

    Whoever missed an evening keeps their place in it, the others fill the rest; newcomers stand at its end.
    """
    order: list[int] = []
    evenings = Tournament.objects.filter(pk__in=earlier_evenings(tournament), system=tournament.system)
    for evening in evenings.order_by("starts", "pk"):
        people = dict(Entry.objects.filter(tournament=evening).values_list("number", "player"))
        event = event_of(evening)
        if not event.rounds:
            continue
        ranked = [people[line.player] for line in standings(event).standings]
        known = set(order)
        there = set(ranked)
        fresh = iter([person for person in ranked if person in known])
        order = [next(fresh) if person in there else person for person in order]
        order += [person for person in ranked if person not in known]
    return order
