"""Players come late, miss a round, leave, come back, or cannot sit elsewhere than at one table.

Each is one action with its consequences: what becomes of the seat that a player has in a round without a
result is said first, and decided by the arbiter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain import queue, register
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.locks import bump_version, locked_entry, locked_tournament, mark_standings_stale
from tournaments.domain.logbook import audited, person
from tournaments.models import (
    Entry,
    PairingChange,
    Player,
    Registration,
    Result,
    Round,
    Seat,
    Team,
    Tournament,
    Waiting,
)
from tournaments.models.player import MOST_NUMBER
from tournaments.selectors.rounds.offers import next_round, offer
from tournaments.selectors.rounds.review import Loaded, cost, loaded
from tournaments.services.rounds.review import carry_out
from tournaments.services.rounds.rounds import living_rounds, mark_here

FREE, KEEP = "free", "keep"
OPEN = (Round.State.DRAFT, Round.State.PUBLISHED)


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat of a player at a table without a result. ``costs``: what it means to leave it free."""

    round: Round
    table: int
    costs: tuple[str, ...]
    current: Loaded


class Undecided(Refused):
    """The player has a seat in a round without a result: it is left free, or kept for a forfeit."""

    def __init__(self, seats: Sequence[OpenSeat]) -> None:
        super().__init__(_("Choose what happens to the seat."))
        self.seats = tuple(seats)


@audited
def absent(entry_id: int, number: int, *, by: Any, seat: str = "") -> Entry:
    """Mark a player absent in a round. Raises Undecided while nobody said what becomes of their seat in it, Refused
    where they have played it."""
    tournament, entry = locked_entry(entry_id, by)
    round_ = living_rounds(tournament).filter(number=number).first()
    if number < 1 or number > tournament.rounds_planned:
        raise Refused(_("There is no round %(number)d.") % {"number": number})
    if number in entry.absent:
        return entry
    if round_ is not None and round_.state in OPEN:
        _refuse_played(entry, round_)
        _free(tournament, entry, [round_], seat, by, "zero")
        if seat == KEEP:
            return entry
    elif round_ is not None and round_.state == Round.State.CLOSED:
        raise Refused(_("Round %(number)d is closed, so nobody can be marked absent in it.") % {"number": number})
    entry.absent = sorted({*entry.absent, number})
    entry.save(update_fields=["absent"])
    mark_changed(tournament, round_)
    return entry


@audited
def present(entry_id: int, number: int, *, by: Any, here: bool = True) -> Entry:
    """Let a player play the round after all. In a round that is paired already they have a bye until they are seated.
    ``here``: also write down that they are here now."""
    tournament, entry = locked_entry(entry_id, by)
    if here:
        mark_here(entry, by=by)
    if number not in entry.absent:
        return entry
    entry.absent = [n for n in entry.absent if n != number]
    entry.save(update_fields=["absent"])
    mark_changed(tournament, living_rounds(tournament).filter(number=number).first())
    return entry


@audited
def withdraw(entry_id: int, *, by: Any, seat: str = "") -> Entry:
    """Withdraw a player for good; their games stay. Raises Undecided where they sit in a round without a result."""
    tournament, entry = locked_entry(entry_id, by)
    if entry.left is not None:
        return entry
    open_ = list(living_rounds(tournament).filter(state__in=OPEN).order_by("number"))
    _free(tournament, entry, open_, seat, by, None)
    held = Seat.objects.filter(entry=entry, round__in=living_rounds(tournament))
    last = held.aggregate(last=Max("round__number"))["last"]
    closed = living_rounds(tournament).filter(state=Round.State.CLOSED).aggregate(last=Max("number"))["last"]
    entry.left = max(last or 0, closed or 0, entry.joined - 1)
    entry.save(update_fields=["left"])
    mark_changed(tournament, None)
    return entry


@audited
def bring_back(entry_id: int, *, by: Any) -> Entry:
    """Let a withdrawn player play again, from the next round that can be paired; missed rounds are absences."""
    tournament, entry = locked_entry(entry_id, by)
    if entry.left is None:
        return entry
    coming = next_round(tournament)
    if entry.left < entry.joined:
        entry.joined = max(entry.joined, coming)
    else:
        entry.absent = sorted({*entry.absent, *range(entry.left + 1, coming)})
    entry.left = None
    entry.save(update_fields=["left", "absent", "joined"])
    mark_here(entry, by=by)
    mark_changed(tournament, None)
    return entry


