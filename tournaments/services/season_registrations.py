"""The settings of the form by which players enter themselves, for all evenings of a season."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.domain.access import Action, require
from tournaments.domain.locks import bump_version
from tournaments.domain.logbook import audited
from tournaments.models import RegistrationSettings, Series, Tournament
from tournaments.services.registration_decisions import SETTINGS
from tournaments.services.season_evenings import to_come

TIMES = ("opens_at", "closes_at")


def other_evenings(tournament: Tournament, user: Any) -> QuerySet[Tournament]:
    """Return the other evenings of a tournament's season that have not begun and that somebody may change."""
    season = Series.objects.filter(events__tournament=tournament).order_by("pk").first()
    return to_come(season, user).exclude(pk=tournament.pk) if season is not None else Tournament.objects.none()


@audited
def copy_settings(tournament_id: int, *, by: Any) -> int:
    """Copy the settings of a tournament's form to the other evenings of its season, and return to how many. Times move
    with the days between the evenings."""
    tournament = Tournament.objects.get(pk=tournament_id)
    require(by, Action.EDIT, tournament)
    pattern = RegistrationSettings.objects.get(tournament=tournament)
    evenings = list(other_evenings(tournament, by).select_for_update(no_key=True, of=("self",)))
    for evening in evenings:
        settings = RegistrationSettings.objects.filter(tournament=evening).first()
        settings = settings or RegistrationSettings(tournament=evening)
        for name in SETTINGS:
            value = getattr(pattern, name)
            setattr(settings, name, _moved(value, evening, tournament) if name in TIMES else value)
        settings.full_clean()
        settings.save()
        bump_version(evening)
    return len(evenings)


def _moved(at: datetime | None, evening: Tournament, pattern: Tournament) -> datetime | None:
    """Return the same time of the day, as many days before the evening."""
    return timezone.localtime(at) + timedelta(days=(evening.starts - pattern.starts).days) if at else None
