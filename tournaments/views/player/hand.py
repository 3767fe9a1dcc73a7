"""A player's own cards of a dealt game of Kwartet, by their own link, and the questions that they ask.

As for reports, the address is the authority (docs/decisions/players-reports.md). A table's slip opens nothing here: it
lies about, and whoever holds it could look into every hand.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import Refused
from tournaments.domain.locks import snapshot
from tournaments.models import Entry, PersonalLink, Round, Seat, Tournament
from tournaments.selectors import hands, public
from tournaments.services import dealing, live_games, reports
from tournaments.web.conditional import form_of, render
from tournaments.web.live_game_steps import question_of
from tournaments.web.variants import Variant

CONFLICT, UNPROCESSABLE, TOO_MANY = 409, 422, 429
PRIVATE = {"Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def hand(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Show a player their cards; a POST asks for one, or says what they do at the pot."""
    link = PersonalLink.of(token)
    entry = Entry.objects.select_related("tournament").filter(pk=link.entry_id).first() if link else None
    if entry is None or entry.tournament.slug != slug or not entry.tournament.published:
        raise Http404
    form = form_of(request)
    with translation.override(form.language):
        if request.method != "POST":
            return _page(entry, form)
        try:
            reports.count_try(f"hand{entry.pk}")
            _ask(request, entry)
        except live_games.Overtaken as error:
            return _page(entry, form, error.message, CONFLICT)
        except Refused as error:
            status = TOO_MANY if isinstance(error, reports.TooMany) else UNPROCESSABLE
            return _page(entry, form, error.message, status)
    address = request.path + (f"?{form.carried}" if form.carried else "")
    return HttpResponseRedirect(address, status=303, headers=PRIVATE)


def _seat(entry: Entry) -> Seat | None:
    """Return where the player sits in the newest round that is shown."""
    seats = Seat.objects.select_related("table__round").filter(entry=entry, round__state__in=Round.SHOWN)
    return seats.filter(table__isnull=False).order_by("-round__number").first()


def _ask(request: HttpRequest, entry: Entry) -> None:
    seat = _seat(entry)
    row = hands.running(seat.table) if seat and seat.table else None
    if row is None:
        raise live_games.Overtaken(dealing.no_game())
    after, text = question_of(request)
    dealing.ask(row.pk, entry.pk, after=after, text=text)


def _page(entry: Entry, form: Variant, problem: str = "", status: int = 200) -> HttpResponse:
    tournament: Tournament = entry.tournament
    with snapshot():
        tournament.refresh_from_db(fields=["version"])
        seat = _seat(entry)
        row = hands.running(seat.table) if seat and seat.table else None
        context: dict[str, Any] = {
            "tournament": tournament,
            "game": public.game_name(tournament.game, tournament.options),
            "table": seat.table if seat else None,
            "round": seat.table.round if seat and seat.table else None,
            "problem": problem,
            "sight": hands.sight(tournament, row, seat.position) if row and seat else None,
        }
    if context["round"] is not None and context["round"].state == Round.State.PUBLISHED:
        tournament.is_being_played = True  # known, so not asked for again
    return HttpResponse(render("tournaments/hand.html", form, context), status=status, headers=PRIVATE)
