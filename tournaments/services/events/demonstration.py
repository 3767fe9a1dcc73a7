"""The demonstration town: its games stopped and started, and the whole of it taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import F, ProtectedError
from django.utils.translation import gettext as _

from tournaments.domain.access import require_installation
from tournaments.domain.locks import hold_people
from tournaments.domain.logbook import acting, audited
from tournaments.models import (
    Club,
    Confirmation,
    Demonstration,
    Entry,
    GameRecord,
    ListLayout,
    LiveGame,
    Merge,
    Penalty,
    Player,
    RatingList,
    Result,
    Seat,
    Series,
    TableReport,
    Tournament,
    Waiting,
)
from tournaments.selectors.site.demonstration import by_hand, invented

TOWN = 7_434_826  # the number of PostgreSQL's advisory lock; any will do, as long as it stays


@dataclass(frozen=True, slots=True)
class Removed:
    """The number of invented events that went, and the names of those that stayed: somebody made them by hand."""

    events: int
    kept: tuple[str, ...]


def hold() -> None:
    """Wait for whoever builds the town, until the transaction ends. It comes before every other lock, so that none
    waits for the other in a circle."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TOWN])


def is_held() -> bool:
    """Take the same lock if it is free; return whether somebody else has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [TOWN])
        return not cursor.fetchone()[0]


@audited
def let_play(on: bool, *, by: Any) -> None:
    """Let the games of the town go on by themselves, or not."""
    require_installation(by, _("Only an organiser of this installation can change the demonstration."))
    Demonstration.objects.update(playing=on)


@audited
def remove(*, by: Any) -> Removed:
    """Take the demonstration away, wholly. What somebody made by hand in an invented club stays, with its people, its
    season and the club, which is a real one from then on."""
    require_installation(by, _("Only an organiser of this installation can change the demonstration."))
    hold()
    clubs = list(Club.objects.filter(demonstration=True).values_list("pk", flat=True))
    kept = tuple(by_hand().order_by("name").values_list("name", flat=True))
    # whoever writes locks tournaments first; the pages of those that stay no longer speak of several clubs
    list(Tournament.objects.order_by("pk").select_for_update().values_list("pk", flat=True))
    Tournament.objects.update(version=F("version") + 1)
    events = list(invented().order_by("pk").values_list("pk", flat=True))
    hold_people()
    seasons = _take_events(events, clubs)
    people = _take_people(clubs)
    Demonstration.objects.all().delete()
    for club in Club.objects.filter(pk__in=clubs):
        _take_club(club)
    with connection.cursor() as cursor:
        cursor.execute("SELECT viertal_forget_demonstration(%s, %s, %s)", [events, people, seasons])
    return Removed(len(events), kept)


def _take_events(events: list[int], clubs: list[int]) -> list[int]:
    """Delete events, from what refers to something back to it, and the seasons that have no others; their numbers."""
    for rows in (
        Confirmation.objects.filter(result__table__round__tournament__in=events),
        TableReport.objects.filter(table__round__tournament__in=events),
    ):
        rows.delete()
    for event in events:
        with acting(tournament=event):  # the log knows of a move only so to which event it belongs
            LiveGame.objects.filter(table__round__tournament=event).delete()
    # in one statement: a correction protects the result that it supersedes
    results = Result.objects.filter(table__round__tournament__in=events)
    results._raw_delete(results.db)
    for rows in (
        GameRecord.objects.filter(table__round__tournament__in=events),
        Seat.objects.filter(table__round__tournament__in=events),
        Penalty.objects.filter(tournament__in=events),
        Waiting.objects.filter(tournament__in=events),
        Entry.objects.filter(tournament__in=events),
    ):
        rows.delete()
    Tournament.objects.filter(pk__in=events).delete()
    gone = Series.objects.filter(club__in=clubs, events__isnull=True)
    numbers = list(gone.values_list("pk", flat=True))
    gone.delete()
    RatingList.objects.filter(club__in=clubs, events__isnull=True).delete()
    return numbers


def _take_people(clubs: list[int]) -> list[int]:
    """Delete the people of the clubs who are in no event any more, and wait for none; their numbers."""
    Merge.objects.filter(register__in=clubs).delete()
    kept = Waiting.objects.values("player").union(Merge.objects.values("kept"))
    gone = Player.objects.filter(register__in=clubs, entries__isnull=True).exclude(pk__in=kept)
    numbers = list(gone.values_list("pk", flat=True))
    gone.delete()
    return numbers


def _take_club(club: Club) -> None:
    """Delete a club, unless it has something still: then it is as real as that."""
    ListLayout.objects.filter(club=club).delete()
    try:
        with transaction.atomic():
            club.delete()
    except ProtectedError:
        Club.objects.filter(pk=club.pk).update(demonstration=False)
