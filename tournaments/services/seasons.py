"""Rating lists and series: changed by an organiser, computed by a worker; ratings taken for seeding; and the days and
names of a season's evenings."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.notices import plain
from scoring.documents.document import DocumentError
from tournaments.domain import queue
from tournaments.domain.access import club_to_create_in, keeps_installation, require_organiser
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, lock
from tournaments.domain.logbook import audited
from tournaments.models import Appointment, Club, Entry, Rating, RatingList, Series, Tournament
from tournaments.selectors.site import addresses

Kind = type[RatingList] | type[Series]


@audited
def create(kind: Kind, values: Mapping[str, Any], *, by: Any, club: Club | None = None) -> Any:
    """Make a rating list or a series of these fields. Raises PermissionDenied, DocumentError with the field's name,
    Refused where its address is taken."""
    require_organiser(by, club)
    club = club_to_create_in(by, club)
    season = kind(**{"slug": slugify(values["name"])[:80] or "season", **values}, club=club)
    _save(season)
    return season


@audited
def change(kind: Kind, season_id: int, values: Mapping[str, Any], *, by: Any) -> Any:
    """Change fields of a list or series; what follows from them is computed anew. Raises as ``create``."""
    season = _locked(kind, season_id, by)
    if "club" in values:
        raise Refused(_("A season stays with its club."))
    for name, value in values.items():
        setattr(season, name, value)
    _save(season)
    changed(season, by=by)
    return season


@audited
def remove(kind: Kind, season_id: int, *, by: Any) -> None:
    """Take a list or series away; its tournaments stay."""
    season = _locked(kind, season_id, by)
    events = [link.tournament_id for link in season.events.all()]
    season.delete()
    tell(events)


@audited
def put_in(kind: Kind, season_id: int, slug: str, *, by: Any) -> Any:
    """Put a tournament into a list or series; twice it is once. Raises Refused where there is none."""
    season = _locked(kind, season_id, by)
    tournament = addresses.find(slug)
    if tournament is None or not (tournament.club_id == season.club_id or keeps_installation(by)):
        raise Refused(_("There is no tournament “%(slug)s”.") % {"slug": slug})
    season.events.get_or_create(tournament=tournament)
    changed(season, by=by)
    return season


@audited
def add_evening(season_id: int, day: date, *, by: Any) -> Tournament:
    """Make one more evening of a season, with the settings and the staff of its last one. Raises Refused where the
    season has no evening to be like, or one on this day."""
    season = _locked(Series, season_id, by)
    last = Tournament.objects.filter(in_series__series=season).order_by("starts", "pk").last()
    if last is None:
        raise Refused(_("This season has no evening yet. Add a tournament to it first."))
    if season.events.filter(tournament__starts=day).exists():
        raise Refused(_("The season already has an evening on this day."))
    evening = copy(lock(last.pk))
    evening.pk, evening._state.adding = None, True
    title = evening_name(season.name, season.events.count() + 1)
    evening.name, evening.slug, evening.starts = title[:120], addresses.free_slug(title), day
    evening.state, evening.version, evening.results_version = Tournament.State.PLANNED, 1, 1
    evening.check_in_closed_at = evening.archived_at = evening.archived_by = None
    evening.end_done, evening.end_skipped = [], []
    evening.seed, evening.created_by = season.events.count(), by
    evening.club_id = season.club_id
    evening.save()
    staff = Appointment.objects.filter(tournament=last)
    Appointment.objects.bulk_create(
        Appointment(tournament=evening, user_id=row.user_id, role=row.role, tables=row.tables) for row in staff
    )
    season.events.create(tournament=evening)
    changed(season, by=by)
    return evening


@audited
def take_out(kind: Kind, season_id: int, slug: str, *, by: Any) -> Any:
    """Take a tournament out of a list or series; out already, nothing happens."""
    season = _locked(kind, season_id, by)
    gone = list(season.events.filter(tournament=addresses.find(slug)).values_list("tournament_id", flat=True))
    season.events.filter(tournament__in=gone).delete()
    tell(gone)
    changed(season, by=by)
    return season


@audited
def recompute(kind: Kind, season_id: int, *, by: Any) -> Any:
    """Have a list or series computed anew, whatever it was computed from."""
    season = _locked(kind, season_id, by)
    season.computed_from = None
    season.save(update_fields=["computed_from"])
    changed(season, by=by)
    return season


def _locked(kind: Kind, season_id: int, by: Any) -> Any:
    season = kind._default_manager.select_for_update(no_key=True).get(pk=season_id)
    require_organiser(by, season.club)
    return season


def _save(season: RatingList | Series) -> None:
    taken = type(season)._default_manager.filter(slug=season.slug).exclude(pk=season.pk)
    if taken.exists():
        raise Refused(_("The address “%(slug)s” is already taken.") % {"slug": season.slug})
    try:
        season.full_clean(validate_unique=False, validate_constraints=False)
        with transaction.atomic():
            season.save()
    except ValidationError as error:
        place, messages = next(iter(error.message_dict.items()))
        raise DocumentError(place, plain(" ".join(messages))) from None
    except IntegrityError:
        raise Refused(_("The address “%(slug)s” is already taken.") % {"slug": season.slug}) from None


@audited
def changed(season: RatingList | Series, *, by: Any) -> None:
    """Have a list or series computed anew, and the pages that link to it, after a change of its settings or
    tournaments. Raises PermissionDenied."""
    require_organiser(by, season.club)
    tell([link.tournament_id for link in season.events.all()])
    task = "update_ratings" if isinstance(season, RatingList) else "update_series"
    queue.send(task, season.pk)


def tell(tournaments: list[int]) -> None:
    """Count a change that viewers of these tournaments can see: a link to a season comes or goes."""
    for pk in sorted(set(tournaments)):
        with transaction.atomic():
            bump_version(lock(pk))


def take_ratings(tournament: Tournament) -> int:
    """Give the entries without a rating theirs from the tournament's season list; return how many got one.

    The tournament must be locked. A rating once taken stays, so that the event is the same whenever it is read again.
    """
    if tournament.rating_list_id is None:
        return 0
    mu = dict(Rating.objects.filter(rating_list=tournament.rating_list_id).values_list("player_id", "mu"))
    entries = Entry.objects.filter(tournament=tournament, season_rating__isnull=True, player__in=mu)
    chosen = list(entries)
    for entry in chosen:
        entry.season_rating = whole(mu[entry.player_id])
    Entry.objects.bulk_update(chosen, ["season_rating"])
    return len(chosen)


def whole(mu: Decimal) -> int:
    """Fit a season rating to a tournament: a whole number, half to even, within what a rating can be."""
    return min(4000, max(0, round(mu)))


WEEK, FORTNIGHT, MONTH = "week", "fortnight", "month"
RHYTHMS = (WEEK, FORTNIGHT, MONTH)
MOST = 60
"""Evenings that a season can be made with: more than a club plays in a year."""


def planned_days(first: date, every: str, count: int) -> list[date]:
    """Return so many days from the first on, every ``week``, ``fortnight`` or ``month``. A month on is the same weekday
    of the month: a second Friday stays one, a fifth becomes the last. Raises Refused beyond the calendar."""
    try:
        if every == MONTH:
            return [_months_on(first, index) for index in range(count)]
        return [first + timedelta(weeks=index * (2 if every == FORTNIGHT else 1)) for index in range(count)]
    except (OverflowError, ValueError):
        raise Refused(_("This date does not exist.")) from None


def _months_on(first: date, months: int) -> date:
    month = first.year * 12 + first.month - 1 + months
    begin = date(month // 12, month % 12 + 1, 1)
    day = begin + timedelta(days=(first.weekday() - begin.weekday()) % 7 + 7 * ((first.day - 1) // 7))
    return day if day.month == begin.month else day - timedelta(weeks=1)


def proposed_best(evenings: int) -> int | None:
    """Return how many results are proposed to count: about three quarters; all of them in a short season."""
    return evenings - max(1, evenings // 4) if evenings >= 4 else None


def refuse_best(best: int | None, evenings: int) -> None:
    """Raise Refused where more results were to count than there are evenings."""
    if best is not None and best > evenings:
        raise Refused(
            ngettext(
                "There is only %(count)d evening. Let that many results count, or leave the field empty for all.",
                "There are only %(count)d evenings. Let that many results count, or leave the field empty for all.",
                evenings,
            )
            % {"count": evenings}
        )


def evening_name(season: str, number: int) -> str:
    """Return the name of an evening, which says of which season it is."""
    # Translators: the name of a tournament that is one evening of a season; “name” is the name of the season
    return _("%(name)s – evening %(number)d") % {"name": season, "number": number}
