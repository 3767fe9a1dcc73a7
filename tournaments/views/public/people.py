"""A person's page over all their events."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import formats, translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.locks import snapshot
from tournaments.selectors.person_pages import EventPlayed, PersonShown, SeatMean
from tournaments.selectors.person_pages import person as selected
from tournaments.sentences.places import counted
from tournaments.sentences.points import written_for
from tournaments.web import charts, search_engines
from tournaments.web.conditional import away, form_of, render, season_answer
from tournaments.web.seats import points, sign_of

LINES = 24
AT_ONCE = 12
"""The newest events that are seen without opening the others."""


@require_safe
def person(request: HttpRequest, player: int) -> HttpResponse:
    """Show a person who agreed to it. The tag is made of the answer, so that a page taken back is not there at once."""
    form = form_of(request)
    with translation.override(form.language):
        try:
            with snapshot():
                shown = selected(player) if player < 2**62 else None
        except (OperationalError, InterfaceError):
            return away(form)
        if shown is None:
            raise Http404
        events = [(event, event.game_name, _points(event)) for event in shown.events]
        context = {
            "person": shown,
            "events": events[:AT_ONCE],
            "older": events[AT_ONCE:],
            "games": [
                (key[0], _seats(key[1], means, form.language, shown.most.get(key)), _most(shown.most.get(key)))
                for key, means in shown.seats.items()
            ],
            "picture": _rating_line(shown),
        }
        if shown.listed:
            context |= {
                "canonical": search_engines.canonical(form, by_consent=True),
                "translations": search_engines.translations(form, by_consent=True),
                "linked_data": search_engines.profile(shown.name, shown.club, form),
            }
        page = render("tournaments/person.html", form, context)
    response = season_answer(request, form, page, "text/html; charset=utf-8", public=True)
    if shown.listed:
        search_engines.allow(response)
    return response


def _points(event: EventPlayed) -> SafeString:
    with written_for(event):
        return points(event.points)


def _most(points: Fraction | None) -> str:
    return counted(points) if points else ""


def _seats(names: tuple[str, ...], means: list[SeatMean], language: str, most: Fraction | None) -> list[dict[str, Any]]:
    return [
        {
            "sign": sign_of(names, seat.position, language),
            "times": seat.times,
            "mean": formats.number_format(round(float(seat.mean), 1), 1),
            "share": round(100 * seat.mean / most) if most else None,
        }
        for seat in means
    ]


def _rating_line(shown: PersonShown) -> str:
    steps = shown.rating[2][-LINES:] if shown.rating else []
    if len(steps) < 2:
        return ""
    days = [charts.day_label(step.event.starts) for step in steps]
    return charts.values(days, [step.rating for step in steps], _("The rating after each tournament."))
