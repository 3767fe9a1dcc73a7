"""Blank score sheets: what players write their moves on, in the notation of each game's records."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from games.core.svg import Sign
from tournaments.printing.press import MARGIN, Press

Label = tuple[str, Sign | None]
"""A word, and the sign of the colour that it names."""


def scoresheet(press: Press, game: str, seats: int, colours: list[Label]) -> None:
    """Draw the sheet of a game: its head with a line for each player, then lines for the moves."""
    press.page()
    _people(press, seats, colours)
    _SHEETS.get(game, _turns)(press, seats, colours)


def _people(press: Press, seats: int, colours: list[Label]) -> None:
    labels = _words(_("Tournament"), _("Round and table"), _("Date"))
    labels += [_label(colours, at) for at in range(seats)]
    half = press.room / 2
    for at, (label, sign) in enumerate(labels):
        x = MARGIN + (at % 2) * half
        if at % 2 == 0:
            press.y -= 24
        press.seat(x, press.y, label, 9, sign, room=90)
        press.line(x + 94, press.y - 2, x + half - 14, press.y - 2)
    press.y -= 18


def _words(*words: str) -> list[Label]:
    return [(word, None) for word in words]


def _label(colours: list[Label], at: int) -> Label:
    return colours[at] if colours else (_("Seat %(number)d") % {"number": at + 1}, None)


def _grid(press: Press, heads: list[Label], shares: list[float], lines: int, blocks: int = 1) -> None:
    """Draw numbered lines under heads, in blocks side by side; ``shares`` are the columns' parts of a block."""
    gap = 14.0
    block = (press.room - gap * (blocks - 1)) / blocks
    unit = (block - 24) / sum(shares)
    high = min(24.0, (press.y - MARGIN - 116) / (lines + 1))
    top = press.y
    for number in range(blocks):
        left = MARGIN + number * (block + gap)
        x = left + 24
        for (head, sign), share in zip(heads, shares, strict=True):
            press.seat(
                x + unit * share / 2,
                top - high * 0.68,
                head,
                8.5,
                sign,
                bold=True,
                align="centre",
                room=unit * share - 3,
                least=6,
            )
            x += unit * share
        for line in range(1, lines + 1):
            y = top - high * (line + 1)
            press.text(left + 19, y + high * 0.3, str(number * lines + line), 8, align="right")
            x = left + 24
            for share in shares:
                press.box(x, y, unit * share, high)
                x += unit * share
    press.y = top - high * (lines + 1)


def _foot(press: Press, seats: int, colours: list[Label], words: str, result: str = "") -> None:
    press.y -= 18
    press.text(MARGIN, press.y, words, 8, room=press.room, least=6)
    press.y -= 42
    part = press.room / seats
    for at in range(seats):
        x = MARGIN + at * part
        label, sign = _label(colours, at)
        press.box(x, press.y - 6, 44, 24)
        press.seat(x, press.y + 22, (result or _("%(who)s: points")) % {"who": label}, 8, sign, room=part - 8)
        press.line(x + 50, press.y - 6, x + part - 10, press.y - 6)
        press.text(x + 50, press.y - 16, _("Signature"), 7)


def _quarto(press: Press, seats: int, colours: list[Label]) -> None:
    heads = _words(_("Seat"), _("Piece given"), _("Square"))
    _grid(press, heads, [0.8, 1.6, 1.2], 16)
    _foot(
        press,
        seats,
        colours,
        _("Pieces: L light or D dark, R round or S square, T tall or S short, F full or H hollow. Squares a1 to d4."),
    )


def _quatro_chess(press: Press, seats: int, colours: list[Label]) -> None:
    _grid(press, colours[:4], [1.0] * len(colours[:4]), 25, blocks=2)
    _foot(
        press,
        seats,
        colours,
        _(
            "From and to, such as g2g4; a promotion with its letter, such as c11d12q. One line holds one move of each "
            "colour."
        ),
    )


def _turns(press: Press, seats: int, colours: list[Label]) -> None:
    heads = [_label([], at) for at in range(seats)]
    _grid(press, heads, [1.0] * seats, 20)
    _foot(press, seats, colours, _("One line holds one turn of each player, in the notation of the rules."))


def tally(press: Press, seats: list[Label], entry: str) -> None:
    """Draw the sheet of a declared game: lines for its deals or turns, and boxes for what its ``entry`` says."""
    press.page()
    _people(press, len(seats), seats)
    _grid(press, seats, [1.0] * len(seats), 24)
    words = _("One line holds one deal or one turn. The boxes below hold the result of the table.")
    result = {"score": _("%(who)s: score"), "places": _("%(who)s: place")}.get(entry, "")
    _foot(press, len(seats), seats, words, result)


def _kwartet(press: Press, seats: int, colours: list[Label]) -> None:
    heads = _words(_("Who asks"), _("Whom"), _("Card"), _("Got it?"))
    _grid(press, heads, [1, 1, 1, 0.9], 25, blocks=2)
    _foot(
        press,
        seats,
        colours,
        _("Cards: the quartet's letter and 1 to 4, such as A1. Write laid quartets beside the line."),
    )


_SHEETS: dict[str, Callable[[Press, int, list[Label]], None]] = {
    "quarto": _quarto,
    "quatro-chess": _quatro_chess,
    "kwartet": _kwartet,
}
