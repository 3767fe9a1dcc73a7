"""Clubs: by their address, what everybody sees of one, and where they are named at all: where there are several."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.domain.access import several_clubs
from tournaments.domain.errors import Refused
from tournaments.models import Club, RatingList, Series, Tournament
from tournaments.search import Names
from tournaments.selectors.people.shown_names import sort_key


@dataclass(frozen=True, slots=True)
class Shown:
    """A club with its public seasons; ``only``: there is no other, so that nobody hears of it."""

    club: Club
    only: bool
    series: tuple[Series, ...]
    lists: tuple[RatingList, ...]


class Named(NamedTuple):
    """A club by its name and address."""

    id: int
    slug: str
    name: str


def _to_see() -> QuerySet[Club, Named]:
    """Return the clubs with something for everybody to see, by name."""
    mine = {"club": OuterRef("pk"), "published": True}
    shown = Exists(Tournament.objects.filter(**mine)) | Exists(Series.objects.filter(**mine))
    return Club.objects.filter(shown).values_list("id", "slug", "name")


def to_choose(most: int | None = None) -> list[Named]:
    """Return the clubs with something for everybody to see, by name, the first ``most`` of them; none where there is
    only one. One query."""
    clubs = sorted((Named(*row) for row in _to_see()[:most]), key=lambda club: sort_key(club.name))
    return clubs if len(clubs) > 1 else []


def to_see(slug: str) -> Named | None:
    """Return the club at this address, where it has something for everybody to see. One query."""
    row = _to_see().filter(slug=slug).first()
    return row and Named(*row)


def matching(query: str, clubs: list[Named]) -> list[Named]:
    """Return the clubs whose names fit a query, at most six, the best first."""
    by_id = {club.id: club for club in clubs}
    return [by_id[pk] for pk in Names({club.id: club.name for club in clubs}).find(query, 6)]


def with_club(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Read with each tournament what its pages show of its club: name and style, and whether there are others. It costs
    no query of its own."""
    return (
        events.select_related("club")
        .defer("club__logo", "club__defaults")
        .annotate(
            among_clubs=Exists(Club.objects.exclude(pk=OuterRef("club_id"))),
            club_logo=ExpressionWrapper(~Q(club__logo=b""), output_field=BooleanField()),
        )
    )


def of_page(tournament: Tournament) -> Club | None:
    """Return the club in whose style a tournament's pages are; None where there is only one."""
    among: bool | None = getattr(tournament, "among_clubs", None)
    return tournament.club if (several_clubs() if among is None else among) else None


def named(slug: str | None) -> Club | None:
    """Return the club of an address, None where none is given. Raises Refused for an address that no club has."""
    if not slug:
        return None
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Refused(_("There is no club “%(slug)s”.") % {"slug": slug})
    return club


def shown(slug: str) -> Shown | None:
    """Return what everybody sees of a club; None where there is none at this address."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return None
    public = {"club": club, "published": True}
    seasons = tuple(Series.objects.filter(**public)), tuple(RatingList.objects.filter(**public))
    return Shown(club, not several_clubs(), *seasons)
