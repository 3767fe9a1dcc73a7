"""The events of a club or a season as a calendar."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils import timezone

from tournaments.domain import schedule
from tournaments.models import Tournament
from tournaments.selectors import feeds, public
from tournaments.web import icalendar
from tournaments.web.variants import Variant


def event_entry(tournament: Tournament, form: Variant) -> icalendar.Entry:
    """Return an event's entry: its day, with the hours of its schedule where it names any. What it is about are the
    game and the lines of the schedule."""
    begin, end = schedule.span(tournament.starts, tournament.schedule) or (None, None)
    return icalendar.Entry(
        feeds.identity(tournament, "event"),
        feeds.told_name(tournament),
        tournament.starts,
        tournament.created_at,
        "\n".join([public.game_name(tournament.game, tournament.options), *tournament.schedule.splitlines()]),
        tournament.venue,
        f"{form.root}{reverse('tournament', args=[tournament.slug])}" if form.root else "",
        tournament.version,
        begin,
        end,
    )


def of_events(name: str, events: Iterable[Tournament], form: Variant) -> str:
    """Return the calendar of these events."""
    entries = [event_entry(event, form) for event in events]
    return icalendar.calendar(name, entries, timezone.get_current_timezone_name())
