"""The page of a sand-glass, for players, for helpers, and for practice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.models import LiveGame, Table, Tournament
from tournaments.selectors.games import replays
from tournaments.selectors.hall.glass import Glass, glass_of
from tournaments.text import number_of
from tournaments.web.conditional import KEPT, PRIVATE, render
from tournaments.web.games import move_words
from tournaments.web.variants import Variant


def glass_page(
    form: Variant,
    tournament: Tournament,
    table: Table,
    *,
    back: str,
    problem: str = "",
    status: int = 200,
    token: str = "",
) -> HttpResponse:
    """Return the page of a table's glass. ``back`` leads to where its reader came from; ``token`` is the desk's,
    against forged requests."""
    context = {
        "tournament_name": tournament.name,
        "table": table.number,
        "round": table.round.number,
        "key": f"{tournament.pk}.{table.pk}",
        "back": back,
        "problem": problem,
        "token": token,
        "telling": True,
        "entered": None,
        "out": [],
    }
    glass, entered = glass_of(tournament, table, form.language), game_at(tournament, table)
    if entered is not None:
        context |= {"entered": entered, "out": entered["out"]}
        glass = replace(glass, done=glass.done or not entered["turn"])
    return page(form, glass, context, status)


def game_at(tournament: Tournament, table: Table) -> dict[str, Any] | None:
    """Return the game that is being entered at a table: its moves, who is on turn (0: it is over), and who is out."""
    row = LiveGame.objects.filter(table=table, state=LiveGame.State.RUNNING).order_by("-pk").first()
    if row is None:
        return None
    game = replays.live_game(tournament, row)
    now = replays.moment(game, game.plies)
    assert now is not None
    turns = () if now.outcome is not None else move_words.on_turn(now.engine, now.state)
    fallen = now.state.out if tournament.game == "quatro-chess" else ()
    return {
        "plies": game.plies,
        "turn": turns[0] if turns else 0,
        "out": [int(colour.colour) + 1 for colour in fallen],
    }


def page(form: Variant, glass: Glass, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Return a glass as a page that nobody stores but the phone that has it."""
    body = render("tournaments/hall/glass.html", form, {"glass": glass, "game": "", **context})
    return HttpResponse(body, status=status, headers=PRIVATE | KEPT)


def told(request: HttpRequest) -> tuple[int, int]:
    """Return the seat and the seconds that a glass sent; 0 for what is none, which the service refuses."""
    return number_of(request.POST.get("position", ""), 2), number_of(request.POST.get("seconds", ""), 6)
