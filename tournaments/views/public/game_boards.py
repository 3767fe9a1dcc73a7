"""The cards of a round's games: a small picture beside the pairing and its points."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Protocol

from django.urls import reverse

from tournaments.models import Tournament
from tournaments.selectors import replays
from tournaments.selectors.public import RoundShown, TableShown
from tournaments.selectors.replays import Board
from tournaments.web import seats
from tournaments.web.variants import Variant

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
    def link(self) -> seats.Link: ...


def boards(page: Page, shown: RoundShown, most: int = BOARDS) -> list[dict[str, Any]]:
    """Return the cards of a round's games: picture, pairing and points, those that are being played first."""
    by_number = {
        table.number: table
        for table in shown.tables
        # a page that reads only those whom it shows has no names for others
        if page.only is None or all(seat.number in page.only for seat in table.seats)
    }
    games = [game for game in replays.boards(page.tournament.pk, shown.number) if game.table in by_number]
    return [_card(page, game, by_number[game.table], shown.number) for game in games[:most]]


def featured(cards: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the card of the game that stands first on an event's page and on the wall: the one that an arbiter chose;
    else one that is being entered, the furthest; else the one that was proven last."""

    def worth(card: dict[str, Any]) -> tuple[bool, bool, int]:
        return card["chosen"], card["live"], card["plies"] if card["live"] else card["at"]

    return max(cards, key=worth, default=None)


def _card(page: Page, game: Board, table: TableShown, number: int) -> dict[str, Any]:
    slug = page.tournament.slug
    return {
        "table": game.table,
        "live": game.live,
        "plies": game.plies,
        "at": game.at,
        "chosen": game.chosen,
        "seats": seats.seat_list(seats_of(page, table)),
        "address": reverse("table", args=[slug, number, game.table]),
        "moves": reverse("table_moves", args=[slug, number, game.table]),
        # the ply stands in the address, so that a new move is another picture
        "picture": reverse("table_diagram", args=[slug, number, game.table, game.plies]),
    }


def seats_of(page: Page, table: TableShown) -> list[seats.Seat]:
    """Return a table's seats with links to the players."""
    return seats.seats_of(table, page.link, page.colours, page.form.language, page.two_colours)
