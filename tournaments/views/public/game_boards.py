"""The cards of a round's games: a small picture beside the pairing and its points. Of the game that stands first also
whose move it is."""

from __future__ import annotations

import logging
from collections.abc import Set
from typing import Any, Protocol

from django.urls import reverse
from django.utils.translation import gettext as _

from games.core.errors import GameError
from tournaments.models import Tournament
from tournaments.selectors import replays
from tournaments.selectors.public import RoundShown, TableShown
from tournaments.selectors.replays import Board
from tournaments.web import move_words, seats, table_cards
from tournaments.web.variants import Variant

log = logging.getLogger(__name__)

BOARDS_AT_FIRST = 4
BOARDS = 120


class Page(Protocol):
    """The parts of the page that a card needs."""

    tournament: Tournament
    form: Variant
    colours: tuple[str, ...]
    only: Set[int] | None

    @property
    def two_colours(self) -> str: ...

    @property
    def seat_link(self) -> seats.Link: ...


def boards(page: Page, shown: RoundShown, most: int = BOARDS) -> list[dict[str, Any]]:
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


def with_turn(page: Page, card: dict[str, Any] | None, shown: RoundShown) -> dict[str, Any] | None:
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


def _card(page: Page, game: Board, table: TableShown, number: int) -> dict[str, Any]:
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


def _at(page: Page, card: dict[str, Any], number: int, ply: int) -> dict[str, Any]:
    """Return a card at a ply, which stands in the picture's address, so that a new move is another picture."""
    picture = reverse("table_diagram", args=[page.tournament.slug, number, card["table"], ply])
    return card | {"plies": ply, "picture": picture}


def seats_of(page: Page, table: TableShown) -> list[seats.Seat]:
    """Return a table's seats with links to the players."""
    return seats.seats_of(table, page.seat_link, page.colours, page.form.language, page.two_colours)
