"""A table with its game: the position at any ply as a picture and in words, and the moves as a list.

Each ply is a page with an address of its own, so that it can be linked to, works without script and is cached
like every public page; a script fetches these same pages and puts them in place.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.core.errors import GameError
from tournaments.models import GameRecord, Tournament
from tournaments.selectors import labels, replays
from tournaments.selectors.public import TableShown
from tournaments.selectors.replays import WINDOW, Game, Moment
from tournaments.views.public.game_boards import seats_of
from tournaments.views.public.page import Page
from tournaments.web import move_words
from tournaments.web.conditional import public_page
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
    """Show a table and its game at a ply (the newest where none is given), as a spectator or a seat saw it."""
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
        now = replays.moment(game, game.plies if ply is None else ply) if game else None
    except GameError:
        log.exception("The game of table %s cannot be replayed", table_id)
        why = [_("This game cannot be replayed under the current rules.")]
        return page.render("tournaments/table_detail.html", **context, why=why)
    if game is None and ply is None:
        return page.render("tournaments/table_detail.html", **context, **_no_game(table_id))
    if game is None or now is None or (seat is not None and not replays.may_look(game, now, seat)):
        raise Http404
    return page.render(
        "tournaments/table_detail.html", **context | _game(page, game, now, number, shown, seat, ply is None)
    )


@public_page(content_type="image/svg+xml")
def diagram(tournament: Tournament, form: Variant, number: int, table: int, ply: int) -> str:
    """Show the position at a ply as a picture alone, for the cards of a round."""
    row = replays.table_shown(tournament.pk, number, table)
    try:
        game = replays.game_of(tournament, row[0]) if row else None
        now = replays.moment(game, ply) if game else None
    except GameError:
        raise Http404 from None
    if now is None:
        raise Http404
    return replays.picture(now)


def _no_game(table_id: int) -> dict[str, Any]:
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
    return {"why": why or [_("No game of this table was recorded.")]}


def _game(
    page: Page, game: Game, now: Moment, number: int, table: TableShown, seat: int | None, newest: bool
) -> dict[str, Any]:
    lines = [_line(page, table, now, played) for played in now.moves]
    here = next((line for line in lines if line.number == now.ply), None)
    first = max(now.ply - 1, 0) // WINDOW * WINDOW
    at = _Addresses(page, number, table.number, seat)
    last = min(first + WINDOW, game.plies)
    return {
        "game_shown": True,
        "live": game.live,
        "ply": now.ply,
        "plies": game.plies,
        "newest": newest,
        "lines": lines,
        "here": here,
        "diagram": _drawn(replays.picture(now, seat)),
        "text": now.engine.text(now.state, seat),
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


class _Addresses:
    """The addresses of a table's plies."""

    def __init__(self, page: Page, number: int, table: int, seat: int | None) -> None:
        self.newest = reverse("table", args=[page.tournament.slug, number, table])
        self.suffix = f"?{page.form.carried}" if page.form.carried else ""
        self.base = f"{self.newest}ply/"
        self.end = (f"/seat/{seat}/" if seat else "/") + self.suffix

    def __call__(self, ply: int | None) -> str:
        return self.newest + self.suffix if ply is None else f"{self.base}{ply}{self.end}"


def _drawn(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308 - the engine escapes what it draws


def _line(page: Page, table: TableShown, now: Moment, played: replays.Played) -> Line:
    seat, words = move_words.describe(now.engine, played)
    if not 1 <= seat <= len(table.seats):
        return Line(played.number, "n", "", "", "", played.text, words)
    style, letter, name = labels.seat(page.colours, seat, page.form.language)
    person = page.people.get(table.seats[seat - 1].number)
    return Line(played.number, style, letter, name, person.name if person else "", played.text, words)


def _outcome(page: Page, game: Game, now: Moment, table: TableShown) -> str:
    """Return the outcome at the last ply; before it, the player to move."""
    if now.outcome is not None:
        points = " – ".join(str(p) for p in now.outcome.points)
        return _("The game is over: %(points)s.") % {"points": points}
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
