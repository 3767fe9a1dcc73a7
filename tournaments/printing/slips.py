"""The sheets to cut: slips for the tables, cards for the places, in an order that a stack keeps when it is cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import segno
from django.utils.translation import gettext as _

from tournaments.printing.documents import Seated
from tournaments.printing.press import MARGIN, Press

SLIPS, CARDS = 4, 3
GAP = 4.0
"""Between the boxes of a seat."""


def cut_order(count: int, places: int) -> list[list[int | None]]:
    """Return for each sheet, from the top of the stack, the number of the item at each of its ``places``, from above;
    None for an empty place.

    The stack is cut through into as many piles as there are places. Each pile is a run of the order, so the piles laid
    one on another, the uppermost first, are sorted.

    >>> cut_order(7, 3)
    [[0, 3, 6], [1, 4, None], [2, 5, None]]
    """
    sheets = -(-count // places)
    return [
        [at if (at := place * sheets + sheet) < count else None for place in range(places)] for sheet in range(sheets)
    ]


@dataclass(frozen=True, slots=True)
class Slip:
    """A table's slip: who sits there, the heads of each seat's boxes, the address that its code leads to, and
    what teams are told."""

    table: int
    seats: Sequence[Seated]
    address: str
    heads: Sequence[str] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    number: int
    name: str
    club: str


def slips(press: Press, sheets: Sequence[Slip], round_: str) -> None:
    """Draw four slips a sheet; the stack of sheets, cut, is sorted by table."""
    for at, top in _cut(press, len(sheets), SLIPS):
        _slip(press, sheets[at], round_, top, press.height / SLIPS)


def _slip(press: Press, slip: Slip, round_: str, top: float, high: float) -> None:
    left, right = MARGIN, press.width - MARGIN
    code_side = 92.0
    head = right - code_side - 20
    logo = press.logo(head, top - 12, 80, 24)
    press.text(left, top - 24, press.head.event, 9, room=head - left - (logo + 8 if logo else 0))
    press.text(left, top - 36, round_, 9, room=200)
    if press.head.brand:
        press.brand_line(left, top - 40, head)
    press.text(left, top - 84, str(slip.table), 44, bold=True, room=86, least=20)
    press.text(left, top - 100, _("Table"), 9)
    x, wide = left + 96, right - left - 96 - code_side - 16
    line = min(26.0, (high - 84) / max(len(slip.seats), 1))
    y = top - 50
    heads = slip.heads or (_("Points"),)
    box = min(48.0, (wide - 54) * 0.5 / len(heads) - GAP) if len(heads) > 1 else 48.0
    boxes = [x + wide - box - at * (box + GAP) for at in reversed(range(len(heads)))]
    for at, head in zip(boxes, heads, strict=True):
        if len(heads) == 1:
            press.text(x + wide, y + 2, head, 8, align="right")
        else:
            press.text(at + box / 2, y + 2, head, 8, align="centre", room=box + GAP - 2, least=4.5)
    for seat in slip.seats:
        y -= line
        press.seat(x, y + 6, seat.seat, 8.5, seat.sign, room=50, least=6)
        name, room = f"{seat.number}  {seat.name}", boxes[0] - x - 60
        if not press.folded(x + 54, y + line, line, name, 12, bold=True, room=room):
            press.text(x + 54, y + 6, name, 12, bold=True, room=room, least=9)
        for at in boxes:
            press.box(at, y + 1, box, line - 4)
    foot = top - high + 20
    press.line(x, foot + 10, x + wide * 0.6, foot + 10, 0.4)
    press.text(x, foot, _("Signatures"), 7.5)
    if slip.advice:
        press.text(x, foot - 11, slip.advice, 7.5, room=right - x)
    code = segno.make(slip.address, error="m", micro=False).matrix
    side = code_side / (len(code) + 4)
    press.squares(right - code_side + 2 * side, top - 22 - 2 * side, side, code)
    press.text(
        right - code_side / 2,
        top - 26 - code_side,
        _("This table on your phone"),
        7,
        align="centre",
        room=code_side + 14,
        least=5,
    )


def cards(press: Press, players: Sequence[Card]) -> None:
    """Draw three tents a sheet, to be folded in the middle: the name stands on both sides. Cut, they are sorted."""
    high = press.height / CARDS
    for at, top in _cut(press, len(players), CARDS):
        fold = top - high / 2
        press.line(0, fold, 12, fold, 0.4)
        press.line(press.width - 12, fold, press.width, fold, 0.4)
        card = players[at]
        _face(press, card, press.width / 2, fold - high / 4)
        press.upside_down(press.width / 2, fold + high / 4, lambda card=card: _face(press, card, 0, 0))


def _cut(press: Press, count: int, to_sheet: int) -> Iterator[tuple[int, float]]:
    """Yield the number and the upper edge of each of so many pieces, sheet by sheet, and draw the lines to cut."""
    high = press.height / to_sheet
    order = cut_order(count, to_sheet)
    for sheet, places in enumerate(order):
        press.page()
        for place, at in enumerate(places):
            top = press.height - place * high
            if place:
                press.line(0, top, press.width, top, 0.4, dash=True)
            if at is not None:
                yield at, top
        press.done(sheet + 1, len(order))


def _face(press: Press, card: Card, x: float, y: float) -> None:
    room = press.width - 2 * MARGIN - 20
    press.text(x, y - 10, card.name, 40, bold=True, align="centre", room=room, least=16)
    press.text(x, y - 36, " · ".join(filter(None, (str(card.number), card.club))), 14, align="centre", room=room)
    if press.head.brand:
        logo = press.logo(x + room / 2, y + 62, 96, 36)
        press.text(x - room / 2, y + 48, press.head.brand.name, 10, room=room - logo - 8)
        press.brand_line(x - room / 2, y - 50, x + room / 2)
