"""Clubs: by their address, and what everybody sees of one."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.access import several_clubs
from tournaments.domain.errors import Refused
from tournaments.models import Club, RatingList, Series


@dataclass(frozen=True, slots=True)
class Shown:
    """A club with its public seasons; ``only``: there is no other, so that nobody hears of it."""

    club: Club
    only: bool
    series: tuple[Series, ...]
    lists: tuple[RatingList, ...]


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