@audited
def fix_table(entry_id: int, table: int | None, *, by: Any) -> Entry:
    """Tie a player to a table, from the next pairing on (None: no longer)."""
    tournament, entry = locked_entry(entry_id, by)
    if table is not None and not 1 <= table <= 5000:
        raise Refused(_("A table number is 1 or higher."))
    if entry.fixed_table != table:
        entry.fixed_table = table
        entry.save(update_fields=["fixed_table"])
        bump_version(tournament)
    return entry


@audited
def seat_now(entry_id: int, *, by: Any) -> Round:
    """Bring a late player into the newest round that is paired, with a bye until they are seated in its review."""
    tournament, entry = locked_entry(entry_id, by)
    round_ = living_rounds(tournament).filter(state__in=OPEN).order_by("-number").first()
    if round_ is None:
        raise Refused(_("There is no open round to join. The next pairing includes this player anyway."))
    if entry.left is not None:
        raise Refused(_("%(name)s has withdrawn. Bring them back first.") % {"name": entry.display_name})
    held = Seat.objects.filter(round=round_, entry=entry).first()
    if held is not None and held.table_id is not None:
        return round_
    mark_here(entry, by=by)
    entry.joined = min(entry.joined, round_.number)
    entry.absent = [n for n in entry.absent if n != round_.number]
    entry.save(update_fields=["joined", "absent"])
    if held is not None:
        mark_changed(tournament, round_)
        return round_
    with as_refusals():
        current = loaded(tournament, round_, only=[entry.number])
        carry_out(current, current.review.enter(entry.number, "zero"), PairingChange.What.LIFE, by=by)
    return round_


@audited
def sit_down(entry_id: int, table: int, *, by: Any) -> Round:
    """Seat a player who came late at a free seat of a table of the newest round that is paired. Raises Refused where
    the seat is not free any more."""
    tournament, entry = locked_entry(entry_id, by)
    place = offer(tournament, entry)
    if place is None or table not in {seat.table for seat in place.seats}:
        raise Refused(_("This seat is no longer free. Check the tables again."))
    chosen = next(seat for seat in place.seats if seat.table == table)
    round_ = seat_now(entry_id, by=by)
    with as_refusals():
        for player, to in chosen.moves(entry.number):
            current = loaded(tournament, round_)
            carry_out(current, current.review.move(player, to), PairingChange.What.LIFE, by=by)
    return round_


@audited
def add(
    tournament_id: int,
    *,
    by: Any,
    name: str,
    club: str = "",
    rating: int | None = None,
    birth_year: int | None = None,
    team: int | None = None,
) -> Entry | Waiting:
    """Enter a player, known or new; a player beyond the number of places waits. Entered twice, they are
    entered once. Raises Refused where the name says too little."""
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    if tournament.state == Tournament.State.FINISHED:
        raise Refused(_("The tournament is finished, so no more players can be entered."))
    player = _player(tournament, name.strip(), club.strip(), rating, birth_year)
    there = Entry.objects.filter(tournament=tournament, player=player).first()
    waits = Waiting.objects.filter(tournament=tournament, player=player).first()
    if there or waits:
        return there or waits  # type: ignore[return-value]
    since = came(tournament, player)
    if not has_place(tournament, since):
        return wait(tournament, player, since, by)
    side = Team.objects.filter(tournament=tournament, pk=team).first() if team else None
    return enter(tournament, player, since, team=side)


def came(tournament: Tournament, player: Player) -> datetime:
    """Return when a player came who has neither a place nor waits: when they sent their entry, or now."""
    sent = Registration.objects.filter(tournament=tournament, player=player, state=Registration.State.ACCEPTED)
    return sent.values_list("since", flat=True).first() or timezone.now()


def has_place(tournament: Tournament, since: datetime) -> bool:
    """Return whether there is a place for somebody who came then. Before round 1 those who came earlier have theirs
    first: whoever waits, and entries that nobody looked at yet."""
    if not tournament.places:
        return True
    before = 0
    if tournament.state == Tournament.State.PLANNED:
        queues = (tournament.waiting, tournament.registrations.filter(state=Registration.State.PENDING))
        before = sum(queue.filter(since__lt=since).count() for queue in queues)
    return tournament.entries.count() + before < tournament.places


