"""The desk's page on which a helper enters a game move by move."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.registry import get
from tournaments.domain.access import Action, may
from tournaments.models import LiveGame, Tournament
from tournaments.selectors import desk as selectors
from tournaments.selectors import replays
from tournaments.services.game_records import feature
from tournaments.views.desk.base import CONFLICT, at_desk, desk_page, table_to_enter
from tournaments.web import live_game_steps, live_games, move_words
from tournaments.web.conditional import KEPT
from tournaments.web.live_game_steps import Step, Who

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
    seated = live_games.places(tournament, table, get_language() or "en", real=True)
    if request.method == "POST" and request.POST.get("what") in ("feature", "unfeature"):
        feature(table.pk, by=request.user, on=request.POST["what"] == "feature")
        return redirect("admin:tournaments_game", tournament.pk, table.pk)
    row = live_game_steps.running(table)
    if row is not None and row.dealt:
        return redirect("admin:tournaments_deal", tournament.pk, table.pk)
    sent = live_game_steps.typed(request) if row is None else None
    form = live_game_steps.setup_form(tournament, table, seated, sent)
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
    state = live_games.state(tournament, row, table, seated, None)
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
        "problem": live_games.message(step.error, tournament.game, names) if step.error else "",
        "rule": (step.error.rule or "") if step.error else "",
        "row": row,
        "typed": request.POST.get("text", "") if step.error and step.status != CONFLICT else "",
    }
    if row is None:
        # whoever handed a game in keeps this page: what became of it stands above the form for another
        context["handed_in"] = LiveGame.objects.filter(table=table, state=LiveGame.State.DONE).exists()
        context["stones"] = live_games.stones(tournament)
        store = f"desk:{request.user.pk}:{table.pk}"
        context["noted"] = live_games.noted(tournament, seated, store, request.POST)
    else:
        context |= _position(tournament, row, names)
        context |= live_games.shown(tournament, row, state, seated, (), None)
        context["config"] |= {"store": f"desk:{request.user.pk}:{table.pk}"}
    page = desk_page(request, "desk/live_games.html", tournament, context, step.status)
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
