"""The demonstration town: what is there of it, and which of its events somebody made by hand."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Demonstration, Tournament


@dataclass(frozen=True, slots=True)
class Town:
    """What is there of the demonstration. ``own``: the names of events that somebody made by hand in it, ``real``:
    whether there is a tournament outside it."""

    events: int
    playing: bool
    own: tuple[str, ...]
    real: bool


def town() -> Town | None:
    """Return what is there of the demonstration; None, in one query, where there is none."""
    state = Demonstration.objects.first()
    if state is None:
        return None
    real = Tournament.objects.filter(club__demonstration=False).exists()
    return Town(invented().count(), state.playing, tuple(by_hand().values_list("name", flat=True)), real)


def invented() -> QuerySet[Tournament]:
    """Return the events that the program made: of an invented club, and by nobody."""
    return Tournament.objects.filter(club__demonstration=True, created_by=None)


def by_hand() -> QuerySet[Tournament]:
    """Return the events that somebody made in an invented club."""
    return Tournament.objects.filter(club__demonstration=True).exclude(created_by=None).order_by("name")
