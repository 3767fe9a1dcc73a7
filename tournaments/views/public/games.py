"""The games of an event: a list to choose from, the boards of a round, their texts and files, and their figures."""

from __future__ import annotations

import logging
from collections.abc import Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, Self
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from games.core.errors import GameError
from tournaments.domain.access import Action, may
from tournaments.models import Club, GameRecord, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.selectors.games import game_list, replays
from tournaments.selectors.games.game_list import Figures, Listed
from tournaments.selectors.games.replays import Board
from tournaments.selectors.games.written_records import public_text
from tournaments.selectors.people import shown_names
from tournaments.sentences.points import readable
from tournaments.text import number_of
from tournaments.views.public.page import Page
from tournaments.web import seats
from tournaments.web.conditional import answer, public_page, render, season_answer, site_page
from tournaments.web.games import move_words
from tournaments.web.seats import seat_list
from tournaments.web.standings import charts, table_cards
from tournaments.web.variants import Variant

log = logging.getLogger(__name__)

BOARDS_AT_FIRST = 4
BOARDS = 120
HTML = "text/html; charset=utf-8"
MOST = 200
"""So many games stand on one page; a choice finds the others."""


class BoardsPage(Protocol):
    """The parts of the page that a card needs."""

    tournament: Tournament
    form: Variant
    colours: tuple[str, ...]
    only: Set[int] | None

    @property
    def two_colours(self) -> str: ...

    @property
    def seat_link(self) -> seats.Link: ...


def boards(page: BoardsPage, shown: RoundShown, most: int = BOARDS) -> list[dict[str, Any]]:
    """Return the cards of a round's games: picture, pairing and points, those that are being played first."""
    by_number = {
        table.number: table
        for table in shown.tables
        # a page that reads only those whom it shows has no names for others
        if page.only is None or all(seat.number in page.only for seat in table.seats)
    }
    games = [game for game in replays.boards(page.tournament.pk, shown.number) if game.table in by_number]
    # a game that nobody noted to its end is no longer played once its table has a result
    games.sort(key=lambda game: not game.live or by_number[game.table].over)
    return [_card(page, game, by_number[game.table], shown.number) for game in games[:most]]