def wait(tournament: Tournament, player: Player, since: datetime, who: Any, here: bool = False) -> Waiting:
    """Put a player on the waiting list, where whoever came then belongs."""
    register.hold_there(player.pk)
    waiting = Waiting.objects.create(tournament=tournament, player=player, since=since, by=person(who), here=here)
    bump_version(tournament)
    return waiting


def enter(tournament: Tournament, player: Player, since: datetime, *, team: Team | None = None) -> Entry:
    """Make a player's entry with the next number and board; ``since``: when they came. The tournament must be
    locked."""
    register.hold_there(player.pk)
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    if last >= MOST_NUMBER:
        raise Refused(_("Pairing numbers go up to %(most)d.") % {"most": MOST_NUMBER})
    board = None
    if team is not None:
        board = (Entry.objects.filter(team=team).aggregate(last=Max("board"))["last"] or 0) + 1
    entry = Entry.objects.create(
        tournament=tournament,
        player=player,
        number=last + 1,
        joined=next_round(tournament),
        team=team,
        board=board,
        since=since,
    )
    mark_changed(tournament, None)
    return entry


def open_seats(tournament: Tournament, entry: Entry, rounds: Sequence[Round], kind: str | None) -> list[OpenSeat]:
    """Return the player's seats without a result in these rounds, with what it costs to leave each of them."""
    seats = []
    for round_ in rounds:
        seat = Seat.objects.filter(round=round_, entry=entry, table__isnull=False).select_related("table")
        seat = seat.exclude(table__in=Result.objects.filter(table__round=round_).values("table")).first()
        if seat is not None and seat.table is not None:
            current = loaded(tournament, round_, only=[entry.number])
            judged = cost(current, current.review.leave(entry.number, kind))
            seats.append(OpenSeat(round_, seat.table.number, judged.sentences, current))
    return seats


def _free(tournament: Tournament, entry: Entry, rounds: Sequence[Round], seat: str, by: Any, kind: str | None) -> None:
    """Take a player out of rounds: out of drafts always, out of published ones where it was said."""
    with as_refusals():
        seats = open_seats(tournament, entry, rounds, kind)
        if seats and seat not in (FREE, KEEP):
            raise Undecided(seats)
        without_result = {s.round.pk: s.current for s in seats}
        for round_ in rounds:
            held = Seat.objects.filter(round=round_, entry=entry).first()
            if held is None or (seat == KEEP and round_.is_shown):
                continue
            if held.bye == kind if held.table_id is None else round_.pk not in without_result:
                continue
            current = without_result.get(round_.pk) or loaded(tournament, round_, only=[entry.number])
            carry_out(current, current.review.leave(entry.number, kind), PairingChange.What.LIFE, by=by)


def _refuse_played(entry: Entry, round_: Round) -> None:
    played = Result.objects.filter(table__round=round_, table__seats__entry=entry, is_current=True)
    if played.exists():
        raise Refused(
            _("%(name)s has a result in round %(number)d. Correct the result instead.")
            % {"name": entry.display_name, "number": round_.number}
        )


def _player(tournament: Tournament, name: str, club: str, rating: int | None, year: int | None) -> Player:
    """Find the known player that is meant, or make a new one. Raises Refused where several could be meant."""
    if not name:
        raise Refused(_("Enter the player's name."))
    known = Player.objects.filter(register.of_the_club(tournament), name__iexact=name)
    if club:
        known = known.filter(Q(club__iexact=club) | Q(club=""))
    if year:
        known = known.filter(Q(birth_year=year) | Q(birth_year__isnull=True))
    matches = list(known[:3])
    if len(matches) > 1:
        exact = [p for p in matches if p.club.casefold() == club.casefold() and p.birth_year == year]
        if len(exact) != 1:
            raise Refused(_("Several known players have this name. Add a club or a year of birth to say which."))
        matches = exact
    if matches:
        return matches[0]
    player = Player(
        name=name, club=club, rating=rating, birth_year=year, home=tournament, register_id=tournament.club_id
    )
    player.full_clean()
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        # entered at another tournament in the same moment
        return Player.objects.get(register=tournament.club_id, name=name, club=club, birth_year=year)
    return player


def mark_changed(tournament: Tournament, round_: Round | None) -> None:
    mark_standings_stale(tournament, round_ if round_ is not None and round_.is_shown else None)
    queue.send_standings(tournament.pk)
