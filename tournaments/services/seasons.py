"""Rating lists and series: changed by an organiser, computed by a worker; and ratings taken for seeding."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import tasks
from tournaments.access import organises
from tournaments.locks import lock, seen
from tournaments.models import Entry, Rating, RatingList, Series, Tournament


def changed(season: RatingList | Series, *, by: Any) -> None:
    """The settings or the tournaments of a list or series were changed: it is computed anew, and pages that link to
    it are. Raises PermissionDenied."""
    if not organises(by):
        raise PermissionDenied(_("Only an organiser of the whole installation changes seasons."))
    tell([one.tournament_id for one in season.events.all()])
    task = tasks.update_ratings if isinstance(season, RatingList) else tasks.update_series
    transaction.on_commit(partial(tasks.send, task, season.pk))


def tell(tournaments: list[int]) -> None:
    """Count a change that viewers of these tournaments can see: a link to a season comes or goes."""
    for pk in sorted(set(tournaments)):
        with transaction.atomic():
            seen(lock(pk))


def take_ratings(tournament: Tournament) -> int:
    """Give the entries that have none yet their rating of the tournament's season list; how many got one.

    The tournament must be locked. A rating once taken stays, so that the event is the same whenever it is read again.
    """
    if tournament.rating_list_id is None:
        return 0
    mu = dict(Rating.objects.filter(rating_list=tournament.rating_list_id).values_list("player_id", "mu"))
    entries = Entry.objects.filter(tournament=tournament, season_rating__isnull=True, player__in=mu)
    given = list(entries)
    for entry in given:
        entry.season_rating = whole(mu[entry.player_id])
    Entry.objects.bulk_update(given, ["season_rating"])
    return len(given)


def whole(mu: Decimal) -> int:
    """A season rating as a tournament takes it: whole, half to even, within what a rating can be."""
    return min(4000, max(0, round(mu)))
