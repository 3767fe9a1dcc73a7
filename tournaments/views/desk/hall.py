"""The hall from the desk: its clock, its screens and the sand-glass, Kwartet's cards dealt, and a game entered move by
move."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.core.registry import get
from tournaments.domain.access import Action, may
from tournaments.domain.errors import Refused
from tournaments.domain.setup import options_of
from tournaments.models import LiveGame, Round, Table, TimeCall, Tournament, Wallboard
from tournaments.selectors.games import hands, replays
from tournaments.selectors.hall import desk as selectors
from tournaments.services import wallboard
from tournaments.services.games import clock, dealing, live_games
from tournaments.services.games.game_records import feature
from tournaments.text import number_of
from tournaments.views.desk.base import CONFLICT, UNPROCESSABLE, at_desk, desk_address, desk_page, step, table_to_enter
from tournaments.web.conditional import KEPT, form_of
from tournaments.web.games import live_game_steps, move_words
from tournaments.web.games import live_games as game_pages
from tournaments.web.games.live_game_steps import Step, Who, question_of
from tournaments.web.glass import glass_page, told
from tournaments.web.staff_pages import refusal_shown

MINUTE = {"more": 60, "less": -60}


@step(Action.PAIR, "desk", "#clock")
def act(request: HttpRequest, tournament: Tournament) -> None:
    """Press one of the clock's buttons."""
    pk, by, sent = tournament.pk, request.user, request.POST
    what = sent.get("do", "")
    if what == "set":
        clock.set_up(pk, by=by, kind=sent.get("kind", ""), seconds=_seconds(sent.get("time", "")))
    elif what in MINUTE:
        clock.adjust(pk, by=by, seconds=MINUTE[what])
    else:
        clock.do(pk, what, by=by)


def _seconds(text: str) -> int:
    """Read ``90`` (minutes), ``3:30`` (minutes and seconds) or ``1:30:00`` (with hours). Raises Refused."""
    parts = text.strip().split(":")
    if not 1 <= len(parts) <= 3 or not all(p.isascii() and p.isdigit() and len(p) <= 4 for p in parts):
        raise Refused(_("Enter the time as minutes (90), as 3:30 or as 1:30:00."))
    if len(parts) == 1:
        return int(parts[0]) * 60
    total = 0
    for part in parts:
        total = total * 60 + int(part)
    return total


