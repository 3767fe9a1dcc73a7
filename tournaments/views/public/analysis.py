"""The analysis board: any position of a game, moved on by the rules. The address holds it, so nothing is kept.

A script plays on one page; without it every legal move is a link to the position after it.
"""

from __future__ import annotations

import json
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
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core import positions, written
from games.core.errors import GameError
from games.core.registry import AnyGame
from tournaments.selectors import labels
from tournaments.sentences import speaker
from tournaments.sentences.labels import labelled
from tournaments.web import film_words, films, pictures
from tournaments.web.conditional import form_of, render
from tournaments.web.variants import Variant

KEPT = "public, max-age=3600"
"""The rules of a position do not change within an hour."""
MOST_LISTED = 400


def position_of(text: str) -> tuple[AnyGame, Any]:
    """Return the game and the position of a text. Raises Http404 for one that is no position."""
    try:
        return positions.read(text)
    except GameError:
        raise Http404(_("This is not a position of any of the games.")) from None


@require_safe
def board(request: HttpRequest, text: str) -> HttpResponseBase:
    """Show a position to be played on from; ``?move=`` leads to the position after a move."""
    form, back = form_of(request), _game(request.GET.get("back", ""))
    with translation.override(form.language):
        try:
            engine, state = position_of(text)
            if move := request.GET.get("move", ""):
                return HttpResponseRedirect(address(engine, _played(engine, state, move), form, back))
        except Http404 as reason:
            return HttpResponseNotFound(render("404.html", form, {"reason": str(reason)}))
    with translation.override(form.language):
        seats = []
        for position in range(1, films.places(engine, state) + 1):
            style, letter, name = labels.seat(engine.info.seat_names, position, form.language)
            seats.append({"style": style, "letter": letter, "colour": name, "label": labelled(name), "name": ""})
        context = {
            "here": "rules",
            "info": engine.info,
            "position": text,
            "back": back,
            "diagram": mark_safe(_picture(engine, state)),  # noqa: S308 - the engine escapes what it draws
            "told": engine.text(state, None, speaker()),
            "legal": _legal(engine, state),
            "seats": _json(seats),
            "words": _json(film_words.words(engine.info.key)),
        }
        response = HttpResponse(render("tournaments/analysis.html", form, context))
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "no-cache"
    # as many positions as there are games: none is for a search engine
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def address(engine: AnyGame, state: Any, form: Variant, back: str) -> str:
    """Return the address of a position; ``back`` is that of the game that it is from, if any."""
    query = "&".join(filter(None, (f"back={quote(back)}" if back else "", form.carried)))
    to = reverse("analysis", args=[engine.write_position(state)])
    return f"{to}?{query}" if query else to


def _game(path: str) -> str:
    """Return the path if it is that of a game at a ply, else nothing: no address leads from here to anywhere else."""
    try:
        return path if resolve(path).url_name == "table_ply" else ""
    except Resolver404:
        return ""


@require_safe
def film(request: HttpRequest, text: str) -> HttpResponse:
    """Send a position as a film without moves."""
    return _kept(films.still(*position_of(text)))


@require_safe
def options(request: HttpRequest, text: str) -> HttpResponse:
    """Send what may be played in a position."""
    return _kept(choices(*position_of(text)))


@require_safe
def after(request: HttpRequest, text: str, move: str) -> HttpResponse:
    """Send the position after a move, with the move as an entry of a film and what may be played next."""
    engine, state = position_of(text)
    following = _played(engine, state, move)
    played = {
        "entry": films.entry(engine, state, move, following, open_=True),
        "who": films.mover(engine, state, move),
    }
    return _kept(played | choices(engine, following))


@require_safe
def picture(request: HttpRequest, text: str) -> HttpResponse:
    """Draw a position as SVG, in the reader's language."""
    return _alone(request, text, "image/svg+xml")


@require_safe
def png_picture(request: HttpRequest, text: str) -> HttpResponse:
    """Draw a position as PNG, in the reader's language."""
    return _alone(request, text, "image/png")


def _alone(request: HttpRequest, text: str, content_type: str) -> HttpResponse:
    form = form_of(request)
    with translation.override(form.language):
        svg = _picture(*position_of(text))
    response = HttpResponse(pictures.drawn(svg) if content_type == "image/png" else svg, content_type=content_type)
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = KEPT
    return response


def choices(engine: AnyGame, state: Any) -> dict[str, Any]:
    """Return a position's text, its legal moves, who is on turn, and the end where it is over."""
    legal = _legal(engine, state)
    answer = {
        "position": engine.write_position(state),
        "legal": legal,
        "next": films.turns(engine, state),
    }
    if engine.info.key == "quatro-chess":
        answer["short"] = [_short(engine, state, text) for text in legal]
    if over := films.over(engine, state):
        answer["over"] = over
    return answer


def _legal(engine: AnyGame, state: Any) -> list[str]:
    if engine.outcome(state) is not None:
        return []
    return [engine.write(move) for move in engine.legal_moves(state)[:MOST_LISTED]]


def _short(engine: AnyGame, state: Any, text: str) -> str:
    """Return a legal move as people write it."""
    return written.entry(engine, state, text, engine.play(state, engine.read(text))).replace("x", "×")


def _played(engine: AnyGame, state: Any, move: str) -> Any:
    try:
        return engine.play(state, engine.read(move))
    except GameError:
        raise Http404(_("This move is not possible here.")) from None


def _picture(engine: AnyGame, state: Any) -> str:
    return engine.diagram(state, None, labels.letters(), speaker())


def _kept(answer: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(answer)
    response.headers["Cache-Control"] = KEPT
    return response


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
