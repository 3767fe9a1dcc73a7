"""An arbiter's decisions: a table's points, with colours taken out; adjourned; or void; and penalties, which are points
taken off a player or a team, with a reason; lifted, never deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import Points
from tournaments.domain.locks import lock, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.models import Entry, Penalty, Result, Round, Team, Tournament
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


@audited
def give_penalty(
    tournament_id: int, *, by: Any, to: Entry | Team, round: int, points: Fraction, reason: str
) -> Penalty:
    """Take points off a player or a team from a round on. Raises Refused for what is no penalty."""
    tournament = locked_tournament(tournament_id, by, Action.DECIDE)
    penalty = proposed_penalty(tournament, to=to, round=round, points=points, reason=reason)
    penalty.decided_by = person(by)
    penalty.save()
    _moved(tournament, penalty)
    return penalty


@audited
def lift_penalty(penalty_id: int, *, by: Any, reason: str) -> Penalty:
    """Take a penalty back, with a reason; it stays to be read. Lifted twice it is lifted once."""
    tournament = lock(Penalty.objects.values_list("tournament", flat=True).get(pk=penalty_id))
    require(by, Action.DECIDE, tournament)
    penalty = Penalty.objects.get(pk=penalty_id)
    if penalty.lifted:
        return penalty
    if not reason.strip():
        raise Refused(_("Give a reason for lifting the penalty."))
    penalty.lifted = True
    penalty.save(update_fields=["lifted"])
    _moved(tournament, penalty)
    return penalty


def proposed_penalty(tournament: Tournament, *, to: Entry | Team, round: int, points: Fraction, reason: str) -> Penalty:
    """Make a penalty without saving it. Raises Refused for one that cannot be given."""
    if to.tournament_id != tournament.pk:
        raise Refused(_("%(who)s does not take part in this tournament.") % {"who": to})
    if points <= 0:
        raise Refused(_("A penalty takes points off. Enter how many, without a minus sign."))
    if not reason.strip():
        raise Refused(_("Give a reason. It is shown beside the points in the standings."))
    last = tournament.rounds.filter(state__in=Round.SHOWN).order_by("number").last()
    if last is None or not 1 <= round <= last.number:
        raise Refused(
            _("A penalty counts from a published round: 1 to %(last)d.") % {"last": last.number}
            if last
            else _("No round is published yet.")
        )
    whom: dict[str, Any] = {"team": to} if isinstance(to, Team) else {"entry": to}
    return Penalty(tournament=tournament, round=round, points=points, reason=reason.strip(), **whom)


def _moved(tournament: Tournament, penalty: Penalty) -> None:
    rounds = Round.objects.filter(tournament=tournament, number=penalty.round)
    mark_standings_stale(tournament, rounds.exclude(state=Round.State.DISCARDED).first(), decided=True)
    queue.send_standings(tournament.pk)