@at_desk(Action.WORK)
def glass(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Show a table's glass; a POST tells the arbiter that it has run out."""
    if not tournament.has_engine:
        raise Http404
    tables = Table.objects.select_related("round").filter(round__state__in=Round.SHOWN)
    table = get_object_or_404(tables, pk=table_id, round__tournament=tournament)
    problem, status = "", 200
    if request.method == "POST":
        try:
            position, seconds = told(request)
            clock.tell_time_call_from_desk(table.pk, by=request.user, position=position, seconds=seconds)
        except Refused as error:
            problem, status = error.message, UNPROCESSABLE
        else:
            return redirect("admin:tournaments_glass", tournament.pk, table.pk)
    form = form_of(request)
    back = desk_address(tournament, table.round.number) + f"#table-{table.number}"
    with translation.override(form.language):
        return glass_page(form, tournament, table, back=back, problem=problem, status=status, token=get_token(request))


@require_POST
@at_desk(Action.RESULTS)
def settle(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """Settle a table's call about the time: enter the forfeit (``forfeit``), or deal with it at the table."""
    call = get_object_or_404(
        TimeCall.objects.select_related("table__round"), pk=call_id, table__round__tournament=tournament
    )
    forfeit = request.POST.get("forfeit") == "1"
    with refusal_shown(request):
        clock.settle_time_call(call.pk, by=request.user, forfeit=forfeit)
        sentence = _("The forfeit at table %(number)d is entered.") if forfeit else _("Table %(number)d is settled.")
        messages.success(request, sentence % {"number": call.table.number})
    return redirect(reverse("admin:tournaments_desk_round", args=[tournament.pk, call.table.round.number]))


@require_http_methods(["GET", "POST"])
@at_desk(Action.PAIR)
def steer(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what the screens were told; a POST tells them something else."""
    if request.method == "POST":
        pk, by = tournament.pk, request.user
        with refusal_shown(request):
            match request.POST.get("do"):
                case "next":
                    wallboard.turn_to_next(pk, by=by)
                case "hold":
                    wallboard.hold_page(pk, by=by)
                case "turn":
                    wallboard.let_turn(pk, by=by)
                case "show":
                    wallboard.choose_pages(pk, by=by, show=request.POST.get("show", ""))
                case _:
                    raise Refused(_("The wallboard has no such button."))
        return redirect("admin:tournaments_wall", tournament.pk)
    board = Wallboard.objects.filter(tournament=tournament).first() or Wallboard(tournament=tournament)
    context = {"board": board, "choices": Wallboard.Show.choices, "seconds": Wallboard.SECONDS}
    return desk_page(request, "desk/wallboard.html", tournament, context)


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
    return desk_page(request, "desk/games/dealing.html", tournament, context, status)


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
    dealing.deal(table.pk, by=request.user, deck=chosen, quartets=number_of(number, 2) if number else None)
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


SHOWN_MOVES = 20
MOST_OFFERED = 400


@at_desk(Action.RESULTS)
def game(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Show a table's game: the position, the legal moves, and a field for one. A POST does one step; a script asks for
    data, and gets the same."""
    if not tournament.has_engine:
        raise Http404
    # who sees the page sees the hands
    table = table_to_enter(request, tournament, table_id)
    seated = game_pages.places(tournament, table, get_language() or "en", real=True)
    if request.method == "POST" and request.POST.get("what") in ("feature", "unfeature"):
        feature(table.pk, by=request.user, on=request.POST["what"] == "feature")
        return redirect("admin:tournaments_game", tournament.pk, table.pk)
    row = live_game_steps.running(table)
    if row is not None and row.dealt:
        return redirect("admin:tournaments_deal", tournament.pk, table.pk)
    sent = live_game_steps.typed(request) if row is None else None
    form = live_game_steps.setup_form(tournament, seated, sent)
    step = Step()
    if request.method == "POST":
        step = live_game_steps.step(request, Who(by=request.user), table, row, form)
        if step.status == 200 and not live_game_steps.wants_data(request):
            if step.what == "hand-in":
                messages.success(request, _("The game has been handed in as the table’s record."))
            elif step.what == "drop":
                messages.success(request, _("The game is no longer entered or shown."))
            page = "record" if step.what in ("hand-in", "drop") else "game"
            return redirect(f"admin:tournaments_{page}", tournament.pk, table.pk)
        row = live_game_steps.running(table)
    state = game_pages.state(tournament, row, table, seated, None)
    if live_game_steps.wants_data(request):
        answer = live_game_steps.answer(step, tournament, state, seated)
        patch_vary_headers(answer, ["Accept"])
        return answer
    names = [place.name for place in seated]
    context: dict[str, Any] = {
        "table": selectors.desk_table(tournament, table),
        "round": table.round,
        "form": form,
        "may_feature": tournament.published and may(request.user, Action.PAIR, tournament),
        "problem": game_pages.message(step.error, tournament.game, names) if step.error else "",
        "rule": (step.error.rule or "") if step.error else "",
        "row": row,
        "typed": request.POST.get("text", "") if step.error and step.status != CONFLICT else "",
    }
    if row is None:
        # whoever handed a game in keeps this page: what became of it stands above the form for another
        context["handed_in"] = LiveGame.objects.filter(table=table, state=LiveGame.State.DONE).exists()
        context["stones"] = game_pages.stones(tournament)
        store = f"desk:{request.user.pk}:{table.pk}"
        context["noted"] = game_pages.noted(tournament, seated, store, request.POST)
    else:
        context |= _position(tournament, row, names)
        context |= game_pages.shown(tournament, row, state, seated, (), None)
        context["config"] |= {"store": f"desk:{request.user.pk}:{table.pk}"}
    page = desk_page(request, "desk/games/live_games.html", tournament, context, step.status)
    patch_vary_headers(page, ["Accept"])
    if (row is not None or context.get("noted")) and step.status == 200:
        for name, value in KEPT.items():
            page.headers[name] = value
    return page


def _position(tournament: Tournament, row: LiveGame, names: list[str]) -> dict[str, Any]:
    live = replays.live_game(tournament, row)
    now = replays.moment(live, live.plies)
    assert now is not None
    seats = move_words.on_turn(now.engine, now.state)
    offered = [now.engine.write(move) for move in now.engine.legal_moves(now.state)]
    return {
        "plies": live.plies,
        "outcome": now.outcome,
        "on_turn": seats,
        "offered": offered[:MOST_OFFERED],
        "points": None
        if now.outcome is None
        else ", ".join(f"{name} {points}" for name, points in zip(names, now.outcome.points, strict=True)),
        "last_moves": [
            (played.number, played.text, *move_words.describe(now.engine, played, names)) for played in now.moves
        ][: -SHOWN_MOVES - 1 : -1],
        "game_name": get(tournament.game).info.name,
    }
