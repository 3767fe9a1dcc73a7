"""The analysis board: any position of a game, moved on by the rules. The address holds it, so nothing is kept.

Moves are entered by the same touches as at a table (``_tap.html``), without script by the same buttons, and nothing is
saved.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotFound,
    HttpResponseRedirect,
    JsonResponse,
)
from django.urls import Resolver404, resolve, reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from games.core import positions
from games.core.errors import GameError
from games.core.registry import AnyGame
from tournaments.selectors import labels
from tournaments.selectors.games.replays import Played
from tournaments.sentences import speaker
from tournaments.sentences.points import readable
from tournaments.web.conditional import render, said_in, site_page
from tournaments.web.games import film_words, films, live_games, move_words, pictures
from tournaments.web.games.live_games import Place
from tournaments.web.variants import Variant

KEPT = "public, max-age=3600"
"""The rules of a position do not change within an hour."""


def position_of(text: str) -> tuple[AnyGame, Any]:
    """Return the game and the position of a text. Raises Http404 for one that is no position."""
    try:
        return positions.read(text)
    except GameError:
        raise Http404(_("This is not a position of any of the games.")) from None


@site_page
def board(request: HttpRequest, form: Variant, text: str) -> HttpResponseBase:
    """Show a position to be played on from; ``?move=`` leads to the position after a move."""
    back = _game(request.GET.get("back", ""))
    try:
        engine, state = position_of(text)
        if move := request.GET.get("move", "") or request.GET.get("text", ""):
            return HttpResponseRedirect(address(engine, played(engine, state, move), form, back))
    except Http404 as reason:
        return HttpResponseNotFound(render("404.html", form, {"reason": str(reason)}))
    key, trial, begun = engine.info.key, start(engine, state), request.GET.get("begun", "")
    seated = [
        Place(position, 0, name, style, letter, name)
        for position in range(1, films.places(engine, state) + 1)
        for style, letter, name in [labels.seat(engine.info.seat_names, position, form.language)]
    ]
    context = {
        "here": "rules",
        "info": engine.info,
        "back": back,
        "diagram": mark_safe(_picture(engine, state)),  # noqa: S308 - the engine escapes what it draws
        "text": engine.text(state, None, speaker()),
        "trial": True,
        "state": trial["state"],
        "seats": [(place, place.position in trial["state"]["position"]["turn"]) for place in seated],
        "groups": live_games.groups(engine, state, next(iter(engine.to_act(state)), None), begun),
        "begun": begun,
        "more": "".join(f"&{part}" for part in _query(form, back)),
        "acts": live_games.acts(key, trial["state"], seated),
        "config": trial | {"places": [asdict(place) for place in seated], "words": film_words.sharing()},
    }
    response = said_in(form, HttpResponse(render("tournaments/games/analysis.html", form, context)))
    # as many positions as there are games: none is for a search engine
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def address(engine: AnyGame, state: Any, form: Variant, back: str) -> str:
    """Return the address of a position; ``back`` is that of the game that it is from, if any."""
    query = "&".join(_query(form, back))
    to = reverse("analysis", args=[engine.write_position(state)])
    return f"{to}?{query}" if query else to


def _query(form: Variant, back: str) -> list[str]:
    return list(filter(None, (f"back={quote(back)}" if back else "", form.carried)))


def _game(path: str) -> str:
    """Return the path if it is that of a game at a ply, else nothing: no address leads from here to anywhere else."""
    try:
        return path if resolve(path).url_name == "table_ply" else ""
    except Resolver404:
        return ""


@site_page
def after(_request: HttpRequest, form: Variant, text: str, move: str) -> HttpResponse:
    """Send the position after a move, with the move in words; or why it is not possible."""
    engine, state = position_of(text)
    try:
        following = played(engine, state, move)
    except Http404 as reason:
        return JsonResponse({"problem": str(reason)}, status=404)
    one = Played(1, engine.write(engine.read(move)), state, following)
    # nobody's name: whoever shows it has them
    names = [f"{{{position}}}" for position in range(1, films.places(engine, state) + 1)]
    entry = [move_words.short(engine, one), *move_words.describe(engine, one, names)]
    return said_in(form, JsonResponse({"state": standing(engine, following), "entry": entry}), cache=KEPT)


@site_page
def picture(_request: HttpRequest, form: Variant, text: str) -> HttpResponse:
    """Draw a position as SVG, in the reader's language."""
    svg = _picture(*position_of(text))
    return said_in(form, HttpResponse(svg, content_type="image/svg+xml"), cache=KEPT)


@site_page
def png_picture(_request: HttpRequest, form: Variant, text: str) -> HttpResponse:
    """Draw a position as PNG, in the reader's language."""
    png = pictures.drawn(_picture(*position_of(text)))
    return said_in(form, HttpResponse(png, content_type="image/png"), cache=KEPT)


def start(engine: AnyGame, state: Any) -> dict[str, Any]:
    """Return what the script needs to try moves from a position on: the board to touch, and how it stands."""
    options = {"squares": getattr(state, "squares", False)}  # of Quarto, where the board depends on an option
    return {"board": live_games.board(engine, options), "state": standing(engine, state)}


def standing(engine: AnyGame, state: Any) -> dict[str, Any]:
    """Return a position in the form of a game that is being entered (``live_games.state``), with its short text."""
    over, position = films.over(engine, state), live_games.touched(engine, state, None)
    if position["trays"]:  # whoever has a position has all of it: every hand lies open
        seats = range(1, films.places(engine, state) + 1)
        seen = (tray for seat in seats for tray in live_games.touched(engine, state, seat)["trays"])
        position["trays"] = list({tray["key"]: tray for tray in seen}.values())
    return {
        "game": engine.info.key,
        "at": engine.write_position(state),
        "plies": 0,
        "position": position,
        "entries": [],
        "over": over and [readable(points) for points in over["points"]],
    }


def played(engine: AnyGame, state: Any, move: str) -> Any:
    """Return the position after a move. Raises Http404 with the reason where there is none."""
    try:
        return engine.play(state, engine.read(move))
    except GameError as error:
        raise Http404(speaker()(error.notice)) from None


def _picture(engine: AnyGame, state: Any) -> str:
    return engine.diagram(state, None, labels.letters(), speaker())
