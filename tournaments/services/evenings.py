"""The evenings of a season: their days and names, and what may be asked of them."""

from __future__ import annotations

from datetime import date, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.errors import Refused

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
