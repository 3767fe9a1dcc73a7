"""Penalties: points taken off a player or a team, with a reason; lifted, never deleted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused
from tournaments.domain.locks import lock, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.models import Entry, Penalty, Round, Team, Tournament


@audited
def give(tournament_id: int, *, by: Any, to: Entry | Team, round: int, points: Fraction, reason: str) -> Penalty:
    """Take points off a player or a team from a round on. Raises Refused for what is no penalty."""
    tournament = locked_tournament(tournament_id, by, Action.DECIDE)
    penalty = proposed(tournament, to=to, round=round, points=points, reason=reason)
    penalty.decided_by = person(by)
    penalty.save()
    _moved(tournament, penalty)
    return penalty


@audited
def lift(penalty_id: int, *, by: Any, reason: str) -> Penalty:
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


def proposed(tournament: Tournament, *, to: Entry | Team, round: int, points: Fraction, reason: str) -> Penalty:
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
    mark_standings_stale(tournament, rounds.exclude(state=Round.State.DISCARDED).first())
    queue.send_standings(tournament.pk)
