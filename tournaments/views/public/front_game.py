"""The game of the demonstration that is being played while somebody reads the first page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tournaments.models import Tournament
from tournaments.selectors.demonstration import EVENING
from tournaments.selectors.listed import Listed
from tournaments.views.public.game_boards import boards, featured, with_turn
from tournaments.views.public.page import Page
from tournaments.web.variants import Variant


@dataclass(frozen=True, slots=True)
class FrontGame:
    """An event and the card of its game, as of the event's version."""

    tournament: Tournament
    card: dict[str, Any]


def game(events: Iterable[Listed], form: Variant) -> FrontGame | None:
    """Return the game that stands first in the evening of the demonstration, where that is shown and plays."""
    if not any(event.invented and event.slug == EVENING for event in events):
        return None
    tournament = Tournament.objects.filter(slug=EVENING, published=True).first()
    if tournament is None:
        return None
    page = Page(tournament, form, "tournament")
    shown = page.round(page.last) if page.last else None
    if shown is None:
        return None
    page = page.narrowed({seat.number for table in shown.tables for seat in table.seats})
    card = with_turn(page, featured([card for card in boards(page, shown) if card["live"]]), shown)
    return FrontGame(tournament, card) if card else None
