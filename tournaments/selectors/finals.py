"""Finals that were made of several tournaments, and these, as their groups: what the pages of the one say of the other.

Only what is public is told. Who came from where is told only where both show names alike: else the finals would name
those whom a group shows as numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.brackets.eliminations import SYSTEMS
from tournaments.models import Finalist, Tournament


@dataclass(frozen=True, slots=True)
class Group:
    """A tournament from which finalists came: the places in it with their numbers in the finals, best first."""

    slug: str
    name: str
    people: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Finals:
    """Finals that a tournament led to, with those of its numbers who are in them."""

    slug: str
    name: str
    numbers: frozenset[int]


def groups_of(tournament: Tournament) -> list[Group]:
    """Return the public groups of finals by name; none where it is not made of any."""
    if tournament.system not in SYSTEMS:
        return []
    rows = (
        Finalist.objects.filter(entry__tournament=tournament.pk, group__published=True)
        .order_by("group__name", "group", "place", "entry__number")
        .values_list("group__slug", "group__name", "group__names_shown", "place", "entry__number")
    )
    people: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for slug, name, names_shown, place, number in rows:
        listed = people.setdefault((slug, name), [])
        if names_shown == tournament.names_shown:
            listed.append((place, number))
    return [Group(slug, name, listed) for (slug, name), listed in people.items()]


def finals_of(tournament: Tournament) -> list[Finals]:
    """Return the public finals that a finished tournament led to, by name."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    rows = (
        Finalist.objects.filter(
            group=tournament.pk, entry__tournament__published=True, entry__player__entries__tournament=tournament.pk
        )
        .order_by("entry__tournament__name", "entry__tournament")
        .values_list(
            "entry__tournament__slug",
            "entry__tournament__name",
            "entry__tournament__names_shown",
            "entry__player__entries__number",
        )
    )
    numbers: dict[tuple[str, str], set[int]] = {}
    for slug, name, names_shown, number in rows:
        listed = numbers.setdefault((slug, name), set())
        if names_shown == tournament.names_shown:
            listed.add(number)
    return [Finals(slug, name, frozenset(listed)) for (slug, name), listed in numbers.items()]
