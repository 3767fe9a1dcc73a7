"""The cards of a round's games: a small picture beside the pairing and its points."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Protocol

from django.urls import reverse
from django.utils.safestring import mark_safe

from tournaments.models import Tournament
from tournaments.selectors import labels, replays
from tournaments.selectors.colours import at_table, rule_of
from tournaments.selectors.public import RoundShown, TableShown
from tournaments.selectors.replays import Board
from tournaments.web import tables
from tournaments.web.variants import Variant

BOARDS_AT_FIRST = 4
BOARDS = 120


class Page(Protocol):
    """What a card needs of the page that it stands on."""

    tournament: Tournament
    form: Variant
    colours: tuple[str, ...]
    only: Set[int] | None

    @property
    def link(self) -> tables.Link: ...


def boards(page: Page, shown: RoundShown, most: int = BOARDS) -> list[dict[str, Any]]:
    """The cards of a round's games: picture, pairing and points, those that are being played first."""
    by_number = {
        table.number: table
        for table in shown.tables
        # a page that reads only those whom it shows has no names for others
        if page.only is None or all(seat.number in page.only for seat in table.seats)
    }
    found = [one for one in replays.boards(page.tournament.pk, shown.number) if one.table in by_number]
    return [_card(page, one, by_number[one.table], shown.number) for one in found[:most]]


def _card(page: Page, one: Board, table: TableShown, number: int) -> dict[str, Any]:
    slug = page.tournament.slug
    return {
        "table": one.table,
        "live": one.live,
        "plies": one.plies,
        "seats": seats_of(page, table),
        "address": reverse("table", args=[slug, number, one.table]),
        # the ply stands in the address, so that a new move is another picture
        "picture": reverse("table_diagram", args=[slug, number, one.table, one.plies]),
    }


def seats_of(page: Page, table: TableShown) -> list[dict[str, Any]]:
    """A table's seats for a template: sign, link to the player, points; and with the second colour of a player what
    both bring."""
    last = {taken.number: taken.position for taken in table.seats}
    doubled = at_table(table, rule_of(page.tournament)) if len(last) < len(table.seats) else {}
    return [
        {
            "looks": labels.seat(page.colours, taken.position, page.form.language),
            "link": mark_safe(page.link(taken.number)),  # noqa: S308 - made of escaped parts
            "points": mark_safe(tables.points(taken.points)) if taken.points is not None else "",  # noqa: S308
            "sum": doubled[taken.number].sum
            if taken.number in doubled and taken.position == last[taken.number]
            else "",
        }
        for taken in table.seats
    ]
