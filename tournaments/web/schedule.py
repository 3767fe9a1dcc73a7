"""The schedule of an event, as its organiser typed it: a line a thing, with the time in front where it has one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from html import escape as text

from django.template.defaultfilters import date as written_day
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.domain.schedule import hours, moment
from tournaments.models import Tournament

LINE = re.compile(r"^(\d?\d:\d\d)\b[\s,:–-]*(\S.*)$")
ROUND = re.compile(r"\b(\d{1,3})\b")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the schedule. ``time`` is ``19:30``, or empty; ``round`` the number in its words, if any.

    ``state`` is ``past``, ``here`` or ``next`` by the round that is shown, never by the time of day: a page is the
    same for everybody until something happens. ``at`` is when it is, in milliseconds as browsers count.
    """

    time: str
    label: str
    round: int | None = None
    state: str = ""
    at: int | None = None

    @property
    def is_past(self) -> bool:
        """Return whether its time is over as this is asked. A page that is kept since before says so by its script."""
        return self.at is not None and self.at <= timezone.now().timestamp() * 1000


def lines(typed: str, day: date, newest: int, over: bool = False) -> list[Line]:
    """Return the lines; ``newest`` is the newest shown round, 0 before the first, and ``over`` whether all is over."""
    read = _read(typed, day)
    here = next((at for at, line in enumerate(read) if newest and line.round == newest), None)
    if here is None and not over and not newest:
        return [replace(line, state="next" if at == 0 else "") for at, line in enumerate(read)]
    if here is None or over:
        return [replace(line, state="past" if over else "") for line in read]
    return [
        replace(line, state="past" if at < here else "here" if at == here else "next" if at == here + 1 else "")
        for at, line in enumerate(read)
    ]


def coming(schedule: Iterable[Line]) -> Line | None:
    """Return the line that comes next, where it has a time."""
    return next((line for line in schedule if line.state == "next" and line.at is not None), None)


def _read(typed: str, day: date) -> list[Line]:
    """Return the lines without their state. An hour before the one above it is on the day after."""
    read: list[Line] = []
    before = None
    for line in filter(None, map(str.strip, typed.splitlines())):
        match = LINE.match(line)
        named = hours(match[1]) if match else []
        label = match[2] if match and named else line
        number = ROUND.search(label)
        hour = named[0] if named else None
        if hour and before and hour < before:
            day += timedelta(days=1)
        before = hour or before
        at = int(moment(day, hour).timestamp() * 1000) if hour else None
        read.append(Line(f"{hour:%H:%M}" if hour else "", label, int(number[1]) if number else None, at=at))
    return read


def card(tournament: Tournament, newest: int) -> str:
    """Return what comes next, where the schedule has a time, and the way to the calendar; ``newest``: the round that
    was published last, 0 before the first."""
    if tournament.is_over:
        return ""
    line = coming(lines(tournament.schedule, tournament.starts, newest))
    calendar = (
        f'<p><a class="button plain" href="{reverse("rounds_calendar", args=[tournament.slug])}">'
        f"{text(_('Calendar'))}</a></p>"
    )
    if line is None:
        return calendar if tournament.published else ""
    past = _("%(what)s was planned for %(time)s.") % {"what": line.label, "time": line.time}
    inner = (
        f"<div{' hidden' if line.is_past else ''}><p class=next-time>{line.time}</p><p>{text(line.label)}</p></div>"
        f'<p class=until data-until={line.at} data-in-text="{text(_("in {time}"))}" data-past-text="{text(past)}">'
        f"{text(past) if line.is_past else ''}</p>"
    )
    if not newest:
        where = f", {tournament.venue}" if tournament.venue else ""
        inner += f"<p>{text(written_day(tournament.starts, pgettext('date format', 'l j F Y')) + where)}</p>"
    return f"<div class=card><h3>{text(pgettext('in a schedule', 'Next'))}</h3>{inner}{calendar}</div>"
