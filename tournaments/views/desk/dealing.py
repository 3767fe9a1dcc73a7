"""Dealing Kwartet's cards at the desk, and a helper's view of the dealt game: no hands, only what is said aloud."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.setup import options_of
from tournaments.models import LiveGame, Table, Tournament
from tournaments.selectors import desk as selectors
from tournaments.selectors import hands
from tournaments.services import dealing, live_games
from tournaments.views.desk.base import CONFLICT, UNPROCESSABLE, at_desk, desk_page, table_to_enter
from tournaments.web.live_game_steps import question_of


@at_desk(Action.RESULTS)
def deal(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Show the decks to deal, or the dealt game without its hands; a POST deals, asks, takes back or hands in."""
    table = table_to_enter(request, tournament, table_id)
    if tournament.game != dealing.GAME:
        raise Http404
    row = hands.running(table)
    problem, status = "", 200
    if request.method == "POST":
        try:
            done = _begin(request, tournament, table) if row is None else _step(request, row)
        except live_games.Overtaken as error:
            problem, status = error.message, CONFLICT
        except Refused as error:
            problem, status = error.message, UNPROCESSABLE
        else:
            return redirect(done, tournament.pk, table.pk)
    context: dict[str, Any] = {
        "table": selectors.desk_table(tournament, table),
        "round": table.round,
        "problem": problem,
        "sight": hands.sight(tournament, row, None) if row else None,
    }
    if row is None:
        context |= {
            "decks": dealing.decks_of(tournament, get_language() or "en"),
            "chosen": request.POST.get("deck", ""),
            "wanted": options_of(tournament)["quartets"],
            "other": LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).exists(),
            "typed": request.POST if problem else {},
        }
    return desk_page(request, "desk/dealing.html", tournament, context, status)


def _begin(request: HttpRequest, tournament: Tournament, table: Table) -> str:
    sent = request.POST
    if sent.get("what") == "keep":
        deck = dealing.keep_deck(
            tournament.pk, by=request.user, name=sent.get("name", ""), text=sent.get("text", "").replace("\r", "")
        )
        messages.success(request, _("The deck “%(name)s” is kept for the club.") % {"name": deck.name})
        return "admin:tournaments_deal"
    chosen = dealing.deck_of(tournament, sent.get("deck", ""), get_language() or "en")
    if chosen is None:
        raise Refused(_("Choose a deck."))
    number = sent.get("quartets", "")
    quartets = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else None
    dealing.deal(table.pk, by=request.user, deck=chosen, quartets=quartets)
    messages.success(request, _("The cards are dealt. Each player finds their hand at their personal link."))
    return "admin:tournaments_deal"


def _step(request: HttpRequest, row: LiveGame) -> str:
    after, text = question_of(request)
    what = request.POST.get("what", "")
    if what == "back":
        live_games.take_back(row.pk, by=request.user, after=after)
    elif what == "hand-in":
        live_games.hand_in(row.pk, by=request.user, after=after)
        messages.success(request, _("The game has been handed in as the table’s record."))
        return "admin:tournaments_record"
    elif what == "drop":
        live_games.drop(row.pk, by=request.user)
        messages.success(request, _("The game is no longer entered or shown."))
        return "admin:tournaments_record"
    else:
        live_games.enter(row.pk, by=request.user, after=after, text=text)
    return "admin:tournaments_deal"
