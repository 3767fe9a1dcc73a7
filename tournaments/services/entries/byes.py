"""Byes that are asked for: a round off for no point, for half a point, or (by the arbiter's leave) for a full one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.errors import Refused
from tournaments.domain.locks import locked_entry
from tournaments.domain.logbook import audited
from tournaments.models import Entry, Round, Seat, Tournament
from tournaments.pairing import registry
from tournaments.services.entries import attendance
from tournaments.services.rounds.rounds import living_rounds

ZERO, HALF, FULL = "zero", "half", "full"


def offered(tournament: Tournament) -> bool:
    """Return whether a round off can bring points here: where a round is made of whoever is there."""
    system = registry.systems().get(tournament.system)
    return system is not None and system.requested_byes


def open_rounds(tournament: Tournament) -> range:
    """Return the rounds for which a bye can still be asked: none of those that are paired."""
    paired = living_rounds(tournament).exclude(state__in=[Round.State.PAIRING, Round.State.FAILED])
    first = max(paired.values_list("number", flat=True), default=0) + 1
    return range(first, tournament.rounds_planned + 1)


@audited
def ask(entry_id: int, number: int, kind: str, *, by: Any, seat: str = "") -> Entry:
    """Give a player round ``number`` off with a bye of a ``kind``; asked again for another kind, it is that kind.

    A ``zero`` bye is an absence as in ``attendance.absent``, also in a round that is paired, with its ``seat`` and its
    errors. Raises Refused where the tournament's rules do not allow the bye.
    """
    tournament, entry = locked_entry(entry_id, by)
    if kind == ZERO:
        if number in entry.absent and entry.asked_for(number) != ZERO:
            attendance.present(entry_id, number, by=by, here=False)
        return attendance.absent(entry_id, number, by=by, seat=seat)
    _refuse(tournament, entry, number, kind)
    if number in entry.absent and entry.asked_for(number) == kind:
        return entry
    entry.absent = sorted({*entry.absent, number})
    for name, mine in (("half_byes", HALF), ("full_byes", FULL)):
        others = {n for n in getattr(entry, name) if n != number}
        setattr(entry, name, sorted(others | ({number} if mine == kind else set())))
    entry.save(update_fields=["absent", "half_byes", "full_byes"])
    attendance.mark_changed(tournament, None)
    return entry


def _refuse(tournament: Tournament, entry: Entry, number: int, kind: str) -> None:
    words = {"name": entry.display_name, "number": number}
    if kind not in (HALF, FULL):
        raise Refused(_("This kind of bye does not exist."))
    if not 1 <= number <= tournament.rounds_planned:
        raise Refused(_("There is no round %(number)d.") % words)
    if not offered(tournament):
        raise Refused(
            _("In this system every player plays in every round. A player who misses one is absent, without points.")
        )
    if number not in open_rounds(tournament):
        raise Refused(
            _("Round %(number)d is already paired, too late for a bye with points. Mark the player absent instead.")
            % words
        )
    if entry.left is not None:
        raise Refused(_("%(name)s has withdrawn. Bring them back first.") % words)
    if number < entry.joined:
        raise Refused(
            _("%(name)s plays from round %(joined)d on and cannot have a bye before that.")
            % {**words, "joined": entry.joined}
        )
    if kind == HALF:
        _refuse_half(tournament, entry, number)


def _refuse_half(tournament: Tournament, entry: Entry, number: int) -> None:
    last = tournament.rounds_planned - tournament.half_byes_not_last
    if number > last:
        raise Refused(
            _("Half-point byes are not available in round %(number)d. Round %(last)d is the last round with them.")
            % {"number": number, "last": max(last, 0)}
            if last > 0
            else _("Half-point byes are not available in any round of this tournament.")
        )
    taken = Seat.objects.filter(entry=entry, bye=HALF).exclude(round__state=Round.State.DISCARDED)
    had = {*entry.half_byes, *taken.values_list("round__number", flat=True)} - {number}
    if len(had) >= tournament.half_byes:
        raise Refused(
            ngettext(
                "%(name)s may request %(most)d half-point bye and already has it in round %(rounds)s.",
                "%(name)s may request %(most)d half-point byes and already has them in rounds %(rounds)s.",
                tournament.half_byes,
            )
            % {"name": entry.display_name, "most": tournament.half_byes, "rounds": ", ".join(map(str, sorted(had)))}
            if had
            else _("This tournament has no half-point byes.")
        )
