"""A person's page over all their events, and the search of the whole site."""

from __future__ import annotations

from fractions import Fraction
from html import escape as text
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import formats
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.domain.locks import snapshot
from tournaments.search import LONGEST_QUERY
from tournaments.selectors import labels
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.site.person_pages import EventPlayed, PersonShown, SeatMean
from tournaments.selectors.site.person_pages import person as selected
from tournaments.sentences.places import counted
from tournaments.sentences.points import written_for
from tournaments.web import search_engines
from tournaments.web.conditional import render, said_in, season_answer, site_page
from tournaments.web.hall_cache import kept_for, page_of
from tournaments.web.seats import SeatFigure, points, sign, sign_of
from tournaments.web.standings import charts
from tournaments.web.variants import Variant

LINES = 24
AT_ONCE = 12
"""The newest events that are seen without opening the others."""


@site_page
def person(request: HttpRequest, form: Variant, player: int) -> HttpResponse:
    """Show a person who agreed to it. The tag is made of the answer, so that a page taken back is not there at once."""
    with snapshot():
        shown = selected(player) if player < 2**62 else None
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


def _seats(names: tuple[str, ...], means: list[SeatMean], language: str, most: Fraction | None) -> list[SeatFigure]:
    return [
        SeatFigure(
            sign_of(names, seat.position, language),
            formats.number_format(round(float(seat.mean), 1), 1),
            round(100 * seat.mean / most) if most else None,
            seat.times,
        )
        for seat in means
    ]


def _rating_line(shown: PersonShown) -> str:
    steps = shown.rating[2][-LINES:] if shown.rating else []
    if len(steps) < 2:
        return ""
    days = [charts.day_label(step.event.starts) for step in steps]
    return charts.values(days, [step.rating for step in steps], _("The rating after each tournament."))


@site_page
def find(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Show the box, and the players who match the typed text, with their tables."""
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    hall = kept_for(request, slug, form.language).hall
    numbers = hall.find(query)
    with written_for(hall.tournament):
        found = "".join(_match(hall, n, form) for n in numbers)
    context: dict[str, Any] = {
        **page_of(hall, "find"),
        "round": hall.round,
        "query": query,
        "found": mark_safe(found),  # noqa: S308
        "count": len(numbers),
    }
    page = HttpResponse(render("tournaments/site/search.html", form, context))
    cache = "no-cache" if hall.tournament.published else "private, no-store"
    return said_in(form, page, cache=cache, vary="Accept-Encoding, Accept-Language")


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
