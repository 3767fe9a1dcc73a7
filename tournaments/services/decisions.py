"""An arbiter's decisions about a table: its points, with colours taken out; adjourned; or void."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.domain.ledger import Points
from tournaments.models import Result
from tournaments.selectors.desk import DeskTable

POINTS, ADJOURNED, VOID = "points", "adjourned", "void"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision as the book of results takes it: points of the seats, how the table ended, why."""

    points: Points
    places: bool
    end: str
    reason: str


def colours_of(table: DeskTable) -> dict[str, str]:
    """Return the colours of a table's seats with their labels; none where seats have numbers only."""
    return {seat.sign: seat.label for seat in table.seats if seat.sign}


def ruled(
    decision: str,
    *,
    seats: int,
    colours: Mapping[str, str],
    points: Points = (),
    places: bool = False,
    out: Sequence[str] = (),
    reason: str = "",
) -> Ruling:
    """Make a decision about a table. ``points`` count where the decision is about them; ``out``: the colours that the
    arbiter took out (QC 4.3). Raises Refused for a decision without a reason, or one that contradicts itself."""
    reason = reason.strip()
    if decision in (ADJOURNED, VOID):
        if not reason:
            raise Refused(_("Give a reason."))
        if out:
            raise Refused(_("Enter the points of the game, too. A game has points even with a colour taken out."))
        end = Result.End.ADJOURNED if decision == ADJOURNED else Result.End.FORFEIT
        return Ruling([None] * seats, False, end, reason)
    if out:
        unknown = [colour for colour in out if colour not in colours]
        if unknown:
            raise Refused(_("There is no colour “%(colour)s” at this table.") % {"colour": unknown[0][:20]})
        names = ", ".join(colours[colour] for colour in out)
        reason = f"{_('%(colours)s taken out (QC 4.3)') % {'colours': names}}. {reason}".strip()
    return Ruling(points, places, Result.End.FORFEIT if None in points else Result.End.PLAYED, reason)
