"""A table with its game: the position at any ply as a picture and in words, and the moves as a list.

Each ply is a page with an address of its own, so that it can be linked to, works without script and is cached
like every public page; a script fetches these same pages and puts them in place.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.core.errors import GameError
from games.core.registry import AnyGame, keys_set
from tournaments.domain.access import Action, may
from tournaments.models import GameRecord, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events.public import TableShown
from tournaments.selectors.games import replays
from tournaments.selectors.games.replays import WINDOW, Game, Moment
from tournaments.sentences.places import labelled
from tournaments.sentences.points import earned
from tournaments.views.public import analysis as analysis_board
from tournaments.views.public.embed import framed
from tournaments.views.public.games import seats_of
from tournaments.views.public.page import Page
from tournaments.web.conditional import form_of, public_page
from tournaments.web.games import film_words, films, move_words, pictures
from tournaments.web.variants import Variant

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Line:
    """A move in the list: its number, who (the seat's sign and name, the player's name), text and words."""

    number: int
    style: str
    letter: str
    seat: str
    name: str
    text: str
    words: str


@public_page()
def table(
    tournament: Tournament, form: Variant, number: int, table: int, ply: int | None = None, seat: int | None = None
) -> str:
    """Show a table and its game at a ply, as a spectator or a seat saw it.

    Where none is given: the newest of a game that is being entered, the start of one that is over, so that nobody reads
    the result before they asked for it.
    """
    row = replays.table_shown(tournament.pk, number, table)
    if row is None:
        raise Http404
    table_id, shown = row
    page = Page(tournament, form, "round", only={seat.number for seat in shown.seats})
    context: dict[str, Any] = {
        "number": number,
        "table": shown,
        "seats": seats_of(page, shown),
        "live": False,
    }
    try:
        game = replays.game_of(tournament, table_id)
        first = 0 if game is None or not game.live else game.plies
        now = replays.moment(game, first if ply is None else ply) if game else None
    except GameError:
        log.exception("The game of table %s cannot be replayed", table_id)
        why = [_("This game cannot be replayed under the current rules.")]
        return page.render("tournaments/games/table_detail.html", **context, why=why)
    if game is None and ply is None:
        return page.render("tournaments/games/table_detail.html", **context, **_no_game(tournament, table_id))
    if game is None or now is None or (seat is not None and not replays.may_look(game, now, seat)):
        raise Http404
    return page.render(
        "tournaments/games/table_detail.html", **context | _game(page, game, now, number, shown, seat, ply is None)
    )


@public_page(content_type="image/svg+xml")
def diagram(tournament: Tournament, form: Variant, number: int, table: int, ply: int) -> str:
    """Show the position at a ply as a picture alone, for the cards of a round."""
    return _picture(tournament, number, table, ply)


@public_page(content_type="image/png")
def png_picture(tournament: Tournament, form: Variant, number: int, table: int, ply: int) -> bytes:
    """Show the same picture as PNG, for chats and papers that show no SVG."""
    return pictures.drawn(_picture(tournament, number, table, ply))


def _picture(tournament: Tournament, number: int, table: int, ply: int) -> str:
    return replays.picture(at_ply(game_there(tournament, number, table)[1], ply))


def game_there(tournament: Tournament, number: int, table: int) -> tuple[TableShown, Game]:
    """Return a table with its game. Raises Http404 where there is none."""
    row = replays.table_shown(tournament.pk, number, table)
    try:
        game = replays.game_of(tournament, row[0]) if row else None
    except GameError:
        raise Http404 from None
    if row is None or game is None:
        raise Http404
    return row[1], game


def at_ply(game: Game, ply: int) -> Moment:
    """Return a game at a ply. Raises Http404 where it has no such ply, or cannot be replayed."""
    try:
        now = replays.moment(game, ply)
    except GameError:
        raise Http404 from None
    if now is None:
        raise Http404
    return now


@public_page(content_type="application/json")
def moves(tournament: Tournament, form: Variant, number: int, table: int) -> str:
    """Send a table's whole game as a film: everything that a script needs to show it, and nobody's name."""
    shown, game = game_there(tournament, number, table)
    try:
        film = films.film(game)
    except GameError:
        raise Http404 from None
    if film is None:
        raise Http404
    if film["live"] and shown.over:
        film = film | {"next": []}  # nobody noted it to its end, and nobody is to move
    return _json(film)


@public_page(content_type="application/json")
def options(tournament: Tournament, form: Variant, number: int, table: int, ply: int) -> str:
    """Send the position at a ply to try other moves from."""
    return _json(analysis_board.start(*_open_position(tournament, number, table, ply)))


@require_safe
def analysis(request: HttpRequest, slug: str, number: int, table: int, ply: int) -> HttpResponseBase:
    """Lead to the analysis board with the position at a ply."""
    # looked at in any case, since the answer says that it was (Vary)
    user = request.user if request.user.is_authenticated else None
    tournament = get_object_or_404(Tournament, slug=slug)
    if not may(user, Action.VIEW, tournament):
        raise Http404
    engine, state = _open_position(tournament, number, table, ply)
    form = form_of(request)
    here = reverse("table_ply", args=[slug, number, table, ply])
    return HttpResponseRedirect(analysis_board.address(engine, state, form, here))


@public_page()
def _embed(tournament: Tournament, form: Variant, number: int, table: int) -> str:
    shown, game = game_there(tournament, number, table)
    at_ply(game, 0)
    page = Page(tournament, form, "round", only={seat.number for seat in shown.seats})
    film = _film(page, game, number, shown)
    if film is None:
        raise Http404
    at = _Addresses(page, number, table, None)
    ply = game.plies if game.live else 0
    return page.render(
        "tournaments/games/game_embed.html",
        number=number,
        table=shown,
        film=film,
        ply=ply,
        plies=game.plies,
        base=at.base,
    )


def embed(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponseBase:
    """Show a game for a frame on another site."""
    return framed(_embed(request, slug=slug, number=number, table=table))


def _open_position(tournament: Tournament, number: int, table: int, ply: int) -> tuple[AnyGame, Any]:
    """Return the position at a ply, with all that is in it. Raises Http404 where hands are still hidden: even the list
    of legal questions would tell them."""
    _table, game = game_there(tournament, number, table)
    now = at_ply(game, ply)
    if now.hidden and game.live:
        raise Http404
    return now.engine, now.state


def _no_game(tournament: Tournament, table_id: int) -> dict[str, Any]:
    """Explain why nothing is replayed, without repeating anything that was handed in."""
    State = GameRecord.State
    sentences = {
        State.WAITING: _("A record was handed in and is being replayed. It appears here once it proves the result."),
        State.DIFFERS: _("A record was handed in that does not match the result, so it is not shown."),
        State.REFUSED: _(
            "A record was handed in that breaks the rules or does not prove a result, so it is not shown."
        ),
    }
    refused = replays.refused_records(table_id)
    why = [sentences[State(state)] for state in State.values if state in refused and State(state) in sentences]
    if not why and tournament.game in keys_set():  # of other games nobody expects one
        why = [_("No game of this table was recorded.")]
    return {"why": why}


def _game(
    page: Page, game: Game, now: Moment, number: int, table: TableShown, seat: int | None, newest: bool
) -> dict[str, Any]:
    lines = [_line(page, table, now, played) for played in now.moves]
    people = [page.people.get(taken.number) for taken in table.seats]
    players = replays.players_of(now, [person.name if person else "" for person in people])
    here = next((line for line in lines if line.number == now.ply), None)
    first = max(now.ply - 1, 0) // WINDOW * WINDOW
    at = _Addresses(page, number, table.number, seat)
    last = min(first + WINDOW, game.plies)
    noted = game.live and table.over
    return {
        "game_shown": True,
        "film": _film(page, game, number, table),
        "told": (noted or now.outcome is not None) and now.ply == game.plies,
        "noted": noted,
        "live": game.live,
        "ply": now.ply,
        "plies": game.plies,
        "newest": newest,
        "lines": lines,
        "here": here,
        "diagram": mark_safe(replays.picture(now, seat, players)),  # noqa: S308 - the engine escapes what it draws
        "text": replays.in_words(now, seat, players),
        "chances": () if game.live else move_words.chances_of(now.engine, now.state, players),
        "record_id": game.record_id,
        "from_start": first == 0,
        "window": (first + 1, last),
        "to_first": at(0) if now.ply else "",
        "to_before": at(now.ply - 1) if now.ply else "",
        "to_next": at(now.ply + 1) if now.ply < game.plies else "",
        # the end of a game that goes on is wherever it is when one looks
        "to_last": (at(None) if game.live else at(game.plies)) if now.ply < game.plies or not newest else "",
        "earlier": at(first) if first else "",
        "later": at(last + 1) if last < game.plies else "",
        "base": at.base,
        "end": at.end,
        "outcome": _outcome(page, game, now, table),
        "views": _views(page, game, now, table, at, seat),
    }


def _film(page: Page, game: Game, number: int, table: TableShown) -> dict[str, str] | None:
    """Return what the script needs to show the game by itself: where its moves are, who sits where, and the words."""
    if game.record.game not in films.ENTRIES:
        return None
    seats = []
    for position, taken in enumerate(table.seats, 1):
        style, letter, name = labels.seat(page.colours, position, page.form.language)
        person = page.people.get(taken.number)
        seats.append(
            {
                "style": style,
                "letter": letter,
                "colour": name,
                "label": labelled(name),
                "name": person.name if person else "",
            }
        )
    arguments = [page.tournament.slug, number, table.number]
    hidden = game.live and game.record.game == "kwartet"
    return {
        "source": reverse("table_moves", args=arguments),
        "seats": _json(seats),
        # of hands that are hidden not even the legal questions may be told
        "options": "" if hidden else f"{reverse('table', args=arguments)}ply/{{ply}}/options/",
        "embed": reverse("table_embed", args=arguments),
        "words": _json(film_words.words(game.record.game)),
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Addresses:
    """The addresses of a table's plies."""

    def __init__(self, page: Page, number: int, table: int, seat: int | None) -> None:
        self.newest = reverse("table", args=[page.tournament.slug, number, table])
        self.suffix = page.form.suffix
        self.base = f"{self.newest}ply/"
        self.end = (f"/seat/{seat}/" if seat else "/") + self.suffix

    def __call__(self, ply: int | None) -> str:
        return self.newest + self.suffix if ply is None else f"{self.base}{ply}{self.end}"


