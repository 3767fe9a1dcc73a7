"""The demonstration town: what is there of it, and which of its events somebody made by hand."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.models import Demonstration, FormerAddress, Tournament

EVENING = "demonstration"
"""The address of the evening that is there from the beginning, and whose games play by themselves."""
SLUGS = (
    *(EVENING, "four-towers-night", "vierhoven-open", "harbour-cup", "quarto-cafe", "riichi-winter"),
    *(f"winter-league-{number}" for number in (1, 2, 3)),
)
"""The addresses of all events of the town."""


@dataclass(frozen=True, slots=True)
class Town:
    """The demonstration as far as it is there; not ``whole`` while parts of it are still to come. ``own``: the names of
    events that somebody made by hand in it, ``real``: whether there is a tournament outside it."""

    events: int
    whole: bool
    playing: bool
    own: tuple[str, ...]
    real: bool


def town() -> Town | None:
    """Return what is there of the demonstration; None, in one query, where there is none."""
    state = Demonstration.objects.first()
    if state is None:
        return None
    real = Tournament.objects.filter(club__demonstration=False).exists()
    own = tuple(by_hand().order_by("name").values_list("name", flat=True))
    return Town(invented().count(), not state.missing, state.playing, own, real)


def invented() -> QuerySet[Tournament]:
    """Return the events that the program made: of an invented club, at an address of the town, and by nobody."""
    there = Tournament.objects.filter(club__demonstration=True)
    former = FormerAddress.objects.filter(slug__in=SLUGS).values("tournament")
    return there.filter(Q(slug__in=SLUGS) | Q(pk__in=former), created_by=None)


def by_hand() -> QuerySet[Tournament]:
    """Return the events that somebody made in an invented club."""
    return Tournament.objects.filter(club__demonstration=True).exclude(pk__in=invented().values("pk"))


def is_whole() -> bool:
    """Return whether no part of the town is still to come."""
    return not Demonstration.objects.filter(missing__gt=0).exists()
