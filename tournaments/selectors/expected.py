"""An evening of a season: where everybody stands after the earlier ones, and who of these is expected here."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from scoring.standings import standings
from tournaments.domain import register
from tournaments.models import Entry, Player, SeriesEvent, Tournament
from tournaments.selectors.events import event_of
from tournaments.selectors.shown_names import sort_key


@dataclass(frozen=True, slots=True)
class Expected:
    """Somebody of earlier evenings, and at how many of them they sat at a table. They have no entry here: nobody pairs
    them before they are checked in."""

    player: Player
    evenings: int

    @property
    def pk(self) -> int:
        return self.player.pk

    @property
    def name(self) -> str:
        return self.player.name


def expected(tournament: Tournament) -> list[Expected]:
    """List them by name, in three queries at most; nobody where the tournament is no evening of a season."""
    if tournament.state == Tournament.State.FINISHED:
        return []
    earlier = earlier_evenings(tournament)
    if not earlier:
        return []
    rows = (
        Entry.objects.filter(tournament__in=earlier)
        .exclude(player__entries__tournament=tournament)
        .exclude(player__in=tournament.waiting.values("player"))
        .order_by()
        .values_list("player")
        .annotate(evenings=Count("tournament", distinct=True, filter=Q(seats__table__isnull=False)))
    )
    evenings = dict(rows)
    own = Player.objects.filter(register.of_the_club(tournament), pk__in=evenings)
    people = [Expected(player, evenings[player.pk]) for player in own]
    return sorted(people, key=lambda person: (sort_key(person.name), person.pk))


def earlier_evenings(tournament: Tournament) -> list[int]:
    """Return the tournaments of the same season that stand before this one."""
    before = Q(tournament__starts__lt=tournament.starts) | Q(
        tournament__starts=tournament.starts, tournament__lt=tournament.pk
    )
    same = SeriesEvent.objects.filter(before, series__events__tournament=tournament.pk)
    return list(same.order_by("tournament").values_list("tournament", flat=True).distinct())


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