def _line(page: Page, table: TableShown, now: Moment, played: replays.Played) -> Line:
    people = [page.people.get(seated.number) for seated in table.seats]
    names = [person.name if person else "" for person in people]
    seat, words = move_words.describe(now.engine, played, names)
    if not 1 <= seat <= len(table.seats):
        return Line(played.number, "n", "", "", "", move_words.short(now.engine, played), words)
    style, letter, name = labels.seat(page.colours, seat, page.form.language)
    # an entry of Kwartet is a code that only programs read
    text = "" if now.engine.info.key == "kwartet" else move_words.short(now.engine, played)
    return Line(played.number, style, letter, name, names[seat - 1], text, words)


def _outcome(page: Page, game: Game, now: Moment, table: TableShown) -> str:
    """Return the outcome at the last ply; before it, the player to move."""
    if now.outcome is not None and now.ply == game.plies:
        names = [person.name if (person := page.people.get(taken.number)) else "" for taken in table.seats]
        order = sorted(zip(now.outcome.points, names, strict=False), key=lambda seat: -seat[0])
        points = ", ".join(f"{name} {earned(str(got))}" for got, name in order)
        return _("The game is over: %(points)s.") % {"points": points}
    if game.live and table.over:  # nobody noted it to its end
        return ""
    turns = [seat for seat in move_words.on_turn(now.engine, now.state) if 1 <= seat <= len(table.seats)]
    names = [
        f"{labels.seat(page.colours, seat, page.form.language)[2]}, "
        f"{person.name if (person := page.people.get(table.seats[seat - 1].number)) else ''}"
        for seat in turns
    ]
    return _("To move: %(who)s") % {"who": "; ".join(names)} if names else ""


def _views(
    page: Page, game: Game, now: Moment, table: TableShown, at: _Addresses, seat: int | None
) -> Sequence[tuple[str, str, bool]]:
    """Return the views of a finished game: name, address, and if it is the present one."""
    if not now.hidden or game.live:
        return ()
    views = [(_("Spectator"), f"{at.base}{now.ply}/{at.suffix}", seat is None)]
    for position in range(1, len(game.record.seats) + 1):
        person = page.people.get(table.seats[position - 1].number)
        name = person.name if person else str(position)
        views.append((name, f"{at.base}{now.ply}/seat/{position}/{at.suffix}", seat == position))
    return views
