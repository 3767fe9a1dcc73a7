"""The check-in before round 1 and the waiting list, where the first who came has the first place that is free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.models import (
    CheckedIn,
    Entry,
    Registration,
    RegistrationSettings,
    Round,
    Seat,
    Team,
    Tournament,
    Waiting,
)
from tournaments.selectors.people.presence import away, earlier_evenings, round_to_pair
from tournaments.services.entries.attendance import came, enter, has_place, wait
from tournaments.services.entries.registration_mails import tell
from tournaments.services.rounds.rounds import mark_here
from tournaments.text import same_name


class NobodyHere(Refused):
    """Nobody was checked in; closing the check-in leaves round 1 without players."""

    def __init__(self, players: int) -> None:
        super().__init__(
            ngettext(
                "Nobody is checked in: %(count)d player would miss round 1. Check them in first, or confirm that you "
                "mean it.",
                "Nobody is checked in: %(count)d players would miss round 1. Check them in first, or confirm that you"
                " mean it.",
                players,
            )
            % {"count": players}
        )
        self.players = players


ABSENT, WAITING, OUT, HERE = "absent", "waiting", "out", "here"
OPEN = (Round.State.PAIRING, Round.State.DRAFT, Round.State.PUBLISHED)


@audited
def check_in(tournament_id: int, entry_id: int, *, by: Any, here: bool = True) -> CheckedIn | None:
    """Say that a player is here, or that they are not after all. Said twice it is said once.

    Whoever is here is not absent any more in the round to be paired, nor in the one that is open: there they can be
    seated.
    """
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    entry = _entered(tournament, entry_id)
    known = CheckedIn.objects.filter(entry=entry).first()
    open_ = _open_round(tournament)
    if here:
        missed = _missed(tournament, entry, open_)
        if known is None or missed is not None:
            known = mark_here(entry, by=by)
            if missed is not None and missed in entry.absent:
                entry.absent = [n for n in entry.absent if n != missed]
                entry.save(update_fields=["absent"])
            bump_version(tournament)
    elif known is not None:
        known.delete()
        known = None
        if open_ is not None and Seat.objects.filter(round=open_, entry=entry, bye=Seat.Bye.ZERO).exists():
            # they have no table there, and would be paired unasked in the round after it
            entry.absent = sorted({*entry.absent, open_.number})
            entry.save(update_fields=["absent"])
        bump_version(tournament)
    return known


def _open_round(tournament: Tournament) -> Round | None:
    """Return the newest round if it is a draft or published, or about to be a draft."""
    if tournament.state == Tournament.State.PLANNED:
        return None
    newest: Round | None = tournament.rounds.exclude(state=Round.State.DISCARDED).order_by("number").last()
    return newest if newest is not None and newest.state in OPEN else None


def _missed(tournament: Tournament, entry: Entry, open_: Round | None) -> int | None:
    """Return the round that a player is here for after all: they are down as absent in it (without having asked for a
    bye with points), or missed the one before it and are not known to be here again. None where they are in it
    anyway."""
    if tournament.state == Tournament.State.PLANNED:
        return 1 if 1 in entry.absent and entry.asked_for(1) == "zero" else None
    if open_ is not None:
        number = open_.number
        return number if number in entry.absent and entry.asked_for(number) == "zero" else None
    _last, coming = round_to_pair(tournament)
    missed = any(missing.entry.pk == entry.pk and not missing.here for missing in away(tournament))
    return coming if missed else None


@dataclass(frozen=True, slots=True)
class Marked:
    """Entries that were all checked in at once; ``absent``: those of them that had been absent in round 1."""

    entries: tuple[int, ...]
    absent: tuple[int, ...]


@audited
def everybody_here(tournament_id: int, *, by: Any) -> Marked:
    """Check everybody in who has not left, nor asked for round 1 off with points. Who was not here before."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    _refuse_begun(tournament)
    missing = [
        entry
        for entry in tournament.entries.filter(checked_in__isnull=True, left__isnull=True)
        if 1 not in entry.absent or entry.asked_for(1) == "zero"
    ]
    absent = [entry for entry in missing if 1 in entry.absent]
    for entry in absent:
        entry.absent = [n for n in entry.absent if n != 1]
    Entry.objects.bulk_update(absent, ["absent"])
    CheckedIn.objects.bulk_create(CheckedIn(entry=entry, by=person(by)) for entry in missing)
    if missing:
        bump_version(tournament)
    return Marked(tuple(e.pk for e in missing), tuple(e.pk for e in absent))


