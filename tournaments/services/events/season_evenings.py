"""All evenings of a season that have not begun, changed at once, with the form by which players enter themselves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.core import registry as games
from scoring.documents.document import DocumentError
from tournaments.domain import schedule
from tournaments.domain.access import Action, require, require_organiser, tournaments_for
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version
from tournaments.domain.logbook import audited
from tournaments.domain.setup import sizes_for
from tournaments.models import Clock, RegistrationSettings, Round, Series, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.events.events import pairing_of
from tournaments.services.entries.registration_decisions import SETTINGS
from tournaments.services.events import tournaments
from tournaments.services.games import clock


@dataclass(frozen=True, slots=True)
class State:
    """The settings of an evening that can be changed for all, as they are."""

    begins: time | None
    venue: str
    system: str
    rounds: int
    minutes: int | None
    published: bool


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of a season as it is, and as it would be: ``after`` is None for one that stays as it is, and
    ``problem`` says why one cannot be changed."""

    tournament: Tournament
    before: State
    after: State | None = None
    problem: str = ""


def evenings(season: Series) -> list[Evening]:
    """Return the evenings of a season by date."""
    rows = Tournament.objects.filter(in_series__series=season).select_related("clock").order_by("starts", "pk")
    return [Evening(row, _state(row)) for row in rows]


def to_come(season: Series, user: Any) -> QuerySet[Tournament]:
    """Return the evenings of a season that have not begun, and that somebody may change."""
    living = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.DISCARDED)
    mine = tournaments_for(user, Action.EDIT).filter(in_series__series=season, archived_at=None)
    return mine.filter(state=Tournament.State.PLANNED).exclude(Exists(living)).order_by("pk")


def preview(season_id: int, values: Mapping[str, Any], user: Any) -> tuple[list[Evening], str]:
    """Return the evenings that have not begun as they would be, with the mark of what was looked at. Keeps nothing."""
    with transaction.atomic():
        season = Series.objects.get(pk=season_id)
        require_organiser(user, season.club)
        rows = list(to_come(season, user).select_for_update(no_key=True, of=("self",)))
        looked_at = mark(rows, values)
        shown = []
        for row in rows:
            before, after, problem = _state(row), None, ""
            try:
                with transaction.atomic():
                    _change(row, values, user)
                    after = _state(Tournament.objects.get(pk=row.pk))
            except (Refused, DocumentError) as error:
                problem = _sentence(error)
            shown.append(Evening(row, before, after if after != before else None, problem))
        transaction.set_rollback(True)
    return sorted(shown, key=lambda evening: (evening.tournament.starts, evening.tournament.pk)), looked_at


@audited
def change_all(season_id: int, values: Mapping[str, Any], *, by: Any, seen: str) -> int:
    """Change the evenings that have not begun, all or none, and return how many there were. ``values`` are ``begins``,
    ``venue``, ``system``, ``rounds``, ``minutes`` and ``published``, as far as they are to change; ``seen`` is the mark
    of the preview. Raises Refused."""
    season = Series.objects.select_for_update(no_key=True).get(pk=season_id)
    require_organiser(by, season.club)
    rows = list(to_come(season, by).select_for_update(no_key=True, of=("self",)))
    if mark(rows, values) != seen:
        raise Refused(_("The evenings changed meanwhile. Look at the changes again."))
    for row in rows:
        require(by, Action.EDIT, row)
        try:
            _change(row, values, by)
        except (Refused, DocumentError) as error:
            raise Refused(f"{row.name}: {_sentence(error)}") from None
    return len(rows)


def mark(rows: list[Tournament], values: Mapping[str, Any]) -> str:
    """Return what tells these evenings, as they are, and these changes from others."""
    looked_at = [[row.pk, row.version] for row in rows], sorted((name, str(value)) for name, value in values.items())
    return hashlib.blake2b(json.dumps(looked_at).encode(), digest_size=12).hexdigest()


def _change(row: Tournament, values: Mapping[str, Any], by: Any) -> None:
    wanted: dict[str, Any] = {name: values[name] for name in ("venue", "published") if name in values}
    if "begins" in values:
        wanted["schedule"] = schedule.moved(row.schedule, values["begins"])
    if pairing := _pairing(row, values):
        wanted["pairing"] = pairing
    if wanted:
        tournaments.change(row.pk, wanted, by=by)
    if "minutes" in values:
        clock.set_up(row.pk, by=by, kind=Clock.Kind.ROUND, seconds=values["minutes"] * 60)


def _pairing(row: Tournament, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the pairing of an evening with another system or other rounds. Another system has options of its own."""
    if values.get("system", row.system) != row.system:
        sizes = sizes_for(games.game_of(row.game, row.options).info, systems()[values["system"]])
        keep = {"table_size": row.table_size} if row.table_size in sizes else {}
        rounds = values.get("rounds") or (None if row.rounds_open else row.rounds_planned)
        size = keep or ({"table_size": sizes[0]} if sizes else {})
        return {"system": values["system"], "seed": row.seed, **size, **({"rounds": rounds} if rounds else {})}
    return {**pairing_of(row), "rounds": values["rounds"]} if "rounds" in values else None


def _state(row: Tournament) -> State:
    own_clock = getattr(row, "clock", None)
    minutes = own_clock.seconds // 60 if own_clock and own_clock.kind == Clock.Kind.ROUND else None
    begins = schedule.begins(row.schedule)
    return State(begins, row.venue, systems()[row.system].name, row.rounds_planned, minutes, row.published)


def _sentence(error: Refused | DocumentError) -> str:
    return error.message if isinstance(error, Refused) else Refused.of(error).message


TIMES = ("opens_at", "closes_at")


def other_evenings(tournament: Tournament, user: Any) -> QuerySet[Tournament]:
    """Return the other evenings of a tournament's season that have not begun and that somebody may change."""
    season = Series.objects.filter(events__tournament=tournament).order_by("pk").first()
    return to_come(season, user).exclude(pk=tournament.pk) if season is not None else Tournament.objects.none()


@audited
def copy_registration_settings(tournament_id: int, *, by: Any) -> int:
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
