"""Results: entered, superseded by somebody who has seen the result before, confirmed by a second arbiter, decided, and
taken from by penalties. Nothing is overwritten. Who types where is told to the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.brackets.eliminations import SYSTEMS
from tournaments.domain import queue
from tournaments.domain.access import Action, require
from tournaments.domain.errors import Refused, ResultConflict
from tournaments.domain.ledger import Points, Worth, check_result, current_result, valued, write_result
from tournaments.domain.locks import lock, lock_of_table, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.models import AtDesk, Confirmation, Editing, Entry, Penalty, Result, Round, Table, Team, Tournament
from tournaments.selectors.games.replays import table_entries
from tournaments.selectors.hall.desk import DeskTable
from tournaments.services.tournament_changes import finish_or_reopen

FRESH = timedelta(seconds=12)
POINTS, ADJOURNED, VOID = "points", "adjourned", "void"


@audited
def enter(
    table_id: int,
    *,
    by: Any,
    points: Points,
    places: bool = False,
    end: str = Result.End.PLAYED,
    seen_result: int | None = None,
    seen_seats: Sequence[int] | None = None,
    reason: str = "",
    source: str = Result.Source.DESK,
) -> Result:
    """Enter a table's result: the game's points, one entry a seat (None: did not show up, with ``forfeit``).

    With ``places`` they are places, 1 the best, where the tournament gives points for places.
    ``seen_result`` is the id of the current result that the person saw when they decided, None if there was
    none; ``seen_seats`` the entries that they saw on the seats, None where that is not known. Raises
    ResultConflict (with the current one) where that result is no longer current, Refused where the points cannot
    be or others sit there. The same result entered again changes nothing. A result of a closed round takes another
    right and a reason; so does what the arbiter decides: a game adjourned, or a table declared void (a forfeit of
    everybody).
    """
    tournament = lock_of_table(table_id)
    table = Table.objects.select_related("round").annotate(seat_count=Count("seats")).get(pk=table_id)
    round_ = table.round
    require(by, Action.RESULTS, tournament, table=table.number)
    if not round_.is_shown:
        raise Refused(
            _("Round %(round)d is not published yet. Results can be entered once it is.") % {"round": round_.number}
        )
    if seen_seats is not None and list(seen_seats) != table_entries(table_id):
        raise Refused(
            _(
                "The players at table %(table)d have changed since this was typed. See who sits there now and "
                "type it again."
            )
            % {"table": table.number}
        )
    value = valued(tournament, points, places=places)
    current = current_result(table)
    if current is not None and current.end == end and value.is_in(current):
        return current
    if (current.pk if current else None) != seen_result:
        raise _conflict(table, current)
    reason = reason.strip()
    if round_.state == Round.State.CLOSED:
        require(by, Action.CORRECT, tournament)
        if not reason:
            raise Refused(
                _("Round %(round)d is closed. Give a reason for correcting its result.") % {"round": round_.number}
            )
    if end == Result.End.ADJOURNED or all(p is None for p in points):
        require(by, Action.DECIDE, tournament)
    result = write_result(tournament, table, value, end=end, current=current, by=by, reason=reason, source=source)
    if round_.state == Round.State.CLOSED and tournament.system in SYSTEMS:
        finish_or_reopen(tournament)  # another winner of the final can mean that one more round is played
    queue.send_standings(tournament.pk)
    return result


def check(tournament: Tournament, table: Table, points: Points, end: str, places: bool = False) -> Worth:
    """Return the value of these points here; nothing is written. Raises Refused where the game cannot end so."""
    value = valued(tournament, points, places=places)
    with transaction.atomic():
        check_result(tournament, table, value, end)
        transaction.set_rollback(True)
    return value


def _conflict(table: Table, current: Result | None) -> Refused:
    if current is None:
        return Refused(_("The result of table %(table)d is gone. Check the table again.") % {"table": table.number})
    values = {
        "who": current.entered_by or _("Somebody"),
        "points": current,
        "table": table.number,
        "time": date_format(timezone.localtime(current.entered_at), "H:i"),
    }
    if current.end == Result.End.ADJOURNED:
        sentence = _("%(who)s adjourned table %(table)d at %(time)s. Enter yours instead, or leave it adjourned.")
    else:
        sentence = _("%(who)s entered %(points)s for table %(table)d at %(time)s. Replace it with yours, or leave it.")
    return ResultConflict(sentence % values, current)


@audited
def confirm(result_id: int, *, by: Any) -> Confirmation:
    """Confirm a result. Confirmed twice it is confirmed once. Raises Refused for one's own, or one that was
    superseded meanwhile."""
    result = Result.objects.select_related("table__round").get(pk=result_id)
    tournament = lock(result.table.round.tournament_id)
    require(by, Action.RESULTS, tournament, table=result.table.number)
    result = Result.objects.select_related("table__round", "entered_by").get(pk=result_id)
    words = {"table": result.table.number}
    if not tournament.two_person:
        raise Refused(_("Results in this tournament do not need a second person."))
    if not result.is_current:
        raise Refused(_("The result of table %(table)d has been corrected in the meantime. Check it again.") % words)
    if result.entered_by_id == by.pk:
        raise Refused(_("You entered the result of table %(table)d yourself. Somebody else must confirm it.") % words)
    known = Confirmation.objects.filter(result=result).first()
    if known is not None:
        return known
    confirmation = Confirmation.objects.create(result=result, by=by)
    mark_standings_stale(tournament, result.table.round)
    queue.send_standings(tournament.pk)
    return confirmation


@audited
def set_typing(table: Table | None, *, tournament_id: int, by: Any) -> dict[int, list[str]]:
    """Say that ``by`` types at a table (None: no longer anywhere); return the names of others who type, by table.

    Nothing is locked and no version counts it: it is a courtesy, and two may well type at once.
    """
    now = timezone.now()
    mine = Editing.objects.filter(by=by, table__round__tournament=tournament_id)
    mine.exclude(table=table).delete()
    if table is not None:
        Editing.objects.bulk_create(
            [Editing(table=table, by=by, at=now)],
            update_conflicts=True,
            unique_fields=["table", "by"],
            update_fields=["at"],
        )
    others: dict[int, list[str]] = {}
    for row in (
        Editing.objects.filter(table__round__tournament=tournament_id, at__gte=now - FRESH)
        .exclude(by=by)
        .select_related("by")
    ):
        others.setdefault(row.table_id, []).append(str(row.by))
    return others


@audited
def set_at_desk(tournament_id: int, *, by: Any) -> list[str]:
    """Say that ``by`` has a page of the desk open; return the names of the others who have. As little rests on it as on
    `set_typing`, and it is written anew only when it is half as old as it may become."""
    now = timezone.now()
    rows = {row.by_id: row for row in AtDesk.objects.filter(tournament=tournament_id).select_related("by")}
    mine = rows.pop(by.pk, None)
    if mine is None or mine.at < now - FRESH / 2:
        AtDesk.objects.bulk_create(
            [AtDesk(tournament_id=tournament_id, by=by, at=now)],
            update_conflicts=True,
            unique_fields=["tournament", "by"],
            update_fields=["at"],
        )
    return sorted(str(row.by) for row in rows.values() if row.at >= now - FRESH)


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
