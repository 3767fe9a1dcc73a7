"""The calendar: a month of tournaments, and the way to the next and the one before."""

from __future__ import annotations

import calendar
from datetime import date
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.views.decorators.http import require_safe

from tournaments.selectors import events as selectors
from tournaments.web.conditional import away, form_of, render

YEARS = range(1900, 2200)


@require_safe
def month(request: HttpRequest, year: int | None = None, month: int | None = None) -> HttpResponse:
    """Show a month, this one where none is named. Weeks begin on Monday."""
    today = timezone.localdate()
    year, number = (today.year, today.month) if year is None or month is None else (year, month)
    if year not in YEARS or not 1 <= number <= 12:
        raise Http404
    form = form_of(request)
    with translation.override(form.language):
        try:
            events = selectors.month_of_events(year, number)
            before, after = selectors.neighbouring_months(year, number)
        except (OperationalError, InterfaceError):
            return away(form)
        context: dict[str, Any] = {
            "month": date(year, number, 1),
            "weeks": [
                [{"day": day, "events": events.get(day, [])} for day in week]
                for week in calendar.Calendar().monthdayscalendar(year, number)
            ],
            "weekdays": [(WEEKDAYS_ABBR[day], WEEKDAYS[day]) for day in range(7)],
            "days": [(date(year, number, day), on_day) for day, on_day in events.items()],
            "here": "calendar",
            "today": today.day if (today.year, today.month) == (year, number) else 0,
            "before": before,
            "after": after,
        }
        response = HttpResponse(render("tournaments/calendar.html", form, context))
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response
