"""Certificates for those who won a prize: one a page, across the paper, without the head and foot of lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.printing.press import MARGIN, Press

EDGE = 22.0
"""Between the frame and what stands in it."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A prize that was won. ``name``: empty where it is to be written by hand; ``list``: the category, empty for
    everybody's."""

    name: str
    place: int
    list: str
    prize: str


def certificates(press: Press, won: Sequence[Certificate]) -> None:
    """Draw a page for each prize."""
    for at, certificate in enumerate(won, 1):
        press.page()
        _draw(press, certificate)
        press.done(at, len(won))


def _draw(press: Press, certificate: Certificate) -> None:
    head, middle, room = press.head, press.width / 2, press.room - 2 * EDGE
    press.box(MARGIN, MARGIN, press.room, press.height - 2 * MARGIN)
    press.logo(press.width - MARGIN - EDGE, press.height - MARGIN - EDGE, 96, 48)

    def line(y: float, text: str, size: float, *, bold: bool = False, least: float = 9) -> None:
        press.text(middle, y * press.height, text, size, bold=bold, align="centre", room=room, least=least)

    # Translators: the heading of a paper for somebody who won a prize
    line(0.76, pgettext("paper", "Certificate"), 44, bold=True)
    line(0.67, head.event, 18)
    line(0.63, head.facts, 11)
    if certificate.name:
        line(0.48, certificate.name, 34, bold=True, least=14)
    else:
        press.line(middle - 160, 0.47 * press.height, middle + 160, 0.47 * press.height)
    place = _("Place %(place)d") % {"place": certificate.place}
    line(0.37, " · ".join(filter(None, (certificate.list, place))), 20)
    line(0.31, certificate.prize, 14)
    left, low = MARGIN + EDGE, MARGIN + EDGE + 14
    press.brand_line(left, 0.58 * press.height, press.width - left)
    for x, words in ((left, _("Date")), (middle + EDGE, _("Signature"))):
        press.line(x, low, x + press.room / 2 - 2 * EDGE, low)
        press.text(x, low - 12, words, 9)
