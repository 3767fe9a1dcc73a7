"""The players who missed the last round, and whether they are known to be here for the next one; who is expected, and
who has arrived before round 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings import standings
from tournaments.domain import register
from tournaments.models import Entry, Player, Result, Round, SeriesEvent, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people.shown_names import sort_key


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody who was absent in the last round, or did not show up at their table (``no_show``).

    ``here``: whether they were checked in since, and are not absent in the round to come.
    """

    entry: Entry
    round: int
    no_show: bool
    here: bool

    @property
    def why(self) -> str:
        """Say how they missed the round."""
        words = {"number": self.round}
        if self.no_show:
            return _("did not show up in round %(number)d") % words
        return _("was absent in round %(number)d") % words


def round_to_pair(tournament: Tournament) -> tuple[Round | None, int | None]:
    """Return the last round that is shown, and the number of the round to pair after it; None where there is none."""
    rounds = list(tournament.rounds.exclude(state=Round.State.DISCARDED).order_by("number"))
    failed = rounds.pop() if rounds and rounds[-1].state == Round.State.FAILED else None
    last = rounds[-1] if rounds else None
    if last is not None and not last.is_shown:
        return None, None
    coming = failed.number if failed else last.number + 1 if last else 1
    return last, coming if coming <= tournament.rounds_planned else None


def away(tournament: Tournament) -> list[Away]:
    """List the players to be asked about before the next round is paired, by pairing number; nobody before round 1,
    after the last one, or where whoever misses a round is out of the event. Three queries.

    A bye that was asked for with half a point or a full one is no absence: that player said which round they miss.
    """
    last, coming = round_to_pair(tournament)
    if last is None or coming is None or not systems()[tournament.system].everyone:
        return []
    missed = _no_shows(last)
    entries = (
        tournament.entries.filter(left__isnull=True, joined__lte=coming)
        .select_related("player", "checked_in")
        .order_by("number")
    )
    rows = []
    for entry in entries:
        since = missed.get(entry.pk)
        absent = last.number in entry.absent and entry.asked_for(last.number) == "zero"
        if (since is None and not absent) or (coming in entry.absent and entry.asked_for(coming) != "zero"):
            continue
        seen = entry.checked_in.at if hasattr(entry, "checked_in") else None
        here = seen is not None and seen > (since or last.asked_at) and coming not in entry.absent
        rows.append(Away(entry, last.number, since is not None, here))
    return rows


def _no_shows(last: Round) -> dict[int, datetime]:
    """Return the no-shows of a round, by entry, with when that was first said: a correction that says the
    same of somebody leaves the moment as it was. A table declared void says nothing of anybody: it has no points,
    and a reason."""
    missing: dict[int, datetime] = {}
    results = Result.objects.filter(table__round=last).order_by("table", "number")
    for result in results.prefetch_related("table__seats"):
        void = bool(result.reason) and not any(p is not None for p in result.points)
        seats = list(result.table.seats.all())
        # who has two colours is one person: here in one of them is here
        came = {seat.entry_id for seat in seats if void or result.points[seat.position - 1] is not None}
        for entry in {seat.entry_id for seat in seats}:
            if result.end == Result.End.FORFEIT and entry not in came:
                missing.setdefault(entry, result.entered_at)
            else:
                missing.pop(entry, None)
    return missing


def players_of_round(tournament: Tournament, number: int, but: Collection[int] = ()) -> int:
    """Return how many play in a round that is not paired yet; ``but`` these entries."""
    return playing(Entry.objects.filter(tournament=tournament), number).exclude(pk__in=but).count()


def playing(entries: QuerySet[Entry], number: int) -> QuerySet[Entry]:
    """Return those of the entries that play in a round that is not paired yet."""
    rows = entries.filter(joined__lte=number).exclude(left__lt=number)
    return rows.exclude(absent__contains=[number])


def here_sentence(tournament: Tournament, count: int) -> str:
    """Return how many are here, and at how many tables they sit where that is known: “18 players here: 3 tables of
    four, 2 of three.”"""
    here = ngettext("%(count)d player here", "%(count)d players here", count) % {"count": count}
    sizes = _sizes(tournament, count)
    if not sizes:
        return f"{here}."
    return _("%(here)s: %(tables)s.") % {"here": here, "tables": ", ".join(sizes)}


def _sizes(tournament: Tournament, count: int) -> list[str]:
    system = systems().get(tournament.system)
    if system is None or system.shape is None:
        return []
    shape = system.shape(count, tournament.table_size, tournament.pairing_options)
    if shape is None:
        return []
    words = {
        2: lambda n: ngettext("%(count)d table of two", "%(count)d tables of two", n),
        3: lambda n: ngettext("%(count)d table of three", "%(count)d tables of three", n),
        4: lambda n: ngettext("%(count)d table of four", "%(count)d tables of four", n),
        5: lambda n: ngettext("%(count)d table of five", "%(count)d tables of five", n),
        6: lambda n: ngettext("%(count)d table of six", "%(count)d tables of six", n),
    }
    parts = [words[width](n) % {"count": n} for width, n in Counter(shape.sizes).items()]
    if shape.idle:
        parts.append(ngettext("%(count)d bye", "%(count)d byes", shape.idle) % {"count": shape.idle})
    return parts


@dataclass(frozen=True, slots=True)
class Arrivals:
    """The number of players of round 1 who are here, of how many, and the pairing numbers of the others."""

    here: int
    expected: int
    missing: frozenset[int]


def arrivals(tournament: Tournament) -> Arrivals | None:
    """Count the checked-in players; None where nobody is checked in, or the check-in is closed. One query at most."""
    if not tournament.check_in or tournament.check_in_closed_at is not None:
        return None
    rows = (
        Entry.objects.filter(tournament=tournament, left__isnull=True, joined__lte=1)
        .exclude(absent__contains=[1])
        .values_list("number", "checked_in__entry_id")
    )
    missing = frozenset(number for number, checked_in in rows if checked_in is None)
    return Arrivals(len(rows) - len(missing), len(rows), missing)


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
