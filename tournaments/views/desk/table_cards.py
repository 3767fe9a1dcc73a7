"""The desk's tables as HTML: each card is made when something in it changed, not whenever the desk is shown.

What stands on a card is all in `Card`, and its template sees nothing else; so equal cards look alike, and those that
were made lately are taken from memory. Only the form's token is each request's own: it is put in afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import loader
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import get_language

from tournaments.forms.points import in_field, keyboard
from tournaments.models import Tournament
from tournaments.selectors.hall.desk import Desk, DeskTable
from tournaments.sentences import sentence

# Of twenty halls of two hundred tables, or of one of ten thousand players: a desk with more cards than are kept would
# make them all anew each time. A card takes 4 kB.
MOST_CARDS = 4000
# No text in the database has this character, so nothing that a person wrote can be taken for it.
TOKEN = "\0token\0"  # noqa: S105


@dataclass(frozen=True, slots=True)
class CardSeat:
    position: int
    label: str
    sign: str
    name: str
    points: str
    entry: int
    brings: str = ""


@dataclass(frozen=True, slots=True)
class CardResult:
    """The result that stands. ``by``: who entered it, or what did."""

    pk: int
    corrected: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Card:
    """All that is seen of a table. ``form``: whether its result is entered here; ``correct``: whether a correction of
    it may be decided on a page of its own. ``reason``: why it is so, where that is not said of the whole round.
    ``twice``: who plays two colours.

    ``keyboard``: what a phone offers for a seat's field; ``brings`` of a seat: its points, where a score was entered.
    ``confirm``: empty where no second person is asked for, else ``done``, ``yours`` or ``open``.
    """

    language: str
    tournament: int
    game: str
    engine: bool
    table: int
    number: int
    seats: tuple[CardSeat, ...]
    fixed: bool
    shown: bool
    form: bool
    correct: bool
    seen: str
    result: CardResult | None
    records: int
    photos: int
    confirm: str
    confirmed_by: str
    reason: str
    twice: str
    problem: str = ""
    rule: str = ""
    sure: str = ""
    conflict: int | None = None
    adjourned: bool = False
    keyboard: str = "decimal"


def cards(request: HttpRequest, tournament: Tournament, desk: Desk, allowed: set[str]) -> Iterator[SafeString]:
    """Show the cards of a desk's tables, in order."""
    token = get_token(request)
    common = "" if desk.reason else None
    for table in desk.tables:
        card = card_of(request, tournament, desk, table, allowed, common)
        # what was refused is somebody's own, and seen once
        html = _rendered(card) if card.problem else _remembered(card)
        yield mark_safe(html.replace(TOKEN, token))  # noqa: S308


def card_of(
    request: HttpRequest,
    tournament: Tournament,
    desk: Desk,
    table: DeskTable,
    allowed: set[str],
    common: str | None,
) -> Card:
    """Return a table's card. ``common`` replaces the table's own reason; None where each has its own."""
    shown = desk.round is not None and desk.round.is_shown
    result = table.result
    enters = shown and "RESULTS" in allowed and table.mine and (not desk.settled or table.missing)
    asked = tournament.two_person and result is not None
    yours = result is not None and result.entered_by_id == request.user.pk
    confirmed = str(result.confirmation.by) if result is not None and table.confirmed else ""
    return Card(
        language=get_language() or "",
        tournament=tournament.pk,
        game=tournament.game,
        engine=tournament.has_engine,
        table=table.row.pk,
        number=table.row.number,
        seats=tuple(
            CardSeat(
                seat.position,
                seat.label,
                seat.sign,
                seat.entry.display_name,
                in_field(seat.points),
                seat.entry.pk,
                seat.brings,
            )
            for seat in table.seats
        ),
        fixed=table.fixed,
        shown=shown,
        form=enters,
        correct="CORRECT" in allowed,
        seen=table.seen,
        result=_result(table),
        records=table.records,
        photos=table.photos,
        confirm=("done" if table.confirmed else "yours" if yours else "open") if asked else "",
        confirmed_by=confirmed,
        reason=capfirst(sentence(table.row.reason, desk.names)) if common is None else "",
        twice=_twice(table),
        problem=table.problem,
        rule=table.rule,
        sure=table.sure,
        conflict=table.conflict.pk if table.conflict else None,
        adjourned=table.adjourned,
        keyboard=keyboard(tournament),
    )


def _twice(table: DeskTable) -> str:
    """Return the player at two seats: at a table of three somebody plays two colours."""
    entries = [seat.entry for seat in table.seats]
    return next((e.display_name for e in entries if entries.count(e) > 1), "")


def _result(table: DeskTable) -> CardResult | None:
    result = table.result
    if result is None:
        return None
    by = str(result.entered_by) if result.entered_by else result.get_source_display()
    return CardResult(result.pk, table.corrected, by, timezone.localtime(result.entered_at))


def _rendered(card: Card) -> str:
    return loader.get_template("desk/_table.html").render({"card": card, "csrf_token": TOKEN})


_remembered = lru_cache(maxsize=MOST_CARDS)(_rendered)