def featured(cards: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the card of the game that stands first on an event's page and on the wall: the one that an arbiter chose;
    else one that is being entered, the furthest; else the one that was proven last."""

    def worth(card: dict[str, Any]) -> tuple[bool, bool, int]:
        return card["chosen"], card["live"], card["plies"] if card["live"] else card["at"]

    return max(cards, key=worth, default=None)


def with_turn(page: BoardsPage, card: dict[str, Any] | None, shown: RoundShown) -> dict[str, Any] | None:
    """Return a game's card with whose move it is: in words, marked in the list of its seats, and on which sides of the
    board they sit; as it was where nobody is to move."""
    if card is None or not card["live"]:
        return card
    table = next(table for table in shown.tables if table.number == card["table"])
    try:
        now = replays.running(page.tournament, shown.number, table)
    except GameError:
        log.exception("The game of table %s cannot be replayed", table.number)
        return card
    turn = move_words.on_turn(now.engine, now.state) if now and now.outcome is None else ()
    if not turn:
        return card
    seated = seats_of(page, table)
    names = ", ".join(seated[at - 1].sign.colour for at in turn)
    sides = table_cards.SIDES[len(seated)]
    # as of the same reading: a move may have come since the card was made
    return _at(page, card, shown.number, now.ply) | {
        "turn": _("{name} to move").replace("{name}", names),
        "sides": " ".join(sides[at - 1] for at in turn),
        "seats": seats.seat_list(seated, turn),
    }


def _card(page: BoardsPage, game: Board, table: TableShown, number: int) -> dict[str, Any]:
    slug = page.tournament.slug
    card = {
        "table": game.table,
        "live": game.live and not table.over,
        "noted": game.live and table.over,
        "at": game.at,
        "chosen": game.chosen,
        "seats": seats.seat_list(seats_of(page, table)),
        "address": reverse("table", args=[slug, number, game.table]),
        "moves": reverse("table_moves", args=[slug, number, game.table]),
    }
    return _at(page, card, number, game.plies)


def _at(page: BoardsPage, card: dict[str, Any], number: int, ply: int) -> dict[str, Any]:
    """Return a card at a ply, which stands in the picture's address, so that a new move is another picture."""
    picture = reverse("table_diagram", args=[page.tournament.slug, number, card["table"], ply])
    return card | {"plies": ply, "picture": picture}


def seats_of(page: BoardsPage, table: TableShown) -> list[seats.Seat]:
    """Return a table's seats with links to the players."""
    return seats.seats_of(table, page.seat_link, page.colours, page.form.language, page.two_colours)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of games; whatever is not understood is as if it were left out."""

    player: int = 0
    round: int = 0
    result: str = ""
    length: str = ""

    @classmethod
    def asked(cls, query: QueryDict) -> Self:
        result, length = query.get("result", ""), query.get("length", "")
        return cls(
            number_of(query.get("player", ""), 5),
            number_of(query.get("round", ""), 5),
            result if result in (game_list.DRAWN, game_list.DECIDED, game_list.LIVE) else "",
            length if length in game_list.LENGTHS else "",
        )

    @property
    def query(self) -> str:
        """Return the query that asks for this, in one spelling."""
        asked = {"player": self.player, "round": self.round, "result": self.result, "length": self.length}
        return urlencode({name: value for name, value in asked.items() if value})


@site_page
def games(request: HttpRequest, form: Variant, slug: str) -> HttpResponseBase:
    """List the games of an event by player, round, result and length."""
    choice = Choice.asked(request.GET)
    where = f"{request.path}?{choice.query}"
    return answer(request, slug, form, lambda tournament: _page(tournament, form, choice), HTML, where)


def _page(tournament: Tournament, form: Variant, choice: Choice) -> str:
    if not tournament.has_engine:
        raise Http404
    page = Page(tournament, form, "games")
    everything = game_list.games_of(tournament.pk)
    shown = game_list.chosen(everything, choice.player, choice.round, choice.result, choice.length)
    page = page.narrowed({seat.number for game in everything for seat in game.table.seats})
    people = sorted(page.people.values(), key=lambda person: shown_names.sort_key(person.name))
    return page.render(
        "tournaments/games/game_list.html",
        games=[_line(page, game, choice.player) for game in shown[:MOST]],
        left_out=max(0, len(shown) - MOST),
        count=len(everything),
        recorded=any(not game.live for game in everything),
        choice=choice,
        **_filters(everything, choice, [(person.number, person.name) for person in people]),
    )


def _filters(games: Sequence[Listed], choice: Choice, people: list[tuple[int, str]]) -> dict[str, Any]:
    """Return the options of each filter; none where every choice would leave the same games, unless one is made."""
    results = [
        (game_list.DECIDED, pgettext("result of a game", "won")),
        (game_list.DRAWN, pgettext("result of a game", "drawn")),
        (game_list.LIVE, _("being played")),
    ]
    lengths = [
        (key, _("up to %(most)d moves") % {"most": most} if not least else _span(least, most))
        for key, (least, most) in game_list.LENGTHS.items()
    ]
    rounds = sorted({game.round for game in games})
    tables = {frozenset(seat.number for seat in game.table.seats) for game in games}
    of_length = [key for key, _name in lengths if game_list.chosen(games, length=key)]
    return {
        "people": people if len(tables) > 1 or choice.player else [],
        "rounds_played": rounds if len(rounds) > 1 or choice.round else [],
        "results": results if len({game.result for game in games}) > 1 or choice.result else [],
        "lengths": lengths if len(of_length) > 1 or choice.length else [],
    }


def _span(least: int, most: int) -> str:
    if most >= 1_000_000:
        return _("%(least)d moves and more") % {"least": least}
    return _("%(least)d to %(most)d moves") % {"least": least, "most": most}


def _line(page: Page, game: Listed, player: int) -> dict[str, Any]:
    address = reverse("table", args=[page.tournament.slug, game.round, game.table.number])
    seat = next((seat.position for seat in game.table.seats if seat.number == player), 0)
    query = "&".join(filter(None, (f"seat={seat}" if seat else "", page.form.carried)))
    return {
        "round": game.round,
        "table": game.table.number,
        "seats": seat_list(seats_of(page, game.table)),
        "plies": game.plies,
        "live": game.playing,
        "noted": game.live and not game.playing,
        "address": f"{address}?{query}" if query else address,
    }


TEXT = "text/plain; charset=utf-8"


@public_page(TEXT)
def one_as_text(tournament: Tournament, form: Variant, record_id: int) -> str:
    """Show a game as text."""
    text = game_list.game(tournament, record_id)
    if text is None:
        raise Http404
    return text


@public_page(TEXT)
def all_as_text(tournament: Tournament, form: Variant) -> str:
    """Show all games of an event as text, one after the other."""
    return game_list.games(tournament)


@require_safe
def download_record(request: HttpRequest, slug: str, record_id: int) -> HttpResponse:
    """Send a record as it was handed in. The public gets those that prove a result of a round that is shown, with
    the names that everyone may read."""
    record = get_object_or_404(
        GameRecord.objects.select_related("table__round__tournament"),
        pk=record_id,
        table__round__tournament__slug=slug,
    )
    round_, text = record.table.round, record.text
    if not may(request.user, Action.WORK, round_.tournament):
        proves = record.state == GameRecord.State.AGREES
        if not (proves and round_.is_shown and may(request.user, Action.VIEW, round_.tournament)):
            raise Http404
        text = public_text(record)
    name = f"{slug}-round-{round_.number}-table-{record.table.number}.json"
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@public_page()
def figures(tournament: Tournament, form: Variant) -> str:
    """Show the figures of an event's games."""
    if not tournament.has_engine:
        raise Http404
    page = Page(tournament, form, "games", only=set())
    parts = [_part(found, form) for found in game_list.of_event(tournament.pk)]
    return page.render("tournaments/games/game_figures.html", parts=parts)


@site_page
def club(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Show the figures of the games of a club's public events."""
    shown = Club.objects.filter(slug=slug).defer("logo", "defaults").first()
    if shown is None:
        raise Http404
    parts = [_part(found, form) for found in game_list.of_club(shown.pk)]
    page = render("tournaments/games/club_figures.html", form, {"club": shown, "parts": parts})
    return season_answer(request, form, page, "text/html; charset=utf-8", public=True)


def _part(found: Figures, form: Variant) -> dict[str, Any]:
    names = [
        labels.seat(public.seat_colours(found.game), place, form.language)[2] for place in range(1, len(found.mean) + 1)
    ]
    colours = public.seat_colours(found.game)
    mean = [(name, readable(str(_rounded(value)))) for name, value in zip(names, found.mean, strict=True)]
    longest = found.longest
    return {
        "game": public.game_name(found.game),
        "count": found.count,
        "left_out": found.left_out,
        "mean": mean,
        "mean_picture": charts.plain_bars(
            [(name, float(value), shown) for (name, shown), value in zip(mean, found.mean, strict=True)],
            _("Mean points by colour") if colours else _("Mean points by seat"),
        ),
        "out": [
            (name, count, [(names[by], n) for by, n in enumerate(found.by[place]) if n])
            for place, (name, count) in enumerate(zip(names, found.out, strict=False))
        ],
        "out_picture": charts.plain_bars(
            [(name, float(count), str(count)) for name, count in zip(names, found.out, strict=False)],
            _("Out first"),
        )
        if any(found.out)
        else "",
        "colours": bool(colours),
        "longest": longest,
        "longest_address": reverse("table", args=[longest.slug, longest.round, longest.table]),
        "captures": "" if found.captures is None else readable(str(_rounded(found.captures))),
    }


def _rounded(value: Fraction) -> Fraction:
    """Return a mean to a tenth."""
    return Fraction(round(value * 10), 10)
