"""The hours of an event, as they stand in its schedule: “19:30 Round 1”, a line for each item."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from django.utils import timezone

_HOUR = re.compile(r"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])")
A_DAY = 24 * 60


def hours(schedule: str) -> list[time]:
    """Return the hours that a schedule names, in their order."""
    return [time(int(match[1]), int(match[2])) for match in _HOUR.finditer(schedule)]


def begins(schedule: str) -> time | None:
    """Return the first hour of a schedule; None where it names none."""
    return next(iter(hours(schedule)), None)


def span(day: date, schedule: str) -> tuple[datetime, datetime] | None:
    """Return the first and the last moment that a schedule names, by the clock of the hall; None where it names none.
    An hour before the one above it is on the day after."""
    named = hours(schedule)
    if not named:
        return None
    last, minute = day, _minute(named[0])
    for hour in named[1:]:
        if _minute(hour) < minute:
            last += timedelta(days=1)
        minute = _minute(hour)
    return moment(day, named[0]), moment(last, named[-1])


def moved(schedule: str, begin: time) -> str:
    """Return a schedule that begins at an hour: all its hours move with the first. Where it names none, the hour
    becomes its first line."""
    first = begins(schedule)
    if first is None:
        return f"{begin:%H:%M}\n{schedule}".strip()
    later = _minute(begin) - _minute(first)

    def move(match: re.Match[str]) -> str:
        minute = (int(match[1]) * 60 + int(match[2]) + later) % A_DAY
        return f"{minute // 60:02}:{minute % 60:02}"

    return _HOUR.sub(move, schedule)


def _minute(hour: time) -> int:
    return hour.hour * 60 + hour.minute


def moment(day: date, hour: time) -> datetime:
    """Return when an hour is, by the clock of the hall."""
    return timezone.make_aware(datetime.combine(day, hour))
