"""The points of a player with two colours at a table: one number for the standings, and how it came about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.documents.document import Event
from scoring.tablepoints import two_colours
from tournaments.domain.ledger import scoring_rules
from tournaments.models import Tournament
from tournaments.selectors.events.public import TableShown
from tournaments.sentences.points import readable

RULES = {
    "average": gettext_lazy("the mean of both"),
    "sum": gettext_lazy("the sum of both"),
    "best": gettext_lazy("the better of both"),
}
"""The rules for two colours (``scoring.two_colours``), the default first."""


@dataclass(frozen=True, slots=True)
class Brought:
    """The points that a table brings a player. ``sum`` says how two colours make it, such as ``2 + 8, mean 5``;
    else it is empty."""

    value: Fraction
    sum: str

    @property
    def text(self) -> str:
        return self.sum or readable(str(self.value))


def rule_of(tournament: Tournament) -> str:
    """Return the tournament's rule for two colours, a key of ``RULES``."""
    return scoring_rules(tournament).two_colours


def brought(points: Iterable[Fraction | str | None], rule: str) -> Brought | None:
    """Return the points of a player's seats at a table; None while nothing is known. A seat without points brings
    nothing."""
    seats = list(points)
    if all(own is None for own in seats):
        return None
    own = [Fraction(value or 0) for value in seats]
    return Brought(two_colours(own, rule), sum_of(own, rule))


def sum_of(own: Sequence[Fraction], rule: str) -> str:
    """Return the sum of two colours in words; empty for a single colour."""
    if len(own) < 2:
        return ""
    first, second = (readable(str(points)) for points in own)
    value = readable(str(two_colours(own, rule)))
    if rule == "sum":
        return f"{first} + {second} = {value}"
    if rule == "best":
        return _("%(one)s and %(other)s, the better %(value)s") % {
            "one": first,
            "other": second,
            "value": value,
        }
    return _("%(one)s + %(other)s, mean %(value)s") % {"one": first, "other": second, "value": value}


def in_event(event: Event, rule: str) -> list[tuple[int, int, Brought]]:
    """List the rounds in which somebody had two colours, with the points of each: (round, player, brought)."""
    return [
        (entry.number, player, whole)
        for entry in event.rounds
        for table in entry.tables
        if table.end in ("played", "forfeit") and table.points is not None
        for player in sorted(table.two_colours)
        if (whole := brought((p for s, p in zip(table.seats, table.points, strict=True) if s == player), rule))
    ]


def at_table(table: TableShown, rule: str) -> dict[int, Brought]:
    """Return the points of players with two colours at a table, by pairing number; nothing until it has a
    result."""
    if table.end in (None, "adjourned"):
        return {}
    held: dict[int, list[str | None]] = {}
    for seat in table.seats:
        held.setdefault(seat.number, []).append(seat.points)
    return {
        number: whole
        for number, points in held.items()
        if len(points) > 1 and (whole := brought(points, rule)) is not None
    }