@audited
def not_here_after_all(tournament_id: int, marked: Marked, *, by: Any) -> None:
    """Take back that everybody was checked in."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    _refuse_begun(tournament)
    CheckedIn.objects.filter(entry__tournament=tournament, entry__in=marked.entries).delete()
    absent = list(tournament.entries.filter(pk__in=marked.absent))
    for entry in absent:
        entry.absent = sorted({*entry.absent, 1})
    Entry.objects.bulk_update(absent, ["absent"])
    bump_version(tournament)


@audited
def waits_here(tournament_id: int, waiting_id: int, *, by: Any, here: bool = True) -> Waiting:
    """Say that somebody on the waiting list is here, or is not after all."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    waiting = _waiting(tournament, waiting_id)
    if waiting.here != here:
        waiting.here = here
        waiting.save(update_fields=["here"])
        bump_version(tournament)
    return waiting


@audited
def promote(tournament_id: int, waiting_id: int, *, by: Any) -> Entry:
    """Give a waiting player a place. Raises Refused where none is free."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    waiting = _waiting(tournament, waiting_id)
    if tournament.places and tournament.entries.count() >= tournament.places:
        raise Refused(_("All %(places)d places are taken.") % {"places": tournament.places})
    return give_place(tournament, waiting, by)


@audited
def leave_the_list(tournament_id: int, waiting_id: int, *, by: Any) -> None:
    """Take somebody off the waiting list who does not want a place any more."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    _waiting(tournament, waiting_id).delete()
    bump_version(tournament)


@audited
def to_waiting_list(tournament_id: int, entry_id: int, *, by: Any) -> Waiting:
    """Take a player's place before round 1 is paired; they wait where they came."""
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    _refuse_begun(tournament)
    return _demote(tournament, _entered(tournament, entry_id), by)


