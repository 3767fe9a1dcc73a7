"""The desk's page on which a helper enters a game move by move."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.core.errors import GameError
from games.core.registry import get
from games.core.replay import prepare
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.forms.live_games import SetupForm
from tournaments.models import LiveGame, Table, Tournament
from tournaments.selectors import desk as selectors
from tournaments.selectors import replays
from tournaments.services import live_games
from tournaments.views.desk.base import CONFLICT, UNPROCESSABLE, at_desk, desk_page
from tournaments.web import move_words

SHOWN_MOVES = 20
MOST_OFFERED = 400


@at_desk(Action.RESULTS)
def game(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Show a table's game: the position, the legal moves, and a field for one. A POST does one step."""
    table = get_object_or_404(Table.objects.select_related("round"), pk=table_id, round__tournament=tournament)
    # who sees the page sees the hands
    require(request.user, Action.RESULTS, tournament, table=table.number)
    row = LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).first()
    problem, rule, status = "", "", 200
    form = _setup_form(tournament, table, request.POST if request.method == "POST" and row is None else None)
    if request.method == "POST":
        try:
            done = _begin(request, table, form) if row is None else _step(request, row)
        except live_games.Overtaken as error:
            problem, status = error.message, CONFLICT
        except Refused as error:
            problem, rule, status = error.message, error.rule or "", UNPROCESSABLE
        else:
            if done:
                return redirect(done, tournament.pk, table.pk)
            status = UNPROCESSABLE
        row = LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).first()
    context: dict[str, Any] = {
        "table": selectors.desk_table(tournament, table),
        "round": table.round,
        "form": form,
        "problem": problem,
        "rule": rule,
        "row": row,
        "typed": request.POST.get("text", "")[:80] if problem and status != CONFLICT else "",
    }
    if row is not None:
        context |= _position(tournament, row)
    return desk_page(request, "desk/live_games.html", tournament, context, status)


def _begin(request: HttpRequest, table: Table, form: SetupForm) -> str:
    """Begin a game; return the next address, or an empty one where the form has errors."""
    if not form.is_valid():
        return ""
    live_games.begin(table.pk, by=request.user, setup=form.cleaned_data["value"])
    return "admin:tournaments_game"


def _step(request: HttpRequest, row: LiveGame) -> str:
    asked, what = request.POST, request.POST.get("what", "enter")
    number = asked.get("after", "")
    after = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else -1
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
        text = (asked.get("move") or asked.get("text") or "").strip()[:80]
        if not text:
            raise Refused(_("Type a move, or choose one."))
        live_games.enter(row.pk, by=request.user, after=after, text=text)
    return "admin:tournaments_game"


def _setup_form(tournament: Tournament, table: Table, data: Any) -> SetupForm:
    """Return a field a hand; a game unknown to the form that needs more than an empty setup gets its JSON."""
    entries = replays.table_entries(table.pk)
    players = list(dict.fromkeys(entries))
    names = dict(table.seats.values_list("entry", "entry__player__name"))
    try:
        engine, start = prepare(replays.record_from(tournament, entries, {}, ()))
        engine.start(start)
        needed = False
    except GameError:
        needed = True
    return SetupForm(tournament.game, [names[entry] for entry in players], data, needed=needed)


def _position(tournament: Tournament, row: LiveGame) -> dict[str, Any]:
    live = replays.live_game(tournament, row)
    now = replays.moment(live, live.plies)
    assert now is not None
    seats = move_words.on_turn(now.engine, now.state)
    acting = now.engine.to_act(now.state)
    offered = [now.engine.write(move) for move in now.engine.legal_moves(now.state)]
    return {
        "plies": live.plies,
        "outcome": now.outcome,
        "on_turn": seats,
        "offered": offered[:MOST_OFFERED],
        # who enters a game with hidden hands has typed them, and must see the hand of the player on turn
        "diagram": mark_safe(replays.picture(now, acting[0] if acting else None)),  # noqa: S308
        "text": now.engine.text(now.state, acting[0] if acting else None),
        "points": None if now.outcome is None else " – ".join(str(p) for p in now.outcome.points),
        "last_moves": [(played.number, played.text, *move_words.describe(now.engine, played)) for played in now.moves][
            : -SHOWN_MOVES - 1 : -1
        ],
        "game_name": get(tournament.game).info.name,
    }
