"""A person's page over all their events, and the search of the whole site."""

from __future__ import annotations

import logging
from fractions import Fraction
from html import escape as text
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import formats, translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.locks import snapshot
from tournaments.search import LONGEST_QUERY
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.rounds.plan import knows_its_schedule
from tournaments.selectors.site.person_pages import EventPlayed, PersonShown, SeatMean
from tournaments.selectors.site.person_pages import person as selected
from tournaments.sentences.places import counted
from tournaments.sentences.points import written_for
from tournaments.web import search_engines
from tournaments.web.conditional import away, form_of, render, season_answer
from tournaments.web.hall_cache import kept_for
from tournaments.web.seats import points, sign, sign_of
from tournaments.web.standings import charts
from tournaments.web.variants import Variant

LINES = 24
AT_ONCE = 12
"""The newest events that are seen without opening the others."""
log = logging.getLogger(__name__)


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
        page = render("tournaments/site/person.html", form, context)
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


@require_safe
def find(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the box, and the players who match the typed text, with their tables."""
    form = form_of(request)
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    with translation.override(form.language):
        try:
            hall = kept_for(request, slug, form.language).hall
        except (OperationalError, InterfaceError):
            log.warning("The database does not answer.", exc_info=True)
            return away(form)
        numbers = hall.find(query)
        with written_for(hall.tournament):
            found = "".join(_match(hall, n, form) for n in numbers)
        context: dict[str, Any] = {
            "tournament": hall.tournament,
            "game": public.game_name(hall.tournament.game, hall.tournament.options),
            "here": "find",
            "last": hall.round.number if hall.round else 0,
            "planned": knows_its_schedule(hall.tournament),
            "games_shown": hall.games,
            "round": hall.round,
            "query": query,
            "found": mark_safe(found),  # noqa: S308
            "count": len(numbers),
        }
        response = HttpResponse(render("tournaments/site/search.html", form, context))
    response.headers["Cache-Control"] = "no-cache" if hall.tournament.published else "private, no-store"
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


def _match(hall: Hall, number: int, form: Variant) -> str:
    """Return a line of the answer: name, table, seat, or who plays no more; it links to the page of the table."""
    end = text(form.suffix)
    person, place = hall.people[number], hall.places.get(number)
    if place is None:
        where = f"<em>{text(hall.gone(number))}</em>" if hall.gone(number) else ""
    elif place.table is None:
        where = f"<em>{text(str(labels.bye(place.bye)))}</em>"
    else:
        seats = [seat.position for seat in place.table.seats if seat.number == number]
        looks = [labels.seat(hall.colours, position, form.language) for position in seats]
        signs = "".join(f"{sign(style, letter)}<span class=v> {text(name)}</span>" for style, letter, name in looks)
        where = f"<b><span class=word>{text(_('Table'))} </span>{place.table.number}</b> {signs}"
    more = f" <small>{text(person.club or person.team)}</small>" if person.club or person.team else ""
    return (
        f'<li><a href="/t/{hall.tournament.slug}/mine/{number}/{end}"><span>{text(person.name)}{more}</span>'
        f"<span class=where>{where}</span></a>"
    )