@audited
def fill_the_list(tournament_id: int, *, by: Any) -> int:
    """Move the entries beyond the number of places to the waiting list, and return how many."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    _refuse_begun(tournament)
    if not tournament.places:
        return 0
    surplus = list(tournament.entries.order_by("since", "number")[tournament.places :])
    for entry in surplus:
        _demote(tournament, entry, by)
    return len(surplus)


@audited
def close(tournament_id: int, decisions: Mapping[int, str], *, by: Any, nobody: bool = False) -> int:
    """End the check-in. Of each who is not here it is said by entry id: absent in round 1, on the waiting
    list, out, or here all the same. Raises Refused, naming them, where of somebody nothing was said, and NobodyHere
    where nobody would be here and it was not said that this is meant (``nobody``). Returns how many were not here."""
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    _refuse_begun(tournament)
    if tournament.check_in_closed_at is not None:
        return 0
    missing = list(tournament.entries.filter(checked_in__isnull=True).select_related("player"))
    undecided = [e.display_name for e in missing if decisions.get(e.pk) not in (ABSENT, WAITING, OUT, HERE)]
    if undecided:
        raise Refused(
            _("Somebody changed the check-in in the meantime. Choose what happens to %(names)s.")
            % {"names": ", ".join(undecided[:5])}
        )
    if not nobody and not _anybody(tournament, missing, decisions):
        raise NobodyHere(len(missing))
    for entry in missing:
        match decisions[entry.pk]:
            case "absent":
                entry.absent = sorted({*entry.absent, 1})
                entry.save(update_fields=["absent"])
            case "waiting":
                # behind those who wait already, whenever they came: else the place would be theirs again at once
                _demote(tournament, entry, by, timezone.now())
            case "out":
                entry.left = entry.joined - 1
                entry.save(update_fields=["left"])
            case _:
                CheckedIn.objects.create(entry=entry, by=person(by))
    tournament.check_in_closed_at = timezone.now()
    tournament.save(update_fields=["check_in_closed_at"])
    mark_standings_stale(tournament)
    return len(missing)


def _anybody(tournament: Tournament, missing: list[Entry], decisions: Mapping[int, str]) -> bool:
    """Return whether somebody is here, or nobody is entered at all."""
    return (
        not missing
        or any(decisions[entry.pk] == HERE for entry in missing)
        or CheckedIn.objects.filter(entry__tournament=tournament).exists()
    )


@audited
def reopen(tournament_id: int, *, by: Any) -> None:
    """Reopen the check-in, until round 1 is paired. Whoever was made absent stays so until they check in."""
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    _refuse_begun(tournament)
    tournament.check_in, tournament.check_in_closed_at = True, None
    tournament.save(update_fields=["check_in", "check_in_closed_at"])
    bump_version(tournament)


def _demote(tournament: Tournament, entry: Entry, by: Any, since: datetime | None = None) -> Waiting:
    if Seat.objects.filter(entry=entry).exists():
        raise Refused(_("%(name)s has already played.") % {"name": entry.display_name})
    here = CheckedIn.objects.filter(entry=entry).exists()
    entry.delete()
    mark_standings_stale(tournament)
    return wait(tournament, entry.player, since or entry.since, by, here)


def _entered(tournament: Tournament, entry_id: int) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, pk=entry_id).first()
    if entry is None:
        raise Refused(_("This player is no longer entered."))
    return entry


def _waiting(tournament: Tournament, waiting_id: int) -> Waiting:
    waiting = Waiting.objects.filter(tournament=tournament, pk=waiting_id).select_related("player").first()
    if waiting is None:
        raise Refused(_("This player is no longer on the waiting list."))
    return waiting


def _refuse_begun(tournament: Tournament) -> None:
    if tournament.state != Tournament.State.PLANNED:
        raise Refused(_("Round 1 is already paired. Use the Players page when somebody comes or leaves."))


@audited
def come(tournament_id: int, player_id: int, *, by: Any) -> Entry | Waiting:
    """Enter somebody of an earlier evening, who is here; beyond the number of places they wait. Said twice it is said
    once. Raises Refused where the season knows nobody like that."""
    tournament = locked_tournament(tournament_id, by, Action.CHECK_IN)
    if tournament.state == Tournament.State.FINISHED:
        raise Refused(_("The tournament is finished, so no more players can be entered."))
    before = Entry.objects.filter(tournament__in=earlier_evenings(tournament), player=player_id)
    known = before.select_related("player").first()
    if known is None:
        raise Refused(_("This player was at none of the earlier evenings. Add them on the Players page."))
    waits = Waiting.objects.filter(tournament=tournament, player=player_id).first()
    if waits is not None:
        return waits
    entry = Entry.objects.filter(tournament=tournament, player=player_id).first()
    if entry is None:
        since = came(tournament, known.player)
        if not has_place(tournament, since):
            return wait(tournament, known.player, since, by, here=True)
        entry = enter(tournament, known.player, since)
    if not hasattr(entry, "checked_in"):
        mark_here(entry, by=by)
        bump_version(tournament)
    return entry


def fill_places(tournament: Tournament, before: datetime | None = None) -> None:
    """Give free places to the waiting list, in its order, where the organiser wants that; with ``before`` to those who
    came earlier. The tournament must be locked."""
    if not RegistrationSettings.objects.filter(tournament=tournament, moves_up=True).exists():
        return
    queue = Waiting.objects.filter(tournament=tournament).select_related("player")
    for waiting in queue if before is None else queue.filter(since__lt=before):
        if not has_place(tournament, waiting.since):
            break
        give_place(tournament, waiting)


def give_place(tournament: Tournament, waiting: Waiting, who: Any = None) -> Entry:
    """Make the entry of somebody who waits. Who entered themselves is told. The tournament must be locked."""
    player = waiting.player
    row = Registration.objects.filter(tournament=tournament, player=player, state=Registration.State.ACCEPTED).first()
    if row is None:
        entry = enter(tournament, player, waiting.since)
    else:
        row.player, row.tournament = player, tournament
        entry = enter_as_asked(tournament, row)
        row.moved_up_at = timezone.now()
        row.save(update_fields=["moved_up_at"])
        tell(row, "moved up", fee_due(tournament, row))
    if waiting.here:
        CheckedIn.objects.create(entry=entry, by=person(who))
    waiting.delete()
    return entry


def enter_as_asked(tournament: Tournament, row: Registration) -> Entry:
    """Make the entry of an accepted registration: in its team, if there is one of that name, with its own rating where
    none is known of the player. The tournament must be locked."""
    player = row.player
    assert player is not None
    wish = same_name(row.team)
    teams = Team.objects.filter(tournament=tournament) if wish else ()
    side = next((team for team in teams if wish in (same_name(team.name), same_name(team.key))), None)
    entry = enter(tournament, player, row.since, team=side)
    if row.rating is not None and player.rating is None:
        entry.has_own_rating, entry.own_rating = True, row.rating
        entry.save(update_fields=["has_own_rating", "own_rating"])
    return entry


def fee_due(tournament: Tournament, row: Registration) -> str:
    """Say in a mail what is to be paid, in the player's language; empty where it is nothing."""
    settings = RegistrationSettings.objects.filter(tournament=tournament).first()
    if settings is None or not settings.fee or row.paid:
        return ""
    with translation.override(row.language):
        return _("Entry fee: %(fee)s. %(note)s") % {"fee": settings.fee, "note": settings.fee_note}
