"""Find a player by name, from the QR code on the wall: what was typed may be half right."""

from __future__ import annotations

import logging
from html import escape as text
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.search import LONGEST_QUERY
from tournaments.selectors import labels, public
from tournaments.selectors.hall import Hall
from tournaments.selectors.plan import knows_its_schedule
from tournaments.sentences.points import written_for
from tournaments.web.conditional import away, form_of, render
from tournaments.web.hall_cache import kept_for
from tournaments.web.seats import sign
from tournaments.web.variants import Variant

log = logging.getLogger(__name__)


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
        response = HttpResponse(render("tournaments/search.html", form, context))
    response.headers["Cache-Control"] = "no-cache" if hall.tournament.published else "private, no-store"
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Encoding, Accept-Language"
    return response


def _match(hall: Hall, number: int, form: Variant) -> str:
    """Return a line of the answer: name, table, seat, or who plays no more; it links to the page of the table."""
    end = f"?{text(form.carried)}" if form.carried else ""
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
